"""Refusals name the rule that forbids it, and why."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe, row

NEXT = 10 + 2 * LARGE + 0.3
FALLEN = {"ironclad": at(12, 10, focus=1, down=True), "juggernaut": foe(12, NEXT)}


def refused(game: str, pieces: dict[str, Any], who: str, answers: list[Any], last: Any, mk1: str, mk2: str) -> str:
    """Why the last answer is refused, by the rule of the edition."""
    t = Game(game, pieces).activate(who, *answers)
    return str(t.refusal(last, {MK1: mk1, MK2: mk2}[game]).reason)


@both
@pytest.mark.rule("M1-RUN-1", "M2-MOVE-3")
def test_too_long_a_run(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(40, 40)}
    assert "0.1" in refused(game, pieces, "ironclad", ["run"], [[12_000, 20_100]], "M1-RUN-1", "M2-MOVE-3")


@both
@pytest.mark.rule("M1-KD-3", "M2-KD-1", "M1-MOD-20", "M2-KD-3")
def test_what_standing_up_costs_and_lying_forbids(game: str) -> None:
    attack = "attack juggernaut with quake_hammer"
    up = ["stand instead of acting", 90_000]
    assert "action to stand" in refused(game, FALLEN, "ironclad", up, attack, "M1-KD-3", "M2-KD-1")
    still = ["stand instead of moving", 90_000]
    assert "movement to stand" in refused(game, FALLEN, "ironclad", still, "advance", "M1-KD-3", "M2-KD-1")
    assert "on the ground" in refused(game, FALLEN, "ironclad", [], attack, "M1-MOD-20", "M2-KD-3")


@both
@pytest.mark.rule("M1-POWER-29", "M2-POWER-3", "M1-SYS-7", "M2-POWER-5", "M1-POWER-38")
def test_gripping_needs_an_open_fist_that_works(game: str) -> None:
    pieces = {"destroyer": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    refused(game, pieces, "destroyer", [], "throw ironclad", "M1-POWER-29", "M2-POWER-3")
    refused(game, pieces, "destroyer", [], "lock ironclad left", "M1-POWER-38", "M2-POWER-3")
    crippled = {"juggernaut": at(12, 10, focus=1, marks="L"), "ironclad": foe(12, NEXT)}
    refused(game, crippled, "juggernaut", [], "throw ironclad", "M1-SYS-7", "M2-POWER-5")


@both
@pytest.mark.rule("M1-CTRL-2", "M2-CTRL-4", "M1-CTRL-3", "M2-CTRL-2", "M1-SYS-3", "M2-DMG-14", "M1-CTRL-5", "M2-CTRL-7")
def test_who_is_allocated_no_focus_and_why(game: str) -> None:
    pieces = {
        "stryker": at(10, 10), "ironclad": at(10, 14), "lancer": at(6, 14), "charger": at(40, 14),
        "charger_2": at(14, 14, marks="C"), "ironclad_2": at(14, 18, master=None), "juggernaut": foe(40, 40),
    }  # fmt: skip
    t = Game(game, pieces, turn={"seat": "a", "phase": "control"})
    for shares, mk1, mk2 in (
        ({"ironclad": 4}, "M1-CTRL-4", "M2-CTRL-5"),
        ({"ironclad": 3, "lancer": 3, "charger": 1}, "M1-CTRL-2", "M2-CTRL-4"),
        ({"charger_2": 1}, "M1-SYS-3", "M2-DMG-14"),
        ({"ironclad_2": 1}, "M1-CTRL-5", "M2-CTRL-7"),
    ):
        t.refusal(shares, {MK1: mk1, MK2: mk2}[game])
    poor = Game(game, {**pieces, "lancer_2": at(6, 18)}, turn={"seat": "a", "phase": "control"})
    poor.refusal({"ironclad": 3, "lancer": 3, "lancer_2": 3}, {MK1: "M1-CTRL-3", MK2: "M2-CTRL-2"}[game])


@pytest.mark.rule("M1-CHARGE-20")
def test_mk1_no_charge_starts_in_rough_ground() -> None:
    rough = [{"kind": "rough", "at": [12, 10], "size": [3, 3]}]
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 16)}
    Game(MK1, pieces, terrain=rough).activate("ironclad").refusal("charge juggernaut", "M1-CHARGE-20")
    assert "charge juggernaut" in Game(MK2, pieces, terrain=rough).activate("ironclad").offers()


@both
@pytest.mark.rule("M1-CHARGE-7", "M2-MOVE-22")
def test_a_charge_that_meets_a_wall_fails_by_the_rule_on_terrain(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 17)}
    wall = [{"kind": "wall", "at": [12, 10 + LARGE + 2.15], "size": [6, 0.3]}]
    t = Game(game, pieces, terrain=wall).activate("ironclad", "charge juggernaut", [90_000, 2000])
    (charge,) = t.happened(Charged)
    assert charge.failed and charge.cite == {MK1: "M1-CHARGE-7", MK2: "M2-MOVE-22"}[game]


@both
@pytest.mark.rule("M1-CTRL-10", "M1-UPKEEP-1", "M2-CTRL-17", "M2-CTRL-8")
def test_shares_that_are_not_warjacks_are_refused_by_their_own_rules(game: str) -> None:
    pieces = {"stryker": at(10, 10, damage=2), "ironclad": at(10, 13), "juggernaut": foe(30, 30)}
    t = Game(game, pieces, turn={"phase": "control"})
    t.refusal({"heal": 3}, {MK1: "M1-CTRL-10", MK2: "M2-CTRL-17"}[game])
    t.refusal({"upkeep blur": 1}, {MK1: "M1-UPKEEP-1", MK2: "M2-CTRL-8"}[game])
    assert t.refusal({"ironclad": 4}).cite == {MK1: "M1-CTRL-4", MK2: "M2-CTRL-5"}[game]


@both
@pytest.mark.rule("M1-INERT-4", "M1-CHANNEL-8", "M2-JACK-3", "M2-SPELL-15")
def test_who_was_reactivated_this_turn_does_not_channel(game: str) -> None:
    pieces = {
        "stryker": at(12, 10, focus=6),
        "lancer": at(12, 10 + SMALL + MEDIUM, inert=True),
        "juggernaut": foe(12, 20),
        "ironclad": at(30, 10),
    }
    bolt = "cast arcane_bolt at juggernaut through lancer"
    t = Game(game, pieces).activate("stryker")
    t.refusal(bolt, {MK1: "M1-CHANNEL-8", MK2: "M2-SPELL-15"}[game])
    t.play("reactivate lancer")
    t.refusal(bolt, {MK1: "M1-INERT-4", MK2: "M2-JACK-3"}[game])


@pytest.mark.rule("M1-KD-3", "M1-KD-6")
def test_mk1_who_gave_up_the_action_to_stand_is_told_so() -> None:
    pieces = {"ironclad": at(12, 10, focus=1, down=True), "juggernaut": foe(12, NEXT)}
    t = Game(MK1, pieces).activate("ironclad", "stand instead of acting", 90_000)
    for deed in ("push juggernaut", "tremor with quake_hammer", "attack juggernaut with quake_hammer"):
        t.refusal(deed, "M1-KD-3")
    t.refusal("slam juggernaut", "M1-KD-6")


@pytest.mark.rule("M1-ATK-11")
def test_mk1_models_without_focus_attack_once() -> None:
    """The rate of fire of 2 helps nobody without focus or multi fire."""
    pieces = {"foreman": at(12, 10), "ironclad": foe(12, 16), "sorscha": at(2, 2), "stryker": foe(44, 44)}
    t = Game(ESCALATION, pieces, casters=False, dice=["1 1"]).activate("foreman", "attack ironclad with rivet_gun")
    t.refusal("attack ironclad with rivet_gun", "M1-ATK-11")


@pytest.mark.rule("ES-AUTO-3", "M1-CTRL-5")
def test_escalation_an_autonomous_warjack_is_allocated_nothing() -> None:
    pieces = {
        "stryker": at(12, 10),
        "charger": at(15, 14),
        "ironclad": at(12, 14, master=None),
        "marshal": at(20, 10),
        "etcher": at(20, 14, master="marshal"),
        "juggernaut": foe(40, 40),
    }
    t = Game(ESCALATION, pieces, turn={"phase": "control"})
    t.refusal({"ironclad": 1}, "ES-AUTO-3")
    t.refusal({"etcher": 1}, "M1-CTRL-5")


@pytest.mark.rule("ES-AUTO-12", "ES-AUTO-6")
def test_escalation_no_take_over_after_an_attack() -> None:
    pieces = {
        "kovnik": at(12, 10),
        "juggernaut": at(12, 10 + MEDIUM + LARGE, master=None),
        "ironclad": foe(20, 14),
        "sorscha": at(2, 2),
        "stryker": foe(44, 44),
    }
    t = Game(ESCALATION, pieces, casters=False, dice=["1 1"]).activate("kovnik", "attack ironclad with axe_cannon")
    t.refusal("take juggernaut", "ES-AUTO-12")


@pytest.mark.rule("M1-MOD-7", "M1-MOD-10")
def test_mk1_rifles_that_stand_too_far_apart_do_not_combine() -> None:
    for apart, rule in ((1.1, "M1-MOD-7"), (1.0, "")):
        pieces = {**row(2, step=2 * SMALL + apart), "juggernaut": foe(12, 20)}
        t = Game(MK1, pieces).activate("guns", "no order", "act")
        combined = "guns.1 combine juggernaut with repeating_long_rifle"
        assert t.legal(combined) is not bool(rule)
        if rule:
            t.refusal(combined, rule)


@pytest.mark.rule("M1-MOVE-5", "M1-ATK-1")
def test_mk1_nobody_dazzles_in_melee() -> None:
    pieces = {"beacon": at(12, 10), "juggernaut": foe(12, 10 + MEDIUM + LARGE + 0.3)}
    Game(MK1, pieces).activate("beacon").refusal("dazzle juggernaut with lamp_cannon", "M1-MOVE-5")
