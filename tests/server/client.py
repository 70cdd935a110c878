"""A client of the tests: a real socket, a scene kept up to date by patches, answers from the server's suggestions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from sandtable.scene import Scene
from sandtable.server import frames
from sandtable.server.asks import OptionsDomain
from sandtable.server.patches import patched

decode = msgspec.json.Decoder(frames.AnyFrame).decode
SECONDS = 90.0  # on a busy machine


def run(coroutine: Coroutine[Any, Any, Any], seconds: float = 240) -> Any:
    """In a thread of its own: tests with a browser keep a loop running in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asyncio.wait_for(coroutine, seconds)).result()


def socket_address(address: str, match: str) -> str:
    return f"{address.replace('http', 'ws', 1)}api/matches/{match}/stream"


class Api:
    """HTTP calls."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=SECONDS, trust_env=False)

    async def __aenter__(self) -> Api:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, given: Any = None, token: str = "", status: int = 0) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        body = None if given is None else given.encode() if isinstance(given, str) else msgspec.json.encode(given)
        answer = await self.http.request(method, path, content=body, headers=headers)
        if status:
            assert answer.status_code == status, (answer.status_code, answer.text[:500])
        else:
            assert answer.status_code < 300, (answer.status_code, answer.text[:500])
        if answer.headers.get("content-type", "").startswith("application/json"):
            return msgspec.json.decode(answer.content)
        return answer.text

    async def begin(self, ruleset: str, **given: Any) -> dict[str, Any]:
        made: dict[str, Any] = await self.call("POST", "/api/matches", {"ruleset": ruleset, **given})
        return made


class Player:
    """One tab of one seat."""

    def __init__(self, address: str, match: str, token: str) -> None:
        self.address, self.match, self.token = address, match, token
        self.socket: ClientConnection | None = None
        self.scene: Scene | None = None
        self.now: frames.Snapshot | frames.Step | None = None
        self.epoch = self.seq = self.n = self.last_id = 0
        self.seen: list[Any] = []  # every frame
        self.raw: list[str] = []
        self.seats: frames.Seats | None = None
        self.welcome: frames.Welcome | None = None

    async def __aenter__(self) -> Player:
        await self.join()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def open(self) -> None:
        self.socket = await connect(socket_address(self.address, self.match), proxy=None, max_size=None)

    async def join(self, have: dict[str, int] | None = None) -> None:
        await self.open()
        hello: dict[str, Any] = {"t": "hello", "protocol": 1, "token": self.token}
        await self.send(hello | ({"have": have} if have else {}))
        await self.until(lambda f: isinstance(f, frames.Seats))

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send(self, message: dict[str, Any] | str) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str) else msgspec.json.encode(message).decode())

    async def frame(self) -> Any:
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), SECONDS)
        assert isinstance(text, str)
        found = decode(text)
        self.raw.append(text)
        self.seen.append(found)
        self.take(found)
        return found

    def take(self, frame: Any) -> None:
        if isinstance(frame, frames.Welcome):
            self.epoch, self.welcome = frame.epoch, frame
        elif isinstance(frame, frames.Snapshot):
            self.scene, self.now, self.seq, self.n = frame.scene, frame, frame.seq, frame.n
        elif isinstance(frame, frames.Step):
            assert frame.seq == self.seq + 1, (frame.seq, self.seq)
            assert self.scene is not None
            self.scene = patched(self.scene, frame.patch)
            self.now, self.seq, self.n = frame, frame.seq, frame.n
        elif isinstance(frame, frames.Seats):
            self.seats = frame

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        while not wanted(found := await self.frame()):
            pass
        return found

    def id(self) -> int:
        self.last_id += 1
        return self.last_id

    async def ask(self, kind: str, **given: Any) -> Any:
        """Send a message and wait for what answers it."""
        id = self.id()
        given.setdefault("n", self.n)
        if kind in ("consent", "preset", "resign"):
            given.pop("n")
        await self.send({"t": kind, "id": id, **given})
        return await self.until(lambda f: getattr(f, "re", None) == id)

    async def probe(self, what: str, **given: Any) -> Any:
        return await self.ask("probe", what=what, **given)

    async def answer(self, value: Any) -> Any:
        """Answer, and wait for the step that follows."""
        found = await self.ask("answer", value=value)
        if isinstance(found, frames.Ack):
            while self.n < found.n:
                await self.frame()
        return found

    @property
    def question(self) -> Any:
        return None if self.now is None else self.now.ask

    @property
    def over(self) -> bool:
        return self.now is not None and self.now.result is not None

    async def turn(self) -> None:
        """Until this seat is asked, or the game is over."""
        while self.question is None and not self.over:
            await self.frame()

    async def suggested(self, luck: int = 0) -> Any:
        domain = self.question.domain
        if isinstance(domain, OptionsDomain):
            return domain.options[(luck * 7919 + self.n) % len(domain.options)].key
        found = await self.probe("suggest")
        assert isinstance(found, frames.Probed), found
        answers: Any = found.answers
        return answers[(luck + self.n) % len(answers)]

    async def play(self, most: int = 10_000, luck: int = 0) -> int:
        """Play until the end, or so many answers; how many were given."""
        for given in range(most):
            await self.turn()
            if self.over:
                return given
            found = await self.answer(await self.suggested(luck))
            assert isinstance(found, frames.Ack), found
        return most
