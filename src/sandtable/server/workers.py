"""Processes for what takes long: bots, questions and whole matches, outlines, each in a pool of its own.

A job that hangs is ended with its process; the others of that pool are asked again.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, TypeVar

from sandtable.server import jobs
from sandtable.server.memory import keep_for_ever

T = TypeVar("T")
TRIES = 3
READY_SECONDS = 600.0  # a busy machine takes long to import and load
CLOSING_SECONDS = 5.0


class Late(Exception):
    """A job took too long."""


def start_worker() -> None:
    """In a new process: end with the server, however it ends, and load what every job needs."""
    os.nice(5)  # answers and drags come first
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    jobs.warm_up()
    keep_for_ever()


class Pool:
    def __init__(self, size: int) -> None:
        self.size = size
        self.pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, mp_context=get_context("spawn"), initializer=start_worker)

    async def ready(self) -> None:
        await self.run(READY_SECONDS, jobs.warm_up)

    async def run(self, seconds: float, job: Callable[..., T], *args: Any) -> T:
        """Raises Late; whatever the job raises comes through."""
        for _ in range(TRIES):
            pool = self.pool
            try:
                future = asyncio.wrap_future(pool.submit(job, *args))
                return await asyncio.wait_for(future, seconds)
            except TimeoutError as e:
                self._replace(pool)
                raise Late(f"{job.__name__} took more than {seconds:g} s") from e
            except BrokenProcessPool:
                self._replace(pool)
            except RuntimeError:
                if pool is self.pool:  # not because it was replaced meanwhile
                    raise
        raise Late(f"{job.__name__}: the worker died {TRIES} times")

    def _replace(self, old: ProcessPoolExecutor) -> None:
        if old is self.pool:
            self.pool = self._new()
        end(old)

    def close(self) -> None:
        """An interpreter that ends while the pool's thread still closes its pipe prints an error."""
        if (thread := end(self.pool)) is not None:
            thread.join(CLOSING_SECONDS)


def end(pool: ProcessPoolExecutor) -> threading.Thread | None:
    """At once, with what runs in it; the thread that still tidies up, if there is one."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    thread: threading.Thread | None = getattr(pool, "_executor_manager_thread", None)
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    return thread


class Workers:
    """`processes` 1: one for everything, where there is little memory."""

    def __init__(self, processes: int | None = None) -> None:
        many = max(1, (os.cpu_count() or 2) - 1)
        if processes == 1:
            self.bots = self.questions = self.outlines = Pool(1)
        else:
            self.bots, self.questions, self.outlines = Pool(many), Pool(max(1, many // 2)), Pool(1)

    @property
    def pools(self) -> set[Pool]:
        return {self.bots, self.questions, self.outlines}

    async def ready(self) -> None:
        await asyncio.gather(*(pool.ready() for pool in self.pools))

    def close(self) -> None:
        for pool in self.pools:
            pool.close()
