"""What weapons and spells do to a model they hit, before damage: automatic effects on every hit, critical ones on a
critical hit."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, forces
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, takes_effect
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.damage.knocking_down import apply_state
from sandtable.rulesets.warmachine.common.magic.lasting import put_on
from sandtable.rulesets.warmachine.common.movement.forced_moves import push
from sandtable.rulesets.warmachine.common.state.conditions import (
    CORROSION,
    DISRUPTED,
    DOWN,
    FIRE,
    STALL,
    STATIONARY,
    card,
)
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.terror import Frights

ON_HIT = {"continuous_effect_fire": FIRE, "continuous_effect_corrosion": CORROSION, "disruption": DISRUPTED}
ON_CRITICAL = {
    "critical_fire": FIRE,
    "critical_corrosion": CORROSION,
    "critical_freeze": STATIONARY,
    "critical_knockdown": DOWN,
    "critical_stall": STALL,
}
WARJACKS_ONLY = (STALL, DISRUPTED)


@forces(Hit)
def weapon_effects(d: Draft, event: Hit) -> Iterator[Frame]:
    strike = event.strike
    weapon = weapon_of(d, strike)
    if weapon is not None and not strike.special and not strike.power:
        found = {
            trait: ON_HIT.get(trait) or (ON_CRITICAL.get(trait) if event.critical else None) for trait in weapon.traits
        }
        jack = card(d, event.who).kind == "warjack"
        states = {trait: state for trait, state in found.items() if state and (jack or state not in WARJACKS_ONLY)}
        if states and takes_effect(d, strike, event.who):
            for trait, state in states.items():
                apply_state(d, event.who, state, rule_of(d, trait))
    yield from ()


def rule_of(p: Position, trait: str) -> str:
    """The rule on a weapon's quality, or on effects of hits."""
    printed = p.rules.cards.abilities.get(trait)
    return (printed.rule if printed is not None else "") or p.rules.cite("hits")


@forces(Hit)
def spell_effects(d: Draft, event: Hit) -> Iterator[Frame]:
    """What an offensive spell does to everybody it hits; an upkeep spell stays on its target."""
    strike, cite = event.strike, d.rules.cite("magic attacks")
    spell = d.rules.cards.spells.get(strike.spell)
    if spell is None or event.who not in d.state.models:
        return
    for name in everybody_on(d, event.who, spell.on_units):
        for state in spell.applies:
            apply_state(d, name, state, cite)
    if spell.upkeep or (spell.bonus and not spell.special):
        put_on(d, strike.attacker, strike.spell, event.who)
    if spell.push and event.who in d.state.models:
        push(d, event.who, d.state.models[strike.source].at, spell.push * 1000, d.rules.cite("being pushed"))
        yield Frights()
    yield from special_effects(d, strike, event)


def special_effects(d: Draft, strike: Strike, event: Hit) -> Iterator[Frame]:
    make = d.rules.spell_frames.get(d.rules.cards.spells[strike.spell].special)
    if make is not None:
        yield make(caster=strike.attacker, spell=strike.spell, target=event.who)


def everybody_on(p: Position, name: str, unit: bool) -> tuple[str, ...]:
    """A model, or all models of its unit."""
    own = p.state.status[name].unit
    return p.state.units[own].members if unit and own else (name,)
