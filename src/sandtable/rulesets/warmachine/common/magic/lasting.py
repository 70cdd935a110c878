"""Spells that stay: one of each per caster, one friendly and one enemy upkeep spell on a bearer; the newest counts."""

from __future__ import annotations

from sandtable.core import Effect, EffectEnded
from sandtable.rulesets.warmachine.common.state.conditions import begin, until
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position

FRIENDLY, ENEMY = "friendly upkeep", "enemy upkeep"


def bearer(p: Position, spell: str, target: str) -> str:
    """Who carries a spell cast on a model: its unit, where the spell goes on units."""
    unit = p.state.status[target].unit
    return unit if unit and p.rules.cards.spells[spell].on_units else target


def put_on(d: Draft, caster: str, spell: str, target: str) -> None:
    """A spell begins on its target; what it replaces ends."""
    printed = d.rules.cards.spells[spell]
    on, cite = bearer(d, spell, target), d.rules.cite("spells that last")
    slot = ""
    if printed.upkeep:
        friendly = d.state.status[caster].seat == d.state.status[target].seat
        slot = FRIENDLY if friendly else ENEMY
        again = d.rules.cite("one upkeep spell of each kind")
        for other in d.state.effects:
            if other.name == spell and other.source == caster:
                d.emit(EffectEnded(effect=other, cite=again))
    begin(d, Effect(spell, on, caster, slot, until(d, printed.lasts), cite=cite))
