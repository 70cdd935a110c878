"""`sandtable prepare`: compile the geometry once, so that no game has to wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sandtable.cli.output import Json, console, data, say
from sandtable.geometry.compiled import cache_folder, fast, prepared
from sandtable.geometry.compiled import prepare as compile_all

ONCE = "Compiling the geometry, once for this version"


def prepare(json: Json = False) -> None:
    """Compile the geometry for this machine; `make setup` does it, and the first game of an installed version.

    [bold]Examples[/bold]

      sandtable prepare
      sandtable prepare --json
    """
    began, needed = time.perf_counter(), not prepared()
    compile_if_needed()
    seconds = round(time.perf_counter() - began, 1)
    if json:
        data({"compiled": needed, "seconds": seconds, "folder": str(cache_folder() or "")})
    elif not fast():
        say("The geometry runs uncompiled here: slow, with the same answers.")
    else:
        say(f"Compiled in {seconds} s, kept in {cache_folder()}." if needed else "The geometry is compiled.")


def compile_if_needed() -> None:
    """Compile what is not on disk yet, with progress on standard error."""
    if prepared():
        return
    screen = console(stderr=True)
    if not screen.is_terminal:
        screen.print(f"{ONCE} ...")
    columns = (TextColumn(ONCE), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=None)
        compile_all(lambda done, total: bar.update(task, completed=done, total=total))


def playing(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command that plays: the geometry is compiled before it says anything."""

    @wraps(command)
    def prepared_first(*args: Any, **named: Any) -> Any:
        compile_if_needed()
        return command(*args, **named)

    return prepared_first
