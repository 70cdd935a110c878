"""Who could charge whom next, and what that would come to: one on one, by printed values and the stands left."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from sandtable.geometry.corners import unit as direction
from sandtable.rulesets.warmaster.ending.victory import unit_points
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, Crowd, crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, full_pace, rank
from sandtable.rulesets.warmaster.state.table import COMMAND

CHARGE = 1  # attacks a stand gains by charging
SPREAD = 1.5  # hits by which a clash is usually decided
ROUT = 0.7  # of what the losers have left, lost in retreat and pursuit
ORDERED = 0.45  # how often a charge is made that needs an order
FALLS = 0.4  # how often a beaten unit takes its characters with it
BEFORE, AFTER = 0.5, 0.9  # how much threats count in one's own turn, while orders are given and later
BATTLE = 250  # points: what winning the battle is worth
MOST = 0.9  # of a unit's points that can be at stake


class Fighter(NamedTuple):
    """What counts in a clash: attacks of all stands, hits they take, chance that a hit is not saved, points left."""

    attacks: int
    stands: int
    hits: int
    unsaved: float
    points: float


def fighter(p: Position, unit: str) -> Fighter:
    found, own, stands = entry(p, unit), p.state.units[unit], len(p.state.stands[unit])
    unsaved = 1.0 if found.armour is None else (found.armour - 1) / 6
    left = unit_points(p.rules, own) * stands / max(1, own.start)
    return Fighter(found.attack * stands, stands, max(1, found.hits), unsaved, left + with_it(p, unit))


def with_it(p: Position, unit: str) -> float:
    """Points at stake with the characters of a unit: they fall when it is destroyed, and with a General the battle."""
    found = 0.0
    for name, character in p.state.characters.items():
        if character.joined == unit and not character.slain:
            printed = rank(p, name)
            found += FALLS * (printed.points + (BATTLE if printed.kind == "general" else 0))
    return found


@lru_cache(maxsize=4096)
def clash(charger: Fighter, target: Fighter) -> float:
    """Points a charger may expect to gain from a charge, those it may lose taken off."""
    gives = (charger.attacks + CHARGE * charger.stands) / 2 * target.unsaved
    takes = target.attacks / 2 * charger.unsaved
    ahead = 1 / (1 + exp((takes - gives) / SPREAD))
    beaten = target.points * min(1.0, gives / (target.hits * target.stands))
    lost = charger.points * min(1.0, takes / (charger.hits * charger.stands))
    return beaten - lost + ROUT * (ahead * (target.points - beaten) - (1 - ahead) * (charger.points - lost))


def threats(p: Position) -> dict[str, float]:
    """Points that enemies in reach may take from each unit by charging it; each is counted where it gains most."""
    return p.memo("threats", lambda: _threats(p))


def _threats(p: Position) -> dict[str, float]:
    table, found = crowd(p), dict[str, float]()
    for charger in table.spans:
        best, whom = 0.0, ""
        for target, far in table.close_by(charger).items():
            if may_charge(p, table, charger, target, far):
                gain = (1.0 if far <= NEAR else ORDERED) * clash(fighter(p, charger), fighter(p, target))
                best, whom = (gain, target) if gain > best else (best, whom)
        if whom:
            found[whom] = found.get(whom, 0.0) + best
    return {unit: min(total, MOST * fighter(p, unit).points) for unit, total in found.items()}


def may_charge(p: Position, table: Crowd, unit: str, target: str, far: float) -> bool:
    """Near enough, ahead of it, and nothing keeps it from acting."""
    own = p.state.units[unit]
    if own.confused or far > full_pace(p, unit) or entry(p, unit).type == "artillery" or table.fought(unit):
        return False
    here, there = table.of(unit)[0], table.of(target)[0]
    cos, sin = direction(here.facing)
    return (there.x - here.x) * cos + (there.y - here.y) * sin > 0


def weights(p: Position, seat: int) -> tuple[float, float]:
    """How much threats to a seat's units count now, and how much its own: less the later they can be carried out."""
    mine, orders = p.state.active == seat, p.state.phase == COMMAND and not p.state.closed
    if mine:
        return (BEFORE, 0.6) if orders else (AFTER, 0.4)
    return (0.6, 0.6) if orders else (0.4, 0.8)
