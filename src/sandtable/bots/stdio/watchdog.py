"""Ends the programs of an engine that was killed, also by kill -9.

A small separate process holds the other end of a pipe and gets the ids of the programs that run. When the pipe
closes it ends those that still run.
"""

from __future__ import annotations

import atexit
import logging
import os
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache

LOG = logging.getLogger(__name__)
WATCH = """
import os, signal
held, rest = set(), b""
while chunk := os.read(0, 4096):
    *lines, rest = (rest + chunk).split(b"\\n")
    for line in lines:
        (held.add if line[:1] == b"+" else held.discard)(int(line[1:]))
for group in held:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Watchdog:
    """The watchdog of one engine process. Without one, a program ends only if it notices that its input ended."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.process: subprocess.Popen[bytes] | None = None
        atexit.register(self.dismiss)

    def hold(self, group: int) -> None:
        self.held.add(group)
        self._tell(f"+{group}\n")

    def release(self, group: int) -> None:
        """Call it before the process id can be reused."""
        self.held.discard(group)
        self._tell(f"-{group}\n")

    def dismiss(self) -> None:
        """No program runs any more: the watchdog process ends."""
        process, self.process = self.process, None
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
            process.wait()

    def _tell(self, line: str) -> None:
        try:
            if self.process is None:
                self._start()
            elif not self._write(line):  # somebody ended it
                self.dismiss()
                self._start()
        except OSError as e:
            LOG.warning("programs are not watched: %s", e)

    def _start(self) -> None:
        words = [sys.executable, "-I", "-S", "-c", WATCH]
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, bufsize=0, start_new_session=True
        )
        self._write("".join(f"+{group}\n" for group in self.held))

    def _write(self, text: str) -> bool:
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.write(text.encode())
        except BrokenPipeError:
            return False
        return True


@lru_cache(maxsize=1)
def _of(process: int) -> Watchdog:
    return Watchdog()


def watchdog() -> Watchdog:
    """This process's own: a fork starts another."""
    return _of(os.getpid())
