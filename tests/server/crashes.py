"""Killing a busy server at random moments, and what must hold afterwards. A few rounds in a test, 50 in the soak."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from sandtable.core import find
from sandtable.record import read, replay
from sandtable.server import frames
from tests.server.client import Api, Player
from tests.server.processes import Process

RULESETS = ("duel", "lines", "warcaster", "duel")
LOST = (ConnectionClosed, OSError, EOFError, asyncio.IncompleteReadError, TimeoutError)


class Busy:
    """Somebody who plays, and remembers which answers were acknowledged."""

    def __init__(self, made: dict[str, Any], ruleset: str) -> None:
        self.match, self.token, self.ruleset = made["match"], made["token"], ruleset
        self.acked: list[tuple[int, Any]] = []  # the number of the answer's line, and the answer
        self.sent: tuple[int, Any] | None = None  # the last one, acknowledged or not
        self.repeats = 0

    async def play(self, address: str, luck: int) -> None:
        """Until the server dies or the game is over. What was sent and not acknowledged is sent again first."""
        with contextlib.suppress(*LOST):
            async with Player(address, self.match, self.token) as player:
                if self.sent is not None:
                    await self.repeat(player)
                while True:
                    await player.turn()
                    if player.over:
                        return
                    value, n = await player.suggested(luck), player.n
                    self.sent = (n, value)
                    found = await player.answer(value)
                    assert isinstance(found, frames.Ack | frames.Stale), found
                    if isinstance(found, frames.Ack):
                        self.acked.append((n + 1, value))
                    self.sent = None

    async def repeat(self, player: Player) -> None:
        """A repeat after a lost ack is stale when it was saved, and is played when it was not: never twice."""
        assert self.sent is not None
        n, value = self.sent
        self.repeats += 1
        if player.n > n:
            found = await player.ask("answer", n=n, value=value)
            assert isinstance(found, frames.Stale)
        self.sent = None


async def rounds(
    folder: Path, seed: int, many: int, tables: int, one_more: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Play, kill, restart, again; at the end every record is checked."""
    rng = Random(seed)
    process = Process(folder)
    try:
        players: list[Busy] = []
        async with Api(process.address) as api:
            for number in range(tables):
                name = RULESETS[number % len(RULESETS)]
                players.append(Busy(await api.begin(name), name))
        for number in range(many):
            playing = asyncio.gather(*(one.play(process.address, 1000 * seed + number) for one in players))
            await asyncio.sleep(0.4 + 2.0 * rng.random())
            process.kill()
            await playing
            process.start()
            await replace_finished(process, players)
            one_more()
        await check(process, players)
        faults = process.faults()
    finally:
        process.close()
    assert "Traceback" not in faults, faults[-3000:]
    acked = sum(len(one.acked) for one in players)
    return {"rounds": many, "tables": len(players), "acknowledged": acked, "repeats": sum(p.repeats for p in players)}


async def replace_finished(process: Process, players: list[Busy]) -> None:
    async with Api(process.address) as api:
        for one in list(players):
            card = await api.call("GET", f"/api/matches/{one.match}", token=one.token)
            if card.get("result") and sum(p.ruleset == one.ruleset for p in players) < 6:
                players.append(Busy(await api.begin(one.ruleset), one.ruleset))


async def check(process: Process, players: list[Busy]) -> None:
    """No acknowledged answer is lost, changed or doubled; every record verifies from its first line to its last."""
    async with Api(process.address) as api:
        for one in players:
            text = await api.call("GET", f"/api/matches/{one.match}/record", token=one.token)
            record = read(text)
            steps = list(replay(find(one.ruleset), record))
            assert len(steps) == len(record.lines)
            for n, value in one.acked:
                assert n <= len(record.lines), "an acknowledged answer is lost"
                line = record.lines[n - 1]
                assert line.seat == "a"
                assert plain(line.answer) == plain(value), "another answer stands in its place"


def plain(value: Any) -> Any:
    """Lists and tuples alike; amounts by name in any order and without zeros."""
    if isinstance(value, dict):
        return sorted((key, plain(one)) for key, one in value.items() if one)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value
