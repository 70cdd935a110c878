"""Short cuts of games between recruits beside the plain way: bases near a line, whom a path passes, what is listed."""

from __future__ import annotations

from collections import Counter
from math import cos, radians, sin
from random import Random
from typing import Any

import pytest

from sandtable.core import Option, Position, find
from sandtable.geometry.contact import slam
from sandtable.geometry.distance import overlap
from sandtable.geometry.units import FAR
from sandtable.geometry.watchers import Watcher, stretches
from sandtable.lab.recruit_games import by_recruits
from sandtable.rulesets.warmachine.common.measuring.by_the_book import apart
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius, stays_behind
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by, seen_from
from sandtable.rulesets.warmachine.common.movement.line_obstacles import barriers, barriers_under, in_the_line
from sandtable.rulesets.warmachine.common.suggestions import menus
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.units import terror
from sandtable.rulesets.warmachine.common.units.unit_menus import UnitMenu
from tests.rules.warmachine.kit import ESCALATION, MK2
from tests.rules.warmachine.test_short_cuts import paths, tables

editions = pytest.mark.parametrize("game", [ESCALATION, MK2])


@editions
def test_only_bases_near_enough_stop_a_straight_move(game: str) -> None:
    rng, met, left_out = Random(5), 0, 0
    for p in tables(game, 3):
        models, size = p.state.models, (p.state.map.width, p.state.map.height)
        for name in models:
            way, far = radians(rng.uniform(0, 360)), rng.choice((3000, 8000))
            others = [disc(p, m) for n, m in models.items() if n != name]
            near = in_the_line(p, name, far, frozenset({name}))
            base, u = disc(p, models[name]), (cos(way), sin(way))
            plain, short = slam(base, u, far, others, size), slam(base, u, far, near, size)
            assert short._replace(touched=()) == plain._replace(touched=())
            assert [near[i] for i in short.touched] == [others[i] for i in plain.touched]
            met += bool(plain.touched)
            left_out += len(near) < len(others)
    assert met > 30
    assert left_out > 30


@editions
def test_barriers_under_a_place_by_their_extents(game: str) -> None:
    rng, found = Random(6), 0
    for p in tables(game, 3):
        for name, m in p.state.models.items():
            spots = [(m.x + rng.randint(-5000, 5000), m.y + rng.randint(-5000, 5000)) for _ in range(4)]
            for x, y in spots:
                there = disc(p, m)._replace(x=x, y=y)
                plain = [part for part in barriers(p, name) if overlap(there, part)]
                assert barriers_under(p, name, (x, y)) == plain
                found += bool(plain)
    assert found > 10


@editions
def test_whoever_is_passed_ahead_is_passed_at_a_corner(game: str) -> None:
    rng, told = Random(7), Counter[bool]()
    for p in tables(game, 2):
        models = p.state.models
        for mover in list(models)[::3]:
            r = radius(p, models[mover])
            for path in (paths(p, mover, rng), (models[mover].at, models[mover].at), (models[mover].at,)):
                for other in (n for n in models if n != mover):
                    watcher = Watcher(disc(p, models[other]), FAR, models[other].facing)
                    behind = not stretches(path, r, [watcher])
                    assert stays_behind(p, other, path, r) is behind
                    told[behind] += 1
    assert min(told[True], told[False]) > 100


@editions
def test_a_foe_is_seen_by_a_look_at_foes_alone(game: str) -> None:
    for p in tables(game, 2):
        for viewer in list(p.state.models)[::6]:
            models = p.state.models
            one, other = (p.with_state(p.state.but(models=dict(models))) for _ in range(2))
            foes = [n for n in p.state.enemies(viewer) if seen_from(one, viewer, n)]  # nobody has asked about all yet
            assert foes == [n for n in p.state.enemies(viewer) if n in seen_by(other, viewer)]
            assert [n for n in models if seen_from(one, viewer, n)] == [
                n for n in models if n in seen_by(other, viewer)
            ]


@editions
def test_the_nearest_enemy_of_a_unit(game: str) -> None:
    for p in tables(game):
        for name, unit in p.state.units.items():
            plain = min(apart(p, m, e) for m in unit.members if m in p.state.models for e in p.state.enemies(m))
            assert menus.nearest_enemy(p, name) == plain


@editions
def test_fears_are_left_out_alike_before_and_after_they_are_looked_for(game: str) -> None:
    left, rng = 0, Random(8)
    for p in tables(game):
        found = list(terror.frights(p, None))
        pairs = [(who, entity) for name, entity, _ in found for who in (name, terror.body(p, name))]
        for _ in range(4):
            done = frozenset(pair for pair in pairs if rng.random() < 0.5)
            kept = [(n, e) for n, e, rule in found if not terror.is_done(p, n, e, rule, done)]
            assert terror.fears(p, done=done) == terror.by_body(p, kept)
            left += len(kept) < len(found)
    assert left > 5


@pytest.mark.parametrize("game", ["warmachine-mk1", ESCALATION, MK2])
def test_attacks_at_friends_are_all_that_a_recruit_does_not_list(game: str) -> None:
    """What is left of both lists once what is not sensible is gone: the same, in the same order."""

    def sensible(p: Position, options: tuple[Option, ...], named: bool) -> list[Option]:
        return [o for o in options if menus.sensible(p, a, o, o.key.partition(" ")[2] if named else "")]

    rules: Any = find(game)
    seen, shorter = Counter[str](), 0
    options = next(dict(o) for o in rules.sample_options() if all("_large" in str(army) for army in o["armies"]))
    for n, position in enumerate(by_recruits(rules, options, 11)):
        domain = getattr(position.waiting, "domain", None)
        p: Any = Position(rules, position.state)
        if isinstance(domain, ActivationMenu) and n % 3 == 0:
            a = domain.activity
            for deed in rules.deeds:
                whole, few = tuple(deed.options(p, a)), tuple(deed.at_enemies(p, a))
                assert sensible(p, whole, named=False) == sensible(p, few, named=False)
                seen[deed.verb] += bool(few)
                shorter += len(few) < len(whole)
        elif isinstance(domain, UnitMenu) and n % 5 == 0:
            for a in domain.activities:
                whole, few = domain.of(p, a), domain.at_enemies(p, a)
                assert sensible(p, whole, named=True) == sensible(p, few, named=True)
                seen.update(o.verb for o in few)
                shorter += len(few) < len(whole)
        if n > 900:
            break
    assert shorter > 10
    assert seen["attack"] > 10
