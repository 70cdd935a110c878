"""Each reading that is a switch makes a difference: the same position comes out otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.combat.attacks import BlowDice
from sandtable.rulesets.warmaster.combat.engagements import engaged, fight_of
from sandtable.rulesets.warmaster.combat.pursuit import pursuits
from sandtable.rulesets.warmaster.combat.rounds import pooled
from sandtable.rulesets.warmaster.forced.obstructions import OBSTRUCTED
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.turn.home_back import not_home
from tests.rules.warmaster.kit import Bench, foot, goblins, hero, orcs, unit


def at(pieces: dict[str, Any], step: str, *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


@pytest.mark.rule("WM-ENG-5")
@pytest.mark.parametrize(("readings", "pursues"), [({}, True), ({"combat_rounds_per_phase": "2"}, False)])
def test_after_two_rounds_nobody_pursues_where_two_are_the_most(readings: dict[str, str], pursues: bool) -> None:
    pieces = {"h": foot(0, 0, stands=[[40, 40, 90]]), "o": orcs(0, 0, stands=[[40, 42, 270]])}
    t = at(pieces, "combat", "411", "1", "1111", readings=readings).play("h pursues o").throw((4, 1, 1, 1)).throw((1,))
    t.throw((1, 1, 1, 1))
    assert t.ask.prompt == "what the winners do"
    assert ("h pursues o" in t.offers()) is pursues


@pytest.mark.rule("WM-ENG-12")
@pytest.mark.parametrize(
    ("readings", "is_engaged"), [({}, False), ({"support_engages_in_command_phase": "true"}, True)]
)
def test_support_engages_in_the_command_phase_where_the_switch_says(readings: dict[str, str], is_engaged: bool) -> None:
    pieces = {"front": foot(40, 40), "back": foot(40, 38), "o": orcs(40, 42), "x": hero(90, 20)}
    assert engaged(at(pieces, "orders", readings=readings).position, "back") is is_engaged


@pytest.mark.rule("WM-CMD-13")
@pytest.mark.parametrize(
    ("readings", "asked"), [({}, "give an order"), ({"failed_order_half_pace": "true"}, "half pace")]
)
def test_units_move_half_pace_on_their_first_failed_order_where_the_switch_says(
    readings: dict[str, str], asked: str
) -> None:
    pieces = {"h": foot(40, 40), "i": foot(80, 40), "x": hero(40, 30), "y": hero(80, 30), "o": orcs(60, 85)}
    t = at(pieces, "orders", "65", readings=readings).play("x orders h")
    assert asked in t.ask.prompt


@pytest.mark.rule("WM-GEO-14")
def test_all_stands_or_the_first_sweep_the_way_of_a_drive_back() -> None:
    rects = crowd(at({"h": foot(40, 40), "o": orcs(40, 80)}, "orders").position).of("h")
    for readings, count in (({}, 3), ({"drive_back_obstruction": "first_stand"}, 1)):
        t = at({"h": foot(40, 40), "o": orcs(40, 80)}, "orders", readings=readings)
        assert len(OBSTRUCTED.of(t.position)(rects, 1)) == count


@pytest.mark.rule("WM-PURSUE-7")
@pytest.mark.parametrize(("readings", "offered"), [({}, False), ({"infantry_pursue_cavalry_if_flanked": "true"}, True)])
def test_infantry_that_struck_a_flank_pursues_cavalry_where_the_switch_says(
    readings: dict[str, str], offered: bool
) -> None:
    boars = unit("boar_riders", "b", 0, 0, stands=[[40, 42, 0]])
    striker = foot(0, 0, stands=[[40, 40, 90]], charged=True)
    t = at({"h": striker, "o": boars}, "combat", "4111", "1", readings=readings)
    while t.match.roll is not None:
        t.throw(*[tuple([1] * pool.size) for pool in t.match.roll.pools])
    assert ("h pursues o" in t.offers()) is offered


@pytest.mark.rule("WM-PURSUE-7")
def test_infantry_that_struck_the_front_never_pursues_cavalry() -> None:
    boars = unit("boar_riders", "b", 0, 0, stands=[[40, 43, 270]])
    striker = foot(0, 0, stands=[[40, 40, 90]], charged=True)
    readings = {"infantry_pursue_cavalry_if_flanked": "true"}
    t = at({"h": striker, "o": boars}, "combat", "4111", "1", readings=readings)
    while t.match.roll is not None:
        t.throw(*[tuple([1] * pool.size) for pool in t.match.roll.pools])
    assert "h pursues o" not in t.offers()


@pytest.mark.rule("WM-ADV-6")
@pytest.mark.parametrize(
    ("reading", "won_in", "more"),
    [("never", 1, 0), ("after_first_round_win", 1, 1), ("after_first_round_win", 2, 0), ("always", 2, 1)],
)
def test_an_advance_counts_as_a_charge_as_the_switch_says(reading: str, won_in: int, more: int) -> None:
    t = at({"h": foot(40, 40), "o": orcs(40, 42)}, "combat", readings={"advance_charge_bonus": reading})
    advanced = t.position.with_state(t.state.unit("h", advanced=True))
    number = crowd(advanced).numbers("h")[0]
    assert advanced.value(BlowDice("h", number, "o", 1, -1, won_in)) == 3 + more


@pytest.mark.rule("WM-SUPP-6")
@pytest.mark.parametrize(("readings", "supports"), [({}, 1), ({"supported_stand_must_survive": "true"}, 0)])
def test_support_of_a_stand_that_fell_counts_unless_the_switch_says_otherwise(
    readings: dict[str, str], supports: int
) -> None:
    pieces = {
        "front": foot(0, 0, stands=[[40, 40, 90]]),
        "back": foot(0, 0, stands=[[40, 38, 90]]),
        "o": orcs(0, 0, stands=[[40, 42, 270]]),
    }
    t = at(pieces, "combat", "111", "4441", "111", readings=readings)
    assert t.happened(RoundFought)[0].supports == (supports, 0)


@pytest.mark.rule("WM-ENG-15")
@pytest.mark.parametrize(("readings", "first"), [({}, "a"), ({"casualty_order": "result_with_support"}, "b")])
def test_who_removes_stands_first_is_judged_with_or_without_support(readings: dict[str, str], first: str) -> None:
    pieces = {"front": foot(40, 40), "back": foot(40, 38), "o": orcs(40, 42)}
    t = at(pieces, "combat", "444111111", "111", "444411111111", "1111", readings=readings)
    assert "abcd"[t.ask.seat] == first and t.ask.prompt.startswith("which stand")


@pytest.mark.rule("WM-PURSUE-9")
def test_the_other_stands_of_a_pursuit_are_free_where_the_switch_says() -> None:
    pieces = {"h": foot(40, 44), "o": orcs(0, 0, stands=[[36, 50, 270]], retreated=True)}
    must = set(pursuits(at(pieces, "orders").position, "h", "o"))
    free = set(pursuits(at(pieces, "orders", readings={"pursuit_other_stands": "free"}).position, "h", "o"))
    assert must and free and must != free


@pytest.mark.rule("WM-ADV-1")
@pytest.mark.parametrize(("readings", "offered"), [({}, False), ({"advance_later_rounds": "20"}, True)])
def test_an_advance_after_a_later_round_reaches_as_far_as_the_switch_says(
    readings: dict[str, str], offered: bool
) -> None:
    pieces = {
        "h": foot(0, 0, stands=[[40, 40, 90]]),
        "g": goblins(0, 0, stands=[[40, 42, 270]], hits=1),
        "b": orcs(0, 0, stands=[[40, 58, 270]]),
    }
    t = at(pieces, "combat", "411", "11", readings=readings).play("h pursues g").throw((4, 1, 1, 1)).throw((1, 1))
    assert t.gone("g") and ("h advances b" in t.offers()) is offered


@pytest.mark.rule("WM-HOME-9")
def test_when_the_distance_to_characters_is_tested() -> None:
    eagles = unit("giant_eagles", "a", 40, 40)
    far = {"e": eagles, "x": {"seat": "a", "character": "captain", "at": [40, 80]}, "o": orcs(100, 80)}
    for readings in ({}, {"home_back_test": "start_of_home_back_step"}):
        t = at(far, "home_back", readings=readings)
        assert "e homes back" in t.offers()
    moved = at(far, "command")
    near = moved.position.with_state(moved.state.but(far_flyers=("e",), spots={"x": (40_000, 50_000)}))
    assert not_home(near, "e") is None  # as the phase began
    later = near.with_state(near.state.but(readings={"home_back_test": "start_of_home_back_step"}))
    assert not_home(later, "e") is not None


@pytest.mark.rule("WM-COMBAT-17", "WM-ENG-9")
@pytest.mark.parametrize(("spent", "number", "more"), [(False, 1, 1), (False, 2, 1), (True, 1, 0), (True, 2, 0)])
def test_the_first_round_is_the_units_own_whatever_the_fights_number(spent: bool, number: int, more: int) -> None:
    """An unfought fight may merge with one that goes on, and an advance may begin another."""
    t = at({"h": foot(40, 40), "o": orcs(40, 42)}, "combat")
    p = t.position.with_state(t.state.unit("h", charged=True, spent=spent))
    blows = tuple(("h", stand, "o") for stand in crowd(p).numbers("h"))
    assert sum(pool.dice for pool in pooled(p, fight_of(p, "h"), number, blows)) == len(blows) * (3 + more)
