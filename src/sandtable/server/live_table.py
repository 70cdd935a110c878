"""One match in memory: who may act, in which order things happen, and what is on disk before anybody is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.core import Ask, Refused
from sandtable.match import WATCHING, Match
from sandtable.server import jobs
from sandtable.server.ask_frames import plain, refusal_frame
from sandtable.server.asks import RefusalFrame
from sandtable.server.frames import (
    Ack,
    AnyFrame,
    Failed,
    Policy,
    PresetFrame,
    RefusedFrame,
    RulesetName,
    SeatFrame,
    Seats,
    Stale,
    UndoAsked,
    Welcome,
)
from sandtable.server.kept_matches import EVERY, kept_position, new_lines
from sandtable.server.messages import PROTOCOL, Have, Preset
from sandtable.server.presets import preset_answer
from sandtable.server.seat_views import result_of, scene_of
from sandtable.server.storage import MatchRow, SeatRow, tables
from sandtable.server.storage.store import added, changed, together
from sandtable.server.streams import Listener, Stream, encoded
from sandtable.server.taking_back import Home, Reply, TakingBack

log = logging.getLogger("sandtable.server")
BOT_SECONDS = 60.0
COMMON = 0.4  # seconds before a preset answers, whatever it says


class LiveTable(TakingBack):
    """Everything that changes the match happens under its lock: play, commit, tell."""

    def __init__(self, home: Home, row: MatchRow, seats: Sequence[SeatRow], match: Match) -> None:
        self.home = home
        self.row, self.match = row, match
        self.seats = {seat.seat: seat for seat in seats}
        self.policy = msgspec.json.decode(row.policy, type=Policy)
        self.gen = row.gen
        self.epoch = time.time_ns() // 1_000_000
        self.streams: dict[tuple[str, ...], Stream] = {}
        self.lock = asyncio.Lock()
        self.told: dict[int, bool] = {}  # by number of an answer: whether it revealed something
        self.wish: UndoAsked | None = None
        self.agreed: set[str] = set()
        self.drawn: Any = None  # the turn of the subtitle
        self.subtitle = row.subtitle
        self.asked_at = time.monotonic()
        self.driver: asyncio.Task[None] | None = None
        self.deleted = False
        self.answered: OrderedDict[Any, bytes] = OrderedDict()  # odds, advice and outlines
        self.used = time.monotonic()

    # --- what it is ---
    @property
    def turn(self) -> str:
        waiting = self.match.game.waiting
        return self.match.rules.seat_name(waiting.seat) if isinstance(waiting, Ask) else ""

    @property
    def bots_turn(self) -> bool:
        return self.turn in self.seats and self.seats[self.turn].kind == "bot"

    def people(self, but: tuple[str, ...] = ()) -> list[str]:
        """Seats that people play, other than these."""
        return [s.seat for s in self.seats.values() if s.kind == "person" and s.seat not in but]

    def seat_frames(self) -> tuple[SeatFrame, ...]:
        here = {seat for stream in self.streams.values() if stream.listeners for seat in stream.plays}
        now = time.time()
        return tuple(
            SeatFrame(
                seat=s.seat,
                kind=s.kind,  # type: ignore[arg-type]
                name=s.name,
                level=s.level,
                here=s.seat in here,
                away=0 if s.seat in here or not s.seen else round(now - s.seen),
            )
            for s in self.seats.values()
        )

    def seats_frame(self) -> Seats:
        watching = self.streams.get(())
        return Seats(seats=self.seat_frames(), watching=len(watching.listeners) if watching else 0)

    # --- joining ---
    async def join(self, listener: Listener, plays: tuple[str, ...], have: Have | None) -> None:
        """Welcome somebody: what was missed, or everything."""
        async with self.lock:
            self.used = time.monotonic()
            stream = self.streams.setdefault(plays, Stream(plays))
            stream.playing = self.playing(plays)
            missed = None
            if have is not None and have.epoch == self.epoch and stream.scene is not None:
                missed = stream.missed(have.seq)
            listener.send(encoded(self.welcome(plays)))
            if missed is None:
                listener.send(stream.snapshot(self.match, self.epoch, self.free(plays)))
            else:
                for frame in missed:
                    listener.send(frame)
            stream.listeners.add(listener)
            self.tell(self.seats_frame())
            if self.wish is not None:
                listener.send(encoded(self.wish))
        self.go_on()

    def playing(self, plays: tuple[str, ...]) -> tuple[str, ...]:
        """Those seats of a token that its holder plays; a bot may have some of them."""
        return tuple(seat for seat in plays if self.seats[seat].kind == "person")

    async def reseat(self, seat: str, **values: Any) -> None:
        """Somebody else plays a seat from now on; the rows are written already."""
        async with self.lock:
            self.seats[seat] = self.seats[seat]._replace(**values)
            for plays, stream in self.streams.items():
                if stream.playing != (playing := self.playing(plays)):
                    stream.playing = playing
                    stream.send(stream.snapshot(self.match, self.epoch, self.free(plays)))
            self.tell(self.seats_frame())
        self.go_on()

    def leave(self, listener: Listener, plays: tuple[str, ...]) -> None:
        stream = self.streams.get(plays)
        if stream is None or listener not in stream.listeners:
            return
        stream.listeners.discard(listener)
        stream.left = self.used = time.monotonic()
        if not stream.listeners:
            now = time.time()
            for seat in plays:
                self.seats[seat] = self.seats[seat]._replace(seen=now)
        self.tell(self.seats_frame())

    def welcome(self, plays: tuple[str, ...]) -> Welcome:
        rules = self.match.rules
        presets = [
            preset for seat in plays for preset in msgspec.json.decode(self.seats[seat].presets, type=list[PresetFrame])
        ]
        return Welcome(
            protocol=PROTOCOL,
            match=self.row.id,
            name=self.row.name,
            seat=plays[0] if plays else "",
            plays=plays,
            epoch=self.epoch,
            ruleset=RulesetName(name=rules.name, title=rules.title, unit=rules.unit),
            policy=self.policy,
            presets=tuple(presets),
        )

    def tell(self, frame: AnyFrame) -> None:
        text = encoded(frame)
        for stream in self.streams.values():
            stream.send(text)

    # --- playing ---
    async def play(self, plays: tuple[str, ...], id: int, n: int, values: Sequence[Any], reply: Reply) -> None:
        async with self.lock:
            if n != self.n:
                reply(Stale(re=id, n=self.n))
                return
            if self.turn not in self.playing(plays):
                why = (
                    "the game is over" if self.match.over else f"seat {self.turn} is choosing" if self.turn else "wait"
                )
                reply(RefusedFrame(re=id, n=self.n, refusal=RefusalFrame(reason=why)))
                return
            seat, since = self.turn, len(self.match.history)
            refused = self._answer(seat, values)
            if len(self.match.history) == since:
                assert refused is not None
                reply(RefusedFrame(re=id, n=self.n, at=refused[0], refusal=refused[1]))
                return
            if not await self._commit(since):
                reply(Failed(re=id, code="busy", text="it could not be saved; nothing was changed"))
                return
            reply(Ack(re=id, n=self.n))
            if refused is not None:
                reply(RefusedFrame(re=id, n=self.n, at=refused[0], refusal=refused[1]))
            self._tell_step(since, seat)
        self.go_on()

    def _answer(self, seat: str, values: Sequence[Any]) -> tuple[int, RefusalFrame] | None:
        """Play answers up to the first refusal, roll or question to somebody else; which one was refused, and why."""
        match = self.match
        for at, value in enumerate(values):
            before = len(match.history)
            try:
                match.answer(value, seat)
            except Refused as e:
                p = match.view(match.seat(seat)).position()
                return at, refusal_frame(p, e.refusal)
            except Exception:
                del match.history[before:]
                log.exception("match %s: the rules failed at an answer of %s", self.row.id, seat)
                return at, RefusalFrame(reason="the rules cannot go on from this answer; give another one")
            rolled = len(match.history) > before + 1
            if rolled or self.turn != seat:
                break
        return None

    async def _commit(self, since: int, *more: Any) -> bool:
        """Write what was played since so many entries; if that fails, it was not played."""
        match, now = self.match, time.time()
        lines = new_lines(match, since)
        first = match.before + since + 1
        spent = round(1000 * (time.monotonic() - self.asked_at))
        rows = [
            {"match": self.row.id, "gen": self.gen, "n": n, "line": line, "ms": spent if n == first else 0, "at": now}
            for n, line in enumerate(lines, first)
        ]
        values = self.summary(now)
        changes = [added(tables.entry, rows), changed(tables.match, {"id": self.row.id}, values), *more]
        if (self.n // EVERY) != ((self.n - len(lines)) // EVERY) or match.over:
            kept = {"match": self.row.id, "gen": self.gen, **kept_position(match)}
            changes.append(added(tables.snapshot, [kept]))
        try:
            await self.home.writer.write(together(*changes))
        except Exception:
            log.exception("match %s: not saved", self.row.id)
            del match.history[since:]
            return False
        self.row = self.row._replace(**values)  # only now: others read by it what is on disk
        self.asked_at = self.used = time.monotonic()
        return True

    def summary(self, now: float) -> dict[str, Any]:
        """What the list of matches shows without waking it."""
        result = result_of(self.match)
        turn = self.match.rules.judging.turn_of(self.match.game.state)
        if turn != self.drawn:  # where the game is changes with the turn
            self.drawn = turn
            self.subtitle = plain(self.match.position, scene_of(self.match, WATCHING).subtitle)[:200]
        return {
            "gen": self.gen,
            "n": self.n,
            "turn": self.turn,
            "bot_turn": int(self.bots_turn),
            "subtitle": self.subtitle,
            "result": "" if result is None else msgspec.json.encode(result).decode(),
            "changed": now,
        }

    def _tell_step(self, since: int, by: str) -> None:
        if self.wish is not None:
            self._settle_wish(refused=False)
        for plays, stream in list(self.streams.items()):
            if stream.quiet:
                del self.streams[plays]
                continue
            stream.step(self.match, since, by, self.free(plays))

    async def resign(self, plays: tuple[str, ...], id: int, why: str, reply: Reply) -> None:
        async with self.lock:
            seat = self.turn if self.turn in plays else plays[0] if plays else ""
            if self.match.over or not seat:
                reply(RefusedFrame(re=id, n=self.n, refusal=RefusalFrame(reason="the game is over")))
                return
            since = len(self.match.history)
            try:
                self.match.concede(seat, why)
            except Refused as e:
                reply(RefusedFrame(re=id, n=self.n, refusal=refusal_frame(self.match.position, e.refusal)))
                return
            if not await self._commit(since):
                reply(Failed(re=id, code="busy", text="it could not be saved"))
                return
            reply(Ack(re=id, n=self.n))
            self._tell_step(since, seat)

    # --- bots and presets ---
    def go_on(self) -> None:
        """Let bots and presets answer until a person must choose."""
        if self.driver is None or self.driver.done():
            self.driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        while not self.deleted and not self.match.over and self.turn:
            seat, n, gen = self.seats[self.turn], self.n, self.gen
            if seat.kind == "bot":
                value = await self._bot_answer(seat)
            elif seat.kind == "person" and seat.presets != "[]" and (found := self._preset(seat)) is not None:
                await asyncio.sleep(COMMON)
                value = found
            else:
                return
            async with self.lock:
                if (self.n, self.gen) != (n, gen) or self.deleted:
                    continue
                since = len(self.match.history)
                if self._answer(seat.seat, [value]) is not None:
                    ask = self.match.ask
                    assert ask is not None
                    log.warning("match %s: %s gave an illegal answer", self.row.id, seat.level or "a preset")
                    if self._answer(seat.seat, [ask.default]) is not None:
                        return
                if not await self._commit(since):
                    await asyncio.sleep(1)
                    continue
                self._tell_step(since, seat.seat)

    async def _bot_answer(self, seat: SeatRow) -> Any:
        point = self.point(self.match.seat(seat.seat))
        try:
            return await self.home.workers.bots.run(BOT_SECONDS, jobs.choose, point, seat.level)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("match %s: %s failed", self.row.id, seat.level)
            ask = self.match.ask
            return None if ask is None else ask.default

    @property
    def luck(self) -> int:
        """Of bots and of games dealt anew: another one at every point, the same after a restart."""
        return (int(self.row.bots, 16) + 1_000_003 * self.n) % (1 << 32)

    def point(self, seat: int) -> jobs.Point:
        match = self.match
        return jobs.Point(match.rules.name, jobs.encoded(match.game), seat, match.measuring, self.luck)

    def _preset(self, seat: SeatRow) -> Any:
        ask = self.match.ask
        return None if ask is None else preset_answer(ask, msgspec.json.decode(seat.presets, type=list[PresetFrame]))

    async def preset(self, plays: tuple[str, ...], message: Preset, reply: Reply) -> None:
        async with self.lock:
            for seat in plays:
                row = self.seats[seat]
                known = {(p.window, p.ability): p for p in msgspec.json.decode(row.presets, type=list[PresetFrame])}
                known.pop((message.window, message.ability), None)
                if message.do != "ask":
                    frame = PresetFrame(window=message.window, ability=message.ability, do=message.do)
                    known[message.window, message.ability] = frame
                if len(known) > 200:
                    reply(Failed(re=message.id, code="limit", text="200 presets are the most"))
                    return
                text = msgspec.json.encode(list(known.values())).decode()
                where = {"match": self.row.id, "seat": seat}
                await self.home.writer.write(changed(tables.seat, where, {"presets": text}))
                self.seats[seat] = row._replace(presets=text)
            reply(Ack(re=message.id, n=self.n))
        self.go_on()

    # --- the end of its time in memory ---
    @property
    def idle(self) -> bool:
        """Nobody is here and nothing is going on."""
        busy = self.driver is not None and not self.driver.done()
        return not busy and not self.lock.locked() and not any(s.listeners for s in self.streams.values())

    async def close(self) -> None:
        if self.driver is not None:
            self.driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.driver
