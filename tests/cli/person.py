"""A scripted person at the terminal: lines in, everything shown out."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sandtable.chance import Seeded, Typed
from sandtable.cli.terminal.saved_games import Setting
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.session import Session
from sandtable.match import Match, new_match

Reply = Callable[[Session], str]


def sit(
    match: Match,
    reply: Reply,
    file: Path,
    *,
    against: str = "recruit",
    seat: str = "",
    seed: int = 3,
    plain: bool = False,
    figures: bool = False,
) -> tuple[Session, str]:
    """Play until the game is over or the person leaves; the session and all that was shown."""
    out = io.StringIO()
    sitting: list[Session] = []

    def reader(prompt: str) -> str:
        line = reply(sitting[0])
        out.write(f"{prompt}{line}\n")
        return line

    setting = Setting(match.rules.name, against, seat, seed, plain, file)
    sitting.append(Session(match, Screen(out, plain=plain), reader, setting, figures=figures))
    sitting[0].play()
    return sitting[0], out.getvalue()


def game(ruleset: str, seed: int = 3, *, typed: bool = False, **options: Any) -> Match:
    return new_match(ruleset, source=Typed() if typed else Seeded(seed), **options)


def script(lines: Iterable[str]) -> Reply:
    """These lines, then the end of input."""
    left = iter(lines)

    def reply(s: Session) -> str:
        for line in left:
            return line
        raise EOFError

    return reply


def by_number(s: Session) -> str:
    """Answers like a person with little patience: a number where there are options, auto elsewhere."""
    if s.match.roll is not None or s.asked is None:
        return "auto"
    offers = s.asked.options()
    if not offers:
        return "auto"
    answer = s.asked.auto()
    return str([o.key for o in offers].index(answer) + 1)


def after(shown: str, line: str) -> str:
    """What was shown between a typed line and the next prompt."""
    _, _, rest = shown.partition(f"> {line}\n")
    lines = []
    for row in rest.splitlines():
        if row[:3] in ("a> ", "b> ") or row.startswith("dice> "):
            break
        lines.append(row)
    return "\n".join(lines)
