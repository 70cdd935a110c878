"""Armies of one size against each other: how often each wins between equal bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sandtable.core import find, installed
from sandtable.lab.simulate import simulate
from sandtable.lab.strength import wilson

FAIR = (0.4, 0.6)


class Matchup(NamedTuple):
    """Two armies, the share of games that the first one won, draws half, and its 95 % interval."""

    armies: tuple[str, ...]
    games: int
    share: float
    interval: tuple[float, float]
    problems: tuple[str, ...]

    @property
    def fair(self) -> bool:
        return self.interval[0] <= FAIR[1] and self.interval[1] >= FAIR[0]


def matchups(ruleset: str, games: int, bot: str, *, seed: int = 0, jobs: int = 1) -> Iterator[Matchup]:
    """Every two armies that a ruleset's sample games set against each other, over all their tables, both sides."""
    options = [dict(o) for o in find(ruleset).sample_options()]
    for pair in sorted({tuple(sorted(o["armies"])) for o in options}):
        variety = [o for o in options if tuple(sorted(o["armies"])) == pair]
        report = simulate(ruleset, games, variety=variety, bots=(bot, bot), seed=seed, jobs=jobs)
        if report.interrupted:
            raise KeyboardInterrupt
        points = report.forces.get(pair[0], 0.0)
        share, interval = points / max(1, report.finished), wilson(round(points), report.finished)
        yield Matchup(pair, report.finished, share, interval, tuple(report.problems))


def told(games: int, bot: str, seed: int, jobs: int, kind: str = "warmachine-") -> tuple[dict[str, Any], list[str]]:
    """The figures of every ruleset of a kind, and the match-ups that are beyond 60 to 40."""
    figures, problems = dict[str, Any](), list[str]()
    for name in sorted(n for n in installed() if n.startswith(kind)):
        for one in matchups(name, games, bot, seed=seed, jobs=jobs):
            what = f"{name}: {' against '.join(one.armies)}"
            figures[what] = {"games": one.games, "share": one.share, "interval": one.interval}
            problems += [f"{what}: {problem}" for problem in one.problems]
            problems += [] if one.fair else [f"{what}: {one.share:.2f} of {one.games} games"]
    return figures, problems
