"""Work shared among processes that leave at once, and clean, when the run is broken off."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children
from types import FrameType
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
INTERRUPTED = 128 + signal.SIGINT

_busy = False  # of this process: is it in the middle of a piece of work?


def in_workers(jobs: int, job: Callable[[T], R], work: Sequence[T]) -> Iterator[R]:
    """The results in order. Ctrl-C, a signal to end or a caller that stops early ends the workers too."""
    before = set(active_children())
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            # Not `pool.map`: it cancels what is waiting when it is broken off, and a pool whose workers are then ended
            # stumbles over cancelled futures.
            waiting = deque(pool.submit(_whole, job, piece) for piece in work)
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            # Left alone a pool would first finish what it has begun, and that may be a bot that hangs.
            for process in set(active_children()) - before:
                process.terminate()
            raise


def _begin() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    if not _busy:
        os._exit(INTERRUPTED)
    for other in (signal.SIGINT, signal.SIGTERM):
        signal.signal(other, _again)
    raise KeyboardInterrupt  # what the work has opened is closed on the way out


def _again(number: int, frame: FrameType | None) -> None:
    """Once is enough: a second signal would break off the cleaning up."""


def _whole(job: Callable[[T], R], piece: T) -> R:
    global _busy
    _busy = True
    try:
        return job(piece)
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)  # a pool would go on with the next piece
    finally:
        _busy = False
