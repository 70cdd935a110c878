"""Whether a boost is worth its focus: against one more attack where that could be bought instead."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.appraisal.figures import hits, hurt
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, AttackDice, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow, Boost, DamageDice, DamagePower
from sandtable.rulesets.warmachine.common.damage.grid import left
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position

LITTLE = 0.12  # a gain below this is not worth a point that has another use
SURE = 0.9  # hits that need no help
CLOSE = 0.04  # nearer than this the two are alike


def boosting(p: Position, domain: Boost) -> bool | None:
    """Whether to boost this roll; None: it is close, or hangs on what else a warcaster needs his focus for."""
    if domain.strike is not None:
        before, after = chances(p, domain.strike)
        return wanted(p, domain.strike, before, after - before, before)
    blow = domain.blow
    if blow is None or blow.strike is None or blow.target not in p.state.models:
        return None
    before, after = (expected(p, blow, more) for more in (0, 1))
    again = chances(p, blow.strike)[0] * before
    return wanted(p, blow.strike, before, after - before, again)


def wanted(p: Position, strike: Strike, before: float, gain: float, again: float) -> bool | None:
    """By what is gained, and by what one more attack with the same weapon would be worth."""
    if gain < CLOSE or before >= SURE:
        return False
    buys = strike.kind == MELEE and card(p, strike.attacker).kind in ("warjack", "warcaster")
    if buys:
        return None if abs(gain - again) < CLOSE else gain > again
    if card(p, strike.attacker).kind == "warcaster":
        return None
    return gain > LITTLE


def chances(p: Position, strike: Strike) -> tuple[float, float]:
    """To hit, plain and boosted."""
    dice, need = p.value(AttackDice(strike)), p.value(Defence(strike)) - p.value(AttackBonus(strike))
    return hits(need, max(1, dice)), hits(need, max(1, dice) + 1)


def expected(p: Position, blow: Blow, more: int) -> float:
    """The average share of what its target has left."""
    printed = card(p, blow.target)
    boxes = left(printed, p.state.status[blow.target].marks)
    dice, over = p.value(DamageDice(blow)), p.value(DamagePower(blow)) - p.value(Armour(blow.target, blow))
    return hurt(max(1, dice) + more, over, boxes)
