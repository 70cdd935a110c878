"""Duels: how much stronger one bot is than another, with equal armies and from both sides."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable.bots import bot
from sandtable.chance import Seeded
from sandtable.core import Roll, View, answer, begin, find
from sandtable.lab.simulate import simulate
from sandtable.lab.strength import even, wilson

TIMES = 3  # a veteran's time in larger games, as many times a regular's


class Duel(NamedTuple):
    """Two bots, the stronger first."""

    ruleset: str
    bots: tuple[str, str] = ("regular", "recruit")
    armies: str = ""  # part of the armies' names; all when empty
    certain: bool = True  # it must be shown who is stronger; otherwise the figure is only reported

    @property
    def name(self) -> str:
        return f"{self.ruleset}:{' against '.join(self.bots)}{f', {self.armies}' if self.armies else ''}"

    def mirrored(self) -> list[dict[str, Any]]:
        """Its games: both sides have the same army."""
        variety = even(find(self.ruleset).sample_options(), ["forces", "armies"])
        return [o for o in variety if self.armies in str(o.get("armies", ""))]


DEEPER = (
    Duel("warcaster", ("veteran:2000", "regular")),
    Duel("warmachine-mk2", ("veteran:1s", "regular"), "_box_"),
    Duel("warmachine-mk2", ("veteran", "regular"), "_mid", certain=False),
)


def quiet() -> None:
    pass


class Outcome(NamedTuple):
    figures: dict[str, Any]
    problems: list[str]
    interrupted: bool


def play_duel(duel: Duel, games: int, seed: int, jobs: int, progress: Callable[[], None] = quiet) -> Outcome:
    """Certain: the 95 % interval of the first bot's share of decided games lies above a half."""
    duel = timed(duel, seed)
    report = simulate(
        duel.ruleset, games, variety=duel.mirrored(), bots=duel.bots, seed=seed, jobs=jobs, progress=progress
    )
    won, lost = (report.won_by.get(one, 0) for one in duel.bots)
    low, high = wilson(won, won + lost)
    figures = {
        "bots": duel.bots,
        "won": won,
        "lost": lost,
        "drawn": report.finished - won - lost,
        "interval": [round(low, 4), round(high, 4)],
        "decision_ms": report.decision_ms,
    }
    problems = [f"{duel.name}: {problem}" for problem in report.problems]
    if duel.certain and low <= 0.5:
        problems.append(f"{duel.name}: won {won}, lost {lost}; the interval {low:.3f} to {high:.3f} reaches a half")
    return Outcome(figures, problems, report.interrupted)


def timed(duel: Duel, seed: int) -> Duel:
    """A veteran without a budget gets TIMES a regular's time a turn, as measured in one game."""
    if duel.bots[0] != "veteran":
        return duel
    seconds = TIMES * seconds_a_turn(duel.ruleset, duel.mirrored()[0], seed)
    return duel._replace(bots=(f"veteran:{seconds:.2f}s", duel.bots[1]))


def seconds_a_turn(ruleset: str, options: dict[str, Any], seed: int) -> float:
    """Processor time of a regular for one turn."""
    rules, source, took = find(ruleset), Seeded(seed), 0.0
    players, turns = [bot("regular", seed=seed + n) for n in (0, 1)], set()
    game = begin(rules, *rules.new_game(options)).game
    while (ask := game.waiting) is not None:
        if isinstance(ask, Roll):
            value, source = source.throw(ask, rules.dice)
        else:
            turns.add(rules.judging.turn_of(game.state))
            began = time.thread_time()
            value = players[ask.seat].choose(View(rules, game, ask.seat))
            took += time.thread_time() - began
        game = answer(rules, game, value, trusted=True).game
    return took / max(1, len(turns))
