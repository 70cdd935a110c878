"""Engagements: who is engaged, and which units fight in one fight (WM-ENG)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.rulesets.warmaster.combat.support import supporting
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import COMBAT, SHOOTING, Engagement

IN_COMMAND: Switch[Callable[[str], bool]] = Switch(  # whether support engages in this phase (WM-ENG-12)
    "support_engages_in_command_phase",
    {"false": lambda phase: phase in (SHOOTING, COMBAT), "true": lambda phase: True},
    "WM-ENG-12",
)


def engaged(p: Position, unit: str) -> bool:
    """Touching an enemy, or from the Shooting phase on supporting somebody who does (WM-ENG-2)."""
    return unit in all_engaged(p)


def all_engaged(p: Position) -> frozenset[str]:
    """The engaged units."""
    return p.memo("engaged", _all_engaged, None, p)


def _all_engaged(p: Position) -> frozenset[str]:
    touching = crowd(p).fighting
    return touching | supports(p) if touching and IN_COMMAND.of(p)(p.state.phase) else touching


def supports(p: Position) -> frozenset[str]:
    """Units with a stand that supports a stand of another unit or their own."""
    return p.memo("supports", lambda: frozenset([crowd(p).owners[j] for j, _ in supporting(p)]))


def fight_links(p: Position) -> dict[str, set[str]]:
    """Enemy contact and support between units (WM-ENG-3)."""
    table = crowd(p)
    found: dict[str, set[str]] = {u: set(table.fought(u)) for u in table.spans}
    for j, i in supporting(p):
        a, b = table.owners[j], table.owners[i]
        if a != b:
            found[a].add(b)
            found[b].add(a)
    return found


def components(p: Position) -> list[tuple[str, ...]]:
    """The fights on the table: units linked by contact and support (WM-ENG-13, WM-SUPP-7)."""
    near = fight_links(p)
    left = [u for u in near if near[u] or u in supports(p)]
    found = []
    while left:
        group, todo = {left[0]}, [left[0]]
        while todo:
            more = near[todo.pop()] - group
            group |= more
            todo += more
        members = tuple(u for u in near if u in group)
        if any(crowd(p).fought(u) for u in members):
            found.append(members)
        left = [u for u in left if u not in group]
    return found


def new_engagements(p: Position) -> dict[str, Engagement]:
    """All fights as they stand when the Combat phase begins (WM-ENG-11: those left from before fight again)."""
    return {f"fight_{n}": Engagement(units) for n, units in enumerate(components(p), 1)}


def fight_of(p: Position, unit: str) -> str:
    """The fight a unit is in; empty: none."""
    return next((key for key, fight in p.state.engagements.items() if unit in fight.units), "")


def joined(p: Position, key: str, units: Iterable[str]) -> dict[str, Engagement]:
    """The fights once some units have come into one, with all they touch: unfought ones merge with it (WM-ENG-9)."""
    fights = dict(p.state.engagements)
    near = fight_links(p)
    members = set(fights[key].units) if key in fights else set()
    todo = [u for u in (*members, *units) if u in near]
    members |= set(todo)
    while todo:
        more = near.get(todo.pop(), set()) - members
        members |= more
        todo += more
    merged = [k for k, fight in fights.items() if k != key and members & set(fight.units)]
    for other in merged:
        if not fights[other].fought:
            members |= set(fights.pop(other).units)
    own = fights.get(key, Engagement(()))
    fights[key] = own.but(units=tuple(u for u in p.state.stands if u in members))
    return fights
