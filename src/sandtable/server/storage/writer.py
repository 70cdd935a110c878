"""Commits in a thread of their own, so that a slow disk holds up nobody else. Whatever is queued is one transaction."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine

Change = Callable[[Connection], Any]
MOST = 200  # changes in one transaction


class Writer:
    """`write` returns once the change is on disk, or raises what went wrong; then nothing of it is there."""

    def __init__(self, engine: Engine, delay: float = 0.0) -> None:
        self.engine, self.delay = engine, delay  # a delay stands for a slow disk in tests
        self.queue: queue.SimpleQueue[tuple[Change, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self.batches = self.changes = 0
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    async def write(self, change: Change) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.queue.put((change, future))
        return await future

    def close(self) -> None:
        """Write what is queued, then end."""
        self.queue.put(None)
        self.thread.join()

    def _run(self) -> None:
        with self.engine.connect() as connection:
            while True:
                first = self.queue.get()
                if first is None:
                    return
                batch, last = [first], False
                while len(batch) < MOST and not last:
                    try:
                        more = self.queue.get_nowait()
                    except queue.Empty:
                        break
                    if more is None:
                        last = True
                    else:
                        batch.append(more)
                self._commit(connection, batch)
                if last:
                    return

    def _commit(self, connection: Connection, batch: list[tuple[Change, asyncio.Future[Any]]]) -> None:
        try:
            with connection.begin():
                results = [change(connection) for change, _ in batch]
                if self.delay:
                    time.sleep(self.delay)
        except Exception as e:
            if len(batch) == 1:
                _settle(batch[0][1], error=e)
                return
            for one in batch:  # one of them was at fault: each alone
                self._commit(connection, [one])
            return
        self.batches, self.changes = self.batches + 1, self.changes + len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            _settle(future, result)


def _settle(future: asyncio.Future[Any], result: Any = None, error: Exception | None = None) -> None:
    def settle() -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    loop = future.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(settle)
