"""The frontier: nodes still to be played with their probability mass, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from sandtable.chance.graph import Graph
from sandtable.chance.nodes import Branches, Edge, Node, ReturnValue
from sandtable.chance.unread import Case
from sandtable.core import Frame, Game, Roll


class End(NamedTuple):
    """One way it can end: the position, its probability, and what the frames returned to their caller."""

    game: Game
    chance: Fraction
    returned: tuple[Any, ...] = ()
    hits: int | None = None  # None: nobody attacked, or nobody counted


class Mass:
    """Probability by case, over one denominator."""

    __slots__ = ("denominator", "numerators")

    def __init__(self) -> None:
        self.denominator = 1
        self.numerators: dict[Case, int] = {}

    def add(self, denominator: int, numerators: Mapping[Case, int]) -> None:
        mine, scale = self.numerators, 1
        if denominator != self.denominator:
            common = lcm(denominator, self.denominator)
            scale, own, self.denominator = common // denominator, common // self.denominator, common
            if own != 1:
                for case in mine:
                    mine[case] *= own
        for case, numerator in numerators.items():
            mine[case] = mine.get(case, 0) + scale * numerator

    def total(self) -> Fraction:
        return Fraction(sum(self.numerators.values()), self.denominator)


Waiting = tuple[Roll | None, int]  # the dice waited for (None: a seat is asked), and the hits so far


class Open:
    """A node to be played further, after so many steps of a plan. Hits so far change nothing that follows."""

    __slots__ = ("masses", "node", "step")

    def __init__(self, node: Node, step: int) -> None:
        self.node, self.step = node, step
        self.masses: dict[Waiting, Mass] = {}

    def asked(self) -> bool:
        return next(iter(self.masses))[0] is None

    def total(self) -> Fraction:
        return sum((mass.total() for mass in self.masses.values()), Fraction(0))

    def thrown(self, graph: Graph) -> Iterator[tuple[Edge, int, int, dict[Case, int]]]:
        """After the dice: each edge with the hits before it and its mass, over all the dice this node may wait for."""
        alike: dict[tuple[Branches, int], list[Roll]] = {}
        for roll, hits in self.masses:
            assert roll is not None
            alike.setdefault((graph.after(self.node, roll), hits), []).append(roll)
        for (_, hits), rolls in alike.items():
            parts = [(self.masses[roll, hits], graph.distribution(roll)) for roll in rolls]
            denominator = lcm(*(mass.denominator * found.total for mass, found in parts))
            shares: dict[Case, int] = {}
            for mass, found in parts:
                scale = denominator // (mass.denominator * found.total)
                for case, numerator in mass.numerators.items():
                    for outcome in found.outcomes:
                        then = case + outcome.results
                        shares[then] = shares.get(then, 0) + scale * numerator * outcome.weight
            for edge, cases in graph.thrown(self.node, rolls[0], shares):
                yield edge, hits, denominator, {case: shares[case] for case in cases}


class Frontier:
    """Nodes still to be played, by stage: one attack is over for all before the next begins.

    A miss takes fewer waits than a hit. The bottom frame of the stack tells how far a plan or a row of frames has come,
    so positions wait there for each other and merge.
    """

    def __init__(self) -> None:
        self.done: dict[tuple[Node, int], Mass] = {}
        self.waves: dict[int, dict[tuple[Node, int], Open]] = {}
        self.stages: dict[Frame, int] = {}
        self.last: tuple[Frame | None, int] = (None, 0)

    def put(self, edge: Edge, step: int, hits: int, denominator: int, numerators: Mapping[Case, int]) -> None:
        node, hits = edge.node, hits + edge.hits
        if not numerators:
            return
        for roll, pairs in edge.arrivals(numerators):
            there: dict[Case, int] = {}
            for case, then in pairs:
                there[then] = there.get(then, 0) + numerators[case]
            if node.over:
                self.stop(node, hits, denominator, there)
                continue
            wave = self.waves.setdefault(self.stage(node), {})
            found = wave.get((node, step))
            if found is None:
                found = wave[node, step] = Open(node, step)
            found.masses.setdefault((roll, hits), Mass()).add(denominator, there)

    def stop(self, node: Node, hits: int, denominator: int, numerators: Mapping[Case, int]) -> None:
        """Here it ends."""
        if numerators:
            self.done.setdefault((node, hits), Mass()).add(denominator, numerators)

    def stage(self, node: Node) -> int:
        stack = node.game.stack
        bottom = stack[1] if len(stack) > 1 and isinstance(stack[0], ReturnValue) else stack[0]
        if self.last[0] is not bottom:
            self.last = (bottom, self.stages.setdefault(bottom, len(self.stages)))
        return self.last[1]

    def take(self) -> list[Open]:
        return list(self.waves.pop(min(self.waves)).values())

    def put_back(self, found: Open) -> None:
        """Not played after all. Others of its wave may have come to the same node meanwhile."""
        wave = self.waves.setdefault(self.stage(found.node), {})
        there = wave.setdefault((found.node, found.step), found)
        if there is not found:
            for waiting, mass in found.masses.items():
                there.masses.setdefault(waiting, Mass()).add(mass.denominator, mass.numerators)

    def left(self) -> Iterator[Open]:
        return (found for wave in self.waves.values() for found in wave.values())

    def ends(self, counted: bool) -> Iterator[End]:
        """The positions as they were left, and what the frames returned."""
        for (node, count), mass in self.done.items():
            hits = count if counted else None
            for case, numerator in mass.numerators.items():
                yield end_of(node.position(case), Fraction(numerator, mass.denominator), hits)


def end_of(game: Game, chance: Fraction, hits: int | None) -> End:
    top = game.stack[-1] if game.stack else None
    if isinstance(top, ReturnValue):
        return End(game.but(stack=(), waiting=None), chance, top.value, hits)
    return End(game, chance, (), hits)
