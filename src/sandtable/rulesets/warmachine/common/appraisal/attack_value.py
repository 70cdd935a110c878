"""What one attack is worth on the average, with everything that modifies its rolls."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from sandtable.core import Option
from sandtable.rulesets.warmachine.common.appraisal.figures import FACES, hits
from sandtable.rulesets.warmachine.common.attacks.attack import blow_of
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, AttackDice, Defence, hits_by_itself
from sandtable.rulesets.warmachine.common.attacks.attacking import strike_of
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, DamageDice, DamagePower
from sandtable.rulesets.warmachine.common.damage.grid import left
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.suggestions.tastes import prize
from sandtable.rulesets.warmachine.common.turn.activity import Activity

CRIPPLED = 0.5  # of a model's worth for all its boxes but the last


class Chances(NamedTuple):
    hit: float
    boxes: float  # that a hit marks, on the average
    last: float  # that a hit marks the last box


def chances(p: Position, strike: Strike) -> Chances:
    """Of one attack, unboosted."""
    if hits_by_itself(p, strike):
        hit = 1.0
    else:
        hit = hits(p.value(Defence(strike)) - p.value(AttackBonus(strike)), max(1, p.value(AttackDice(strike))))
    blow = blow_of(p, strike)
    over = p.value(DamagePower(blow)) - p.value(Armour(strike.target, blow))
    boxes = left(card(p, strike.target), p.state.status[strike.target].marks)
    return Chances(hit, *damage(max(1, p.value(DamageDice(blow))), over, boxes))


@cache
def damage(dice: int, over: int, boxes: int) -> tuple[float, float]:
    """Boxes marked on the average, and the chance that it is all of them."""
    rolls = [sum(faces) + over for faces in product(FACES, repeat=dice)]
    mean = sum(min(boxes, max(0, roll)) for roll in rolls) / len(rolls)
    return mean, sum(1 for roll in rolls if roll >= boxes) / len(rolls)


def attack_value(p: Position, a: Activity, option: Option) -> float:
    """The worth of what an attack of a menu takes; the last box counts most."""
    weapon = weapons_of(p, a.model).get(option.using)
    if weapon is None or option.target not in p.state.models:
        return 0.0
    strike = strike_of(a, option.target, option.using, weapon)
    found = chances(p, strike)
    boxes = left(card(p, option.target), p.state.status[option.target].marks)
    part = CRIPPLED * found.boxes / max(1, boxes) * (1 - found.last)
    return found.hit * (found.last + part) * prize(p, option.target)
