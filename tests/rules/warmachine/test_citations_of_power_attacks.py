"""Dice, contests and hits of power attacks, areas and sprays name the rule that decides them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.state.events import Declared, Moved, Struck
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3


def roll(t: Game, purpose: str) -> Roll:
    return next(r for r in t.rolls if r.purpose == purpose)


def reasons(t: Game, purpose: str) -> list[tuple[int, str]]:
    """Value and rule of each term of a roll."""
    return [(term.value, term.cite) for term in roll(t, purpose).pools[0].terms]


def slammed(game: str, **more: Any) -> Game:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 16)}
    return Game(game, pieces, waits=True, **more).activate("juggernaut", "slam ironclad", [90_000, 3700])


@both
@pytest.mark.rule("M1-POWER-20", "M2-POWER-29")
def test_a_slam_into_a_wall_adds_its_die_by_the_rule_on_that(game: str) -> None:
    wall = [{"kind": "wall", "at": [12, 16 + LARGE + 2.25], "size": [6, 0.5]}]
    rule = {MK1: "M1-POWER-20", MK2: "M2-POWER-29"}[game]
    t = slammed(game, terrain=wall, dice=["6 6", "4", "1 1 1"])
    assert (1, rule) in reasons(t, "damage to ironclad") and t.pool("damage") == {"d6": 3}
    free = slammed(game, dice=["6 6", "4", "1 1"])
    assert (1, rule) not in reasons(free, "damage to ironclad") and free.pool("damage") == {"d6": 2}


@both
@pytest.mark.rule("M1-POWER-33", "M2-POWER-36")
def test_a_throw_into_a_house_adds_its_die_by_the_rule_on_throws(game: str) -> None:
    house = [{"kind": "obstruction", "at": [12, 18], "size": [6, 2]}]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(game, pieces, terrain=house, dice=["6 6", "6", "1", "1", "1", "1 1 1"], waits=True)
    t.activate("juggernaut", "throw ironclad", [90_000, 6000], *([90_000] if game == MK1 else []))
    rule = {MK1: "M1-POWER-33", MK2: "M2-POWER-36"}[game]
    assert (1, rule) in reasons(t, "damage to ironclad") and t.pool("damage") == {"d6": 3}


@both
@pytest.mark.rule("M1-POWER-5", "M2-POWER-10")
def test_power_attacks_hurt_by_strength_by_the_rule_on_that(game: str) -> None:
    rule = {MK1: "M1-POWER-5", MK2: "M2-POWER-10"}[game]
    assert (12, rule) in reasons(slammed(game, dice=["6 6", "4", "1 1"]), "damage to ironclad")
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(game, pieces, dice=["6 6", "1 1"], waits=True).activate("juggernaut", "head-butt ironclad")
    assert (12, rule) in reasons(t, "damage to ironclad")
    t = Game(game, pieces, dice=["6 5", "1 1"], waits=True)
    t.activate("juggernaut", "attack ironclad with ice_axe", "roll", "roll")
    assert rule not in [cite for _, cite in reasons(t, "damage to ironclad")]


@both
@pytest.mark.rule("M1-POWER-16", "M2-POWER-26")
def test_a_larger_base_is_slammed_half_as_far_by_the_rule_on_that(game: str) -> None:
    pieces = {"charger": at(12, 10, focus=1), "juggernaut": foe(12, 16)}
    t = Game(game, pieces, waits=True, dice=["6 6", "4", "1 1"])
    t.activate("charger", "slam juggernaut", [90_000, 4000])
    assert roll(t, "inches of the slam").cite == {MK1: "M1-POWER-16", MK2: "M2-POWER-26"}[game]
    assert t.place("juggernaut")[1] == pytest.approx(18, abs=0.003)


@pytest.mark.rule("M2-POWER-31", "M2-ADV-25", "M2-POWER-25")
def test_mk2_a_slam_that_moves_nobody_hits_by_the_rule_on_that() -> None:
    rules = {}
    for name, target in (
        ("ironclad", foe(12, 16, down=True)),
        ("lab_wraith", foe(12, 10 + LARGE + SMALL + 4)),
        ("charger", foe(12, 10 + LARGE + MEDIUM + 4)),
    ):
        pieces = {"juggernaut": at(12, 10, focus=1), name: target}
        t = Game(MK2, pieces, waits=True, dice=["6 6", "6 6"] if name == "lab_wraith" else ["6 6", "1", "1 1"])
        t.activate("juggernaut", f"slam {name}", [90_000, 3700])
        rules[name] = t.happened(Hit)[0].cite
        assert bool(t.happened(Moved, who=name)) == (name == "charger")
    assert rules == {"ironclad": "M2-POWER-31", "lab_wraith": "M2-ADV-25", "charger": "M2-POWER-25"}


@pytest.mark.rule("M2-POWER-37", "M2-POWER-32")
def test_mk2_the_contest_of_a_double_hand_throw_is_by_its_own_rule() -> None:
    pieces = {"kodiak": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    for verb, dice, rule in (("double-hand-throw", "1 1", "M2-POWER-37"), ("throw", "1", "M2-POWER-32")):
        t = Game(MK2, pieces, waits=True, dice=["6 6", dice, "6"]).activate("kodiak", f"{verb} ironclad")
        assert roll(t, "kodiak against ironclad").cite == rule


@both
@pytest.mark.rule("M1-AOE-9", "M2-AOE-9", "M2-ATK-11")
def test_an_area_beyond_its_range_misses_by_the_rule_on_that(game: str) -> None:
    """Where it comes down is by the rule on deviation, as for a target in range that is missed."""
    pieces = {"destroyer": at(12, 10), "ironclad": foe(12, 28)}
    out, missed = {MK1: ("M1-AOE-9", "M1-AOE-7"), MK2: ("M2-AOE-9", "M2-AOE-6")}[game]
    t = Game(game, pieces, dice=["1", "1"], waits=True).activate("destroyer", "attack ironclad with bombard")
    assert [e.cite for e in t.happened(Struck, rolled=False)] == [out]
    assert roll(t, "deviation: direction").cite == missed
    pieces = {"destroyer": at(12, 10), "ironclad": foe(12, 20)}
    t = Game(game, pieces, dice=["1 1", "1", "1"], waits=True).activate("destroyer", "attack ironclad with bombard")
    assert roll(t, "deviation: direction").cite == missed


@pytest.mark.rule("M2-ADV-38", "M2-ADV-36")
def test_mk2_an_area_at_a_stealthy_model_deviates_by_the_rule_on_that() -> None:
    pieces = {"destroyer": at(12, 10), "manhunter": foe(12, 20)}
    t = Game(MK2, pieces, dice=["1", "1", "1 1"], waits=True).activate("destroyer", "attack manhunter with bombard")
    assert t.happened(Struck)[0].cite == "M2-ADV-36" and roll(t, "deviation: direction").cite == "M2-ADV-38"


@pytest.mark.rule("M2-SPRAY-1")
def test_mk2_a_spray_is_declared_by_the_rule_on_sprays() -> None:
    pieces = {"lab_burner": at(12, 10), "ironclad": foe(12, 15)}
    t = Game(MK2, pieces, dice=["1 1"], waits=True).activate("lab_burner", "attack ironclad with flamer")
    assert t.happened(Declared)[0].cite == "M2-SPRAY-1"


@both
@pytest.mark.rule("M1-POWER-13", "M2-POWER-22", "M2-POWER-40")
def test_who_has_moved_is_refused_a_slam_and_a_trample_that_need_both_movement_and_action(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 18)}
    t = Game(game, pieces).activate("juggernaut", "advance", [[12_000, 10_000], [12_000, 11_000]], 90_000)
    t.refusal("slam ironclad", {MK1: "M1-POWER-13", MK2: "M2-POWER-22"}[game])
    if game == MK2:
        t.refusal("trample", "M2-POWER-40")


@both
@pytest.mark.rule("M1-POWER-13", "M1-POWER-24", "M2-POWER-23")
def test_a_slam_that_is_to_go_through_something_or_to_stop_too_early_is_refused_by_the_rule_on_its_line(
    game: str,
) -> None:
    """Farther than SPD + 3, or not straight at its target, it is refused by the rule on its move."""
    wall = [{"kind": "wall", "at": [12, 13], "size": [6, 0.5]}]
    friend = {"charger": at(13.5, 13)}
    move, line = {MK1: ("M1-POWER-13", "M1-POWER-24"), MK2: ("M2-POWER-23", "M2-POWER-23")}[game]
    for more, terrain in (({}, wall), (friend, ())):
        pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 17), **more}
        t = Game(game, pieces, terrain=terrain).activate("ironclad", "slam juggernaut")
        t.refusal((90_000, 3000), line)
        t.refusal((90_000, 1000), line)
        t.refusal((80_000, 1000), move)
        t.refusal((90_000, 8001), move)
