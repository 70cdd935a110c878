"""Hurled into water and shafts, orders in water, taking control, who dies when."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import ControlTaken, Struck
from sandtable.rulesets.warmachine.common.units.command import Checked
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    SOUTH,
    Game,
    at,
    both,
    foe,
    row,
    to_next_turn,
)  # fmt: skip

NEXT = 10 + 2 * LARGE + 0.3
AWAY = 10 + 2 * LARGE + 4  # where a heavy stands that is slammed from 4 inches away
SLAM = ("slam ironclad", [90_000, 3600])
LATER = pytest.mark.parametrize("game", [ESCALATION, MK2])


def ground(kind: str, y: float) -> list[dict[str, Any]]:
    """Ground of a kind from this line on."""
    return [{"kind": kind, "at": [12, y + 3], "size": [8, 6]}]


# --- hurled ---
@pytest.mark.rule("M2-TERRAIN-6", "M2-POWER-28", "M2-POWER-29", "M2-POWER-14")
def test_mk2_impassable_ground_stops_what_is_hurled_without_a_die() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, AWAY)}
    t = Game(MK2, pieces, terrain=ground("shaft", AWAY + LARGE + 2), dice=["6 5", "6", "1 1"])
    t.activate("juggernaut", *SLAM).done()
    assert t.place("ironclad")[1] == pytest.approx(AWAY + 2, abs=0.003)
    near = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(MK2, near, terrain=ground("shaft", NEXT + LARGE + 0.4), dice=["6", "1"], waits=True)
    assert t.activate("juggernaut", "push ironclad").place("ironclad")[1] == pytest.approx(NEXT + 0.4, abs=0.003)


@both
@pytest.mark.rule("M1-DICE-9", "M1-POWER-21", "M2-POWER-30")
def test_collateral_damage_comes_in_order_of_contact(game: str) -> None:
    """Straight ahead it touches the one whose centre is farther away, but not to the side, first."""
    captain, scout = ("line_captain", "manhunter") if game == MK2 else ("dread", "tracker")
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, AWAY)}
    pieces |= {captain: foe(12, AWAY + 3), scout: foe(13.5, AWAY + 2.8)}
    t = Game(game, pieces, dice=["6 5", "6", "1 1", "1 1", "1 1"], waits=True).activate("juggernaut", *SLAM)
    hurt = [r.purpose.removeprefix("damage to ") for r in t.rolls if r.purpose.startswith("damage to ")]
    assert hurt == ["ironclad", captain, scout]


@both
@pytest.mark.rule("M1-POWER-26", "M1-TERRAIN-11", "M2-TERRAIN-10", "M2-POWER-28")
def test_deep_water_ends_a_slam_in_mk1_and_is_rough_to_it_in_mk2(game: str) -> None:
    away = 10 + LARGE + SMALL + 4
    pieces = {"juggernaut": at(12, 10, focus=1), "stryker": foe(12, away), "sorscha": at(44, 2)}
    water = ground("deep_water", away + SMALL + 1)
    t = Game(game, pieces, casters=False, terrain=water, dice=["6 6", "6", "1 1"], waits=True)
    t.activate("juggernaut", "slam stryker", [90_000, 3600])
    assert t.place("stryker")[1] == pytest.approx(away + {MK1: 1, MK2: 3.5}[game], abs=0.006)
    assert "knocked_down" in t.effects("stryker")


@both
@pytest.mark.rule("M1-POWER-21", "M1-TERRAIN-10", "M2-POWER-30", "M2-TERRAIN-10")
def test_a_warjack_slammed_into_deep_water_hurts_whom_it_passed_over(game: str) -> None:
    stryker = foe(12, AWAY + LARGE + SMALL + 0.5, damage=16)
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, AWAY), "stryker": stryker, "sorscha": at(44, 2)}
    water = ground("deep_water", AWAY + LARGE + 2.5)
    t = Game(game, pieces, casters=False, terrain=water, dice=["6 5", "6", "6 6"])
    t.activate("juggernaut", *SLAM).done(over=True)
    assert t.gone("ironclad") and t.gone("stryker")


# --- orders in deep water ---
@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_nobody_gives_orders_in_deep_water_in_mk1(game: str) -> None:
    pool = [{"kind": "deep_water", "at": [12, 10], "radius": 0.5}]
    t = Game(game, {**row(3), "juggernaut": foe(12, 30)}, terrain=pool).activate("guns")
    assert ("order run" in t.offers()) is (game == MK2)
    if game == MK1:
        pieces = {**row(3, y=13), "stryker": at(12, 10), "juggernaut": foe(12, 30), "sorscha": foe(44, 44)}
        wet = Game(MK1, pieces, casters=False, terrain=pool).activate("stryker")
        wet.refusal("order guns run", "M1-TERRAIN-11")


# --- taking control ---
@pytest.mark.rule("ES-AUTO-6", "ES-AUTO-7", "ES-AUTO-10", "ES-MERC-6")
def test_a_warjack_that_cannot_be_taken_is_refused_for_its_reason() -> None:
    free = at(12, 10 + SMALL + LARGE, master=None)
    base = {"stryker": at(44, 2), "cyg_marshal": at(12, 10), "ironclad": free, "sorscha": foe(44, 44)}
    full = {**base, "charger": at(30, 10, master="cyg_marshal")}
    apart = {**base, "ironclad": at(12, 10 + SMALL + LARGE + 0.02, master=None)}
    for pieces, activated, rule in (
        (full, (), "ES-AUTO-6"), (apart, (), "ES-AUTO-7"), (base, ("ironclad",), "ES-AUTO-10"),
    ):  # fmt: skip
        t = Game(ESCALATION, pieces, casters=False, activated=list(activated)).activate("cyg_marshal")
        t.refusal("take ironclad", rule)
    hired = {"mer_magnus": at(40, 4), "mer_marshal": at(12, 10), "ironclad": free, "sorscha": foe(44, 44)}
    Game(ESCALATION, hired, casters=False).activate("mer_marshal").refusal("take ironclad", "ES-MERC-6")


@LATER
@pytest.mark.rule("ES-AUTO-6", "ES-AUTO-7", "ES-MARSHAL-8", "M2-JACK-9", "M1-INERT-3", "M2-JACK-3")
def test_taking_control_and_reactivating_cite_their_own_rules(game: str) -> None:
    marshal = "strangewayes" if game == MK2 else "cyg_marshal"
    for who, inert, verb, taken, price in (
        ("stryker", False, "take", ("ES-AUTO-6", "M2-JACK-9"), ("ES-AUTO-7", "M2-JACK-9")),
        ("stryker", True, "reactivate", ("M1-INERT-4", "M2-JACK-3"), ("M1-INERT-3", "M2-JACK-3")),
        (marshal, True, "reactivate", ("ES-MARSHAL-9", "M2-JACK-3"), ("ES-MARSHAL-8", "M2-JACK-3")),
    ):
        pieces = {
            "stryker": at(30, 4), marshal: at(20, 4), who: at(12, 10), "sorscha": foe(44, 44),
            "ironclad": at(12, 10 + SMALL + LARGE, master=None, inert=inert), "juggernaut": foe(12, 7),
        }  # fmt: skip
        t = Game(game, pieces, casters=False).activate(who, f"{verb} ironclad")
        assert t.happened(ControlTaken)[0].cite == taken[game == MK2]
        assert not any(key.startswith("attack") for key in t.offers())
        weapon = {"stryker": "quicksilver", "strangewayes": "wrench", "cyg_marshal": "great_wrench"}[who]
        assert "gave up its action" in t.refusal(f"attack juggernaut with {weapon}", price[game == MK2]).reason


# --- losses in the middle of something ---
@both
@pytest.mark.rule("M1-INERT-1", "M1-INERT-6", "M2-JACK-2")
def test_a_warjack_that_shoots_its_own_warcaster_is_inert_at_once(game: str) -> None:
    pieces = {
        "sorscha": at(12, 20, damage=16), "oskin": at(40, 3), "destroyer": at(12, 10, focus=3, master="sorscha"),
        "stryker": foe(44, 44),
    }  # fmt: skip
    t = Game(game, pieces, casters=False, dice=["6 6 6", "6 6"]).activate("destroyer", "attack sorscha with bombard")
    t.play("boost", "roll").done()
    assert t.gone("sorscha") and "inert" in t.effects("destroyer") and t.focus("destroyer") == 0
    assert t.state.activating != "destroyer" and not t.match.over


@both
@pytest.mark.rule("M1-CMD-2", "M1-CMD-3", "M2-CMD-4", "M1-MAINT-4", "M1-FLEE-6")
def test_fire_in_maintenance_may_cost_half_a_unit(game: str) -> None:
    guns = row(2)
    guns["guns.2"]["effects"] = ["fire"]
    turn = {"seat": "a", "phase": "maintenance"}
    t = Game(game, {**guns, "juggernaut": foe(40, 40)}, turn=turn, dice=["5", "6 6", "6 6"])
    assert t.gone("guns.2") and not t.happened(Checked)[0].passed
    if game == MK1:
        assert t.gone("guns.1"), "it runs in the same phase, and over the edge"
    else:
        assert "fleeing" in t.effects("guns.1")


@pytest.mark.rule("M2-ADV-40", "M2-KD-2", "M2-CE-3")
def test_mk2_tough_in_its_own_fire_it_lies_until_its_next_turn() -> None:
    pieces = {"lab_brute": at(12, 10, damage=7, effects=["fire"]), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces, turn={"seat": "a", "phase": "maintenance"}, dice=["5", "6 6", "5"])
    while "activate lab_brute" not in t.offers():
        t.play(t.ask.default)
    t.activate("lab_brute")
    assert "knocked_down" in t.effects("lab_brute") and not any("stand" in key for key in t.offers())


@both
@pytest.mark.rule("M2-TURN-4", "M2-ENGAGE-13", "M1-FREE-5")
def test_frozen_by_a_free_strike_it_stands_still_until_its_own_next_turn(game: str) -> None:
    """A round is counted by whose turn it is: that of the model that moved."""
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT)}).activate(
        "ironclad", "advance", [[12_000, 6000]]
    )
    t.dice = ["5 5", "1 1 1", "1"]
    t.play("strike with ice_axe").done()
    assert "stationary" in t.effects("ironclad") and t.place("ironclad")[1] > 9.5 and t.state.activating != "ironclad"
    assert "stationary" in to_next_turn(t).effects("ironclad")
    assert "stationary" not in to_next_turn(t).effects("ironclad")


# --- crews ---
def crew(n: int, gap: float = 0.0, **gunner: Any) -> dict[str, Any]:
    """A rocket crew of b; its crewmen stand on both sides of the gunner."""
    found = {"crew.1": foe(12, 20, card="kha_rocket_gunner", unit="crew", role="gunner", **gunner)}
    for i in range(n):
        x = 12 + (MEDIUM + SMALL + gap) * (1 - 2 * i)
        found[f"crew.{i + 2}"] = foe(x, 20, card="kha_rocket_crewman", unit="crew", role="crewman")
    return found


@pytest.mark.rule("ES-CREW-5", "ES-CREW-7", "ES-CREW-8", "ES-CREW-14")
def test_the_new_gunner_has_the_crewmans_damage_and_effects() -> None:
    pieces = {**crew(2, effects=["fire"], down=True), "charger": at(12, 12)}
    pieces["crew.2"] |= {"damage": 1, "effects": ["corrosion"]}
    t = Game(ESCALATION, pieces, dice=["6 5", "6 6"]).activate("charger", "attack crew.1 with dual_cannon")
    t.done("b", "who steps in").play("crew.2")
    assert t.gone("crew.2") and t.damage("crew.1") == 1 and t.effects("crew.1") == {"corrosion"}
    assert t.facing("crew.1") == SOUTH and not t.happened(Checked), "one of three is not half"
    far = {**crew(1, 1.003), "charger": at(12, 12)}
    t = Game(ESCALATION, far, dice=["6 5", "6 6"], waits=True).activate("charger", "attack crew.1 with dual_cannon")
    assert t.gone("crew.1"), "nobody within an inch"


# --- sprays and stray spells ---
@both
@pytest.mark.rule("M1-SPRAY-4", "M2-SPRAY-10", "M1-MOD-4", "M2-ATK-14")
def test_a_spray_at_a_target_too_far_away_still_strikes_those_under_it(game: str) -> None:
    """From behind and without moving: +2 and +2."""
    near = {MK1: "tracker", MK2: "manhunter"}[game]
    far = foe(12, 10 + MEDIUM + SMALL + 8.2)
    pieces = {"etcher": at(12, 10), "sorscha": far, near: foe(12.4, 10 + MEDIUM + SMALL + 4, 90), "stryker": at(44, 2)}
    t = Game(game, pieces, casters=False, dice=["1 2", "1 1"], waits=True)
    (only,) = t.activate("etcher", "attack sorscha with acid_jet").happened(Struck)
    assert (only.who, only.total) == (near, 3 + 6 + 2 + 2)


@both
@pytest.mark.rule("M1-MOD-28", "M2-ENGAGE-16")
def test_a_spell_that_misses_in_melee_goes_astray(game: str) -> None:
    pieces = {
        "stryker": at(12, 10, focus=2), "fangs.1": foe(12, 16, card="iron_fangs", unit="fangs", role="leader"),
        "ironclad": at(12, 16 + SMALL + LARGE + 0.2, SOUTH), "sorscha": foe(44, 44),
    }  # fmt: skip
    dice = {MK1: ["1 2"], MK2: ["1 2", "6 5"]}[game]
    t = Game(game, pieces, casters=False, dice=dice, waits=True).activate("stryker", "cast arcane_bolt at fangs.1")
    assert [(s.who, s.total) for s in t.happened(Struck)] == [("fangs.1", 5), ("ironclad", {MK1: 5, MK2: 13}[game])]
