"""Short cuts of charges give what the readable search gives: every stand asked, every end of the line tried."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Any

import pytest

from sandtable.core import Refusal
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Rect
from sandtable.geometry.wheel import corner_travel
from sandtable.lab.recruit_games import by_recruits
from sandtable.rulesets.warmaster.charging import any_place, placing, targets
from sandtable.rulesets.warmaster.charging.edge import EQUAL
from sandtable.rulesets.warmaster.charging.placing import CONTACT, Place, Placed, Placing
from sandtable.rulesets.warmaster.charging.targets import can_charge, charges
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.sight import sees, unit_sees
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import COMMAND, EPS
from tests.rules.warmaster.kit import Bench, rules
from tests.rules.warmaster.test_charge_symmetry import TABLE, line, scattered


def every_first_stand(place: Place, goal: Rect, target: Rect, seers: Sequence[int], shortest: bool) -> list[Placed]:
    """All stands find their ways, then the closest are taken (WM-CHARGE-6)."""
    found = []
    for number in seers:
        way = place.way(number, goal, (), shortest)
        if way is not None:
            near = gap(place.starts[number], target)
            found.append((near if len(way) == 2 else max(near, corner_travel(way)), Placed(number, way, goal)))
    least = min((far for far, _ in found), default=0.0)
    return [placed for far, placed in found if far <= least + EPS]


def every_next_placing(place: Place, now: Placing, number: int) -> list[Placing]:
    """Both ends of the line are tried, then the better kind of place is taken (WM-CHARGE-21)."""
    flush = []
    for left, goal in placing.flush_ends(now):
        if placed := place.to(number, goal, now):
            after = now.plus(placed)
            after = after._replace(left=now.left + 1) if left else after._replace(right=now.right + 1)
            flush.append((*place.contact(goal), after))
    if touched := [f for f in flush if f[0] >= CONTACT]:
        most = max(f[0] for f in touched)
        touched = [f for f in touched if f[0] >= most - EQUAL]
        own = max(f[1] for f in touched)
        return [f[3] for f in touched if f[1] >= own - EQUAL]
    if cornered := [f for f in flush if f[2]]:
        return [f[3] for f in cornered]
    found = [f[3] for f in flush]
    found += [now.plus(placed) for placed in placing.slid_to_meet(place, now, number)]
    return found or placing.staggered(place, now, number) or placing.behind(place, now, number)


def crowded(rng: Random) -> dict[str, Any]:
    """A charger with somebody in its way, so that some ways bend and some stands find none."""
    pieces = scattered(rng)
    for name in ("o", "q")[: rng.randint(0, 2)]:
        stands = line(rng.uniform(50, 70), rng.uniform(42, 50), rng.randrange(360), 4, rng.randint(1, 2))
        pieces[name] = {"seat": "a", "unit": "halberdiers", "stands": stands}
    return pieces


def tables(count: int) -> list[Position]:
    rng, found = Random(31), list[Position]()
    while len(found) < count:
        try:
            found.append(Bench(pieces=crowded(rng), step="orders", waits=True, table=TABLE).position)
        except ValueError:  # stands lie over one another
            continue
    return found


@pytest.mark.rule("WM-CHARGE-6", "WM-CHARGE-21")
def test_charges_are_those_of_the_search_that_asks_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = tables(30)
    ours = [(charges(p, "k", "t"), can_charge(p, "k", "t")) for p in positions]
    monkeypatch.setattr(targets, "first_stands", every_first_stand)
    monkeypatch.setattr(placing, "next_placings", every_next_placing)
    monkeypatch.setattr(any_place, "next_placings", every_next_placing)
    for p, (found, able) in zip(positions, ours, strict=True):
        p.forget()
        plain = charges(p, "k", "t")
        assert plain == found
        assert able is isinstance(plain, tuple)
    assert {isinstance(found, Refusal) for found, _ in ours} == {True, False}
    ways = [path for found, _ in ours if isinstance(found, tuple) for onset in found for path in onset.paths]
    assert {len(path) > 2 for path in ways} == {True, False}, "some ways go round others"


@pytest.mark.rule("WM-CHARGE-1", "WM-VIS-10")
def test_whether_a_unit_can_charge_or_see_is_what_the_lists_say() -> None:
    options, asked, answers = rules().sample_options()[1], 0, set()
    wanted = {(True, True), (False, True), (False, False)}
    games = (by_recruits(rules(), options, seed) for seed in range(2, 6))
    for n, game in enumerate(chain.from_iterable(games)):
        if n % 25 or game.state.phase != COMMAND:
            continue
        p: Position = Position(rules(), game.state)
        for unit in p.state.on_table(p.state.active):
            for enemy in [o for o in crowd(p).foes[p.state.active] if crowd(p).apart(unit, o) < 30_000]:
                able, seen = can_charge(p, unit, enemy), sees(p, unit, enemy)
                assert seen is bool(unit_sees(p, unit, enemy))
                assert able is isinstance(charges(p, unit, enemy), tuple)
                asked += 1
                answers.add((able, seen))
        if asked > 25 and wanted <= answers:
            break
    assert wanted <= answers
