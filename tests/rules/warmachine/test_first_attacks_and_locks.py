"""A charger's first attack, cortex and focus, locks, clouds, what is cited."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Destroyed, Struck
from sandtable.rulesets.warmachine.common.units.command import Checked
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, WEST, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3
HEAVY = {MK1: "marauder", MK2: "kodiak"}


def locked(holder: dict[str, Any], held: dict[str, Any]) -> dict[str, Any]:
    return {
        "juggernaut": {**holder, "effects": [{"name": "holding_open_fist", "source": "ironclad"}]},
        "ironclad": {**held, "effects": [{"name": "locked_R", "source": "juggernaut"}]},
    }


# --- charges ---
@both
@pytest.mark.rule("M1-CHARGE-10", "M2-MOVE-26", "M2-MOVE-30")
def test_the_first_attack_is_on_the_charge_target_if_any_weapon_reaches_it(game: str) -> None:
    """The spear has Reach, the shield has not: nobody else is struck first."""
    other = HEAVY[game]
    pieces = {
        "lancer": at(12, 10, focus=1),
        "charger": foe(12, 10 + 2 * MEDIUM + 6),
        other: foe(12 + MEDIUM + LARGE + 0.3, 14.6, WEST),
    }
    t = Game(game, pieces, dice=["1 2"]).activate("lancer", "charge charger", [90_000, 4600])
    rule = {MK1: "M1-CHARGE-10", MK2: "M2-MOVE-26"}[game]
    t.refusal(f"attack {other} with shock_shield", rule)
    t.play("attack charger with war_spear")
    assert t.legal(f"attack {other} with shock_shield")


@pytest.mark.rule("M2-DMG-15")
def test_mk2_movement_crippled_in_mid_charge_ends_it_there() -> None:
    pieces = {
        "juggernaut": at(12, 10, focus=1, columns=[0, 6, 5, 0, 0, 0]),
        "ironclad": foe(12 + 2 * LARGE + 0.2, 10, WEST),
        "charger": foe(12, 10 + LARGE + MEDIUM + 6),
    }
    t = Game(MK2, pieces).activate("juggernaut", "charge charger", [90_000, 6000])
    t.dice = ["6 5", "1 1 1", "3"]
    t.play("strike with quake_hammer")
    assert "M" in t.out("juggernaut") and t.place("juggernaut")[1] < 12.5
    assert t.happened(Charged, failed=True, cite="M2-DMG-15") and t.state.activating != "juggernaut"
    t = Game(MK2, pieces).activate("juggernaut", "slam charger", [90_000, 6000])
    t.dice = ["6 5", "1 1 1", "3"]
    t.play("strike with quake_hammer")
    assert t.happened(Charged, failed=True, cite="M2-DMG-15") and t.state.activating != "juggernaut"


@both
@pytest.mark.rule("M1-CHARGE-1", "M1-CHARGE-6", "M2-MOVE-13", "M2-MOVE-19", "M2-MOVE-20")
def test_a_charge_line_is_refused_for_its_length_its_direction_or_its_end(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 30)}).activate(
        "ironclad", "charge juggernaut"
    )
    t.refusal([90_000, 8001], {MK1: "M1-CHARGE-1", MK2: "M2-MOVE-13"}[game], short=1)
    t.refusal([45_000, 8000], {MK1: "M1-CHARGE-6", MK2: "M2-MOVE-19"}[game])
    t.refusal([90_000, 3000], {MK1: "M1-CHARGE-6", MK2: "M2-MOVE-20"}[game])
    if game == MK2:
        rough = [{"kind": "rough", "at": [12, 13], "size": [6, 2]}]
        slow = Game(MK2, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 30)}, terrain=rough)
        why = slow.activate("ironclad", "charge juggernaut").refusal([90_000, 8000], "M2-MOVE-13")
        assert "slow ground" in why.reason and (why.short_by or 0) > 3000


@both
@pytest.mark.rule("M1-POWER-24", "M2-POWER-22")
def test_a_slam_needs_line_of_sight_by_its_own_rule(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, 270, focus=1), "juggernaut": foe(12, 18)}).activate("ironclad")
    t.refusal("slam juggernaut", {MK1: "M1-POWER-24", MK2: "M2-POWER-22"}[game])


# --- focus ---
@both
@pytest.mark.rule("M1-SYS-3", "M2-DMG-14")
def test_without_a_cortex_focus_is_not_used(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=2, marks="C"), "juggernaut": foe(12, NEXT)}
    t = Game(game, pieces).activate("ironclad")
    for deed in ("run", "charge juggernaut", "slam juggernaut", "push juggernaut", "throw juggernaut"):
        t.refusal(deed, {MK1: "M1-SYS-3", MK2: "M2-DMG-14"}[game])
    t.dice = ["1 1"]
    t.play("attack juggernaut with quake_hammer").done()


@both
@pytest.mark.rule("M1-ATK-7", "M1-CTRL-6", "M2-CTRL-5")
def test_a_disrupted_warjack_receives_no_focus_in_mk1(game: str) -> None:
    """Mk II forbids only allocation to it, and limits only allocation to three."""
    pieces = {
        "vane": at(12, 10, focus=7), "ironclad": at(12, 16, focus=3), "sorscha": foe(44, 44),
        "lancer": at(16, 16, effects=["disrupted"]), "charger": at(8, 16, marks="C"),
    }  # fmt: skip
    t = Game(game, pieces, casters=False).activate("vane", "feat")
    found = (t.focus("ironclad"), t.focus("lancer"), t.focus("charger"))
    assert found == {MK1: (3, 0, 0), MK2: (4, 1, 0)}[game]


# --- channelling ---
@both
@pytest.mark.rule("M2-LOS-2", "M2-SPELL-14", "M1-CHANNEL-2")
def test_a_friendly_spell_goes_through_a_channeler_on_itself(game: str) -> None:
    """Too far away for its warcaster's own cast."""
    pieces = {"stryker": at(12, 10, focus=6), "lancer": at(12, 21), "juggernaut": foe(30, 40), "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("stryker", "cast arcane_shield at lancer through lancer")
    assert "arcane_shield" in t.effects("lancer")


# --- locks ---
@both
@pytest.mark.rule("M1-POWER-43", "M1-POWER-44", "M2-POWER-17", "M2-POWER-18")
def test_weapons_in_a_lock_are_refused_by_the_rule_on_locks(game: str) -> None:
    t = Game(game, locked(at(12, 10, focus=1), foe(12, NEXT))).activate("juggernaut")
    busy = {MK1: "M1-POWER-43", MK2: "M2-POWER-17"}[game]
    t.refusal("attack ironclad with open_fist", busy)
    t.refusal("throw ironclad", busy)
    held = Game(game, locked(foe(12, NEXT), at(12, 10)), dice=["6", "1"], waits=True).activate("ironclad")
    held.refusal("attack juggernaut with quake_hammer", {MK1: "M1-POWER-44", MK2: "M2-POWER-18"}[game])


@pytest.mark.rule("M2-POWER-20")
def test_mk2_further_tries_to_break_free_come_after_the_initial_attacks() -> None:
    t = Game(MK2, locked(foe(12, NEXT), at(12, 10, focus=2)), dice=["1", "6"]).activate("ironclad")
    t.play("break free of juggernaut")
    assert t.offers() == ["attack juggernaut with open_fist", "end"] and t.focus("ironclad") == 2
    t.dice = ["1 1", "6", "1"]
    t.play("attack juggernaut with open_fist", "roll", "break free of juggernaut").done()
    assert t.focus("ironclad") == 1 and t.legal("attack juggernaut with quake_hammer")


# --- clouds ---
@pytest.mark.rule("M1-CLOUD-1", "M1-LOS-9", "M1-CLOUD-3", "M1-MOD-24")
def test_mk1_whoever_touches_a_cloud_is_inside_it_for_sight_too() -> None:
    for gap, seen in ((-0.1, True), (0.0, True), (0.009, True), (0.012, False)):
        pieces = {"charger": at(12, 10), "juggernaut": foe(12, 16 + LARGE + gap)}
        t = Game(MK1, pieces, terrain=[{"kind": "cloud", "at": [12, 14], "radius": 2}]).activate("charger")
        assert t.legal("attack juggernaut with dual_cannon") is seen, gap


# --- what is cited ---
@both
@pytest.mark.rule("M1-DICE-1", "M1-RANGED-2", "M1-DICE-6", "M2-ATK-2", "M2-ATK-4", "M2-ATK-5")
def test_hits_cite_the_rule_on_their_kind_of_attack(game: str) -> None:
    pieces = {"stryker": at(12, 10), "juggernaut": foe(12, 16), "sorscha": foe(44, 44)}
    near = {**pieces, "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}
    for where, deed, mk1, mk2 in (
        (near, "attack juggernaut with quicksilver", "M1-MELEE-2", "M2-ATK-2"),
        (pieces, "attack juggernaut with disruptor_pistol", "M1-RANGED-2", "M2-ATK-4"),
        (pieces, "cast arcane_bolt at juggernaut", "M1-MAGIC-1", "M2-ATK-5"),
    ):
        ready = {**where, "stryker": at(12, 10, focus=2 if "cast" in deed else 0)}
        t = Game(game, ready, casters=False, dice=["3 5", "1 1"], waits=True).activate("stryker", deed)
        assert t.happened(Struck)[0].cite == (mk2 if game == MK2 else "M1-DICE-1") and t.cited(
            mk2 if game == MK2 else mk1
        )
        assert t.rolls[1].cite == {MK1: "M1-DICE-6", MK2: "M2-DMG-2"}[game]


@both
@pytest.mark.rule("M1-SYS-9", "M1-SYS-10", "M2-DMG-12")
def test_a_lost_warjack_cites_its_own_rule(game: str) -> None:
    marks: dict[str, Any] = {"marks": "LC"} if game == MK1 else {"damage": 29}
    pieces = {"juggernaut": at(12, 10), "ironclad": foe(12, NEXT, **marks)}
    t = Game(game, pieces, dice=["6 5", "6 6", "2"]).activate("juggernaut", "attack ironclad with ice_axe")
    (lost,) = t.happened(Destroyed)
    assert lost.cite == {MK1: "M1-SYS-9", MK2: "M2-DMG-12"}[game]


@pytest.mark.rule("M2-ADV-18", "M2-ENGAGE-5", "M2-ADV-17")
def test_mk2_an_engaged_gunfighter_shoots_nobody_else_and_does_not_aim() -> None:
    pieces = {
        "gun_mage_adept": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.3), "charger": foe(18, 14),
    }  # fmt: skip
    t = Game(MK2, pieces, dice=["1 2", "1 1"], waits=True).activate("gun_mage_adept")
    t.refusal("attack charger with magelock_pistol", "M2-ADV-18")
    t.play("attack juggernaut with magelock_pistol", "pass")
    assert t.happened(Struck)[0].total == 3 + 8


# --- flight ---
@pytest.mark.rule("M2-CMD-16", "M2-MOVE-3")
def test_mk2_a_flight_that_is_too_long_is_too_long_a_run() -> None:
    pieces = {
        "dread_axe": at(12, 20, fleeing=True),
        "ironclad": foe(12, 30),
        "sorscha": at(44, 2),
        "stryker": foe(44, 44),
    }
    t = Game(MK2, pieces, casters=False).activate("dread_axe")
    t.refusal([[12_000, 7900]], "M2-MOVE-3", short=100)
    t.refusal([[12_000, 21_000]], "M2-CMD-16")


@pytest.mark.rule("M2-CMD-10", "M2-CMD-11", "M2-CMD-19")
def test_mk2_troopers_out_of_formation_rally_one_by_one() -> None:
    """Two are with their leader; two far away have a Commander near and check on his CMD, each alone."""
    places = {1: (10, 10), 2: (12, 10), 3: (34, 10), 4: (36, 10)}
    pieces: dict[str, Any] = {
        f"guard.{n}": at(*xy, card="winter_guard", unit="guard", role="leader" if n == 1 else "grunt", fleeing=True)
        for n, xy in places.items()
    }
    pieces |= {"sorscha": at(35, 6), "ironclad": foe(12, 40), "stryker": foe(44, 44)}
    t = Game(MK2, pieces, casters=False, dice=["1 1", "6 6", "1 1"]).activate("guard", (), (), (), ())
    t.play("guard.1", "guard.3")
    assert [(c.who, c.against) for c in t.happened(Checked)] == [("guard", 7), ("guard.3", 9), ("guard.4", 9)]
    assert [n for n in places if "fleeing" in t.effects(f"guard.{n}")] == [3]
