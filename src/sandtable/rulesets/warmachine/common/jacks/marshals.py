"""Jack marshals: a warjack in its marshal's command range may do one thing in its activation without focus.

A lost marshal leaves his warjacks autonomous: they act without a controller.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from sandtable.core import Frame, Refusal, Term, forbids, forces, modifies
from sandtable.core.texts import say
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, gap, near
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, card, has
from sandtable.rulesets.warmachine.common.state.events import ControlTaken, Destroyed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import MARSHALLED, UNHELPED, UNMARSHALLED, MarshalBenefit
from sandtable.rulesets.warmachine.common.units.members import commander

MARSHAL = "marshal"  # what may be forbidden a marshal


def is_marshal(p: Position, model: str) -> bool:
    """Of a unit, only its commander."""
    unit = p.state.status[model].unit
    return bool(card(p, model).marshals) and (not unit or commander(p, unit) == model)


def marshal_of(p: Position, warjack: str) -> str:
    """The jack marshal who controls a warjack; empty: none."""
    master = p.state.status[warjack].master
    return master if master in p.state.models and is_marshal(p, master) else ""


def idle(p: Position, marshal: str) -> Refusal | None:
    """Why a marshal helps nobody now."""
    if has(p, marshal, FLEEING):
        why = say("{marshal} flees and marshals nobody", marshal=marshal)
        return Refusal(why, p.rules.edition.marshalling.fleeing())
    return p.forbidden(MARSHAL, marshal)


@modifies(MarshalBenefit)
def in_marshalling_range(p: Position, q: MarshalBenefit) -> Iterator[Term]:
    """Once per activation; a stationary marshal still gives it, a fleeing one does not."""
    marshal = marshal_of(p, q.model)
    if not marshal or has(p, q.model, MARSHALLED) or idle(p, marshal) is not None:
        return
    allowed = p.rules.edition.marshalling.deeds()
    if q.deed in allowed and near(p, marshal, q.model, command_area(p, marshal)):
        yield Term(1, f"marshalled by {marshal}", p.rules.edition.marshalling.cite())


@forbids(UNMARSHALLED)
def no_marshal_helps(p: Position, model: str, purpose: str, deed: str) -> Refusal | None:
    """A warjack without focus: nobody controls it, or its marshal cannot help it now."""
    marshal, policy = marshal_of(p, model), p.rules.edition.marshalling
    if card(p, model).kind != "warjack" or deed not in policy.deeds():
        return None
    if not p.state.status[model].master:
        why = say("{model} is autonomous and has no focus {purpose}", model=model, purpose=purpose)
        return Refusal(why, policy.alone())
    if not marshal:
        return None
    if why_idle := idle(p, marshal):
        return why_idle
    if has(p, model, MARSHALLED):
        why = say("{model} has no focus {purpose} and was marshalled already", model=model, purpose=purpose)
        return Refusal(why, policy.cite())
    over = gap(p, marshal, model) - command_area(p, marshal)
    why = say(
        "{model} has no focus {purpose} and is {far} in too far from {marshal}",
        model=model, purpose=purpose, far=text(ceil(over)), marshal=marshal,
    )  # fmt: skip
    return Refusal(why, policy.cite(), short_by=ceil(over)) if over > TOL else None


@forbids(UNHELPED)
def asked_for_in_vain(p: Position, model: str, deed: str) -> Refusal | None:
    """Why a deed that was said to be done by the marshal's benefit is not."""
    marshal, policy = marshal_of(p, model), p.rules.edition.marshalling
    if card(p, model).kind != "warjack" or p.holds(MarshalBenefit(model, deed)):
        return None
    if not marshal:
        free = not p.state.status[model].master
        return Refusal(say("{model} has no marshal", model=model), policy.alone() if free else policy.cite())
    if deed not in policy.deeds():
        return Refusal(say("no marshal helps {model} to do that", model=model), policy.limits())
    if why := idle(p, marshal):
        return why
    if has(p, model, MARSHALLED):
        return Refusal(say("{model} was marshalled already", model=model), policy.cite())
    over = gap(p, marshal, model) - command_area(p, marshal)
    far = say("{model} is {far} in too far from {marshal}", model=model, far=text(ceil(over)), marshal=marshal)
    return Refusal(far, policy.cite(), short_by=ceil(over))


@forces(Destroyed)
def marshal_lost(d: Draft, event: Destroyed) -> Iterator[Frame]:
    """His warjacks become autonomous, not inert."""
    if d.rules.cards.models[d.state.status[event.who].card].marshals:
        for name in d.state.of(d.state.status[event.who].seat):
            if d.state.status[name].master == event.who:
                d.emit(ControlTaken(who=name, master="", cite=d.rules.edition.marshalling.lost()))
    yield from ()
