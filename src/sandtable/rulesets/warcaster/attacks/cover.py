"""Cover: two Power dice for the defender against ranged and Fury attacks (WC-COVER)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core import Term, modifies
from sandtable.geometry.measure import gap, intervening, outline, passes
from sandtable.geometry.measure import radius as reach_round
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import FAR, TOL
from sandtable.rulesets.warcaster.attacks.dice_pools import POWER, DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import Ignores
from sandtable.rulesets.warcaster.measuring.distance import disc, radius
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.rulesets.warcaster.state.table import Model
from sandtable.rulesets.warcaster.terrain.features import Feature, Map, land


def covering(p: Position, attacker: str, target: str) -> str:
    """The feature that covers the target: within 1 inch and intervening, one and the same (WC-COVER-3, WC-COVER-5).

    Gates have cover like other models (WC-COVER-10). The attacker of a Fury is the channelling model (WC-COVER-12).
    """
    models = p.state.models
    a, t = models[attacker], models[target]
    x, y, near = t.x, t.y, radius(p, t) + p.rules.cards.attack.cover_distance + 2 * TOL
    for feature, parts, (x0, y0, x1, y1) in extents(p.rules.cards, p.state.map):
        if not (x0 - near <= x <= x1 + near and y0 - near <= y <= y1 + near):
            continue
        if passes(disc(p, a), disc(p, t), ((x0, y0), (x1, y0), (x1, y1), (x0, y1))):
            continue  # most walls near by are beside or behind, and that is soon seen
        if any(close(p, t, feature, part) for part in parts) and any(between(p, a, t, feature, part) for part in parts):
            return feature.id
    return ""


def height(p: Position, feature: Feature) -> float:
    """Forests and fog have no top; a feature agreed to give cover without a height still stops lines on the ground."""
    return FAR if p.rules.cards.terrain[feature.kind].get("unlimited") else max(feature.height, 1)


@lru_cache(maxsize=4096)
def box(part: Shape) -> tuple[float, float, float, float]:
    """A shape's extent along x and y: most features are nowhere near."""
    r, corners = reach_round(part), outline(part)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


@lru_cache(maxsize=256)
def extents(cards: Library, table: Map) -> tuple[tuple[Feature, tuple[Shape, ...], tuple[float, ...]], ...]:
    """The features that give cover, each with the extent of all its parts."""
    found = []
    for feature, parts in land(cards, table).cover:
        if not parts:
            continue
        lows_x, lows_y, highs_x, highs_y = zip(*map(box, parts), strict=True)
        found.append((feature, parts, (min(lows_x), min(lows_y), max(highs_x), max(highs_y))))
    return tuple(found)


def close(p: Position, target: Model, feature: Feature, part: Shape) -> bool:
    """Within 1 inch of the feature, also measured down to its top (WC-COVER-6, WC-MEAS-4)."""
    above = max(0.0, target.z - height(p, feature))
    x0, y0, x1, y1 = box(part)
    near = radius(p, target) + p.rules.cards.attack.cover_distance + 2 * TOL
    if not (x0 - near <= target.x <= x1 + near and y0 - near <= target.y <= y1 + near):
        return False
    return (
        above <= p.rules.cards.attack.cover_distance
        and gap(disc(p, target), part)
        <= (p.rules.cards.attack.cover_distance * p.rules.cards.attack.cover_distance - above * above) ** 0.5 + TOL
    )


def between(p: Position, a: Model, t: Model, feature: Feature, part: Shape) -> bool:
    """Some line from volume to volume passes through the feature (WC-COVER-4).

    The lowest lines run from base to base: those of them below the top decide. Seen from the lower model they sweep
    the hull of its base and of the base as it would be where the line rises to the top.
    """
    top = height(p, feature)
    low, high = (a, t) if a.z <= t.z else (t, a)
    if low.z >= top:
        return False
    here, there = disc(p, low), disc(p, high)
    if high.z > top:
        share = (top - low.z) / (high.z - low.z)
        there = Disc(*(h + share * (u - h) for h, u in zip(here, there, strict=True)))
    return intervening(here, there, part)


def has_cover(p: Position, strike: Strike) -> Iterator[Term]:
    """The dice of cover with their reason: once for several sources (WC-COVER-7), none in melee (WC-COVER-2)."""
    if strike.kind == "melee":
        return
    granted = p.holds(Trait(strike.target, "cover", strike))
    feature = "" if granted else covering(p, strike.attacker, strike.target)
    if (granted or feature) and not p.holds(Ignores(strike, "cover")):
        yield Term(
            p.rules.cards.attack.cover_power_dice,
            f"cover: {feature}" if feature else "cover",
            "WC-COVER-1",
            group="cover",
        )


@modifies(DefenceDice)
def cover_dice(p: Position, q: DefenceDice) -> Iterator[Term]:
    """Cover counts in defence rolls only (WC-COVER-11)."""
    if q.die == POWER:
        yield from has_cover(p, q.strike)
