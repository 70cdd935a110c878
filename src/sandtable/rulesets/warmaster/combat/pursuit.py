"""Pursuit: winners go after those who retreated from their fight (WM-PURSUE)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import Refusal
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.pairs import contact, gap
from sandtable.geometry.stands import Stands
from sandtable.rulesets.warmaster.charging.placing import CONTACT
from sandtable.rulesets.warmaster.charging.targets import first_strikes
from sandtable.rulesets.warmaster.combat.attacks import fortified
from sandtable.rulesets.warmaster.combat.pursuing_stands import (
    ENDLESS,
    Chase,
    Ends,
    chase,
    clear,
    follow,
    forced,
    straight_ends,
)
from sandtable.rulesets.warmaster.combat.retreats import facing_side
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.support import aligned, supportable
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose

MOST_FIRST = 3  # ways to begin a pursuit that are offered
MOUNTED = ("cavalry", "chariot")


def charged_in_flank(p: Position, unit: str, enemy: str) -> bool:
    """Whether a unit charged this turn and is not before the enemy's front."""
    if not p.state.units[unit].charged:
        return False
    pairs = [(gap(own, other), own, other) for own in crowd(p).of(unit) for other in crowd(p).of(enemy)]
    _, own, other = min(pairs, key=lambda pair: pair[0])
    return facing_side(other, own) != "front"


FLANKED: Switch[Callable[[Position, str, str], bool]] = (
    Switch(  # whether infantry may pursue mounted troops (WM-PURSUE-2)
        "infantry_pursue_cavalry_if_flanked",
        {"false": lambda p, unit, enemy: False, "true": charged_in_flank},
        "WM-PURSUE-7",
    )
)


def barred(p: Position, unit: str, enemy: str) -> Refusal | None:
    """Why a unit may not pursue an enemy, by what the two are (WM-PURSUE-7, WM-FLY-7)."""
    own, other = entry(p, unit), entry(p, enemy)
    if why := never_pursues(p, unit, enemy):
        return why
    if own.type == "infantry" and other.type in MOUNTED and not FLANKED.of(p)(p, unit, enemy):
        return Refusal("infantry cannot pursue cavalry or chariots", "WM-PURSUE-2")
    if other.flyer and not own.flyer:
        return Refusal("only flyers pursue flyers", "WM-PURSUE-6")
    return None


def never_pursues(p: Position, unit: str, enemy: str) -> Refusal | None:
    """Why a unit goes after nobody, not even those who are still in touch with it (WM-PURSUE-13)."""
    if entry(p, unit).type == "artillery":
        return Refusal("artillery never pursues", "WM-PURSUE-3")
    return Refusal("fortified units never pursue", "WM-PURSUE-4") if fortified(p, unit, (enemy,)) else None


def retreated_enemies(p: Position, unit: str, outcome: Outcome, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom a unit may pursue: those it fought, else others that retreated from the fight (WM-PURSUE-20); and of which
    of these a stand straight ahead must strike.

    Those who left the table cannot be pursued, even if they are back at once (WM-OFFT-12).
    """
    there = [u for u in p.state.engagements[key].units if may_be_pursued(p, unit, u)]
    fought = dict(outcome.touched).get(unit, ())
    for some in (tuple(u for u in there if u in fought), tuple(u for u in there if u not in fought)):
        if reached := tuple(u for u in some if pursuits(p, unit, u, some)):
            return reached, some
    return (), ()


def may_be_pursued(p: Position, unit: str, enemy: str) -> bool:
    """Whether an enemy has retreated and is on the table, and the unit may go after it."""
    own, other = p.state.units[unit], p.state.units[enemy]
    gone = enemy not in p.state.stands or other.fled
    return not gone and other.seat != own.seat and other.retreated and barred(p, unit, enemy) is None


def chased(p: Position, unit: str, enemy: str, ahead: tuple[str, ...] = ()) -> Chase:
    """The pursuit of one enemy, with the others that retreated from the same fight."""
    fight = next((f.units for f in p.state.engagements.values() if unit in f.units and enemy in f.units), ())
    others = tuple(u for u in fight if u != enemy and may_be_pursued(p, unit, u))
    return chase(p, unit, enemy, tuple(dict.fromkeys((enemy, *ahead))), others)


def beginnings(c: Chase) -> list[Ends]:
    """The stands that go in first: straight ahead, else as the first stand of a charge (WM-PURSUE-10). Each with
    those it takes along."""

    def make() -> list[Ends]:
        if straight_ends(c):
            return forced(c)
        if crowd(c.p).fought(c.unit):
            return []
        firsts: list[Ends] = [{i: rect} for i, rect in first_strikes(c.p, c.unit, c.enemy, c.pace)]
        return [ends for ends in firsts if follow(c, ends) is not None][:MOST_FIRST]

    key = ("beginnings", c.unit, c.enemy, c.ahead, c.others, c.pace, tuple(c.p.state.readings.items()))
    return c.p.memo(key, make, PLACES)


def pursuits(p: Position, unit: str, enemy: str, ahead: tuple[str, ...] = ()) -> tuple[tuple[Pose, ...], ...]:
    """Places for a pursuit of one enemy: front edge of at least one stand against an enemy edge (WM-PURSUE-21).

    One for each way to begin; the stands that come after are the player's to place. `ahead`: other enemies that a stand
    straight ahead of them strikes. Sight is not asked for: winners always see those who retreated from their fight
    (WM-VIS-9).
    """
    c = chased(p, unit, enemy, ahead)
    key = ("pursuits", unit, enemy, c.ahead, c.others, c.pace, tuple(p.state.readings.items()))

    def make() -> tuple[tuple[Pose, ...], ...]:
        found = (follow(c, ends) for ends in beginnings(c))
        return tuple(poses_of([ends[i] for i in range(len(ends))]) for ends in found if ends is not None)

    return p.memo(key, make, PLACES)


def goes_straight(p: Position, unit: str, enemies: tuple[str, ...], ahead: tuple[str, ...]) -> bool:
    """Whether a stand reaches one of some enemies straight ahead (WM-PURSUE-9)."""
    return any(straight_ends(chased(p, unit, enemy, ahead)) for enemy in enemies)


def supporting_pursuit(p: Position, unit: str) -> tuple[Pose, ...] | None:
    """Infantry that reaches no enemy goes straight ahead into a supporting place, no stand into edge contact
    (WM-PURSUE-11)."""
    table = crowd(p)
    if entry(p, unit).type != "infantry" or table.fought(unit):
        return None
    others = [i for i, o in enumerate(table.owners) if o != unit]
    row, c = Stands(tuple(table.rects[i] for i in others)), chase(p, unit, "", (), ())
    enemies = [table.rects[i] for i in table.numbers_against[table.seats[unit]]]
    for rect in table.of(unit):
        way = direction(rect.facing)
        met = row.shift((rect,), (way[0] * ENDLESS, way[1] * ENDLESS), tol=EPS)
        for _, j in met.met:
            friend = table.owners[others[j]]
            if table.seats[friend] != table.seats[unit] or not p.state.units[friend].pursued:
                continue
            if not supportable(p, others[j]):
                continue
            moved = [shifted(r, way, met.far) for r in table.of(unit)]
            ok = all(clear(c, leg) for leg in zip(table.of(unit), moved, strict=True))
            struck = any((hit := contact(r, foe, EPS)) and hit.length >= CONTACT for r in moved for foe in enemies)
            place = shifted(rect, way, met.far)
            if ok and not struck and aligned(place, table.rects[others[j]]) and met.far > EPS:
                return poses_of(moved)
    return None
