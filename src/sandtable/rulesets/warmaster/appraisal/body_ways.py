"""Where a body can be shifted: directions worth trying and the room in each."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sandtable.geometry.arcs import bearing
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.rulesets.warmaster.appraisal.approaches import next_goals, way_from
from sandtable.rulesets.warmaster.command.movement import APART
from sandtable.rulesets.warmaster.measuring.crowd import REACH, crowd, flies
from sandtable.rulesets.warmaster.measuring.formations import middle
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES

ASIDE = (25_000, -25_000, 50_000, -50_000, 80_000, -80_000, 115_000, -115_000)  # off the way to the enemy
TRIED = 8  # ways looked at to see how far a body gets
BARRED = 0.5  # of its pace: who gets no further straight on tries a step aside first
ASIDES = (2_000.0, 5_000.0, 9_000.0)  # steps to the side
LEAST = 500  # a step worth making
SAFE = 20_600  # from an enemy: there he cannot charge on initiative


def ways_ahead(p: Position, units: tuple[str, ...], rects: list[Rect], pace: float) -> list[tuple[int, float]]:
    """Directions to try, and how far: round what bars the way, at the nearest enemy, straight on, then to the side."""
    table, at = crowd(p), middle(rects)
    nearest = table.middles[min((table.nearest_foe(unit) for unit in units), key=lambda foe: foe[0])[1]]
    goals = next_goals(p, units[0], at, pace)
    found = [(bearing(at, goal), min(pace, hypot(goal[0] - at[0], goal[1] - at[1]))) for goal in goals if goal != at]
    first = bearing(at, goals[0] if goals else nearest)
    found += [(way, pace) for way in (first, bearing(at, nearest), rects[0].facing)]
    found += [(turned(first, turn), pace) for turn in ASIDE]
    return list(dict.fromkeys(found))


def progress(p: Position, units: tuple[str, ...], pace: float) -> float:
    """How much nearer to the enemy a body can be shifted."""

    def make() -> float:
        rects = [r for name in units for r in crowd(p).of(name)]
        at, best = middle(rects), 0.0
        start = way_from(p, units[0], at)
        for way, far in ways_ahead(p, units, rects, pace)[:TRIED]:
            if best < far:
                cos, sin = direction(way)
                free = room(p, units, rects, way, far)
                best = max(best, start - way_from(p, units[0], (at[0] + cos * free, at[1] + sin * free)))
        if best < BARRED * pace:
            for dx, dy in sidesteps(p, units, rects, pace):
                best = max(best, start - way_from(p, units[0], (at[0] + dx, at[1] + dy)))
        return min(best, pace)

    return p.memo(("progress", units, pace), make, PLACES)


def sidesteps(
    p: Position, units: tuple[str, ...], rects: list[Rect], pace: float, safe: bool = False
) -> Iterator[Point]:
    """Shifts a little to the side and then ahead: past the corner of what bars the way; each also as far as is safe."""
    ahead = rects[0].facing
    for turn in (90_000, -90_000):
        cos, sin = direction(turned(ahead, turn))
        free = room(p, units, rects, turned(ahead, turn), ASIDES[-1])
        for aside in ASIDES:
            if aside <= free:
                far = room(p, units, rects, ahead, pace - aside, (cos * aside, sin * aside))
                on = direction(ahead)
                short = safe_room(p, units, rects, ahead, far, (cos * aside, sin * aside)) if safe else 0.0
                for some in (far, short):
                    if some > LEAST:
                        yield cos * aside + on[0] * some, sin * aside + on[1] * some


def room(
    p: Position, units: tuple[str, ...], rects: list[Rect], way: int, far: float, start: Point = (0.0, 0.0)
) -> float:
    """How far the body can be shifted, from elsewhere: short of everybody else, of closed ground and of the edge."""
    cos, sin = direction(way)
    for row, moved in p.memo(("in the way of", units), _in_the_way, PLACES, p, units):
        far = min(far, row.shift(_moved(moved, start), (cos * far, sin * far)).far)
    begin = _moved(rects, start)
    while far > LEAST and _leaves_table(p, begin, (cos, sin), far):
        far *= 0.7
    return max(0.0, far - 2)


def _leaves_table(p: Position, rects: list[Rect], way: Point, far: float) -> bool:
    """Whether a stand would leave the table, shifted so; most are far from its edges, by the squares round them."""
    width, height, dx, dy = p.state.map.width, p.state.map.height, way[0] * far, way[1] * far
    for r in rects:
        x, y, room = r.x + dx, r.y + dy, r.frontage + r.depth
        inside = room <= x <= width - room and room <= y <= height - room
        if not inside and leaves(shifted(r, way, far), width, height):
            return True
    return False


def safe_room(
    p: Position, units: tuple[str, ...], rects: list[Rect], way: int, far: float, start: Point = (0.0, 0.0)
) -> float:
    """How far short of this the body has to stop to be safe from charges on initiative; 0: it is safe, or nowhere."""
    seat, (cos, sin) = p.state.units[units[0]].seat, direction(way)
    foes = p.memo(("foes in reach", seat), lambda: Stands(crowd(p).against[seat].shapes, SAFE), PLACES)
    free = foes.shift(_moved(rects, start), (cos * far, sin * far)).far
    return free if free < far - LEAST else 0.0


def _moved(rects: list[Rect], by: Point) -> list[Rect]:
    return rects if by == (0.0, 0.0) else [r._replace(x=r.x + by[0], y=r.y + by[1]) for r in rects]


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
