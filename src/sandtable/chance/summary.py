"""Odds as people read them: chances, distributions, and the reasons behind the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sandtable.chance.estimate import LEVEL, Estimate
from sandtable.chance.odds import Odds
from sandtable.chance.tally import tallied
from sandtable.core import Game, Roll, Ruleset

BAR = 30  # characters of a whole bar
PARTS = "▏▎▍▌▋▊▉█"


class Reason(NamedTuple):
    """One reason for dice: how many, why, by which rule; a number that depends on earlier dice is a range."""

    least: int
    most: int
    why: str
    cite: str
    op: str

    def __str__(self) -> str:
        count = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        sign = "+" if self.op == "add" and self.least >= 0 else ""
        return f"{sign}{count} {self.why}" + (f" ({self.cite})" if self.cite else "")


class Dice(NamedTuple):
    """A pool that may be thrown: its dice with their least and most, and why."""

    purpose: str
    pool: str
    cite: str
    dice: tuple[tuple[str, int, int], ...]
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        dice = "+".join(f"{a}{n}" if a == b else f"{a}–{b}{n}" for n, a, b in self.dice) or "no dice"
        return f"{self.pool} {dice}: {', '.join(map(str, self.reasons)) or '-'}"


class Summary(NamedTuple):
    """Chances by name (hit, destroy), distributions by name (damage, arc, score), and the dice behind them.

    Where the budget left something open, `estimates`, `distribution_estimates` and `means` hold the limits of every
    number: at 95 % where dice were thrown, certain where the rest was left open.
    """

    chances: Mapping[str, Fraction]
    distributions: Mapping[str, Mapping[int, Fraction]]
    estimates: Mapping[str, Estimate]
    distribution_estimates: Mapping[str, Mapping[int, Estimate]]
    means: Mapping[str, Estimate]
    dice: tuple[Dice, ...]
    undecided: Fraction
    answers: int
    title: str = ""
    deals: int = 1  # of hidden cards, where a seat asked that does not see them
    plus_minus: float = 0.0  # no chance has a larger one
    throws: int = 0
    seed: str = ""

    @property
    def exact(self) -> bool:
        return self.undecided == 0

    def __getitem__(self, name: str) -> Any:  # type: ignore[override]
        """A chance or a distribution by its name."""
        found: Any = self.chances.get(name)
        return self.distributions[name] if found is None else found

    def mean(self, name: str) -> Fraction:
        """Of what was worked out and thrown."""
        return self.means[name].value

    def data(self) -> dict[str, Any]:
        """JSON: fractions by name, the same as decimals, the plus-minus where they are not exact, and the reasons."""
        chances = {name: ratio(c) for name, c in self.chances.items()}
        distributions = {n: {str(v): ratio(c) for v, c in s.items()} for n, s in self.distributions.items()}
        decimals: dict[str, Any] = {name: float(c) for name, c in self.chances.items()}
        decimals |= {n: {str(v): float(c) for v, c in s.items()} for n, s in self.distributions.items()}
        terms = [
            {
                "purpose": d.purpose,
                "pool": d.pool,
                "cite": d.cite,
                "dice": {name: [least, most] for name, least, most in d.dice},
                "terms": [r._asdict() for r in d.reasons],
            }
            for d in self.dice
        ]
        return {
            **chances,
            **distributions,
            "decimal": decimals,
            "mean": {name: float(mean.value) for name, mean in self.means.items()},
            "terms": terms,
            "undecided": ratio(self.undecided),
            "exact": self.exact,
            "title": self.title,
            **({} if self.exact else self.bounds()),
            **({"deals": self.deals} if self.deals > 1 else {}),
        }

    def bounds(self) -> dict[str, Any]:
        """How far each number may be off, at which level, and the dice thrown for it."""
        found: dict[str, Any] = {name: e.plus_minus for name, e in self.estimates.items()}
        found |= {n: {str(v): e.plus_minus for v, e in s.items()} for n, s in self.distribution_estimates.items()}
        told: dict[str, Any] = {"plus_minus": found, "level": LEVEL if self.throws else 1.0}
        if self.throws:
            told["mean_plus_minus"] = {name: mean.plus_minus for name, mean in self.means.items()}
            told |= {"throws": self.throws, "seed": self.seed}
        return told

    def how(self) -> str:
        """How sure these odds are."""
        if self.exact:
            return "exact"
        if not self.throws:
            return f"within {percent(self.undecided)}: the budget left that open"
        thrown = f"{self.throws} throws with seed {self.seed} for {percent(self.undecided)} of it"
        return f"± at most {points(self.plus_minus)} points at {LEVEL:.0%}: {thrown}"

    def text(self, *, fractions: bool = False) -> str:
        """A few lines with bars; with the exact fractions on request."""
        how = self.how() + (f"; the mean of {self.deals} deals of what is hidden" if self.deals > 1 else "")
        lines = [f"{self.title} ({how})" if self.title else how]
        wide = max(map(len, self.estimates), default=0)
        lines += [line(f"{name:<{wide}}", e, fractions) for name, e in self.estimates.items()]
        for name, found in self.distribution_estimates.items():
            if len(found) == 1 and self.exact:
                lines.append(f"  {name:<8} {next(iter(found)):>7}")
                continue
            mean = self.means[name]
            more = f" ± {mean.plus_minus:.2f}" if self.throws else ""
            lines.append(f"  {name:<8} mean {float(mean.value):.2f}{more}")
            lines += [line(f"{value:>8}", e, fractions) for value, e in found.items()]
        lines += ["  why", *(f"    {dice}" for dice in self.dice)] if self.dice else []
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def short(self) -> str:
        """``hit 83.3%, destroy 0.0%, damage 2.59``."""
        found = [f"{name} {percent(e.value)}" for name, e in self.estimates.items()]
        return ", ".join(found + [f"{name} {float(mean.value):.2f}" for name, mean in self.means.items()])


def summary(rules: Ruleset, before: Game, odds: Odds, about: tuple[str, ...] = (), title: str = "") -> Summary:
    """What became of a choice, end by end, as the ruleset tells it: truths are chances, numbers distributions."""
    tallies = tallied(rules, before, odds, about)
    chances = {name: tally.estimate(True) for name, tally in tallies.items() if tally.truth}
    numbers = {name: tally for name, tally in tallies.items() if not tally.truth}
    found = {name: tally.distribution() for name, tally in numbers.items()}
    return Summary(
        {name: e.value for name, e in chances.items()},
        {name: {value: e.value for value, e in each.items()} for name, each in found.items()},
        chances,
        found,
        {name: tally.mean() for name, tally in numbers.items()},
        tuple(dice_of(odds.rolls)),
        odds.undecided,
        odds.answers,
        title,
        odds.deals,
        odds.plus_minus,
        sum(sample.throws for sample in odds.samples),
        odds.samples[0].seed.partition(",")[0] if odds.samples else "",
    )


def dice_of(rolls: Iterable[Roll]) -> Iterable[Dice]:
    """Pools of the same name and purpose are one line: dice that depend on earlier ones as a range."""
    found: dict[tuple[str, str], list[tuple[Roll, int]]] = {}
    for roll in rolls:
        for number, pool in enumerate(roll.pools):
            found.setdefault((roll.purpose, pool.name), []).append((roll, number))
    for (purpose, name), seen in found.items():
        pools = [roll.pools[number] for roll, number in seen]
        kinds = dict.fromkeys(die for pool in pools for die, _ in pool.dice)
        counts = {die: [dict(pool.dice).get(die, 0) for pool in pools] for die in kinds}
        reasons: dict[tuple[str, str, str], list[int]] = {}
        for pool in pools:
            for term in pool.terms:
                reasons.setdefault((term.why, term.cite, term.op), []).append(term.value)
        yield Dice(
            purpose,
            name,
            seen[0][0].cite,
            tuple((die, min(c), max(c)) for die, c in counts.items()),
            tuple(Reason(min(v), max(v), *key) for key, v in reasons.items()),
        )


def line(name: str, found: Estimate, fractions: bool = False) -> str:
    """Estimated, with its plus-minus in points; exact, as a fraction on request."""
    chance = found.value
    last = f"± {points(found.plus_minus)}" if found.level < 1 else ratio(chance) if fractions else ""
    return f"  {name:<8} {percent(chance):>7}  {bar(chance):<{BAR}}  {last}".rstrip()


def points(share: float) -> str:
    return f"{100 * share:.1f}"


def ratio(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f}%" if chance == 0 or chance >= Fraction(1, 1000) else "<0.1%"


def bar(chance: Fraction) -> str:
    eighths = round(8 * BAR * chance)
    return PARTS[-1] * (eighths // 8) + (PARTS[eighths % 8 - 1] if eighths % 8 else "")
