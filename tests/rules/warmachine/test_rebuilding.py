"""Which wrecks an adept of Escalation rebuilds."""

from __future__ import annotations

import pytest

from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, SMALL, SOUTH, Game, at, foe


@pytest.mark.rule("M1-SYS-13")
def test_escalation_no_wreck_is_rebuilt_while_another_base_stands_on_it() -> None:
    pieces = {
        "adept": at(12 - LARGE - SMALL, 10, 0), "ironclad": at(12, 10, marks="LRC"), "charger": at(15, 10),
        "juggernaut": foe(12, 10 + 2 * LARGE + 0.2),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, turn={"seat": "b"}, dice=["6 5", "6 6", "3"])
    t.activate("juggernaut", "attack ironclad with ice_axe")
    while not (t.state.active == 0 and t.ask.prompt == "activate"):
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    assert t.gone("ironclad")
    clear = t.game
    t.activate("adept")
    assert t.legal("rebuild ironclad")
    t.game = clear
    t.activate("charger", "advance", [[13_500, 10_000]], 90_000, "end").activate("adept")
    assert t.refusal("rebuild ironclad", "M1-SYS-13").reason == "charger stands on the wreck of ironclad"


@pytest.mark.rule("M1-SYS-13")
@pytest.mark.parametrize(("columns", "may"), [([0, 4, 5, 4, 5, 4], True), ([1, 4, 5, 4, 5, 4], False)])
def test_escalation_a_warjack_with_every_box_marked_is_beyond_repair(columns: list[int], may: bool) -> None:
    """The blow marks five boxes: one box of six is left, or none of five."""
    pieces = {
        "adept": at(12 - MEDIUM - SMALL, 10, 0), "charger": at(12, 10, columns=columns),
        "juggernaut": foe(12, 10 + MEDIUM + LARGE + 0.2),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, turn={"seat": "b"}, dice=["6 5", "1 1", "5"])
    t.activate("juggernaut", "attack charger with ice_axe")
    while not (t.state.active == 0 and t.ask.prompt == "activate"):
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    assert t.gone("charger")
    t.activate("adept")
    if may:
        assert t.legal("rebuild charger")
    else:
        t.refusal("rebuild charger", "M1-SYS-13")


@pytest.mark.rule("M1-SYS-13")
@pytest.mark.parametrize("kind", ["juggernaut", "ironclad"])
def test_escalation_nobody_rebuilds_the_wreck_of_an_enemy(kind: str) -> None:
    """Not of his own faction either."""
    pieces = {
        "adept": at(12 - LARGE - SMALL, 10, 0), "jack": foe(12, 10, card=kind, marks="LRC"),
        "ironclad": at(12, 10 + 2 * LARGE + 0.2, SOUTH),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, dice=["6 5", "6 6", "3"]).activate("ironclad", "attack jack with quake_hammer")
    assert t.gone("jack")
    t.play("end").activate("adept")
    t.refusal("rebuild jack", "M1-SYS-13")


@pytest.mark.rule("M1-SYS-13", "M1-DMG-8")
def test_escalation_why_a_warjack_is_not_rebuilt_is_said() -> None:
    """Too far away; every box marked; no wreck; no warjack of the faction; no friend."""
    three_systems, two = {"marks": "LRC"}, {"columns": [0, 6, 6, 4, 6, 5]}
    for gap, state, reason in (
        (0.02, three_systems, "the wreck of ironclad is not in base contact"),
        (0.0, two, "ironclad is beyond repair"),
    ):
        pieces = {
            "adept": at(12 - LARGE - SMALL - gap, 10, 0), "ironclad": at(12, 10, **state), "charger": at(30, 10),
            "juggernaut": foe(12, 10 + 2 * LARGE + 0.2), "mangler": at(40, 10, master=None),
        }  # fmt: skip
        t = Game(ESCALATION, pieces, turn={"seat": "b"}, dice=["6 5", "6 6", "1"])
        t.activate("juggernaut", "attack ironclad with ice_axe")
        while not (t.state.active == 0 and t.ask.prompt == "activate"):
            t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
        t.activate("adept")
        assert t.refusal("rebuild ironclad", "M1-SYS-13").reason == reason
        assert t.refusal("rebuild charger", "M1-SYS-13").reason == "there is no wreck of charger"
        assert t.refusal("rebuild mangler", "M1-SYS-13").reason == "mangler is no warjack of the faction"
        assert t.refusal("rebuild juggernaut", "M1-SYS-13").reason == "juggernaut is not friendly"
