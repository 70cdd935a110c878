"""Which targets are worth a deed, by card and by eye: what is suggested first where several answers are looked at."""

from __future__ import annotations

from sandtable.core import Option
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.figures import harm, profile
from sandtable.rulesets.warmachine.common.damage.grid import left
from sandtable.rulesets.warmachine.common.measuring.by_the_book import apart
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card, is_helpless
from sandtable.rulesets.warmachine.common.state.rules import Position

CASTER = 4000.0  # a warcaster is worth more than its card
HALF = 0.5


def prize(p: Position, name: str) -> float:
    """What it is worth to take a model's last boxes."""
    printed = profile(p.rules.cards, p.state.models[name].card)
    return printed.worth + (CASTER if printed.warcaster else 0.0)


def share_left(p: Position, name: str) -> float:
    printed = card(p, name)
    return max(0.12, left(printed, p.state.status[name].marks) / printed.most)


def worth_of(p: Position, model: str, target: str, kind: str) -> float:
    """The value of attacking a target: melee, charge or ranged."""
    found = harm(p.rules.cards, p.state.models[model].card, p.state.models[target].card)
    share: float = {"melee": found.melee, "charge": found.charge, "ranged": found.ranged}[kind]
    if kind != "ranged" and is_helpless(p, target):
        share = max(share, found.helpless)
    return min(1.0, share / share_left(p, target)) * prize(p, target)


def taste(p: Position, model: str, option: Option) -> float:
    """How promising an option looks among others of its verb."""
    if option.target not in p.state.models:
        return 0.0
    if p.state.status[option.target].seat == p.state.status[model].seat:
        return 0.0
    if option.verb in ("attack", "combine", "dazzle"):
        weapon = weapons_of(p, model).get(option.using)
        if weapon is None or weapon.kind == MELEE:
            return worth_of(p, model, option.target, "melee") * (1.0 if weapon is None else 1 + weapon.pow / 40)
        hope = 1.0 if apart(p, model, option.target) <= weapon.rng * MILLI else HALF
        return worth_of(p, model, option.target, "ranged") * hope
    if option.verb == "charge":
        return worth_of(p, model, option.target, "charge")
    if option.verb == "cast":
        spell = p.rules.cards.spells[option.using]
        near = apart(p, option.also[0] if option.also else model, option.target)
        return prize(p, option.target) * (1 + spell.pow / 10) * (1.0 if near <= spell.reach else HALF)
    return prize(p, option.target) * share_left(p, option.target)
