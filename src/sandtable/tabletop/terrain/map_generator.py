"""Tables laid out by a seed: some pieces in each quarter, kinds, sizes and clearances as data.

Fair means: the table is its own image under the half turn or mirror that swaps the two sides (`swapped_feature`). What
one player meets the other meets too, to the thousandth. Sides lie at y = 0 and at the far edge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, dist, pi, sin
from random import Random
from typing import Any, NamedTuple, TypeVar

from sandtable.core import BadSetup
from sandtable.geometry.units import milli
from sandtable.tabletop.terrain.features import Feature

F = TypeVar("F", bound=Feature)
Circle = tuple[float, float, float]  # x, y, radius


class Boxes(NamedTuple):
    """Rectangles to choose from: sides and heights."""

    sizes: tuple[tuple[float, float], ...]
    heights: tuple[float, ...]


class Ovals(NamedTuple):
    """Flat ovals of eight corners to choose from: half axes."""

    along: tuple[float, ...]
    across: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """What a table is laid out with. Lengths in the ruleset's unit."""

    width: float
    height: float
    deck: tuple[str, ...]  # one side's pieces, by kind; as many as two full quarters
    mixed: Mapping[str, tuple[str, ...]]  # entries of the deck that stand for one of several kinds
    pieces: Mapping[str, Boxes | Ovals]  # by kind
    counts: tuple[int, ...]  # pieces in a quarter: one of these, the least first
    gap: float  # between pieces and along the edge
    deep: float  # kept open along the rear edges
    clear: tuple[Circle, ...]  # kept open as well
    mirror: bool  # mirrored across the middle line; else turned by half a circle
    tries: int = 80  # places tried for a piece
    layouts: int = 60  # tables tried


def generated_features(layout: Layout, seed: str, read: Callable[[Mapping[str, Any], str], F]) -> tuple[F, ...]:
    """The features of a seed: those of the near side, then their images."""
    for number in range(layout.layouts):
        raws = one_side(layout, Random(f"{seed} {number}"))
        if raws is not None:
            near = [read(raw, f"{raw['kind']}_{i}a") for i, raw in enumerate(raws, 1)]
            far = [
                swapped_feature(milli(layout.width), milli(layout.height), f, f"{f.id[:-1]}b", layout.mirror)
                for f in near
            ]
            return (*near, *far)
    raise BadSetup(f"no table {layout.width:g} x {layout.height:g} from seed {seed!r} in {layout.layouts} layouts")


def one_side(layout: Layout, rng: Random) -> list[dict[str, Any]] | None:
    """Pieces of the two near quarters; None when the dice left too little room."""
    deck = list(layout.deck)
    rng.shuffle(deck)
    counts = (rng.choice(layout.counts), rng.choice(layout.counts))
    placed: list[Circle] = []
    raws: list[dict[str, Any]] = []
    for quarter, count in enumerate(counts):
        for number in range(count):
            kind = deck.pop()
            raw, size = piece(layout, rng.choice(layout.mixed[kind]) if kind in layout.mixed else kind, rng)
            at = room(layout, quarter, size, placed, rng)
            if at is None and number < min(layout.counts):
                return None
            if at is None:
                break  # the least will do
            placed.append((*at, size))
            raws.append(put(raw, at))
    return raws


def piece(layout: Layout, kind: str, rng: Random) -> tuple[dict[str, Any], float]:
    """A piece of a kind, not yet put down, and the radius of the circle it fits in."""
    shape = layout.pieces[kind]
    if isinstance(shape, Boxes):
        size, height = rng.choice(shape.sizes), rng.choice(shape.heights)
        return {"kind": kind, "size": list(size), "height": height, "turn": 15 * rng.randrange(12)}, dist(
            (0, 0), size
        ) / 2
    a, b = rng.choice(shape.along), rng.choice(shape.across)
    return {"kind": kind, "axes": (a, b), "turn": 15 * rng.randrange(12), "height": 0}, max(a, b)


def room(layout: Layout, quarter: int, size: float, placed: list[Circle], rng: Random) -> tuple[float, float] | None:
    """A place in a near quarter, clear of edges, middle lines, earlier pieces and what is kept open."""
    middle, gap = layout.width / 2, layout.gap
    left, right = (gap, middle) if quarter == 0 else (middle, layout.width - gap)
    inner = gap / 2  # its image across the middle line keeps the same distance
    low, high = layout.deep + size, layout.height / 2 - inner - size
    west, east = left + (0 if quarter == 0 else inner) + size, right - (inner if quarter == 0 else 0) - size
    if low > high or west > east:
        return None
    for _ in range(layout.tries):
        at = (round(rng.uniform(west, east), 1), round(rng.uniform(low, high), 1))
        if all(dist(at, c[:2]) >= size + c[2] + gap for c in placed) and all(
            dist(at, c[:2]) >= size + c[2] for c in layout.clear
        ):
            return at
    return None


def put(raw: dict[str, Any], at: tuple[float, float]) -> dict[str, Any]:
    """The piece at its place."""
    if "axes" not in raw:
        return raw | {"at": at}
    (a, b), turn = raw["axes"], raw["turn"] * pi / 180
    corners = [(a * cos(k * pi / 4), b * sin(k * pi / 4)) for k in range(8)]
    points = [
        (round(at[0] + x * cos(turn) - y * sin(turn), 3), round(at[1] + x * sin(turn) + y * cos(turn), 3))
        for x, y in corners
    ]
    return {"kind": raw["kind"], "height": raw["height"], "points": points}


def swapped_feature(width: int, height: int, feature: F, name: str, mirror: bool) -> F:
    """What the other player meets in its place; width and height of the table in thousandths."""

    def point(x: int, y: int) -> tuple[int, int]:
        return (x, height - y) if mirror else (width - x, height - y)

    outline = tuple(point(*q) for q in feature.outline)
    return feature.but(
        id=name,
        outline=outline[::-1] if mirror else outline,  # a mirror turns the way round an outline about
        disc=None if feature.disc is None else (*point(*feature.disc[:2]), feature.disc[2]),
        ladders=tuple(point(*q) for q in feature.ladders),
    )
