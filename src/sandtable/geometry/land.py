"""The land: a table of some width and height, kinds of terrain as data, areas and lines such as roads and rivers.

A kind says who may enter, what it hides and whether it opens a way through others. A feature is a kind with convex
parts. From these follow what is closed to a mover (for `Stands` and `WayFinder`) and what is in the way of sight.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple, get_args

from sandtable.geometry.blockers import Blocker
from sandtable.geometry.distance import outline, overlap
from sandtable.geometry.polygons import HalfPlane, clip, cross, distance, half_planes, hull, signed_area
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Segment, Shape
from sandtable.geometry.stands import leaves
from sandtable.geometry.units import FAR, NOISE, TOL

Hiding = Literal["nothing", "solid", "area"]


class BadLand(ValueError):
    """Terrain data that cannot be used: what is wrong, and what would be legal."""


class Kind(NamedTuple):
    """What a kind of terrain does. Movers are named by the ruleset: infantry, cavalry, flyer."""

    name: str
    enter: frozenset[str] | None = None  # who may; None for everybody
    hides: Hiding = "nothing"  # what is behind a solid; an area lets sight run some depth into it
    top: float = FAR  # how high it hides
    opens: bool = False  # a way through the features it crosses: a bridge, a ford

    def lets(self, mover: str) -> bool:
        return self.enter is None or mover in self.enter


class Feature(NamedTuple):
    """A piece of terrain: its kind and its convex parts."""

    name: str
    kind: Kind
    parts: tuple[Shape, ...]


def kinds(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Kind]:
    """Kinds from a table of data: ``{"river": {"enter": []}, "bridge": {"enter": ["infantry"], "opens": True}}``."""
    return {name: _kind(name, entry) for name, entry in data.items()}


def _kind(name: str, entry: Mapping[str, Any]) -> Kind:
    known = Kind._fields[1:]
    if extra := sorted(set(entry) - set(known)):
        raise BadLand(f"{name}: no {', '.join(extra)}; a kind of terrain has {', '.join(known)}")
    enter, hides, top = entry.get("enter"), entry.get("hides", "nothing"), entry.get("top", FAR)
    if enter is not None and (isinstance(enter, str) or not all(isinstance(mover, str) for mover in enter)):
        raise BadLand(f"{name}: enter is a list of movers, not {enter!r}")
    if hides not in get_args(Hiding):
        raise BadLand(f"{name}: hides is {', '.join(get_args(Hiding))}, not {hides!r}")
    if isinstance(top, bool) or not isinstance(top, int | float) or top < 0:
        raise BadLand(f"{name}: top is a height in thousandths, not {top!r}")
    if not isinstance(entry.get("opens", False), bool):
        raise BadLand(f"{name}: opens is true or false, not {entry['opens']!r}")
    return Kind(name, None if enter is None else frozenset(enter), hides, top, entry.get("opens", False))


def ribbon(points: Sequence[Point], width: float) -> tuple[Poly, ...]:
    """A road, a river or a rampart along some points, in convex parts: one for each stretch and one for each bend."""
    if len(points) < 2 or width <= 0 or any(distance(p, q) <= NOISE for p, q in pairwise(points)):
        raise BadLand(f"a line needs two points or more, no two in a row alike, and a width: {points}, {width}")
    banks = []
    for p, q in pairwise(points):
        size = distance(p, q)
        nx, ny = (p[1] - q[1]) / size * width / 2, (q[0] - p[0]) / size * width / 2  # to the left
        banks.append(((p[0] - nx, p[1] - ny), (q[0] - nx, q[1] - ny), (q[0] + nx, q[1] + ny), (p[0] + nx, p[1] + ny)))
    out = [Poly(bank) for bank in banks]
    for before, after in pairwise(banks):
        bend = hull((before[1], before[2], after[0], after[3]))
        if len(bend.pts) > 2 and signed_area(bend.pts) > NOISE:
            out.append(bend)
    return tuple(out)


def cut_out(part: Poly, hole: Poly) -> tuple[Poly, ...]:
    """What is left of a convex part outside a convex hole, in convex parts."""
    out, inner = [], part.pts
    for nx, ny, c in half_planes(hole.pts):
        outside: HalfPlane = (-nx, -ny, -c)
        piece = _tidy(clip(inner, [outside]))
        if len(piece) > 2 and signed_area(piece) > NOISE:
            out.append(Poly(piece))
        inner = clip(inner, [(nx, ny, c)])
        if len(inner) < 3:
            return tuple(out) if out else (part,)
    return tuple(out)


def _tidy(pts: Sequence[Point]) -> tuple[Point, ...]:
    """Without corners in the middle of a side, or twice the same."""
    kept = [p for i, p in enumerate(pts) if distance(p, pts[i - 1]) > NOISE]
    if len(kept) < 3:
        return ()
    return tuple(p for i, p in enumerate(kept) if abs(cross(kept[i - 1], p, kept[(i + 1) % len(kept)])) > NOISE)


@dataclass(frozen=True)
class Land:
    """A table and what lies on it."""

    width: float
    height: float
    features: tuple[Feature, ...] = ()

    def __post_init__(self) -> None:
        if self.width <= 0 or self.height <= 0:
            raise BadLand(f"a table has a width and a height, not {self.width} x {self.height}")

    def leaves(self, shape: Shape, tol: float = TOL) -> bool:
        """Does any part of a shape lie outside the table by more than the tolerance?"""
        return leaves(shape, self.width, self.height, tol)

    def under(self, shape: Shape, tol: float = TOL) -> tuple[Feature, ...]:
        """The features a shape is in, wholly or partly."""
        return tuple(f for f in self.features if any(overlap(shape, part, tol) for part in f.parts))

    def closed(self, mover: str, also_open: Collection[str] = ()) -> tuple[Shape, ...]:
        """The parts of the land that a mover may not enter, less the ways through them.

        A way through is a feature of a kind that opens, or of those named (a road, for who marches in column), if the
        mover may enter it.
        """
        ways = [
            part
            for feature in self.features
            if (feature.kind.opens or feature.kind.name in also_open) and feature.kind.lets(mover)
            for part in feature.parts
        ]
        shut = [part for feature in self.features if not feature.kind.lets(mover) for part in feature.parts]
        for way in ways:
            shut = [left for part in shut for left in _less(part, way)]
        return tuple(shut)

    def blockers(self) -> tuple[Blocker, ...]:
        """What is in the way of sight; the parts of one area feature carry its number."""
        out = []
        for number, feature in enumerate(self.features):
            if feature.kind.hides != "nothing":
                mark = number if feature.kind.hides == "area" else -1
                out += [Blocker(part, feature.kind.top, mark) for part in feature.parts]
        return tuple(out)


def _less(part: Shape, way: Shape) -> tuple[Shape, ...]:
    if not overlap(part, way, NOISE):
        return (part,)
    if isinstance(part, Disc | Segment) or isinstance(way, Disc | Segment):
        raise BadLand("only areas with corners can be cut by a way through them: draw round features as polygons")
    return cut_out(_poly(part), _poly(way))


def _poly(shape: Rect | Poly) -> Poly:
    return shape if isinstance(shape, Poly) else Poly(outline(shape))
