"""What a bot in its own process may use, and what happens when it uses more: it forfeits the game."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.core import BadSetup

MIB = 1 << 20
MOST = 1e9


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds are wall-clock time: sleeping counts like thinking."""

    start: float = 10.0  # seconds until it says hello
    answer: float = 5.0  # seconds for one question, a second try after a refusal included
    game: float = 600.0  # seconds for all questions of a game together
    line: int = MIB  # bytes in one line, its newline left out
    infos: int = 100  # info lines before an answer
    tries: int = 2  # answers to one question; the last refused one forfeits
    stderr: int = 4096  # bytes of standard error that are kept: the last ones
    leave: float = 1.0  # seconds to leave after `quit`


def limits_of(text: str, answer: float | None = None) -> Limits:
    """``answer=2,game=60``: the limits by name, the others as usual; an unknown or impossible one raises BadSetup."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(Limits)}
    wanted: dict[str, Any] = {} if answer is None else {"answer": answer}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (word.strip() for word in part.partition("="))
        if name not in kinds:
            raise BadSetup(f"{part}: no such limit; write {', '.join(f'{n}=NUMBER' for n in kinds)}")
        try:
            wanted[name] = kinds[name](value)
        except ValueError:
            wanted[name] = 0
        if not 0 < wanted[name] < MOST:
            raise BadSetup(f"{part}: a {'whole number' if kinds[name] is int else 'number'} above 0")
    return Limits(**wanted)


class Forfeit(Exception):
    """A bot broke a rule of the protocol: its seat concedes this game, and nothing else happens."""

    def __init__(self, why: str, stderr: str = "") -> None:
        super().__init__(f"forfeit: {why}")
        self.why, self.stderr = why, stderr


def seconds(given: float) -> str:
    """``5 s``, ``0.5 s``."""
    return f"{given:g} s"


def size(given: int) -> str:
    """``1 MiB``, ``2000 bytes``."""
    return f"{given // MIB} MiB" if given >= MIB and given % MIB == 0 else f"{given} bytes"
