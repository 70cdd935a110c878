"""All matches of a server: begun, woken, put to sleep. Sleeping ones are rows on disk and cost no memory."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from sandtable.chance import Seeded
from sandtable.server.frames import Failed, Policy, ResultFrame, SeatFrame
from sandtable.server.kept_matches import TAIL, Prepared, Rows, match_from
from sandtable.server.live_table import LiveTable
from sandtable.server.memory import give_back
from sandtable.server.shapes import Invite, Seated
from sandtable.server.storage import MatchRow, SeatRow, Store, TokenRow, Writer, tables
from sandtable.server.storage.store import added, changed, removed, together
from sandtable.server.tokens import hashed, new_id, new_token
from sandtable.server.workers import Workers

log = logging.getLogger("sandtable.server")
SLEEP_AFTER = 60.0  # seconds without anybody
SWEEP = 10.0


class Missing(LookupError):
    """No such match."""


class Key(NamedTuple):
    """What a token opens."""

    match: str
    plays: tuple[str, ...]  # empty: a spectator
    row: TokenRow


class LiveTables:
    def __init__(self, folder: Path, workers: Workers, *, delay: float = 0.0, sleep_after: float = SLEEP_AFTER) -> None:
        self.store = Store(folder)
        self.writer = Writer(self.store.engine, delay)
        self.workers = workers
        self.sleep_after = sleep_after
        self.live: dict[str, LiveTable] = {}
        self.waking: dict[str, asyncio.Task[LiveTable]] = {}
        self.sweeper: asyncio.Task[None] | None = None

    # --- keys ---
    def key(self, token: str, match: str, *kinds: str) -> Key | None:
        row = self.store.token(hashed(token))
        if row is None or row.match != match or row.kind not in (kinds or ("seat", "watch")):
            return None
        return Key(match, tuple(filter(None, row.seats.split(","))), row)

    # --- beginning ---
    async def begin(
        self,
        match: Prepared,
        seats: Sequence[SeatRow],
        policy: Policy,
        *,
        name: str = "",
        mine: Sequence[str] = (),
        parent: str = "",
        fork_n: int = 0,
        owner: bool = False,
    ) -> Seated:
        """Save a new match and give out its keys. `seats` have no match yet."""
        id, now = new_id(), time.time()
        row = MatchRow(
            id=id,
            ruleset=match.ruleset,
            header=match.header,
            policy=msgspec.json.encode(policy).decode(),
            name=name,
            parent=parent,
            fork_n=fork_n,
            bots=new_bots(),
            gen=0,
            n=len(match.lines),
            turn=match.turn,
            bot_turn=int(any(seat.seat == match.turn and seat.kind == "bot" for seat in seats)),
            subtitle=match.subtitle,
            result=match.result,
            created=now,
            changed=now,
        )
        lines = match.lines
        entries = [{"match": id, "gen": 0, "n": n, "line": line, "ms": 0, "at": now} for n, line in enumerate(lines, 1)]
        kept = [{"match": id, "gen": 0, **match.position}] if lines else []
        token, watch = new_token(), new_token()
        invites = [Invite(seat=seat.seat, code=new_token()) for seat in seats if seat.kind == "open"]
        keys = [
            TokenRow(hashed(token), id, "seat", ",".join(mine), int(owner), 0, now),
            TokenRow(hashed(watch), id, "watch", "", 0, 0, now),
            *(TokenRow(hashed(invite.code), id, "invite", invite.seat, 0, 0, now) for invite in invites),
        ]
        await self.writer.write(
            together(
                added(tables.match, [row]),
                added(tables.seat, [seat._replace(match=id) for seat in seats]),
                added(tables.entry, entries),
                added(tables.snapshot, kept),
                added(tables.token, keys),
            )
        )
        if row.bot_turn:
            await self.table(id)
        seat = mine[0] if mine else ""
        return Seated(match=id, seat=seat, token=token, invites=tuple(invites), watch=watch)

    async def admit(self, match: str, seats: Sequence[str], *, owner: bool = False, but: str = "") -> str:
        """A new key to some seats; `but` is the hash of one that ends with it."""
        token = new_token()
        row = TokenRow(hashed(token), match, "seat", ",".join(seats), int(owner), 0, time.time())
        ends = [removed(tables.token, {"hash": but})] if but else []
        await self.writer.write(together(*ends, added(tables.token, [row])))
        return token

    # --- waking and sleeping ---
    def row(self, id: str) -> MatchRow:
        if (live := self.live.get(id)) is not None:
            return live.row
        if (row := self.store.match(id)) is None:
            raise Missing(f"no match {id[:40]!r}")
        return row

    def rows(self, row: MatchRow, upto: int, keep: int = TAIL) -> Rows:
        """What is needed to have a match in memory after so many answers and rolls, with a few of them."""
        with self.store.at_once():
            kept = self.store.kept(row.id, max(0, upto - keep))
            after = kept.n if kept else 0
            lines = tuple(self.store.lines(row.id, after, upto))
        rows = Rows(row.ruleset, row.header, lines, after)
        return rows if kept is None else rows._replace(version=kept.version, game=kept.game, dice=kept.dice)

    async def table(self, id: str) -> LiveTable:
        """The match in memory. Raises Missing."""
        if (found := self.live.get(id)) is not None:
            return found
        if id not in self.waking:
            self.waking[id] = asyncio.create_task(self._wake(id))
        try:
            return await asyncio.shield(self.waking[id])
        finally:
            self.waking.pop(id, None)

    async def _wake(self, id: str) -> LiveTable:
        row = self.row(id)
        rows, seats = self.rows(row, row.n), self.store.seats(id)
        match = await asyncio.to_thread(match_from, rows)
        table = LiveTable(self, row, seats, match)
        self.live[id] = table
        table.go_on()
        return table

    async def start(self) -> None:
        """Go on with matches in which a bot was thinking when the server ended."""
        self.sweeper = asyncio.create_task(self._sweep())
        for id in self.store.bot_matches():
            try:
                await self.table(id)
            except Exception:
                log.exception("match %s cannot go on", id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.sleep_after))
            if idle := self._idle():
                for id in idle:
                    await self.put_to_sleep(id)
                await asyncio.to_thread(give_back)

    def _idle(self) -> list[str]:
        now = time.monotonic()
        return [id for id, table in self.live.items() if table.idle and now - table.used > self.sleep_after]

    async def put_to_sleep(self, id: str) -> None:
        """Out of memory; when somebody was last seen is kept."""
        table = self.live.pop(id, None)
        if table is None:  # deleted meanwhile
            return
        await table.close()
        seen = [changed(tables.seat, {"match": id, "seat": s.seat}, {"seen": s.seen}) for s in table.seats.values()]
        await self.writer.write(together(*seen))

    async def delete(self, id: str) -> None:
        table = self.live.pop(id, None)
        if table is not None:
            async with table.lock:
                table.deleted = True
                await self.writer.write(removed(tables.match, {"id": id}))
                table.tell(Failed(code="gone", text="the match was deleted"))
            await table.close()
        else:
            await self.writer.write(removed(tables.match, {"id": id}))

    async def close(self) -> None:
        if self.sweeper is not None:
            self.sweeper.cancel()
        for id in list(self.live):
            await self.put_to_sleep(id)
        self.writer.close()
        self.store.close()

    # --- at a glance ---
    def seat_frames(self, id: str) -> tuple[SeatFrame, ...]:
        if (live := self.live.get(id)) is not None:
            return live.seat_frames()
        now = time.time()
        return tuple(
            SeatFrame(
                seat=s.seat,
                kind=s.kind,  # type: ignore[arg-type]
                name=s.name,
                level=s.level,
                away=round(now - s.seen) if s.seen else 0,
            )
            for s in self.store.seats(id)
        )

    def result(self, row: MatchRow) -> ResultFrame | None:
        return msgspec.json.decode(row.result, type=ResultFrame) if row.result else None


def new_bots() -> str:
    """What the choices of a match's bots follow from, the same after a restart."""
    return secrets.token_hex(8)


def new_source() -> Seeded:
    """Dice from the system's own randomness. The seed never leaves the server while a match runs."""
    return Seeded(secrets.randbits(64))
