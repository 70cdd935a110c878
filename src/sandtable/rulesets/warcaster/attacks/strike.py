"""The subject of an attack: attacker, target, weapon and progress. Abilities read and replace it."""

from __future__ import annotations

from sandtable.core import Value
from sandtable.rulesets.warcaster.state.table import Table


class Strike(Value, frozen=True, kw_only=True, cache_hash=True):
    """One attack: melee, ranged or Fury (WC-ATK-1). A Fury is neither melee nor ranged (WC-FURY-10)."""

    attacker: str  # the attacking or channelling model
    target: str
    kind: str  # melee, ranged or fury
    weapon: str = ""  # slot; empty for a Fury or an attack a card makes by itself
    cypher: str = ""
    pow: int | None = None  # Action dice of the damage roll; None: no damage roll at all (WC-STAT-13)
    energy: tuple[str, ...] = ()
    quality: tuple[str, ...] = ()  # blast, spray
    rules: tuple[str, ...] = ()  # the weapon's rules in force for this attack, a chosen attack mode among them
    declared: str = ""  # the target declared; another one may have taken its place, or be on the line of a spray
    reaction: bool = False  # made as a reaction: gives rise to no reaction attack (WC-REACT-10)
    extra: bool = False  # a further attack of a spray, Strafe, Cleave: not chained
    more_to_come: bool = False  # not the last roll of a spray or a sweep
    in_activation: bool = False  # part of its unit's activation
    fixed_gun: bool = False  # with a weapon that is not the model's own
    sight: bool = True  # needs line of sight
    marks: tuple[str, ...] = ()  # rules used for this attack: one use of each (WC-ARC-18)
    owed: tuple[tuple[str, str], ...] = ()  # rule and model: spiked, and takes effect after the attack
    attack: int = 0  # strikes rolled, until W2 closes
    defence: int = 0
    margin: int = 0
    hit: bool = False
    void: bool = False  # damage and effects are ignored
    neighbours: tuple[str, ...] = ()  # caught in the blast, fixed after W3
    beside: tuple[str, ...] = ()  # near the target just before the damage roll: Explosive Collapse
    power: int = 0  # further Power dice on the damage roll (slam contact)
    collateral: tuple[tuple[str, int], ...] = ()  # models struck in passing, and the POW each suffers
    destroyed: tuple[str, ...] = ()  # models this attack destroyed so far, the target first
    charged_victim: bool = False  # the target had Arc when it was destroyed

    def marked(self, *names: str) -> Strike:
        return self.but(marks=(*self.marks, *names))


class Declaration(Value, frozen=True, kw_only=True):
    """A declared attack before its rolls."""

    strike: Strike  # with what the window of the declaration made of it
    declared: Strike  # as it was declared


def seat_of_strike(state: Table, strike: Strike) -> int:
    """The seat an attack is credited to, also when the attacker is gone by now."""
    if strike.attacker in state.models:
        return state.seat_of(strike.attacker)
    return state.units[strike.attacker.partition(".")[0]].seat
