"""Orders: a roll for each, harder far from the general, near the enemy, after losses and after other orders."""

from __future__ import annotations

import math
from collections.abc import Iterable

from lines.brigade import BrigadeMove, connected, scattered
from lines.charges import Charges
from lines.crowd import crowd, engaged
from lines.events import GeneralMoved, OrderGiven, UnitMoved
from lines.moves import Ride
from lines.state import PLACES, Pose, confused, token
from sandtable.core import (
    Ask,
    Call,
    Draft,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Position,
    Query,
    Refusal,
    Return,
    Roll,
    Term,
    Wait,
)
from sandtable.core.texts import say
from sandtable.geometry.units import MILLI, NOISE, TOL

COMMAND = 9
BRIGADE = 3  # units at most
BAND = 20 * MILLI
END = "end orders"


class OrderRoll(Query, frozen=True):
    """What two dice must not exceed. A brigade takes each penalty at its worst."""

    units: tuple[str, ...]

    def base(self, p: Position) -> Iterable[Term]:
        units = [p.state.units[name] for name in self.units]
        general = token(p, units[0].seat)
        yield Term(COMMAND, "the general's command", "LI-ORDER-2", "base")
        table = crowd(p)
        gaps = table.row.gaps(general)
        far = max(gaps[table.index[name]] for name in self.units)
        if bands := max(0, math.ceil((far - TOL - NOISE) / BAND) - 1):
            yield Term(-bands, "far from the general", "LI-ORDER-3")
        if lost := max(len(PLACES) - len(unit.stands) for unit in units):
            yield Term(-lost, "stands lost", "LI-ORDER-4")
        if any(table.enemies_within(name, BAND) for name in self.units):
            yield Term(-1, "an enemy within 20 cm", "LI-ORDER-5")
        if earlier := max(unit.orders for unit in units):
            yield Term(-earlier, "ordered before this turn", "LI-ORDER-6")


def cannot_order(p: Position, name: str) -> Refusal | None:
    unit = p.state.units.get(name)
    if unit is None or unit.seat != p.state.active:
        return Refusal(say("{name!r} is no unit of yours", name=name), "LI-ORDER-1")
    if confused(p, name):
        return Refusal(say("{name} is confused", name=name), "LI-CONF-1")
    if unit.charged:
        return Refusal(say("{name} has charged this turn", name=name), "LI-ORDER-7")
    if engaged(p, name):
        return Refusal(say("{name} is fighting", name=name), "LI-ORDER-7")
    return None


def order(body: tuple[str, ...]) -> Option:
    """An order to a unit or a brigade, on offer."""
    key = f"order {' '.join(body)}"
    return Option(key, cite="LI-ORDER-1", about=body, verb="order", actor=body[0], also=body[1:])


class WhomToOrder(Options, frozen=True, kw_only=True):
    """A unit, or a brigade of two or three near one another."""

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo("whom to order", lambda: self._found(p))

    def _found(self, p: Position) -> tuple[Option, ...]:
        ready = [name for name in p.state.units if cannot_order(p, name) is None]
        bodies = connected(p, ready, BRIGADE)
        found = (order(body) for body in bodies)
        return (*found, Option(END, verb=END, ends=True))

    def sought(self, p: Position) -> list[Option]:
        """Every unit of the seat; brigades only where they are on offer."""
        own = [name for name, unit in p.state.units.items() if unit.seat == p.state.active]
        return [order((name,)) for name in own]

    def missing(self, p: Position, key: str) -> Refusal:
        names = tuple(key.split()[1:])
        barred = (refusal for name in names if (refusal := cannot_order(p, name)) is not None)
        found = next(barred, None)
        if found is None and names:
            found = scattered(p, names, "LI-BRIG-1")
        return found or super().missing(p, key)


class Orders(Frame, frozen=True, kw_only=True):
    """One order after another until one fails or the seat stops; then the general moves."""

    def start(self, d: Draft, obeyed: bool = True) -> Next:
        whom = WhomToOrder()
        if not obeyed or len(whom.options(d)) == 1:
            return self.general(d)
        return Wait(Ask(d.state.active, "give an order", whom, END, "LI-ORDER-1"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == END:
            return self.general(d)
        return Call(Order(units=tuple(key.split()[1:])), then=self.start)

    def general(self, d: Draft) -> Next:
        seat = d.state.active
        ask = Ask(seat, "move the general", Ride(seat=seat), d.state.generals[seat], "LI-GENERAL-2")
        return Wait(ask, then=self.ridden)

    def ridden(self, d: Draft, spot: tuple[int, int]) -> Next:
        if spot != d.state.generals[d.state.active]:
            d.emit(GeneralMoved(seat=d.state.active, spot=spot, cite="LI-GENERAL-2"))
        return Return()


class Order(Frame, frozen=True, kw_only=True):
    units: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        terms = d.terms(OrderRoll(self.units))
        pool = Pool("order", (("d6", 2),), d.state.active, terms)
        return Wait(Roll("order", (pool,), cite="LI-ORDER-2"), then=self.rolled)

    def rolled(self, d: Draft, total: int) -> Next:
        obeyed = total <= d.value(OrderRoll(self.units))
        d.emit(OrderGiven(units=self.units, passed=obeyed, cite="LI-ORDER-2"))
        if not obeyed:
            return Return(False)
        stay = tuple((name, d.state.units[name].pose) for name in self.units)
        ask = Ask(d.state.active, "move", BrigadeMove(pieces=self.units), stay, "LI-MOVE-1", about=self.units)
        return Wait(ask, then=self.moved)

    def moved(self, d: Draft, placed: tuple[tuple[str, Pose | None], ...]) -> Next:
        for name, pose in placed:
            if pose is not None and pose != d.state.units[name].pose:
                d.emit(UnitMoved(unit=name, pose=pose, cite="LI-MOVE-1"))
        kept = tuple(name for name, pose in placed if pose is None)
        return Call(Charges(units=kept), then=self.done)

    def done(self, d: Draft) -> Next:
        return Return(True)
