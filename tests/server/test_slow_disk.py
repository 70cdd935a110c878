"""What is not on disk yet is not shown: rows and records hold what was saved, while saving and after it failed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandtable.core import find
from sandtable.match import new_match
from sandtable.record import read, replay
from sandtable.server.frames import Ack, AnyFrame, Failed, Policy
from sandtable.server.kept_matches import prepared
from sandtable.server.live_table import LiveTable
from sandtable.server.live_tables import LiveTables
from sandtable.server.match_handlers import MatchHandlers
from sandtable.server.requests import Call
from sandtable.server.shapes import BotGiven
from sandtable.server.storage import SeatRow
from sandtable.server.workers import Workers
from tests.server.client import run

BOTH = ("a", "b")


class Desk:
    """A match with both seats on one key, and its record as it would be downloaded."""

    def __init__(self, folder: Path) -> None:
        self.tables = LiveTables(folder, Workers(1))
        self.handlers = MatchHandlers(self.tables)
        self.replies: list[AnyFrame] = []

    async def begin(self) -> LiveTable:
        made = await self.tables.begin(
            prepared(new_match("duel", seed=5)), [SeatRow("", s, "person") for s in BOTH], Policy(), mine=BOTH
        )
        self.match, self.token = made.match, made.token
        return await self.tables.table(made.match)

    async def answer(self, table: LiveTable, to_roll: bool = False) -> int:
        """One answer, or answers up to one that is followed by dice; how long the last saved step was."""
        while True:
            assert table.match.ask is not None
            values, before = table.match.ask.domain.candidates(3, table.n), table.n
            value = next((v for v in values if rolls(table, v)), values[0]) if to_roll else values[0]
            await table.play(BOTH, 1, table.n, [value], self.replies.append)
            if not to_roll or table.n > before + 1:
                return table.n - before

    async def record(self) -> int:
        """How many lines the record has; it must verify to its end."""
        key = self.tables.key(self.token, self.match)
        record = read(await self.handlers.record(Call(None, {"match": self.match}, {}, key)))
        assert record.end is not None and record.end.lines == len(record.lines)
        assert len(list(replay(find("duel"), record))) == len(record.lines)
        return len(record.lines)


def rolls(table: LiveTable, value: Any) -> bool:
    trial = table.match.fork()
    before = len(trial.history)
    trial.answer(value)
    return len(trial.history) > before + 1


def test_a_record_read_while_an_answer_is_saved_ends_before_it_or_after_it(tmp_path: Path) -> None:
    async def work() -> None:
        desk = Desk(tmp_path)
        table = await desk.begin()
        await desk.answer(table)
        saved = table.n
        desk.tables.writer.delay = 0.4
        answering = asyncio.create_task(desk.answer(table, to_roll=True))
        for _ in range(20):
            await asyncio.sleep(0)
        assert table.n > saved  # played, and not on disk
        assert desk.tables.row(desk.match).n == saved
        assert await desk.record() in (saved, table.n)
        await answering
        assert desk.tables.row(desk.match).n == table.n == await desk.record()
        await desk.tables.close()

    run(work())


def test_what_could_not_be_saved_was_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        desk = Desk(tmp_path)
        table = await desk.begin()
        await desk.answer(table)
        saved, row, write = table.n, desk.tables.row(desk.match), desk.tables.writer.write

        async def full(change: Any) -> Any:
            raise OSError("no space left")

        monkeypatch.setattr(desk.tables.writer, "write", full)
        await desk.answer(table)
        assert isinstance(desk.replies[-1], Failed)
        assert table.n == saved and desk.tables.row(desk.match) == row
        assert await desk.record() == saved
        monkeypatch.setattr(desk.tables.writer, "write", write)
        await desk.answer(table)
        assert isinstance(desk.replies[-1], Ack)
        assert table.n > saved and await desk.record() == table.n
        await desk.tables.close()

    run(work())


def test_a_seat_given_to_a_bot_while_its_turn_is_saved_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def thinks(*_: Any) -> Any:
        await asyncio.Event().wait()

    async def work() -> None:
        desk = Desk(tmp_path)
        table = await desk.begin()
        first = table.turn
        while not ends_turn(table):
            await desk.answer(table)
            assert table.turn == first
        desk.tables.writer.delay = 0.4
        answering = asyncio.create_task(desk.answer(table))
        while table.turn == first:
            await asyncio.sleep(0)
        path = {"match": desk.match, "seat": table.turn}
        key = desk.tables.key(desk.token, desk.match)
        await desk.handlers.to_bot(Call(BotGiven(), path, {}, key))
        await answering
        assert desk.tables.store.bot_matches() == [desk.match]
        await desk.tables.close()

    monkeypatch.setattr(LiveTable, "_bot_answer", thinks)
    run(work())


def ends_turn(table: LiveTable) -> bool:
    """Whether the answer that is given next is followed by a question to the other seat."""
    assert table.match.ask is not None
    trial, seat = table.match.fork(), table.match.ask.seat
    trial.answer(table.match.ask.domain.candidates(3, table.n)[0])
    return trial.ask is not None and trial.ask.seat != seat
