"""What a ruleset declares and how often it occurs in play."""

from __future__ import annotations

from sandtable.core import find
from sandtable.lab.simulate import play_one, simulate
from sandtable.lab.usage import declared, never, watched


def test_frames_events_hooks_choices_and_rolls_are_counted() -> None:
    report = simulate("duel", 6, usage=True)
    for name in ("frame Attack", "event Struck", "hook cover", "choice Actions: strike", "roll attack"):
        assert report.usage.get(name, 0) > 0, name
    assert set(report.never) == {"frame", "event", "hook"}
    assert "Attack" not in report.never["frame"]


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
