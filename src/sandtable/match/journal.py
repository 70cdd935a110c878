"""Autosave: a match is on disk after every answer. New lines are appended; other changes replace the file.

After a crash at most the last line is incomplete; `load(recover=True)` leaves it out.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sandtable.core import BadSetup
from sandtable.match.files import lines_of, record_of, replaced, save
from sandtable.match.match import Entry, Match
from sandtable.record import write
from sandtable.record.lines import write_line


class Journal:
    """Keeps one match in one file. Use it as a context, or call `close` with the match: then the file gets its end."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.file = -1  # of the system; -1: nothing is open
        self.size = 0
        self.kept = 0  # so many entries of the history are in the file
        self.last: Entry | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        self._let_go()

    def keep(self, match: Match) -> None:
        """Bring the file up to date. Raises OSError naming the file; what was there before is still there then."""
        try:
            if self._follows(match):
                self._append(match)
            else:
                self._anew(match)
        except OSError as e:
            self._let_go()
            raise OSError(e.errno, e.strerror or str(e), str(self.path)) from e
        self.kept, self.last = len(match.history), match.history[-1] if match.history else None

    def close(self, match: Match) -> None:
        """Write the whole record with its end, and let go of the file."""
        save(match, self.path)
        self._let_go()

    def _follows(self, match: Match) -> bool:
        """The history goes on from what is in the file, and the file is as it was left."""
        if self.file < 0 or self.kept > len(match.history):
            return False
        if self.kept and match.history[self.kept - 1] is not self.last:
            return False
        try:
            there, ours = os.stat(self.path), os.fstat(self.file)
        except OSError:
            return False
        return (there.st_ino, there.st_dev) == (ours.st_ino, ours.st_dev) and ours.st_size == self.size

    def _append(self, match: Match) -> None:
        text = "".join(f"{write_line(line)}\n" for line in lines_of(match, self.kept)).encode()
        if not text:
            return
        try:
            left = memoryview(text)
            while left:
                left = left[os.write(self.file, left) :]
            os.fsync(self.file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self.file, self.size)  # no half lines
            raise
        self.size += len(text)

    def _anew(self, match: Match) -> None:
        self._let_go()
        if self.path.exists():
            self._claim(os.open(self.path, os.O_WRONLY | os.O_APPEND))  # fails when another process has it
        text = write(record_of(match)._replace(end=None))
        replaced(self.path, text)
        self._let_go()
        self._claim(os.open(self.path, os.O_WRONLY | os.O_APPEND))
        self.size = len(text.encode())

    def _claim(self, file: int) -> None:
        self.file = file
        try:
            import fcntl
        except ImportError:  # no such locks there
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as e:
            self._let_go()
            raise BadSetup(f"{self.path}: this game is being played elsewhere; end it there first") from e

    def _let_go(self) -> None:
        if self.file >= 0:
            os.close(self.file)
        self.file = -1
