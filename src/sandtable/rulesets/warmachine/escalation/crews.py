"""Weapon crews: a gunner helped along by crewmen, one of whom takes his place when damage would destroy him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Ask,
    Choice,
    Effect,
    Event,
    Frame,
    Next,
    Offer,
    Option,
    Refusal,
    Return,
    Term,
    Wait,
    forbids,
    forces,
    instead_of,
    modifies,
)
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attacking import LACKS
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact, near
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.movement.advance import MoveBonus
from sandtable.rulesets.warmachine.common.state.asked_windows import STEP_IN as ASKED
from sandtable.rulesets.warmachine.common.state.conditions import TOOK_OVER, begin, borne, has
from sandtable.rulesets.warmachine.common.state.events import ActivationBegan, Destroyed
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts, TurnEnds
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, RUN, Activity
from sandtable.rulesets.warmachine.common.units.members import GUNNER, members
from sandtable.rulesets.warmachine.common.units.orders import crew

HELP, STEP_IN, NONE = 2000, 1000, "nobody"
CREWMAN = "crewman"
HELPED = "helped_along"


@forces(ActivationBegan)
def lend_a_hand(d: Draft, event: ActivationBegan) -> Iterator[Frame]:
    """+2 inches for each crewman in base contact, fixed when the activation begins (ES-CREW-4, ES-CREW-16)."""
    names = members(d, event.who) if event.who in d.state.units else ()
    for gunner in (n for n in names if d.state.status[n].role == GUNNER):
        helping = [n for n in names if d.state.status[n].role == CREWMAN and in_contact(d, gunner, n)]
        if helping:
            more = HELP * len(helping)
            begin(d, Effect(HELPED, gunner, until=ActivationIsOver(gunner), amount=more, cite="ES-CREW-4"))
    yield from ()


@forbids("run", "charge")
def too_heavy(p: Position, a: Activity) -> Refusal | None:
    """A crew neither runs nor charges, in formation or not, whatever spell is on it (ES-CREW-3); in flight it runs
    (ES-CREW-15)."""
    if a.unit and crew(p, a.unit):
        return Refusal(say("{unit} neither runs nor charges", unit=a.unit), "ES-CREW-3")
    return None


@forbids("order to")
def no_such_order(p: Position, unit: str, order: str) -> Refusal | None:
    if order in (RUN, CHARGE) and crew(p, unit):
        return Refusal(say("{unit} neither runs nor charges", unit=unit), "ES-CREW-3")
    return None


@forbids(LACKS)
def only_the_gunner(p: Position, model: str, weapon: str) -> Refusal | None:
    """Why a crewman does not use the weapon of his crew, or a trait of it, that was named (ES-CREW-15)."""
    unit = p.state.status[model].unit
    for gunner in (n for n in members(p, unit) if p.state.status[n].role == GUNNER) if unit else ():
        if any(weapon in (slot, *w.traits) for slot, w in weapons_of(p, gunner).items()):
            return Refusal(say("only {gunner} fires it", gunner=gunner), "ES-CREW-15")
    return None


@modifies(MoveBonus)
def pushed_along(p: Position, q: MoveBonus) -> Iterator[Term]:
    for effect in borne(p).get(q.model, ()):
        if effect.name == HELPED:
            yield Term(effect.amount, "crewmen", "ES-CREW-4")


class SteppedIn(Event, frozen=True, kw_only=True):
    """The crewman's model is taken off; the gunner's stays, with what the crewman carried (ES-CREW-6, ES-CREW-8).

    What was on the old gunner is over (ES-CREW-7).
    """

    who: str
    crewman: str

    def apply(self, state: Table) -> Table:
        unit = state.status[self.who].unit
        status = {**state.status, self.who: state.status[self.who].but(marks=state.status[self.crewman].marks)}
        models = {n: m for n, m in state.models.items() if n != self.crewman}
        left = tuple(n for n in state.units[unit].members if n != self.crewman)
        effects: tuple[Effect, ...] = tuple(
            e.but(on=self.who) if e.on == self.crewman else e for e in state.effects if e.on != self.who
        )
        units = {**state.units, unit: state.units[unit].but(members=left)}
        return state.but(models=models, status=status, units=units, effects=effects, lost=(*state.lost, self.crewman))

    def line(self, p: Position) -> str:
        return say("{crewman} takes the place of {who}", crewman=self.crewman, who=self.who)


@forces(SteppedIn)
def takes_over(d: Draft, event: SteppedIn) -> Iterator[Frame]:
    """The new gunner is marked until he activates: a movement in which the old one fell goes no farther.

    Only in the own turn can that have been so.
    """
    if d.state.status[event.who].seat == d.state.active:
        until = (ActivationStarts(event.who), TurnEnds())
        begin(d, Effect(TOOK_OVER, event.who, event.crewman, until=until, cite="ES-CREW-6"))
    yield from ()


@forbids("go on")
def stays_there(p: Position, model: str) -> Refusal | None:
    """The gunner who was moving is destroyed; the new one stays where the model is (ES-CREW-6)."""
    return Refusal(say("{model} is another gunner now", model=model), "ES-CREW-6") if has(p, model, TOOK_OVER) else None


class StepIn(Frame, frozen=True, kw_only=True):
    """The owner picks a crewman within an inch, or none (ES-CREW-5, ES-CREW-14)."""

    event: Destroyed
    crewmen: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        found = tuple(Option(n, "", "ES-CREW-5", verb="step in", actor=n, target=self.event.who) for n in self.crewmen)
        domain = Choice((*found, Option(NONE, "", "ES-CREW-5", verb=NONE, target=self.event.who, ends=True)))
        seat = d.state.status[self.event.who].seat
        ask = Ask(
            seat,
            say("who steps in for {who}", who=self.event.who),
            domain,
            self.crewmen[0],
            "ES-CREW-5",
            about=self.crewmen,
            window=ASKED,
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, name: str) -> Next:
        if name == NONE:
            return Return(self.event)
        return Return(SteppedIn(who=self.event.who, crewman=name, cite="ES-CREW-5"))


@instead_of(Destroyed)
def replaced(d: Draft, event: Destroyed, seat: int) -> Iterator[Offer]:
    """Only damage triggers it: a gunner removed from play is gone."""
    status = d.state.status[event.who]
    if status.seat != seat or status.role != GUNNER or event.removed or not status.unit:
        return
    found: list[Any] = [
        n for n in members(d, status.unit) if d.state.status[n].role == CREWMAN and near(d, event.who, n, STEP_IN)
    ]
    if found:
        yield Offer("step in", StepIn(event=event, crewmen=tuple(found)), must=True)
