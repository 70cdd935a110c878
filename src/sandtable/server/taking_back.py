"""Taking back: at once where nothing was learned or nobody else plays, otherwise by consent."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from sandtable.core import Ask, Game
from sandtable.match import Match
from sandtable.match.free_undo import reveals
from sandtable.server.asks import RefusalFrame
from sandtable.server.frames import (
    Ack,
    AnyFrame,
    Failed,
    Policy,
    RefusedFrame,
    Stale,
    UndoAsked,
    Welcome,
)
from sandtable.server.kept_matches import Rows, match_from
from sandtable.server.messages import Consent, Undo
from sandtable.server.storage import MatchRow, Writer, tables
from sandtable.server.storage.store import added, changed, together
from sandtable.server.streams import Stream, encoded
from sandtable.server.workers import Workers

log = logging.getLogger("sandtable.server")
Reply = Callable[[AnyFrame], None]


AHEAD = 40  # answers and rolls looked at for the next choice


class Home(Protocol):
    """Where a table lives: what it is saved by, what thinks for it."""

    writer: Writer
    workers: Workers

    def rows(self, row: MatchRow, upto: int) -> Rows: ...


class TakingBack(ABC):
    """The part of a live table that shortens its history."""

    home: Home
    match: Match
    row: MatchRow
    gen: int
    epoch: int
    policy: Policy
    lock: asyncio.Lock
    streams: dict[tuple[str, ...], Stream]
    told: dict[int, bool]  # by number of an answer: whether it revealed something
    wish: UndoAsked | None
    agreed: set[str]

    @property
    def n(self) -> int:
        return self.match.before + len(self.match.history)

    @abstractmethod
    def people(self, but: tuple[str, ...] = ()) -> list[str]:
        """Seats that people play, other than these."""

    @abstractmethod
    def tell(self, frame: AnyFrame) -> None:
        """Send a frame to everybody."""

    @abstractmethod
    def go_on(self) -> None:
        """Let bots and presets answer."""

    @abstractmethod
    def welcome(self, plays: tuple[str, ...]) -> Welcome:
        """What begins a stream."""

    @abstractmethod
    def summary(self, now: float) -> dict[str, Any]:
        """What the list of matches shows."""

    def free(self, plays: tuple[str, ...]) -> dict[str, Any]:
        """How many of one's last answers may be taken back at once, and the history before the last of them."""
        last = next((i for i in range(len(self.match.history), 0, -1) if self._own(i, plays)), None)
        to = None if last is None or self.policy.undo == "none" else self.match.before + last - 1
        count = 0
        if to is not None:
            number = len(self.match.history)
            anything = self._at_once(plays)
            while number and self._own(number, plays) and (anything or not self._reveals(number)):
                count, number = count + 1, number - 1
        return {"free_undo": count, "undo_to": to}

    def _at_once(self, plays: tuple[str, ...]) -> bool:
        """Whether everything is taken back without asking: by policy, or because nobody else plays."""
        return self.policy.undo == "free" or not self.people(plays)

    def _own(self, number: int, plays: tuple[str, ...]) -> bool:
        entry = self.match.history[number - 1]
        return entry.seat is not None and not entry.conceded and self.match.rules.seat_name(entry.seat) in plays

    def _reveals(self, number: int) -> bool:
        """Whether an answer in memory told its seat something; worked out once."""
        key = self.match.before + number
        if key not in self.told:
            entry = self.match.history[number - 1]
            before = self.match.history[number - 2].game if number > 1 else self.match.start.game
            assert entry.seat is not None
            try:
                self.told[key] = reveals(self.match, before, entry.value, entry.seat)
            except Exception:
                log.exception("match %s: free undo", self.row.id)
                self.told[key] = True
        return self.told[key]

    async def undo(self, plays: tuple[str, ...], message: Undo, reply: Reply) -> None:
        """At once where it is free or nobody else plays; otherwise the others are asked."""
        async with self.lock:
            if message.n != self.n:
                reply(Stale(re=message.id, n=self.n))
                return
            if why := self._no_undo(plays, message.to):
                reply(RefusedFrame(re=message.id, n=self.n, refusal=RefusalFrame(reason=why)))
                return
            free = self.n - message.to <= self.free(plays)["free_undo"]
            if free or self._at_once(plays):
                if await self._undo(message.to, plays[0]):
                    reply(Ack(re=message.id, n=self.n))
                else:
                    reply(Failed(re=message.id, code="busy", text="it could not be saved; nothing was changed"))
            else:
                self.wish, self.agreed = UndoAsked(by=plays[0], to=message.to), set(plays)
                reply(Ack(re=message.id, n=self.n))
                self.tell(self.wish)
        self.go_on()

    def _no_undo(self, plays: tuple[str, ...], to: int) -> str:
        if not plays:
            return "spectators take nothing back"
        if self.policy.undo == "none":
            return "at this table nothing is taken back"
        if to >= self.n:
            return "there is nothing to take back to"
        return ""

    async def consent(self, plays: tuple[str, ...], message: Consent, reply: Reply) -> None:
        async with self.lock:
            if self.wish is None or self.wish.to != message.to or not plays:
                reply(Stale(re=message.id, n=self.n))
                return
            if not message.yes:
                self._settle_wish(refused=True)
                reply(Ack(re=message.id, n=self.n))
                return
            self.agreed |= set(plays)
            if not set(self.people()) <= self.agreed:
                reply(Ack(re=message.id, n=self.n))
                return
            if await self._undo(message.to, self.wish.by):
                reply(Ack(re=message.id, n=self.n))
            else:
                reply(Failed(re=message.id, code="busy", text="it could not be saved; nothing was changed"))
        self.go_on()

    def _settle_wish(self, refused: bool) -> None:
        if self.wish is not None:
            self.tell(UndoAsked(by=self.wish.by, refused=refused))
        self.wish, self.agreed = None, set()

    async def _undo(self, to: int, by: str) -> bool:
        """A new generation from a shorter history. Everybody gets a snapshot of a new epoch."""
        match, old, gen = self.match, self.match, self.gen
        if to < match.before:
            match = await asyncio.to_thread(match_from, self.home.rows(self.row, min(self.n, to + AHEAD)))
        at = to - match.before
        while at < len(match.history) and not isinstance(game_at(match, at).waiting, Ask):
            at += 1  # dice stand: they would fall the same again
        shorter, to = match.fork(at), match.before + at
        row = {"match": self.row.id, "gen": gen + 1, "to_n": to, "seat": by, "at": time.time()}
        self.match, self.gen = shorter, gen + 1
        values = self.summary(time.time())
        self.match, self.gen = old, gen  # others look at what is on disk
        try:
            change = together(added(tables.undo, [row]), changed(tables.match, {"id": self.row.id}, values))
            await self.home.writer.write(change)
        except Exception:
            log.exception("match %s: undo not saved", self.row.id)
            return False
        self.match, self.gen, self.row = shorter, gen + 1, self.row._replace(**values)
        self.told = {number: told for number, told in self.told.items() if number <= to}
        self.epoch += 1
        self._settle_wish(refused=False)
        for plays, stream in self.streams.items():
            stream.restart()
            stream.send(encoded(self.welcome(plays)))
            stream.send(stream.snapshot(self.match, self.epoch, self.free(plays)))
        return True


def game_at(match: Match, number: int) -> Game:
    """The game after so many entries in memory."""
    return match.history[number - 1].game if number else match.start.game
