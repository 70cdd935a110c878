"""Carrying out an order: charges one by one, everybody else in one move (WM-CMD-12, WM-BRIG-7, WM-BRIG-9)."""

from __future__ import annotations

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.charging.charge import Charge
from sandtable.rulesets.warmaster.charging.targets import charge_option, charges, possible
from sandtable.rulesets.warmaster.command.march import March, Moves
from sandtable.rulesets.warmaster.measuring.ways import Goal
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import Pose

MARCH = "march"


class Obey(Options, frozen=True, kw_only=True):
    """What ordered units do next: one of them charges, or all that are left march."""

    units: tuple[str, ...]
    march: bool = True

    def options(self, p: Position) -> tuple[Option, ...]:
        found = [charge_option(name, target, "WM-CHARGE-15") for name in self.units for target in possible(p, name)]
        if self.march:
            found.append(Option(MARCH, cite="WM-CMD-12", about=self.units, verb=MARCH, also=self.units))
        return tuple(found)

    def missing(self, p: Position, key: str) -> Refusal:
        name, _, target = key.partition(" charges ")
        if name in self.units and target in p.state.stands:
            why = charges(p, name, target)
            if isinstance(why, Refusal):
                return why
        return super().missing(p, key)


class CarryOut(Frame, frozen=True, kw_only=True):
    """The units that obeyed. Those kept back by the march charge afterwards."""

    units: tuple[str, ...]
    seat: int
    marched: bool = False

    def start(self, d: Draft, *ignored: object) -> Next:
        """One unit after another charges or moves (WM-BRIG-8); a charger gets no more orders (WM-CHARGE-14)."""
        left = tuple(name for name in self.units if name in d.state.stands)
        me = self.but(units=left)
        if not left:
            return Return()
        menu = Obey(units=left, march=not self.marched)
        options = menu.options(d)
        if not options:
            return Return()
        if len(options) == 1 and not self.marched:
            return me.march(d)
        ask = Ask(self.seat, "carry out the order", menu, options[-1].key, "WM-CMD-12", about=left)
        return Wait(ask, then=me.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == MARCH:
            return self.march(d)
        name, _, target = key.partition(" charges ")
        rest = self.but(units=tuple(u for u in self.units if u != name))
        return Call(Charge(unit=name, target=target), then=rest.start)

    def march(self, d: Draft) -> Next:
        domain = March(units=self.units)
        ask = Ask(self.seat, say("move {units}", units=self.units), domain, None, "WM-MOVE-12", about=self.units)
        return Wait(ask, then=self.moved)

    def moved(self, d: Draft, moves: Moves) -> Next:
        for name, goals in moves:
            if goals is not None:
                move(d, name, goals)
        kept = tuple(name for name, goals in moves if goals is None)
        return Call(Settle(), then=self.but(units=kept, marched=True).start)


def move(d: Draft, name: str, goals: tuple[Goal, ...], how: str = "moves", cite: str = "WM-MOVE-12") -> None:
    """A unit's stands go to their places; one that stays is not moved."""
    poses: tuple[Pose, ...] = tuple(goal if isinstance(goal[0], int) else goal[-1] for goal in goals)
    if poses != d.state.stands[name]:
        d.emit(UnitMoved(unit=name, poses=poses, how=how, cite=cite))
