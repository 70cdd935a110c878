"""Paths, lines and facings for bots."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Any

from sandtable.core import Facing, suggests
from sandtable.geometry.arcs import bearing
from sandtable.geometry.paths import drag
from sandtable.geometry.rows import flat
from sandtable.geometry.spots import approach
from sandtable.geometry.units import FULL_TURN, MILLI
from sandtable.rulesets.warmachine.common.movement.obstacles import ground_for
from sandtable.rulesets.warmachine.common.movement.paths import Advance
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.suggestions.goals import nearest_first, plans, wish
from sandtable.rulesets.warmachine.common.suggestions.ranks import closes_up, ranks_toward
from sandtable.rulesets.warmachine.common.units.marching import March

TURNS = ((0, 1.0), (25, 1.0), (-25, 1.0), (55, 1.0), (-55, 1.0), (85, 1.0), (-85, 1.0), (0, 0.7), (0, 0.45))
NEARER = 0.99
TRIES = 3


@suggests(Advance)
def advances(p: Position, domain: Advance, n: int, rng: Random) -> list[Any]:
    """Towards an enemy; staying is always possible."""
    me, ground = p.state.models[domain.piece], ground_for(p, domain.piece)
    found: list[Any] = []
    wishes = plans(p, domain.piece, domain.allowance) if n > 1 else []
    for _ in range(TRIES * n):
        goal = wishes.pop(0) if wishes else wish(p, domain.piece, rng)
        place = approach(ground, me.at, goal, domain.allowance, NEARER, _fan())
        path: tuple[Any, ...] = () if place is None else (place,)
        if path not in found and domain.refuse(p, path) is None:
            found.append(path)
            if len(found) == n:
                break
    if n > 1 and (way := round_what_bars(p, domain, found)):
        found = [*found[: n - 1], way]
    return found or [()]


def round_what_bars(p: Position, domain: Advance, found: list[Any]) -> tuple[Any, ...]:
    """A way towards the nearest enemy, where no straight line leads nearer to it: from behind a pit, say."""
    me, foes = p.state.models[domain.piece], p.state.enemies(domain.piece)
    if not foes or not domain.allowance:
        return ()
    goal = p.state.models[nearest_first(p, domain.piece, foes)[0]].at
    near = NEARER * math.dist(me.at, goal)
    ground = ground_for(p, domain.piece)
    if any(path and math.dist(path[-1], goal) < near for path in found):
        return ()
    if approach(ground, me.at, goal, domain.allowance, NEARER, _fan()) is not None:
        return ()
    path = drag(ground, me.at, goal, domain.allowance).path[1:]
    return path if path not in found and domain.refuse(p, path) is None else ()


@suggests(March)
def marches(p: Position, domain: March, n: int, rng: Random) -> list[Any]:
    """Together towards where one of them would like to be, base to base if so ordered; staying is always possible."""
    found: list[Any] = []
    close = closes_up(p, domain)
    goals = plans(p, domain.pieces[len(domain.pieces) // 2], max(domain.allowances)) if n > 1 else []
    for _ in range(n):
        goal = goals.pop(0) if goals else wish(p, rng.choice(domain.pieces), rng)
        placed = (ranks_toward(p, domain, goal) if close else None) or domain.toward(p, goal)
        if placed is not None and placed not in found:
            found.append(placed)
    return found or [domain.formation(p)]


@lru_cache(maxsize=1)
def _fan() -> Any:
    return flat([(far * math.cos(math.radians(turn)), far * math.sin(math.radians(turn))) for turn, far in TURNS])


@suggests(Facing)
def facings(p: Position, domain: Facing, n: int, rng: Random) -> list[Any]:
    """Towards the nearest enemies."""
    me = p.state.models[domain.piece]
    foes = nearest_first(p, domain.piece, p.state.enemies(domain.piece))
    found: list[Any] = []
    for name in foes[: n + 1]:
        other = p.state.models[name]
        if other.at != me.at and domain.refuse(p, way := bearing(me.at, other.at)) is None and way not in found:
            found.append(way)
            if len(found) == n:
                return found
    others = [me.facing, *(rng.randrange(FULL_TURN) for _ in range(n))]
    return [*found, *(f for f in dict.fromkeys(others) if f not in found and domain.refuse(p, f) is None)][:n]


@suggests(StraightAt)
def lines(p: Position, domain: StraightAt, n: int, rng: Random) -> list[Any]:
    """The line that is taken by itself; a little to either side."""
    found = [domain.fallback(p)]
    way = domain.middle(p)
    for _ in range(0 if domain.straight else 2 * n):
        if len(found) >= n:
            break
        other = (way + rng.randint(-12 * MILLI, 12 * MILLI)) % FULL_TURN
        most = domain.along(p, other).most
        if domain.refuse(p, (other, most)) is None:
            found.append((other, most))
    return found
