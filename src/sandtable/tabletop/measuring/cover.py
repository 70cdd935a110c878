"""Cover by terrain: one feature that is both near the target and between it and the attacker."""

from __future__ import annotations

from sandtable.geometry.measure import gap, intervening, passes
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import TOL
from sandtable.tabletop.measuring.distance import disc, radius
from sandtable.tabletop.position import Piece, Tabletop
from sandtable.tabletop.terrain.features import Feature
from sandtable.tabletop.terrain.land import cover_extents, near_extent, top


def covering(p: Tabletop, attacker: Piece, target: Piece, reach: int) -> str:
    """The feature that covers the target: within reach of it and intervening, one and the same; empty: none does."""
    x, y, near = target.x, target.y, radius(p, target) + reach + 2 * TOL
    for feature, parts, box in cover_extents(p.rules.kinds, p.state.map):
        if not near_extent(box, x, y, near):
            continue
        x0, y0, x1, y1 = box
        if passes(disc(p, attacker), disc(p, target), ((x0, y0), (x1, y0), (x1, y1), (x0, y1))):
            continue  # most walls near by are beside or behind, and that is soon seen
        if any(close(p, target, feature, part, reach) for part in parts) and any(
            between(p, attacker, target, feature, part) for part in parts
        ):
            return feature.id
    return ""


def close(p: Tabletop, target: Piece, feature: Feature, part: Shape, reach: int) -> bool:
    """Within reach of the feature, also measured down to its top."""
    above = max(0.0, target.z - top(p.rules.kinds, feature))
    return above <= reach and gap(disc(p, target), part) <= (reach * reach - above * above) ** 0.5 + TOL


def between(p: Tabletop, attacker: Piece, target: Piece, feature: Feature, part: Shape) -> bool:
    """Some line from volume to volume passes through the feature.

    The lowest lines run from base to base: those of them below the top decide. Seen from the lower piece they sweep
    the hull of its base and of the base as it would be where the line rises to the top.
    """
    high_up = top(p.rules.kinds, feature)
    low, high = sorted((attacker, target), key=lambda piece: piece.z)
    if low.z >= high_up:
        return False
    here, there = disc(p, low), disc(p, high)
    if high.z > high_up:
        share = (high_up - low.z) / (high.z - low.z)
        there = Disc(*(h + share * (u - h) for h, u in zip(here, there, strict=True)))
    return intervening(here, there, part)
