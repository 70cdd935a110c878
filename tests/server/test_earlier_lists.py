"""A match that a server has kept since before its lists changed goes on, and so does what begins from it."""

import sqlite3
from pathlib import Path

from sandtable.core import find
from sandtable.record import read, verify
from tests.server.client import Api, Player, run
from tests.server.processes import Process

GOLDEN = Path(__file__).parents[1] / "rulesets" / "golden" / "warmachine-mk2.data-1.sand"


def as_it_was(server: Process, match: str, text: str) -> None:
    """The header of a match as a server wrote it that had the older data."""
    header = text.split("---\n")[0] + "---\n"
    with sqlite3.connect(server.folder / "data" / "tables.sqlite3") as kept:
        assert kept.execute("UPDATE match SET header = ? WHERE id = ?", (header, match)).rowcount == 1


def test_it_is_played_on_forked_and_played_again(server: Process) -> None:
    text, rules = GOLDEN.read_text(encoding="utf-8"), find("warmachine-mk2")

    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.call("POST", "/api/records", text)
            as_it_was(server, made["match"], text)
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.answer(await player.suggested())
            begun = f"/api/matches/{made['match']}"
            fork = await api.call("POST", f"{begun}/fork", {}, token=made["token"])
            again = await api.call("POST", f"{begun}/rematch", token=made["token"])
            for match in (made, fork, again):
                found = read(await api.call("GET", f"/api/matches/{match['match']}/record", token=match["token"]))
                assert verify(rules, found).faults == ()
                assert found.end is not None and any("beacon" in name for name in found.end.game["state"]["status"])

    run(play())
