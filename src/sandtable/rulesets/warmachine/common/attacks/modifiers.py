"""What changes attack rolls, damage dice, DEF and ARM in both editions."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, DamageDice, DamagePower
from sandtable.rulesets.warmachine.common.damage.grid import disabled
from sandtable.rulesets.warmachine.common.measuring.distance import behind
from sandtable.rulesets.warmachine.common.measuring.engagement import in_melee, in_melee_with
from sandtable.rulesets.warmachine.common.state.cards import MAGIC, MELEE, RANGED
from sandtable.rulesets.warmachine.common.state.conditions import card, is_helpless, is_still
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import bonuses
from sandtable.rulesets.warmachine.common.terrain.features import elevation, stands_in
from sandtable.rulesets.warmachine.common.turn.activity import NOTICED


@modifies(AttackBonus)
def aiming(p: Position, q: AttackBonus) -> Iterator[Term]:
    s = q.strike
    if s.aimed and s.kind == RANGED and not in_melee(p, s.attacker) and p.forbidden("aim", s.attacker) is None:
        yield Term(2, "aiming", p.rules.cite("aiming"))


@modifies(AttackBonus)
def back_strike(p: Position, q: AttackBonus) -> Iterator[Term]:
    s, policy = q.strike, p.rules.edition.back_strike
    if not s.free and is_unaware(p, s) and policy.counts(p, s) and behind(p, s.source, s.target):
        yield Term(2, "back strike", p.rules.cite("back strike"))


def is_unaware(p: Position, s: Strike) -> bool:
    """Whether the target, friend or foe, has not noticed the attacker in its activation."""
    if p.state.status[s.attacker].seat == p.state.status[s.target].seat:
        return s.activated and NOTICED + s.target not in s.marks
    return s.behind


@modifies(AttackBonus)
def free_strike(p: Position, q: AttackBonus) -> Iterator[Term]:
    if q.strike.free:
        yield Term(2, "free strike", p.rules.cite("attack roll of a free strike"))


@modifies(AttackBonus)
def combined(p: Position, q: AttackBonus) -> Iterator[Term]:
    if q.strike.combined:
        blades, shots = p.rules.cite("attack roll of a combined attack"), p.rules.cite("attack roll of a combined shot")
        yield Term(q.strike.combined, "combined attack", blades if q.strike.kind == MELEE else shots)


@modifies(AttackBonus)
def target_in_melee(p: Position, q: AttackBonus) -> Iterator[Term]:
    s, at = q.strike, q.strike.meant or q.strike.target
    if s.kind == MELEE or not in_melee(p, at):
        return
    if s.kind == MAGIC and s.attacker in in_melee_with(p, at):
        return  # a caster in that very melee
    yield Term(-4, "target in melee", p.rules.cite("target in melee"))


@modifies(Defence)
def helpless(p: Position, q: Defence) -> Iterator[Term]:
    if is_still(p, q.strike.target):
        yield Term(5, "stationary target", p.rules.cite("DEF of a stationary target"), "base")
    elif is_helpless(p, q.strike.target):
        yield Term(5, "knocked-down target", p.rules.cite("DEF of a knocked-down target"), "base")


@modifies(Defence)
def deep_water(p: Position, q: Defence) -> Iterator[Term]:
    if stands_in(p, p.state.models[q.strike.target], "deep_water"):
        yield Term(7, "in deep water", p.rules.cite("deep water"), "base")


@modifies(Defence)
def movement_out(p: Position, q: Defence) -> Iterator[Term]:
    target = q.strike.target
    if "M" in disabled(card(p, target), p.state.status[target].marks):
        yield Term(7, "movement disabled", p.rules.cite("movement system"), "base")


@modifies(Defence)
def elevated(p: Position, q: Defence) -> Iterator[Term]:
    if q.strike.kind == MELEE:
        return
    models = p.state.models
    if elevation(p, models[q.strike.target]) >= elevation(p, models[q.strike.source]) + MILLI:
        yield Term(2, "elevated target", p.rules.cite("elevated target"))


@modifies(DamageDice)
def charge_attack(p: Position, q: DamageDice) -> Iterator[Term]:
    if q.blow.strike is not None and q.blow.strike.charge:
        yield Term(1, "charge attack", p.rules.cite("damage of a charge attack"))


@modifies(DamageDice)
def free_strike_damage(p: Position, q: DamageDice) -> Iterator[Term]:
    if q.blow.strike is not None and q.blow.strike.free:
        yield Term(1, "free strike", p.rules.cite("damage of a free strike"))


@modifies(DamagePower)
def combined_damage(p: Position, q: DamagePower) -> Iterator[Term]:
    if q.blow.strike is not None and q.blow.strike.combined and not q.blow.blast:
        yield Term(q.blow.strike.combined, "combined attack", p.rules.cite("bonus of a combined attack"))


@modifies(Armour)
def power_field(p: Position, q: Armour) -> Iterator[Term]:
    """Unspent focus protects a warcaster."""
    if card(p, q.model).kind == "warcaster" and p.state.status[q.model].focus:
        yield Term(p.state.status[q.model].focus, "power field", p.rules.cite("power field"))


@modifies(Armour)
def spells_on_armour(p: Position, q: Armour) -> Iterator[Term]:
    yield from bonuses(p, q.model, "ARM")
