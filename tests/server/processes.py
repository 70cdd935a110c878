"""A server in a process of its own, as `sandtable serve` runs it, but with the same dice and bots in every run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from sandtable.server.app import Settings
from sandtable.server.limits import Limits

SECONDS = 120.0
START = """
import sys, msgspec, logging
from pathlib import Path
from sandtable.chance import Seeded
from sandtable.server import handlers, live_tables, match_handlers
from sandtable.server.app import Settings
from sandtable.server.running import run

if __name__ == "__main__":
    handlers.new_source = match_handlers.new_source = lambda: Seeded(1)
    live_tables.new_bots = lambda: "1"
    logging.basicConfig(level=logging.WARNING)
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, raw: Path(raw))
    run(settings, "127.0.0.1", 0, lambda address: print(address, flush=True))
"""
MANY = Limits(requests=2000.0, request_burst=4000.0, begun=500.0, begun_burst=1000.0)


class Process:
    """Started with its address known; killed at the end, or in the middle of something."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder, self.settings = (
            folder,
            {"limits": MANY, "owner": "the owner's key for tests", "processes": 1, **settings},
        )
        self.log = folder / "server.log"
        self.start()

    def start(self) -> None:
        script = self.folder / "start_server.py"
        script.write_text(START)
        text = msgspec.json.encode(Settings(folder=self.folder / "data", **self.settings), enc_hook=str).decode()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(script), text], stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.log.read_text()[-2000:]

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()

    def memory(self) -> int:
        """Resident bytes."""
        text = Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def faults(self) -> str:
        """What it has logged: stack traces of things that went wrong."""
        return self.log.read_text()


def wait_for(holds: Any, seconds: float = SECONDS) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
