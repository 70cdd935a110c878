"""Where all the ways stand that something can go: positions with their chances, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from sandtable.chance.unread import Results
from sandtable.chance.walk import Kept, Move, Spot, Walk, Ways
from sandtable.core import Frame, Game, Roll


class End(NamedTuple):
    """One way it can end: the position, its probability, and what the frames returned to their caller."""

    game: Game
    chance: Fraction
    returned: tuple[Any, ...] = ()
    hits: int | None = None  # None: nobody attacked, or nobody counted


class Lump:
    """The chance of a place for each result of the dice unread there, over one denominator."""

    __slots__ = ("bottom", "tops")

    def __init__(self) -> None:
        self.bottom = 1
        self.tops: dict[Results, int] = {}

    def add(self, bottom: int, tops: Mapping[Results, int]) -> None:
        mine, scale = self.tops, 1
        if bottom != self.bottom:
            common = lcm(bottom, self.bottom)
            scale, own, self.bottom = common // bottom, common // self.bottom, common
            if own != 1:
                for results in mine:
                    mine[results] *= own
        for results, top in tops.items():
            mine[results] = mine.get(results, 0) + scale * top

    def chance(self) -> Fraction:
        return Fraction(sum(self.tops.values()), self.bottom)


class Node:
    """A spot to be played further, after so many steps of a plan and hits; if it waits for dice, by those dice."""

    __slots__ = ("hits", "lumps", "spot", "step")

    def __init__(self, spot: Spot, step: int, hits: int) -> None:
        self.spot, self.step, self.hits = spot, step, hits
        self.lumps: dict[Roll | None, Lump] = {}

    def chance(self) -> Fraction:
        return sum((lump.chance() for lump in self.lumps.values()), Fraction(0))

    def rolled(self, walk: Walk) -> Iterator[tuple[Move, int, dict[Results, int]]]:
        """The dice are thrown: how likely each reading is, over all the dice this place may wait for."""
        alike: dict[Ways, list[Roll]] = {}
        for roll in self.lumps:
            assert roll is not None
            alike.setdefault(walk.after(self.spot, roll), []).append(roll)
        for rolls in alike.values():
            parts = [(self.lumps[roll], walk.throws(roll)) for roll in rolls]
            bottom = lcm(*(lump.bottom * found.total for lump, found in parts))
            shares: dict[Results, int] = {}
            for lump, found in parts:
                scale = bottom // (lump.bottom * found.total)
                for case, top in lump.tops.items():
                    for way in found.ways:
                        then = case + way.results
                        shares[then] = shares.get(then, 0) + scale * top * way.weight
            for move, cases in walk.thrown(self.spot, rolls[0], shares):
                yield move, bottom, {case: shares[case] for case in cases}


class Front:
    """The positions still to be played, the earliest first: one attack is over for all before the next begins.

    A miss takes fewer waits than a hit. What lies at the bottom of the stack tells how far a plan or a row of frames
    has come, so positions wait there for each other and meet.
    """

    def __init__(self) -> None:
        self.done: dict[tuple[Spot, int], Lump] = {}
        self.waves: dict[int, dict[tuple[Spot, int, int], Node]] = {}
        self.stages: dict[Frame, int] = {}
        self.last: tuple[Frame | None, int] = (None, 0)

    def put(self, move: Move, step: int, hits: int, bottom: int, tops: Mapping[Results, int]) -> None:
        spot, hits = move.spot, hits + move.hits
        for roll, pairs in move.arrivals(tops):
            there: dict[Results, int] = {}
            for case, then in pairs:
                there[then] = there.get(then, 0) + tops[case]
            if spot.over:
                self.stop(spot, hits, bottom, there)
                continue
            layer = self.waves.setdefault(self.stage(spot), {})
            node = layer.get((spot, step, hits))
            if node is None:
                node = layer[spot, step, hits] = Node(spot, step, hits)
            node.lumps.setdefault(roll, Lump()).add(bottom, there)

    def stop(self, spot: Spot, hits: int, bottom: int, tops: Mapping[Results, int]) -> None:
        """Here it ends."""
        self.done.setdefault((spot, hits), Lump()).add(bottom, tops)

    def stage(self, spot: Spot) -> int:
        stack = spot.game.stack
        bottom = stack[1] if len(stack) > 1 and isinstance(stack[0], Kept) else stack[0]
        if self.last[0] is not bottom:
            self.last = (bottom, self.stages.setdefault(bottom, len(self.stages)))
        return self.last[1]

    def take(self) -> list[Node]:
        return list(self.waves.pop(min(self.waves)).values())

    def back(self, node: Node) -> None:
        self.waves.setdefault(self.stage(node.spot), {})[node.spot, node.step, node.hits] = node

    def left(self) -> Iterator[Node]:
        return (node for layer in self.waves.values() for node in layer.values())

    def ends(self, counted: bool) -> Iterator[End]:
        """The positions as they were left, and what the frames returned."""
        for (spot, count), lump in self.done.items():
            hits = count if counted else None
            for results, top in lump.tops.items():
                game, chance = spot.whole(results), Fraction(top, lump.bottom)
                top_frame = game.stack[-1] if game.stack else None
                if isinstance(top_frame, Kept):
                    yield End(game.but(stack=(), waiting=None), chance, top_frame.value, hits)
                else:
                    yield End(game, chance, (), hits)
