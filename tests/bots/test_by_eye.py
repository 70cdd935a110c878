"""Where nothing may be measured before it is declared, bots judge distances by eye."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.explain import explain
from sandtable.chance import Seeded
from sandtable.core import Refused, View, begin
from sandtable.core.measurements import Measurement
from sandtable.match import Match
from tests.examples.duel_table import FIRST, SECOND, at

WITHIN, BEYOND = 19.1, 19.3  # 7.92 and 8.12 in apart; knives reach 8


def table(y: float, measuring: str = "book") -> Match:
    """Rosalind may throw at Gunther or not; who throws in vain loses her knife."""
    pieces = {"rosalind": at(10, 10, facing=90), "gunther": at(10, y, facing=270)}
    start = begin(FIRST, *FIRST.scenarios.position(FIRST, {"pieces": pieces, "turn": {"seat": "a"}}))
    match = Match(FIRST, start, Seeded(1), measuring=measuring, from_position=True)
    match.answer([])
    match.answer("keep facing")
    return match


def chosen(y: float, level: str, measuring: str, seeds: int = 12) -> list[Any]:
    return [bot(level, seed=seed).choose(table(y, measuring).view("a")) for seed in range(seeds)]


@pytest.mark.parametrize("level", ["regular", "veteran:200"])
def test_a_bot_chooses_alike_just_within_and_just_beyond_range(level: str) -> None:
    assert chosen(WITHIN, level, "book") == chosen(BEYOND, level, "book")


def test_a_bot_that_may_measure_knows_the_difference() -> None:
    within, beyond = (Counter(chosen(y, "regular", "free")) for y in (WITHIN, BEYOND))
    assert within["throw at gunther"] >= 9
    assert beyond["throw at gunther"] == 0


def test_a_hopeless_throw_is_not_made_by_eye() -> None:
    assert "throw at gunther" not in chosen(23.4, "regular", "book", 6)


def test_estimates_do_not_tell_apart_what_an_eye_cannot() -> None:
    one, other = (table(y).game.state for y in (WITHIN, BEYOND))
    assert one != other
    assert FIRST.by_eye(one, 0, Random(5)) == FIRST.by_eye(other, 0, Random(5))
    assert FIRST.by_eye(one, 0, Random(5)) != FIRST.by_eye(one, 0, Random(6))
    assert SECOND.by_eye(one, 0, Random(5)) == one


def test_odds_and_advice_of_an_unmeasured_throw_say_nothing() -> None:
    match = table(WITHIN)
    with pytest.raises(Refused, match="by the book"):
        match.odds("throw at gunther", seat="a")
    assert match.odds("guard", seat="a")
    view = match.view("a")
    assert not view.may_measure(Measurement("odds", answer="throw at gunther"))
    assert View(FIRST, match.game, 0).may_measure(Measurement("odds", answer="throw at gunther"))
    for advice in explain(view, nodes=60):
        assert "throw" not in str(advice.answer) or advice.odds == ""
        assert " in from" not in str(advice)
