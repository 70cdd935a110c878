"""Features as map and scenario files write them, lengths in the ruleset's unit. Every fault says where it is.

{id: wall, kind: obstacle, at: [12, 8], size: [4, 0.5], turn: 30, height: 1}      a rectangle
{id: pond, kind: water, at: [20, 20], radius: 3}                                  a disc
{id: wood, kind: forest, points: [[1, 1], [6, 1], [5, 5], [2, 6]]}                an outline
{id: road, kind: road, line: [[0, 20], [30, 24], [72, 24]], width: 2}             a line
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

from sandtable.core import BadSetup
from sandtable.geometry.corners import corners
from sandtable.geometry.shapes import Rect
from sandtable.geometry.units import milli, text
from sandtable.tabletop.terrain.features import Feature, Spot
from sandtable.tabletop.terrain.kinds import Kinds
from sandtable.tabletop.terrain.lines import banks

F = TypeVar("F", bound=Feature)

FOOTPRINTS = {"points": "polygon", "line": "line", "radius": "disc", "size": "rect"}  # key -> the shape it says
KEYS = frozenset(("id", "kind", "shape", "at", "turn", "width", "height", "cover", "standable", "ladders", *FOOTPRINTS))


def read_feature(
    kinds: Kinds,
    raw: Mapping[str, Any],
    make: type[F],
    name: str = "",
    own: Collection[str] = (),
) -> F:
    """A feature of the ruleset's class; `own` names the keys that are the ruleset's, taken as they are."""
    known, where = KEYS.union(own), str(raw.get("id", name)) or "terrain"
    if unknown := sorted(set(raw) - known):
        raise BadSetup(f"{where}: unknown {', '.join(unknown)}; known: {', '.join(sorted(known))}")
    if raw.get("kind") not in kinds:
        raise BadSetup(f"{where}: no kind of terrain {raw.get('kind')!r}; kinds: {', '.join(kinds)}")
    kind, height = kinds[raw["kind"]], _length(raw, "height", where, 0)
    if kind.max_height is not None and height > kind.max_height:
        raise BadSetup(f"{where}: {kind.name} is at most {text(kind.max_height)} tall, not {text(height)}{_by(kind)}")
    if height < kind.min_height:
        raise BadSetup(f"{where}: {kind.name} is at least {text(kind.min_height)} tall, not {text(height)}{_by(kind)}")
    outline, disc = _footprint(raw, where)
    return make(
        id=raw.get("id", name),
        kind=raw["kind"],
        outline=outline,
        disc=disc,
        height=height,
        cover=raw.get("cover", kind.cover),
        standable=raw.get("standable", kind.standable),
        ladders=_points(raw, "ladders", where, 0),
        **{key: raw[key] for key in own if key in raw},
    )


def _by(kind: Any) -> str:
    return f" ({kind.rule})" if kind.rule else ""


def _footprint(raw: Mapping[str, Any], where: str) -> tuple[tuple[Spot, ...], tuple[int, int, int] | None]:
    given = [key for key in FOOTPRINTS if key in raw]
    if len(given) != 1:
        raise BadSetup(f"{where}: one of {', '.join(FOOTPRINTS)}, not {', '.join(given) or 'none'}")
    (key,) = given
    if raw.get("shape", FOOTPRINTS[key]) != FOOTPRINTS[key]:
        raise BadSetup(f"{where}: a {raw['shape']!r} has no {key}; that is a {FOOTPRINTS[key]}")
    if "points" in raw:
        return _points(raw, "points", where, 3), None
    if "line" in raw:
        try:
            return banks(_points(raw, "line", where, 2), _length(raw, "width", where)), None
        except ValueError as e:
            raise BadSetup(f"{where}: {e}") from e
    x, y = _point(raw.get("at"), f"{where}.at")
    if "radius" in raw:
        return (), (x, y, _positive(_length(raw, "radius", where), f"{where}.radius"))
    size = raw["size"] if isinstance(raw["size"], list | tuple) else (raw["size"], raw["size"])
    w, h = (_positive(side, f"{where}.size") for side in _point(size, f"{where}.size"))
    # a rectangle's first size runs along x before the turn: its frontage lies across a facing of 90 degrees
    box = Rect(x, y, w, h, (90_000 + _length(raw, "turn", where, 0)) % 360_000)
    return tuple((round(x), round(y)) for x, y in corners(box).pts), None


def _points(raw: Mapping[str, Any], key: str, where: str, least: int) -> tuple[Spot, ...]:
    given = raw.get(key, ())
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) < least:
        raise BadSetup(f"{where}.{key}: a list of {least} points or more, not {given!r}")
    return tuple(_point(point, f"{where}.{key}") for point in given)


def _point(given: Any, where: str) -> Spot:
    if not isinstance(given, list | tuple) or len(given) != 2 or not all(map(_number, given)):
        raise BadSetup(f"{where}: two numbers, not {given!r}")
    return milli(given[0]), milli(given[1])


def _length(raw: Mapping[str, Any], key: str, where: str, default: float | None = None) -> int:
    given = raw.get(key, default)
    if not _number(given):
        raise BadSetup(f"{where}.{key}: a number, not {given!r}")
    return milli(given)


def _positive(length: int, where: str) -> int:
    if length <= 0:
        raise BadSetup(f"{where}: more than 0, not {text(length)}")
    return length


def _number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)
