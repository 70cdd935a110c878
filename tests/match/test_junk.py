"""Junk as an answer, dice, options or a reason: a typed error, nothing changed, and the game can be saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.chance import Seeded, Typed
from sandtable.core import BadSetup, Refused, Value
from sandtable.core.values import DEEPEST, MOST, shown, unfit
from sandtable.match import Match, load, new_match
from tests.record.played import from_a_position, played
from tests.record.yard import RULES

HALF = "\ud800"


class Cart(Value, frozen=True):
    load: Any


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def nested(depth: int, core: Any = None) -> list[Any]:
    found: list[Any] = [core]
    for _ in range(depth - 1):
        found = [found]
    return found


def itself() -> list[Any]:
    found: list[Any] = []
    found += [found, found]
    return found


def ring() -> dict[str, Any]:
    found: dict[str, Any] = {}
    found["a"] = found
    return found


def endless() -> Iterator[int]:
    while True:
        yield 1


JUNK: dict[str, Any] = {
    "deep": nested(100_000),
    "itself": itself(),
    "ring": ring(),
    "half a letter": HALF,
    "half a letter inside": [["wolf", HALF]],
    "half a key": {HALF: 1},
    "huge": 10**5000,
    "not a number": float("nan"),
    "set": {1, 2},
    "mute": Mute(),
    "endless": endless(),
    "bytes": b"pass",
    "wide": [0] * (MOST + 1),
    "key": {1: 2},
    "value": Cart(nested(5000)),
}
each = pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)


def test_what_fits_and_what_does_not_at_the_limit() -> None:
    for fit in (None, True, 1.5, "ö", nested(DEEPEST), {"a": [1, (2, "x")]}, Cart(("a", 1)), (1 << 64) - 1, -(1 << 63)):
        assert unfit(fit) is None, fit
    assert unfit(nested(DEEPEST + 1)) == f"nested more than {DEEPEST} deep"
    assert unfit(1 << 64) and unfit(-(1 << 63) - 1)
    assert "U+D800" in str(unfit(HALF))
    assert unfit(Cart(HALF))


@each
def test_anything_can_be_shown_on_one_short_line(junk: Any) -> None:
    assert len(shown(junk, 40)) <= 40
    shown(junk).encode()


@each
def test_junk_as_an_answer_is_refused(junk: Any, tmp_path: Path) -> None:
    for match in (played(4, 2), new_match("duel", seed=2)):
        before = list(match.history)
        assert match.why_not(junk) is not None
        assert match.ask is not None and match.ask.domain.refuse(junk) is not None
        with pytest.raises(Refused, match="this is no answer"):
            match.answer(junk)
        with pytest.raises(Refused):
            match.odds(junk)
        assert match.history == before
        match.save(tmp_path / "game.sand")


@each
def test_junk_as_dice_is_refused(junk: Any) -> None:
    match = from_a_position(Typed())
    match.answer("attack ant with zebra")
    before = list(match.history)
    for faces in (junk, [junk], [[junk, 0, 0], [0]]):
        with pytest.raises(Refused):
            match.throw(faces)
    assert match.history == before


@pytest.mark.parametrize("faces", [7, "S S", [], [[]], [[0, 0, 0]], [[0, 0, 0], [9]], [0, 0], [["S"], [0]], {}, True])
def test_faces_that_are_none_of_these_dice(faces: Any) -> None:
    match = from_a_position(Typed())
    match.answer("attack ant with zebra")
    with pytest.raises(Refused):
        match.throw(faces)


@each
def test_junk_as_options_seat_or_reason_is_named(junk: Any) -> None:
    with pytest.raises(BadSetup, match="cannot be saved"):
        new_match(RULES, turns=junk)
    with pytest.raises(BadSetup, match="cannot be saved"):
        Match(RULES, played(1, 0).start, Seeded(1), options={"turns": junk})
    match = played(1, 1)
    with pytest.raises(BadSetup, match="no seat"):
        match.answer("pass", seat=junk)
    with pytest.raises(Refused, match="cannot be given as a reason"):
        match.concede("a", junk)
    assert not match.over


def test_a_concession_with_any_letters_is_kept(tmp_path: Path) -> None:
    match = played(1, 1)
    match.concede("a", "müde \U0001f634")
    match.save(tmp_path / "game.sand")
    assert load(tmp_path / "game.sand", RULES).result == match.result
