"""Nothing that was acknowledged is lost when the server is killed; matches go on where they were."""

import asyncio
from pathlib import Path
from typing import Any

from sandtable.server import frames
from tests.seeds import seeds
from tests.server.client import Api, Player, run
from tests.server.crashes import rounds
from tests.server.processes import Process


def test_a_killed_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    found = run(rounds(tmp_path, 1, 2 * len(seeds(1)), 3))
    assert found["acknowledged"] > 3


def test_a_restarted_server_goes_on_with_people_and_bots(tmp_path: Path) -> None:
    process = Process(tmp_path)

    async def begin() -> tuple[dict[str, Any], Any, int]:
        async with Api(process.address) as api:
            made = await api.begin("warcaster")
            async with Player(process.address, made["match"], made["token"]) as player:
                await player.play(30)
                await player.turn()
                return made, player.scene, player.n

    async def go_on(made: dict[str, Any], scene: Any, n: int) -> None:
        async with Api(process.address) as api:
            async with Player(process.address, made["match"], made["token"]) as player:
                assert (player.n, player.scene) == (n, scene)
                assert player.now is not None and player.now.free_undo >= 0
                assert isinstance(player.now, frames.Snapshot) and player.now.log  # the tail of the log is there
                await player.play(5)
            bots = await api.begin("duel", seats=[{"kind": "bot", "level": "recruit"}] * 2)
            async with Player(process.address, bots["match"], bots["watch"]) as watcher:
                while not watcher.over:
                    await watcher.frame()

    try:
        made, scene, n = run(begin())
        process.stop()
        process.start()
        run(go_on(made, scene, n))
    finally:
        process.close()
    assert "Traceback" not in process.faults()


def test_a_bot_that_was_thinking_thinks_again_after_a_restart(tmp_path: Path) -> None:
    """Nobody is connected: the server itself goes on with the game between two bots."""
    process = Process(tmp_path)

    async def begin() -> dict[str, Any]:
        async with Api(process.address) as api:
            return await api.begin("duel", seats=[{"kind": "bot", "level": "recruit"}] * 2)

    async def finished(made: dict[str, Any]) -> bool:
        async with Api(process.address) as api:
            for _ in range(300):
                card = await api.call("GET", f"/api/matches/{made['match']}", token=made["watch"])
                if card.get("result"):
                    return True
                await asyncio.sleep(0.1)
        return False

    try:
        made = run(begin())
        process.kill()
        process.start()
        assert run(finished(made))
    finally:
        process.close()
