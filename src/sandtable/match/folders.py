"""The default folder for saved games: the platform's data folder of the user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sandtable.core import BadSetup
from sandtable.record import Record, RecordError, read

NAME = "sandtable"
ENDING = ".sand"


def data_folder() -> Path:
    """``$XDG_DATA_HOME`` where it is set; else the platform's own place."""
    if (given := os.environ.get("XDG_DATA_HOME", "")) and Path(given).is_absolute():
        return Path(given) / NAME
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / NAME
    return Path.home() / ".local" / "share" / NAME


def games_folder() -> Path:
    return data_folder() / "games"


def kept_games() -> list[Path]:
    """The files in the folder for games, the last played first."""
    found = [path for path in games_folder().glob(f"*{ENDING}") if path.is_file()]
    return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))


def named(said: str) -> Path:
    """A file, or a game in the folder by its name."""
    path = Path(said)
    for found in (path, games_folder() / said, games_folder() / f"{said}{ENDING}"):
        if found.is_file():
            return found
    raise BadSetup(f"no saved game {said!r}; sandtable play --resume lists those that can go on")


def over(record: Record) -> bool:
    return record.end is not None and record.end.game.get("waiting") is None


def can_go_on(path: Path) -> Record | None:
    """What is in the file, if it is a game that is not over."""
    try:
        record = read(path.read_bytes(), recover=True)
    except (RecordError, OSError):
        return None
    return None if over(record) else record
