"""Charges: announced, perhaps shot at, then carried home along the way that was announced."""

from __future__ import annotations

from collections.abc import Iterator

from lines.crowd import engaged
from lines.events import ChargeDeclared, UnitMoved
from lines.moves import MARCH, way_fault
from lines.shooting import Volley
from lines.sight import nearest_seen
from lines.state import DEPTH, HALF, QUARTER, Pose, Unit, line, line_of
from sandtable.core import (
    Ask,
    Call,
    Choice,
    Draft,
    Frame,
    Next,
    Offer,
    Option,
    Position,
    Refusal,
    Return,
    Settle,
    Value,
    Wait,
    WindowName,
    offers,
)
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.ground import rounded
from sandtable.geometry.measure import zone
from sandtable.geometry.shapes import Rect, turned

SIDES = {"front": 0, "left": QUARTER, "rear": HALF, "right": -QUARTER}  # which way a side of a line looks


class Onset(Value, frozen=True):
    """A charge as announced: who, at whom, along which poses."""

    unit: str
    target: str
    path: tuple[Pose, ...]


def charges(p: Position, name: str) -> tuple[Onset, ...]:
    """The charges a unit can make: at the nearest enemy it sees, or at any of those equally near."""
    return p.memo(("charges", name), lambda: tuple(c for c in _judged(p, name) if isinstance(c, Onset)))


def no_charge(p: Position, name: str) -> Refusal | None:
    """Why a unit cannot charge; None when it can."""
    if charges(p, name):
        return None
    barred = next((c for c in _judged(p, name) if isinstance(c, Refusal)), None)
    return barred or Refusal(say("{name} sees no enemy in front within 20 cm", name=name), "LI-CHARGE-1")


def _judged(p: Position, name: str) -> Iterator[Onset | Refusal]:
    unit = p.state.units[name]
    for target in nearest_seen(p, name, MARCH):
        faults = []
        for path in ways_home(unit, line_of(p, target)):
            if (fault := way_fault(p, name, path)) is None:
                yield Onset(name, target, path)
                break
            faults.append(fault)
        else:
            yield faults[0].but(
                cite="LI-CHARGE-3",
                reason=say("cannot charge {target}: {reason}", target=target, reason=faults[0].reason),
            )


def ways_home(unit: Unit, enemy: Rect) -> tuple[tuple[Pose, ...], ...]:
    """Front on the edge whose zone the charger is in, middle to middle: in one leg, or turning on the spot first."""
    own = line(unit)
    out = turned(enemy.facing, SIDES[side := zone(enemy, (own.x, own.y))])
    deep = enemy.depth if side in ("front", "rear") else enemy.frontage
    away = (deep + DEPTH) / 2
    cos, sin = direction(out)
    facing = turned(out, HALF)
    home = centred(unit, (enemy.x + away * cos, enemy.y + away * sin), facing)
    return ((home,), (centred(unit, (own.x, own.y), facing), home))


def centred(unit: Unit, middle: tuple[float, float], facing: int) -> Pose:
    """The pose that brings the middle of a line to a point."""
    at_zero = line(unit.at((0, 0, facing)))
    return (*rounded((middle[0] - at_zero.x, middle[1] - at_zero.y)), facing)


class Charges(Frame, frozen=True, kw_only=True):
    """Units kept back charge one by one, in the order their owner likes; who no longer can stays."""

    units: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        ready = [onset for name in self.units if name in d.state.units for onset in charges(d, name)]
        if len(ready) <= 1:
            return self.sound(ready[0]) if ready else Return()
        options = tuple(charge_option(onset) for onset in ready)
        ask = Ask(d.state.active, "which charge first", Choice(options), options[0].key, "LI-CHARGE-1")
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        return self.sound(next(o for name in self.units for o in charges(d, name) if phrase(o) == key))

    def sound(self, onset: Onset) -> Next:
        rest = self.but(units=tuple(name for name in self.units if name != onset.unit))
        return Call(Charge(onset=onset), then=rest.settle)

    def settle(self, d: Draft) -> Next:
        return Call(Settle(), then=self.start)


def charge_option(onset: Onset) -> Option:
    who, whom = onset.unit, onset.target
    return Option(phrase(onset), cite="LI-CHARGE-1", verb="charge", actor=who, target=whom, odds=True)


def phrase(onset: Onset) -> str:
    return f"{onset.unit} charges {onset.target}"


CHARGED = WindowName("charge", Onset, "react to the charge")


class Charge(Frame, frozen=True, kw_only=True):
    """The poses were announced: stands lost on the way change neither them nor the way."""

    onset: Onset

    def start(self, d: Draft) -> Next:
        d.emit(ChargeDeclared(unit=self.onset.unit, target=self.onset.target, cite="LI-CHARGE-1"))
        seat = d.state.units[self.onset.target].seat
        return Call(CHARGED.opened(d, self.onset, seats=(seat,), cite="LI-CHARGE-4"), then=self.home)

    def still(self, d: Draft) -> bool:
        return self.onset.unit in d.state.units

    def home(self, d: Draft, onset: Onset) -> Next:
        for pose in onset.path:
            d.emit(UnitMoved(unit=onset.unit, pose=pose, how="charges home", cite="LI-CHARGE-2"))
        return Return()


@offers(CHARGED)
def shots_at_the_charger(d: Draft, onset: Onset, seat: int) -> Iterator[Offer]:
    target = d.state.units[onset.target]
    if target.seat == seat and target.bows and not engaged(d, onset.target) and onset.unit in d.state.units:
        volley = Volley(shooter=onset.target, target=onset.unit)
        key, who, whom = f"{onset.target} shoots", onset.target, onset.unit
        yield Offer(key, volley, cite="LI-CHARGE-4", verb="shoot", actor=who, target=whom, odds=True)
