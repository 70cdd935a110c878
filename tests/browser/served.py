"""A server inside the test, so that a bot can look at the table it plays on through the page."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import uvicorn

from sandtable.match import Match
from sandtable.server.app import Settings, application
from sandtable.server.limits import Limits
from sandtable.server.running import bound

MANY = Limits(requests=2000.0, request_burst=4000.0, begun=500.0, begun_burst=1000.0)
SECONDS = 180.0  # on a busy machine


class Served:
    def __init__(self, folder: Path) -> None:
        self.guard = application(Settings(folder=folder, limits=MANY))
        listening = bound("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(self.guard, ws="websockets-sansio", lifespan="on", log_config=None, access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        for _ in range(int(SECONDS * 20)):
            if self.server.started:
                return
            self.thread.join(0.05)
        raise AssertionError("the server did not start")

    @property
    def tables(self) -> Any:
        return self.guard.app.state.tables  # type: ignore[attr-defined]

    def match(self, id: str) -> Match:
        """The table in memory: to look at, never to change."""
        found: Match = self.tables.live[id].match
        return found

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(SECONDS)
