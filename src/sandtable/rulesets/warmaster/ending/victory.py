"""Army break and victory points (WM-BREAK, WM-VP).

A player may concede at any time (WM-BREAK-4): the engine ends the battle, the other side wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, WarmasterRules
from sandtable.rulesets.warmaster.state.table import DESTROYED, OTHER, WAITING, Table, Unit

HALVES = 5  # half points are rounded up to the next 5 (WM-VP-2)
Counted = Callable[[Unit], int]
HALF_LOST: Switch[Counted] = Switch(  # half-units by which a unit counts as lost (WM-BREAK-6)
    "half_lost_units_count_for_break",
    {
        "false": lambda unit: 2 if unit.where == DESTROYED else 0,
        "true": lambda unit: 2 if unit.where == DESTROYED else 1 if reduced(unit) else 0,
    },
    "WM-BREAK-6",
)


def reduced(unit: Unit) -> bool:
    """Began with three stands or more and is down to one.

    An attached skirmisher does not count among those it began with, but is one of those it has left.
    """
    return unit.start >= 3 and unit.start - unit.lost + unit.skirmisher <= 1 and unit.where != DESTROYED


def break_point(units: int) -> int:
    """Half the army's units at the start, rounded up (WM-BREAK-1)."""
    return -(-units // 2)


def withdrawn(p: Position) -> dict[int, str]:
    """Which armies withdraw, and by which rule: too many units destroyed, or the General slain."""
    count = HALF_LOST.of(p)
    lost = [0, 0]
    for unit in p.state.units.values():
        lost[unit.owner] += count(unit)
    found = {
        character.seat: "WM-BREAK-3"
        for character in p.state.characters.values()
        if character.slain and p.rules.library.ranks[character.rank].kind == "general"
    }
    return found | {s: "WM-BREAK-2" for s in (0, 1) if lost[s] >= 2 * p.state.sides[s].breaks_at > 0}


def unit_points(rules: WarmasterRules, unit: Unit) -> int:
    """What a unit costs, its skirmisher stand included."""
    more = rules.library.units[unit.attached].points if unit.attached else 0
    return rules.library.units[unit.entry].points + more


def half_points(rules: WarmasterRules, unit: Unit) -> int:
    """What a unit reduced to one stand scores (WM-VP-2)."""
    return -(-unit_points(rules, unit) // (2 * HALVES)) * HALVES


def points(rules: WarmasterRules, state: Table, seat: int) -> int:
    """Victory points of a seat: enemy units destroyed or reduced, enemy characters slain (WM-VP-1, WM-VP-2)."""
    total = 0
    for unit in state.units.values():
        if unit.owner == seat:
            continue
        cost = unit_points(rules, unit)
        if unit.where == DESTROYED or unit.missing:
            total += cost
        elif reduced(unit):
            total += half_points(rules, unit)
    for character in state.characters.values():
        if character.seat != seat and character.slain:
            beast = rules.library.mounts.get(character.mount)
            total += rules.library.ranks[character.rank].points + (beast.points if beast else 0)
    return total


def decide(d: Draft) -> None:
    """At a checkpoint: an army that withdraws ends the battle at once (WM-BREAK-2)."""
    if gone := withdrawn(d):
        finish(d, gone, "withdraws")


def lose_those_away(d: Draft) -> None:
    """Who is off the table when the battle ends counts as destroyed (WM-OFFT-10)."""
    for name, unit in d.state.units.items():
        if unit.where == WAITING:
            d.emit(UnitMarked(unit=name, changes={"missing": True}, says=f"{name} is missing", cite="WM-OFFT-10"))
    for name, character in d.state.characters.items():
        if character.waiting:
            d.emit(CharacterSlain(character=name, cite="WM-OFFT-10"))


def finish(d: Draft, gone: Mapping[int, str], why: str) -> None:
    """Higher points win; a side that withdrew cannot (WM-VP-3, WM-BREAK-5)."""
    lose_those_away(d)
    a, b = (points(d.rules, d.state, seat) for seat in (0, 1))
    winner = None if a == b else 0 if a > b else 1
    if winner is not None and winner in gone and OTHER[winner] not in gone:
        winner = None
    names = [d.rules.seat_name(s) for s in sorted(gone)]
    said = f"{' and '.join(names)} {why}" if names else why
    cite = min(gone.values(), default="WM-VP-3")
    d.end(winner, f"{said}: {a} to {b} points", cite)
