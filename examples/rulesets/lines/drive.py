"""Driven back: straight away, as far as there is room; friends may make way, each asked once."""

from __future__ import annotations

from lines.crowd import crowd, engaged
from lines.events import UnitDestroyed, UnitMoved
from lines.losses import Losses
from lines.state import confuse, line
from sandtable.core import Ask, Call, Choice, Draft, Frame, Next, Option, Position, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.ground import rounded
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import NOISE

MAKE_WAY, STAND = "make way", "stand"
ROUNDING = 2  # who just touches a friend that made way has gone far enough


class DrivenBack(Frame, frozen=True, kw_only=True):
    """Returns everyone asked so far: without that bound two friends could push each other for ever."""

    unit: str
    way: int  # a direction, in thousandths of a degree
    far: int  # still to go
    asked: tuple[str, ...] = ()

    def still(self, d: Draft) -> bool:
        return self.unit in d.state.units

    def cut(self, d: Draft) -> Next:
        return Return(self.asked)

    def start(self, d: Draft) -> Next:
        free, met = self.room(d)
        if free >= self.far - ROUNDING:
            return self.go(d, free)
        firm = [name for name in met if name in self.asked or not self.may_make_way(d, name)]
        if firm:
            return self.stopped(d, free, firm[0])
        seat = d.state.units[self.unit].seat
        prompt = say("does {friend} make way for {unit}", friend=met[0], unit=self.unit)
        domain = Choice(tuple(Option(key, cite="LI-WAY-1", verb=key, actor=met[0]) for key in (MAKE_WAY, STAND)))
        return Wait(Ask(seat, prompt, domain, STAND, "LI-WAY-1", about=(met[0], self.unit)), then=self.told)

    def told(self, d: Draft, word: str) -> Next:
        free, met = self.room(d)
        pushed = self.but(asked=(*self.asked, met[0]))
        if word == STAND:
            return pushed.start(d)
        confuse(d, met[0], "LI-WAY-3")
        friend = DrivenBack(unit=met[0], way=self.way, far=self.far - free, asked=pushed.asked)
        return Call(friend, then=pushed.made_way)

    def made_way(self, d: Draft, asked: tuple[str, ...]) -> Next:
        """Those pushed have moved first (LI-WAY-2)."""
        return self.but(asked=asked).start(d)

    def go(self, d: Draft, far: int) -> Next:
        unit = d.state.units[self.unit]
        cos, sin = direction(self.way)
        x, y, facing = unit.pose
        pose = (*rounded((x + far * cos, y + far * sin)), facing)
        if leaves(line(unit.at(pose)), *d.state.table):
            d.emit(UnitDestroyed(unit=self.unit, cite="LI-DRIVE-3"))
        elif pose != unit.pose:
            d.emit(UnitMoved(unit=self.unit, pose=pose, how="is driven back", cite="LI-DRIVE-1"))
        return Return(self.asked)

    def stopped(self, d: Draft, free: int, by: str) -> Next:
        """At an obstruction: confused, and a friend who stands costs a stand."""
        self.go(d, free)
        if self.unit not in d.state.units:
            return Return(self.asked)
        confuse(d, self.unit, "LI-DRIVE-2")
        if d.state.units[by].seat != d.state.units[self.unit].seat:
            return Return(self.asked)
        return Call(Losses(unit=self.unit, lost=1), then=self.end)

    def end(self, d: Draft) -> Next:
        return Return(self.asked)

    def room(self, p: Position) -> tuple[int, tuple[str, ...]]:
        """How far it can go, and whom it meets there."""
        table, (cos, sin) = crowd(p), direction(self.way)
        own = table.index[self.unit]
        names = [name for name in table.names if name != self.unit]
        rest = Stands((*table.lines[:own], *table.lines[own + 1 :]))
        shift = rest.shift((table.lines[own],), (self.far * cos, self.far * sin))
        return int(shift.far + NOISE), tuple(names[i] for _, i in shift.met)

    def may_make_way(self, p: Position, name: str) -> bool:
        return p.state.units[name].seat == p.state.units[self.unit].seat and not engaged(p, name)
