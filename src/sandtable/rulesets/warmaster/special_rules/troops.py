"""Rules of units: fanatics, trolls, terror and pursuit that cannot be helped."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Refusal, Return, Term, forces, modifies
from sandtable.core.abilities import forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.combat.attacks import Fearless
from sandtable.rulesets.warmaster.combat.winners import MustPursue
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.command.orders import ORDER
from sandtable.rulesets.warmaster.magic.attack_spells import GALE
from sandtable.rulesets.warmaster.shooting.drive_backs import DriveDice
from sandtable.rulesets.warmaster.state.events.fighting import CasualtiesRemoved
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.turn.evading import EVADE
from sandtable.rulesets.warmaster.turn.initiative import MustCharge, initiative_charges


@modifies(MustCharge, rule=("fanatic", "must_charge_initiative", "hates_humans"))
def charges_that_must_be_made(p: Position, query: MustCharge) -> Iterator[Term]:
    """Fanatics and wild beasts charge whom they can; haters of humans charge those (WM-INIT-15, WM-DATA-11)."""
    own = entry(p, query.unit)
    human = p.rules.library.armies[entry(p, query.target).army].human
    if own.has("fanatic") or own.has("must_charge_initiative") or (own.has("hates_humans") and human):
        yield Term(1, "must charge", "WM-INIT-15")


@modifies(MustPursue, rule=("fanatic", "must_pursue"))
def pursuit_that_must_be_made(p: Position, query: MustPursue) -> Iterator[Term]:
    """They pursue, else advance, whenever legal (WM-PURSUE-15)."""
    if entry(p, query.unit).has("fanatic") or entry(p, query.unit).has("must_pursue"):
        yield Term(1, "must pursue", "WM-PURSUE-15")


@forbids(ORDER, rule="fanatic")
def fanatics_obey_nobody_while_they_could_charge(p: Position, unit: str) -> Refusal | None:
    if entry(p, unit).has("fanatic") and initiative_charges(p, unit):
        return Refusal(say("{unit} could charge on initiative", unit=unit), "WM-INIT-15")
    return None


@forbids(EVADE, rule="fanatic")
def fanatics_never_evade(p: Position, unit: str) -> Refusal | None:
    return Refusal("fanatics never evade", "WM-INIT-3") if entry(p, unit).has("fanatic") else None


@modifies(DriveDice, rule="fanatic")
def fanatics_are_not_driven_back(p: Position, query: DriveDice) -> Iterator[Term]:
    if entry(p, query.unit).has("fanatic"):
        yield Term(0, "fanatics roll no dice", "WM-DRIVE-12", "most")


@forbids(GALE, rule="fanatic")
def fanatics_are_not_blown_away(p: Position, unit: str) -> Refusal | None:
    """Units never driven back by shooting are not moved by Gerroff (WM-MAGIC-11)."""
    return Refusal("fanatics are never driven back", "WM-MAGIC-11") if entry(p, unit).has("fanatic") else None


@modifies(Fearless, rule="fanatic")
def fanatics_fear_nothing(p: Position, query: Fearless) -> Iterator[Term]:
    if entry(p, query.unit).has("fanatic"):
        yield Term(1, "fanatics", "WM-COMBAT-9")


@modifies(OrderTest, rule="troll_command")
def trolls_are_slow_to_obey(p: Position, query: OrderTest) -> Iterator[Term]:
    """-1 for the unit, or for a brigade with it (WM-CMD-11)."""
    if any(entry(p, unit).has("troll_command") for unit in query.units):
        yield Term(-1, "trolls", "WM-CMD-11")


@forces(CasualtiesRemoved)
def trolls_heal(d: Draft, event: CasualtiesRemoved) -> Iterator[Frame]:
    for unit in event.units:
        if unit in d.state.stands and entry(d, unit).has("regenerate") and d.state.units[unit].hits:
            yield Regeneration(unit=unit)


class Regeneration(Frame, frozen=True, kw_only=True):
    """One recorded hit is cancelled after each round; the result keeps it (WM-HITS-2)."""

    unit: str

    def start(self, d: Draft) -> Next:
        if self.unit in d.state.stands and (hits := d.state.units[self.unit].hits):
            d.emit(
                UnitMarked(
                    unit=self.unit, changes={"hits": hits - 1}, says=f"{self.unit} regenerates", cite="WM-HITS-2"
                )
            )
        return Return()
