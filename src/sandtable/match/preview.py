"""A preview of an answer: what any game shows of a way or a place, and what the ruleset adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.core import Arrangement, Ask, BoundAsk, Domain, Facing, Line, Path, Position, Refusal, Region
from sandtable.core.arrangements import is_path
from sandtable.core.choices import Judged, Pose
from sandtable.core.values import unfit
from sandtable.core.words import pieces_on
from sandtable.geometry.units import text
from sandtable.match.overlay import between
from sandtable.scene import Arrow, Disc, Hit, Note, Piece, Preview, drawn, gathered


def preview(p: Position, ask: Ask, answer: Any, allowed: bool) -> Preview:
    """What an answer would do. Where it may not be measured, only where the pieces would stand."""
    domain = ask.domain
    if unfit(answer) is not None:
        return Preview()
    answer = domain.normal(answer)
    judged = BoundAsk.at(p, ask).domain.judged(answer)
    if domain.measures != "move":
        return gathered((*_option(p, domain, answer), *domain.preview(p, answer))) if allowed else Preview()
    parts = list(_shown(p, ask, answer, judged if allowed else None))
    return gathered((*parts, *(domain.preview(p, answer) if allowed else ())))


def _option(p: Position, domain: Domain, answer: Any) -> Iterator[Any]:
    """An option that names who does it to whom: the line of sight between them, and who is hit."""
    option = next((o for o in domain.options(p) or () if o.key == answer), None)
    pieces = pieces_on(p)
    showing = p.rules.showing
    origin = "" if option is None else showing.origin(option)
    if option is None or origin not in pieces or option.target not in pieces:
        return
    yield Hit(piece=option.target)
    if type(domain) not in p.rules.hooks.previews and showing.sees(p, origin, option.target) is not None:
        yield showing.sight_line(p, origin, option.target) or between(p, origin, option.target)


def _shown(p: Position, ask: Ask, answer: Any, judged: Judged | None) -> Iterator[Any]:
    for piece, path in _ways(p, ask.domain, answer):
        yield from _way(p, ask, piece, path)
    if judged is None:
        return
    at = judged.upto
    if at is not None and len(at) > 1:
        if judged.refusal is not None:
            yield Note(at=(at[0], at[1]), text=_reason(judged.refusal), tone="red")
        elif judged.cost is not None:
            of = "" if judged.left is None else f" of {text(judged.cost + judged.left)}"
            yield Note(at=(at[0], at[1]), text=f"{text(judged.cost)}{of} {p.rules.unit}", boxed=False)


def _reason(refusal: Refusal) -> str:
    return f"{refusal.cite}: {refusal.reason}" if refusal.cite else refusal.reason


def _ways(p: Position, domain: Domain, answer: Any) -> Iterator[tuple[str, tuple[Pose, ...]]]:
    """Each piece an answer moves, with its places."""
    if isinstance(domain, Region) and _is_place(answer):
        yield domain.piece or next(iter(domain.shapes(p)), ""), (answer,)
    elif isinstance(domain, Path) and isinstance(answer, tuple) and all(map(_is_place, answer)):
        yield domain.piece, answer
    elif isinstance(domain, Line) and _is_place(answer):
        yield domain.piece, ((*domain.end(p, (answer[0], answer[1])),),)
    elif isinstance(domain, Facing) and type(answer) is int:
        yield domain.piece, ((*domain.place(p), answer),)
    elif isinstance(domain, Arrangement) and isinstance(answer, tuple):
        for placed in answer:
            if isinstance(placed, tuple) and len(placed) == 2 and isinstance(placed[0], str):
                path = placed[1] if is_path(placed[1]) else (placed[1],)
                if all(map(_is_place, path)):
                    yield placed[0], path


def _is_place(pose: Any) -> bool:
    return isinstance(pose, tuple) and len(pose) in (2, 3) and all(type(c) is int for c in pose)


def _way(p: Position, ask: Ask, piece: str, path: tuple[Pose, ...]) -> Iterator[Any]:
    """An arrow from where the piece stands, and its ghost where it would stand."""
    standing, seat = pieces_on(p).get(piece), p.rules.seat_name(ask.seat)
    places = [(pose[0], pose[1]) for pose in path]
    if standing is not None:
        places = [standing.at, *places]
    if len(set(places)) > 1:
        yield Arrow(points=tuple(places), seat=seat, dashed=True)
    if path and (ghost := _ghost(p, ask.domain, piece, path[-1], seat)) is not None:
        yield ghost


def _ghost(p: Position, domain: Domain, piece: str, pose: Pose, seat: str) -> Piece | None:
    shape = domain.shapes(p).get(piece)
    if shape is None:
        return None
    standing = pieces_on(p).get(piece)
    off = (0, 0) if standing is None else (round(shape.x) - standing.at[0], round(shape.y) - standing.at[1])
    base: Any = drawn(shape)
    if isinstance(base, Disc):
        base = msgspec.structs.replace(base, x=pose[0], y=pose[1])
        facing = pose[2] if len(pose) == 3 and getattr(domain, "facing", False) is not False else None
    else:
        turn = pose[2] if len(pose) == 3 else base.facing
        if turn != base.facing:
            off = (0, 0)
        base = msgspec.structs.replace(base, x=pose[0] + off[0], y=pose[1] + off[1], facing=turn)
        facing = None
    name = p.rules.showing.name(p, piece)
    return Piece(id=f"ghost of {piece}", name=name, seat=seat, shape=base, facing=facing, ghost=True)
