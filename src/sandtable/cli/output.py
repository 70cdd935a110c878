"""Output of the command line: text for people, JSON for programs, errors with a suggested fix."""

from __future__ import annotations

import json
import re
import sys
from codecs import register_error
from io import TextIOWrapper
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console

from sandtable.core.texts import plain_text

PLAIN = {"✕": "x", "×": "x", "→": "->", "…": "...", "–": "-", "—": "-", "·": ".", "″": '"', "°": "deg", "█": "#"}
PLAIN |= dict.fromkeys("▏▎▍▌▋▊▉", "#") | dict.fromkeys("─━", "-") | dict.fromkeys("│┃", "|")
PLAIN |= dict.fromkeys("╭╮╰╯┌┐└┘", "+")

BEGINNING = re.compile(r"\s*(?:(?:\d+\.|-) )?")  # of a line: its indentation, and the mark of an item

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
BotLimits = Annotated[
    str,
    typer.Option(
        help="Limits of programs, those that differ: answer=5,game=600,start=10 (seconds), tries=2, infos=100, "
        "line=1048576 (bytes). Beyond one is a forfeit: docs/bots.md.",
        show_default=False,
    ),
]


def console(*, stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, soft_wrap=True, emoji=False)  # "a:soon:b" is text


def say(text: str = "", style: str = "") -> None:
    screen = console()
    screen.print(fitted(screen, text), style=style or None, markup=False)


def data(value: Any) -> None:
    """One JSON document on standard output, in ASCII: any terminal and any pipe can carry it."""
    sys.stdout.write(json.dumps(msgspec.to_builtins(value, enc_hook=plain_text), separators=(",", ":")) + "\n")


def fail(text: str, code: int = 1) -> NoReturn:
    screen = console(stderr=True)
    screen.print(fitted(screen, f"sandtable: {text}"), style="bold red", markup=False)
    raise SystemExit(code)


def fitted(screen: Console, text: str) -> str:
    """On a terminal long lines are broken between words, under their own first word; in a pipe they stay whole."""
    return "\n".join(_folded(line, screen.width) for line in text.split("\n")) if screen.is_terminal else text


def _folded(line: str, width: int) -> str:
    found = BEGINNING.match(line)
    indent = " " * (found.end() if found else 0)
    if len(line) <= width or width < len(indent) + 20:
        return line
    kept = {"replace_whitespace": False, "break_long_words": False, "break_on_hyphens": False}
    return "\n".join(wrap(line, width, subsequent_indent=indent, **kept))  # type: ignore[arg-type]


def any_letter() -> None:
    """Replace letters the terminal cannot write by the nearest one, else by a question mark."""
    register_error("nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="nearest")


def nearest(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(c, "?") for c in error.object[error.start : error.end]), error.end


def folder(path: Path) -> Path:
    """A folder to write into, created if missing. Called before the work, so that errors come early."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        fail(f"{path}: a file stands where a folder is needed; give another folder")
    return path
