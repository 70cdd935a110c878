"""The Bot protocol and the levels by name.

A bot is given a view, never the game: what its seat cannot know it deals anew (`View.imagine`). The same seed, node
budget and views give the same choices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sandtable.bots.random_answers import RandomAnswers
from sandtable.bots.recruit import Recruit
from sandtable.bots.regular import Regular
from sandtable.bots.stdio import Limits, StdioBot, is_command
from sandtable.bots.veteran import Veteran
from sandtable.core import BadSetup, View


class Bot(Protocol):
    """Chooses an answer. `choose` is called only with a view that has an `ask`."""

    name: str

    def choose(self, view: View) -> Any: ...


LEVELS: Mapping[str, Callable[[int, int | None, float | None], Bot]] = {
    "recruit": lambda seed, nodes, seconds: Recruit(seed),
    "regular": lambda seed, nodes, seconds: Regular(seed, nodes),
    "veteran": lambda seed, nodes, seconds: Veteran(seed, nodes, seconds),
}
BOTS: Mapping[str, Callable[[int, int | None, float | None], Bot]] = {
    **LEVELS,
    "random": lambda seed, nodes, seconds: RandomAnswers(seed),  # no opponent for people: for research and checks
}


def bot(name: str, *, seed: int = 0, nodes: int | None = None, seconds: float | None = None) -> Bot:
    """A bot by its level: ``bot("regular", seed=7).choose(match.view("a"))``.

    `nodes` bounds the answers it searches for a decision (regular) or a turn (veteran); `seconds` bounds the time of a
    veteran's turn, and its choices then no longer repeat exactly. Both may be part of the name:
    ``veteran:1s``, ``veteran:4000``.

    ``bot("cmd:./mybot")`` is a program that speaks the bot protocol (docs/bots.md), with `seconds` for each answer. It
    plays one game; `close` ends it.
    """
    if is_command(name):
        return StdioBot(name, seed=seed, limits=Limits() if seconds is None else Limits(answer=seconds))
    level, many, long = known(name)
    return BOTS[level](seed, nodes or many, seconds or long)


def known(name: str) -> tuple[str, int | None, float | None]:
    """A name as level, nodes and seconds; an unknown one raises BadSetup."""
    level, _, budget = name.partition(":")
    if level not in BOTS:
        raise BadSetup(f"no bot {level!r}; bots: {', '.join(BOTS)}, cmd:PROGRAM")
    try:
        if budget.endswith("s"):
            return level, None, float(budget[:-1])
        return level, int(budget) if budget else None, None
    except ValueError:
        raise BadSetup(f"{name}: a budget is nodes or seconds, as in {level}:4000 or {level}:1s") from None
