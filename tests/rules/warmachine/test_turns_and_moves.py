"""Turns, activations, moves and charges: what the other files leave open, both editions side by side."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Moved, Struck
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe


@both
@pytest.mark.rule("M1-TURN-3", "M1-TURN-4", "M2-ACT-1", "M2-TURN-8", "M2-ACT-22")
def test_everybody_activates_once_in_any_order(game: str) -> None:
    pieces = {"ironclad": at(12, 10), "lancer": at(20, 10), "stryker": at(30, 10), "juggernaut": foe(40, 40)}
    t = Game(game, pieces)
    assert t.offers() == ["activate ironclad", "activate lancer", "activate stryker"]
    t.play("activate lancer", "end")
    t.refusal("activate lancer", {MK1: "M1-TURN-3", MK2: "M2-ACT-1"}[game])


@both
@pytest.mark.rule("M1-TURN-2", "M2-TURN-6", "M2-TURN-3")
def test_turns_alternate_and_a_round_is_one_each(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "sorscha": foe(40, 40)}, casters=False).play("end")
    assert t.state.active == 1 and t.state.round == 1
    t.play("end")
    assert t.state.active == 0 and t.state.round == 2


@both
@pytest.mark.rule("M1-TURN-8", "M2-ACT-2", "M2-ACT-21")
def test_no_movement_after_the_action_has_begun(game: str) -> None:
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 12.2)}
    t = Game(game, pieces, dice=["1 1"]).activate("ironclad", "attack juggernaut with quake_hammer")
    t.refusal("advance", {MK1: "M1-TURN-8", MK2: "M2-ACT-21"}[game])


@both
@pytest.mark.rule("M1-RUN-4", "M2-ACT-11", "M2-SPELL-8", "M2-SPELL-19")
def test_who_has_run_is_done(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "ironclad": at(20, 10), "juggernaut": foe(40, 40)}
    t = Game(game, pieces).activate("stryker", "run", [[12000, 12000]], 90_000)
    assert t.state.activating == "" or t.state.activating == "ironclad"
    assert "stryker" in t.state.activated


@both
@pytest.mark.rule("M1-MOVE-4", "M2-MOVE-10", "M2-MOVE-11")
def test_turning_on_the_spot_is_movement_and_spoils_aiming(game: str) -> None:
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 20)}
    t = Game(game, pieces, dice=["1 1"]).activate(
        "charger", "advance", (), 80_000, "attack juggernaut with dual_cannon"
    )
    assert "aiming" not in [term.why for roll in t.rolls for pool in roll.pools for term in pool.terms]


@both
@pytest.mark.rule("M1-MOD-2", "M1-MAGIC-4", "M2-SPELL-7")
def test_aiming_never_helps_a_spell(game: str) -> None:
    spell = Strike(attacker="stryker", target="juggernaut", kind="magic", spell="arcane_bolt", aimed=True)
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(12, 20)})
    assert t.value(AttackBonus(spell)) == 6


@both
@pytest.mark.rule("M1-FREE-9", "M2-ENGAGE-10")
def test_no_back_strike_in_a_free_strike(game: str) -> None:
    strike = Strike(attacker="juggernaut", target="stryker", weapon="ice_axe", free=True, unaware=("stryker",))
    t = Game(game, {"stryker": at(12, 10, 270), "juggernaut": foe(12, 12)})
    assert t.value(AttackBonus(strike)) == 7 + 2


@both
@pytest.mark.rule("M1-CTRL-8", "M2-CTRL-17", "M2-SPELL-13")
def test_a_warcaster_boosts_buys_and_casts(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.2)}
    t = Game(game, pieces, dice=["1 2 3", "1 1", "1 1"])
    t.activate("stryker", "attack juggernaut with quicksilver", "boost", "roll")
    t.play("attack juggernaut with quicksilver", "roll")
    assert t.focus("stryker") == 4


@both
@pytest.mark.rule("M1-CHARGE-15", "M2-MOVE-32")
def test_after_the_charge_attack_the_other_weapons_follow(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=2), "destroyer": foe(12, 10 + 2 * LARGE + 4)}
    t = Game(game, pieces, dice=["1 1", "1 1"]).activate("ironclad", "charge destroyer", [90_000, 4000])
    t.play("attack destroyer with quake_hammer", "roll", "attack destroyer with open_fist", "roll")
    assert t.focus("ironclad") == 1


@both
@pytest.mark.rule("M1-CHARGE-5", "M1-CHARGE-20", "M2-MOVE-18", "M2-MOVE-36")
def test_moving_off_something_touched_is_not_meeting_it(game: str) -> None:
    """The charger starts in contact with a friend behind and one at its side."""
    pieces = {
        "ironclad": at(12, 10, focus=1), "lancer": at(12, 10 - LARGE - MEDIUM), "charger": at(12 + LARGE + MEDIUM, 10),
        "destroyer": foe(12, 10 + 2 * LARGE + 4),
    }  # fmt: skip
    t = Game(game, pieces).activate("ironclad", "charge destroyer", [90_000, 4000])
    assert t.happened(Charged, failed=False)


@both
@pytest.mark.rule("M1-CHARGE-19", "M1-RUN-6", "M2-MOVE-35")
def test_a_charge_out_of_melee_is_struck_at(game: str) -> None:
    pieces = {
        "ironclad": at(12, 10, focus=1), "ibex": foe(12 - LARGE - MEDIUM - 0.2, 10, 0),
        "destroyer": foe(12, 10 + 2 * LARGE + 5),
    }  # fmt: skip
    t = Game(game, pieces).activate("ironclad", "charge destroyer", [90_000, 5000])
    t.done("b", "leaves the melee range")


@both
@pytest.mark.rule("M1-SETUP-8", "M2-GEO-12")
def test_the_edge_stops_what_is_hurled_without_a_collision(game: str) -> None:
    y = 48 - LARGE - 1
    pieces = {"juggernaut": at(12, y - 2 * LARGE - 4, focus=1), "ironclad": foe(12, y)}
    t = Game(game, pieces, dice=["6 5", "6", "1 1"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert t.place("ironclad")[1] == pytest.approx(48 - LARGE, abs=0.003) and t.pool("damage") == {"d6": 2}


@both
@pytest.mark.rule("M1-GEO-11", "M2-GEO-12")
def test_nobody_walks_off_the_table(game: str) -> None:
    t = Game(game, {"ironclad": at(2, 10), "juggernaut": foe(40, 40)}).activate("ironclad", "advance")
    t.refusal([[500, 10000]], {MK1: "M1-SETUP-8", MK2: "M2-GEO-12"}[game])


@both
@pytest.mark.rule("M1-POWER-5", "M2-POWER-25", "M2-POWER-23")
def test_a_slam_is_made_with_the_strength_of_the_body(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 4)}
    t = Game(game, pieces, dice=["6 5", "1", "4 4", "1"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert t.damage("ironclad") == 8 + 12 - 18
    assert t.happened(Moved, who="ironclad", forced=True) and t.happened(Struck)[0].hit


@both
@pytest.mark.rule("M1-SPELL-2", "M1-SPELL-6", "M2-SPELL-1")
def test_a_spell_for_the_caster_names_no_target(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=6), "juggernaut": at(20, 10), "stryker": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("sorscha")
    assert "cast wind_rush" in t.offers() and not [o for o in t.offers() if o.startswith("cast wind_rush at")]
    t.play("cast wind_rush", [[12000, 14000]], 90_000)
    assert t.place("sorscha") == (12, 14) and t.effects("sorscha") == {"wind_rush"} and "advance" in t.offers()
