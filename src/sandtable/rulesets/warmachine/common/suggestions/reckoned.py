"""Answers of warjacks that are reckoned, not searched for: which attack next, whether to boost, how to stand up.

All initial attacks come before the first that is bought, because none is left after it; then the attack that takes
most on the average.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Choice
from sandtable.rulesets.warmachine.common.appraisal.attack_value import attack_value
from sandtable.rulesets.warmachine.common.appraisal.boosting import CLOSE, LITTLE, SURE, chances, expected
from sandtable.rulesets.warmachine.common.appraisal.figures import profile
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import ROLL, Boost
from sandtable.rulesets.warmachine.common.measuring.by_the_book import apart
from sandtable.rulesets.warmachine.common.setup.new_game import SECOND
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.suggestions.menus import wise
from sandtable.rulesets.warmachine.common.turn.activation import END, ActivationMenu
from sandtable.rulesets.warmachine.common.turn.activity import MARSHAL, MOVEMENT
from sandtable.rulesets.warmachine.common.turn.standing_up import HALVES

ATTACK = "attack"
NOTHING = 1.0  # an attack that takes less is none


def reckoned(p: Position, ask: Ask) -> list[Any] | None:
    """The answer to take; None: it must be searched for."""
    domain = ask.domain
    if isinstance(domain, Boost):
        return boost(p, domain)
    if isinstance(domain, ActivationMenu) and card(p, domain.activity.model).kind == "warjack":
        return stand(p, domain) if domain.activity.down else next_attack(p, domain)
    if isinstance(domain, Choice) and not p.state.turn:
        return [o.key for o in domain.options(p) if o.key == SECOND] or None
    return None


def next_attack(p: Position, domain: ActivationMenu) -> list[Any] | None:
    """Of a warjack that has moved: the best attack; the end where there is nothing else to do."""
    a = domain.activity
    if a.may_move:
        return None
    options = wise(p, a, domain.options(p))
    values = {o.key: attack_value(p, a, o) for o in options if o.verb == ATTACK}
    attacks = [o for o in options if values.get(o.key, 0.0) > NOTHING]
    if not attacks:
        return [END] if all(o.verb == ATTACK or o.ends for o in options) else None
    initial = [o for o in attacks if not o.cost and o.how != MARSHAL]
    return [max(initial or attacks, key=lambda o: values[o.key]).key]


def stand(p: Position, domain: ActivationMenu) -> list[Any] | None:
    """Who has an enemy in reach gives up its movement, others their action."""
    model = domain.activity.model
    melee = profile(p.rules.cards, p.state.models[model].card).melee
    near = any(apart(p, model, foe) <= melee for foe in p.state.enemies(model))
    found = [o.key for o in domain.options(p) if o.key in HALVES]
    return [key for key in found if (HALVES[key] == MOVEMENT) is near] or found or None


def boost(p: Position, domain: Boost) -> list[Any] | None:
    """In melee where it adds more than an attack bought for the same point; a shot where it adds enough."""
    strike = domain.strike if domain.blow is None else domain.blow.strike
    if strike is None or strike.attacker not in p.state.models or card(p, strike.attacker).kind != "warjack":
        return None
    found = gain_and_attack(p, domain, strike)
    if found is None:
        return None
    gain, again = found
    wanted = gain > max(CLOSE, again) if strike.kind == MELEE else gain > LITTLE
    return [o.key for o in domain.offered if (o.key != ROLL) is wanted][:1]


def gain_and_attack(p: Position, domain: Boost, strike: Strike) -> tuple[float, float] | None:
    """What a boost adds, and what one more attack would."""
    if domain.strike is not None:
        before, after = chances(p, strike)
        return (0.0 if before >= SURE else after - before), before
    if domain.blow is None or domain.blow.target not in p.state.models:
        return None
    before, after = (expected(p, domain.blow, more) for more in (0, 1))
    return after - before, chances(p, strike)[0] * before
