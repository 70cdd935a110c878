"""Saving a game at the terminal, and the command that takes it up again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple

from sandtable.chance import Typed
from sandtable.match import Match


class Setting(NamedTuple):
    """How the person sat down: what the record of the game does not keep."""

    ruleset: str
    against: str = "recruit"
    seat: str = ""
    seed: int = 0
    plain: bool = False
    file: Path | None = None
    limits: str = ""  # of a program that plays, as they were typed

    @property
    def alone(self) -> bool:
        return self.against == "self"


def free_name(setting: Setting, folder: Path = Path()) -> Path:
    """A file of its own: an earlier game is not written over."""
    stem = f"{setting.ruleset}-{setting.seed}"
    found, number = folder / f"{stem}.sand", 2
    while found.exists():
        found, number = folder / f"{stem}-{number}.sand", number + 1
    return found


def resume_command(setting: Setting, file: Path, match: Match) -> str:
    words = ["sandtable", "play", setting.ruleset, "--terminal", "--resume", str(file)]
    if setting.alone:
        words += ["--against", "self"]
    else:
        words += ["--against", setting.against, "--seat", setting.seat or match.rules.seats[0]]
        words += ["--seed", str(setting.seed)]  # the opponent's luck; the dice are in the file
    if setting.limits:
        words += ["--bot-limits", setting.limits]
    if isinstance(match.source, Typed):
        words += ["--dice", "typed"]
    if setting.plain:
        words.append("--plain")
    return shlex.join(words)
