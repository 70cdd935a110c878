"""Suborn: a solo fights for the other side for one round; a suborned marshal's warjacks stay, without a controller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Effect, EffectEnded, Frame, Next, Return, Settle, forces
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import begin, borne, end, has, one_round
from sandtable.rulesets.warmachine.common.state.events import ControlTaken, Happened
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import SEATS, Table

SUBORNED, WAITING = "suborned", "waiting_for_"  # a marshal's warjack waits for him


class ChangedSides(Happened, frozen=True, kw_only=True):
    """A model is controlled by another seat from now on; `home` is whose it is."""

    seat: int
    home: int | None

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, seat=self.seat, home=self.home)

    def line(self, p: Position) -> str:
        return say("{who} fights for {seat}", who=self.who, seat=SEATS[self.seat])


class Suborn(Frame, frozen=True, kw_only=True):
    """It may activate once in the caster's turn, and does not in its owner's next one."""

    caster: str
    spell: str
    target: str

    def start(self, d: Draft) -> Next:
        """Cast by its owner it brings the model home."""
        if has(d, self.target, SUBORNED):
            end(d, self.target, SUBORNED, d.rules.cite("magic attacks"))
            return Call(Settle(), then=self.takes)
        return self.takes(d)

    def takes(self, d: Draft, *ignored: Any) -> Next:
        status, cite = d.state.status[self.target], d.rules.cite("magic attacks")
        seat = d.state.status[self.caster].seat
        if status.seat == seat:
            return Return()
        left_behind(d, self.target)
        d.emit(ChangedSides(who=self.target, seat=seat, home=status.seat, cite=cite))
        begin(d, Effect(SUBORNED, self.target, self.caster, until=one_round(d), cite=cite))
        return Return()


def left_behind(d: Draft, marshal: str) -> None:
    """The warjacks a marshal controlled stay with their player and become autonomous."""
    cite = d.rules.edition.marshalling.taken()
    for name, status in d.state.status.items():
        if status.master == marshal and name in d.state.models:
            d.emit(ControlTaken(who=name, master="", cite=cite))
            waits_for(d, name, marshal)


def waits_for(d: Draft, warjack: str, marshal: str) -> None:
    """It is autonomous until the marshal who fights for the other side returns."""
    begin(d, Effect(WAITING + marshal, warjack, marshal, cite=d.rules.edition.marshalling.taken()))


@forces(ControlTaken)
def waits_no_more(d: Draft, event: ControlTaken) -> Iterator[Frame]:
    """Another controller has taken it meanwhile, even if he is lost before the marshal returns (ES-MARSHAL-11)."""
    for effect in borne(d).get(event.who, ()) if event.master else ():
        if effect.name.startswith(WAITING):
            d.emit(EffectEnded(effect=effect, cite=event.cite))
    yield from ()


def stays_behind(d: Draft, marshal: str) -> None:
    """Warjacks that he took over meanwhile stay with the player he leaves, for good (ES-MARSHAL-10)."""
    for name, status in d.state.status.items():
        if status.master == marshal and name in d.state.models:
            d.emit(ControlTaken(who=name, master="", cite=d.rules.edition.marshalling.taken()))


@forces(EffectEnded)
def comes_home(d: Draft, event: EffectEnded) -> Iterator[Frame]:
    """Back with its owner a marshal resumes control of the warjacks that nobody took meanwhile."""
    name = event.effect.on
    if event.effect.name != SUBORNED or name not in d.state.models:
        return
    home = d.state.status[name].home
    if home is not None:
        stays_behind(d, name)
        d.emit(ChangedSides(who=name, seat=home, home=None, cite=event.cite))
    cite = d.rules.edition.marshalling.returned()
    for warjack in tuple(d.state.models):
        for effect in borne(d).get(warjack, ()):
            if effect.name == WAITING + name:
                d.emit(EffectEnded(effect=effect, cite=cite))
                if not d.state.status[warjack].master:
                    d.emit(ControlTaken(who=warjack, master=name, cite=cite))
    yield from ()
