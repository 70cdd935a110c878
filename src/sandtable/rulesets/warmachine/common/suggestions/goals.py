"""Where a model would like to be, and whom it can hope to reach. Only the eye judges: bots do not measure either."""

from __future__ import annotations

from math import hypot
from random import Random

from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.measuring.by_the_book import seems
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import speed

GUESS = 1500  # how far off a guess by eye may be


def apart(p: Position, one: str, other: str) -> float:
    """Between the edges of two bases, by eye."""
    a, b = p.state.models[one], p.state.models[other]
    far = hypot(a.x - b.x, a.y - b.y) - p.rules.bases[a.card].radius - p.rules.bases[b.card].radius
    return seems(far)


def likely_charge(p: Position, model: str, target: str) -> bool:
    """Whether a charge looks as if it could get there."""
    return apart(p, model, target) <= speed(p, model) + 3 * MILLI + GUESS


def worth_attacking(p: Position, model: str, target: str, slot: str) -> bool:
    """Whether a target looks near enough for a weapon."""
    weapon = weapons_of(p, model).get(slot)
    return weapon is None or weapon.kind == MELEE or apart(p, model, target) <= weapon.rng * MILLI + 2 * GUESS


def wish(p: Position, model: str, rng: Random) -> tuple[int, int]:
    """A place to move towards: near an enemy, at the distance its weapons like."""
    me = p.state.models[model]
    foes = sorted(p.state.enemies(model), key=lambda n: apart(p, model, n))
    if not foes:
        return p.state.map.width // 2, p.state.map.height // 2
    foe = p.state.models[foes[0] if rng.random() < 0.6 else rng.choice(foes)]
    ranges = [w.rng * MILLI for w in weapons_of(p, model).values() if w.kind != MELEE]
    keep = 1000
    if card(p, model).kind == "warcaster":
        keep = rng.choice((8000, 11000, 14000))
    elif ranges and rng.random() < 0.5:
        keep = round(max(ranges) * 0.8)
    dx, dy = me.x - foe.x, me.y - foe.y
    size = hypot(dx, dy) or 1.0
    spread = rng.uniform(-2000, 2000)
    x, y = foe.x + dx / size * keep - dy / size * spread, foe.y + dy / size * keep + dx / size * spread
    edge = MILLI
    return round(min(max(x, edge), p.state.map.width - edge)), round(min(max(y, edge), p.state.map.height - edge))
