"""Bodies: several pieces that are one thing to a person, such as a squad, a unit of troopers, a unit of stands.

The functions here take the id of a piece or of a body: rulers, odds, lists and prompts name either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from sandtable.core.pieces import Standing
    from sandtable.core.position import Position


class Body(Struct, frozen=True):
    """One thing for names, ruler, odds, lists, outlines and labels."""

    id: str
    name: str  # as printed
    seat: int | None
    pieces: tuple[str, ...]  # on the table, in the order of the rules
    label: str = ""  # a few letters, written where the name has no room


def names_on_table(p: Position) -> tuple[str, ...]:
    """What can be pointed at: bodies first, then pieces."""
    return tuple(dict.fromkeys((*p.rules.showing.bodies(p), *p.rules.showing.pieces(p))))


def on_table(p: Position, id: str) -> bool:
    return bool(pieces_of(p, id))


def pieces_of(p: Position, id: str) -> tuple[str, ...]:
    """The pieces that an id stands for; (): it is not on the table."""
    if id in p.rules.showing.pieces(p):
        return (id,)
    body: Body | None = p.rules.showing.bodies(p).get(id)
    return () if body is None else body.pieces


def seat_of(p: Position, id: str) -> int | None:
    """Whose piece or body it is; None: nobody's, or it is not on the table."""
    body: Body | None = p.rules.showing.bodies(p).get(id)
    if body is not None:
        return body.seat
    piece: Standing | None = p.rules.showing.pieces(p).get(id)
    return None if piece is None else piece.seat


def body_of(p: Position, piece: str) -> Body | None:
    """The body a piece belongs to."""
    return next((body for body in p.rules.showing.bodies(p).values() if piece in body.pieces), None)


def nearest(p: Position, a: str, b: str) -> tuple[float, str, str]:
    """The distance of two pieces or bodies in thousandths, and between which pieces it was measured.

    Raises KeyError for a name that is not on the table.
    """
    measure = p.rules.showing.measure
    found = [(measure(p, one, other), one, other) for one in _parts(p, a) for other in _parts(p, b) if one != other]
    return min(found, default=(0.0, a, b))


def sees(p: Position, a: str, b: str) -> bool | None:
    """Whether some piece of the one sees some piece of the other; None: these rules do not say."""
    ask = p.rules.showing.sees
    seen = [ask(p, one, other) for one in _parts(p, a) for other in _parts(p, b) if one != other]
    return True if True in seen else False if False in seen else None


def _parts(p: Position, id: str) -> tuple[str, ...]:
    found = pieces_of(p, id)
    if not found:
        raise KeyError(id)
    return found
