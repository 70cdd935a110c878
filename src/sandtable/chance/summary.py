"""Odds as people read them: chances, distributions, and the reasons behind the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sandtable.chance.facet import outcome
from sandtable.chance.odds import Odds
from sandtable.core import Game, Position, Roll, Ruleset

HIT, HITS = "hit", "hits"
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

    With a budget spent, `undecided` is the part of all cases left open: every chance lies between the one given and
    that plus `undecided`.
    """

    chances: Mapping[str, Fraction]
    distributions: Mapping[str, Mapping[int, Fraction]]
    dice: tuple[Dice, ...]
    undecided: Fraction
    answers: int
    title: str = ""
    deals: int = 1  # of hidden cards, where a seat asked that does not see them

    @property
    def exact(self) -> bool:
        return self.undecided == 0

    def __getitem__(self, name: str) -> Any:  # type: ignore[override]
        """A chance or a distribution by its name."""
        found: Any = self.chances.get(name)
        return self.distributions[name] if found is None else found

    def mean(self, name: str) -> Fraction:
        """Of what was decided."""
        return sum((value * chance for value, chance in self.distributions[name].items()), Fraction(0))

    def data(self) -> dict[str, Any]:
        """JSON: exact fractions by name, the same as decimals, and the reasons."""
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
            "mean": {name: float(self.mean(name)) for name in self.distributions},
            "terms": terms,
            "undecided": ratio(self.undecided),
            "exact": self.exact,
            "title": self.title,
            **({"deals": self.deals} if self.deals > 1 else {}),
        }

    def text(self) -> str:
        """A few lines with bars."""
        how = "exact" if self.exact else f"within {percent(self.undecided)}: the budget left that open"
        how += f"; the mean of {self.deals} deals of what is hidden" if self.deals > 1 else ""
        lines = [f"{self.title} ({how})" if self.title else how]
        lines += [line(name, c) for name, c in self.chances.items()]
        for name, spread in self.distributions.items():
            if len(spread) == 1 and self.exact:
                lines.append(f"  {name:<8} {next(iter(spread)):>7}")
                continue
            lines.append(f"  {name:<8} mean {float(self.mean(name)):.2f}")
            lines += [line(f"{value:>8}", c) for value, c in spread.items()]
        lines += ["  why", *(f"    {dice}" for dice in self.dice)] if self.dice else []
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def summary(rules: Ruleset, before: Game, odds: Odds, about: tuple[str, ...] = (), title: str = "") -> Summary:
    """What became of a choice, end by end, as the ruleset tells it: truths are chances, numbers distributions.

    What is not told of every end is left out: half a distribution would mislead. Where nobody tells whether it hit,
    as after several attacks, hits are counted: how many, and whether there was one.
    """
    counted: dict[str, int] = {}
    chances: dict[str, Fraction] = {}
    distributions: dict[str, dict[int, Fraction]] = {}
    first = Position(rules, before.state)
    for end in odds.ends:
        told = outcome(rules, first, Position(rules, end.game.state), about, end.returned)
        for name, value in told.items():
            counted[name] = counted.get(name, 0) + 1
            if isinstance(value, bool):
                chances[name] = chances.get(name, Fraction(0)) + (end.chance if value else 0)
            else:
                spread = distributions.setdefault(name, {})
                spread[value] = spread.get(value, Fraction(0)) + end.chance
    whole = {name for name, count in counted.items() if count == len(odds.ends)}
    chances = {name: chance for name, chance in chances.items() if name in whole}
    if HIT not in whole and (counts := [(end.hits, end.chance) for end in odds.ends if end.hits is not None]):
        chances = {HIT: sum((chance for hits, chance in counts if hits), Fraction(0)), **chances}
        distributions = {HITS: {}, **distributions}
        for hits, chance in counts:
            distributions[HITS][hits] = distributions[HITS].get(hits, Fraction(0)) + chance
        whole.add(HITS)
    ordered = {name: dict(sorted(spread.items())) for name, spread in distributions.items() if name in whole}
    moving = {name: spread for name, spread in ordered.items() if name != "score" or set(spread) != {0}}
    return Summary(chances, moving, tuple(dice_of(odds.rolls)), odds.undecided, odds.answers, title, odds.deals)


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


def line(name: str, chance: Fraction) -> str:
    return f"  {name:<8} {percent(chance):>7}  {bar(chance):<{BAR}}  {ratio(chance)}"


def ratio(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f}%" if chance == 0 or chance >= Fraction(1, 1000) else "<0.1%"


def bar(chance: Fraction) -> str:
    eighths = round(8 * BAR * chance)
    return PARTS[-1] * (eighths // 8) + (PARTS[eighths % 8 - 1] if eighths % 8 else "")
