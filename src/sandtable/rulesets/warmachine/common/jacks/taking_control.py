"""Reactivating inert warjacks and taking control of autonomous ones: in base contact, at the price of the action.

Control is taken after the movement; whoever reactivates may still advance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Effect, Frame, Next, Option, Refusal, Return, Settle, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.jacks.marshals import is_marshal
from sandtable.rulesets.warmachine.common.magic.casting import Channels
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, INERT, begin, borne, card, end, has
from sandtable.rulesets.warmachine.common.state.events import ControlTaken, Passed
from sandtable.rulesets.warmachine.common.state.moments import TurnEnds
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import (
    ACTION,
    CHARGE,
    FORFEIT,
    RUN,
    SLAM,
    SPECIAL,
    STAY,
    Activity,
)
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, no_action

REACTIVATE, TAKE = "reactivate", "take"
SILENT = "cannot_channel"


def rule_of(p: Position, controller: str, verb: str) -> str:
    """What a warcaster or a marshal does it by."""
    if verb == TAKE:
        return p.rules.cite("taking control")
    return p.rules.cite("a marshal reactivates" if is_marshal(p, controller) else "reactivating a warjack")


def new_control(p: Position, controller: str) -> str:
    """By which rule a reactivated warjack is his, or a marshal's at his limit nobody's."""
    if is_marshal(p, controller):
        return p.rules.cite("what a marshal reactivates")
    return p.rules.cite("control of a reactivated warjack")


def control_barred(p: Position, a: Activity, verb: str) -> Refusal | None:
    """Why a controller cannot take a warjack over now."""
    cite = rule_of(p, a.model, verb)
    printed = card(p, a.model)
    if printed.kind != "warcaster" and not is_marshal(p, a.model):
        return Refusal(say("{model} controls no warjacks", model=a.model), cite)
    if a.down or a.over or a.action or a.stood == ACTION or a.moved in (RUN, CHARGE) or has(p, a.model, FLEEING):
        fallen = no_action(p, a) if a.down or a.stood == ACTION else None
        none = fallen or Refusal(say("{model} has no action to give up", model=a.model), cite)
        return p.forbidden("give up action", a) or none
    return p.forbidden(SPECIAL, a) if a.may_act else no_action(p, a)


def room(p: Position, controller: str) -> bool:
    """A warcaster has no limit, a marshal that of his card."""
    most = card(p, controller).marshals
    if card(p, controller).kind == "warcaster":
        return True
    return sum(1 for n in p.state.models if p.state.status[n].master == controller) < most


class TakeOver(Frame, frozen=True, kw_only=True):
    """The warjack is his, does not activate this turn, and as the edition has it cannot channel in it."""

    activity: Activity
    warjack: str

    def start(self, d: Draft) -> Next:
        me, inert = self.activity.model, has(d, self.warjack, INERT)
        done = REACTIVATE if inert else TAKE
        cite = rule_of(d, me, done)
        if inert:
            end(d, self.warjack, INERT, cite)
        if not inert or d.state.status[self.warjack].master != me:
            taken = new_control(d, me) if inert else cite
            d.emit(ControlTaken(who=self.warjack, master=me if room(d, me) else "", cite=taken))
        idle = d.rules.cite("warjacks taken over this turn") if inert else d.rules.cite("a warjack under new control")
        if self.warjack not in d.state.activated:
            d.emit(Passed(who=self.warjack, cite=idle))
        policy = d.rules.edition.marshalling
        if policy.silences(inert):
            begin(d, Effect(SILENT, self.warjack, until=TurnEnds(), cite=idle))
        a = self.activity
        after = a.but(action=FORFEIT) if inert else a.but(action=SPECIAL, moved=a.moved or STAY)
        return Call(Settle(), then=self.but(activity=after.marked(done)).told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


def not_his(p: Position, a: Activity, verb: str, name: str) -> Refusal | None:
    """Why a warjack is not to be had: he reactivates inert ones, and takes autonomous ones that have not activated."""
    me, cite = a.model, rule_of(p, a.model, verb)
    inert, free = has(p, name, INERT), not p.state.status[name].master
    if p.state.status[name].seat != p.state.status[me].seat or card(p, name).kind != "warjack":
        return Refusal(say("{name} is no friendly warjack", name=name), cite)
    if not (inert if verb == REACTIVATE else free and not inert):
        wanted = "inert" if verb == REACTIVATE else "autonomous"
        return Refusal(say("{name} is not {wanted}", name=name, wanted=wanted), cite)
    if why := p.forbidden("take over", me, name, verb):
        return why
    if card(p, name).faction != card(p, me).faction:
        return Refusal(say("{name} is not of the faction of {me}", name=name, me=me), cite)
    if not in_contact(p, me, name):
        return Refusal(say("{name} is not in base contact with {me}", name=name, me=me), cite)
    if verb == TAKE and not room(p, me):
        return Refusal(say("{me} controls as many warjacks as he can", me=me), cite)
    if verb == TAKE and name in p.state.activated:
        return Refusal(say("{name} has activated", name=name), cite)
    return None


class TakingControl(Deed):
    def __init__(self, verb: str) -> None:
        self.verb = verb

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if control_barred(p, a, self.verb) is not None:
            return
        for name in p.state.friends(a.model):
            if not_his(p, a, self.verb, name) is None:
                yield self.option(p, a, f"{self.verb} {name}", rule_of(p, a.model, self.verb), target=name)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        name = key.removeprefix(f"{self.verb} ")
        if why := control_barred(p, a, self.verb):
            return why
        return not_his(p, a, self.verb, name) if name in p.state.models else None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return TakeOver(activity=a, warjack=key.removeprefix(f"{self.verb} "))


@forbids("attack", "special", "power attack", RUN, CHARGE, SLAM)
def gave_up_action(p: Position, a: Activity, *more: Any) -> Refusal | None:
    """Whoever took a warjack over has no action left."""
    if TAKE not in a.marks and REACTIVATE not in a.marks:
        return None
    cite = p.rules.cite("the price of taking control") if TAKE in a.marks else rule_of(p, a.model, REACTIVATE)
    return Refusal(say("{model} gave up its action", model=a.model), cite)


@modifies(Channels)
def not_this_turn(p: Position, q: Channels) -> Iterator[Term]:
    for effect in borne(p).get(q.node, ()):
        if effect.name == SILENT:
            yield Term(-1000, "taken over this turn", effect.cite)
