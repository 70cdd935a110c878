"""Cues found by comparing two drawings: what moved, came, went or changed, for events that say nothing more exact.

The engine knows scenes by their fields only. Both tables must be as the seat that is told may know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from sandtable.core.bodies import names_on_table, seat_of
from sandtable.core.cues import AnyCue, Came, Changed, Gone, Said, Struck, Threw, Told, Went
from sandtable.core.events import Rolled
from sandtable.core.texts import english

if TYPE_CHECKING:
    from sandtable.core.events import Event
    from sandtable.core.position import Position

ON_TABLE = "names for cues"
DRAWN = "drawn for cues"  # the key of a drawing in a state's cache
STEP_MS, MOST_MS = 60, 1500  # for an inch or centimetre of a way; for a whole way
QUICK_MS = 250


def cues_of(before: Position, after: Position, event: Event) -> tuple[AnyCue, ...]:
    """What the event says of itself, and what else changed in the drawing; at least its line, if it has one."""
    own = tuple([_named(after, cue) for cue in event.cues(before, after)])
    told = {(type(cue), getattr(cue, "piece", "")) for cue in own}
    moved = {piece for _, piece in told}
    seen = tuple(
        cue
        for cue in changes(_scene(before), _scene(after))
        if (type(cue), cue.piece) not in told and not (isinstance(cue, Went | Came) and cue.piece in moved)
    )
    found = tuple(map(_timed, (*own, *seen)))
    line = "" if found else english(after, event.line(after))
    return (Said(text=line),) if line else found


def told(before: Position, after: Position, event: Event) -> Told:
    """An event that the seat may know, between two tables as it may know them."""
    about = named(before, after, event)
    cues = before.rules.showing.cues(before, after, event)
    actors = tuple(cue.actor for cue in cues if isinstance(cue, Struck))
    return Told(
        english(after, event.line(after)), event.cite, _seat(before, after, event, (*actors, *about)), about, cues
    )


def changes(was: Any, now: Any) -> Iterator[Went | Came | Gone | Changed]:
    """Pieces, markers, score and tracks of two scenes; None: there is no drawing."""
    old, new = _by_id(was), _by_id(now)
    yield from (Gone(piece=name) for name in old if name not in new)
    for name, piece in new.items():
        if name not in old:
            yield Came(piece=name, at=_pose(piece))
            continue
        if _pose(old[name]) != _pose(piece):
            yield Went(piece=name, path=(_pose(old[name]), _pose(piece)))
        if old[name] is not piece:
            yield from _differing(name, _marks(old[name]), _marks(piece))
    groups = {body.id: body for body in getattr(was, "bodies", ())}
    for body in getattr(now, "bodies", ()):
        if body.id in groups:
            yield from _differing(body.id, _badges(groups[body.id]), _badges(body))
    for kind, name, field in (("markers", "name", "held"), ("score", "seat", "points"), ("tracks", "name", "filled")):
        values = ({getattr(x, name): getattr(x, field) for x in getattr(scene, kind, ())} for scene in (was, now))
        before, after = values
        for key, value in after.items():
            if key in before and before[key] != value:
                yield Changed(piece=key, field=field, before=before[key], after=value)


def named(before: Position, after: Position, event: Event) -> tuple[str, ...]:
    """What an event is about: every piece, body or card that one of its fields names."""
    names, was, now = before.rules.showing.names(after), _on_table(before), _on_table(after)
    return tuple(dict.fromkeys(word for word in _words(event) if word in names or word in now or word in was))


def _on_table(p: Position) -> frozenset[str]:
    found: frozenset[str] = p.memo(ON_TABLE, lambda: frozenset(names_on_table(p)))
    return found


def _seat(before: Position, after: Position, event: Event, about: tuple[str, ...]) -> int | None:
    """The seat it names or that throws; otherwise whose piece comes first."""
    pools = event.roll.pools if isinstance(event, Rolled) else ()
    for seat in (getattr(event, "seat", None), *(pool.seat for pool in pools)):
        if isinstance(seat, int):
            return seat
    for name in about:
        for p in (before, after):
            if (owner := seat_of(p, name)) is not None:
                return owner
    return None


def _words(value: Any) -> Iterator[str]:
    """Strings in a value's fields, in order, those of values inside it as well."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            if name != "cite":
                yield from _words(getattr(value, name))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _words(part)


def _scene(p: Position) -> Any:
    def draw() -> Any:
        try:
            return p.rules.showing.scene(p)
        except ValueError:  # a game without a drawing
            return None

    return p.memo(DRAWN, draw)


def _by_id(scene: Any) -> dict[str, Any]:
    return {} if scene is None else {piece.id: piece for piece in scene.pieces if not piece.ghost}


def _pose(piece: Any) -> tuple[int, ...]:
    shape = piece.shape
    facing = piece.facing if hasattr(shape, "r") else shape.facing
    return (shape.x, shape.y) if facing is None else (shape.x, shape.y, facing)


def _marks(piece: Any) -> dict[str, Any]:
    found: dict[str, Any] = {} if piece.health is None else {"health": piece.health[0]}
    found |= {pips.name: pips.n for pips in piece.pips}
    return found | _badges(piece)


def _badges(thing: Any) -> dict[str, Any]:
    return {badge.name or badge.text: True for badge in thing.badges}


def _differing(name: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Changed]:
    for field in dict.fromkeys((*was, *now)):
        old, new = was.get(field), now.get(field)
        if old != new:
            blank: Any = False if old is True or new is True else 0
            yield Changed(
                piece=name, field=field, before=blank if old is None else old, after=blank if new is None else new
            )


def _named(p: Position, cue: AnyCue) -> AnyCue:
    """What dice are for and whose they are, with printed names."""
    if not isinstance(cue, Threw):
        return cue
    pools = tuple([p.rules.showing.name(p, pool) for pool in cue.pools])
    return msgspec.structs.replace(cue, purpose=english(p, cue.purpose), pools=pools)


def _timed(cue: AnyCue) -> AnyCue:
    """A time for cues that have none: a way takes as long as it is."""
    if cue.ms or isinstance(cue, Said):
        return cue
    ms = QUICK_MS
    if isinstance(cue, Went):
        far = sum(_far(a, b) for a, b in zip(cue.path, cue.path[1:], strict=False))
        ms = min(MOST_MS, max(QUICK_MS, round(far * STEP_MS / 1000)))
    return type(cue)(**{field: getattr(cue, field) for field in cue.__struct_fields__} | {"ms": ms})


def _far(a: Iterable[int], b: Iterable[int]) -> float:
    (x1, y1, *_), (x2, y2, *_) = a, b
    return float(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
