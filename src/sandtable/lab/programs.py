"""Games in which a program plays a seat over the bot protocol: played once, then checked and saved from the history."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any
from zlib import crc32

from sandtable.bots.stdio import Limits, StdioBot, is_command, words_of
from sandtable.bots.stdio.game import Chooser, Forfeited, play_out
from sandtable.chance import Seeded
from sandtable.core import Progress, Ruleset, begin
from sandtable.lab.checks import Step, events_tell_all, state_is_sound
from sandtable.match import Match

UNSAFE = re.compile(r"[^\w.-]+")


def new_table(rules: Ruleset, seed: int, options: Mapping[str, Any]) -> Match:
    state, frame = rules.new_game(dict(options))
    return Match(rules, begin(rules, state, frame), Seeded(seed), options=options)


def play(
    match: Match,
    seed: int,
    bots: Sequence[str],
    inside: Callable[[str, int], Chooser],
    limits: Limits | None,
    most: int,
    thought: Callable[[int, float], None],
) -> Forfeited | None:
    """Programs by command, all others by what `inside` makes of a name and a seat."""
    programs = {s: StdioBot(name, seed=seed, limits=limits) for s, name in enumerate(bots) if is_command(name)}
    others = {s: inside(name, s) for s, name in enumerate(bots) if not is_command(name)}
    return play_out(match, programs, others, most, thought)


def check_history(match: Match) -> None:
    """The invariants after every answer and throw. Raises Broken."""
    game = match.start.game
    for n, entry in enumerate(match.history):
        step = Step(n, game, entry.value, Progress(entry.game, entry.events))
        events_tell_all(match.rules, step)
        state_is_sound(match.rules, step)
        game = entry.game


def keep(match: Match, seed: int, out: Path, bots: Sequence[str] = ()) -> None:
    """As a record of its own: the same seed is played again with seats changed."""
    out.mkdir(parents=True, exist_ok=True)
    match.save(out / ("-".join([match.rules.name, str(seed), *file_names(bots)]) + ".sand"))


def file_names(bots: Sequence[str]) -> list[str]:
    """Bots as parts of a file's name, in the order of their seats; a number tells apart those that look alike."""
    names = [UNSAFE.sub("_", PurePath(words_of(name)[-1]).name if is_command(name) else name)[:40] for name in bots]
    alike = len(set(names)) < len(set(bots))
    return [f"{name}_{crc32(bot.encode()):08x}" for name, bot in zip(names, bots, strict=True)] if alike else names
