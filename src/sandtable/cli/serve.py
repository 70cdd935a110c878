"""`sandtable serve`: the table in the browser, for this machine or for a home network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.output import say
from sandtable.cli.prepare import playing
from sandtable.match.folders import data_folder

PORT = 8600


def tables_folder() -> Path:
    return data_folder() / "tables"


@playing
def serve(
    host: Annotated[
        str, typer.Option(help="Who can reach it: 127.0.0.1 is this machine alone, 0.0.0.0 the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = PORT,
    folder: Annotated[
        Path | None, typer.Option("--data", help="Where matches are kept; otherwise in your data folder.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A name by which the server may be called, besides this machine's own.")
    ] = None,
) -> None:
    """Serve the table in the browser until interrupted. Matches are kept, and go on where they were.

    [bold]Examples[/bold]

      sandtable serve
      sandtable serve --host 0.0.0.0 --port 8600
      sandtable serve --data /srv/sandtable --name table.example
    """
    from sandtable.server.app import Settings
    from sandtable.server.running import owner_key, run

    kept = folder or tables_folder()
    kept.mkdir(parents=True, exist_ok=True)
    settings = Settings(folder=kept, owner=owner_key(kept), names=tuple(name or ()))

    def ready(address: str) -> None:
        say(f"The table is at {address}")
        say(f"Your own matches: {address}#/owner/{settings.owner}")
        say(f"Kept in {kept}. Ctrl-C ends it; matches go on next time.")
        sys.stdout.flush()

    run(settings, host, port, ready)
