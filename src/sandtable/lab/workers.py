"""Share work among processes. They end with the run; a killed process loses only its piece of work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import Thread
from types import FrameType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")
INTERRUPTED = 128 + signal.SIGINT
ENDING = (signal.SIGINT, signal.SIGTERM)
LEAVING = 10.0  # seconds to close what the work has opened

_busy = False  # of this process: is it in the middle of a piece of work?


class Lost(NamedTuple):
    """The result of a piece whose worker died."""

    why: str


class Worker:
    """One process and the piece it is at."""

    def __init__(self, job: Callable[[Any], Any]) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=_serve, args=(theirs, job), daemon=True)
        with _signals_later():
            self.process.start()
        theirs.close()  # only the worker holds this end, so it closes when the worker dies
        self.number = -1

    def give(self, number: int, piece: Any) -> None:
        self.number = number
        with suppress(OSError):  # gone already: taking will say so
            self.pipe.send(piece)

    def take(self) -> Any:
        """The result; Lost if the worker was ended. Raises what the job raised."""
        try:
            failed, result = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            return Lost(f"its process was ended {_how(self.process.exitcode or 0)}")
        if failed:
            raise result
        return result

    def end(self) -> None:
        self.process.terminate()

    def close(self) -> None:
        self.process.join(LEAVING)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def in_workers(jobs: int, job: Callable[[T], R], work: Sequence[T]) -> Generator[tuple[int, R | Lost], None, None]:
    """Every piece by number with its result, as they come. Whoever stops early ends the workers too."""
    todo = iter(enumerate(work))
    workers: dict[Connection, Worker] = {}

    def start() -> None:
        for number, piece in todo:
            worker = Worker(job)
            workers[worker.pipe] = worker
            worker.give(number, piece)
            return

    try:
        for _ in range(jobs):
            start()
        while workers:
            for pipe in wait(list(workers)):
                assert isinstance(pipe, Connection)
                worker = workers[pipe]
                result = worker.take()
                yield worker.number, result
                following = None if isinstance(result, Lost) else next(todo, None)
                if following is not None:
                    worker.give(*following)
                    continue
                del workers[pipe]
                worker.end()
                worker.close()
                if isinstance(result, Lost):
                    start()  # another in its place
    finally:
        # Left alone they would first finish what they have begun, and that may be a bot that hangs.
        for worker in workers.values():
            worker.end()
        for worker in workers.values():
            worker.close()


@contextmanager
def _signals_later() -> Iterator[None]:
    """A worker is born with signals held back, until it knows what to do with them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _how(status: int) -> str:
    with suppress(ValueError):
        return f"by {signal.Signals(-status).name}"
    return f"with status {status}"


# --- in the worker ---
def _serve(pipe: Connection, job: Callable[[Any], Any]) -> None:
    for number in ENDING:
        signal.signal(number, _leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            piece = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_whole(job, piece))


def _end_with_parent() -> None:
    """The run was killed: nobody waits for results."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(INTERRUPTED)  # the programs of this process end with it: `bots.stdio.watchdog`


def _leave(number: int, frame: FrameType | None) -> None:
    if not _busy:
        os._exit(INTERRUPTED)
    for other in ENDING:
        signal.signal(other, _again)
    raise KeyboardInterrupt  # what the work has opened is closed on the way out


def _again(number: int, frame: FrameType | None) -> None:
    """Ignore further signals: they would interrupt the clean-up."""


def _whole(job: Callable[[T], R], piece: T) -> tuple[bool, R | Exception]:
    global _busy
    _busy = True
    try:
        return False, job(piece)
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)  # not on to the next piece
    except Exception as e:
        return True, e
    finally:
        _busy = False
