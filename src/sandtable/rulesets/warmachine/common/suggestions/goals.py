"""Where a model would like to be, and whom it can hope to reach. Only the eye judges: bots do not measure either."""

from __future__ import annotations

from math import hypot
from random import Random

from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.figures import CLOSE, profile
from sandtable.rulesets.warmachine.common.damage.systems import wreck_name
from sandtable.rulesets.warmachine.common.measuring.by_the_book import GUESS, apart, seems
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import INERT, card, has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.state.table import template

SERVICES = frozenset({"repair_d3", "repair_7", "rebuild", "stoke", "power_booster"})  # done in base contact
HELPS = 0.6  # how often one who has such a service goes for it
TOUCH = 2  # so near that it is contact


def nearest_first(p: Position, model: str, others: list[str]) -> list[str]:
    """Sorted by how far they seem to be."""
    models, bases = p.state.models, p.rules.bases
    me = models[model]
    x, y, r, far = me.x, me.y, bases[me.card].radius, dict[str, float]()
    for name in others:
        m = models[name]
        far[name] = seems(hypot(x - m.x, y - m.y) - r - bases[m.card].radius)
    return sorted(others, key=far.__getitem__)


def likely_charge(p: Position, model: str, target: str) -> bool:
    """Whether a charge looks as if it could get there."""
    melee = profile(p.rules.cards, p.state.models[model].card).melee
    return apart(p, model, target) <= speed(p, model) + 3 * MILLI + max(0, melee - CLOSE) + GUESS


def worth_attacking(p: Position, model: str, target: str, slot: str) -> bool:
    """Whether a target looks near enough for a weapon."""
    weapon = weapons_of(p, model).get(slot)
    return weapon is None or weapon.kind == MELEE or apart(p, model, target) <= weapon.rng * MILLI + 2 * GUESS


def wish(p: Position, model: str, rng: Random) -> tuple[int, int]:
    """A place to move towards: near an enemy, at the distance its weapons like."""
    me = p.state.models[model]
    if rng.random() < HELPS and (patients := to_be_helped(p, model)):
        return beside(p, model, rng.choice(patients))
    foes = p.state.enemies(model)
    if not foes:
        return p.state.map.width // 2, p.state.map.height // 2
    nearest = rng.random() < 0.6
    foe = p.state.models[min(foes, key=lambda n: apart(p, model, n)) if nearest else rng.choice(foes)]
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
    return on_the_table(p, x, y)


def on_the_table(p: Position, x: float, y: float) -> tuple[int, int]:
    """The place nearest to a point that is at least an inch from the edges of the table."""
    return round(min(max(x, MILLI), p.state.map.width - MILLI)), round(min(max(y, MILLI), p.state.map.height - MILLI))


def to_be_helped(p: Position, model: str) -> list[Disc]:
    """The bases of warjacks that a mechanic can do something for: hurt ones, wrecks, those without a master."""
    able, caster = SERVICES & set(card(p, model).abilities), card(p, model).kind == "warcaster"
    if not able and not caster:
        return []
    found = []
    for name in p.state.friends(model):
        status = p.state.status[name]
        if card(p, name).kind != "warjack":
            continue
        if not status.master or (any(status.marks) if able else has(p, name, INERT)):
            found.append(disc(p, p.state.models[name]))
    if "rebuild" in able:
        mine = {wreck_name(n) for n in p.state.lost if p.state.status[n].seat == p.state.status[model].seat}
        found += [area for f in p.state.map.features if f.id in mine and (area := template(f)) is not None]
    return found


def beside(p: Position, model: str, other: Disc) -> tuple[int, int]:
    """The nearest place in base contact."""
    me = p.state.models[model]
    far = p.rules.bases[me.card].radius + other.r + TOUCH
    dx, dy = me.x - other.x, me.y - other.y
    size = hypot(dx, dy) or 1.0
    return round(other.x + dx / size * far), round(other.y + dy / size * far)


def plans(p: Position, model: str, allowance: int) -> list[tuple[int, int]]:
    """Places that a player would think of: at the best target, in range of one, back from the nearest enemies."""
    me, foes = p.state.models[model], p.state.enemies(model)
    if not foes:
        return []
    foes = nearest_first(p, model, foes)
    printed = profile(p.rules.cards, me.card)
    found: list[tuple[int, int]] = [beside(p, model, other) for other in to_be_helped(p, model)[:1]]
    back = at_distance(p, model, foes[0], apart(p, model, foes[0]) + allowance)
    if printed.warcaster:
        found.append(back)
    near = [n for n in foes if apart(p, model, n) <= allowance + printed.melee] if printed.melee else []
    near.sort(key=lambda n: -profile(p.rules.cards, p.state.models[n].card).worth)
    found += [at_distance(p, model, n, 100.0) for n in near[:2]]
    if printed.ranged:
        seen = [n for n in foes if apart(p, model, n) <= allowance + printed.ranged]
        seen.sort(key=lambda n: -profile(p.rules.cards, p.state.models[n].card).worth)
        found += [at_distance(p, model, n, printed.ranged - 1000.0) for n in seen[:1]]
    found.append(at_distance(p, model, foes[0], 100.0) if not printed.warcaster else me.at)
    return found if printed.warcaster else [*found, back]


def at_distance(p: Position, model: str, foe: str, far: float) -> tuple[int, int]:
    """The place so far from an enemy's base, on the line between the two."""
    me, other = p.state.models[model], p.state.models[foe]
    edges = p.rules.bases[me.card].radius + p.rules.bases[other.card].radius
    dx, dy = me.x - other.x, me.y - other.y
    size = hypot(dx, dy) or 1.0
    x, y = other.x + dx / size * (far + edges), other.y + dy / size * (far + edges)
    return on_the_table(p, x, y)
