"""The whole judgement: points scored and to come, forces, Arc, cards, threats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sandtable.core import Ask, Term
from sandtable.rulesets.warcaster.appraisal.force_overview import time_left
from sandtable.rulesets.warcaster.appraisal.objective_control import GROUND, prospects
from sandtable.rulesets.warcaster.appraisal.resources import cards, means
from sandtable.rulesets.warcaster.appraisal.side_goals import errands
from sandtable.rulesets.warcaster.appraisal.threat import BASE, BY_COST, HOLDER, danger, harm, menace
from sandtable.rulesets.warcaster.attacks.targets import foes
from sandtable.rulesets.warcaster.measuring.distance import to_marker
from sandtable.rulesets.warcaster.measuring.line_of_sight import visible_from
from sandtable.rulesets.warcaster.missions.objectives import SECURE
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import weapons_of
from sandtable.rulesets.warcaster.state.table import OTHER
from sandtable.rulesets.warcaster.turn.activation import ActivationMenu
from sandtable.rulesets.warcaster.turn.activity import Activity, may_attack

STRIKE, EXPOSED = 0.35, 0.4  # how much of a threat is counted: ours, and theirs
HOPE = 0.8  # an attack in hand is nearly an attack made


def appraise(p: Position, seat: int) -> Iterator[Term]:
    state = p.state
    me, them = state.players[seat], state.players[OTHER[seat]]
    if me.vp != them.vp:
        yield Term(1000 * (me.vp - them.vp), f"{me.vp} to {them.vp} victory points", group="score")
    if not state.mission:
        return
    for value, name, why in prospects(p, seat):
        yield Term(value, f"{name} {why}", group=name)
    for value, name, why in prospects(p, OTHER[seat]):
        yield Term(-value, f"for the enemy {name} {why}", group=f"enemy {name}")
    part = time_left(p)
    for value, why in chain(means(p, seat), (cards(p, seat),)):
        yield Term(round(part * value), why)
    for value, why in means(p, OTHER[seat]):
        yield Term(-round(part * value), f"enemy: {why}")
    for value, why in errands(p, seat):
        yield Term(value, why)
    for value, why in errands(p, OTHER[seat]):
        yield Term(-value, f"enemy: {why}")
    ours, theirs = menace(p, seat), danger(p, seat)
    if ours.value:
        yield Term(round(part * STRIKE * ours.value), str(ours), group="strike")
    if theirs.value:
        yield Term(-round(part * EXPOSED * theirs.value), str(theirs), group="danger")


def outlook(p: Position, ask: Ask) -> Iterator[Term]:
    """Attacks an activation still has, with somebody in range and sight."""
    if isinstance(ask.domain, ActivationMenu):
        hope = attacks_left(p, ask.domain.activity)
        if hope:
            yield Term(round(HOPE * hope), f"{ask.domain.activity.unit} has attacks left")


def attacks_left(p: Position, activity: Activity) -> float:
    state = p.state
    if activity.closed:
        return 0.0
    total = 0.0
    prizes: dict[str, float] = p.memo("prizes", dict, GROUND)
    for model in state.models_of(activity.unit):
        m = state.models[model]
        slots = weapons_of(p, model)
        longest = max((p.rules.cards.weapon(s).rng for s in slots), default=0)
        close = [(far, n) for far, n in foes(p, model) if far <= longest]
        if not close:
            continue
        seen = visible_from(p, model)
        close = [(far, n) for far, n in close if n in seen]
        arc, every, best = state.units[m.unit].arc, type_of(p, model) == "warjack", 0.0
        for slot in slots if close else ():
            reach, value = p.rules.cards.weapon(slot).rng, 0.0
            for far, n in close:
                if far <= reach:
                    worth = prizes.get(n)
                    if worth is None:
                        worth = prizes[n] = prize(p, n)
                    value = max(value, worth * harm(p.rules.cards, m.card, slot, arc, state.models[n].card))
            if value and may_attack(p, activity, model, slot):
                best = best + value if every else max(best, value)
        total += best
    return total


def prize(p: Position, model: str) -> float:
    """What a point of damage to a model is worth."""
    state = p.state
    m = state.models[model]
    unit = state.units[m.unit]
    if m.card == "void_gate":
        return 90.0
    card = p.rules.cards.units[unit.card]
    whole = BASE + BY_COST * card.dc
    if any(o.kind == "permanent" and to_marker(p, m, o) <= SECURE for o in state.objectives.values()):
        whole += HOLDER
    return whole / max(1.0, card.health * card.size)
