"""What a unit meets when it is forced straight back: ground, enemies, friends, the table's edge (WM-GEO-14,
WM-DRIVE-8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.geometry.shapes import Point, Poly, Rect
from sandtable.geometry.stands import Stands
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.lines import last_free, shifted
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import EPS

CLEARANCE = 1_000  # driven units halt 1 cm from enemies and engaged units (WM-CONF-5)
Sweepers = Callable[[Sequence[Rect], int], Sequence[Rect]]
OBSTRUCTED: Switch[Sweepers] = Switch(  # the stands whose way is tested: all as they stand, or the first only
    "drive_back_obstruction",
    {"whole_formation": lambda rects, first: rects, "first_stand": lambda rects, first: [rects[first]]},
    "WM-GEO-14",
)


class Room(NamedTuple):
    """How far there is room, and what ends it: "", "ground", "enemy" or "friend"; and the friends met on the way."""

    far: float
    kind: str
    who: str
    friends: tuple[str, ...]


def room(p: Position, unit: str, rects: Sequence[Rect], way: Point, far: float, clearance: int = CLEARANCE) -> Room:
    """How far stands can go straight: stopped at ground it may not enter (WM-TERRAIN-12) and
    short of enemies and engaged units."""
    table, seat, by = crowd(p), p.state.units[unit].seat, (way[0] * far, way[1] * far)
    ground = closed_afoot(p, unit).shift(rects, by, tol=EPS)
    hostile = [i for i, o in enumerate(table.owners) if o != unit and (table.seats[o] != seat or engaged(p, o))]
    met = Stands(tuple(table.rects[i] for i in hostile)).shift(rects, by, clearance, tol=EPS)
    free = min(ground.far, met.far, far)
    kind, who = "", ""
    if met.far < far - 1 and met.far <= ground.far:
        kind, who = "enemy", table.owners[hostile[met.met[0][1]]] if met.met else ""
    elif ground.far < far - 1:
        kind = "ground"
    return Room(max(0.0, free), kind, who, friends_met(p, unit, rects, way, free))


def friends_met(p: Position, unit: str, rects: Sequence[Rect], way: Point, far: float) -> tuple[str, ...]:
    """Unengaged friends in the path, nearest first (WM-MKWY-1)."""
    table, seat = crowd(p), p.state.units[unit].seat
    friends = [i for i, o in enumerate(table.owners) if o != unit and table.seats[o] == seat and not engaged(p, o)]
    row = Stands(tuple(table.rects[i] for i in friends))
    by = (way[0] * far, way[1] * far)
    if not friends or far <= 0 or row.shift(rects, by, tol=EPS).far >= far - EPS - 1:
        return ()
    found: dict[str, float] = {}
    for i, number in enumerate(friends):
        one = Stands((row.shapes[i],)).shift(rects, by, tol=EPS)
        if one.far < far - EPS - 1:
            owner = table.owners[number]
            found[owner] = min(found.get(owner, one.far), one.far)
    return tuple(sorted(found, key=lambda o: (found[o], o)))


def landing(p: Position, unit: str, rects: Sequence[Rect], way: Point, far: int) -> tuple[int, str]:
    """The last free place on the line of a flyer, which tests only where it ends, and what is in its way there."""

    def fault(gone: int) -> str:
        return in_place(p, unit, [shifted(r, way, gone) for r in rects])

    low = last_free(far, lambda gone: bool(fault(gone)))
    return low, "" if low == far else fault(low + 1)


def in_place(p: Position, unit: str, rects: Sequence[Rect]) -> str:
    """What keeps a driven flyer from these places: "", "ground", "enemy" or "friend"."""
    table, seat, ground = crowd(p), p.state.units[unit].seat, land(p).no_landing
    others = [(r, o) for r, o in zip(table.rects, table.owners, strict=True) if o != unit]
    hostile = Stands(tuple(r for r, o in others if table.seats[o] != seat or engaged(p, o)))
    if any(hostile.within(r, CLEARANCE - 1, 0) for r in rects):
        return "enemy"
    if any(ground.overlaps(r, 0) for r in rects):
        return "ground"
    return "friend" if any(Stands(tuple(r for r, _ in others)).overlaps(r, 0) for r in rects) else ""


def contact_with(p: Position, unit: str, rects: Sequence[Rect], way: Point, far: float, others: Sequence[str]) -> float:
    """How far stands can go until they touch one of some units."""
    table = crowd(p)
    row = Stands(tuple(r for r, o in zip(table.rects, table.owners, strict=True) if o in others))
    return row.shift(rects, (way[0] * far, way[1] * far), tol=EPS).far if row.shapes else far


def path_of(rects: Sequence[Rect], way: Point, far: float) -> tuple[Poly, ...]:
    """The area swept by stands that are shifted (WM-MKWY-7)."""
    return tuple(swept(r, shifted(r, way, far)) for r in rects)
