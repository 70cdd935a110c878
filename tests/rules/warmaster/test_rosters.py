"""Army lists: read from text and data, checked with citations, written again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.core.rosters import Problem
from tests.rules.warmaster.kit import rules

GOOD = """
Marching column
Army: Empire
Points: 500

Characters
General [125 points]
Hero

Units
2x Halberdiers
1x Crossbowmen
Crossbowmen: Skirmishers
"""
BAD = """
Army: Empire
Points: 500

Characters
2 General
Hero: Griffn

Units
1 Halberdiers
4 Handgunners
2 Crossbowmen
Orc Warriors
Knigths
"""


def found(text: str) -> list[Problem]:
    rosters = rules().rosters
    return rosters.check(rosters.read(text))


@pytest.mark.rule("WM-ARMY-1", "WM-DATA-2")
def test_a_list_is_read_and_written_again() -> None:
    rosters = rules().rosters
    army = rosters.read(GOOD)
    assert rosters.check(army) == []
    data = rosters.data(army)
    assert data == {
        "name": "Marching column", "army": "empire", "limit": 500, "characters": {"general": 1, "hero": 1},
        "units": {"halberdiers": 2, "crossbowmen": 2, "skirmishers": 1}, "attach": {"skirmishers": ["crossbowmen"]},
    }  # fmt: skip
    assert rosters.data(rosters.read(rosters.text(army))) == data
    assert rosters.data(rosters.read(data)) == data
    assert rosters.summary(army) == "430 points, 4 units"
    without_name = {key: value for key, value in data.items() if key != "name"}
    state = rules().new_game({"armies": [without_name, "orcs_500"], "deploy": "auto"}).state
    assert sum(unit.seat == 0 for unit in state.units.values()) == 4


@pytest.mark.rule("WM-ARMY-1", "WM-ARMY-2", "WM-ARMY-3", "WM-ARMY-5")
def test_every_fault_is_told_with_its_rule_and_line() -> None:
    told = {(problem.rule, problem.line) for problem in found(BAD)}
    assert ("WM-ARMY-5", 7) in told  # no such mount
    assert ("WM-ARMY-1", 13) in told and ("WM-ARMY-1", 14) in told  # of another army; unknown
    assert ("WM-ARMY-3", 10) in told  # one unit of halberdiers, at least two
    assert ("WM-ARMY-3", 11) in told  # four of handgunners, at most three
    assert "WM-ARMY-2" in {rule for rule, _ in told}
    assert any("did you mean Knights" in str(problem) for problem in found(BAD))


@pytest.mark.rule("WM-ARMY-1")
def test_points_beyond_the_limit() -> None:
    over = found(GOOD.replace("Points: 500", "Points: 425"))
    assert [(problem.rule, problem.by) for problem in over] == [("WM-ARMY-1", 5)]
    assert found(GOOD.replace("Points: 500", "Points: 430")) == []


FREE: dict[str, Any] = {
    "army": "empire",
    "limit": 500,
    "characters": {"general": 1},
    "units": {"halberdiers": 2, "crossbowmen": 2},
}


@pytest.mark.rule("WM-DATA-2", "WM-ARMY-1")
@pytest.mark.parametrize(
    "attach",
    [
        {"skirmishers": ["halberdiers", "halberdiers", "crossbowmen"]},  # not paid for
        {"knights": ["halberdiers"]},
        {"nobody": ["halberdiers"]},
    ],
)
def test_only_stands_that_are_paid_for_join_a_unit(attach: dict[str, list[str]]) -> None:
    rosters = rules().rosters
    assert "WM-DATA-2" in {problem.rule for problem in rosters.check(rosters.read({**FREE, "attach": attach}))}
    with pytest.raises(BadSetup, match="WM-DATA-2"):
        rules().new_game({"armies": [{**FREE, "attach": attach}, "orcs_500"]})


@pytest.mark.rule("WM-DATA-2")
def test_no_unit_is_joined_by_two_stands() -> None:
    given = {**FREE, "units": {**FREE["units"], "skirmishers": 3}, "attach": {"skirmishers": ["halberdiers"] * 3}}
    with pytest.raises(BadSetup, match="skirmishers cannot join 3 halberdiers"):
        rules().new_game({"armies": [given, "orcs_500"]})


@pytest.mark.rule("WM-ARMY-1", "WM-ARMY-3")
def test_nobody_takes_fewer_than_none_of_a_character_to_pay_for_more() -> None:
    units = {**FREE["units"], "knights": 3}
    given = {**FREE, "characters": {"general": 1, "hero": -3}, "units": units}
    with pytest.raises(BadSetup, match="WM-ARMY-3"):
        rules().new_game({"armies": [given, "orcs_500"]})
    assert "WM-ARMY-3" in {problem.rule for problem in rules().rosters.check(rules().rosters.read(given))}


@pytest.mark.rule("WM-ARMY-5", "WM-DATA-2")
@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"mounts": {"general": ["griffon", "griffon"]}}, "WM-ARMY-5"),
        ({"units": {**FREE["units"], "skirmishers": 1}}, "WM-DATA-2"),
    ],
)
def test_a_check_of_data_finds_what_a_new_match_refuses(more: dict[str, Any], rule: str) -> None:
    given = {**FREE, **more}
    assert rule in {problem.rule for problem in rules().rosters.check(rules().rosters.read(given))}
    with pytest.raises(BadSetup, match=rule):
        rules().new_game({"armies": [given, "orcs_500"]})


@pytest.mark.parametrize("name", sorted(rules().library.lists))
def test_the_lists_of_the_game_are_legal_and_survive_a_round_trip(name: str) -> None:
    rosters = rules().rosters
    sample = dict(rosters.samples()[name])
    army = rosters.read(sample)
    assert rosters.check(army) == [] and rosters.data(army) == sample
    assert rosters.data(rosters.read(rosters.text(army))) == sample


@pytest.mark.parametrize("limit", [500, 1000, 2000])
def test_random_lists_are_legal(limit: int) -> None:
    rosters = rules().rosters
    for seed in range(6):
        given = rosters.random(Random(seed), {"limit": limit})
        assert given["limit"] == limit and rosters.check(rosters.read(given)) == []


def test_the_minima_of_small_battles_are_a_reading() -> None:
    rosters = rules().rosters
    army = rosters.read(GOOD.replace("2x Halberdiers", "1x Halberdiers"))
    assert [problem.rule for problem in rosters.check(army)] == ["WM-ARMY-3"]
    assert rosters.check(army, {"readings": {"below_1000": "no_minima"}}) == []


@pytest.mark.parametrize(
    ("more", "rule", "told"),
    [
        ({"characters": {"general": 10**12}}, "WM-ARMY-3", "from 0 to 99"),
        ({"units": {"halberdiers": True}}, "WM-ARMY-3", "from 0 to 99"),
        ({"mounts": {"general": True}}, "WM-ARMY-5", "unknown in mounts: True"),
        ({"mounts": {"general": ["griffn"]}}, "WM-ARMY-5", "'griffn'"),
        ({"attach": {"skirmisher": ["halberdiers"]}}, "WM-DATA-2", "no stand 'skirmisher'"),
        ({"attach": {"skirmishers": [7]}}, "WM-DATA-2", "unknown in attach: 7"),
    ],
)
def test_data_of_the_wrong_kind_is_a_problem_and_no_more(more: dict[str, Any], rule: str, told: str) -> None:
    rosters = rules().rosters
    assert rosters is not None
    sample = dict(rosters.samples()["empire_500"])
    army = rosters.read({**sample, **{key: {**sample.get(key, {}), **value} for key, value in more.items()}})
    assert [p for p in rosters.check(army) if p.rule == rule and told in str(p)]
    assert rosters.text(army) and rosters.data(army)
