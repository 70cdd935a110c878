"""Wrecks rebuilt in two goes, focus from a feat, who a thrown model lands on."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.interface.invariants import faults
from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import (
    EAST,
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    SMALL,
    Game,
    at,
    foe,
    to_next_turn,
)  # fmt: skip

NEXT = 10 + 2 * LARGE + 0.2
GUNNER: dict[str, Any] = {"card": "field_gun_gunner", "unit": "gun", "role": "gunner"}
CREWMAN: dict[str, Any] = {"card": "field_gun_crewman", "unit": "gun", "role": "crewman"}


def to_own_activations(t: Game) -> Game:
    """The next turn of seat a, up to its activations."""
    to_next_turn(t)
    if t.state.active == 1:
        to_next_turn(t)
    while not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default)
    return t


@pytest.mark.rule("M1-SYS-9", "M1-SYS-13", "M1-DMG-7")
def test_a_wreck_with_three_systems_out_stays_one_until_fewer_are() -> None:
    """A hull box helps nothing; then a box of the cortex does. Its focus does not come back."""
    pieces = {
        "adept": at(12 - LARGE - SMALL, 10, EAST),
        "ironclad": at(12, 10, marks="LR", focus=2),
        "juggernaut": foe(12, NEXT),
    }
    t = Game(ESCALATION, pieces, turn={"seat": "b"}, dice=["6 5", "6 6", "4"])
    t.activate("juggernaut", "attack ironclad with ice_axe")
    assert t.gone("ironclad")
    for letter, back in ((".", False), ("C", True)):
        to_own_activations(t)
        t.dice = ["1"]
        t.activate("adept", "rebuild ironclad")
        names = t.ask.domain.names  # type: ignore[attr-defined]
        t.play([next(n for n in names if n.endswith(letter))])
        assert ("ironclad" in t.state.models) is back
        assert any(f.kind == "wreck" for f in t.state.map.features) is not back
    assert t.focus("ironclad") == 0 and "knocked_down" in t.effects("ironclad")


@pytest.mark.rule("M1-CTRL-6", "M1-SYS-3", "M1-INERT-2", "ES-AUTO-4")
def test_open_circuit_gives_focus_to_those_who_can_hold_it() -> None:
    pieces = {
        "vane": at(12, 10),
        "ironclad": at(12, 14, focus=3),
        "charger": at(14, 14, marks="C"),
        "lancer": at(16, 14, effects=["disrupted"]),
        "beacon": at(10, 14, inert=True),
        "etcher": at(20, 14, master=None, focus=1),
        "juggernaut": foe(40, 40),
    }
    t = Game(ESCALATION, pieces).activate("vane", "feat")
    assert [t.focus(n) for n in ("ironclad", "charger", "lancer", "beacon", "etcher")] == [3, 0, 0, 0, 2]


@pytest.mark.rule("M1-POWER-34", "M1-POWER-36", "M1-POWER-27", "M1-POWER-33")
def test_mk1_a_thrown_model_hurts_the_small_ones_it_lands_on_not_those_it_flies_over() -> None:
    """No extra die for it; whoever is under it is shifted."""
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT), "tracker": foe(12, NEXT + 3)}
    pieces["dread"] = foe(12.2, NEXT + 7)
    t = Game(MK1, pieces, dice=["5 4", "6", "1", "1", "1", "1 1", "1 1"])
    t.activate("juggernaut", "throw ironclad", [90_000, 6000], 0).done()
    assert t.place("ironclad")[1] == pytest.approx(NEXT + 7, abs=0.002) and not faults(t.position)
    assert "knocked_down" in t.effects("dread") and t.effects("tracker") == set()


@pytest.mark.rule("ES-CREW-13", "M1-POWER-6", "M1-POWER-31")
def test_a_gunner_is_small_to_whoever_throws_or_butts_him() -> None:
    """STR 12: 6 inches and one more. A light warjack has -2 against him, not -4."""
    crew = {"gun.2": foe(30, 30, **CREWMAN), "sorscha": at(2, 2), "stryker": foe(44, 44)}
    pieces = {"juggernaut": at(12, 10, focus=1), "gun.1": foe(12, 10 + LARGE + MEDIUM + 0.2, **GUNNER), **crew}
    t = Game(ESCALATION, pieces, casters=False, dice=["6 5", "6", "1"]).activate("juggernaut", "throw gun.1")
    assert t.legal([90_000, 7000]) and not t.legal([90_000, 6000])
    pieces = {"ibex": at(12, 10, focus=1), "gun.1": foe(12, 10 + 2 * MEDIUM + 0.2, **GUNNER), **crew}
    t = Game(ESCALATION, pieces, casters=False, dice=["1 2"]).activate("ibex", "head-butt gun.1")
    assert t.happened(Struck)[0].total == 3 + 5 - 2


@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M1-INERT-6", "M1-POWER-19")
def test_mk1_a_warjack_slammed_into_shallow_water_goes_out() -> None:
    away = 10 + 2 * LARGE + 4
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, away, focus=2, effects=["fire"])}
    pond = [{"kind": "shallow_water", "at": [12, away + LARGE + 5], "size": [8, 8]}]
    for inches, out in (("1", False), ("3", True)):
        t = Game(MK1, pieces, terrain=pond, dice=["6 5", inches, "1 1"])
        t.activate("juggernaut", "slam ironclad", [90_000, 4000])
        assert ("inert" in t.effects("ironclad")) is out and ("fire" in t.effects("ironclad")) is not out
        assert t.focus("ironclad") == (0 if out else 2)


@pytest.mark.rule("ES-ATTACH-5", "M1-ATK-8")
def test_the_former_leader_repairs_while_an_officer_leads() -> None:
    """His card is that of the unit's leader, whom the unit's name and his role mean."""
    unit: dict[str, Any] = {"card": "stokers", "unit": "stokers"}
    pieces = {
        "stokers.1": at(12, 10, role="leader", **unit),
        "stokers.2": at(12 + 2 * SMALL + 0.1, 10.3, role="grunt", **unit),
        "stokers.3": at(12, 8.5, card="stoker_ua_officer", unit="stokers", role="officer"),
        "juggernaut": at(12, 10 + SMALL + LARGE, damage=3),
        "ironclad": foe(40, 40),
        "sorscha": at(2, 2),
        "stryker": foe(44, 44),
    }
    t = Game(ESCALATION, pieces, casters=False).activate("stokers", "no order", "act")
    assert [o for o in t.offers() if "repair" in o] == ["stokers.1 repair juggernaut"]
