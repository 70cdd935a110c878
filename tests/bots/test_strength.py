"""Counting who is stronger."""

from typing import Any

from sandtable.lab.simulate import simulate
from sandtable.lab.strength import even, percentiles, seated, wilson


def test_wilson_agrees_with_known_figures() -> None:
    assert [round(x, 4) for x in wilson(95, 100)] == [0.8882, 0.9785]
    assert wilson(0, 0) == (0.0, 1.0)
    assert round(wilson(10, 10)[1], 6) == 1.0


def test_seats_change_every_other_game() -> None:
    assert [seated(("x", "y"), n) for n in range(3)] == [("x", "y"), ("y", "x"), ("x", "y")]
    assert seated(("x", "x"), 1) == ("x", "x")


def test_equal_forces() -> None:
    games: list[dict[str, Any]] = [
        {"mission": "m", "forces": ("f", "g")},
        {"mission": "m", "forces": ("f", "h")},
        {"turns": 3},
    ]
    assert even(games, ["forces"]) == [{"mission": "m", "forces": ("f", "f")}, {"turns": 3}]


def test_percentiles_are_milliseconds() -> None:
    assert percentiles([n / 1000 for n in range(100)]) == {"p50": 50.0, "p95": 95.0, "p99": 99.0}


def test_a_report_tells_rates_and_times() -> None:
    report = simulate("duel", 4, bots=("regular:30", "recruit"))
    assert report.finished == 4
    assert set(report.win_rate) == {"regular:30", "recruit"}
    low, high = report.interval["recruit"]
    assert 0.0 <= low <= report.win_rate["recruit"] <= high <= 1.0
    assert report.decision_ms["regular:30"]["p95"] >= report.decision_ms["regular:30"]["p50"]
