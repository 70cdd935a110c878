"""What a ruleset declares and how often it occurs in play."""

from __future__ import annotations

from pathlib import Path

from sandtable.cli.positions import positions_of
from sandtable.core import find
from sandtable.lab.simulate import play_one, simulate
from sandtable.lab.usage import declared, never, watched
from sandtable.match import load


def test_frames_events_hooks_choices_and_rolls_are_counted() -> None:
    report = simulate("duel", 6, usage=True)
    for name in (
        "frame Attack",
        "event Struck",
        "hook cover",
        "choice Actions: strike",
        "roll attack",
        "rule DU-ATK-1",
    ):
        assert report.usage.get(name, 0) > 0, name
    assert set(report.never) == {"frame", "event", "hook", "verb", "rule"}
    assert "DU-ATK-1" not in report.never["rule"] and "DU-GEO-1" in report.never["rule"]
    assert "Attack" not in report.never["frame"]


def test_a_hook_that_changes_the_table_and_calls_for_nothing_more_has_occurred() -> None:
    rules = find("warmachine-mk1")
    with watched(rules) as counts:
        for seed in range(2):
            play_one(rules, seed, {"armies": ["cyg_box_a", "kha_box_a"]}, counts=counts)
    assert 0 < counts["hook wreck"] <= counts["event Destroyed"]


def test_what_never_occurs_is_listed() -> None:
    rules = find("duel")
    assert never(rules, {})["frame"] == declared(rules)["frame"]
    assert "Tough" in never(rules, {"frame Attack": 1})["frame"]
    assert "Attack" not in never(rules, {"frame Attack": 1})["frame"]


def test_a_game_is_the_same_while_it_is_watched_and_nothing_stays_behind() -> None:
    rules = find("duel")
    before = play_one(rules, 4, {})
    hooks, start = rules.hooks, rules.codec.kinds["Attack"].start  # type: ignore[attr-defined]
    with watched(rules) as counts:
        seen = play_one(rules, 4, {}, counts=counts)
    assert (seen.result, seen.decisions, seen.score) == (before.result, before.decisions, before.score)
    assert rules.hooks is hooks and rules.codec.kinds["Attack"].start is start  # type: ignore[attr-defined]
    assert sum(counts.values()) > 100


def test_games_start_from_set_positions_and_are_reported_apart(tmp_path: Path) -> None:
    rules = find("duel")
    folder = Path(__file__).resolve().parents[2] / "examples" / "scenarios" / "duel"
    positions = positions_of(rules, [folder])
    assert len(positions) > 3
    report = simulate("duel", 2 * len(positions), positions=positions, usage=True, check=True)
    assert (report.errors, len(report.positions)) == (0, len({place.name for place in positions}))
    assert all(result["games"] >= 2 and result["finished"] == result["games"] for result in report.positions.values())
    kept = simulate("duel", 2, positions=positions, out=tmp_path)
    assert not kept.unkept
    assert all(load(path).from_position for path in tmp_path.glob("*.sand"))


def test_positions_of_another_game_and_refused_ones_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("title: t\nruleset: lines\npieces: {a1: {seat: a, at: [30, 20]}}\n", "utf-8")
    assert positions_of(find("duel"), [tmp_path]) == []


def test_frames_that_are_only_bases_of_others_need_not_occur() -> None:
    names = declared(find("warmachine-mk2"))["frame"]
    assert {"FleeInTurn", "ChecksInTurn", "RalliesInTurn"} <= set(names)
    assert "InTurn" not in names
