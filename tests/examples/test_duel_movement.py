"""Turns, movement, turning and free strikes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from duel.common.attacks import Struck
from duel.common.movement import Moved
from duel.common.ruleset import Duel

from sandtable.match import Match
from tests.examples.duel_table import FIRST, SECOND, WALL, WOOD, at, cites, inches, play, table

STAY: tuple[Any, ...] = ([], "keep facing", "nothing")


@pytest.mark.rule("DU-TURN-1")
def test_each_model_is_activated_once_in_any_order() -> None:
    match = table((2,), (1,), rosalind=at(10, 4), wat=at(14, 4), gunther=at(10, 20))
    assert match.ask is not None
    assert [o.key for o in match.ask.domain.options or ()] == ["activate rosalind", "activate wat"]
    play(match, "activate wat", *STAY)
    assert match.game.state.acted == ("wat", "rosalind")  # the last one needs no asking
    play(match, *STAY)
    assert match.game.state.active == 1


@pytest.mark.rule("DU-TURN-2")
def test_an_activation_is_a_move_a_turn_and_an_action() -> None:
    match = table(rosalind=at(10, 4))
    asked = []
    for answer in STAY:
        assert match.ask is not None
        asked.append(match.ask.prompt)
        match.answer(answer)
    assert asked == ["move rosalind", "turn rosalind", "rosalind acts"]


@pytest.mark.rule("DU-MOVE-1")
def test_a_path_is_walked_leg_by_leg() -> None:
    match = table(rosalind=at(10, 4))
    events = play(match, inches((12, 4), (12, 7)))
    assert cites(events, Moved) == ["DU-MOVE-1"]
    assert match.game.state.models["rosalind"].place == (12000, 7000)


@pytest.mark.rule("DU-MOVE-2")
@pytest.mark.parametrize(("y", "short"), [(10, None), (10.001, None), (10.002, 2), (11.5, 1500)])
def test_a_path_is_no_longer_than_the_speed(y: float, short: int | None) -> None:
    match = table(rosalind=at(10, 4))
    refusal = match.why_not(inches((10, y)))
    if short is None:
        assert refusal is None
    else:
        assert refusal is not None
        assert (refusal.cite, refusal.short_by) == ("DU-MOVE-2", short)


@pytest.mark.rule("DU-MOVE-3")
def test_a_wood_costs_double() -> None:
    match = table(rosalind=at(10, 10), terrain=(WOOD,))  # its base touches the wood from 11.41 on
    assert match.why_not(inches((10, 13.705))) is None  # 1.41 in the open and twice 2.295
    refusal = match.why_not(inches((10, 13.708)))
    assert refusal is not None
    assert refusal.cite == "DU-MOVE-2"


@pytest.mark.rule("DU-MOVE-4")
def test_neither_a_wall_nor_a_base_is_passed() -> None:
    match = table(rosalind=at(10, 11), wat=at(13, 11), terrain=(WALL,))
    play(match, "activate rosalind")
    for way, what in ((inches((10, 15.5)), "a wall"), (inches((15, 11)), "wat"), (inches((12.5, 11)), "wat")):
        refusal = match.why_not(way)
        assert refusal is not None
        assert refusal.cite == "DU-MOVE-4"
        assert refusal.reason.startswith(f"{what} is in the way")
    assert match.why_not(inches((10, 13.16))) is None  # its edge touches the wall
    assert match.why_not(inches((10, 13.162))) is not None


@pytest.mark.rule("DU-MOVE-5")
def test_no_part_of_a_base_leaves_the_table() -> None:
    match = table(rosalind=at(10, 2))
    assert match.why_not(inches((10, 0.59))) is None
    refusal = match.why_not(inches((10, 0.5)))
    assert refusal is not None
    assert (refusal.cite, refusal.short_by) == ("DU-MOVE-5", 90)


@pytest.mark.rule("DU-FACE-1")
@pytest.mark.parametrize(
    ("answer", "facing"), [("face gunther", 45_000), ("face west", 180_000), ("keep facing", 90_000)]
)
def test_a_model_turns_towards_an_enemy_or_an_edge(answer: str, facing: int) -> None:
    match = table(rosalind=at(10, 10), gunther=at(20, 20))
    play(match, [], answer)
    assert match.game.state.models["rosalind"].facing == facing


# Wat stands 0.5 in before Gunther, who faces him, and walks away to the south.
GUNTHER, WAT = at(10, 11.68, facing=270), at(10, 10)
AWAY = inches((10, 5))
EDGE = (10_000, 9499)  # the last place within reach: 1 in and a thousandth from base to base


def fleeing(*dice: tuple[int, ...], rules: Duel = SECOND, gunther: dict[str, Any] = GUNTHER) -> Match:
    match = table(*dice, rules=rules, gunther=gunther, wat=WAT)
    play(match, "activate wat", AWAY)
    return match


@pytest.mark.rule("DU-FREE-1")
def test_leaving_a_reach_in_front_gives_a_free_strike() -> None:
    match = fleeing((1, 2))
    assert match.ask is not None
    assert (match.ask.seat, match.ask.cite) == (1, "DU-FREE-1")
    assert match.game.state.models["wat"].place == EDGE
    events = play(match, "strike")
    assert cites(events, Struck) == ["DU-ATK-1"]
    assert match.game.state.models["wat"].place == (10_000, 5000)


@pytest.mark.rule("DU-FREE-1")
def test_a_free_strike_may_be_held_back() -> None:
    match = fleeing()
    assert cites(play(match, "hold"), Struck) == []
    assert match.game.state.models["wat"].place == (10_000, 5000)


@pytest.mark.rule("DU-FREE-1", "DU-GEO-2", "DU-STANCE-2")
@pytest.mark.parametrize(
    ("gunther", "asked"),
    [
        (at(10, 11.68, facing=90), False),  # he looks the other way
        (at(10, 11.68, facing=270, down=True), False),
        (at(10, 12.181, facing=270), True),  # 1.001 in away: still within reach
        (at(10, 12.182, facing=270), False),  # 1.002 in away: Wat never was in it
    ],
)
def test_who_may_strike(gunther: dict[str, Any], asked: bool) -> None:
    match = fleeing(gunther=gunther)
    assert match.ask is not None
    assert match.ask.prompt.startswith("wat leaves the reach") is asked


@pytest.mark.rule("DU-FREE-1")
def test_ending_at_the_rim_is_not_leaving() -> None:
    match = table(gunther=GUNTHER, wat=WAT)
    play(match, "activate wat", [list(EDGE)])
    assert match.ask is not None
    assert match.ask.prompt == "turn wat"


@pytest.mark.rule("DU-FREE-2")
def test_an_enemy_strikes_once_in_a_move() -> None:
    match = table((1, 2), gunther=GUNTHER, wat=WAT)
    play(match, "activate wat", inches((10, 9), (10, 10), (10, 9)), "strike")
    assert match.ask is not None
    assert match.ask.prompt == "turn wat"


@pytest.mark.rule("DU-FREE-2")
def test_two_enemies_strike_each_at_its_own_place() -> None:
    match = table((1, 2), (1, 2), gunther=at(10, 11.5, facing=270), odo=at(8.5, 10, facing=0), wat=WAT)
    play(match, "activate wat", inches((10, 5)))
    seen = []
    for _ in range(2):
        assert match.ask is not None
        seen.append((match.ask.ask.about[0], match.game.state.models["wat"].y))
        match.answer("strike")
    assert seen == [("gunther", 9319), ("odo", 8417)]


@pytest.mark.rule("DU-FREE-3", "DU-ATK-5")
def test_a_mover_knocked_down_stops_and_its_activation_is_over() -> None:
    match = fleeing((4, 4), (1, 1))
    play(match, "strike")
    assert match.game.state.models["wat"].place == EDGE
    assert match.ask is not None
    assert match.ask.prompt == "move rosalind"


@pytest.mark.rule("DU-FREE-3", "DU-DMG-2")
def test_a_mover_destroyed_is_gone_and_the_turn_goes_on() -> None:
    match = fleeing((3, 4), (3, 3))
    play(match, "strike")
    assert "wat" not in match.game.state.models
    assert match.ask is not None
    assert match.ask.prompt == "move rosalind"


@pytest.mark.rule("DU-FREE-4", "DU-FREE-5")
@pytest.mark.parametrize(("rules", "dice"), [(FIRST, 3), (SECOND, 2)])
def test_the_dice_of_a_free_strike(rules: Duel, dice: int) -> None:
    match = fleeing(rules=rules)
    match.answer("strike")
    assert match.roll is not None
    assert match.roll.pools[0].dice == (("d6", dice),)


@pytest.mark.rule("DU-FREE-3")
def test_the_odds_of_getting_away_are_the_product_by_hand() -> None:
    match = table(gunther=GUNTHER, wat=WAT)
    play(match, "activate wat")
    odds = match.odds(AWAY)
    assert odds.undecided == 0
    assert sum(end.chance for end in odds.ends) == 1
    arrives = odds.chance(lambda game: "wat" in game.state.models and game.state.models["wat"].y == 5000)
    missed = Fraction(15, 36)  # 2d6 + 6 against 13
    plain_hit = Fraction(18, 36)  # 3 of the 21 hits are pairs, which knock him down
    lives = Fraction(6, 36)  # 2d6 + 12 - 11 against 6 health
    assert arrives == missed + plain_hit * lives


@pytest.mark.rule("DU-MOVE-1", "DU-MOVE-4")
def test_candidates_go_round_a_wall_and_are_drawn() -> None:
    match = table(rosalind=at(11.2, 12.5), gunther=at(11.2, 17), terrain=(WALL,))
    assert match.ask is not None
    ways = match.ask.domain.candidates(20, 1)
    assert len(ways) > 3
    assert all(match.why_not(way) is None for way in ways)
    assert any(len(way) > 1 for way in ways)
    outline = match.ask.domain.outline()
    assert outline is not None
    assert outline.fans
