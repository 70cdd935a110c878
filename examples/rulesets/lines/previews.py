"""What an order or a charge would do, before it is given: who obeys, how far the general is, the lane of the charge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lines.charges import charges, phrase
from lines.orders import END, OrderRoll, WhomToOrder
from lines.picture import SEATS
from lines.state import line, line_of, token
from sandtable.core import Choice, Position, previews
from sandtable.scene import Arrow, Hit, Note, Piece, Polygon, Zone, drawn
from sandtable.tabletop.drawing import lane


@previews(WhomToOrder)
def order(p: Position, domain: WhomToOrder, answer: Any) -> Iterator[Any]:
    names = tuple(str(answer).split()[1:])
    if answer == END or not names or not all(name in p.state.units for name in names):
        return
    seat = p.state.units[names[0]].seat
    general = token(p, seat)
    for name in names:
        at = line_of(p, name)
        start, end = (round(general.x), round(general.y)), (round(at.x), round(at.y))
        yield Arrow(points=(start, end), seat=SEATS[seat], dashed=True)
        yield Zone(shape=drawn(at), seat=SEATS[seat], filled=True)
    yield Note(
        at=(round(general.x), round(general.y)), text=f"{p.value(OrderRoll(names))} or less on two dice", boxed=False
    )


@previews(Choice)
def charge(p: Position, domain: Choice, answer: Any) -> Iterator[Any]:
    """The lane of a charge, and where it ends."""
    for name, unit in p.state.units.items():
        for onset in charges(p, name) if str(answer).startswith(f"{name} charges") else ():
            if phrase(onset) != answer:
                continue
            here, home = line(unit), line(unit.at(onset.path[-1]))
            strip = lane((here.x, here.y), (home.x, home.y), here.frontage / 2)
            yield Zone(shape=Polygon(points=strip), label="charge", seat=SEATS[unit.seat], filled=True)
            shape: Any = drawn(home)
            yield Piece(id=f"ghost of {name}", name=name, seat=SEATS[unit.seat], shape=shape, ghost=True)
            yield Hit(piece=onset.target)
