"""The server under load: many people against recruits, a slow disk, a flood of probes, memory. JSON lines.

    python benchmarks/table.py                    everything
    python benchmarks/table.py load slow flood memory --tables 100 --seconds 20

Latency is from sending an answer to the view after it, on one machine with the clients: what bots think comes later and
is not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.client import Api, socket_address  # noqa: E402
from tests.server.processes import MANY, Process  # noqa: E402

CROWDS = 4  # put to sleep one after another
THOUGHT = 1.0  # seconds between two answers of one person
decode = msgspec.json.Decoder().decode


class Person:
    """Answers as fast as told, and notes how long the next view took."""

    def __init__(self, address: str, made: dict[str, Any], seed: int) -> None:
        self.address, self.made, self.rng = address, made, Random(seed)
        self.took: list[float] = []
        self.errors: list[str] = []
        self.n, self.ask, self.over, self.id = 0, None, False, 0
        self.socket: ClientConnection | None = None

    async def join(self) -> None:
        self.socket = await connect(socket_address(self.address, self.made["match"]), proxy=None, max_size=None)
        await self.send({"t": "hello", "protocol": 1, "token": self.made["token"]})
        await self.until("snapshot")

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def frame(self) -> Any:
        assert self.socket is not None
        frame = decode(await self.socket.recv())
        if frame["t"] in ("step", "snapshot"):
            self.n, self.ask, self.over = frame["n"], frame.get("ask"), bool(frame.get("result"))
        elif frame["t"] in ("failed", "refused", "stale"):
            self.errors.append(str(frame)[:200])
        return frame

    async def until(self, kind: str) -> Any:
        while (found := await self.frame())["t"] != kind:
            pass
        return found

    async def value(self) -> Any:
        assert self.ask is not None
        if self.ask["domain"]["kind"] == "options":
            return self.rng.choice(self.ask["domain"]["options"])["key"]
        self.id += 1
        await self.send({"t": "probe", "id": self.id, "n": self.n, "what": "suggest"})
        return self.rng.choice((await self.until("probed"))["answers"])

    async def play(self, until: float, thought: float) -> None:
        await asyncio.sleep(self.rng.random() * thought)
        while time.monotonic() < until and not self.over:
            while self.ask is None and not self.over:
                await self.frame()
            if self.over:
                return
            value = await self.value()
            self.id += 1
            began = time.perf_counter()
            await self.send({"t": "answer", "id": self.id, "n": self.n, "value": value})
            await self.until("step")
            self.took.append(time.perf_counter() - began)
            await asyncio.sleep(thought * (0.5 + self.rng.random()))

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()


async def seated(address: str, many: int, ruleset: str, seats: Any = None) -> list[Person]:
    given = {"seats": seats} if seats else {}
    async with Api(address) as api:
        made = [await api.begin(ruleset, **given) for _ in range(many)]
    people = [Person(address, one, number) for number, one in enumerate(made)]
    for person in people:
        await person.join()
    return people


def figures(people: list[Person]) -> dict[str, Any]:
    took = sorted(seconds for person in people for seconds in person.took)
    errors = [error for person in people for error in person.errors]

    def share(part: float) -> float:
        return round(1000 * took[min(len(took) - 1, int(part * len(took)))], 2) if took else -1.0

    return {
        "answers": len(took), "p50_ms": share(0.5), "p95_ms": share(0.95), "p99_ms": share(0.99), "max_ms": share(1.0),
        "errors": len(errors), "first_error": errors[0] if errors else "",
    }  # fmt: skip


def served(work: Callable[[Process], Coroutine[Any, Any, dict[str, Any]]], **settings: Any) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        process = Process(Path(folder), processes=None, limits=MANY, **settings)
        try:
            return asyncio.run(work(process))
        finally:
            process.close()


def load(tables: int, seconds: float, ruleset: str, delay: float) -> dict[str, Any]:
    async def work(process: Process) -> dict[str, Any]:
        people = await seated(process.address, tables, ruleset)
        end = time.monotonic() + seconds
        await asyncio.gather(*(person.play(end, THOUGHT) for person in people))
        for person in people:
            await person.leave()
        return {"tables": tables, "ruleset": ruleset, "commit_delay_ms": 1000 * delay, **figures(people)}

    return served(work, commit_delay=delay)


def flood(seconds: float, ruleset: str) -> dict[str, Any]:
    """One table is asked for as many probes as its socket takes; another one plays."""

    async def work(process: Process) -> dict[str, Any]:
        both = [{"kind": "me"}, {"kind": "me"}]
        found: dict[str, Any] = {"ruleset": ruleset}
        (wild,) = await seated(process.address, 1, ruleset, both)

        async def ask_on(until: float) -> int:
            asked = 0
            while time.monotonic() < until:
                for _ in range(50):
                    asked += 1
                    await wild.send({"t": "probe", "id": asked, "n": wild.n, "what": "suggest"})
                await asyncio.sleep(0.02)
            return asked

        async def read_on(until: float) -> None:
            while time.monotonic() < until:
                try:
                    await asyncio.wait_for(wild.frame(), 0.2)
                except TimeoutError:
                    continue

        for name, flooding in (("calm", False), ("flooded", True)):
            (calm,) = await seated(process.address, 1, ruleset, both)  # a new match: the last one may be over
            end = time.monotonic() + seconds
            others = [ask_on(end), read_on(end)] if flooding else []
            await asyncio.gather(calm.play(end, 0.05), *others, return_exceptions=True)
            found[name] = figures([calm])
        found["p95_moved_ms"] = round(found["flooded"]["p95_ms"] - found["calm"]["p95_ms"], 2)
        return found

    return served(work)


def memory(tables: int, answers: int, ruleset: str) -> dict[str, Any]:
    """Resident memory of the server's own process: per match that is live, and per match that sleeps.

    What a sleeping match costs is seen from one crowd to the next: the first one also fills caches of a fixed size.
    """

    async def crowd(process: Process) -> tuple[int, int, float]:
        """Resident while they play and after they have gone to sleep; answers and rolls of a match."""
        people = await seated(process.address, tables, ruleset)

        async def some(person: Person) -> None:
            while len(person.took) < answers and not person.over:
                await person.play(time.monotonic() + 0.2, 0.02)

        await asyncio.gather(*(some(person) for person in people))
        live = process.memory()
        for person in people:
            await person.leave()
        await asyncio.sleep(15)
        return live, process.memory(), sum(person.n for person in people) / tables

    async def work(process: Process) -> dict[str, Any]:
        warm = await seated(process.address, 2, ruleset)
        await asyncio.gather(*(person.play(time.monotonic() + 3, 0.02) for person in warm))
        before = process.memory()
        crowds = [await crowd(process) for _ in range(CROWDS)]
        asleep = [before, *(after for _, after, _ in crowds)]
        return {
            "tables": tables, "ruleset": ruleset, "history": round(crowds[0][2]),
            "process_mib": round(before / 2**20, 1),
            "live_kib": round((crowds[0][0] - before) / tables / 1024),
            "sleeping_kib_by_crowd": [round((b - a) / tables / 1024) for a, b in pairwise(asleep)],
        }  # fmt: skip

    return served(work, sleep_after=2.0)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", nargs="*", default=["load", "slow", "flood", "memory"])
    reader.add_argument("--tables", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=20.0)
    reader.add_argument("--ruleset", default="warcaster")
    given = reader.parse_args()
    runs: dict[str, Callable[[], dict[str, Any]]] = {
        "load": lambda: load(given.tables, given.seconds, given.ruleset, 0.0),
        "slow": lambda: load(given.tables, given.seconds, given.ruleset, 0.005),
        "flood": lambda: flood(given.seconds / 2, given.ruleset),
        "memory": lambda: memory(given.tables, 20, given.ruleset),
    }
    for name in given.what:
        about = {"benchmark": f"table {name}", "machine_load": round(os.getloadavg()[0], 1)}
        print(json.dumps({**about, **runs[name]()}), flush=True)


if __name__ == "__main__":
    main()
