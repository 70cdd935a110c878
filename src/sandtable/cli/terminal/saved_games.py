"""Saved games at the terminal, and the command that resumes one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple

import msgspec

from sandtable.chance import Typed
from sandtable.match import Match
from sandtable.match.files import record_of, replaced
from sandtable.match.folders import games_folder
from sandtable.record import RecordError, read

SEATED = ".seated"  # the ending of the file beside a game
SEAT = tuple[str, str, str, int, bool, None, str]  # what is in it: the fields of a Setting


class Setting(NamedTuple):
    """How the game is played at this terminal: what its record does not hold."""

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


def remember(setting: Setting, file: Path) -> None:
    """Write the setting beside a game in the games folder, so that its name is enough to resume it."""
    if file.parent == games_folder():
        text = msgspec.json.encode(list(setting._replace(file=None))).decode()
        replaced(file.with_suffix(SEATED), text + "\n")


def remembered(file: Path) -> Setting | None:
    try:
        return Setting(*msgspec.json.decode(file.with_suffix(SEATED).read_bytes(), type=SEAT))
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None


def other_game(file: Path, match: Match) -> bool:
    """Whether something is in the file that this match does not go on from."""
    try:
        there = read(file.read_bytes(), recover=True)
    except FileNotFoundError:
        return False
    except RecordError:
        return True
    ours = record_of(match)
    return there._replace(lines=(), end=None) != ours._replace(lines=(), end=None) or (
        there.lines[: len(ours.lines)] != ours.lines[: len(there.lines)]
    )


def free_name(setting: Setting, folder: Path = Path()) -> Path:
    """A file of its own: an earlier game is not written over."""
    stem = f"{setting.ruleset}-{setting.seed}"
    found, number = folder / f"{stem}.sand", 2
    while found.exists():
        found, number = folder / f"{stem}-{number}.sand", number + 1
    return found


def resume_command(setting: Setting, file: Path, match: Match) -> str:
    if file.parent == games_folder() and remembered(file) == setting._replace(file=None):
        return shlex.join(["sandtable", "play", "--resume", file.stem])
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
