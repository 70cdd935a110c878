"""Where a body can be shifted: directions worth trying and the room in each."""

from __future__ import annotations

from math import cos as cosine
from math import radians

from sandtable.geometry.arcs import bearing
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.rulesets.warmaster.appraisal.approaches import next_goal
from sandtable.rulesets.warmaster.command.movement import APART
from sandtable.rulesets.warmaster.measuring.crowd import REACH, crowd, flies
from sandtable.rulesets.warmaster.measuring.formations import middle
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES

ASIDE = (25_000, -25_000, 50_000, -50_000, 80_000, -80_000, 115_000, -115_000)  # off the way to the enemy
LEAST = 500  # a step worth making


def ways_ahead(p: Position, units: tuple[str, ...], rects: list[Rect], pace: float) -> list[int]:
    """Directions to try: round what bars the way, at the nearest enemy, straight on, then more and more to the side."""
    table, at = crowd(p), middle(rects)
    nearest = min((table.nearest_foe(unit) for unit in units), key=lambda foe: foe[0])[1]
    goal = next_goal(p, units[0], at, pace)
    first = bearing(at, table.middles[nearest] if goal is None else goal)
    found = [first, bearing(at, table.middles[nearest]), rects[0].facing]
    found += [turned(first, turn) for turn in ASIDE]
    return list(dict.fromkeys(found))


def progress(p: Position, units: tuple[str, ...], pace: float) -> float:
    """How much nearer to the enemy a body can be shifted."""

    def make() -> float:
        rects = [r for name in units for r in crowd(p).of(name)]
        wanted, best = ways_ahead(p, units, rects, pace)[0], 0.0
        for way in (wanted, rects[0].facing, *(turned(wanted, turn) for turn in ASIDE[:2])):
            share = cosine(radians((way - wanted) / 1000))
            if best < share * pace:
                best = max(best, share * room(p, units, rects, way, pace))
        return best

    return p.memo(("progress", units, pace), make, PLACES)


def room(p: Position, units: tuple[str, ...], rects: list[Rect], way: int, far: float) -> float:
    """How far the body can be shifted: short of everybody else, of closed ground and of the table's edge."""
    cos, sin = direction(way)
    for row, moved in p.memo(("in the way of", units), _in_the_way, PLACES, p, units):
        far = min(far, row.shift(moved, (cos * far, sin * far)).far)
    while far > LEAST and any(
        leaves(shifted(r, (cos, sin), far), p.state.map.width, p.state.map.height) for r in rects
    ):
        far *= 0.7
    return max(0.0, far - 2)


def _in_the_way(p: Position, units: tuple[str, ...]) -> list[tuple[Stands, list[Rect]]]:
    """What stops a body, and which of its stands: friends, foes with the room they keep, closed ground."""
    table, seat = crowd(p), p.state.units[units[0]].seat
    walking = [r for name in units if not flies(p, name) for r in table.of(name)]
    if not walking:
        return []
    friends = table.row.some([i for i in table.numbers_against[1 - seat] if table.owners[i] not in units])
    foes = p.memo(("foes apart", seat), lambda: Stands(table.against[seat].shapes, APART + EPS), PLACES)
    barred = [(friends, walking), (foes, walking)]
    for kind in dict.fromkeys([troops(p, name) for name in units if not flies(p, name)]):
        barred.append((land(p).closed(kind), [r for u in units if troops(p, u) == kind for r in table.of(u)]))
    return [(row, moved) for row, moved in barred if row.shapes]


def gap_ahead(p: Position, units: tuple[str, ...]) -> float:
    """How far the nearest enemy is from a body; beyond 30 cm it is no matter."""
    table = crowd(p)
    return min((far for unit in units for far in table.close_by(unit).values()), default=2.0 * REACH)
