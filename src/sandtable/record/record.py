"""A record as a value: how a match began, every answer and roll since, and where it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from sandtable.chance import Source
from sandtable.core import Ask, Choice, Codec, Game, Option, Ruleset
from sandtable.core.dice import Faces

FORMAT = 2  # 1: the hash of the header covered the first game alone
ENGINE = 3  # of the engine's own values: raise it when a field of Game, Ask, Roll or a core frame changes
HEADER = (
    "engine",
    "ruleset",
    "data",
    "options",
    "seats",
    "measuring",
    "dice",
    "start",
    "hash",
)  # in this order, after line 1
FIRST = len(HEADER) + 3  # where the lines begin, counted as an editor counts
SOURCES = Codec(("sandtable.core", "sandtable.chance"))


class Line(NamedTuple):
    """One answer, throw or concession, and the hash of the game after it."""

    n: int
    hash: str
    seat: str | None = None  # None: dice
    answer: Any = None
    roll: Faces | None = None
    purpose: str = ""
    concede: bool = False
    why: str = ""  # of a concession
    dice: Source | None = None  # only where the dice after this line are not what throwing them leaves behind

    @property
    def at(self) -> int:
        """Its line in the file."""
        return FIRST + self.n - 1


class End(NamedTuple):
    """The last line: what the next throw comes from, and the game where play stopped."""

    lines: int
    dice: Source
    game: Mapping[str, Any]  # as plain data: a newer version of the rules brings it up to date


class Record(NamedTuple):
    ruleset: str
    version: int
    data: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    dice: Source
    hash: str  # of the header and the first game; in format 1 of the game alone
    lines: tuple[Line, ...] = ()
    end: End | None = None  # None: cut short
    start: Mapping[str, Any] | None = None  # None: a new game by the options; else the first position as plain data
    measuring: str = "free"
    engine: int = ENGINE
    format: int = FORMAT
    new_dice: bool = False  # the match allowed its branches other dice

    def same_bytes(self, rules: Ruleset) -> bool:
        """Whether games are saved in the same format as now, so that hashes can be compared."""
        return self.engine == ENGINE and self.version == rules.version


def line_of(field: str) -> int:
    """Where a header field stands in the file."""
    return HEADER.index(field) + 2


def hash_of(rules: Ruleset, game: Game) -> str:
    """Sixteen hex digits that stand for a whole game, the same on every machine.

    Of options on offer only the keys count, so that better words for them change no record.
    """
    ask = game.waiting
    if isinstance(ask, Ask) and isinstance(ask.domain, Choice):
        keys = Choice(tuple(Option(option.key) for option in ask.domain.offered))
        game = game.but(waiting=ask.but(domain=keys))
    return blake2b(rules.codec.canonical(game)).hexdigest()[:16]


def tuples(raw: Any) -> Any:
    """Plain data as the engine keeps it: lists become tuples."""
    if isinstance(raw, list | tuple):
        return tuple(map(tuples, raw))
    if isinstance(raw, dict):
        return {key: tuples(value) for key, value in raw.items()}
    return raw
