"""What is played for questions about odds: a volley with its drive back, a charge with its first round, a fight."""

from __future__ import annotations

from sandtable.core import Call, Frame, Next, Pool, Return, Roll, Value, Wait
from sandtable.rulesets.warmaster.charging.charge import Charge
from sandtable.rulesets.warmaster.combat.engagements import fight_of, new_engagements
from sandtable.rulesets.warmaster.combat.fights import Fight, Fought
from sandtable.rulesets.warmaster.combat.rounds import Outcome, Round
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.command.orders import TWELVE, blunders
from sandtable.rulesets.warmaster.shooting.drive_backs import Driving
from sandtable.rulesets.warmaster.shooting.shooting import aims, shot
from sandtable.rulesets.warmaster.state.events.commanding import PhaseBegan
from sandtable.rulesets.warmaster.state.events.fighting import Engaged, FightChanged
from sandtable.rulesets.warmaster.state.rules import Draft
from sandtable.rulesets.warmaster.state.table import COMBAT


class Ordered(Value, frozen=True):
    """What became of an order."""

    obeyed: bool
    blundered: bool
    total: int


class OrderOdds(Frame, frozen=True, kw_only=True):
    """The dice of an order alone: obeyed, failed, or a blunder (WM-CMD-3, WM-BLUND-1)."""

    character: str
    units: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        pool = Pool("order", (("d6", 2),), d.state.active, d.terms(OrderTest(self.character, self.units)))
        return Wait(Roll("order", (pool,), cite="WM-CMD-3"), then=self.rolled)

    def rolled(self, d: Draft, total: int) -> Next:
        obeyed = total <= d.value(OrderTest(self.character, self.units)) and total != TWELVE
        return Return(Ordered(obeyed, blunders(d, self.character, self.units, total), total))


class VolleyOdds(Frame, frozen=True, kw_only=True):
    """A volley, and the drive back of its target as if nobody else shot (WM-DRIVE-1)."""

    unit: str
    target: str

    def start(self, d: Draft) -> Next:
        return Call(shot(d, self.unit, aims(d, self.unit, self.target)), then=self.shot)

    def shot(self, d: Draft, *ignored: object) -> Next:
        driven = self.target in d.state.stands and d.state.units[self.target].driving > 0
        if not driven or self.target not in d.state.fired:
            return Return()
        return Call(Driving(unit=self.target), then=self.finish)


class ChargeOdds(Frame, frozen=True, kw_only=True):
    """A charge, the shots at it, and the first round of the fight; or with `whole` all of it."""

    unit: str
    target: str
    whole: bool = False

    def start(self, d: Draft) -> Next:
        return Call(Charge(unit=self.unit, target=self.target), then=self.struck)

    def struck(self, d: Draft, *ignored: object) -> Next:
        if self.unit not in d.state.stands:  # shot down: the round is lost
            seat = d.state.units[self.unit].seat
            return Return(Outcome((0, 1) if seat == 0 else (1, 0), (), (), (1, 1)))
        return Call(FightOdds(unit=self.unit, whole=self.whole), then=self.fought)

    def fought(self, d: Draft, *returned: object) -> Next:
        return Return(*returned)


class WholeFight(Fight, frozen=True, kw_only=True):
    """A fight up to its end. Where units of a drawn fight fall back to makes no difference to its odds."""

    def drawn(self, d: Draft, outcome: Outcome) -> Next:
        return self.end(d)


class FightOdds(Frame, frozen=True, kw_only=True):
    """One round of the fight a unit is in, or with `whole` all of it with pursuit."""

    unit: str
    whole: bool = False

    def start(self, d: Draft) -> Next:
        if d.state.phase != COMBAT:
            d.emit(PhaseBegan(phase=COMBAT, cite="WM-TURN-2"))
        if not fight_of(d, self.unit):
            d.emit(Engaged(engagements=new_engagements(d), cite="WM-ENG-13"))
        key = fight_of(d, self.unit)
        if not key:
            return Return()
        if self.whole:
            return Call(WholeFight(key=key), then=self.ended)
        fight = d.state.engagements[key]
        d.emit(FightChanged(key=key, fight=fight.but(round=fight.round + 1, fought=True), cite="WM-ENG-6"))
        return Call(Round(key=key, round=fight.round + 1), then=self.fought)

    def fought(self, d: Draft, outcome: Outcome) -> Next:
        return Return(outcome)

    def ended(self, d: Draft, fought: Fought) -> Next:
        return Return(fought)
