"""How well a unit stands to the enemy: near enough to charge or to shoot, and facing him."""

from __future__ import annotations

from sandtable.geometry.arcs import bearing
from sandtable.rulesets.warmaster.appraisal.approaches import way_to_foe
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import turn_between
from sandtable.rulesets.warmaster.state.rules import Position, entry, full_pace
from sandtable.rulesets.warmaster.state.table import PLACES

CLOSE = 0.30  # of a unit's points when it is in reach of the enemy
SPAN = 100_000  # beyond its reach: so far away its place is worth nothing
OUT_OF_REACH = 20_600  # as near as one comes without being charged on initiative
IN_REACH = 15_000  # where those on foot want to be: beyond 20 cm they cannot charge
FLYING = 50_000  # where those that fly are in reach, and not alone among the enemy
SHOOTING = 29_000  # where bows are in range
AWRY = 0.05  # facing away from the enemy it is near
FRONT, LOOKS = 60_000, 40_000


def reach_of(p: Position, unit: str) -> float:
    """How near a unit wants to be."""
    found = entry(p, unit)
    if found.shots and found.type == "artillery":
        return float(found.range)
    if found.flyer:
        return float(FLYING)
    if found.shots:
        return float(SHOOTING)
    return float(OUT_OF_REACH if full_pace(p, unit) > OUT_OF_REACH else IN_REACH)


def nearness(far: float, reach: float) -> float:
    """The share of a unit's points that its distance is worth: every step towards the enemy counts alike."""
    return CLOSE * max(0.0, 1.0 - max(0.0, far - reach) / SPAN)


def posture(p: Position, unit: str) -> float:
    """The share of a unit's points that its place and facing are worth."""

    def make() -> float:
        table = crowd(p)
        if not table.foes[table.seats[unit]]:
            return 0.0
        far, enemy = table.nearest_foe(unit)
        close = nearness(way_to_foe(p, unit), reach_of(p, unit))
        if far < LOOKS:
            off = turn_between(table.of(unit)[0].facing, bearing(table.middles[unit], table.middles[enemy]))
            close -= AWRY if off > FRONT else 0.0
        return close

    return p.memo(("posture", unit), make, PLACES)
