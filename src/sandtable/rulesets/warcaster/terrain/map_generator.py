"""Tables laid out by a seed: two or three pieces in each quarter, mixed in kind and height (WC-SETUP-2).

The image of a side leaves the objectives where they are: half a turn on the large table, a mirror across the middle
line on the small one, whose mission has mirrored objectives. Nothing lies within 2 inches of an objective of any
mission of that size, the deployment strips stay open, and every base can pass between two pieces and along the table's
edge.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.geometry.units import MILLI, milli
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.terrain.features import Map, read_feature
from sandtable.tabletop.terrain.map_generator import Boxes, Layout, Ovals, generated_features, swapped_feature

CLEAR = 2.0  # inches from an objective's edge
OPEN = 7.0  # inches from a rear edge: the strip and the largest base that stands at its front
GAP = 2.2  # inches between pieces and along the edge: the largest base goes through
DECK = ("structure", "obstacle", "forest", "structure", "obstacle", "soft")  # one side's pieces, two or three a quarter
SOFT = ("rough", "obscuring", "impassable", "forest")
SEEDS = 1000  # faces of the die that picks a table


@lru_cache(maxsize=256)
def generated(cards: Library, inches: int, seed: int) -> Map:
    """The table of a size and a seed."""
    features = generated_features(
        layout(cards, inches), f"warcaster {inches} {seed}", lambda raw, name: read_feature(cards, raw, name)
    )
    return Map(size=milli(inches), features=features, name=f"random {seed}")


def layout(cards: Library, inches: int) -> Layout:
    scale = 1.0 if inches >= 40 else 0.6
    soft = Ovals(tuple(scale * a for a in (2.0, 2.5, 2.75)), tuple(scale * b for b in (1.75, 2.0, 2.5)))
    halls = tuple((w * scale, h * scale) for w, h in ((4, 3), (3.5, 3.5), (5, 2.5), (3, 2)))
    walls = tuple((w * scale, h) for w, h in ((4, 0.75), (3, 0.75), (5, 0.5)))
    return Layout(
        width=inches,
        height=inches,
        deck=DECK,
        mixed={"soft": SOFT},
        pieces={
            "structure": Boxes(halls, (1.5, 2, 2.5, 3)),
            "obstacle": Boxes(walls, (0.75, 1)),
            **dict.fromkeys(SOFT, soft),
        },
        counts=(2, 3),
        gap=GAP,
        deep=OPEN,
        clear=tuple(objective_circles(cards, inches)),
        mirror=mirrored(cards, milli(inches)),
    )


def objective_circles(cards: Library, inches: int) -> list[tuple[float, float, float]]:
    """Every objective of every mission of this size, with the room it needs."""
    radius = {kind: m["radius"] / MILLI for kind, m in cards.markers.items()}
    return [
        (o["at"][0], o["at"][1], radius[o["kind"]] + CLEAR)
        for m in cards.missions.values()
        if m["table"] == inches
        for o in m["objectives"]
    ]


def mirrored(cards: Library, size: int) -> bool:
    """Small tables are mirrored across the middle line, large ones turned: so the objectives stay where they are."""
    return any(milli(m["table"]) == size and m["kind"] == "skirmish" for m in cards.missions.values())


def swapped(cards: Library, table: Map) -> Map:
    """The table as the other player sees it."""
    mirror = mirrored(cards, table.size)
    return table.but(
        features=tuple(swapped_feature(table.width, table.height, f, f.id, mirror) for f in table.features)
    )
