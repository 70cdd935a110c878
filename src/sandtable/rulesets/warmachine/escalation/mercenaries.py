"""Mercenaries: their warcasters order and rally only mercenaries, and lend their CMD to nobody else (ES-MERC-4)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.jacks.taking_control import TAKE, room
from sandtable.rulesets.warmachine.common.magic.casting import CHANNEL
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, card, has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import ACTION, CHARGE, RUN, Activity
from sandtable.rulesets.warmachine.common.units.command import LendsCommand
from sandtable.rulesets.warmachine.common.units.members import members

MERCENARY = "mercenary"


def is_mercenary(p: Position, model: str) -> bool:
    return card(p, model).faction == MERCENARY


@forbids("ordered by")
def only_their_own(p: Position, caster: str, unit: str) -> Refusal | None:
    """A mercenary warcaster gives orders only to mercenary units (ES-MERC-4)."""
    if is_mercenary(p, caster) and not all(is_mercenary(p, n) for n in members(p, unit)):
        return Refusal(say("{caster} orders only mercenaries", caster=caster), "ES-MERC-4")
    return None


@forbids("take over")
def not_to_be_had(p: Position, controller: str, warjack: str, verb: str) -> Refusal | None:
    """Mercenary is a faction of its own (ES-MERC-6); autonomous warjacks: ES-AUTO-6, ES-AUTO-7, ES-AUTO-10."""
    if is_mercenary(p, controller) != is_mercenary(p, warjack):
        why = say("{warjack} is not of the faction of {controller}", warjack=warjack, controller=controller)
        return Refusal(why, "ES-MERC-6")
    if verb != TAKE:
        return None
    if not in_contact(p, controller, warjack):
        why = say("{warjack} is not in base contact with {controller}", warjack=warjack, controller=controller)
        return Refusal(why, "ES-AUTO-7")
    if not room(p, controller):
        return Refusal(say("{controller} controls as many warjacks as he can", controller=controller), "ES-AUTO-6")
    if warjack in p.state.activated:
        return Refusal(say("{warjack} has activated", warjack=warjack), "ES-AUTO-10")
    return None


@forbids("allocation")
def without_controller(p: Position, model: str) -> Refusal | None:
    """An autonomous warjack is allocated no focus (ES-AUTO-3)."""
    if card(p, model).kind == "warjack" and not p.state.status[model].master:
        return Refusal(say("{model} is autonomous", model=model), "ES-AUTO-3")
    return None


@forbids(CHANNEL)
def nobodys_channeler(p: Position, caster: str, node: str) -> Refusal | None:
    """An autonomous warjack channels for nobody (ES-AUTO-11)."""
    free = p.state.status[node].seat == p.state.status[caster].seat and not p.state.status[node].master
    return Refusal(say("{node} is autonomous", node=node), "ES-AUTO-11") if free else None


@forbids("give up action")
def none_to_give_up(p: Position, a: Activity) -> Refusal | None:
    """Not after a run, a charge or an action, nor when it was given up to stand (ES-AUTO-12); nor lying down."""
    if a.down or has(p, a.model, FLEEING):
        return Refusal(say("{model} has no action to give up", model=a.model), "ES-MARSHAL-13")
    if a.action or a.moved in (RUN, CHARGE) or a.stood == ACTION:
        return Refusal(say("{model} has no action to give up", model=a.model), "ES-AUTO-12")
    return None


@modifies(LendsCommand)
def lends_to_mercenaries(p: Position, q: LendsCommand) -> Iterator[Term]:
    """His command range helps nobody else, to rally or in any other check (ES-MERC-5, ES-MERC-6)."""
    if is_mercenary(p, q.lender) and not is_mercenary(p, q.model):
        yield Term(-1000, "not a mercenary", "ES-MERC-5")
