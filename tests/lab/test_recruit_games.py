"""Games between recruits, step by step."""

from __future__ import annotations

import gc
from itertools import pairwise

from sandtable.core import Game, Roll, find
from sandtable.lab.recruit_games import by_recruits, timed

RULES = find("lines")


def test_a_game_is_told_from_its_beginning_to_its_end() -> None:
    games = list(by_recruits(RULES, {}, 3))
    assert games[0].waiting is not None and games[-1].waiting is None
    assert all(game.waiting is not None for game in games[:-1])
    assert all(one != two for one, two in pairwise(games))
    assert games == list(by_recruits(RULES, {}, 3)) != list(by_recruits(RULES, {}, 4))
    assert {type(game.waiting) is Roll for game in games[:-1]} == {True, False}, "rolls are steps too"


def test_answers_are_counted_and_a_game_from_the_middle_is_kept() -> None:
    lengths = [len(list(by_recruits(RULES, {}, seed))) - 1 for seed in (0, 1)]
    found = timed(RULES, [{}], 2, middle=5)
    assert found.answers == sum(lengths) and found.seconds > 0 and len(found.beginnings) == 2
    assert isinstance(found.middle, Game) and found.middle == list(by_recruits(RULES, {}, 1))[5]
    assert timed(RULES, [{}], 1).middle is None and gc.isenabled()
