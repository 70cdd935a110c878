"""What a unit can do to another in one activation: a rule of thumb by stats and ranges, not the odds of an attack."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from sandtable.rulesets.warcaster.appraisal.force_overview import (
    FORCES,
    Force,
    Group,
    Markers,
    forces_of,
    markers,
    short_of,
)
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OTHER

BASE, BY_COST = 150.0, 70.0  # a unit in play, and each point of its cost
HOLDER = 450.0  # more for one that stands at an objective
LOOSE = 1500.0  # squads stand about their first model


@lru_cache(maxsize=100_000)
def harm(cards: Library, attacker: str, slot: str, arc: int, target: str) -> float:
    """Points of damage one attack with a weapon does on average, no more than the target has health."""
    weapon, a, t = cards.weapon(slot), cards.units[attacker], cards.units[target]
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
def blows(
    cards: Library, card: str, weapons: tuple[str, ...], arc: int, models: int, target: str
) -> tuple[tuple[float, float], ...]:
    """Reach of each attack a unit has, and the harm it does to such a target; warjacks use every weapon."""
    own = cards.units[card]
    speed = 1000.0 * own.stats["SPD"]
    found = ((speed + cards.weapon(s).rng, harm(cards, card, s, arc, target)) for s in weapons or own.weapons)
    times = 1 if own.type == "warjack" else models
    return tuple((reach, times * each) for reach, each in found)


@lru_cache(maxsize=50_000)
def prized(marks: Markers, g: Group) -> float:
    """What losing a unit costs its owner."""
    return BASE + BY_COST * g.card.dc + (HOLDER if 0.0 in short_of(marks, g) else 0.0)


@lru_cache(maxsize=200_000)
def toll(cards: Library, g: Group, t: Group) -> float:
    """The part of a unit another one can hope to destroy with one activation."""
    (x, y, _), (tx, ty, _) = g.places[0], t.places[0]
    far = math.hypot(x - tx, y - ty) - LOOSE
    if far > g.reach:
        return 0.0
    near = [h for reach, h in blows(cards, g.card.id, g.weapons, g.arc, len(g.places), t.card.id) if far <= reach]
    done = sum(near) if g.card.type == "warjack" else max(near, default=0.0)
    return min(1.0, done / max(1.0, t.card.health * len(t.places)))


class Threat(NamedTuple):
    """The most a side can hope to destroy with one activation: how much it is worth, by whom and of whom."""

    value: float = 0.0
    by: str = ""
    on: str = ""

    def __str__(self) -> str:
        return f"{self.by} threatens {self.on}" if self.by else ""


def menaces(p: Position) -> tuple[Threat, Threat]:
    """The threat of each seat."""

    def both() -> tuple[Threat, Threat]:
        (one, two), marks = forces_of(p), markers(p)
        return _menace(p.rules.cards, one, two, marks), _menace(p.rules.cards, two, one, marks)

    return p.memo("menaces", both, FORCES)


@lru_cache(maxsize=20_000)
def _menace(cards: Library, mine: Force, theirs: Force, marks: Markers) -> Threat:
    best = Threat()
    ready = [g for g in mine.groups if not g.token]
    prizes = sorted(((prized(marks, t), n) for n, t in enumerate(theirs.groups)), reverse=True)
    for prize, n in prizes:
        if prize <= best.value:
            break
        t = theirs.groups[n]
        for g in ready:
            if (value := prize * toll(cards, g, t)) > best.value:
                best = Threat(value, g.name, t.name)
    return best


def menace(p: Position, seat: int) -> Threat:
    return menaces(p)[seat]


def danger(p: Position, seat: int) -> Threat:
    return menaces(p)[OTHER[seat]]
