"""Many games: a hundred of Warcaster with every invariant asserted after every event, and what a report says."""

from __future__ import annotations

import pytest

from sandtable.core import BadSetup, find
from sandtable.lab.simulate import play_one, simulate

GAMES, PARTS = 100, 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_games_over_all_missions_factions_and_tables(part: int) -> None:
    variety = find("warcaster").sample_options()
    size = GAMES // PARTS
    turned = [variety[(part * size + n) % len(variety)] for n in range(size)]
    report = simulate("warcaster", size, variety=turned, seed=5000 + part * size, check=True)
    assert report.problems == []
    assert report.finished == size


def test_the_variety_covers_missions_factions_and_random_tables() -> None:
    variety = find("warcaster").sample_options()
    assert {o["mission"] for o in variety} == {
        "boiling_point",
        "orders_of_magnitude",
        "strange_matter",
        "surface_tension",
    }
    assert len({o["forces"] for o in variety}) == 18
    assert "random" in {o["map"] for o in variety}
    assert any("secondaries" in o for o in variety)


def test_the_same_seed_plays_the_same_game_checked_or_not() -> None:
    rules = find("warcaster")
    one, two = (play_one(rules, 77, {}, check=check) for check in (False, True))
    assert (one.result, one.score, one.decisions) == (two.result, two.score, two.decisions)


def test_a_game_that_breaks_is_counted_and_the_others_go_on() -> None:
    report = simulate("duel", 3, variety=({"nonsense": 1}, {}))
    assert (report.games, report.errors, report.finished) == (3, 2, 1)
    assert "seed 0" in report.problems[0]


def test_nothing_to_play_is_said() -> None:
    with pytest.raises(BadSetup, match="no options"):
        simulate("duel", 1, variety=())
