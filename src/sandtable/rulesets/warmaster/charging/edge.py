"""Which edge of a stand a charge strikes (WM-CHARGE-5, WM-CHARGE-25; zones: WM-GEO-10, WM-GEO-11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.geometry.corners import corners, unit
from sandtable.geometry.measure import SIDES, Side, zone_area
from sandtable.geometry.pairs import gap, nearest
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Point, Rect, Segment, turned
from sandtable.geometry.sight import sight
from sandtable.geometry.stands import OUT
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.sight import HIDES, scenery, seen_through
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, PLACES
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

EQUAL = 100  # frontages and lengths within 0.1 cm are equal
ZONE_TIE = 0.01  # areas within 1 % of each other
AHEAD = HIDES + 2.0  # how far outside an edge the strip lies that must be seen


BESIDE, LEVEL = 100, 0.05  # thousandths: how far beside a corner, and how much farther still counts as level


class EdgeChoice(NamedTuple):
    """The edges a charge may strike, the charger choosing; or two between which a die decides."""

    edges: tuple[Side, ...]
    die: tuple[Side, Side] | None = None  # on 1-3, on 4-6


def side_of(stand: Rect, side: Side) -> Segment:
    """An edge of a stand."""
    pts = corners(stand).pts
    i = SIDES.index(side)
    return Segment(*pts[i], *pts[(i + 1) % 4])


def out_of(stand: Rect, side: Side) -> int:
    """The direction an edge looks."""
    return turned(stand.facing, OUT[side])


def nearest_edge(target: Rect, chargers: Sequence[Rect]) -> EdgeChoice:
    """The edge nearest to the charging unit; off a corner, the one with more of its frontage on that side of the
    line."""
    gaps = [gap(c, target) for c in chargers]
    least = min(gaps)
    found: list[Side] = []
    for charger, far in zip(chargers, gaps, strict=True):
        if far <= least + 1:
            found += [side for side in _struck(target, charger, chargers) if side not in found]
    return EdgeChoice(tuple(found))


def _runs_along(target: Rect, side: Side, corner: Point, charger: Rect) -> bool:
    """Whether the charger is as near to the edge a little beside a corner as at the corner."""
    s = side_of(target, side)
    ends = sorted(((s.x1, s.y1), (s.x2, s.y2)), key=lambda end: distance(end, corner))
    (x, y), (u, v) = ends
    size = distance(*ends)
    q = x + (u - x) / size * BESIDE, y + (v - y) / size * BESIDE
    return gap(charger, Segment(*q, *q)) <= gap(charger, target) + LEVEL


def _struck(target: Rect, charger: Rect, chargers: Sequence[Rect]) -> list[Side]:
    _, here, there = nearest(charger, target)
    on = []
    for side in SIDES:
        s = side_of(target, side)
        if gap(s, Segment(*there, *there)) <= 1:
            on.append(side)
            if distance(there, (s.x1, s.y1)) > EPS and distance(there, (s.x2, s.y2)) > EPS:
                return [side]
    along = [side for side in on if _runs_along(target, side, there, charger)]
    if len(along) == 1:
        return along  # the nearest points are a stretch of this edge, not its corner (WM-GEO-13)
    if len(on) < 2 or distance(here, there) < 1e-6:
        return on[:1] or ["front"]
    left, right = frontage_beside(chargers, here, there)
    if abs(left - right) <= EQUAL:
        return on
    ranked = sorted(on, key=lambda side: _height(here, there, _middle(side_of(target, side))))  # from right to left
    return [ranked[-1] if left > right else ranked[0]]


def frontage_beside(chargers: Sequence[Rect], here: Point, there: Point) -> tuple[float, float]:
    """How much of the front edges lies left and right of the line, as the charger looks along it."""
    left = right = 0.0
    for charger in chargers:
        front = side_of(charger, "front")
        a, b = (_height(here, there, q) for q in ((front.x1, front.y1), (front.x2, front.y2)))
        length = distance((front.x1, front.y1), (front.x2, front.y2))
        if a >= 0 and b >= 0:
            share = 1.0
        elif a <= 0 and b <= 0:
            share = 0.0
        else:
            share = max(a, b) / (max(a, b) - min(a, b))
        left += share * length
        right += (1 - share) * length
    return left, right


def _height(here: Point, there: Point, q: Point) -> float:
    return (there[0] - here[0]) * (q[1] - here[1]) - (there[1] - here[1]) * (q[0] - here[0])


def _middle(edge: Segment) -> Point:
    return (edge.x1 + edge.x2) / 2, (edge.y1 + edge.y2) / 2


def by_zones(target: Rect, chargers: Sequence[Rect]) -> EdgeChoice:
    """The zone that holds the greater part of the charging unit; a tie is a die (WM-GEO-11)."""
    areas = {side: sum(zone_area(target, side, c) for c in chargers) for side in SIDES}
    ranked = sorted(SIDES, key=lambda side: -areas[side])
    one, two = ranked[0], ranked[1]
    if areas[one] - areas[two] > ZONE_TIE * areas[one]:
        return EdgeChoice((one,))
    ends, flanks = (one, two) if one in ("front", "rear") else (two, one)
    return EdgeChoice((), (ends, flanks))


CHARGE_EDGE: Switch[Callable[[Rect, Sequence[Rect]], EdgeChoice]] = Switch(
    "charge_edge", {"nearest_edge": nearest_edge, "zones": by_zones}, "WM-CHARGE-5"
)


def next_edges(target: Rect, chargers: Sequence[Rect], first: Sequence[Side]) -> list[list[Side]]:
    """The other edges, nearest to the charging unit first, those equally near together (WM-CHARGE-8)."""
    far = {side: min(gap(side_of(target, side), c) for c in chargers) for side in SIDES if side not in first}
    found: list[list[Side]] = []
    for side in sorted(far, key=lambda side: far[side]):
        if found and far[side] <= far[found[-1][0]] + EPS:
            found[-1].append(side)
        else:
            found.append([side])
    return found


def edge_seen(p: Position, unit: str, number: int, side: Side) -> bool:
    """Whether a line of sight of a charging stand ends on an edge from outside (WM-CHARGE-25)."""
    return p.memo(("edge seen", unit, number, side), lambda: _edge_seen(p, unit, number, side), PLACES)


def _edge_seen(p: Position, unit_: str, number: int, side: Side) -> bool:
    table, scene = crowd(p), scenery(p)
    target = table.rects[number]
    out = out_of(target, side)
    cos, sin = unit(out)
    wide, deep = (target.frontage, target.depth) if side in ("front", "rear") else (target.depth, target.frontage)
    far = deep / 2 + AHEAD
    strip = Rect(target.x + far * cos, target.y + far * sin, wide, 1.0, out)
    spared = {scene.number(n) for n in table.numbers(table.owners[number]) if n != number} | seen_through(p, target)
    for viewer in table.numbers(unit_):
        rect = table.rects[viewer]
        eye = eye_of(rect)
        exempt = spared | seen_through(p, rect)
        if sight(eye, 1.0, strip, 1.0, scene, SIGHT_DEPTH, rect.facing, (viewer, -1), each=True, exempt=exempt).clear:
            return True
    return False


def eye_of(rect: Rect) -> Rect:
    """Where sight from a front edge starts: a strip just ahead of it."""
    cos, sin = unit(rect.facing)
    out = rect.depth / 2 + 0.5
    return Rect(rect.x + out * cos, rect.y + out * sin, rect.frontage, 1.0, rect.facing)
