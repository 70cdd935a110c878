"""Support: infantry exactly behind or beside those who fight to their front (WM-SUPP)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.geometry.corners import unit as direction
from sandtable.geometry.distance import Contact
from sandtable.geometry.pairs import contact, touching
from sandtable.geometry.shapes import Rect, Shape, turned
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import SAME_FACING, turn_between
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose

ALIGNED = 0.9  # of the shared edge (WM-SUPP-8)
CORNER = 100  # a shorter shared segment counts as a corner (WM-GEO-9)
BESIDE = {("left", "right"), ("right", "left"), ("front", "rear")}  # side of the supporter, side of the supported

Link = tuple[int, int]  # supporter and supported, by their numbers in the row
Supporter = tuple[str, Pose, str, Pose]  # unit and pose of both
Counts = tuple[int, int]  # of each seat
COUNTED: Switch[Callable[[Counts, Counts], Counts]] = Switch(  # of the counts before and after casualties
    "support_counted",
    {"after_casualties": lambda before, after: after, "before_casualties": lambda before, after: before},
    "WM-SUPP-6",
)
Survives = Callable[[Position, Supporter], bool]
SURVIVES: Switch[Survives] = Switch(
    "supported_stand_must_survive",
    {"false": lambda p, s: True, "true": lambda p, s: s[3] in p.state.stands.get(s[2], ())},
    "WM-SUPP-6",
)


def strip(stand: Rect, turn: int) -> Rect:
    """One edge of a stand as a strip without depth: 0 the front, then anticlockwise."""
    out = turned(stand.facing, turn * 90_000)
    deep, wide = (stand.depth, stand.frontage) if turn % 2 == 0 else (stand.frontage, stand.depth)
    cos, sin = direction(out)
    return Rect(stand.x + deep / 2 * cos, stand.y + deep / 2 * sin, wide, 0, out)


def at_front(stand: Rect, other: Shape) -> bool:
    """Whether something touches a stand's front edge, corners included."""
    return touching(strip(stand, 0), other, EPS)


def enemies_of(p: Position, number: int) -> dict[int, Contact]:
    """The enemy stands a stand touches, and how."""

    def make() -> dict[int, Contact]:
        table = crowd(p)
        seat = table.seats[table.owners[number]]
        if not table.fought(table.owners[number]):
            return {}
        found = {}
        for i in table.row.within(table.rects[number], 0, EPS):
            if table.seats[table.owners[i]] != seat and (met := contact(table.rects[number], table.rects[i], EPS)):
                found[i] = met
        return found

    return p.memo(("enemies of", number), make, PLACES)


def fights_ahead(p: Position, number: int) -> bool:
    """An enemy at its front edge, or at a front corner unless he also lies along its side (WM-SUPP-10)."""
    rect, table = crowd(p).rects[number], crowd(p)
    for i, met in enemies_of(p, number).items():
        flank = met.kind == "edge" and met.length >= CORNER and met.side_a in ("left", "right")
        if at_front(rect, table.rects[i]) and not flank:
            return True
    return False


def supportable(p: Position, number: int) -> bool:
    """An infantry stand that fights to its front (WM-SUPP-3)."""
    return entry(p, crowd(p).owners[number]).type == "infantry" and fights_ahead(p, number)


def aligned(a: Rect, b: Rect) -> bool:
    """Whether stand a is exactly behind or beside stand b: same facing, edges aligned (WM-SUPP-3, WM-SUPP-8)."""
    if turn_between(a.facing, b.facing) > SAME_FACING:
        return False
    met = contact(a, b, EPS)
    if met is None or (met.side_a, met.side_b) not in BESIDE:
        return False
    edge = a.frontage if met.side_a == "front" else a.depth
    return met.length >= ALIGNED * edge - EPS


def links(p: Position) -> tuple[Link, ...]:
    """Who could support whom where they stand, confusion not looked at (WM-SUPP-4, WM-SUPP-5)."""

    def make() -> tuple[Link, ...]:
        table = crowd(p)
        foot = {u: entry(p, u).type == "infantry" for u in table.spans}
        fighting = [
            i for i, owner in enumerate(table.owners) if foot[owner] and enemies_of(p, i) and fights_ahead(p, i)
        ]
        found = []
        for i in fighting:
            for j in table.row.within(table.rects[i], 0, EPS):
                owner = table.owners[j]
                if j == i or not foot[owner] or table.seats[owner] != table.seats[table.owners[i]]:
                    continue
                if not enemies_of(p, j) and aligned(table.rects[j], table.rects[i]):
                    found.append((j, i))
        return tuple(found)

    return p.memo("support", make, PLACES)


def skirmisher(p: Position, number: int) -> bool:
    """An attached skirmisher stand, which neither supports nor shoots (WM-SUPP-9, WM-SHOOT-8)."""
    table = crowd(p)
    owner = table.owners[number]
    return p.state.units[owner].skirmisher and number == table.spans[owner][1] - 1


def supporting(p: Position) -> tuple[Link, ...]:
    """Support in force: stands of confused units give none (WM-SUPP-2, WM-CONF-2)."""

    def make() -> tuple[Link, ...]:
        owners, units = crowd(p).owners, p.state.units
        return tuple([(j, i) for j, i in links(p) if not units[owners[j]].confused and not skirmisher(p, j)])

    return p.memo("supporting", make)


def supporters(p: Position, units: tuple[str, ...]) -> tuple[Supporter, ...]:
    """The supporting stands of a fight where they are now, with each stand that they support (WM-SUPP-1)."""
    table, found = crowd(p), list[Supporter]()
    for j, i in supporting(p):
        a, b = table.owners[j], table.owners[i]
        if a in units and b in units:
            found.append((a, _pose(table.rects[j]), b, _pose(table.rects[i])))
    return tuple(found)


def counted(p: Position, standing: tuple[Supporter, ...]) -> tuple[int, int]:
    """Support of each seat from stands that are still there (WM-SUPP-6), each once (WM-SUPP-5)."""
    count, survives = [0, 0], SURVIVES.of(p)
    for unit, pose in dict.fromkeys((s[0], s[1]) for s in standing if survives(p, s)):
        if pose in p.state.stands.get(unit, ()):
            count[p.state.units[unit].seat] += 1
    return count[0], count[1]


def _pose(rect: Rect) -> Pose:
    return round(rect.x), round(rect.y), rect.facing
