"""What became of a choice, counted over all ends, exact and thrown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.chance import estimate
from sandtable.chance.estimate import Estimate
from sandtable.chance.facet import outcome
from sandtable.chance.frontier import End
from sandtable.chance.odds import Odds
from sandtable.core import Game, Position, Ruleset

HIT, HITS, SCORE = "hit", "hits", "score"


class Tally:
    """Of one name: the exact chance of each value, and how often each was thrown in each sample."""

    def __init__(self, odds: Odds, truth: bool) -> None:
        self.odds, self.truth = odds, truth
        self.ends = 0
        self.exact: dict[int, Fraction] = {True: Fraction(0)} if truth else {}
        self.counts: list[dict[int, int]] = [{} for _ in odds.samples]

    def add(self, value: int, end: End, sample: int | None, count: int) -> None:
        self.ends += 1
        self.exact.setdefault(value, Fraction(0))
        if sample is None:
            self.exact[value] += end.chance
        else:
            self.counts[sample][value] = self.counts[sample].get(value, 0) + count

    def estimate(self, value: int) -> Estimate:
        counts = [counted.get(value, 0) for counted in self.counts]
        return estimate.chance(self.exact[value], self.odds.undecided, counts, self.odds.samples)

    def distribution(self) -> dict[int, Estimate]:
        return {value: self.estimate(value) for value in sorted(self.exact)}

    def mean(self) -> Estimate:
        exact = sum((value * chance for value, chance in self.exact.items()), Fraction(0))
        thrown = [list(counted.items()) for counted in self.counts]
        return estimate.mean(exact, thrown, max(self.exact) - min(self.exact), self.odds.samples)


def tallied(rules: Ruleset, before: Game, odds: Odds, about: tuple[str, ...]) -> dict[str, Tally]:
    """By name. What is not told of every end is left out: half a distribution would mislead.

    Where nobody tells whether it hit, as after several attacks, hits are counted: how many, and whether there was one.
    """
    found: dict[str, Tally] = {}
    hit, hits = Tally(odds, True), Tally(odds, False)
    first, ends = Position(rules, before.state), 0
    for end, sample, count in every_end(odds):
        ends += 1
        told = outcome(rules, first, Position(rules, end.game.state), about, end.returned)
        for name, value in told.items():
            if name not in found:
                found[name] = Tally(odds, isinstance(value, bool))
            found[name].add(value, end, sample, count)
        if end.hits is not None:
            hit.add(end.hits > 0, end, sample, count)
            hits.add(end.hits, end, sample, count)
    whole = {name: tally for name, tally in found.items() if tally.ends == ends}
    if HIT not in whole and hits.ends:
        whole = {HIT: hit, HITS: hits, **whole}
    if SCORE in whole and set(whole[SCORE].exact) == {0}:
        del whole[SCORE]
    return whole


def every_end(odds: Odds) -> Iterator[tuple[End, int | None, int]]:
    """Each end with the number of its sample and how often it was thrown; None: it is exact."""
    for end in odds.ends:
        yield end, None, 0
    for number, sample in enumerate(odds.samples):
        for end, count in sample.ends:
            yield end, number, count
