"""Places worth going to: what a candidate move aims at.

Objectives the unit can hold, markers it can carry, an enemy to get in range of, a wall to get behind. A bot can play no
better than what it is offered, so they are tested like rules.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from random import Random

from sandtable.geometry.ground import Spot, rounded
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.targets import nearest_foe
from sandtable.rulesets.warcaster.measuring.distance import enemy_bases, radius
from sandtable.rulesets.warcaster.missions.objectives import SECURE, loose, may_carry
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import rules_of, weapons_of
from sandtable.rulesets.warcaster.state.table import OBJECTIVES, Objective
from sandtable.rulesets.warcaster.terrain.features import Map, land

BOOST = 1000  # what cards add to a RNG


def random_goal(p: Position, model: str, rng: Random) -> Spot:
    """Somewhere a model would rather be."""
    state = p.state
    kind = rng.random()
    goal: Spot | None = None
    if kind < 0.55:
        goal = _objective(p, model, rng)
    if goal is None and kind < 0.8:
        goal = _in_range(p, model, rng)
    if goal is None and kind < 0.92:
        goal = _behind(p, model, rng)
    if goal is not None:
        return goal
    size = state.map.size
    return rng.randrange(size), rng.randrange(size)


def _pick(at: Spot, places: list[Spot], rng: Random) -> Spot:
    """One of several, the near ones rather."""
    if len(places) == 1:
        return places[0]
    here_x, here_y = at
    far = [4000 + abs(x - here_x) + abs(y - here_y) for x, y in places]
    return rng.choices(places, [1.0 / (d * d) for d in far])[0]


def _objective(p: Position, model: str, rng: Random) -> Spot | None:
    """Beside an objective the unit can secure, or on a marker it can pick up."""
    state = p.state
    me, objectives = state.models[model], state.objectives
    holds = type_of(p, model) in p.rules.cards.missions[state.mission]["holders"]
    places = p.memo("permanent", _permanent, OBJECTIVES, objectives) if holds else []
    markers = [(objectives[n].x, objectives[n].y) for n in loose(state)] if may_carry(p, model) else []
    if markers:
        places = list(dict.fromkeys((*places, *markers)))
    if not places:
        return None
    x, y = _pick((me.x, me.y), places, rng)
    if (x, y) in markers:
        return x, y
    near = p.rules.cards.markers["permanent"]["radius"] + radius(p, me) + rng.randrange(SECURE)
    turn = math.atan2(me.y - y, me.x - x) + rng.uniform(-1.0, 1.0)
    return rounded((x + near * math.cos(turn), y + near * math.sin(turn)))


def _permanent(objectives: Mapping[str, Objective]) -> list[Spot]:
    return list(dict.fromkeys([(o.x, o.y) for o in objectives.values() if o.kind == "permanent"]))


def _enemies(p: Position, model: str) -> list[Spot]:
    return enemy_bases(p, p.state.seat_of(model)).middles


def weapons_in_reach(p: Position, model: str) -> list[str]:
    """The weapons for which an enemy is near enough: spares the exact questions, which cost far more."""
    slots = weapons_of(p, model)
    if not slots:
        return []
    cards, rules, nearest = p.rules.cards, rules_of(p, model), nearest_foe(p, model)
    return [slot for slot in slots if _longest(cards, slot, rules) >= nearest]


@lru_cache(maxsize=4096)
def _longest(cards: Library, slot: str, rules: frozenset[str]) -> int:
    """The most a weapon's RNG can be in the hands of a model with these special rules."""
    cards, weapon = cards, cards.weapon(slot)
    arc = max(cards.game["arc"]["limit"].values())
    figures = [cards.special[rule].get("figures", {}) for rule in rules.union(weapon.rules) if rule in cards.special]
    more: int = sum(f.get("RNG", 0) + arc * f.get("RNG_per_arc", 0) for f in figures)
    return weapon.rng + BOOST + 1000 * more + TOL


def _in_range(p: Position, model: str, rng: Random) -> Spot | None:
    """As near to an enemy as one of its weapons needs to be."""
    spots, slots = _enemies(p, model), weapons_of(p, model)
    if not spots or not slots:
        return None
    me = p.state.models[model]
    x, y = _pick(me.at, spots, rng)
    far = math.hypot(me.x - x, me.y - y)
    near = p.rules.cards.weapon(rng.choice(slots)).rng - 300 + 2 * radius(p, me)
    if near < 0 or far <= near:
        return None
    return rounded((x + (me.x - x) * near / far, y + (me.y - y) * near / far))


def _behind(p: Position, model: str, rng: Random) -> Spot | None:
    """The side of a wall or building that the nearest enemy does not see."""
    spots, me = _enemies(p, model), p.state.models[model]
    walls = _walls(p.rules.cards, p.state.map)
    if not spots or not walls:
        return None
    x, y, size = rng.choices(walls, [1.0 / (2000 + abs(w[0] - me.x) + abs(w[1] - me.y)) ** 2 for w in walls])[0]
    foe = min(spots, key=lambda f: (f[0] - x) ** 2 + (f[1] - y) ** 2)
    far = math.hypot(x - foe[0], y - foe[1]) or 1.0
    away = size + radius(p, me) + rng.randrange(SECURE)
    return rounded((x + (x - foe[0]) * away / far, y + (y - foe[1]) * away / far))


@lru_cache(maxsize=256)
def _walls(cards: Library, table: Map) -> list[tuple[float, float, float]]:
    """Middle and half width of everything that gives cover."""
    found = []
    for feature, _ in land(cards.terrain, table).cover:
        points = feature.outline or (feature.disc[:2],)  # type: ignore[index]
        x, y = sum(q[0] for q in points) / len(points), sum(q[1] for q in points) / len(points)
        half = feature.disc[2] if feature.disc else min(math.dist((x, y), q) for q in points) * 0.7
        found.append((x, y, half))
    return found
