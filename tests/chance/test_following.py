"""Rules that unread numbers do not serve are given the numbers: the odds are the same, and their faults are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter
from typing import Any

import pytest

from sandtable.chance import follow
from sandtable.chance.graph import Graph
from sandtable.chance.unread import Run, Unread
from sandtable.core import (
    Draft,
    Event,
    Frame,
    Next,
    Pool,
    Position,
    Return,
    Roll,
    Ruleset,
    Sequence,
    State,
    Term,
    Wait,
    begin,
)
from sandtable.core.memo_keys import NumberNeeded
from sandtable.core.queries import Query


class Tray(State, frozen=True, kw_only=True):
    shown: str = ""


class Shown(Event, frozen=True, kw_only=True):
    what: str

    def apply(self, state: Tray) -> Tray:
        return state.but(shown=self.what)


class Two(Ruleset):
    name = "two"


HOW: dict[str, Callable[[Any], str]] = {
    "compared": lambda n: "high" if n > 7 else "low",
    "class": lambda n: "high" if isinstance(n, int) and n > 7 else "low",
    "key": lambda n: {7: "seven"}.get(n, "other"),
    "set": lambda n: "low" if n in {2, 3} else "high",
    "compiled": lambda n: "high" if Decimal(n) > 7 else "low",
    "match": lambda n: describe(n),
}


def describe(number: Any) -> str:
    match number:
        case int():
            return "whole"
        case _:
            return "something else"


class Throw(Frame, frozen=True, kw_only=True):
    """Two dice, shown in a word."""

    how: str

    def start(self, d: Draft) -> Next:
        return Wait(Roll("throw", (Pool("dice", (("d6", 2),)),)), then=self.thrown)

    def thrown(self, d: Draft, total: int) -> Next:
        d.emit(Shown(what=HOW[self.how](total)))
        return Return()


@pytest.mark.parametrize("how", HOW)
def test_the_odds_are_those_of_the_numbers(how: str) -> None:
    rules = Two()
    odds = follow(rules, begin(rules, Tray(), Throw(how=how)).game)
    wanted: dict[str, Fraction] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            word = HOW[how](a + b)
            wanted[word] = wanted.get(word, Fraction(0)) + Fraction(1, 36)
    assert odds.distribution(lambda game: game.state.shown) == wanted
    if how == "compared":
        assert odds.answers == 2  # the others are played throw by throw


class Broken(Throw, frozen=True, kw_only=True):
    def thrown(self, d: Draft, total: int) -> Next:
        raise {"type": TypeError, "value": ValueError}[self.how](f"a mistake of the rules with {total > 7}")


@pytest.mark.parametrize(("how", "kind"), [("type", TypeError), ("value", ValueError)])
def test_a_mistake_of_the_rules_is_raised(how: str, kind: type[Exception]) -> None:
    rules = Two()
    with pytest.raises(kind, match="a mistake of the rules"):
        follow(rules, begin(rules, Tray(), Broken(how=how)).game)


class Half(Query, frozen=True):
    of: int
    pair: tuple[int, ...] = ()

    def base(self, p: Position) -> Iterator[Term]:
        CALLS.append(1)
        yield Term(self.of // 2, "half", op="base")


CALLS: list[int] = []


def number(run: Run, value: int) -> Any:
    return Unread(run, 0, itemgetter(0), value)


def test_a_position_remembers_by_the_key_of_an_unread_number() -> None:
    """Once in a run; another run, and the same number in play, work it out for themselves."""
    CALLS.clear()
    p, run, other = Position(Two(), Tray()), Run(), Run()
    first, again = p.value(Half(number(run, 9))), p.value(Half(number(run, 9)))
    assert first is again
    assert (first.of((9,)), first.of((4,))) == (4, 2)  # type: ignore[attr-defined]
    assert p.value(Half(number(other, 9))) is not first
    assert type(p.value(Half(9))) is int
    assert len(CALLS) == 3
    inside = p.value(Half(1, (2, number(run, 9))))
    assert inside == 0
    assert len(CALLS) == 4
    made = [p.memo(("half", number(r, 9)), lambda: object()) for r in (run, run, other)]
    assert made[0] is made[1] is not made[2]


def test_an_unread_number_has_no_hash_and_no_class_of_its_own() -> None:
    with pytest.raises(NumberNeeded):
        hash(number(Run(), 3))
    with pytest.raises(NumberNeeded):
        isinstance(number(Run(), 3), int)


class Again(Frame, frozen=True, kw_only=True):
    """A die until it shows a six, a few times at most; the number of throws differs by a coin in between."""

    left: int = 4

    def start(self, d: Draft) -> Next:
        return Wait(Roll("coin", (Pool("coin", (("d2", 1),)),)), then=self.flipped)

    def flipped(self, d: Draft, side: int) -> Next:
        return Wait(Roll("die", (Pool("die", (("d6", 1),)),)), then=self.but(left=self.left - (side == 1)).thrown)

    def thrown(self, d: Draft, face: int) -> Next:
        if face == 6 or self.left <= 0:
            return Return()
        return self.start(d)


class Detour(Frame, frozen=True, kw_only=True):
    """A last die, at once or after another one: two ways of different length to the same position."""

    def start(self, d: Draft) -> Next:
        return Wait(Roll("coin", (Pool("coin", (("d2", 1),)),)), then=self.flipped)

    def flipped(self, d: Draft, side: int) -> Next:
        if side == 1:
            return Wait(Roll("detour", (Pool("die", (("d6", 1),)),)), then=self.last)
        return self.last(d, 0)

    def last(self, d: Draft, ignored: int) -> Next:
        return Wait(Roll("last", (Pool("die", (("d6", 1),)),)), then=self.finish)


@pytest.mark.parametrize("frame", [Again(), Sequence(frames=(Detour(), Detour()))])
@pytest.mark.parametrize("budget", range(1, 12))
def test_nothing_is_lost_where_the_budget_ends(frame: Frame, budget: int) -> None:
    """Whatever is put back has its mass added to what has come to the same position meanwhile."""
    rules = Two()
    odds = follow(rules, begin(rules, Tray(), frame).game, budget=budget)
    assert sum((end.chance for end in odds.ends), odds.undecided) == 1


def test_nodes_are_dropped_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.chance.graph.MANY", 1)
    rules = Two()
    graph = Graph(rules, begin(rules, Tray(), Again()).game)
    for left in (4, 3):
        graph.start(begin(rules, Tray(), Again(left=left)).game)
    graph.trim()
    assert not graph.nodes
