"""What a client shows when something happened, without knowing kinds of events.

Times are suggestions in thousandths of a second. `pieces` are ids of the scene.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Pose = tuple[int, ...]


class Cue(Struct, frozen=True, tag=True, kw_only=True):
    ms: int = 0


class Went(Cue, frozen=True, tag=True, kw_only=True):
    """A piece moved along a path that begins where it stood."""

    piece: str
    path: tuple[Pose, ...]


class Came(Cue, frozen=True, tag=True, kw_only=True):
    """A piece came onto the table."""

    piece: str
    at: Pose


class Gone(Cue, frozen=True, tag=True, kw_only=True):
    """A piece left the table."""

    piece: str
    how: str = ""  # destroyed, recalled, fled


class Struck(Cue, frozen=True, tag=True, kw_only=True):
    actor: str
    target: str
    hit: bool


class Changed(Cue, frozen=True, tag=True, kw_only=True):
    """A number or condition of a piece, body or seat."""

    piece: str
    field: str
    before: Any = None
    after: Any = None


class Threw(Cue, frozen=True, tag=True, kw_only=True):
    purpose: str
    pools: tuple[str, ...]
    faces: tuple[tuple[int, ...], ...]
    results: tuple[Any, ...] = ()


class Said(Cue, frozen=True, tag=True, kw_only=True):
    """Only a line of the log."""

    text: str


AnyCue = Went | Came | Gone | Struck | Changed | Threw | Said


class Told(Struct, frozen=True):
    """One event as a seat may know it, ready to show."""

    text: str  # the line of the log
    cite: str
    seat: int | None  # whose doing or whose piece, where the event says so
    about: tuple[str, ...]  # pieces, bodies and cards it names, for highlighting
    cues: tuple[AnyCue, ...]
