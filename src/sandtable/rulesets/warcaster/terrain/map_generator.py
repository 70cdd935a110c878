"""Tables laid out by a seed: two or three pieces in each quarter, mixed in kind and height (WC-SETUP-2).

Fair means: the table is its own image under the turn or mirror that swaps the two sides and leaves the objectives where
they are. That is half a turn on the large table and a mirror across the middle line on the small one, whose mission has
mirrored objectives. What one player meets the other meets too, to the thousandth (`swapped` gives the image).

Nothing lies within 2 inches of an objective of any mission of that size, the deployment strips stay open, and every
base can pass between two pieces and along the table's edge.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, dist, pi, sin
from random import Random
from typing import Any

from sandtable.geometry.units import MILLI, milli
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.terrain.features import Feature, Map, read_feature

CLEAR = 2.0  # inches from an objective's edge
OPEN = 7.0  # inches from a rear edge: the strip and the largest base that stands at its front
GAP = 2.2  # inches between pieces and along the edge: the largest base goes through
DECK = ("structure", "obstacle", "forest", "structure", "obstacle", "soft")  # one side's pieces, two or three a quarter
SOFT = ("rough", "obscuring", "impassable", "forest")
TRIES, LAYOUTS = 80, 60
SEEDS = 1000  # faces of the die that picks a table


@lru_cache(maxsize=256)
def generated(cards: Library, inches: int, seed: int) -> Map:
    """The table of a size and a seed."""
    for layout in range(LAYOUTS):
        rng = Random(f"warcaster {inches} {seed} {layout}")
        raws = one_side(cards, inches, rng)
        if raws is not None:
            near = [read_feature(cards, raw, f"{raw['kind']}_{i}a") for i, raw in enumerate(raws, 1)]
            far = [swapped_feature(cards, f, milli(inches), f"{f.id[:-1]}b") for f in near]
            return Map(size=milli(inches), features=(*near, *far), name=f"random {seed}")
    raise AssertionError(f"no table of {inches} inches from seed {seed} in {LAYOUTS} layouts")


def one_side(cards: Library, inches: int, rng: Random) -> list[dict[str, Any]] | None:
    """Pieces of the two near quarters; None when the dice left too little room."""
    marks = objective_circles(cards, inches)
    kinds = list(DECK)
    rng.shuffle(kinds)
    counts = (rng.choice((2, 3)), rng.choice((2, 3)))
    placed: list[tuple[float, float, float]] = []
    raws: list[dict[str, Any]] = []
    for quarter, count in enumerate(counts):
        for number in range(count):
            kind = kinds.pop()
            raw, size = piece(rng.choice(SOFT) if kind == "soft" else kind, inches, rng)
            at = room(quarter, size, inches, placed, marks, rng)
            if at is None and number < 2:
                return None
            if at is None:
                break  # two will do
            placed.append((*at, size))
            raws.append(put(raw, at, rng))
    return raws


def objective_circles(cards: Library, inches: int) -> list[tuple[float, float, float]]:
    """Every objective of every mission of this size, with the room it needs."""
    radius = {kind: m["radius"] / MILLI for kind, m in cards.markers.items()}
    return [
        (o["at"][0], o["at"][1], radius[o["kind"]] + CLEAR)
        for m in cards.missions.values()
        if m["table"] == inches
        for o in m["objectives"]
    ]


def piece(kind: str, inches: int, rng: Random) -> tuple[dict[str, Any], float]:
    """A piece of a kind, not yet put down, and the radius of the circle it fits in."""
    scale = 1.0 if inches >= 40 else 0.6
    raw: dict[str, Any] = {"kind": kind}
    if kind == "structure":
        w, h = rng.choice(((4, 3), (3.5, 3.5), (5, 2.5), (3, 2)))
        raw |= {"size": [w * scale, h * scale], "height": rng.choice((1.5, 2, 2.5, 3)), "turn": 15 * rng.randrange(12)}
    elif kind == "obstacle":
        w, h = rng.choice(((4, 0.75), (3, 0.75), (5, 0.5)))
        raw |= {"size": [w * scale, h], "height": rng.choice((0.75, 1)), "turn": 15 * rng.randrange(12)}
    else:
        a, b = scale * rng.choice((2.0, 2.5, 2.75)), scale * rng.choice((1.75, 2.0, 2.5))
        raw |= {"axes": (a, b), "turn": 15 * rng.randrange(12), "height": 0}
        return raw, max(a, b)
    return raw, dist((0, 0), raw["size"]) / 2


def room(
    quarter: int,
    size: float,
    inches: int,
    placed: list[tuple[float, float, float]],
    marks: list[tuple[float, float, float]],
    rng: Random,
) -> tuple[float, float] | None:
    """A place in a near quarter, clear of edges, strips, middle lines, objectives and earlier pieces."""
    half = inches / 2
    left, right = (GAP, half) if quarter == 0 else (half, inches - GAP)
    inner = GAP / 2  # its image across the middle line keeps the same distance
    low, high = OPEN + size, half - inner - size
    west, east = left + (0 if quarter == 0 else inner) + size, right - (inner if quarter == 0 else 0) - size
    if low > high or west > east:
        return None
    for _ in range(TRIES):
        at = (round(rng.uniform(west, east), 1), round(rng.uniform(low, high), 1))
        if all(dist(at, c[:2]) >= size + c[2] + GAP for c in placed) and all(
            dist(at, c[:2]) >= size + c[2] for c in marks
        ):
            return at
    return None


def put(raw: dict[str, Any], at: tuple[float, float], rng: Random) -> dict[str, Any]:
    """The piece at its place; soft ground is an oval of eight corners."""
    if "axes" not in raw:
        return raw | {"at": at}
    (a, b), turn = raw["axes"], raw["turn"] * pi / 180
    corners = [(a * cos(k * pi / 4), b * sin(k * pi / 4)) for k in range(8)]
    points = [
        (round(at[0] + x * cos(turn) - y * sin(turn), 3), round(at[1] + x * sin(turn) + y * cos(turn), 3))
        for x, y in corners
    ]
    return {"kind": raw["kind"], "height": raw["height"], "points": points}


def mirrored(cards: Library, size: int) -> bool:
    """Small tables are mirrored across the middle line, large ones turned: so the objectives stay where they are."""
    return any(milli(m["table"]) == size and m["kind"] == "skirmish" for m in cards.missions.values())


def swapped_feature(cards: Library, feature: Feature, size: int, name: str) -> Feature:
    """What the other player meets in its place."""
    mirror = mirrored(cards, size)

    def point(x: int, y: int) -> tuple[int, int]:
        return (x, size - y) if mirror else (size - x, size - y)

    outline = tuple(point(*q) for q in feature.outline)
    return feature.but(
        id=name,
        outline=outline[::-1] if mirror else outline,  # a mirror turns the way round an outline about
        disc=None if feature.disc is None else (*point(*feature.disc[:2]), feature.disc[2]),
        ladders=tuple(point(*q) for q in feature.ladders),
    )


def swapped(cards: Library, table: Map) -> Map:
    """The table as the other player sees it."""
    return table.but(features=tuple(swapped_feature(cards, f, table.size, f.id) for f in table.features))
