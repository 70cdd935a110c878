"""Whether the terrain of a written table can lie there: names once, on the table, outlines that are simple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.geometry.outlines import crossing
from sandtable.geometry.units import text
from sandtable.tabletop.terrain.features import Feature, Map

EDGE = 5  # thousandths: corners of a turned rectangle are rounded


def terrain_faults(table: Map, features: Sequence[Feature]) -> Iterator[tuple[int, str]]:
    """Each fault with the number of its feature, from 1."""
    seen: set[str] = set()
    for n, feature in enumerate(features, 1):
        if feature.id in seen:
            yield n, f"a second feature called {feature.id!r}"
        seen.add(feature.id)
        if (over := _outside(table, feature)) > EDGE:
            yield n, f"{feature.id} reaches {text(over)} over the edge of the table"
        if feature.outline and (sides := crossing(feature.outline)) is not None:
            first, second = sides[0] + 1, sides[1] + 1
            yield n, f"the outline of {feature.id} is not simple: its sides {first} and {second} cross or touch"


def _outside(table: Map, feature: Feature) -> int:
    """How far the feature reaches over the edge; 0 or less: not at all."""
    if feature.disc is not None:
        x, y, r = feature.disc
        box = x - r, y - r, x + r, y + r
    else:
        xs, ys = [x for x, _ in feature.outline], [y for _, y in feature.outline]
        box = min(xs), min(ys), max(xs), max(ys)
    return max(-box[0], -box[1], box[2] - table.width, box[3] - table.height)
