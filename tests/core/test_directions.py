"""Directions, facings and subsets: what is legal, by how much not, and how it is said."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import Facing, Line, Position, Refusal, Ruleset, Showing, Standing, State, Subset, Unspoken
from sandtable.geometry.shapes import Disc

NORTH, EAST = 90_000, 0


class Place(State, frozen=True):
    pass


class Field(Showing):
    def pieces(self, p: Position) -> dict[str, Standing]:
        return {
            "wolf": Standing(Disc(10_000, 10_000, 500), 0, NORTH),
            "scourge": Standing(Disc(20_000, 10_000, 500), 1, 180_000),
            "scout": Standing(Disc(10_000, 20_000, 500), 1, 0),
        }


class Rules(Ruleset):
    name = "field"
    showing = Field()


P: Any = Position(Rules(), Place())
CHARGE = Line(piece="wolf", least=3000, most=8000, cite="T-1")
TURN = Facing(piece="wolf", most=60_000, cite="T-2")
HELPERS = Subset(names=("ant", "bee", "Cat"), least=2, most=2, cite="T-3")


def short(refusal: Refusal | None) -> int | None:
    assert refusal is not None
    return refusal.short_by


def test_a_line_is_a_direction_and_a_distance() -> None:
    assert CHARGE.refuse(P, (NORTH, 8000)) is None and CHARGE.refuse(P, (NORTH, 3000)) is None
    assert short(CHARGE.refuse(P, (NORTH, 8001))) == 1
    assert short(CHARGE.refuse(P, (NORTH, 2999))) == 1
    assert CHARGE.end(P, (NORTH, 8000)) == (10_000, 18_000)


@pytest.mark.parametrize(
    "junk",
    [None, 3, (1,), (1, 2, 3), (0.5, 4000), (360_000, 4000), (-1, 4000), ("n", 4000), (True, 5)],
)
def test_junk_is_no_line(junk: Any) -> None:
    assert CHARGE.refuse(P, junk) is not None


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("ahead 4", (NORTH, 4000)),
        ("back 4", (270_000, 4000)),
        ("left 90 5", (180_000, 5000)),
        ("right 90deg 5", (EAST, 5000)),
        ("north-east 4.5", (45_000, 4500)),
        ("60deg 7", (60_000, 7000)),
        ("line 60.5 7", (60_500, 7000)),
        ("toward scourge 6", (EAST, 6000)),
        ("toward scourge", (EAST, 8000)),
    ],
)
def test_a_line_is_said(words: str, answer: tuple[int, int]) -> None:
    assert CHARGE.spoken(P, words) == answer


@pytest.mark.parametrize(
    "words", ["", "up 3", "toward sco 3", "toward wolf 3", "toward nobody 3", "north 3 4", "left", "x" * 600]
)
def test_what_is_no_line_is_told(words: str) -> None:
    with pytest.raises(Unspoken):
        CHARGE.spoken(P, words)


def test_a_facing_has_a_limit_either_way_round() -> None:
    assert TURN.refuse(P, 150_000) is None and TURN.refuse(P, 30_000) is None
    assert short(TURN.refuse(P, 150_001)) == 1 and short(TURN.refuse(P, 29_999)) == 1
    across = Facing(piece="scout", most=20_000)
    assert across.refuse(P, 340_000) is None and short(across.refuse(P, 339_999)) == 1
    assert TURN.refuse(P, 360_000) is not None and TURN.refuse(P, True) is not None


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("90", NORTH),
        ("facing 45", 45_000),
        ("north", NORTH),
        ("left 45", 135_000),
        ("keep", NORTH),
        ("facing scourge", EAST),
    ],
)
def test_a_facing_is_said(words: str, answer: int) -> None:
    assert TURN.spoken(P, words) == answer


def test_a_subset_has_a_least_and_a_most() -> None:
    assert HELPERS.refuse(P, ("ant", "Cat")) is None
    for wrong in (("ant",), ("ant", "bee", "Cat"), ("ant", "ant"), ("ant", "dog"), "ant", (1, 2)):
        assert HELPERS.refuse(P, wrong) is not None, wrong
    assert HELPERS.normal(["Cat", "ant"]) == ("ant", "Cat"), (
        "in the order of the names, so that equal answers are equal"
    )


def test_a_subset_is_said() -> None:
    assert HELPERS.spoken(P, "ant and cat") == ("ant", "Cat")
    assert HELPERS.spoken(P, "b, c") == ("bee", "Cat")
    assert HELPERS.spoken(P, "all") == ("ant", "bee", "Cat") and HELPERS.spoken(P, "none") == ()
    with pytest.raises(Unspoken, match="'dog' is none of ant, bee, Cat"):
        HELPERS.spoken(P, "ant, dog")


@pytest.mark.parametrize("domain", [CHARGE, TURN, HELPERS], ids=["line", "facing", "subset"])
def test_candidates_are_legal_and_in_canonical_form(domain: Any) -> None:
    found = domain.candidates(P, 20, Random(3))
    assert len(found) >= 3
    for answer in found:
        assert domain.refuse(P, answer) is None and domain.normal(answer) == answer
    codec = Rules().codec
    assert codec.load(codec.save(domain)) == domain
