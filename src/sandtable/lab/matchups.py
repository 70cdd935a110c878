"""Two armies against each other: how often each wins between equal bots."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any, NamedTuple

from sandtable.core import find
from sandtable.lab.simulate import simulate
from sandtable.lab.strength import wilson

FAIR = (0.4, 0.6)


class Matchup(NamedTuple):
    """Games of two armies, from both sides. More games can be added."""

    armies: tuple[str, str]
    won: int = 0  # by the first one
    lost: int = 0
    drawn: int = 0
    problems: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """Of the games the first army won, draws half."""
        return (self.won + self.drawn / 2) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % of the share. A draw is worth a half, so this is a little wider than it need be."""
        return wilson(round(self.share * self.games), self.games)

    @property
    def fair(self) -> bool:
        return FAIR[0] <= self.share <= FAIR[1]

    def and_more(self, more: Matchup) -> Matchup:
        return Matchup(
            self.armies,
            self.won + more.won,
            self.lost + more.lost,
            self.drawn + more.drawn,
            (*self.problems, *more.problems),
        )

    @property
    def figures(self) -> dict[str, Any]:
        """As it is written down; `read_matchup` reads it."""
        low, high = self.interval
        return {
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "share": round(self.share, 3),
            "interval": [round(low, 3), round(high, 3)],
        }


def read_matchup(armies: tuple[str, str], figures: dict[str, Any]) -> Matchup:
    return Matchup(armies, figures["won"], figures["lost"], figures["drawn"])


class Wanted(NamedTuple):
    """A match-up to measure, and in how many games."""

    ruleset: str
    armies: tuple[str, str]
    games: int

    @property
    def name(self) -> str:
        return f"{self.armies[0]} against {self.armies[1]}"


def wanted_matchups() -> Iterator[Wanted]:
    raw = tomllib.loads((files("sandtable.lab") / "matchups.toml").read_text(encoding="utf-8"))
    for ruleset, rows in raw.items():
        for pair, games in rows.items():
            one, two = pair.split()
            yield Wanted(ruleset, (one, two), games)


def both_sides(ruleset: str, armies: tuple[str, str]) -> list[dict[str, Any]]:
    """The tables and scenarios on which a ruleset's sample games set two armies against each other, each twice."""
    found = [dict(o) for o in find(ruleset).sample_options() if sorted(o["armies"]) == sorted(armies)]
    once = {repr(o | {"armies": []}): o for o in found}.values()
    return [o | {"armies": list(order)} for o in once for order in (armies, armies[::-1])]


def play_matchup(
    ruleset: str,
    armies: tuple[str, str],
    games: int,
    bot: str,
    *,
    after: int = 0,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> Matchup:
    """So many games more, when `after` games have been played: the tables and seeds go on from there."""
    variety = both_sides(ruleset, armies)
    turned = [variety[(after + n) % len(variety)] for n in range(games)]
    report = simulate(ruleset, games, variety=turned, bots=(bot, bot), seed=seed + after, jobs=jobs, progress=progress)
    if report.interrupted:
        raise KeyboardInterrupt
    drawn = report.wins.get("draw", 0)
    won = round(report.forces.get(armies[0], 0.0) - drawn / 2)
    return Matchup(armies, won, report.finished - won - drawn, drawn, tuple(report.problems))
