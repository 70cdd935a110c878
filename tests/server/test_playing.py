"""Whole games over a real socket."""

import pytest

from sandtable.server import frames
from tests.server.client import Api, Player, run
from tests.server.processes import Process


@pytest.mark.parametrize("name", ["duel", "lines", "warcaster"])
def test_a_whole_game_against_a_recruit_can_be_played_and_its_record_verifies(server: Process, name: str) -> None:
    async def game() -> tuple[Player, str]:
        async with Api(server.address) as api:
            made = await api.begin(name)
            async with Player(server.address, made["match"], made["token"]) as player:
                await player.play()
                text = await api.call("GET", f"/api/matches/{made['match']}/record", token=made["token"])
                return player, text

    player, text = run(game())
    assert player.over
    assert not [f for f in player.seen if isinstance(f, frames.Failed | frames.RefusedFrame)]
    from sandtable.core import find
    from sandtable.record import read, replay

    record = read(text)
    assert record.end is not None
    assert record.end.lines == player.n == sum(1 for _ in replay(find(name), record))
