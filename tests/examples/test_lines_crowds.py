"""Lines with many units: the option, brigades grown instead of all combinations, tables remembered by place."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lines.brigade import connected, stragglers
from lines.crowd import Crowd, crowd, suppose
from lines.state import Field, LargeField, edge_to_edge, line

from sandtable.core import BadSetup, Position, begin
from sandtable.geometry.measure import gap
from sandtable.lab.simulate import play_one
from sandtable.match import new_match
from sandtable.record import read, verify
from tests.examples.lines_table import RULES, piece, table

GOLDEN = sorted((Path(__file__).parent / "golden").glob("lines-*.sand"))  # played before there were large tables


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_games_recorded_before_there_were_crowds_end_as_they_did(path: Path) -> None:
    told = verify(RULES, read(path.read_text()))  # an older engine's hashes are not compared, its last position is
    assert told.faults == ()
    assert told.legal == told.lines > 70


def test_there_are_recorded_games() -> None:
    assert len(GOLDEN) == 2


def test_the_ordinary_game_has_three_units_on_the_ordinary_table() -> None:
    state = RULES.new_game({}).state
    assert type(state) is Field
    assert state == RULES.new_game({"units": 3}).state
    assert (state.table, state.army) == ((90_000, 60_000), (9, 9))
    assert list(state.units) == ["a1", "a2", "a3", "b1", "b2", "b3"]
    assert state.units["a1"].pose == (32_000, 14_000, 90_000)
    assert state.generals == ((45_000, 8_000), (45_000, 52_000))


@pytest.mark.parametrize("units", [1, 2, 4, 6, 7, 10, 11, 19, 20])
def test_a_game_of_any_number_of_units_starts_soundly(units: int) -> None:
    state, frame = RULES.new_game({"units": units})
    assert RULES.invariants(Position(RULES, state)) == []
    assert [sum(u.seat == seat for u in state.units.values()) for seat in (0, 1)] == [units, units]
    assert isinstance(state, LargeField) is (units > 6)
    game = begin(RULES, state, frame).game
    assert RULES.codec.load(RULES.codec.save(game)) == game
    middle = state.table[0] / 2
    assert sum(u.pose[0] - middle for u in state.units.values()) == 0


@pytest.mark.parametrize("units", [0, 21, -1, 2.0, "3", True, None])
def test_a_number_of_units_nobody_can_deploy_is_refused(units: object) -> None:
    with pytest.raises(BadSetup, match="units is 1 to 20"):
        RULES.new_game({"units": units})


def test_a_position_may_have_a_table_of_its_own() -> None:
    given = {"pieces": {"a1": piece("a", 150, 100), "b1": piece("b", 20, 20)}, "table": [180, 120]}
    state = RULES.scenarios.position(RULES, given).state
    assert state.table == (180_000, 120_000)
    assert state.generals == ((90_000, 38_000), (90_000, 82_000))
    with pytest.raises(BadSetup, match="off the table"):
        RULES.scenarios.position(RULES, {**given, "table": [180, 100]})
    for wrong in ("big", [1, 2, 3], [0, 60], [90, 1e9], 7):
        with pytest.raises(BadSetup, match="table"):
            RULES.scenarios.position(RULES, {**given, "table": wrong})


def test_whole_games_of_many_units_stay_sound() -> None:
    for seed in range(2):
        played = play_one(RULES, seed, {"units": 12, "turns": 2}, check=True)
        assert not played.error
        assert played.result is not None


def scattered_table(rng: Random) -> Position:
    pieces: dict[str, Any] = {}
    while len(pieces) < 14:
        name = f"{'ab'[len(pieces) % 2]}{len(pieces)}"
        at = piece(name[0], rng.randrange(8, 82), rng.randrange(8, 52), facing=rng.choice((0, 90, rng.randrange(360))))
        try:
            RULES.scenarios.position(RULES, {"pieces": {**pieces, name: at}})
        except BadSetup:
            continue
        pieces[name] = at
    return Position(RULES, RULES.scenarios.position(RULES, {"pieces": pieces}).state)


def test_grown_brigades_are_all_the_combinations_that_hang_together() -> None:
    rng = Random(5)
    sizes = set()
    for _ in range(6):
        p = scattered_table(rng)
        names = list(p.state.units)
        slow = [body for size in (1, 2, 3) for body in combinations(names, size) if not stragglers(p, body)]
        assert connected(p, names, 3) == slow
        sizes |= {len(body) for body in slow}
    assert sizes == {1, 2, 3}
    in_a_row = table(**{f"a{i}": piece("a", 10 + 13 * i, 20) for i in range(1, 6)}).position
    assert len(connected(in_a_row, ["a1", "a2", "a3", "a5"], 4)) == 4 + 2 + 1
    assert connected(in_a_row, [], 3) == []


def test_a_crowd_equals_measuring_pair_by_pair() -> None:
    rng = Random(6)
    for _ in range(4):
        p = scattered_table(rng)
        units = p.state.units
        for a, b in combinations(units, 2):
            far = gap(line(units[a]), line(units[b]))
            assert (b in crowd(p).within(a, 10_000)) == (far <= 10_001), (a, b)
            enemies = units[a].seat != units[b].seat
            assert (b in crowd(p).fought[a]) == (enemies and edge_to_edge(line(units[a]), line(units[b])))


def test_a_supposed_table_is_the_table_it_would_be() -> None:
    p = table(a1=piece("a", 30, 20), a2=piece("a", 43, 20), b1=piece("b", 30, 40)).position
    assert suppose(p, (("a1", None), ("a2", p.state.units["a2"].pose))) is p
    placed = (("a1", (31_000, 24_000, 45_000)), ("b1", (60_000, 40_000, 270_000)), ("a2", None))
    there = suppose(p, placed)
    again = crowd(Position(RULES, there.state.but(turn=2)))
    assert isinstance(again, Crowd)
    assert (crowd(there), list(crowd(there).row.rows)) == (again, list(again.row.rows))
    assert crowd(there).near == again.near
    assert crowd(p).near != again.near


def test_orders_of_twenty_units_are_offered_by_neighbourhood() -> None:
    match = new_match(RULES, units=20)
    assert match.ask is not None
    keys = [option.key for option in match.ask.domain.options or ()]
    assert {"order a1", "order a1 a2", "order a1 a11", "order a9 a10 a20"} <= set(keys)
    assert "order a1 a3" not in keys
    assert len(keys) == len(set(keys)) < 500
