"""Figures of match-ups: counted for the army, whoever sits where, and kept from run to run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import balance
from sandtable.lab.matchups import Matchup, Wanted, both_sides, play_matchup, read_matchup, wanted_matchups

BOXES = ("cyg_box_a", "kha_box_a")


def test_every_wanted_matchup_is_in_the_sample_games_of_its_ruleset() -> None:
    for wanted in wanted_matchups():
        games = both_sides(wanted.ruleset, wanted.armies)
        assert games, wanted
        orders = [tuple(o["armies"]) for o in games]
        assert orders.count(wanted.armies) * 2 == len(orders), "both sides alike often"
        assert len({repr(o) for o in games}) == len(games)


def test_wins_are_the_armys_whoever_sits_where() -> None:
    one = play_matchup("warmachine-mk2", BOXES, 4, "recruit", seed=3)
    assert one.games == 4 and not one.problems
    results = [
        play_matchup("warmachine-mk2", BOXES, 1, "recruit", after=n, seed=3) for n in range(4)
    ]  # the same games one by one
    added = Matchup(BOXES)
    for more in results:
        added = added.and_more(more)
    assert added == one


def test_figures_of_a_matchup() -> None:
    found = Matchup(BOXES, won=5, lost=2, drawn=3)
    assert found.share == 0.65 and not found.fair
    low, high = found.interval
    assert low < 0.65 < high
    assert read_matchup(BOXES, json.loads(json.dumps(found.figures))) == found
    assert Matchup(BOXES, won=6, lost=4).fair and not Matchup(BOXES, won=39, lost=61).fair


def test_a_run_goes_on_where_the_last_one_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.json"
    wanted = [Wanted("warmachine-mk1", BOXES, 3), Wanted("warmachine-mk1", ("cyg_box_b", "kha_box_b"), 1)]
    monkeypatch.setattr(balance, "AT_ONCE", 1)
    monkeypatch.setattr(balance, "wanted_matchups", lambda: wanted)
    assert balance.main(["--kept", str(file), "--bot", "recruit", "--games", "1"]) == 0
    assert [row["won"] + row["lost"] + row["drawn"] for row in balance.kept(file)["warmachine-mk1"].values()] == [1, 1]
    assert balance.main(["--kept", str(file), "--bot", "recruit"]) == 0
    whole = play_matchup("warmachine-mk1", BOXES, 3, "recruit")
    assert balance.kept(file)["warmachine-mk1"][wanted[0].name] == whole.figures
    capsys.readouterr()
    balance.main(["--kept", str(file), "cyg_box_b", "--drop"])
    assert "won" not in json.loads(capsys.readouterr().out)
    assert list(balance.kept(file)["warmachine-mk1"]) == [wanted[0].name]
    with pytest.raises(SystemExit):
        balance.main(["--kept", str(file), "cyg_box_z"])
