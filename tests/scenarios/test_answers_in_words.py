"""Every kind of question can be answered in the words of its domain, and refused only by an answer of its kind."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Ask, Domain, Facing, Game, Line, Position, Region, Split, Subset, begin, find
from sandtable.core.scenario_words import Reader
from sandtable.scenarios.answer_kinds import misfit
from sandtable.scenarios.answers import BadAnswer, answer_to

RULES = find("duel")
GIVEN = {"pieces": {"rosalind": {"at": [10, 10], "facing": 90}, "gunther": {"at": [10, 20]}}}


def asked(domain: Domain) -> Game:
    """A duel in which a seat is asked this."""
    start = RULES.scenarios.position(RULES, GIVEN)
    game = begin(RULES, start.state, start.frame).game
    return game.but(waiting=Ask(0, "what now", domain, None, "DU-TURN-1"))


FACING, LINE = Facing(piece="rosalind"), Line(piece="rosalind", most=6000)
SUBSET = Subset(names=("wolf", "hound", "cat"), most=2)
SPLIT = Split(limits=(("wolf", 2), ("gate", 3)), total=3)
PLACE = Region(piece="rosalind", facing=True)


@pytest.mark.parametrize(
    ("domain", "written", "answer"),
    [
        (FACING, "facing gunther", 90_000),
        (FACING, 45, 45_000),
        (FACING, "left 30", 120_000),
        (FACING, "keep", 90_000),
        (LINE, "ahead 4", (90_000, 4_000)),
        (LINE, "toward gunther", (90_000, 6_000)),
        (LINE, [60, 3.5], (60_000, 3_500)),
        (LINE, {"move": "north 2"}, (90_000, 2_000)),
        (SUBSET, "wolf and cat", ("wolf", "cat")),
        (SUBSET, ["cat", "wolf"], ("cat", "wolf")),
        (SUBSET, "none", ()),
        (SPLIT, "wolf 1, gate 2", (("wolf", 1), ("gate", 2))),
        (SPLIT, {"share": {"gate": 2}}, {"gate": 2}),
        (PLACE, "12 8 45", (12_000, 8_000, 45_000)),
        (PLACE, {"place": "north 2"}, (10_000, 12_000, 90_000)),
        (PLACE, {"place": [12, 8, 45]}, (12_000, 8_000, 45_000)),
    ],
)
def test_an_answer_in_words(domain: Domain, written: Any, answer: Any) -> None:
    assert answer_to(RULES, asked(domain), written) == answer


@pytest.mark.parametrize(
    ("domain", "written", "words"),
    [
        (FACING, "sideways", "facing"),
        (LINE, "toward nobody 3", "nobody"),
        (SUBSET, "dog", "'dog' is none of wolf, hound, cat"),
        (SPLIT, "wolf lots", "is no share"),
        (PLACE, {"place": "sideways 3"}, "sideways"),
        (PLACE, {"plaec": [1, 2]}, "did you mean 'place'?"),
    ],
)
def test_words_that_mean_nothing_here(domain: Domain, written: Any, words: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        answer_to(RULES, asked(domain), written)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("domain", "fits", "not_one"),
    [
        (FACING, (400_000, -5), ("north", (1, 2), None)),
        (LINE, ((0, 99_000), (500_000, 1)), (7, (1, 2, 3), "ahead")),
        (SUBSET, (("wolf", "hound", "cat"), ()), (("dog",), "wolf", 3)),
        (SPLIT, ((("wolf", 9),), ()), ((("wulf", 1),), (("wolf", "x"),), 7)),
        (PLACE, ((1, 2, 3),), ((1, 2), "north", ((1, 2, 3),))),
    ],
)
def test_a_refusal_is_of_the_kind_that_is_asked_for(domain: Domain, fits: Any, not_one: Any) -> None:
    game = asked(domain)
    ask = game.waiting
    assert isinstance(ask, Ask)
    p, reader = Position(RULES, game.state), Reader({}, ())
    assert [a for a in fits if misfit(RULES, ask, a, p, reader) is not None] == []
    assert [a for a in not_one if misfit(RULES, ask, a, p, reader) is None] == []
