"""How the command line speaks: plain text for people, JSON for programs, errors with the fix in them."""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def console(*, stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def say(text: str = "", style: str = "") -> None:
    console().print(text, style=style or None, markup=False)


def data(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def fail(text: str, code: int = 1) -> NoReturn:
    console(stderr=True).print(f"sandtable: {text}", style="bold red", markup=False)
    raise SystemExit(code)
