"""Boosts of stray shots, Stealth in melee, orders of damage, formation, locks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.interface.invariants import faults
from sandtable.rulesets.warmachine.common.state.events import Damaged, Struck
from sandtable.rulesets.warmachine.common.units.command import Checked
from sandtable.rulesets.warmachine.mk2.edition import any_in_pit, surviving
from tests.rules.warmachine.kit import EAST, LARGE, MEDIUM, MK1, MK2, SMALL, SOUTH, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3


def troopers(n: int, x: float, y: float, step: float = 1.3, card: str = "long_gunners", **more: Any) -> dict[str, Any]:
    return {
        f"guns.{i + 1}": foe(x + i * step, y, card=card, unit="guns", role="grunt" if i else "leader", **more)
        for i in range(n)
    }


# --- stray shots ---
@pytest.mark.rule("M2-ENGAGE-16")
def test_mk2_a_boosted_shot_into_melee_is_boosted_again_for_nothing() -> None:
    pieces = {
        "charger": at(12, 10, focus=2),
        "fangs.1": foe(12, 16, card="iron_fangs", unit="fangs", role="leader"),
        "ironclad": at(12, 16 + SMALL + LARGE + 0.2, SOUTH),
    }
    t = Game(MK2, pieces, dice=["1 2 3", "4 6 1", "1 1"], waits=True)
    t.activate("charger", "attack fangs.1 with dual_cannon", "pass", "boost")
    first, second = t.happened(Struck)
    assert (first.who, second.who, second.total) == ("fangs.1", "ironclad", 11 + 6 - 4 + 2)
    assert t.focus("charger") == 1
    plain = Game(MK2, pieces, dice=["1 2", "4 6", "1 1"], waits=True)
    plain.activate("charger", "attack fangs.1 with dual_cannon", "pass", "roll")
    assert len(plain.happened(Struck)) == 2, "the shot that is rolled again is not asked for another boost"


@pytest.mark.rule("M2-ADV-36", "M2-ENGAGE-16", "M2-ENGAGE-18")
def test_mk2_a_stealthy_target_in_range_is_missed_and_the_shot_goes_astray() -> None:
    pieces = {"charger": at(12, 10), "manhunter": foe(12, 18), "ironclad": at(12, 18 + SMALL + LARGE + 0.2, SOUTH)}
    t = Game(MK2, pieces, dice=["6 6", "1 1"], waits=True).activate("charger", "attack manhunter with dual_cannon")
    missed, stray = t.happened(Struck)
    assert not missed.rolled and missed.cite == "M2-ADV-36" and stray.who == "ironclad"
    far = {**pieces, "manhunter": foe(12, 25), "ironclad": at(12, 25 + SMALL + LARGE + 0.2, SOUTH)}
    t = Game(MK2, far).activate("charger", "attack manhunter with dual_cannon")
    (missed,) = t.happened(Struck)
    assert missed.cite == "M2-ATK-11"


# --- areas ---
@both
@pytest.mark.rule("M2-AOE-14", "M1-DICE-9")
def test_the_attacker_of_mk2_says_whose_damage_is_rolled_next(game: str) -> None:
    pieces = {"destroyer": at(24, 10), "charger": foe(24, 18), "lancer": foe(24 + 2 * MEDIUM + 0.1, 18)}
    dice = ["6 6", "6 6", "1", "6 6", "1"]
    t = Game(game, pieces, dice=dice, waits=True).activate("destroyer", "attack charger with bombard")
    if game == MK2:
        assert t.ask.cite == "M2-AOE-14" and t.offers() == ["charger", "lancer"]
        t.play("lancer")
    assert [e.who for e in t.happened(Damaged)] == (["lancer", "charger"] if game == MK2 else ["charger", "lancer"])


# --- charges ---
@pytest.mark.rule("M2-MOVE-37")
def test_mk2_whoever_has_no_melee_weapon_does_not_charge() -> None:
    t = Game(MK2, {"lab_seer": at(12, 10), "juggernaut": foe(12, 18)}).activate("lab_seer")
    t.refusal("charge juggernaut", "M2-MOVE-37")
    assert "run" in t.offers()


# --- units ---
@pytest.mark.rule("M2-CMD-11", "M2-CMD-4")
def test_mk2_for_massive_casualties_troopers_out_of_formation_check_one_by_one() -> None:
    pieces = {
        "ironclad": at(12, 10),
        **troopers(2, 11.3, 10 + LARGE + SMALL + 0.1),
        "guns.3": foe(30, 30, card="long_gunners", unit="guns"),
        "guns.4": foe(11.3, 14, card="long_gunners", unit="guns"),
    }
    t = Game(MK2, pieces, dice=["6 5", "6 6", "6 5", "6 6", "1 1", "6 6"], waits=True)
    t.activate("ironclad", "attack guns.2 with quake_hammer", "attack guns.1 with open_fist")
    assert [(c.who, c.passed) for c in t.happened(Checked)] == [("guns", True), ("guns.3", False)]
    assert "fleeing" in t.effects("guns.3") and "fleeing" not in t.effects("guns.4")


@pytest.mark.rule("M1-CMD-8", "M1-CMD-2")
def test_mk1_for_massive_casualties_troopers_out_of_formation_check_for_themselves() -> None:
    pieces = {
        "ironclad": at(12, 10),
        **troopers(2, 11.3, 10 + LARGE + SMALL + 0.1),
        "guns.3": foe(30, 30, card="long_gunners", unit="guns"),
        "guns.4": foe(11.3, 14, card="long_gunners", unit="guns"),
    }
    t = Game(MK1, pieces, dice=["6 5", "6 6", "6 5", "6 6", "1 1", "6 6"], waits=True)
    t.activate("ironclad", "attack guns.2 with quake_hammer", "attack guns.1 with open_fist")
    assert [c.passed for c in t.happened(Checked)] == [True, False]


@pytest.mark.rule("M2-FORM-10")
def test_mk2_a_grunt_in_formation_is_promoted_if_there_is_one() -> None:
    near = troopers(3, 11.3, 10 + LARGE + SMALL + 0.1)
    far = {"guns.4": foe(40, 40, card="long_gunners", unit="guns")}
    kill = ("attack guns.1 with quake_hammer",)
    t = Game(MK2, {"ironclad": at(12, 10), **near, **far}, dice=["6 5", "6 6"], waits=True).activate("ironclad", *kill)
    assert t.offers() == ["guns.2", "guns.3"]
    alone = {"guns.1": near["guns.1"], **far, "guns.3": foe(44, 40, card="long_gunners", unit="guns")}
    t = Game(MK2, {"ironclad": at(12, 10), **alone}, dice=["6 5", "6 6"], waits=True).activate("ironclad", *kill)
    assert t.offers() == ["guns.4", "guns.3"], "nobody was in formation: any grunt"


@pytest.mark.rule("M2-CMD-10", "M2-CMD-19")
def test_mk2_a_trooper_in_formation_rallies_on_its_commanders_cmd() -> None:
    """The officer has CMD 10, the pikeman 9."""
    pieces = {
        "fangs.1": at(10, 10, card="if_officer", unit="fangs", role="officer"),
        "fangs.2": at(12, 10, card="iron_fangs", unit="fangs", role="leader"),
        "fangs.3": at(14, 10, card="iron_fangs", unit="fangs", fleeing=True),
        "juggernaut": foe(40, 40),
    }
    t = Game(MK2, pieces, dice=["4 6"]).activate("fangs", "no order", (), "pass", "act", "end")
    (check,) = t.happened(Checked)
    assert check.against == 10 and "fleeing" not in t.effects("fangs.3")


# --- power attacks ---
@both
@pytest.mark.rule("M1-POWER-10", "M1-POWER-12", "M2-POWER-13", "M2-MOVE-9", "M1-GEO-11")
def test_who_follows_a_push_stops_at_others(game: str) -> None:
    name = "manhunter" if game == MK2 else "tracker"
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT), name: at(12 + LARGE + SMALL - 0.3, 11.2)}
    t = Game(game, pieces, dice=["6", "1"]).activate("juggernaut", "push ironclad", "follow")
    assert 10 < t.place("juggernaut")[1] < 10.5 and not faults(t.position)


def in_a_lock(holder: dict[str, Any], held: dict[str, Any]) -> dict[str, Any]:
    return {
        "juggernaut": {**holder, "effects": [{"name": "holding_open_fist", "source": "ironclad"}]},
        "ironclad": {**held, "effects": [{"name": "locked_R", "source": "juggernaut"}]},
    }


@both
@pytest.mark.rule("M2-POWER-17", "M1-POWER-44")
def test_a_push_tears_a_lock_apart_only_in_mk1(game: str) -> None:
    pieces = {**in_a_lock(at(12, 10), foe(12, NEXT)), "destroyer": at(12 - 2 * LARGE - 0.3, NEXT, EAST, focus=1)}
    t = Game(game, pieces, dice=["6", "1"], waits=True).activate("destroyer", "push ironclad")
    assert t.place("ironclad")[0] == pytest.approx(13 if game == MK1 else 12, abs=0.003)
    assert ("locked_R" in t.effects("ironclad")) is (game == MK2)


@both
@pytest.mark.rule("M1-DICE-9", "M1-POWER-41", "M2-DICE-5", "M2-POWER-20")
def test_the_holders_die_comes_first_in_mk1_the_victims_in_mk2(game: str) -> None:
    """STR 11 and 6 against STR 12 and 1."""
    pieces = in_a_lock(foe(12, NEXT), at(12, 10))
    t = Game(game, pieces, dice={MK1: ["1", "6"], MK2: ["6", "1"]}[game]).activate("ironclad")
    if game == MK2:
        t.play("break free of juggernaut")
    assert "locked_R" not in t.effects("ironclad")
    tie = Game(game, pieces, dice={MK1: ["1", "2"], MK2: ["2", "1"]}[game]).activate("ironclad")
    if game == MK2:
        tie.play("break free of juggernaut")
    assert "locked_R" in tie.effects("ironclad")


# --- the end of the game ---
@pytest.mark.rule("M2-SCEN-5")
def test_mk2_surviving_points_count_a_units_attachment() -> None:
    pieces = {
        **{f"fangs.{i + 1}": at(10 + 1.5 * i, 10, card="iron_fangs", unit="fangs", role="grunt") for i in range(6)},
        "fangs.7": at(10, 12, card="if_officer", unit="fangs", role="officer"),
        "fangs.8": at(12, 12, card="if_standard", unit="fangs", role="attached"),
        "juggernaut": foe(40, 40),
    }
    assert surviving(Game(MK2, pieces).position, 0) == 7000
    ten = {f"fangs.{i + 9}": at(10 + 1.5 * i, 14, card="iron_fangs", unit="fangs", role="grunt") for i in range(4)}
    assert surviving(Game(MK2, {**pieces, **ten}).position, 0) == 10_000


@pytest.mark.rule("M2-SCEN-4", "M2-GEO-3")
def test_mk2_a_base_that_touches_the_pit_is_within_it() -> None:
    pit = Disc(24_000, 24_000, 8000)
    for y, inside in ((24 + 8 + LARGE, True), (24 + 8 + LARGE + 0.003, False)):
        assert any_in_pit(Game(MK2, {"juggernaut": foe(24, y)}).position, 1, pit) is inside
