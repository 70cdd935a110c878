"""Upkeep spells cast again, spells on one trooper, Wind Rush."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.state.rules import Draft
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, Game, at, both, foe, row, to_next_turn


def gunner(n: int, x: float, y: float, **more: Any) -> dict[str, Any]:
    return foe(x, y, card="long_gunners", unit="guns", role="leader" if n == 1 else "grunt", **more)


def on(spell: str, caster: str, slot: str) -> dict[str, Any]:
    return {"effects": [{"name": spell, "source": caster, "slot": slot}]}


# --- upkeep ---
@both
@pytest.mark.rule("M1-UPKEEP-2", "M2-SPELL-10")
def test_casting_an_upkeep_spell_again_ends_the_old_one_though_it_misses(game: str) -> None:
    pieces = {
        "vane": at(12, 10, focus=4),
        "juggernaut": foe(16, 18, **on("hex_of_rust", "vane", "enemy upkeep")),
        "destroyer": foe(12, 18),
        "sorscha": foe(44, 44),
    }
    t = Game(game, pieces, casters=False, dice=["1 1"]).activate("vane", "cast hex_of_rust at destroyer", "roll")
    assert t.effects("juggernaut") == t.effects("destroyer") == set()


@both
@pytest.mark.rule("M1-UPKEEP-2", "M1-SPELL-5", "M2-SPELL-10", "M2-SPELL-3")
def test_an_upkeep_spell_cast_again_out_of_range_is_lost(game: str) -> None:
    pieces = {
        "stryker": at(12, 10, focus=2),
        "ironclad": at(12, 14, **on("blur", "stryker", "friendly upkeep")),
        "charger": at(20, 30),
        "juggernaut": foe(40, 40),
    }
    t = Game(game, pieces).activate("stryker", "cast blur at charger")
    assert t.effects("ironclad") == t.effects("charger") == set()


@pytest.mark.rule("M1-UPKEEP-3", "M1-UPKEEP-4", "M1-UPKEEP-8")
def test_mk1_an_enemy_spell_on_a_unit_leaves_the_friendly_slots_of_its_troopers_alone() -> None:
    """The second trooper carries Sure Step instead of his unit's Arcane Shield; the unit is then hexed."""
    from sandtable.rulesets.warmachine.common.magic.lasting import put_on

    pieces = {**row(3), "stryker": at(12, 8), "vane": at(16, 8), "oskin": foe(40, 40)}
    t = Game(MK1, pieces, casters=False)
    d: Draft = Draft(t.rules, t.state)  # type: ignore[arg-type]
    put_on(d, "stryker", "arcane_shield", "guns.1")
    put_on(d, "vane", "sure_step", "guns.2")
    put_on(d, "oskin", "cinder_curse", "guns.3")
    now = t.position.with_state(d.state)
    armour = [now.value(Armour(f"guns.{i}", Blow(target=f"guns.{i}", power=0, seat=1))) for i in (1, 2, 3)]
    assert armour == [14, 11, 14]


@pytest.mark.rule("M1-CMD-8", "M1-UPKEEP-5")
def test_mk1_who_passed_against_a_sermon_is_not_struck_by_it_when_his_unit_gets_a_spell() -> None:
    pieces = {
        "oskin": at(12, 10, focus=2),
        "guns.1": gunner(1, 12, 15),
        "guns.2": gunner(2, 13.5, 15),
        "guns.3": gunner(3, 24, 15),
        "stryker": foe(12, 20),
    }
    t = Game(MK1, pieces, casters=False, dice=["6 6", "6 6", "1 1"]).activate("oskin", "cast dread_sermon at guns.1")

    def rat() -> list[int]:
        strikes = [Strike(attacker=f"guns.{i}", target="oskin", kind="ranged") for i in (1, 2, 3)]
        return [t.value(AttackBonus(strike)) for strike in strikes]

    assert rat() == [4, 4, 6]
    to_next_turn(t)
    while "activate stryker" not in t.offers():
        t.play(t.ask.default)
    t.activate("stryker", "cast arcane_shield at guns.1")
    assert rat() == [4, 4, 6]


# --- single spells and feats ---
@pytest.mark.rule("M1-MAGIC-3")
def test_mk1_wind_rush_is_cast_as_often_as_it_is_paid_for() -> None:
    """She moves twice; the bonus counts once."""
    pieces = {"sorscha": at(12, 10, focus=4), "ironclad": foe(12, 30), "stryker": foe(44, 44)}
    t = Game(MK1, pieces, casters=False).activate("sorscha", "cast wind_rush", [[12_000, 16_000]], 90_000)
    t.play("cast wind_rush", [[12_000, 22_000]], 90_000)
    assert t.place("sorscha") == (12, 22) and t.focus("sorscha") == 0
    assert t.value(Defence(Strike(attacker="stryker", target="sorscha", kind="ranged"))) == 16 + 4


@pytest.mark.rule("M1-SPELL-3", "M1-CHARGE-7", "M1-TERRAIN-4")
def test_mk1_boundless_charge_goes_over_walls_and_rough_ground() -> None:
    ground = [
        {"kind": "wall", "at": [12, 16], "size": [6, 0.5]},
        {"kind": "rough", "at": [12, 18], "size": [6, 2]},
    ]
    pieces = {"sorscha": at(8, 10, focus=6), "juggernaut": at(12, 12), "stryker": foe(44, 44)}
    pieces["ironclad"] = foe(12, 12 + 2 * LARGE + 9.4)
    t = Game(MK1, pieces, casters=False, terrain=ground).activate("sorscha", "cast boundless_charge at juggernaut")
    t.play("end").activate("juggernaut", "charge ironclad")
    t.refusal([90_000, 9001])
    t.play([90_000, 9000])
    assert "attack ironclad with ice_axe" in t.offers()


@both
@pytest.mark.rule("M1-SPELL-3", "M1-CHARGE-7", "M2-ADV-34")
def test_boundless_charge_goes_over_boulders_but_through_no_building(game: str) -> None:
    pieces = {
        "sorscha": at(8, 10, focus=6), "juggernaut": at(12, 10, focus=1), "stryker": foe(44, 44),
        "ironclad": foe(12, 10 + 2 * LARGE + 8),
    }  # fmt: skip
    for kind, spell, far in (("boulder", True, True), ("building", True, False), ("boulder", False, False)):
        block = {"kind": kind, "at": [15.5, 14], "size": [6, 2], "height": 1}  # beside the line of sight
        t = Game(game, pieces, casters=False, terrain=[block]).activate("sorscha")
        t.play(*["cast boundless_charge at juggernaut"] * spell, "end").activate("juggernaut", "charge ironclad")
        assert (t.ask.domain.best(t.position)[1] == 8000) is far, (kind, spell)  # type: ignore[attr-defined]


@pytest.mark.rule("M1-UPKEEP-3", "M1-MOD-28")
def test_mk1_an_offensive_spell_that_strays_onto_a_friend_is_in_the_enemy_slot() -> None:
    """Hex of Rust misses the Charger and hits the Ironclad beside it, whose Arcane Shield stays."""
    pieces = {
        "vane": at(12, 10, focus=2), "stryker": at(2, 2), "sorscha": foe(44, 44), "charger": foe(12, 17),
        "ironclad": at(12 + MEDIUM + LARGE + 0.2, 17, 180, spells={"arcane_shield": "stryker"}),
    }  # fmt: skip
    t = Game(MK1, pieces, dice=["4 5"], casters=False).activate("vane", "cast hex_of_rust at charger").done()
    assert {e.name: e.slot for e in t.state.effects} == {
        "arcane_shield": "friendly upkeep", "hex_of_rust": "enemy upkeep",
    }  # fmt: skip
