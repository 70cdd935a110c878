"""A game at the prompt and one at the table are the same file: either goes on where the other stopped."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sandtable.cli import app
from sandtable.match import load
from sandtable.server import frames
from tests.server.client import Api, Player, run
from tests.server.processes import Process

RUN = CliRunner()


@pytest.mark.parametrize("name", ["duel", "warcaster"])
def test_a_match_goes_from_the_table_to_the_prompt_and_back(
    server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "from_the_table.sand"

    async def at_the_table() -> tuple[int, str]:
        async with Api(server.address) as api:
            made = await api.begin(name)
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.play(10)
                await player.turn()
                text: str = await api.call("GET", f"/api/matches/{made['match']}/record", token=made["token"])
                return player.n, text

    n, text = run(at_the_table())
    file.write_text(text)
    before = load(file)
    assert len(before.history) == n

    words = ["play", "--terminal", "--resume", str(file), "--against", "recruit", "--seat", "a"]
    result = RUN.invoke(app, words, input="auto\nauto\nauto\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    after = load(file)
    assert after.history[:n] == before.history
    assert len([entry for entry in after.history[n:] if entry.seat == 0]) >= 3

    async def at_the_table_again() -> None:
        async with Api(server.address) as api:
            made: dict[str, Any] = await api.call("POST", "/api/records", file.read_text())
            async with Player(api.address, made["match"], made["token"]) as player:
                assert player.n == len(after.history)
                assert player.over or isinstance(await player.answer(await player.suggested()), frames.Ack)

    run(at_the_table_again())
