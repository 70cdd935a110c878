"""Lines on a screen: never wider than a hundred columns, without colour where none is wanted, nothing but text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import IO

from rich.console import Console
from rich.text import Text

WIDTH = 100
SEATS = ("bold yellow", "bold cyan")
DIM, BOLD, BAD, GOOD = "dim", "bold", "bold red", "green"
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")  # names come from files: none may steer the terminal

Part = str | tuple[str, str]  # a text, or a text and its style


class Screen:
    """Where the game is printed. Plain: no colour, no map, one fact a line."""

    def __init__(self, file: IO[str] | None = None, *, plain: bool = False) -> None:
        quiet = plain or bool(os.environ.get("NO_COLOR"))
        self.plain = plain
        self.console = Console(
            file=file, highlight=False, markup=False, emoji=False, color_system=None if quiet else "auto"
        )

    @property
    def width(self) -> int:
        return min(WIDTH, self.console.width) if self.console.is_terminal else WIDTH

    def say(self, *parts: Part, first: str = "", rest: str | None = None) -> None:
        """One paragraph, wrapped; `first` leads its first line and `rest` the others."""
        rest = " " * len(first) if rest is None else rest
        room = max(20, self.width - max(len(first), len(rest)))
        text = Text()
        for part in parts:
            said, style = (part, "") if isinstance(part, str) else part
            text.append(_CONTROL.sub(" ", said), style=style or None)
        for number, line in enumerate(text.wrap(self.console, room) or [Text()]):
            line.rstrip()
            self._put(Text(rest if number else first) + line)

    def raw(self, text: Text | str) -> None:
        """A line that is laid out already; cut where it would not fit."""
        line = Text(text) if isinstance(text, str) else text.copy()
        line.rstrip()
        line.truncate(self.width)
        self._put(line)

    def command(self, text: str) -> None:
        """Something to copy: never wrapped, however long the name of a file makes it."""
        self._put(Text(f"  {_CONTROL.sub(' ', text)}", style=BOLD))

    def head(self, title: str) -> None:
        self.say()
        self.say((title, BOLD))

    def many(self, lines: Iterable[str], first: str = "  ") -> None:
        for line in lines:
            self.say(line, first=first)

    def _put(self, line: Text) -> None:
        self.console.print(line, soft_wrap=True)


def seat_style(seat: int | None) -> str:
    return "" if seat is None else SEATS[seat % len(SEATS)]
