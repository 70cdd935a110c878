"""The table in the browser: a server on this machine alone, started when none runs yet."""

from __future__ import annotations

import json
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import ProxyHandler, Request, build_opener

from sandtable.cli.output import fail, say
from sandtable.cli.serve import PORT, tables_folder
from sandtable.core import BadSetup

HERE = "127.0.0.1"


def open_table(new: Mapping[str, Any] | None, *, folder: Path | None = None, port: int = PORT, show: bool) -> None:
    """Open the page, with a new match if one is given; serve until interrupted unless a server runs already."""
    from sandtable.server.app import Settings
    from sandtable.server.running import Running, bound, owner_key, run

    kept = folder or tables_folder()
    kept.mkdir(parents=True, exist_ok=True)
    key = owner_key(kept)

    def ready(address: str) -> None:
        say(f"The table is at {address}  (Ctrl-C ends it; matches are kept and go on next time)")
        sys.stdout.flush()
        visit(address, key, show)

    if new is not None:
        new = {**new, "owner": key}
    try:
        bound(HERE, port).close()
    except BadSetup:
        port = 0  # somebody else has it
    try:
        run(Settings(folder=kept, owner=key), HERE, port, lambda address: begin_and(ready, address, new))
    except Running as e:
        if not e.address:
            fail(str(e))
        begin_and(ready, e.address, new)


def begin_and(ready: Any, address: str, new: Mapping[str, Any] | None) -> None:
    """Begin the match from a thread: the server that takes the request runs in this one."""
    if new is None:
        ready(address)
        return
    from threading import Thread

    def begin() -> None:
        begun(address, new)
        ready(address)

    Thread(target=begin, daemon=True).start()


def begun(address: str, new: Mapping[str, Any]) -> str:
    """The id of a new match at a running server."""
    request = Request(f"{address}api/matches", json.dumps(new).encode(), {"content-type": "application/json"})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=30) as answer:
            found: str = json.load(answer)["match"]
            return found
    except URLError as e:
        fail(f"the server did not begin the match: {e}")


def visit(address: str, key: str, show: bool) -> None:
    """The key is in the fragment, which browsers do not send."""
    page = f"{address}#/owner/{key}"
    if not show or not webbrowser.open(page):
        say(f"Open {page}")
        sys.stdout.flush()
