"""Playing lessons and fitting networks from the shell."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from benchmarks import teach
from sandtable.tabletop.network import read_network

MK2 = "warmachine-mk2"


def test_games_are_played_and_networks_fitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lessons, out = tmp_path / "lessons", tmp_path / "network.json"
    play = ["play", MK2, "--armies", "_box_", "--bots", "recruit,recruit", "--games", "12", "--lessons", str(lessons)]
    assert teach.main(play) == 0
    assert len(list((lessons / MK2).iterdir())) == 2, "ten games a file"
    assert "12 of 12 games" in capsys.readouterr().err
    fit = ["fit", MK2, "--rounds", "1", "--networks", "2", "--lessons", str(lessons), "--out", str(out)]
    assert teach.main(fit) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 12 and "last network 1: round 1 of 1" in told.err
    assert len(read_network(out.read_bytes()).rows) == 2
    again = tmp_path / "again.json"
    assert teach.main([*fit[:-1], str(again), "--start", str(out)]) == 0
    assert read_network(again.read_bytes()).weights.taught_by == "12 games, then 12 games"
    other = read_network(out.read_bytes()).weights
    out.write_bytes(msgspec.json.encode(msgspec.structs.replace(other, networks=(), piece=7)))
    with pytest.raises(SystemExit, match="networks for \\(7, "):
        teach.main([*fit[:-1], str(again), "--start", str(out)])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "warcaster"], "the judgement of warcaster cannot be taught"),
        (["fit", MK2], "Name a file with --out"),
        (["fit", MK2, "--out", "x.json", "--lessons", "nowhere"], "play some first"),
    ],
)
def test_what_is_missing_is_told(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        teach.main(arguments)
    assert told in capsys.readouterr().err
