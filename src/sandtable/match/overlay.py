"""What is drawn over a table while somebody chooses: where the answer may lie, who it is about, who sees whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.core import BadSetup, BoundAsk, Outline, Position, Ruleset
from sandtable.scene import Body, Polygon, Reach, SightLine, resolved

SEEN = 50  # thousandths: smaller areas are not drawn


def finished(scene: Any, p: Position, seat: int | None) -> Any:
    """With bodies, from the side of whoever looks, and with nothing left to defaults of a renderer."""
    changes: dict[str, Any] = {"up": p.rules.showing.up(p, seat)}
    if not scene.bodies:
        names = p.rules.seat_name
        changes["bodies"] = tuple(
            Body(
                id=body.id,
                name=body.name,
                seat="" if body.seat is None else names(body.seat),
                pieces=body.pieces,
                label=body.label,
            )
            for body in p.rules.showing.bodies(p).values()
        )
    return resolved(msgspec.structs.replace(scene, **changes))


def with_ask(scene: Any, rules: Ruleset, ask: BoundAsk, measured: bool = True) -> Any:
    """The reach of a move or the places on offer, if they may be measured, and the pieces the question is about."""
    changes: dict[str, Any] = {}
    outline = ask.domain.outline() if measured else None
    if outline is not None:
        seat = rules.seat_name(ask.seat)
        parts = [Reach(fans=rings(o.fans), holes=rings(o.holes), seat=seat) for o in outline.parts() if large(o)]
        changes["reach"] = (*scene.reach, *parts)
    about = set(ask.ask.about)
    if about:
        changes["pieces"] = tuple(
            msgspec.structs.replace(piece, selected=True) if piece.id in about else piece for piece in scene.pieces
        )
        changes["bodies"] = tuple(
            msgspec.structs.replace(body, selected=True) if body.id in about else body for body in scene.bodies
        )
    return msgspec.structs.replace(scene, **changes) if changes else scene


def large(outline: Outline) -> bool:
    """Whether it is worth drawing: the place to stay alone is not."""
    xs = [x for fan in outline.fans for x, _ in fan]
    return bool(xs) and max(xs) - min(xs) > SEEN


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
