"""What is drawn over a table while somebody chooses: where the answer may lie, who it is about, who sees whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.core import BadSetup, BoundAsk, Position, Ruleset
from sandtable.scene import Polygon, Reach, SightLine


def with_ask(scene: Any, rules: Ruleset, ask: BoundAsk, measured: bool = True) -> Any:
    """The reach of a move or the places on offer, if they may be measured, and the pieces the question is about."""
    changes: dict[str, Any] = {}
    outline = ask.domain.outline() if measured else None
    if outline is not None:
        seat = rules.seat_name(ask.seat)
        parts = [Reach(fans=rings(o.fans), holes=rings(o.holes), seat=seat) for o in outline.parts() if o.fans]
        changes["reach"] = (*scene.reach, *parts)
    about = set(ask.ask.about)
    if about:
        changes["pieces"] = tuple(
            msgspec.structs.replace(piece, selected=True) if piece.id in about else piece for piece in scene.pieces
        )
    return msgspec.structs.replace(scene, **changes) if changes else scene


def rings(polygons: Iterable[tuple[tuple[int, int], ...]]) -> tuple[Polygon, ...]:
    return tuple(Polygon(points=ring) for ring in polygons if len(ring) > 2)


def with_sight(scene: Any, p: Position, pairs: Iterable[tuple[str, str]]) -> Any:
    """Lines of sight between named pieces: clear, or with what is in the way."""
    names = p.rules.showing.pieces(p)
    lines = []
    for one, other in pairs:
        if missing := [name for name in (one, other) if name not in names]:
            raise BadSetup(f"nobody on the table is called {missing[0]!r}; there are {', '.join(names)}")
        lines.append(p.rules.showing.sight_line(p, one, other) or between(p, one, other))
    return msgspec.structs.replace(scene, sight=(*scene.sight, *lines)) if lines else scene


def between(p: Position, one: str, other: str) -> SightLine:
    """A line between centres, where a ruleset says only whether one sees the other."""
    clear = p.rules.showing.sees(p, one, other)
    if clear is None:
        raise BadSetup(f"{p.rules.title} does not tell who sees whom")
    a, b = (p.rules.showing.pieces(p)[name].shape for name in (one, other))
    ends = [(round(shape.x), round(shape.y)) for shape in (a, b)]
    return SightLine(start=ends[0], end=ends[1], clear=clear, label="" if clear else "no line of sight")
