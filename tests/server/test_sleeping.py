"""A match that sleeps is rows on disk: nothing of it stays in memory, and it wakes as it was."""

import asyncio
import gc
import weakref
from pathlib import Path

from sandtable.match import new_match
from sandtable.server.frames import AnyFrame, Policy
from sandtable.server.kept_matches import prepared
from sandtable.server.live_tables import LiveTables
from sandtable.server.storage import SeatRow
from sandtable.server.workers import Workers
from tests.server.client import run

BOTH = ("a", "b")


class Nobody:
    """A connected client that looks away."""

    def send(self, frame: bytes) -> None:
        pass


def test_nothing_of_a_sleeping_match_stays_in_memory(tmp_path: Path) -> None:
    async def sleeps() -> None:
        tables = LiveTables(tmp_path, Workers(1), sleep_after=0.2)
        await tables.start()
        match = prepared(new_match("warcaster", seed=1))
        seats = [SeatRow("", seat, "person") for seat in BOTH]
        id = (await tables.begin(match, seats, Policy(), mine=BOTH)).match
        table = await tables.table(id)
        client, replies = Nobody(), list[AnyFrame]()
        await table.join(client, BOTH, None)
        for number in range(8):
            assert table.match.ask is not None
            value = table.match.ask.domain.candidates(1, 0)[0]
            await table.play(BOTH, number, table.n, [value], replies.append)
        n, scene = table.n, table.streams[BOTH].scene
        table.leave(client, BOTH)
        await asyncio.sleep(0)
        held = [weakref.ref(one) for one in (table, table.match, table.streams[BOTH], table.match.rules)]
        del table
        for _ in range(600):
            if not any(ref() is not None for ref in held[:-1]):
                break
            await asyncio.sleep(0.05)
        assert [ref() is None for ref in held] == [True, True, True, False]  # rules are one object a process
        again = await tables.table(id)
        await again.join(client, BOTH, None)
        assert (again.n, again.streams[BOTH].scene) == (n, scene)
        await tables.close()

    gc.collect()
    gc.disable()  # what is let go is gone at once, not when the collector comes by
    try:
        run(sleeps())
    finally:
        gc.enable()
