"""Cover: two Power dice for the defender against ranged and Fury attacks (WC-COVER)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core import Term, modifies
from sandtable.geometry.measure import gap, intervening, outline, passes
from sandtable.geometry.measure import radius as reach_round
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import FAR, TOL, milli
from sandtable.rulesets.warcaster.attacks.dice_pools import POWER, DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import Ignores
from sandtable.rulesets.warcaster.measuring.distance import disc, radius
from sandtable.rulesets.warcaster.state.cards import library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.rulesets.warcaster.state.table import Model
from sandtable.rulesets.warcaster.terrain.features import Feature, Map, land

FIGURES = library().game["attack"]
REACH, DICE = milli(FIGURES["cover_distance"]), FIGURES["cover_power_dice"]


def covering(p: Position, attacker: str, target: str) -> str:
    """The feature that covers the target: within 1 inch of it and intervening, one and the same (WC-COVER-3, -5)."""
    models = p.state.models
    a, t = models[attacker], models[target]
    x, y, near = t.x, t.y, radius(t) + REACH + 2 * TOL
    for feature, parts, (x0, y0, x1, y1) in extents(p.state.map):
        if not (x0 - near <= x <= x1 + near and y0 - near <= y <= y1 + near):
            continue
        if passes(disc(a), disc(t), ((x0, y0), (x1, y0), (x1, y1), (x0, y1))):
            continue  # most walls near by are beside or behind, and that is soon seen
        if any(close(t, feature, part) for part in parts) and any(between(a, t, feature, part) for part in parts):
            return feature.id
    return ""


def height(feature: Feature) -> float:
    """Forests and fog have no top; a feature agreed to give cover without a height still stops lines on the ground."""
    return FAR if library().terrain[feature.kind].get("unlimited") else max(feature.height, 1)


@lru_cache(maxsize=4096)
def box(part: Shape) -> tuple[float, float, float, float]:
    """A shape's extent along x and y: most features are nowhere near."""
    r, corners = reach_round(part), outline(part)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


@lru_cache(maxsize=256)
def extents(table: Map) -> tuple[tuple[Feature, tuple[Shape, ...], tuple[float, ...]], ...]:
    """The features that give cover, each with the extent of all its parts."""
    found = []
    for feature, parts in land(table).cover:
        if not parts:
            continue
        lows_x, lows_y, highs_x, highs_y = zip(*map(box, parts), strict=True)
        found.append((feature, parts, (min(lows_x), min(lows_y), max(highs_x), max(highs_y))))
    return tuple(found)


def close(target: Model, feature: Feature, part: Shape) -> bool:
    """Within 1 inch of the feature, also measured down to its top (WC-COVER-6, WC-MEAS-4)."""
    above = max(0.0, target.z - height(feature))
    x0, y0, x1, y1 = box(part)
    near = radius(target) + REACH + 2 * TOL
    if not (x0 - near <= target.x <= x1 + near and y0 - near <= target.y <= y1 + near):
        return False
    return above <= REACH and gap(disc(target), part) <= (REACH * REACH - above * above) ** 0.5 + TOL


def between(a: Model, t: Model, feature: Feature, part: Shape) -> bool:
    """Some line from volume to volume passes through the feature (WC-COVER-4).

    The lowest lines run from base to base: those of them below the top decide. Seen from the lower model they sweep
    the hull of its base and of the base as it would be where the line rises to the top.
    """
    top = height(feature)
    low, high = (a, t) if a.z <= t.z else (t, a)
    if low.z >= top:
        return False
    here, there = disc(low), disc(high)
    if high.z > top:
        share = (top - low.z) / (high.z - low.z)
        there = Disc(*(h + share * (u - h) for h, u in zip(here, there, strict=True)))
    return intervening(here, there, part)


def has_cover(p: Position, strike: Strike) -> Iterator[Term]:
    """The dice of cover with their reason; several sources still give it once (WC-COVER-7)."""
    if strike.kind == "melee":
        return
    granted = p.holds(Trait(strike.target, "cover", strike))
    feature = "" if granted else covering(p, strike.attacker, strike.target)
    if (granted or feature) and not p.holds(Ignores(strike, "cover")):
        yield Term(DICE, f"cover: {feature}" if feature else "cover", "WC-COVER-1", group="cover")


@modifies(DefenceDice)
def cover_dice(p: Position, q: DefenceDice) -> Iterator[Term]:
    if q.die == POWER:
        yield from has_cover(p, q.strike)
