"""One socket: its first frame says which seat it is; then messages one by one, within its limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.core import Ask
from sandtable.match import WATCHING
from sandtable.server import jobs
from sandtable.server.frames import AnyFrame, Failed, Pong, Probed, Stale
from sandtable.server.limits import Bucket, Limits
from sandtable.server.live_table import LiveTable
from sandtable.server.live_tables import LiveTables, Missing
from sandtable.server.messages import (
    MOST_BYTES,
    PROTOCOL,
    Answer,
    Answers,
    AnyMessage,
    Cancel,
    Consent,
    Hello,
    Ping,
    Preset,
    Probe,
    Resign,
    Undo,
    decode,
)
from sandtable.server.probes import Unanswerable, probed
from sandtable.server.streams import encoded
from sandtable.server.workers import Late

log = logging.getLogger("sandtable.server")
HELLO_SECONDS = 10.0
DRAGS = ("toward", "judge", "reach")  # only the newest of these is answered
QUESTION_SECONDS = 20.0
BACKLOG = 400  # messages read and not yet handled
CACHED = 200  # odds and advice kept for a table


class Connection:
    def __init__(self, socket: WebSocket, tables: LiveTables, limits: Limits) -> None:
        self.socket, self.tables, self.limits = socket, tables, limits
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(limits.queued)
        self.inbox: deque[AnyMessage] = deque()
        self.arrived = asyncio.Event()
        self.plays: tuple[str, ...] = ()
        self.table: LiveTable | None = None
        self.questions: dict[int, asyncio.Task[None]] = {}
        self.messages = Bucket(limits.messages, limits.message_burst)
        self.probe_time = Bucket(limits.probe_seconds, limits.probe_burst)
        self.closing = False

    # --- sending ---
    def send(self, frame: bytes) -> None:
        """Never waits: a client that takes nothing is let go."""
        try:
            self.out.put_nowait(frame)
        except asyncio.QueueFull:
            self.closing = True
            self.arrived.set()

    def reply(self, frame: AnyFrame) -> None:
        self.send(encoded(frame))

    async def _send_all(self) -> None:
        while (frame := await self.out.get()) is not None:
            await self.socket.send_text(frame.decode())

    # --- the whole of it ---
    async def serve(self, match: str) -> None:
        await self.socket.accept()
        sender = asyncio.create_task(self._send_all())
        reader: asyncio.Task[None] | None = None
        try:
            if not await self._greet(match):
                return
            reader = asyncio.create_task(self._read_all())
            await self._handle_all()
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone in the middle of something
        finally:
            if self.table is not None:
                self.table.leave(self, self.plays)
            for task in (*self.questions.values(), *([reader] if reader else [])):
                task.cancel()
            await self._end(sender)

    async def _end(self, sender: asyncio.Task[None]) -> None:
        if not self.closing and not self.out.full():
            self.out.put_nowait(None)
        else:
            sender.cancel()
        try:
            await asyncio.wait_for(sender, 5)
        except (Exception, asyncio.CancelledError):
            sender.cancel()
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(1008 if self.closing else 1000)

    async def _greet(self, match: str) -> bool:
        try:
            text = await asyncio.wait_for(self._text(), HELLO_SECONDS)
        except TimeoutError:
            self.reply(Failed(code="late", text="the first frame is hello"))
            return False
        message = self._decoded(text)
        if message is None:
            return False
        if not isinstance(message, Hello):
            self.reply(Failed(code="bad", text="the first frame is hello"))
            return False
        if message.protocol != PROTOCOL:
            self.reply(Failed(code="protocol", text=f"this server speaks protocol {PROTOCOL}"))
            return False
        key = self.tables.key(message.token, match)
        if key is None:
            self.reply(Failed(code="token", text="this token does not open this match"))
            return False
        try:
            self.table = await self.tables.table(match)
        except Missing:
            self.reply(Failed(code="gone", text="the match was deleted"))
            return False
        except Exception:
            log.exception("match %s cannot be opened", match)
            self.reply(Failed(code="bad", text="this match cannot go on with the rules that are installed"))
            return False
        if sum(len(stream.listeners) for stream in self.table.streams.values()) >= self.limits.sockets_a_match:
            self.reply(Failed(code="limit", text="too many are connected to this match"))
            return False
        self.plays = key.plays
        await self.table.join(self, key.plays, message.have)
        return True

    # --- reading ---
    async def _text(self) -> str | bytes:
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        found: str | bytes | None = received.get("text")
        return found if found is not None else received.get("bytes") or b""

    def _decoded(self, text: str | bytes) -> AnyMessage | None:
        if len(text) > MOST_BYTES:
            self.reply(Failed(code="limit", text=f"a message has at most {MOST_BYTES} bytes"))
            return None
        try:
            message: AnyMessage = decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            self.reply(Failed(code="bad", text=f"not understood: {str(e)[:200]}"))
            return None
        return message

    async def _read_all(self) -> None:
        try:
            while not self.closing:
                text = await self._text()
                if not self.messages.take():
                    self.reply(Failed(code="limit", text="too many messages"))
                    self.messages.spend(2)
                    if self.messages.left < -self.limits.message_burst or len(self.inbox) > BACKLOG:
                        self.closing = True
                    await asyncio.sleep(0.05)  # and the socket's own buffer fills up
                    continue
                message = self._decoded(text)
                if message is not None:
                    self.inbox.append(message)
                    self.arrived.set()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.closing = True
            self.arrived.set()

    async def _handle_all(self) -> None:
        while not self.closing:
            if not self.inbox:
                self.arrived.clear()
                await self.arrived.wait()
                continue
            message = self.inbox.popleft()
            try:
                await self._handle(message)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a message of kind %s failed", type(message).__name__)
                self.reply(Failed(re=getattr(message, "id", None), code="bad", text="this could not be done"))
            await asyncio.sleep(0)  # others' turn

    async def _handle(self, message: AnyMessage) -> None:
        table, reply = self.table, self.reply
        assert table is not None
        match message:
            case Answer():
                await table.play(self.plays, message.id, message.n, [message.value], reply)
            case Answers():
                await table.play(self.plays, message.id, message.n, message.values, reply)
            case Probe():
                self._probe(table, message)
            case Cancel():
                if (task := self.questions.pop(message.id, None)) is not None:
                    task.cancel()
            case Undo():
                await table.undo(self.plays, message, reply)
            case Consent():
                await table.consent(self.plays, message, reply)
            case Preset():
                await table.preset(self.plays, message, reply)
            case Resign():
                await table.resign(self.plays, message.id, message.why, reply)
            case Ping():
                reply(Pong())
            case Hello():
                reply(Failed(code="bad", text="hello was said already"))

    # --- probes ---
    def _probe(self, table: LiveTable, probe: Probe) -> None:
        if probe.n != table.n:
            self.reply(Stale(re=probe.id, n=table.n))
            return
        if probe.what in DRAGS and any(isinstance(m, Probe) and m.what in DRAGS for m in self.inbox):
            self.reply(Failed(re=probe.id, code="late", text="a newer one was asked"))
            return
        if self.probe_time.empty:
            self.reply(Failed(re=probe.id, code="limit", text="too many questions; wait a moment"))
            return
        if probe.what in ("odds", "advice", "reach"):
            self._question(table, probe)
            return
        began = time.perf_counter()
        try:
            self.reply(probed(table.match, self._eyes(table), probe, table.n, table.luck))
        except Unanswerable as e:
            self.reply(Failed(re=probe.id, code="none", text=str(e)))
        finally:
            self.probe_time.spend(time.perf_counter() - began)

    def _eyes(self, table: LiveTable) -> int | str:
        if not self.plays:
            return WATCHING
        playing = table.playing(self.plays)
        return table.match.seat(table.turn if table.turn in playing else (playing or self.plays)[0])

    def _question(self, table: LiveTable, probe: Probe) -> None:
        waiting = table.match.game.waiting
        if not isinstance(waiting, Ask) or table.turn not in table.playing(self.plays):
            self.reply(Failed(re=probe.id, code="none", text="it is not your choice"))
            return
        if len(self.questions) >= self.limits.questions:
            self.reply(Failed(re=probe.id, code="limit", text="too many questions at once; wait, or cancel some"))
            return
        if probe.what == "reach":  # the newest wins
            for id, task in [(id, task) for id, task in self.questions.items() if task.get_name() == "reach"]:
                task.cancel()
                self.questions.pop(id, None)
        task = asyncio.create_task(self._answer_question(table, probe, waiting.seat), name=probe.what)
        self.questions[probe.id] = task
        task.add_done_callback(lambda _: self.questions.pop(probe.id, None))

    async def _answer_question(self, table: LiveTable, probe: Probe, seat: int) -> None:
        point, n = table.point(seat), table.n
        try:
            match probe.what:
                case "odds":
                    values = probe.values if probe.values else [probe.value]
                    for part, value in enumerate(values, 1):
                        found = await self._asked(table, "questions", jobs.odds, point, probe.via, value)
                        self.reply(msgspec.structs.replace(found, re=probe.id, n=n, part=part, of=len(values)))
                case "advice":
                    found = await self._asked(table, "questions", jobs.advice, point)
                    self.reply(msgspec.structs.replace(found, re=probe.id, n=n))
                case "reach":
                    given = (probe.via, probe.placed, probe.piece)
                    found = await self._asked(table, "outlines", jobs.reach, point, *given)
                    self.reply(msgspec.structs.replace(found, re=probe.id, n=n))
        except Late:
            self.reply(Failed(re=probe.id, code="late", text="this takes too long"))
        except asyncio.CancelledError:
            raise
        except Exception as e:
            if not isinstance(e, ValueError | LookupError):
                log.exception("a question of kind %s failed", probe.what)
            self.reply(Failed(re=probe.id, code="bad", text="this cannot be answered"))

    async def _asked(self, table: LiveTable, pool: str, job: Any, point: jobs.Point, *given: Any) -> Probed:
        """From the table's cache, or from a worker."""
        key = (job.__name__, point.seat, msgspec.json.encode((table.gen, table.n, given)))
        cache: OrderedDict[Any, bytes] = table.answered
        if key not in cache:
            workers = table.home.workers
            runs = workers.outlines if pool == "outlines" else workers.questions
            cache[key] = await runs.run(QUESTION_SECONDS, job, point, *given)
            while len(cache) > CACHED:
                cache.popitem(last=False)
        return msgspec.json.decode(cache[key], type=Probed)
