"""Pieces of terrain and the map they lie on, as data (WM-DATA-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from sandtable.core import BadSetup, Value
from sandtable.geometry.land import ribbon
from sandtable.geometry.polygons import convex_parts
from sandtable.geometry.shapes import Segment, Shape
from sandtable.geometry.units import milli

Spot = tuple[int, int]
KEYS = frozenset(("id", "kind", "points", "line", "width", "label", "fort"))
OTHER_KEYS = {"type": "kind", "polygon": "points"}  # as tables are often written (WM-DATA-3)


class Feature(Value, frozen=True):
    """An area with an outline, or a line with a width; a line of width 0 has no thickness."""

    id: str
    kind: str
    points: tuple[Spot, ...] = ()
    line: tuple[Spot, ...] = ()
    width: int = 0
    label: str = ""
    fort: tuple[str, ...] = ()  # a court: the walls round it (WM-DATA-7)


class Map(Value, frozen=True, kw_only=True, cache_hash=True):
    """A table of some width and height and what lies on it (WM-GEO-12)."""

    width: int
    height: int
    features: tuple[Feature, ...] = ()
    name: str = ""


@lru_cache(maxsize=4096)
def parts(feature: Feature) -> tuple[Shape, ...]:
    """The convex parts of a feature."""
    if feature.points:
        return tuple(convex_parts(feature.points))
    if feature.width:
        return tuple(ribbon(feature.line, feature.width))
    return tuple(Segment(*a, *b) for a, b in pairwise(feature.line))


def read_feature(raw: Mapping[str, Any], kinds: Mapping[str, Any], number: int = 0) -> Feature:
    """``{id: wood, kind: wood, points: [[1, 1], [6, 1], [5, 5]]}`` or ``{kind: road, line: [[0, 9], [9, 9]], width:
    4}``."""
    if not isinstance(raw, Mapping):
        raise BadSetup(f"terrain {number}: expected a table with kind and points or line, not {raw!r}"[:200])
    where = str(raw.get("id", f"terrain {number}"))
    for other, key in OTHER_KEYS.items():
        if other in raw and key in raw:
            raise BadSetup(f"{where}: {other} is the same as {key}; give one of them")
    raw = {OTHER_KEYS.get(key, key): value for key, value in raw.items()}
    if unknown := sorted(set(raw) - KEYS):
        raise BadSetup(f"{where}: unknown {', '.join(unknown)}; known: {', '.join(sorted(KEYS))}")
    if raw.get("kind") not in kinds:
        raise BadSetup(f"{where}: no kind of terrain {raw.get('kind')!r}; kinds: {', '.join(kinds)}")
    points, line = _spots(raw.get("points", ()), where, 3), _spots(raw.get("line", ()), where, 2)
    if bool(points) == bool(line):
        raise BadSetup(f"{where}: either points (three or more) or line (two or more)")
    width = milli(raw.get("width", 0))
    if width < 0 or (width and points):
        raise BadSetup(f"{where}: a width belongs to a line and is 0 or more")
    return Feature(
        str(raw.get("id", f"{raw['kind']}_{number}")), raw["kind"], points, line, width, str(raw.get("label", "")),
        tuple(map(str, raw.get("fort", ()))),
    )  # fmt: skip


def read_map(raw: Mapping[str, Any], kinds: Mapping[str, Any], name: str = "") -> Map:
    """A table: ``{size: [180, 120], terrain: [...]}``."""
    size = raw.get("size", (180, 120))
    if not isinstance(size, list | tuple) or len(size) != 2 or not all(isinstance(s, int | float) for s in size):
        raise BadSetup(f"size: [width, height] in cm, not {size!r}"[:200])
    width, height = milli(size[0]), milli(size[1])
    if not (20_000 <= width <= 1_000_000 and 20_000 <= height <= 1_000_000):
        raise BadSetup(f"a table is 20 to 1000 cm wide and high, not {size!r}")
    features = tuple(read_feature(f, kinds, i) for i, f in enumerate(raw.get("terrain", ()), 1))
    if len({f.id for f in features}) != len(features):
        raise BadSetup("terrain: two features have the same id")
    return Map(width=width, height=height, features=features, name=name)


def _spots(raw: Any, where: str, least: int) -> tuple[Spot, ...]:
    if not isinstance(raw, list | tuple) or (raw and len(raw) < least):
        raise BadSetup(f"{where}: a list of {least} points or more, not {raw!r}"[:200])
    try:
        return tuple((milli(x), milli(y)) for x, y in raw)
    except (TypeError, ValueError, ArithmeticError) as e:
        raise BadSetup(f"{where}: points are [x, y] in cm ({e})"[:200]) from e
