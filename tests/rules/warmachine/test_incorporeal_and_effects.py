"""What touches incorporeal models, moves without focus, steps, single fleers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.interface.facts import facts
from sandtable.rulesets.warmachine.common.state.events import FocusSpent, Struck
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

WRAITH = 10 + LARGE + SMALL + 0.2
FAR = 10 + 2 * LARGE + 5


# --- incorporeal ---
@pytest.mark.rule("M2-ADV-23", "M2-ADV-27")
def test_mk2_only_magic_knocks_an_incorporeal_model_down_freezes_or_pushes_it() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "lab_wraith": foe(12, WRAITH)}
    deeds: tuple[tuple[str, list[str]], ...] = (
        ("head-butt lab_wraith", ["6 5", "6 6"]),
        ("attack lab_wraith with ice_axe", ["5 5 6", "6 6"]),
        ("push lab_wraith", ["6", "1"]),
        ("throw lab_wraith", ["6 5", "6", "1"]),
    )
    for deed, dice in deeds:
        t = Game(MK2, pieces, dice=dice, waits=True).activate("juggernaut", deed)
        if deed.startswith("attack"):
            t.play("boost")
        assert t.effects("lab_wraith") == set() and t.damage("lab_wraith") == 0, deed
        assert t.place("lab_wraith")[1] == pytest.approx(WRAITH, abs=0.001), deed
    magic = {"sorscha": at(12, 10), "lab_wraith": foe(12, 10 + 2 * SMALL + 1), "stryker": foe(44, 44)}
    t = Game(MK2, magic, dice=["5 5", "1 1"], waits=True, casters=False)
    assert "stationary" in t.activate("sorscha", "attack lab_wraith with frostfang").effects("lab_wraith")


@pytest.mark.rule("M2-POWER-31", "M2-ADV-23", "M2-ADV-25")
def test_mk2_a_slam_does_nothing_to_an_incorporeal_model() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "lab_wraith": foe(12, 10 + LARGE + SMALL + 5)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("juggernaut", "slam lab_wraith", [90_000, 4600])
    assert t.effects("lab_wraith") == set() and t.damage("lab_wraith") == 0


@pytest.mark.rule("M2-ATK-8", "M2-STAT-4", "M2-ADV-23")
def test_mk2_a_tremor_misses_with_ones_and_fells_whoever_is_stationary() -> None:
    near = {"juggernaut": foe(12, 10 + 2 * LARGE + 1), "charger": foe(12 - LARGE - MEDIUM - 1, 10, stationary=True)}
    pieces = {"ironclad": at(12, 10), **near, "lab_wraith": foe(12 + LARGE + SMALL + 0.5, 10)}
    t = Game(MK2, pieces).activate("ironclad")
    tremor = next(key for key in t.offers() if "tremor" in key)
    t = Game(MK2, pieces, dice=["1 1"]).activate("ironclad", tremor)
    assert "knocked_down" in t.effects("charger") and "knocked_down" not in t.effects("juggernaut")
    t = Game(MK2, pieces, dice=["6 5"]).activate("ironclad", tremor)
    assert "knocked_down" in t.effects("juggernaut") and "knocked_down" not in t.effects("lab_wraith")


@both
@pytest.mark.rule("M1-ATK-1", "M2-ATK-8")
def test_a_tremor_reaches_two_inches(game: str) -> None:
    for gap, falls in ((2.0, True), (2.002, False)):
        pieces = {"ironclad": at(12, 10), "stryker": foe(12, 10 + LARGE + SMALL + gap), "sorscha": at(44, 2)}
        t = Game(game, pieces, casters=False, dice=["6 5"] if falls or game == MK2 else [])
        t.activate("ironclad", "tremor with quake_hammer")
        assert ("knocked_down" in t.effects("stryker")) == falls


# --- spells and feats that grant moves ---
@both
@pytest.mark.rule("M2-MOVE-16", "M1-CHARGE-2", "M1-RUN-2", "M2-MOVE-5")
def test_a_warjack_under_boundless_charge_pays_nothing(game: str) -> None:
    pieces = {"sorscha": at(12, 8, focus=6), "juggernaut": at(12, 12), "ironclad": foe(12, 12 + 2 * LARGE + 8.4)}
    pieces["stryker"] = foe(44, 44)
    t = Game(game, pieces, casters=False).activate("sorscha", "cast boundless_charge at juggernaut", "end")
    t.activate("juggernaut")
    assert "charge ironclad" in t.offers() and "run" not in t.offers()
    t.play("charge ironclad")
    assert not t.happened(FocusSpent, who="juggernaut") and t.legal([90_000, 8000])


@both
@pytest.mark.rule("M2-MOVE-5", "M1-RUN-2")
def test_warjacks_run_and_charge_for_nothing_where_a_spell_says_so(game: str) -> None:
    pieces = {"oskin": at(12, 8, focus=6), "juggernaut": at(12, 12), "ironclad": foe(12, 20), "stryker": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("oskin")
    spell = next((key for key in t.offers() if key == "cast full_steam"), None)
    assert spell, t.offers()
    t.play(spell, "end").activate("juggernaut")
    assert {"run", "charge ironclad"} <= set(t.offers())


# --- dice, DEF, terrain ---
@pytest.mark.rule("M2-DMG-16", "M2-AOE-4")
def test_mk2_blast_damage_of_a_crippled_weapon_loses_a_die_too() -> None:
    pieces = {"destroyer": at(24, 10, marks="L"), "charger": foe(24, 18, stationary=True)}
    pieces["lancer"] = foe(24 + 2 * MEDIUM + 0.1, 18)
    t = Game(MK2, pieces, dice=["3", "1", "1"], waits=True).activate("destroyer", "attack charger with bombard")
    t.play("charger")
    assert [t.rolls[-n].pools[0].dice for n in (1, 2)] == [(("d6", 1),), (("d6", 1),)] and not t.dice


@pytest.mark.rule("M2-POWER-27", "M2-ATK-24")
def test_mk2_set_defense_counts_against_a_short_slam() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "lancer": foe(12, 10 + LARGE + MEDIUM + 2)}
    t = Game(MK2, pieces, dice=["3 4", "1 1"]).activate("juggernaut", "slam lancer", [90_000, 1700])
    assert t.happened(Struck)[0].total == 7 + 7 - 2


@both
@pytest.mark.rule("M2-KD-7", "M2-STAT-4", "M1-MOD-18")
def test_the_def_of_the_fallen_is_five(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, down=True), "charger": at(20, 10), "juggernaut": foe(40, 40)})
    down, up = facts(t.position, "ironclad"), facts(t.position, "charger")
    assert down and up and down["DEF"] == 5 and up["DEF"] > 10


@both
@pytest.mark.rule("M1-POWER-26", "M2-POWER-28")
def test_a_step_up_stops_a_slam_in_mk1_only(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, FAR)}
    hill = [{"kind": "hill", "at": [12, FAR + LARGE + 1 + 3], "size": [6, 6]}]
    dice = {MK1: ["5 6", "4", "1 1 1"], MK2: ["5 6", "4", "1 1"]}[game]
    t = Game(game, pieces, terrain=hill, dice=dice).activate("juggernaut", "slam ironclad", [90_000, 4600])
    assert t.place("ironclad")[1] == pytest.approx(FAR + (1 if game == MK1 else 4), abs=0.003)
    on_top = [{"kind": "hill", "at": [12, FAR + 2], "size": [6, 8]}]
    t = Game(game, pieces, terrain=on_top, dice=["5 6", "2", "1 1"], waits=True)
    t.activate("juggernaut", "slam ironclad", [90_000, 4600])
    assert t.place("ironclad")[1] == pytest.approx(FAR + 2, abs=0.003), "the hill it stands on stops nobody"


# --- a single trooper flees ---
def guns(*fleeing: int) -> dict[str, Any]:
    return {
        f"guns.{n}": at(
            10 + 1.5 * n,
            20,
            card="long_gunners",
            unit="guns",
            role="grunt" if n > 1 else "leader",
            fleeing=n in fleeing,
        )
        for n in (1, 2, 3)
    }


@pytest.mark.rule("M1-FLEE-11", "M1-FLEE-4", "M1-RALLY-4")
def test_mk1_the_unit_of_a_single_fleer_activates_without_him() -> None:
    pieces = {**guns(3), "stryker": at(14, 12), "juggernaut": foe(12, 40)}
    t = Game(MK1, pieces, turn={"seat": "a", "phase": "maintenance"}, dice=["1 1"])
    assert "fleeing" not in t.effects("guns.3") and "guns" not in t.state.activated
    while "activate guns" not in t.offers():
        t.play(t.ask.default)
    t.play("activate guns", "no order")
    assert "guns.1 advance" in t.offers() and not any(key.startswith("guns.3") for key in t.offers())


@pytest.mark.rule("M1-FLEE-4", "M1-RALLY-4")
def test_mk1_a_unit_that_fled_as_a_whole_does_not_activate() -> None:
    pieces = {**guns(1, 2, 3), "stryker": at(14, 12), "juggernaut": foe(12, 40)}
    t = Game(MK1, pieces, turn={"seat": "a", "phase": "maintenance"}, dice=["1 1"])
    assert "fleeing" not in t.effects("guns.1") and "guns" in t.state.activated
