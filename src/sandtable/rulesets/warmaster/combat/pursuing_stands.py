"""Where pursuing stands go: straight ahead, else round to an edge of those who retreated, else about their unit
(WM-PURSUE-9, WM-PURSUE-10, WM-PURSUE-17, WM-PURSUE-22, WM-PURSUE-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import NamedTuple

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.corners import corners
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import SIDES
from sandtable.geometry.pairs import contact, gap, nearest, overlap
from sandtable.geometry.shapes import Rect, turned
from sandtable.geometry.stands import OUT, Stands, leaves
from sandtable.geometry.units import MILLI, NOISE
from sandtable.geometry.wheel import corner_travel, swept
from sandtable.rulesets.warmaster.charging.assault import MayAssault
from sandtable.rulesets.warmaster.charging.placing import CONTACT, on_edge, strikes
from sandtable.rulesets.warmaster.combat.attacks import exposed
from sandtable.rulesets.warmaster.command.movement import PursuitPace
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.formations import SAME_FACING, connected, turn_between
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.ways import Fault, Ground, Way, ground_for, refused, stand_way
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.cover import FORTIFIED, cover, fortified_start

ENDLESS = 400 * MILLI
TRIED = 40  # arrangements looked at
REACH: Switch[Callable[[int], int]] = Switch(  # how far a stand may go straight ahead, by the unit's full pace
    "pursuit_reach", {"unlimited_straight": lambda pace: ENDLESS, "full_pace": lambda pace: pace}, "WM-PURSUE-8"
)
Groups = tuple[Iterator[Rect], Iterator[Rect], Iterator[Rect]]  # at the pursued unit, at others, at its own unit


class Placings(NamedTuple):
    """The groups of places of a stand in order, and whether the first that has one must be taken (WM-PURSUE-24)."""

    order: Callable[[Groups], tuple[Iterator[Rect], ...]]
    must: bool


OTHERS: Switch[Placings] = Switch(  # where the other stands go
    "pursuit_other_stands",
    {
        "must_contact": Placings(lambda groups: groups, True),
        "free": Placings(lambda groups: (chain(groups[2], groups[0], groups[1]),), False),
    },
    "WM-PURSUE-9",
)
Ends = dict[int, Rect]  # where stands end, by number


class Chase(NamedTuple):
    """Who pursues whom. `ahead`: those whom a stand straight ahead of them must strike, the pursued unit among them;
    `others`: further units that retreated from the fight."""

    p: Position
    unit: str
    enemy: str
    ahead: tuple[str, ...]
    others: tuple[str, ...]
    pace: int
    starts: tuple[Rect, ...]
    ground: Ground

    def foes(self, units: Sequence[str]) -> tuple[Rect, ...]:
        return tuple(r for unit in units for r in crowd(self.p).of(unit))


def chase(p: Position, unit: str, enemy: str, ahead: tuple[str, ...], others: tuple[str, ...]) -> Chase:
    ground = ground_for(p, unit, charging=True, afoot=True)
    return Chase(p, unit, enemy, ahead, others, p.value(PursuitPace(unit)), crowd(p).of(unit), ground)


# --- straight ahead ---
def straight_ends(c: Chase) -> Ends:
    """The stands that lay their front edge on somebody by going straight ahead; one behind another does not."""
    foes, found = c.foes(c.ahead), Ends()
    for i in sorted(range(len(c.starts)), key=lambda i: min(gap(c.starts[i], foe) for foe in foes)):
        way = straight_ahead(c, c.starts[i])
        if way and not at_rampart(c, way[-1]) and not any(overlap(way[-1], other, EPS) for other in found.values()):
            found[i] = way[-1]
    return found


def straight_ahead(c: Chase, rect: Rect) -> Way:
    """How a stand lays its front edge on an enemy stand by going straight ahead; empty: it cannot (WM-PURSUE-17)."""
    table, way, most = crowd(c.p), direction(rect.facing), REACH.of(c.p)(c.pace)
    others = [i for i, o in enumerate(table.owners) if o != c.unit]
    met = Stands(tuple(table.rects[i] for i in others)).shift((rect,), (way[0] * most, way[1] * most), tol=EPS)
    at = shifted(rect, way, met.far)
    for number in (others[j] for _, j in met.met if table.owners[others[j]] in c.ahead):
        foe = table.rects[number]
        if not clear(c, (rect, at)) or ahead_by(rect, foe) < CONTACT:
            continue
        if strikes(at, foe):
            return rect, at
        end = pivoted(at, foe)
        if end is None or corner_travel((rect, at, end)) > c.pace + EPS + NOISE:
            continue
        if clear(c, (at, end), number):
            return rect, at, end
    return ()


def ahead_by(rect: Rect, foe: Rect) -> float:
    """How much of a stand's frontage an enemy stand overlaps, looked at from behind it."""
    cos, sin = direction(turned(rect.facing, 90_000))
    across = [(x - rect.x) * cos + (y - rect.y) * sin for x, y in corners(foe).pts]
    return min(max(across), rect.frontage / 2) - max(min(across), -rect.frontage / 2)


def pivoted(at: Rect, foe: Rect) -> Rect | None:
    """A stand turned about the point where it met an enemy's edge that is not parallel, until the edges meet."""
    against = turned(at.facing, 180_000)
    side = min(SIDES, key=lambda s: turn_between(turned(foe.facing, OUT[s]), against))
    out = turned(foe.facing, OUT[side])
    if turn_between(out, against) <= SAME_FACING:
        return None
    _, here, _ = nearest(at, foe)
    (lx, ly), (sx, sy) = direction(turned(out, 90_000)), direction(turned(at.facing, 90_000))
    along = (here[0] - foe.x) * lx + (here[1] - foe.y) * ly
    own = (here[0] - at.x) * sx + (here[1] - at.y) * sy  # of its front edge, left of the middle
    found = on_edge(foe, side, (at.frontage, at.depth), along + own)
    end = found._replace(x=round(found.x), y=round(found.y))
    return end if strikes(end, foe) else None


def clear(c: Chase, leg: tuple[Rect, Rect], but: int = -1) -> bool:
    """On the table, over nobody, on open ground, and the leg there is clear (WM-PURSUE-5, WM-PURSUE-23).

    `but`: a stand about which it turns; only where it ends may not overlap that.
    """
    table, (start, end) = crowd(c.p), leg
    if leaves(end, c.p.state.map.width, c.p.state.map.height, EPS):
        return False
    others = Stands(tuple(r for i, r in enumerate(table.rects) if table.owners[i] != c.unit and i != but))
    path = swept(start, end)
    if others.overlaps(path, EPS) or (but >= 0 and overlap(table.rects[but], end, EPS)):
        return False
    return not closed_afoot(c.p, c.unit).overlaps(path, EPS)


def at_rampart(c: Chase, end: Rect) -> bool:
    """Whether a stand would touch a fortified one that it may not (WM-TERRAIN-25)."""
    p, table = c.p, crowd(c.p)
    seat = table.seats[c.unit]
    near = [table.numbers_against[seat][i] for i in table.against[seat].within(end, 0, EPS)]
    walled = [i for i in near if fortified_start(p, table.owners[i]) and not exposed(p, table.owners[i])]
    if not walled or p.holds(MayAssault(c.unit)):
        return False
    poses = zip(walled, poses_of([table.rects[i] for i in walled]), strict=True)
    return any(cover(p, table.owners[i], pose, c.starts) == FORTIFIED for i, pose in poses)


def forced(c: Chase) -> list[Ends]:
    """The stands that go in first. All that can straight ahead, unless that would split the unit: then as many as
    possible, by the player's choice (WM-PURSUE-9)."""
    straight = straight_ends(c)
    foes = c.foes((c.enemy,))
    for count in range(len(straight), 0, -1):
        found = []
        for some in combinations(sorted(straight), count):
            ends = {i: straight[i] for i in some}
            if any(strikes(r, foe) for r in ends.values() for foe in foes) and follow(c, ends) is not None:
                found.append(ends)
        if found:
            return found
    return []


# --- the others ---
def follow(c: Chase, ends: Ends) -> Ends | None:
    """The others one by one, each at the first place that it may take (WM-PURSUE-22)."""
    return next(arrangements(c, ends), None)


def arrangements(c: Chase, ends: Ends) -> Iterator[Ends]:
    """Every result of placing the others, in any order, at the places looked at."""
    for found in islice(_arrangements(c, ends), TRIED):
        if connected([found[i] for i in range(len(c.starts))]):
            yield found


def _arrangements(c: Chase, ends: Ends) -> Iterator[Ends]:
    left = [i for i in range(len(c.starts)) if i not in ends]
    if not left:
        yield ends
    for i in left:
        for end in next_places(c, i, tuple(ends.values())):
            yield from _arrangements(c, {**ends, i: end})


def next_places(c: Chase, number: int, placed: tuple[Rect, ...]) -> Iterator[Rect]:
    """Front edge to an edge of the pursued unit where possible, else of another that retreated, else in touch with its
    own unit (WM-PURSUE-24)."""
    start, how = c.starts[number], OTHERS.of(c.p)
    first, second = (
        (goal for goal in best_first(start, list(striking(c, some, start, placed)))) for some in ((c.enemy,), c.others)
    )
    for group in how.order((first, second, beside(start, placed))):
        found = False
        for end in map(whole, group):
            if misplaced(c, number, end, placed) is None:
                found = True
                yield end
        if found and how.must:
            return


def misplaced(c: Chase, number: int, end: Rect, placed: Sequence[Rect]) -> Refusal | None:
    """Why a stand that does not go straight ahead may not end there, whether it strikes anybody or not."""
    start = c.starts[number]
    if any(overlap(end, r, EPS) for r in placed) or c.ground.among.overlaps(end, EPS):
        return Refusal(say("{unit}: no room there", unit=c.unit), "WM-PURSUE-22")
    last = len(placed) + 1 == len(c.starts)
    if not any(contact(end, r, EPS) for r in placed) or (last and not connected((*placed, end))):
        return Refusal(say("{unit}'s stands must all touch one another", unit=c.unit), "WM-PURSUE-22")
    foes = c.foes((c.enemy,))
    if min(gap(end, foe) for foe in foes) > min(gap(start, foe) for foe in foes) + EPS:
        said = say("no stand ends farther from {enemy} than it began", enemy=c.enemy)
        return Refusal(said, "WM-PURSUE-22")
    if at_rampart(c, end):
        return Refusal(say("{unit} may not touch fortified stands", unit=c.unit), "WM-TERRAIN-25")
    found = way_round(c, number, end, placed)
    cites = ("WM-PURSUE-8", "WM-PURSUE-8", "WM-MOVE-19")
    return refused(found, c.unit, cites) if isinstance(found, Fault) else None


def way_round(c: Chase, number: int, end: Rect, placed: Sequence[Rect]) -> Way | Fault:
    return stand_way(c.p, c.ground, c.starts[number], poses_of((end,))[0], c.pace, placed, False)


def idle(c: Chase, number: int, end: Rect, placed: tuple[Rect, ...]) -> Refusal | None:
    """Why a stand must strike somebody where it ends (WM-PURSUE-24)."""
    if not OTHERS.of(c.p).must:
        return None
    for some in ((c.enemy,), c.others):
        if any(strikes(end, foe) for foe in c.foes(some)):
            return None
        tests = striking(c, some, c.starts[number], placed)
        if any(misplaced(c, number, whole(goal), placed) is None for _, goal in tests):
            return Refusal(say("a stand that can be laid on {enemy} must be", enemy=some[0]), "WM-PURSUE-24")
    return None


def whole(goal: Rect) -> Rect:
    return goal._replace(x=round(goal.x), y=round(goal.y))


def best_first(start: Rect, found: list[tuple[int, Rect]]) -> list[Rect]:
    """Places of the first kind, the nearest first, then those of the next."""
    ranked = sorted(found, key=lambda f: (f[0], (f[1].x - start.x) ** 2 + (f[1].y - start.y) ** 2))
    return [goal for _, goal in ranked]


def striking(c: Chase, units: Sequence[str], start: Rect, placed: Sequence[Rect]) -> Iterator[tuple[int, Rect]]:
    """Places with the front edge on a retreated stand, by kind: beside a placed stand, on a free part of an edge as
    near to its middle as may be, at an end of that part."""
    foes, size = c.foes(units), (start.frontage, start.depth)
    for goal in beside(start, placed):
        yield from ((0, goal) for foe in foes if strikes(whole(goal), foe))
    row = Stands((*crowd(c.p).row.some(crowd(c.p).but_for(c.unit)).shapes, *placed))
    for foe in foes:
        for side in SIDES:
            wide = foe.frontage if side in ("front", "rear") else foe.depth
            most = (wide + size[0]) / 2 - CONTACT
            for low, high in row.free_stretches(foe, side, *size):
                low, high = max(low, -most), min(high, most)  # a shorter contact is a corner (WM-GEO-9)
                if low <= high + 1:
                    yield 1, on_edge(foe, side, size, min(max(0.0, low), high))
                    yield from ((2, on_edge(foe, side, size, along)) for along in (low, high))


def beside(start: Rect, placed: Sequence[Rect]) -> Iterator[Rect]:
    """Flush beside placed stands, then behind them, then where it is."""
    for r in placed:
        for sign in (1, -1):
            lx, ly = direction(turned(r.facing, sign * 90_000))
            yield r._replace(x=r.x + lx * r.frontage, y=r.y + ly * r.frontage)
    for r in placed:
        cos, sin = direction(r.facing)
        yield r._replace(x=r.x - cos * r.depth, y=r.y - sin * r.depth)
    yield start
