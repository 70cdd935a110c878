"""Which unit activates, and what it does next: move, attack, use an ability, end."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import some, suggests
from sandtable.rulesets.warcaster.attacks.attack_phrases import attack_key, modes_of
from sandtable.rulesets.warcaster.attacks.targets import each_target
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import in_random_order
from sandtable.rulesets.warcaster.suggestions.move_goals import weapons_in_reach
from sandtable.rulesets.warcaster.turn.activation import (
    END,
    ActivationMenu,
    WhichUnit,
    able_to_activate,
    offers,
)
from sandtable.rulesets.warcaster.turn.activity import Activity, may_attack, spent

STOP = 0.1  # of optional activations that are left out
# Of the answers in an activation, by one random number from 0 to 1:
MOVE = 0.45  # below: move, where the unit still may
ATTACK = 0.9  # below: attack, where there is a target
ABILITY = 0.97  # below: use an ability; from here on: end the activation


@suggests(WhichUnit)
def which_unit(p: Position, domain: WhichUnit, n: int, rng: Random) -> list[Any]:
    keys = [f"activate {name}" for name in able_to_activate(p, domain.seat, domain.solo)]
    if domain.optional and (not keys or rng.random() >= 1 - STOP):
        keys.append(END)
    return some(keys, n, rng)


@suggests(ActivationMenu)
def in_activation(p: Position, domain: ActivationMenu, n: int, rng: Random) -> list[Any]:
    if n == 1:
        return [_action(p, domain.activity, rng)]
    return list(dict.fromkeys([_action(p, domain.activity, rng) for _ in range(n)]))


def _action(p: Position, activity: Activity, rng: Random) -> str:
    """The kind of action is chosen first: to list the whole menu takes long."""
    kind, may_move = rng.random(), not activity.moved
    if may_move and kind < MOVE:
        return "move"
    if kind < ATTACK:
        key = _attack(p, activity, rng)
        if key or may_move:
            return key or "move"
    found = offers(p, activity) if kind < ABILITY else []
    return rng.choice(found).key if found else END


def _attack(p: Position, activity: Activity, rng: Random) -> str:
    """A random attack; empty when there is nobody to attack."""
    if activity.closed:
        return ""
    for model in in_random_order(p.state.models_of(activity.unit), rng):
        if activity.attacks and spent(p, activity, model):
            continue
        for slot in in_random_order(weapons_in_reach(p, model), rng):
            if may_attack(p, activity, model, slot):
                mode = rng.choice(modes_of(p, slot))
                if target := next(each_target(p, model, slot, mode, shuffled=rng), ""):
                    squad = unit_card(p, activity.unit).type == "squad"
                    return attack_key(model if squad else "", target, slot, mode)
    return ""
