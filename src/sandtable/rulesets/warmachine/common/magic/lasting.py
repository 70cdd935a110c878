"""Spells that stay: one of each per caster, one friendly and one enemy upkeep spell on a bearer; the newest counts."""

from __future__ import annotations

from sandtable.core import Effect, EffectEnded
from sandtable.rulesets.warmachine.common.state.cards import ROUND, TURN
from sandtable.rulesets.warmachine.common.state.conditions import SPARED, begin, borne, until
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position, WarmachineRules

FRIENDLY, ENEMY = "friendly upkeep", "enemy upkeep"


def bearer(p: Position, spell: str, target: str) -> str:
    """Who carries a spell cast on a model: its unit, where the spell goes on units."""
    unit = p.state.status[target].unit
    return unit if unit and p.rules.cards.spells[spell].on_units else target


def cite_of_lasting(rules: WarmachineRules, spell: str) -> str:
    """The rule by which a spell stays."""
    lasts = rules.cards.spells[spell].lasts
    if lasts == TURN:
        return rules.cite("spells for one turn")
    return rules.cite("spells for one round") if lasts == ROUND else rules.cite("spells that last")


def put_on(d: Draft, caster: str, spell: str, target: str) -> None:
    """A spell begins on its target; what it replaces ends."""
    printed = d.rules.cards.spells[spell]
    on, cite = bearer(d, spell, target), cite_of_lasting(d.rules, spell)
    slot = ""
    if printed.upkeep:
        friendly = not printed.offensive and d.state.status[caster].seat == d.state.status[target].seat
        slot = FRIENDLY if friendly else ENEMY  # an offensive one may have gone astray onto a friend
        end_earlier(d, caster, spell)
        make_way(d, on, spell, slot)
        replace(d, on, slot)
    begin(d, Effect(spell, on, caster, slot, until(d, printed.lasts), cite=cite))


def end_earlier(d: Draft, caster: str, spell: str) -> None:
    """A caster has each upkeep spell in play only once: casting it again ends it, wherever the new one goes."""
    cite = d.rules.cite("one upkeep spell of each kind")
    for effect in d.state.effects if d.rules.cards.spells[spell].upkeep else ():
        if effect.name == spell and effect.source == caster:
            d.emit(EffectEnded(effect=effect, cite=cite))


def replace(d: Draft, on: str, slot: str) -> None:
    """The newest spell of a side ends the one before it."""
    for effect in borne(d).get(on, ()):
        if effect.slot == slot and effect.on == on:
            d.emit(EffectEnded(effect=effect, cite=d.rules.cite("a spell that is replaced")))


def make_way(d: Draft, on: str, spell: str, slot: str) -> None:
    """A unit's new spell ends those on its members; one on a single trooper frees him alone from the unit's."""
    cite = d.rules.cite("spells on units and models")
    if on in d.state.units:
        replaced = [SPARED + spell, *(SPARED + e.name for e in borne(d).get(on, ()) if e.slot == slot)]
        for effect in d.state.effects:
            if effect.on in d.state.units[on].members and (effect.slot == slot or effect.name in replaced):
                d.emit(EffectEnded(effect=effect, cite=cite))
        return
    unit = d.state.status[on].unit
    for effect in borne(d).get(unit, ()) if unit else ():
        if effect.slot == slot:
            begin(d, Effect(SPARED + effect.name, on, cite=cite))
