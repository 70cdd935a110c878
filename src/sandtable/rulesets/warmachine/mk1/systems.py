"""Disabled systems of a warjack in Mk I: movement slows it (M1-SYS-6), a weapon system silences its weapons."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.grid import disabled
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks, weapons_of
from sandtable.rulesets.warmachine.common.movement.travel import Lamed
from sandtable.rulesets.warmachine.common.power.power_attacks import FistWorks
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import Stat
from sandtable.rulesets.warmachine.common.turn.activity import Activity


def out(p: Position, model: str) -> frozenset[str]:
    """A model's disabled systems."""
    return disabled(card(p, model), p.state.status[model].marks)


@modifies(Stat)
def crawling(p: Position, q: Stat) -> Iterator[Term]:
    """SPD becomes 1; a run is then 2 inches (M1-SYS-6, M1-SYS-11)."""
    if q.name == "SPD" and "M" in out(p, q.model):
        yield Term(1, "movement disabled", "M1-SYS-6", "set")


@modifies(Lamed)
def slower_on_its_way(p: Position, q: Lamed) -> Iterator[Term]:
    """M1-SYS-6, M1-FREE-5."""
    if "M" in out(p, q.model):
        yield Term(1, "movement disabled", "M1-SYS-6")


@modifies(WeaponWorks, FistWorks)
def silenced(p: Position, q: WeaponWorks) -> Iterator[Term]:
    """Weapons of a disabled arm or head make no attacks at all (M1-SYS-7)."""
    loc = weapons_of(p, q.model)[q.slot].loc
    if loc and loc in out(p, q.model):
        yield Term(-1000, f"system {loc} disabled", "M1-SYS-7")


@forbids("charge", "slam")
def no_charge(p: Position, a: Activity) -> Refusal | None:
    """No charge or slam with disabled movement (M1-MOD-16, M1-CHARGE-17)."""
    return (
        Refusal(say("{model}'s movement is disabled", model=a.model), "M1-CHARGE-17")
        if "M" in out(p, a.model)
        else None
    )
