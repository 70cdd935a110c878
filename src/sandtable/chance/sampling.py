"""Seeded throws for what the exact part left open: each plays one of the open positions to its end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from sandtable.chance.estimate import Sample, throws_for
from sandtable.chance.explore import Choose
from sandtable.chance.frontier import End, Frontier, end_of
from sandtable.chance.graph import Graph
from sandtable.chance.nodes import Node, has_ended
from sandtable.core import Ask, Game, Roll, advance

LONGEST = 2_000  # waits of one throw: longer ones are broken off and told


class Played(NamedTuple):
    game: Game
    hits: int


class Sampler:
    """Throws dice by their exact distribution, from a generator of its own."""

    def __init__(self, graph: Graph, choose: Choose, seed: str) -> None:
        self.graph, self.choose, self.seed = graph, choose, seed
        self.random = Random(seed)  # text is hashed the same way on every machine
        self.weights: dict[Roll, list[int]] = {}
        self.rolls: dict[Roll, int] = {}  # how often each was thrown

    def sample(self, frontier: Frontier, mass: Fraction, within: float) -> Sample:
        """Throws spread over the open positions by their mass."""
        throws = throws_for(mass, within)
        found: dict[Hashable, tuple[Played, int]] = {}
        unfinished = 0
        for game, step, hits in self.starts(frontier, throws):
            played = self.play(game, step, hits)
            if played is None:
                unfinished += 1
                continue
            played = played._replace(game=self.graph.merged(played.game))
            key = (self.graph.keys.position(played.game), played.hits)
            found[key] = (played, found[key][1] + 1 if key in found else 1)
        ends = tuple((self.end(played, mass * Fraction(count, throws)), count) for played, count in found.values())
        return Sample(mass, throws, self.seed, ends, unfinished)

    def starts(self, frontier: Frontier, throws: int) -> Iterator[tuple[Game, int, int]]:
        """Positions with the step of the plan and the hits: one from each of so many equal slices of the open mass."""
        found = [
            (numerator / mass.denominator, start, waiting, case)
            for start in frontier.left()
            for waiting, mass in start.masses.items()
            for case, numerator in mass.numerators.items()
        ]
        ends = list(accumulate(weight for weight, *_ in found))
        for number in range(throws):
            at = bisect_right(ends, (number + self.random.random()) / throws * ends[-1])
            _, start, (roll, hits), case = found[min(at, len(found) - 1)]
            game = start.node.position(case)
            yield game if roll is None else game.but(waiting=roll), start.step, hits

    def play(self, game: Game, step: int | None, hits: int) -> Played | None:
        """One game, answered as the policies and the plan say; None: it does not end."""
        for _ in range(LONGEST):
            if has_ended(game):
                return Played(game, hits)
            if isinstance(game.waiting, Ask):
                assert step is not None
                node = self.graph.node(game, None, 0) if self.graph.remember else Node(game, None, 0)
                answer, step, _ = next(iter(self.choose(node, step, [()])))
                if step is None:
                    return Played(game, hits)
                value: tuple[Any, ...] = (game.waiting.domain.normal(answer),)
            else:
                assert game.waiting is not None
                value = self.throw(game.waiting)
            game, events = advance(self.graph.rules, game, *value)
            hits += self.graph.hits(events)
        return None

    def throw(self, roll: Roll) -> tuple[Any, ...]:
        found = self.graph.distribution(roll)
        weights = self.weights.get(roll)
        if weights is None:
            weights = self.weights[roll] = list(accumulate(outcome.weight for outcome in found.outcomes))
        self.rolls[roll] = self.rolls.get(roll, 0) + 1
        return found.outcomes[bisect_right(weights, self.random.randrange(found.total))].results

    def end(self, played: Played, chance: Fraction) -> End:
        return end_of(played.game, chance, played.hits if self.graph.attacked else None)
