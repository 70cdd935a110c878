"""Numbers with a bound: exact, certain within limits, or estimated from throws to plus or minus so much at 95 %."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple

from sandtable.chance.frontier import End

LEVEL = 0.95
Z = 1.959963984540054  # standard deviations either side of the mean that hold 95 % of a normal distribution
FEWEST = 100  # throws, however little is open


class Sample(NamedTuple):
    """Dice thrown for what the exact part left open."""

    mass: Fraction  # how much was open
    throws: int
    seed: str
    ends: tuple[tuple[End, int], ...]  # each with how often it came; the chances are shares of the mass
    unfinished: int = 0  # throws broken off because they went on and on

    def plus_minus(self) -> float:
        """No chance estimated from this sample has a larger one."""
        return float(self.mass) * (Z / (2 * sqrt(self.throws)) + self.unfinished / self.throws)


class Estimate(NamedTuple):
    """A number and the limits between which the true one lies, with the confidence level of that statement."""

    value: Fraction
    low: Fraction
    high: Fraction
    level: float  # 1: certain

    @property
    def exact(self) -> bool:
        return self.level == 1 and self.low == self.high

    @property
    def plus_minus(self) -> float:
        return float(max(self.value - self.low, self.high - self.value))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int | float | Fraction) and self.low <= number <= self.high


def throws_for(mass: Fraction, within: float) -> int:
    """How many throws keep every chance to that plus-minus. Known before the first throw, so nothing is biased."""
    return max(FEWEST, ceil((float(mass) * Z / (2 * within)) ** 2))


def chance(exact: Fraction, undecided: Fraction, counts: Sequence[int], samples: Sequence[Sample]) -> Estimate:
    """The exact part plus, for each sample, its mass by the share of throws that came so.

    Each sample is a stratum. Its error is that of Wilson's interval for the share, scaled by the mass; the errors of
    several independent samples add up in squares.
    """
    if not samples:
        return Estimate(exact, exact, exact + undecided, 1)
    value = exact + sum((s.mass * Fraction(k, s.throws) for k, s in zip(counts, samples, strict=True)), Fraction(0))
    margins = (float(s.mass) * share_margin(k, s) for k, s in zip(counts, samples, strict=True))
    return around(value, sqrt(sum(margin**2 for margin in margins)), exact, exact + undecided)


def mean(
    exact: Fraction, values: Sequence[Sequence[tuple[int, int]]], span: int, samples: Sequence[Sample]
) -> Estimate:
    """The same of a mean: by sample, the values thrown with their counts. `span` is the range of all values met."""
    if not samples:
        return Estimate(exact, exact, exact, 1)
    value, squares = exact, 0.0
    for found, sample in zip(values, samples, strict=True):
        middle = Fraction(sum(v * k for v, k in found), sample.throws)
        variance = sum(k * float(v - middle) ** 2 for v, k in found) / sample.throws
        value += sample.mass * middle
        margin = max(Z * sqrt(variance / sample.throws), span * share_margin(0, sample))
        squares += (float(sample.mass) * margin) ** 2
    far = Fraction(sqrt(squares))
    return Estimate(value, value - far, value + far, LEVEL)


def around(value: Fraction, margin: float, least: Fraction, most: Fraction) -> Estimate:
    """Never beyond what is certain."""
    far = Fraction(margin)
    return Estimate(value, max(least, value - far), min(most, value + far), LEVEL)


def share_margin(count: int, sample: Sample) -> float:
    """The larger side of Wilson's interval. Unfinished throws may all have come so, or none of them."""
    low, _ = wilson(count, sample.throws)
    _, high = wilson(count + sample.unfinished, sample.throws)
    share = count / sample.throws
    return max(share - low, high - share)


def wilson(count: int, throws: int) -> tuple[float, float]:
    """The 95 % score interval of a share. It keeps its level near 0 and 1, where the usual one shrinks to nothing."""
    middle = (count + Z * Z / 2) / (throws + Z * Z)
    half = Z / (throws + Z * Z) * sqrt(count * (throws - count) / throws + Z * Z / 4)
    return middle - half, middle + half


def bound(samples: Iterable[Sample]) -> float:
    """The largest plus-minus a chance can have."""
    return sqrt(sum(sample.plus_minus() ** 2 for sample in samples))
