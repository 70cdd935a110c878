"""Recovery from confusion, and being put straight again (WM-CONF-10, WM-FORMN-6)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Frame, Next, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.combat.reforming import STAY, ReformPlaces
from sandtable.rulesets.warmaster.command.movement import rooted
from sandtable.rulesets.warmaster.measuring.crowd import in_contact
from sandtable.rulesets.warmaster.state.events.commanding import Recovered
from sandtable.rulesets.warmaster.state.rules import Draft

STRAIGHTENED = 2 * MILLI  # no stand moves farther


class Recovery(Frame, frozen=True, kw_only=True):
    """At the end of its side's Command phase every confused unit recovers (WM-CONF-10).

    The engine marks confusion by a flag and leaves the stands where they are; the player may re-form each unit of
    several stands in place (WM-FORMN-6).
    """

    left: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        found = []
        for name, unit in d.state.units.items():
            if unit.seat == d.state.active and unit.confused:
                d.emit(Recovered(unit=name, cite="WM-CONF-10"))
                if len(d.state.stands.get(name, ())) > 1 and not in_contact(d, name) and rooted(d, name) is None:
                    found.append(name)
        return self.but(left=tuple(found)).ask(d)

    def ask(self, d: Draft) -> Next:
        if not self.left:
            return Return()
        unit = self.left[0]
        prompt = say("put {unit} straight", unit=unit)
        ask = Ask(d.state.units[unit].seat, prompt, straightened(unit), STAY, "WM-FORMN-6", about=(unit,))
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, answer: Any) -> Next:
        straightened(self.left[0]).take(d, answer, "is put straight", in_place=True)
        return self.but(left=self.left[1:]).ask(d)


def straightened(unit: str) -> ReformPlaces:
    return ReformPlaces(unit=unit, most=STRAIGHTENED, anchored=False, cite="WM-FORMN-6")
