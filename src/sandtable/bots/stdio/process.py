"""A bot's process: three pipes that never block the engine, and an end that takes its children with it.

Nothing here waits without a deadline. Pipes are read as soon as there is something in them, also while a line is being
written, so a bot that writes without reading cannot stop the engine.
"""

from __future__ import annotations

import logging
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from sandtable.bots.stdio.limits import Forfeit, Limits, size
from sandtable.bots.stdio.watchdog import watchdog

LOG = logging.getLogger(__name__)
CHUNK = 1 << 16
KEPT = ("PATH", "TMPDIR", "SYSTEMROOT")  # variables passed on to the program; the others are not
MOMENT = 0.25  # seconds between checks that the process still runs
READ, WRITABLE = 1, 2
DYING = 0.5  # seconds in which a process that closed its pipes is expected to be gone


class TimedOut(Exception):
    """The deadline passed."""


class Child:
    """One running program, connected by lines. Use it as a context, or call `end`."""

    def __init__(self, words: Sequence[str], limits: Limits) -> None:
        self.limits = limits
        self.buffer, self.seen = bytearray(), 0  # what came and is not yet taken; how much of it holds no newline
        self.errors = bytearray()
        self.talking, self.ended = True, False
        try:
            # A session of its own: Ctrl-C is the engine's to handle, and its children can be ended together by id.
            self.process: subprocess.Popen[bytes] = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                close_fds=True,
                start_new_session=True,
                env=environment(),
            )
        except (OSError, ValueError) as e:
            raise Forfeit(f"could not be started: {e.strerror if isinstance(e, OSError) else e}") from e
        watchdog().hold(self.process.pid)
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = map(_there, pipes)
        self.selector = selectors.DefaultSelector()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self.stdout, self.stderr):
            self.selector.register(pipe, selectors.EVENT_READ)

    # --- speaking ---
    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; what the bot says meanwhile is kept."""
        left = memoryview(line)
        self.selector.register(self.stdin, selectors.EVENT_WRITE)
        try:
            while left:
                if self._wait(deadline):
                    left = left[self._write(left) :]
        finally:
            self.selector.unregister(self.stdin)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self.stdin.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError as e:
            raise Forfeit(self.gone("closed its input")) from e

    # --- listening ---
    def line(self, deadline: float) -> bytes:
        """The next line, without its newline."""
        while True:
            if (found := self.waiting_line()) is not None:
                return found
            if not self.talking:
                raise Forfeit(self.gone("closed its output"))
            self._wait(deadline)

    def waiting_line(self) -> bytes | None:
        """A whole line that has come already."""
        at = self.buffer.find(b"\n", self.seen)
        if at < 0:
            self.seen = len(self.buffer)
            if self.seen > self.limits.line:
                raise Forfeit(f"sent a line longer than {size(self.limits.line)}")
            return None
        if at > self.limits.line:
            raise Forfeit(f"sent a line longer than {size(self.limits.line)}")
        line = bytes(self.buffer[:at])
        del self.buffer[: at + 1]
        self.seen = 0
        return line

    def look(self) -> None:
        """Take in what has come, without waiting."""
        self._take(0.0)

    def _wait(self, deadline: float) -> bool:
        """Until something was read or can be written, for a moment at most; True: the input takes more."""
        left = deadline - time.monotonic()
        if left <= 0:  # also in a flood, which keeps a pipe ready for ever
            raise TimedOut
        ready = self._take(min(left, MOMENT))
        # Children may hold the pipes open long after the program itself is gone: nobody is left to talk.
        if not ready and self._status() is not None and not self._take(0.0):
            self.talking = False
            raise Forfeit(self.gone(""))
        return ready == WRITABLE

    def _take(self, seconds: float) -> int:
        """Read what there is to read; how much came of it: nothing, something, or room in the input."""
        found = 0
        for key, _ in self.selector.select(seconds):
            if key.fileobj is self.stdin:
                found = WRITABLE
            else:
                self._read(key.fileobj)  # type: ignore[arg-type]
                found = found or READ
        return found

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            chunk = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self.selector.unregister(pipe)
        if pipe is self.stderr:
            self.errors += chunk
            del self.errors[: -self.limits.stderr]
            return
        self.talking = bool(chunk)
        self.buffer += chunk
        if len(self.buffer) > self.limits.line + CHUNK and self.waiting_line() is not None:
            raise Forfeit(f"flooded its output with more than {size(self.limits.line)} nobody asked for")

    # --- the end ---
    def gone(self, otherwise: str) -> str:
        """How the process ended, or what it did instead of ending."""
        until = time.monotonic() + DYING
        while (status := self._status()) is None and time.monotonic() < until:
            time.sleep(0.005)
        if status is None:
            return otherwise
        if status < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}"
        return f"exited with status {status}"

    def _status(self) -> int | None:
        """The exit status, minus the signal if there was one; the process is not reaped, so its id stays its own."""
        if not hasattr(os, "waitid"):
            return None
        found = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return int(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)

    def leave(self) -> None:
        """Let it go by itself: its input ends, and it has a moment."""
        self._close(self.stdin)
        until = time.monotonic() + self.limits.leave
        with suppress(TimedOut, Forfeit):
            while self.talking:
                self._wait(until)
                self.buffer.clear()
                self.seen = 0
            self.gone("")
        self.end()

    def end(self) -> None:
        """End the process and its children, by id, and give everything back. What it said to the end is kept."""
        if self.ended:
            return
        self.ended = True
        try:
            # The leader is not reaped before this, so the id of the group cannot have gone to somebody else.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            watchdog().release(self.process.pid)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                LOG.warning("process %d does not end", self.process.pid)
            self._last_words()
        finally:
            for pipe in (self.stdin, self.stdout, self.stderr):
                self._close(pipe)
            self.selector.close()

    def _last_words(self) -> None:
        for _ in range(64):
            try:
                chunk = os.read(self.stderr.fileno(), CHUNK)
            except (OSError, ValueError):
                return
            if not chunk:
                return
            self.errors += chunk
            del self.errors[: -self.limits.stderr]

    def _close(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):
            pipe.close()


def environment() -> dict[str, str]:
    found = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**found, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
