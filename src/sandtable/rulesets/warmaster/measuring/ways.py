"""Ways of stands: how far the furthest corner travels, what is in the way, and a way round it.

No corner travels further than the allowance (WM-GEO-7); a leg is clear if the hull of its two poses overlaps nothing
forbidden (WM-GEO-8). A way exists if the finder finds it or the player draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, permutations
from math import ceil
from typing import NamedTuple

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.shapes import Rect, Segment
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import NOISE, text
from sandtable.geometry.wayfinding import WayFinder
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, gap_line, rects_at
from sandtable.rulesets.warmaster.measuring.formations import counted, in_column
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose
from sandtable.rulesets.warmaster.terrain.land import FLYER

CLEAR_OF = 2 * EPS + 1  # enemies are grown by this: to overlap that by more than EPS is to touch them (WM-GEO-2)
WIDEST = 50_000  # no pace on the ground leads to a gap farther away
Way = tuple[Rect, ...]  # poses from start to end
Gap = tuple[frozenset[str], Segment]  # whose stands it lies between, and the line across it
Goal = Pose | tuple[Pose, ...]  # where a stand ends, or the poses it goes through


GAP, CLOSED = "a narrow gap", "closed ground"
ENTERS = {  # what a troop type may enter
    "cavalry": "WM-TERRAIN-2", "monster": "WM-TERRAIN-3", "chariot": "WM-TERRAIN-4", "artillery": "WM-TERRAIN-5",
    "machine": "WM-TERRAIN-6",
}  # fmt: skip


class Ground(NamedTuple):
    """What is in a unit's way, and what each thing is called."""

    among: Stands
    names: tuple[str, ...]
    finder: WayFinder
    troops: str = ""


def troops(p: Position, unit: str) -> str:
    """The name terrain knows a unit by."""
    return FLYER if flies(p, unit) else entry(p, unit).type


def on_the_road(p: Position, unit: str) -> bool:
    """In column, every stand wholly on the road or on open ground: the road leads it through anything (WM-DATA-5)."""
    if not land(p).roads:
        return False
    return p.memo(("on the road", unit), lambda: road_leads(p, unit, crowd(p).of(unit)), PLACES)


def road_leads(p: Position, unit: str, rects: tuple[Rect, ...]) -> bool:
    """The same for stands that are placed so."""
    ground = land(p)
    if not ground.roads:
        return False
    formed = counted(p, unit, rects)
    if len(formed) > 1 and not in_column(formed):
        return False
    shut = ground.closed(troops(p, unit))
    return all(not shut.overlaps(r, EPS) or ground.on_road(r, EPS) for r in rects)


def ground_for(
    p: Position, unit: str, also: tuple[str, ...] = (), charging: bool = False, afoot: bool = False
) -> Ground:
    """All other stands and the ground closed to a unit, as things in its way; `also` names units to leave out.

    `afoot`: flyers stay on the ground as well (WM-FLY-6).
    """
    return p.memo(("ground", unit, also, charging, afoot), lambda: _ground(p, unit, also, charging, afoot), PLACES)


def _ground(p: Position, unit: str, also: tuple[str, ...], charging: bool, afoot: bool) -> Ground:
    out = (unit, *also)
    rows, names = _others(p, unit, out, charging)
    ground = troops(p, unit), on_the_road(p, unit)
    shut = land(p).closed_afoot(ground[0]) if afoot and flies(p, unit) else land(p).closed(*ground)
    gaps = () if charging else tuple(line for of, line in narrow_gaps(p, unit) if of.isdisjoint(also))
    for row, name in ((Stands(gaps), GAP), (shut, CLOSED)):
        rows.append(row)
        names += [name] * len(row.shapes)
    among = Stands.of_rows(rows)
    return Ground(among, tuple(names), WayFinder(among, p.state.map.width, p.state.map.height, EPS), ground[0])


def _others(p: Position, unit: str, out: tuple[str, ...], charging: bool) -> tuple[list[Stands], list[str]]:
    """Rows of others' stands. Only a charge may touch an enemy that the unit does not touch already (WM-MOVE-16)."""
    table = crowd(p)
    others = table.but_for(*out)
    if charging:
        return [table.row.some(others)], [table.owners[i] for i in others]
    spared = {*table.foes[1 - table.seats[unit]], *table.fought(unit)}
    firm = [i for i in others if table.owners[i] in spared]
    clear = [i for i in others if table.owners[i] not in spared]
    rows = [table.row.some(firm), _kept_clear_of(tuple([table.rects[i] for i in clear]))]
    return rows, [table.owners[i] for i in (*firm, *clear)]


@lru_cache(maxsize=64)
def _kept_clear_of(rects: tuple[Rect, ...]) -> Stands:
    """Enemy stands, grown. They stand still while the others try their moves."""
    return Stands(tuple([r._replace(frontage=r.frontage + 2 * CLEAR_OF, depth=r.depth + 2 * CLEAR_OF) for r in rects]))


def narrow_gaps(p: Position, unit: str) -> tuple[Gap, ...]:
    """Gaps no wider than the frontage beside an enemy are closed, but to a charge at that enemy (WM-MOVE-14,
    WM-CHARGE-18)."""
    return p.memo(("narrow gaps", unit), lambda: tuple(_narrow_gaps(p, unit)), PLACES)


def _narrow_gaps(p: Position, unit: str) -> Iterator[Gap]:
    table, ground, closed = crowd(p), land(p), (troops(p, unit), on_the_road(p, unit))
    seat, wide = table.seats[unit], table.of(unit)[0].frontage
    near, close = table.of(unit)[0], table.close(wide)
    for i in table.numbers_against[seat]:
        rect = table.rects[i]
        if abs(rect.x - near.x) > WIDEST or abs(rect.y - near.y) > WIDEST:
            continue
        for j in close[i]:
            other = table.owners[j]
            if other != unit and (j > i or table.seats[other] == seat) and (line := gap_line(rect, table.rects[j])):
                yield frozenset((table.owners[i], other)), line
        for line in ground.gaps_beside(rect, wide, *closed):
            yield frozenset((table.owners[i],)), line


class Fault(NamedTuple):
    """Why a stand has no way: what is in it or by how much it is too long."""

    kind: str  # too long, blocked, off table, overlaps, no landing
    by: float = 0.0
    hit: str = ""
    cite: str = "WM-MOVE-13"  # the rule of what is in the way


def stand_way(
    p: Position, ground: Ground, start: Rect, goal: Goal, pace: int, placed: Sequence[Rect], fly: bool,
    shortest: bool = False,
) -> Way | Fault:  # fmt: skip
    """The way of one stand to a pose, or along the poses a player drew. `shortest` where its length is compared."""
    size = start.frontage, start.depth
    poses = [goal] if isinstance(goal[0], int) else list(goal)
    drawn = [Rect(x, y, *size, f) for x, y, f in poses]
    end = drawn[-1]
    if end == start and not drawn[:-1]:
        return (start, end)
    if leaves(end, p.state.map.width, p.state.map.height, EPS):
        return Fault("off table")
    if placed and Stands(tuple(placed)).overlaps(end, EPS):
        return Fault("overlaps", hit="its own unit")
    if fly:
        return _flown(p, ground, start, drawn, pace)
    among = ground.among.plus(Stands(tuple(placed))) if placed else ground.among
    finder = ground.finder if not placed else WayFinder(among, ground.finder.width, ground.finder.height, EPS)
    if len(drawn) > 1:
        wrong = finder.fault((start, *drawn), pace)
        if wrong is None:
            return (start, *drawn)
        leg = (start, *drawn)[wrong.leg : wrong.leg + 2]
        return _blocked(p, ground, wrong.hit, leg) if wrong.kind == "hits" else Fault(wrong.kind, wrong.by)
    found = finder.find(start, end, pace, shortest)
    if found is not None:
        return found.poses
    straight = corner_travel((start, end))
    if straight > pace + EPS + NOISE:
        return Fault("too long", straight - pace)
    return _blocked(p, ground, among.leg(start, end, EPS), (start, end))


def charging_way(
    p: Position, ground: Ground, start: Rect, goal: Pose, pace: int, placed: Sequence[Rect], fly: bool,
    shortest: bool, gaps: Sequence[Segment],
) -> Way | Fault:  # fmt: skip
    """The way of a charging stand, not through these gaps (WM-CHARGE-18), except one it ends in or comes from."""
    way = stand_way(p, ground, start, goal, pace, placed, fly, shortest)
    if fly or not gaps or isinstance(way, Fault):
        return way
    lines = Stands(tuple(gaps))
    entered = {*lines.within(start, 0, EPS), *lines.within(way[-1], 0, EPS)}
    shut = Stands(tuple([line for i, line in enumerate(gaps) if i not in entered]))
    if all(shut.leg(a, b, EPS) is None for a, b in pairwise(way)):
        return way
    among, finder = ground.among.plus(shut), ground.finder
    closed = Ground(
        among, (*ground.names, *[GAP] * len(shut.shapes)), WayFinder(among, finder.width, finder.height, EPS)
    )
    return stand_way(p, closed, start, goal, pace, placed, fly, shortest)


def _blocked(p: Position, ground: Ground, hit: int | None, leg: Way) -> Fault:
    """What is in the way, and its rule: a gap too narrow, ground closed to the unit, somebody's stand or the place
    beside it."""
    name = _name(ground, hit)
    if name == GAP:
        return Fault("blocked", hit=name, cite="WM-MOVE-14")
    if name in p.state.stands and crowd(p).row.some(crowd(p).numbers(name)).leg(leg[0], leg[-1], EPS) is None:
        gaps = tuple(shape for shape, n in zip(ground.among.shapes, ground.names, strict=True) if n == GAP)
        narrow = Stands(gaps).leg(leg[0], leg[-1], EPS) is not None
        return Fault("blocked", hit=GAP, cite="WM-MOVE-14") if narrow else Fault("blocked", hit=name, cite="WM-MOVE-16")
    if hit is None or name != CLOSED:
        return Fault("blocked", hit=name)
    feature = land(p).closed_by(ground.among.shapes[hit], ground.troops)
    return Fault("blocked", hit=feature.id if feature else name, cite=ENTERS.get(ground.troops, "WM-TERRAIN-1"))


def _flown(p: Position, ground: Ground, start: Rect, drawn: list[Rect], pace: int) -> Way | Fault:
    """Over everything; only the end is tested (WM-FLY-1, WM-FLY-4)."""
    travel, end = corner_travel((start, *drawn)), drawn[-1]
    if travel > pace + EPS + NOISE:
        return Fault("too long", travel - pace)
    if hit := ground.among.overlaps(end, EPS):
        return Fault("overlaps", hit=_name(ground, hit[0]))
    if land(p).no_landing.overlaps(end, EPS):
        return Fault("no landing", hit="ground where no flyer may end")
    return (start, *drawn)


def _name(ground: Ground, hit: int | None) -> str:
    return "" if hit is None else ground.names[hit] if hit < len(ground.names) else "its own unit"


def unit_ways(
    p: Position, unit: str, goals: Sequence[Goal], pace: int, ground: Ground | None = None, fly: bool | None = None,
    leader: int | None = None,
) -> tuple[Way, ...] | Fault:  # fmt: skip
    """Ways of all stands of a unit, one after another in some order (WM-MOVE-12, WM-MOVE-13).

    Stands not yet moved are passed through, those that have moved are not. Every order is tried, the foremost first;
    those in which the `leader` moves first, if a rule names one.
    """
    ground = ground or ground_for(p, unit)
    starts = crowd(p).of(unit)
    fly = flies(p, unit) if fly is None else fly
    ends = [g if isinstance(g[0], int) else g[-1] for g in goals]
    count = len(starts)
    dx = sum(e[0] - s.x for s, e in zip(starts, ends, strict=True))
    dy = sum(e[1] - s.y for s, e in zip(starts, ends, strict=True))
    first = sorted(range(count), key=lambda i: (i != leader, -(ends[i][0] * dx + ends[i][1] * dy)))
    fault: Fault | None = None
    alone: dict[int, Way] = {}
    for i in first:  # who finds no way alone finds none among its own
        found = stand_way(p, ground, starts[i], goals[i], pace, (), fly)
        if isinstance(found, Fault):
            return found
        alone[i] = found
    orders = permutations(first) if leader is None else ((leader, *rest) for rest in permutations(first[1:]))
    for order in orders:
        ways: dict[int, Way] = {}
        placed: list[Rect] = []
        for i in order:
            way: Way | Fault = alone[i]
            if placed and not _past(alone[i], placed):
                way = stand_way(p, ground, starts[i], goals[i], pace, placed, fly)
            if isinstance(way, Fault):
                fault = fault or way
                break
            ways[i] = way
            placed.append(way[-1])
        else:
            return tuple(ways[i] for i in range(count))
        if fault.kind in ("too long", "off table") and not placed:
            return fault
    assert fault is not None
    return fault


def _past(way: Way, placed: Sequence[Rect]) -> bool:
    """Whether the straight way of a stand alone passes the stands of its unit that have moved."""
    among = Stands(tuple(placed))
    return len(way) == 2 and among.leg(*way, EPS) is None and not among.overlaps(way[-1], EPS)


def refused(fault: Fault, unit: str, cites: tuple[str, str, str] = ("WM-GEO-7", "", "WM-MOVE-19")) -> Refusal:
    """A fault in words. Without a rule of its own for what is in the way, that of the thing itself."""
    if fault.kind == "too long":
        return Refusal(
            say("{unit}: a corner would travel {by} cm too far", unit=unit, by=text(fault.by)), cites[0], ceil(fault.by)
        )
    if fault.kind == "off table":
        return Refusal(say("{unit} would leave the table", unit=unit), cites[2])
    if fault.kind == "no landing":
        return Refusal(say("{unit} would end on {hit}", unit=unit, hit=fault.hit), "WM-FLY-4")
    if fault.kind == "overlaps":
        return Refusal(say("{unit} would overlap {hit}", unit=unit, hit=fault.hit), cites[1] or fault.cite)
    return Refusal(say("{what} bars {unit}'s way", what=fault.hit or "something", unit=unit), cites[1] or fault.cite)


def poses_after(ways: Sequence[Way]) -> tuple[Pose, ...]:
    return tuple((round(way[-1].x), round(way[-1].y), way[-1].facing) for way in ways)


def ends_of(p: Position, unit: str, goals: Sequence[Goal]) -> tuple[Rect, ...]:
    return rects_at(p, unit, [g if isinstance(g[0], int) else g[-1] for g in goals])
