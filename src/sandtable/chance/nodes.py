"""Nodes and edges of the graph that odds play: waits of the rules, and how they follow from each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from operator import itemgetter
from typing import Any

from sandtable.chance.placeholders import Found, Opaque, Places, fill
from sandtable.chance.unread import Case, Of, Run
from sandtable.core import Ask, Draft, Frame, Game, Next, Return, Roll, Wait
from sandtable.core.choices import Domain


class ReturnValue(Frame, frozen=True, kw_only=True):
    """Lies beneath the frames that are played and keeps what they return."""

    value: tuple[Any, ...] = ()

    def returned(self, d: Draft, *value: Any) -> Next:
        return Wait(ENDED, then=self.but(value=value).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()


ENDED = Ask(0, "what was to be played is over", Domain(), None)


def has_ended(game: Game) -> bool:
    return game.waiting is None or game.waiting is ENDED


class Node:
    """A position at a wait, whatever dice it waits for. Unread numbers in its stack are placeholders.

    Equal positions are one node, so what is found out from one is kept with it.
    """

    __slots__ = ("branches", "chosen", "game", "over", "places", "unread", "values")

    def __init__(self, game: Game, places: Places | None, unread: int) -> None:
        self.game, self.places, self.unread = game, places, unread
        self.over = has_ended(game)
        self.branches: dict[Any, Branches] = {}  # by the answer, or by the dice
        self.values: dict[tuple[int, Roll | None], dict[Case, Any]] = {}  # what it is worth to a seat
        self.chosen: dict[Case, int] = {}  # the index of the best answer

    def position(self, case: Case) -> Game:
        """The game as it is in one case."""
        return self.game if self.places is None else self.game.but(stack=fill(self.game.stack, self.places, case))


Arrival = tuple[Node, Roll | None]


class Edge:
    """The node it leads to, which numbers stay unread, and the dice that are waited for there."""

    __slots__ = ("hits", "node", "pick", "roll", "rolls")

    def __init__(self, node: Node, roll: Roll | None, pick: Of | None, rolls: Of | None = None) -> None:
        self.node, self.roll = node, roll
        self.hits = 0  # on the way there
        self.pick = pick  # None: the case stays as it is
        self.rolls = rolls  # where the dice themselves depend on the case

    def arrival(self, case: Case) -> tuple[Arrival, Case]:
        """The node with its dice, and what the case is there."""
        roll = self.roll if self.rolls is None else self.rolls(case)
        return (self.node, roll), case if self.pick is None else self.pick(case)

    def arrivals(self, cases: Iterable[Case]) -> Iterator[tuple[Roll | None, list[tuple[Case, Case]]]]:
        """The dice waited for, and every case that comes to them with what it is there."""
        pick, rolls = self.pick, self.rolls
        pairs = [(case, case if pick is None else pick(case)) for case in cases]
        if rolls is None:
            yield self.roll, pairs
            return
        found: dict[Roll, list[tuple[Case, Case]]] = {}
        for pair in pairs:
            found.setdefault(rolls(pair[0]), []).append(pair)
        yield from found.items()


class Fork:
    """A question the rules ask of unread numbers: how it goes on, by the answer."""

    __slots__ = ("by_answer", "key", "of")

    def __init__(self, key: Hashable, of: Of) -> None:
        self.key, self.of = key, of
        self.by_answer: dict[Any, Fork | Edge] = {}


class Branches:
    """How it goes on from a node after one answer or throw: a decision tree over the cases."""

    __slots__ = ("arrivals", "known", "read", "root")

    def __init__(self) -> None:
        self.arrivals: dict[Case, tuple[Arrival, Case]] = {}
        self.root: dict[Any, Fork | Edge] = {}  # one entry, by None
        self.known: dict[Case, Edge] = {}
        self.read = False  # numbers are given at once: these rules cannot do with less

    def find(self, case: Case) -> Edge | None:
        at = self.root.get(None)
        while isinstance(at, Fork):
            at = at.by_answer.get(at.of(case))
        return at

    def add(self, run: Run, edge: Edge) -> None:
        """Every case is asked the same first, and the same next wherever the answers were the same; else Opaque."""
        by_answer, answer = self.root, None
        for key, of, following in run.asked:
            fork = by_answer.setdefault(answer, Fork(key, of))
            if type(fork) is not Fork or fork.key != key:
                raise Opaque("the rules ask different questions after the same answers")
            by_answer, answer = fork.by_answer, following
        if by_answer.setdefault(answer, edge) is not edge:
            raise Opaque("the rules go on differently after the same answers")


def no_numbers(case: Case) -> Case:
    return ()


def picking(held: Found, count: int) -> Of | None:
    """The case once only these numbers are left of it; None: it stays as it is."""
    if not held:
        return no_numbers
    keys = list(held)
    if keys == list(range(count)):
        return None
    if len(keys) > 1 and all(type(key) is int for key in keys):
        return itemgetter(*keys)
    every = [number.of for number in held.values()]
    return lambda case: tuple([of(case) for of in every])


def rolling(roll: Roll, places: Places, held: Found) -> Of:
    """The dice as they are in a case."""
    every = [number.of for number in held.values()]
    known: dict[Case, Roll] = {}

    def rolls(case: Case) -> Roll:
        numbers = tuple([of(case) for of in every])
        found = known.get(numbers)
        if found is None:
            found = known[numbers] = fill(roll, places, numbers)
        return found

    return rolls
