"""Every number on a card as a query: what it is now, and why (WC-STAT, WC-GEN-6, WC-GEN-7).

Modifiers of different names add up; one name counts once (its group); then the clamps of WC-STAT-14.

Elsewhere: WC-STAT-1 in lists/force_building; WC-STAT-9, WC-STAT-15 in state/cards; WC-STAT-10 in
turn/deployment_checks; WC-STAT-12, WC-STAT-21 in abilities/armour; WC-STAT-13 in attacks/strike; WC-STAT-16 in
state/rules; WC-STAT-17 in state/events/leaving; WC-STAT-18, WC-STAT-19 in state/table; WC-STAT-20 in
attacks/damage; WC-STAT-22 in state/strength_checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import ClassVar

from sandtable.core import YES, Flag, Query, Term
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.cards import Library, Weapon
from sandtable.rulesets.warcaster.state.printed import card_of, unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table


@lru_cache(maxsize=4096)
def printed_rules(cards: Library, card: str, cortex: str) -> frozenset[str]:
    return cards.units[card].rules | frozenset(cards.cortexes.get(cortex, ()))


def rules_of(p: Position, model: str) -> frozenset[str]:
    """The special rules of a model: its card, its cortex, and for an attachment its squad's (WC-ATTACH-7)."""
    state = p.state
    m = state.models[model]
    unit = state.units[m.unit]
    own = printed_rules(p.rules.cards, m.card, unit.cortex)
    return own if m.card == unit.card else own | printed_rules(p.rules.cards, unit.card, "")


def charged(state: Table, model: str) -> int:
    """The Arc on a model's unit (WC-ARC-5)."""
    return state.units[state.models[model].unit].arc


def weapons_of(p: Position, model: str) -> tuple[str, ...]:
    """Weapon slots of one model."""
    state = p.state
    m = state.models[model]
    unit = state.units[m.unit]
    return unit.weapons if unit.weapons and m.card == unit.card else p.rules.cards.units[m.card].weapons


def bears(p: Position, model: str, weapon: Weapon, rule: str) -> bool:
    """A rule printed on the weapon or on the model counts once (WC-SPEC-8)."""
    return rule in weapon.rules or rule in rules_of(p, model)


class ModelStat(Query, frozen=True):
    """A stat of one model by its card; subclasses name it and its least value."""

    who: str
    stat: ClassVar[str]  # as cards print it

    def printed(self, p: Position) -> int:
        """A stat that a card does not print is the least it can be."""
        return card_of(p, self.who).stats.get(self.stat, self.least())

    def least(self) -> int:
        return 0

    def base(self, p: Position) -> tuple[Term, ...]:
        return stat_terms(self.stat, self.printed(p), self.least())


@cache
def stat_terms(name: str, printed: int, least: int) -> tuple[Term, ...]:
    """The same few for every model with this number on its card."""
    return (
        Term(printed, f"{name} on the card", STAT_RULES[name], "base"),
        Term(least, f"{name} is never less", "WC-STAT-14", "least"),
    )


STAT_RULES = {
    "SPD": "WC-STAT-2",
    "STR": "WC-STAT-3",
    "MAT": "WC-STAT-4",
    "RAT": "WC-STAT-5",
    "FOC": "WC-STAT-6",
    "DEF": "WC-STAT-7",
    "ARM": "WC-STAT-8",
}


class Spd(ModelStat, frozen=True):
    """Inches, in thousandths (WC-STAT-2). An attachment moves as its squad does (WC-ATTACH-6)."""

    stat: ClassVar[str] = "SPD"

    def printed(self, p: Position) -> int:
        state: Table = p.state
        return 1000 * unit_card(p, state.models[self.who].unit).stats.get(self.stat, self.least())


class Str(ModelStat, frozen=True):
    stat: ClassVar[str] = "STR"


class Mat(ModelStat, frozen=True):
    """Action dice of a melee attack (WC-STAT-4)."""

    stat: ClassVar[str] = "MAT"


class Rat(ModelStat, frozen=True):
    """Action dice of a ranged attack (WC-STAT-5)."""

    stat: ClassVar[str] = "RAT"


class Foc(ModelStat, frozen=True):
    """Action dice of a Fury (WC-STAT-6)."""

    stat: ClassVar[str] = "FOC"


class Def(ModelStat, frozen=True):
    """Action dice of the defence roll (WC-STAT-7); some rules look at the attack."""

    stat: ClassVar[str] = "DEF"
    strike: Strike | None = None


class Arm(ModelStat, frozen=True):
    """Strikes to a point of damage; some rules look at the attack or the damage's energy."""

    stat: ClassVar[str] = "ARM"
    strike: Strike | None = None
    energy: tuple[str, ...] = ()

    def least(self) -> int:
        return 1


@cache
def weapon_terms(figure: str, printed: int, weapon: str) -> tuple[Term, ...]:
    """The same few for every bearer of the weapon."""
    return (
        Term(printed, f"{figure} of {weapon}", "WC-STAT-11", "base"),
        Term(0, f"{figure} is never less", "WC-STAT-14", "least"),
    )


class WeaponRange(Query, frozen=True):
    """RNG of one weapon in one model's hands, in thousandths."""

    who: str
    weapon: str

    def base(self, p: Position) -> tuple[Term, ...]:
        weapon = p.rules.cards.weapon(self.weapon)
        return weapon_terms("RNG", weapon.rng, weapon.name)


class WeaponPower(Query, frozen=True):
    """POW of one weapon in one model's hands."""

    who: str
    weapon: str

    def base(self, p: Position) -> tuple[Term, ...]:
        weapon = p.rules.cards.weapon(self.weapon)
        return weapon_terms("POW", weapon.pow or 0, weapon.name)


class HandSize(Query, frozen=True):
    """The most cards a player may hold."""

    seat: int

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(p.rules.cards.game["rack"]["hand"], "maximum hand", "WC-RACK-4", "base")


class Trait(Flag, frozen=True):
    """Whether a model has Flight, Stealth, cover and the like right now; printed rules say yes by themselves.

    Abilities modify one trait by its name: ``@modifies("flight")``.
    """

    who: str
    name: str
    strike: Strike | None = None

    def topic(self) -> str:
        return self.name

    def base(self, p: Position) -> tuple[Term, ...]:
        printed = PRINTED.get(self.name)
        return printed if printed is not None and self.name in rules_of(p, self.who) else ()


PRINTED = {
    name: (Term(YES, name, cite),)
    for name, cite in (("flight", "WC-FLIGHT-1"), ("stealth", "WC-ATK-20"), ("pathfinder", "WC-TERRAIN-3"))
}
NEVER = -1000  # a term that overrules every reason for a trait
