"""Dice, pools, rolls, and readings. Rules get the reading of a roll, not its faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.core.queries import Term
from sandtable.core.values import Value

Faces = tuple[tuple[int, ...], ...]  # what was thrown: one tuple of faces for each pool


class Die(NamedTuple):
    """A die by its faces, all equally likely; labels are how people write them (M, S, X)."""

    name: str
    faces: tuple[int, ...]
    labels: Mapping[int, str] = {}

    def label(self, face: int) -> str:
        return self.labels.get(face, str(face))


@lru_cache
def numbered(sides: int) -> Die:
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


class DiceSet:
    """A ruleset's own dice by name; d6, d20, d7 … exist everywhere."""

    def __init__(self, *own: Die) -> None:
        self.own = {die.name: die for die in own}

    def __getitem__(self, name: str) -> Die:
        die = self.own.get(name)
        if die is not None:
            return die
        if name[:1] == "d" and name[1:].isdigit() and int(name[1:]) > 0:
            return numbered(int(name[1:]))
        raise KeyError(f"no die named {name!r}; known: {', '.join(self.own) or 'd6, d20, …'}")


class Reading(Value, frozen=True):
    """A fold over the faces of one pool. Odds merge throws with the same reading."""

    def first(self) -> Any:
        return 0

    def add(self, state: Any, face: int) -> Any:
        return state + face

    def done(self, state: Any) -> Any:
        return state

    def accepts(self, results: tuple[Any, ...]) -> bool:
        """False: this throw does not count and the whole Roll is thrown again (a tie, "one of four" on a d6)."""
        return True

    def told(self, result: Any) -> Any:
        """What people read of a result: a number, where it has one."""
        return result

    def read(self, faces: Sequence[int]) -> Any:
        state = self.first()
        for face in faces:
            state = self.add(state, face)
        return self.done(state)


class Total(Reading, frozen=True):
    """The sum of the faces."""

    def read(self, faces: Sequence[int]) -> int:
        return sum(faces)


class Each(Reading, frozen=True):
    """Every face, in the order thrown."""

    def first(self) -> tuple[int, ...]:
        return ()

    def add(self, state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return (*state, face)


class Sorted(Each, frozen=True):
    """Every face, order forgotten."""

    def add(self, state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*state, face)))


class Picks(Each, frozen=True):
    """Places in a row from which things are taken at random, none twice, order forgotten: d5, d4 is two of five.

    Each die counts what the dice before it have left.
    """

    def add(self, state: tuple[int, ...], face: int) -> tuple[int, ...]:
        for taken in state:  # in order
            face += taken <= face
        return tuple(sorted((*state, face)))


class AtLeast(Reading, frozen=True):
    """How many faces reach the score."""

    score: int

    def add(self, state: int, face: int) -> int:
        return state + (face >= self.score)


class Pair(Reading, frozen=True):
    """What a d6 attack roll means: total, any two alike, all ones, all sixes."""

    def first(self) -> Any:
        return (0, False, True, True, 0)  # the last is the set of faces seen, as bits

    def add(self, state: Any, face: int) -> Any:
        total, pair, ones, sixes, seen = state
        bit = 1 << face
        return (total + face, pair or bool(seen & bit), ones and face == 1, sixes and face == 6, seen | bit)

    def done(self, state: Any) -> Any:
        return state[:4]

    def told(self, result: Any) -> Any:
        return result[0]


class OneOf(Reading, frozen=True):
    """A fair pick of 1..n on a larger die: throws above n are thrown again."""

    n: int

    def accepts(self, results: tuple[Any, ...]) -> bool:
        return all(1 <= r <= self.n for r in results)


class OneOfMany(Reading, frozen=True):
    """A fair pick of 1..n, up to 36, by two d6: the first gives the six, the second the place in it.

    Numbers that do not divide evenly are thrown again.
    """

    n: int

    def add(self, state: Any, face: int) -> Any:
        return 6 * state + face - 1

    def done(self, state: Any) -> Any:
        return state % self.n + 1 if state < 36 // self.n * self.n else 0

    def accepts(self, results: tuple[Any, ...]) -> bool:
        return all(results)


class Unlike(Reading, frozen=True):
    """A total unlike the given one: equal throws are thrown again."""

    last: int

    def accepts(self, results: tuple[Any, ...]) -> bool:
        return all(r != self.last for r in results)


class Untied(Reading, frozen=True):
    """Totals that differ: ties are thrown again."""

    def accepts(self, results: tuple[Any, ...]) -> bool:
        return len(set(results)) == len(results)


class Pool(Value, frozen=True):
    """Dice of one seat in a Roll: ``(("A", 4), ("P", 2))`` is four Action dice and two Power dice."""

    name: str
    dice: tuple[tuple[str, int], ...]
    seat: int | None = None
    terms: tuple[Term, ...] = ()  # why it has these dice

    @property
    def size(self) -> int:
        return sum(n for _, n in self.dice)


class Roll(Value, frozen=True, cache_hash=True):
    """Waiting for dice. A pool of no dice is legal and reads as nothing thrown."""

    purpose: str
    pools: tuple[Pool, ...]
    reading: Reading = Total()
    cite: str = ""
    eyes: tuple[int, ...] | None = None  # the seats that may see the faces; None: everybody

    def read(self, faces: Faces) -> tuple[Any, ...]:
        return tuple(map(self.reading.read, faces))


def fault(roll: Roll, faces: Any, dice: DiceSet) -> str | None:
    """Why these faces do not answer the roll; None when they do."""
    if not isinstance(faces, tuple) or len(faces) != len(roll.pools):
        return f"{roll.purpose}: expected faces for {len(roll.pools)} pools, got {faces!r}"[:200]
    for pool, own in zip(roll.pools, faces, strict=True):
        if not isinstance(own, tuple) or len(own) != pool.size:
            return f"{pool.name}: expected {pool.size} dice, got {own!r}"[:200]
        at = 0
        for name, count in pool.dice:
            allowed = dice[name].faces
            for face in own[at : at + count]:
                if type(face) is not int or face not in allowed:
                    return f"{pool.name}: {face!r} is not a face of {name} {allowed}"[:200]
            at += count
    return None
