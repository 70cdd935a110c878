"""What a unit can do to another in one activation: a rule of thumb by stats and ranges, not the odds of an attack."""

from __future__ import annotations

import math
from functools import lru_cache

from sandtable.core import Position
from sandtable.rulesets.warcaster.appraisal.side import FORCES, Force, Group, Place, forces_of, markers, short_of
from sandtable.rulesets.warcaster.cards import library, weapon_named
from sandtable.rulesets.warcaster.state import OTHER

BASE, BY_COST = 150.0, 70.0  # a unit in play, and each point of its cost
HOLDER = 450.0  # more for one that stands at an objective
LOOSE = 1500.0  # squads stand about their first model


@lru_cache(maxsize=100_000)
def harm(attacker: str, slot: str, arc: int, target: str) -> float:
    """Points of damage one attack with a weapon does on average, no more than the target has health."""
    weapon, a, t = weapon_named(slot), library().units[attacker], library().units[target]
    if weapon.pow is None:
        return 0.0
    skill = a.stats.get("MAT" if weapon.kind == "melee" else "RAT", 0)
    defence, armour = t.stats.get("DEF", 0), max(1, t.stats.get("ARM", 1))
    margin = (skill - defence) * 2 / 3 + arc
    spread = math.sqrt(0.556 * (skill + defence) + 0.333 * arc) or 1.0
    hits = 0.5 * (1.0 + math.erf((margin - 0.5) / spread / math.sqrt(2.0)))
    over = max(1.0, margin + 0.6 * spread)
    strikes = weapon.pow * 2 / 3 + over
    most = float(t.health or 3)
    return hits * min(most, max(0.1, strikes / armour - 0.3))


@lru_cache(maxsize=100_000)
def blows(card: str, weapons: tuple[str, ...], arc: int, models: int, target: str) -> tuple[tuple[float, float], ...]:
    """Reach of each attack a unit has, and the harm it does to such a target; warjacks use every weapon."""
    own = library().units[card]
    speed = 1000.0 * own.stats["SPD"]
    found = ((speed + weapon_named(s).rng, harm(card, s, arc, target)) for s in weapons or own.weapons)
    times = 1 if own.type == "warjack" else models
    return tuple((reach, times * each) for reach, each in found)


@lru_cache(maxsize=50_000)
def prized(spots: tuple[Place, ...], places: tuple[Place, ...], cost: int) -> float:
    """What losing a unit costs its owner."""
    return BASE + BY_COST * cost + (HOLDER if 0.0 in short_of(spots, places) else 0.0)


def menaces(p: Position) -> tuple[tuple[float, str], tuple[float, str]]:
    """For each seat the most it can hope to destroy with one activation, and by whom."""

    def both() -> tuple[tuple[float, str], tuple[float, str]]:
        one, two = forces_of(p)
        _, spots = markers(p)
        return _menace(one, two, spots), _menace(two, one, spots)

    return p.memo("menaces", both, FORCES)


def _menace(mine: Force, theirs: Force, spots: tuple[Place, ...]) -> tuple[float, str]:
    best: float = 0.0
    pair: tuple[Group, Group] | None = None
    prizes = [(t, *t.places[0][:2], prized(spots, t.places, t.card.dc)) for t in theirs.groups]
    for g in mine.groups:
        if g.token:
            continue
        x, y, _ = g.places[0]
        limit = (g.reach + LOOSE) ** 2
        for t, tx, ty, prize in prizes:
            square = (x - tx) ** 2 + (y - ty) ** 2
            if square > limit or prize <= best:
                continue
            far = math.sqrt(square) - LOOSE
            near = [h for reach, h in blows(g.card.id, g.weapons, g.arc, len(g.places), t.card.id) if far <= reach]
            if not near:
                continue
            done = sum(near) if g.card.type == "warjack" else max(near)
            value = prize * min(1.0, done / max(1.0, t.card.health * len(t.places)))
            if value > best:
                best, pair = value, (g, t)
    return best, f"{pair[0].name} threatens {pair[1].name}" if pair else ""


def menace(p: Position, seat: int) -> tuple[float, str]:
    return menaces(p)[seat]


def danger(p: Position, seat: int) -> tuple[float, str]:
    return menaces(p)[OTHER[seat]]
