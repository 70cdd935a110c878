"""Short cuts that keep what an earlier table knew, or leave before exact geometry, give the plain answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from sandtable.core import allowed
from sandtable.geometry.stands import leaves
from sandtable.geometry.units import NOISE
from sandtable.lab.recruit_games import by_recruits
from sandtable.rulesets.warmaster.appraisal.body_ways import _leaves_table
from sandtable.rulesets.warmaster.command.orders import REACHED, issuers, ready_for
from sandtable.rulesets.warmaster.measuring.crowd import (
    FEW,
    REACH,
    Crowd,
    Stood,
    crowd_after,
    moved_since,
    suppose,
    whole_crowd,
)
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.sight import by_distance
from sandtable.rulesets.warmaster.setup.layout import fits, misfit
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import COMMAND, EPS, Pose
from sandtable.rulesets.warmaster.turn.evading import SHARES, EvadeMove
from tests.rules.warmaster.kit import rules

FRONTAGES = 4_000, 2_000


def positions(every: int, seeds: range) -> Iterator[Position]:
    """Positions of recruits' games at 1,000 and 2,000 points, nothing remembered."""
    options = [o for o in rules().sample_options() if not str(o["armies"][0]).endswith("500")]
    games = (by_recruits(rules(), options[7 * seed % len(options)], seed) for seed in seeds)
    for n, game in enumerate(chain.from_iterable(games)):
        if n % every == 0 and len(game.state.stands) > 4:
            p: Position = Position(rules(), game.state)
            p.forget()
            yield p


def jostled(p: Position, rng: Random, count: int) -> Position:
    """The table with some units elsewhere: a little, or onto each other."""
    placed: dict[str, tuple[Pose, ...]] = {}
    for name in rng.sample(list(p.state.stands), count):
        dx, dy = rng.choice((0, 10, 2_000, -4_000)), rng.choice((0, -2_000, 3_999, 15_000))
        placed[name] = tuple((x + dx, y + dy, f) for x, y, f in p.state.stands[name])
    return suppose(p, placed)


def known(table: Crowd) -> tuple[object, ...]:
    """Everything a crowd works out that may be shared with an earlier one, orders included."""
    return (
        table.owners, table.rects, list(table.seats.items()), list(table.spans.items()), list(table.row.rows),
        table.row.shapes, table.numbers_against, table.foes, [list(row.rows) for row in table.against],
        [table.close(reach) for reach in FRONTAGES], list(table.touching.items()),
        [(name, list(near.items())) for name, near in table.near.items()], table.fighting,
    )  # fmt: skip


@pytest.mark.rule("WM-GEO-5", "WM-GEO-2")
def test_a_crowd_made_from_an_earlier_one_is_the_whole_one() -> None:
    rng, made = Random(5), 0
    for p in positions(60, range(3)):
        earlier = Stood(whole_crowd(rules(), p.state), p.state.stands, p.state.units)
        for count in (0, 1, 2, FEW, FEW + 1):
            after = jostled(p, rng, min(count, len(p.state.stands)))
            moved = moved_since(earlier, after.state)
            if moved is None:
                assert count > FEW
                continue
            assert known(crowd_after(earlier, rules(), after.state, moved)) == known(whole_crowd(rules(), after.state))
            made += bool(moved)
    assert made > 30


def test_other_units_are_no_earlier_table() -> None:
    p = next(positions(60, range(1)))
    earlier = Stood(whole_crowd(rules(), p.state), p.state.stands, p.state.units)
    name = next(iter(p.state.stands))
    assert moved_since(earlier, p.state) == []
    assert moved_since(earlier, p.state.unit(name, seat=1 - p.state.units[name].seat)) is None, "it changed sides"
    assert moved_since(earlier, p.state.unit(name, entry="giant")) is None, "it is of another kind"
    fewer = {**p.state.stands, name: p.state.stands[name][1:]}
    assert moved_since(earlier, p.state.but(stands=fewer)) is None, "it lost a stand"
    without = {n: poses for n, poses in p.state.stands.items() if n != name}
    assert moved_since(earlier, p.state.but(stands=without)) is None
    assert moved_since(earlier, p.state.but(stands={**without, name: p.state.stands[name]})) is None, "another order"


@pytest.mark.rule("WM-GEO-5", "WM-BRIG-2", "WM-INIT-9")
def test_who_touches_and_who_is_near_follow_from_the_distances() -> None:
    touched = 0
    for p in positions(120, range(3)):
        table = whole_crowd(rules(), p.state)
        plain = {(a, b): table.apart(a, b) for a in table.spans for b in table.spans if a != b}
        for a in table.spans:
            assert table.touching[a] == tuple(b for b in table.spans if a != b and plain[a, b] <= EPS + NOISE)
            assert list(table.near[a]) == [b for b in table.spans if a != b and plain[a, b] <= REACH + EPS + NOISE]
            every = sorted((plain[a, b], b) for b in table.foes[table.seats[a]])
            for reach in (20_000, REACH, 60_000):
                assert by_distance(p, a, reach) == [pair for pair in every if pair[0] <= reach + EPS]
            touched += len(table.touching[a])
        assert all(table.apart(a, b) == far for (a, b), far in plain.items()), "also now that the near ones are known"
    assert touched > 50


@pytest.mark.rule("WM-CMD-1", "WM-CMD-2", "WM-CMD-16", "WM-CMD-17")
def test_units_ready_for_orders_are_those_the_checks_let_pass() -> None:
    answers = set()
    for p in positions(7, range(2)):
        if p.state.phase == COMMAND:
            for character in issuers(p):
                ready = ready_for(p, character)
                fit: list[str] = p.memo("fit for orders", list)
                assert ready == [u for u in fit if allowed(REACHED, p, character, u)]
                answers |= {u in ready for u in fit}
    assert answers == {True, False}


@pytest.mark.rule("WM-EVADE-3", "WM-EVADE-4", "WM-EVADE-5", "WM-EVADE-6")
def test_an_evade_may_end_where_it_is_not_refused() -> None:
    """Also through friends, and onto them; the short way and the long one agree on every distance."""
    answers, rng = dict[bool, int](), Random(9)
    for p in positions(45, range(4)):
        near = [(far, u, o) for u in p.state.stands for far, o in by_distance(p, u, 20_000)]
        for _, unit, enemy in rng.sample(near, min(4, len(near))):
            domain = EvadeMove(piece=unit, enemy=enemy)
            for far in (1_000, *(domain.most(p) * share for share in SHARES)):
                pose = domain.away(p, far)
                for answer in (pose, (*pose[:2], (pose[2] + 90_000) % 360_000)):
                    able = domain.may_end(p, answer)
                    assert able is (domain.refuse(p, answer) is None)
                    answers[able] = answers.get(able, 0) + 1
    assert min(answers[True], answers[False]) > 20


@pytest.mark.rule("WM-SCEN-1", "WM-DATA-8")
def test_a_line_fits_where_nothing_is_wrong_with_it() -> None:
    rng, answers = Random(3), set()
    for p in positions(150, range(2)):
        for name in rng.sample(list(p.state.stands), 3):
            dx, dy = rng.randrange(-8_000, 8_000), rng.randrange(-8_000, 8_000)
            rects = [r._replace(x=r.x + dx, y=r.y + dy) for r in whole_crowd(rules(), p.state).of(name)]
            assert fits(p, name, rects) is (misfit(p, name, rects) is None)
            answers.add(fits(p, name, rects))
    assert False in answers


@pytest.mark.rule("WM-OFFT-1")
def test_a_shift_leaves_the_table_when_a_stand_does() -> None:
    rng, answers = Random(4), set()
    for p in positions(100, range(2)):
        rects = list(whole_crowd(rules(), p.state).of(rng.choice(list(p.state.stands))))
        for way in ((1.0, 0.0), (0.0, -1.0), (-0.6, 0.8)):
            for far in (100.0, 9_000.0, 25_000.0, 70_000.0):
                plain = any(leaves(shifted(r, way, far), p.state.map.width, p.state.map.height) for r in rects)
                assert _leaves_table(p, rects, way, far) is plain
                answers.add(plain)
    assert answers == {True, False}
