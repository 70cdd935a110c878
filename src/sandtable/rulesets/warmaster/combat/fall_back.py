"""Fall back: up to 3D6 cm out of a fight (WM-FALL). Flyers fly (WM-FALL-9); artillery goes like others (WM-FALL-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import atan2, ceil, degrees
from random import Random
from typing import Any

from sandtable.core import Outline, Reading, Refusal, Region
from sandtable.core.texts import say
from sandtable.core.words import number
from sandtable.geometry.corners import corners
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import distance
from sandtable.geometry.pairs import gap
from sandtable.geometry.polygons import clip
from sandtable.geometry.regions import Ring, rounded
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.stands import OUT, Stands
from sandtable.geometry.units import FULL_TURN, MILLI, text
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.combat.retreats import facing_side
from sandtable.rulesets.warmaster.combat.support import CORNER, enemies_of
from sandtable.rulesets.warmaster.command.movement import APART
from sandtable.rulesets.warmaster.command.off_table import over_the_edge
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, rects_at
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.unit_poses import moved, pose_of, stands_of
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, ground_for, refused, unit_ways
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import EPS, Pose
from sandtable.tabletop.moving.stand_reach import Part, body_reach

CLEAR = 1 * MILLI  # from enemies and engaged units (WM-FALL-6)
LEAST: Switch[Callable[[tuple[int, ...]], int]] = Switch(
    "fall_back_min", {"lowest_die": min, "0": lambda faces: 0}, "WM-FALL-1"
)
AFTER_WIN: Switch[Callable[[bool], bool]] = Switch(  # whether a unit stays behind the line of contact
    "fall_back_direction_after_win", {"any": lambda drawn: drawn, "behind_the_line": lambda drawn: True}, "WM-FALL-4"
)
WAYS = 24  # directions looked at
STEP = 250  # between distances looked at


class Lowest(Reading, frozen=True):
    """Total and lowest of three dice: most and least distance."""

    def first(self) -> tuple[int, ...]:
        return ()

    def add(self, state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*state, face)))


Line = tuple[int, int, int]  # a point of a line of contact, and where the edge on it looks


def contact_lines(p: Position, unit: str, helped: Sequence[str] = ()) -> tuple[Line, ...]:
    """The line of each stand while the fight is still in contact; none: nobody of the unit fights (WM-FALL-13)."""
    found: list[Line] = []
    for stand in range(len(p.state.stands[unit])):
        line = contact_edge(p, unit, stand, helped)
        if line is None:
            return ()
        (x, y), (cos, sin) = line
        found.append((round(x), round(y), round(degrees(atan2(sin, cos)) * MILLI) % FULL_TURN))
    return tuple(found)


def contact_edge(p: Position, unit: str, stand: int, helped: Sequence[str] = ()) -> tuple[Point, Point] | None:
    """The line a stand fights along: a point of its edge and the direction the edge looks.

    A stand that touches nobody takes that of the nearest fighting stand of its unit, else of the units it supports
    (WM-FALL-13).
    """
    table = crowd(p)
    own = table.rects[table.numbers(unit)[stand]]
    others = [table.numbers(u) for u in (unit, *helped) if u in table.spans]
    near = [n for some in others for n in sorted(some, key=lambda n: gap(own, table.rects[n]))]
    for n in (table.numbers(unit)[stand], *near):
        rect = table.rects[n]
        sides = []
        for j, met in enemies_of(p, n).items():
            corner = met.kind == "corner" or met.length < CORNER
            sides.append(facing_side(rect, table.rects[j]) if corner else met.side_a)
        if sides:
            side = "front" if "front" in sides else sides[0]
            out = direction(turned(rect.facing, OUT[side]))
            deep = rect.depth if side in ("front", "rear") else rect.frontage
            return (rect.x + out[0] * deep / 2, rect.y + out[1] * deep / 2), out
    return None


def _last(low: int, high: int, free: Callable[[int], bool]) -> int:
    """The farthest free place between one that is and one that may be."""
    if free(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if free(middle) else (low, middle)
    return low


def too_near(p: Position, unit: str, rects: Sequence[Rect], clear: int = CLEAR) -> str:
    """Whom a unit would end too near to: a fall back makes no contact (WM-FALL-6, WM-FALL-12)."""
    table, seat = crowd(p), p.state.units[unit].seat
    firm = [i for i, o in enumerate(table.owners) if o != unit and (table.seats[o] != seat or engaged(p, o))]
    row = Stands(tuple(table.rects[i] for i in firm))
    for r in rects:
        for hit in row.within(r, clear - EPS - 1, 0):
            return table.owners[firm[hit]]
    return ""


def stopped(p: Position, unit: str, poses: tuple[Pose, ...], least: int) -> str:
    """What keeps a unit that ends here from the least distance: "ground", "enemy" or "" (WM-CONF-4, WM-CONF-5)."""
    ends = rects_at(p, unit, poses)
    pairs = list(zip(crowd(p).of(unit), ends, strict=True))
    gone, a, b = max((distance((a.x, a.y), (b.x, b.y)), a, b) for a, b in pairs)
    if not gone or gone >= least - EPS:
        return ""
    way = (b.x - a.x) / gone, (b.y - a.y) / gone
    further = [shifted(r, way, least - gone) for r in ends]
    paths = further if flies(p, unit) else [swept(r, f) for r, f in zip(ends, further, strict=True)]
    shut = closed_afoot(p, unit)
    if any(shut.overlaps(path, EPS) for path in paths):
        return "ground"
    return "enemy" if too_near(p, unit, further) else ""


def fall_back_ways(p: Position, unit: str, poses: tuple[Pose, ...], far: int) -> tuple[Way, ...] | Fault:
    """The ways of a unit's stands, as in an ordinary move but close to enemies (WM-FALL-15)."""
    return unit_ways(p, unit, poses, far, ground_for(p, unit, charging=True))


class FallBack(Region, frozen=True, kw_only=True):
    """Where a unit ends: its pose, or one for each stand. One stand goes at least the least distance; after a draw it
    stays behind the line."""

    least: int
    far: int
    drawn: bool
    lines: tuple[Line, ...] = ()  # of contact, by stand, as the fight was: the enemy may have left already
    facing: bool = True

    @property
    def unit(self) -> str:
        return self.piece

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        poses = stands_of(p, self.unit, answer)
        if poses is None:
            count = len(p.state.stands[self.unit])
            return Refusal(say("a place with a facing, or one for each of {count} stands", count=count), "WM-FALL-3")
        if poses == p.state.stands[self.unit]:
            return None if not self.places(p) else Refusal("it must go back if it can", "WM-FALL-14")
        if over_the_edge(p, rects_at(p, self.unit, poses)):
            return self.over(p, poses)
        return self.misplaced(p, poses, self.room(p)[0], self.clearance(p))

    def over(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        """Why a unit may not go over the edge of the table: only one without other room does, straight and as it
        stands (WM-MOVE-19)."""
        starts, ends = crowd(p).of(self.unit), rects_at(p, self.unit, poses)
        if self._places(p, self.least, CLEAR):
            return Refusal(say("{unit} would leave the table", unit=self.unit), "WM-MOVE-19")
        if len({(b.x - a.x, b.y - a.y, b.facing - a.facing) for a, b in zip(starts, ends, strict=True)}) > 1 or (
            ends[0].facing != starts[0].facing
        ):
            return Refusal(say("{unit} leaves the table straight, as it stands", unit=self.unit), "WM-MOVE-19")
        far = distance((starts[0].x, starts[0].y), (ends[0].x, ends[0].y))
        if not self.least - EPS <= far <= self.far + EPS:
            said = say("{far} cm; {least} to {most}", far=text(far), least=text(self.least), most=text(self.far))
            return Refusal(said, "WM-FALL-5")
        if self.first_stand(p, starts, ends, self.least) is None:
            return Refusal("the first stand must end behind the line of contact", "WM-FALL-4")
        among = ground_for(p, self.unit, charging=True).among
        if not flies(p, self.unit) and any(among.overlaps(swept(a, b), EPS) for a, b in zip(starts, ends, strict=True)):
            return Refusal(say("something bars {unit}'s way", unit=self.unit), "WM-FALL-15")
        return None

    def misplaced(self, p: Position, poses: tuple[Pose, ...], least: int, clear: int = CLEAR) -> Refusal | None:
        rects, starts = rects_at(p, self.unit, poses), crowd(p).of(self.unit)
        if not connected(rects):
            return Refusal("the stands must all touch one another", "WM-FORMN-1")
        first = self.first_stand(p, starts, rects, least)
        if first is None:
            far = max(distance((a.x, a.y), (b.x, b.y)) for a, b in zip(starts, rects, strict=True))
            if far >= least - EPS:
                return Refusal("the first stand must end behind the line of contact", "WM-FALL-4")
            said = say("{far} cm; at least {least}, behind the line of contact", far=text(far), least=text(least))
            return Refusal(said, "WM-FALL-5", ceil(least - far))
        if near := too_near(p, self.unit, rects, clear):
            return Refusal(say("at least {cm} cm from {near}", cm=text(clear), near=near), "WM-FALL-6")
        found = fall_back_ways(p, self.unit, poses, self.far)
        return (
            refused(found, self.unit, ("WM-FALL-5", "WM-FALL-15", "WM-MOVE-19")) if isinstance(found, Fault) else None
        )

    def first_stand(self, p: Position, starts: tuple[Rect, ...], rects: tuple[Rect, ...], least: int) -> int | None:
        """A stand that goes far enough, and after a draw keeps behind the line (WM-FALL-4, WM-FALL-15)."""
        for i, (a, b) in enumerate(zip(starts, rects, strict=True)):
            if distance((a.x, a.y), (b.x, b.y)) >= least - EPS and self.behind(p, i, b):
                return i
        return None

    def behind(self, p: Position, stand: int, end: Rect) -> bool:
        if not AFTER_WIN.of(p)(self.drawn):
            return True
        line = self.line(p, stand)
        if line is None:
            return True
        at, out = line
        return all((x - at[0]) * out[0] + (y - at[1]) * out[1] <= EPS for x, y in corners(end).pts)

    def line(self, p: Position, stand: int) -> tuple[Point, Point] | None:
        if not self.lines:
            return contact_edge(p, self.unit, stand)
        x, y, out = self.lines[stand]
        return (x, y), direction(out)

    def places(self, p: Position) -> tuple[Pose, ...]:
        """The unit shifted as it stands: straight back first, then other directions, far and near."""
        return self.room(p)[1]

    def room(self, p: Position) -> tuple[int, tuple[Pose, ...]]:
        """The least distance, and places that far away or farther. Where there is none, as far as it can go
        (WM-FALL-14)."""
        return self._found(p)[:2]

    def clearance(self, p: Position) -> int:
        """How far from enemies and engaged units it ends: 1 cm, or where that cannot be just out of touch
        (WM-FALL-6)."""
        return self._found(p)[2]

    def _found(self, p: Position) -> tuple[int, tuple[Pose, ...], int]:
        def make() -> tuple[int, tuple[Pose, ...], int]:
            for clear in (CLEAR, APART):
                least, places = self._room(p, clear)
                if places:
                    return least, places, clear
            return self.least, (), CLEAR

        return p.memo(("fall back", self), make)

    def _room(self, p: Position, clear: int) -> tuple[int, tuple[Pose, ...]]:
        if found := self._places(p, self.least, clear):
            return self.least, tuple(found)
        shorter = (*range((self.least - 1) // STEP * STEP, 0, -STEP), APART)
        for short in shorter if self.least else ():
            ways = [way for way in self.ways(p) if self.free(p, clear, way, short)]
            if ways:
                most = min(self.least - 1, short + STEP)
                farthest = max(_last(short, most, partial(self.free, p, clear, way)) for way in ways)
                return farthest, tuple(self._places(p, farthest, clear, (0.0,)))
        return self.least, ()

    def ways(self, p: Position) -> list[int]:
        """Directions, straight back first."""
        back = turned(p.state.stands[self.unit][0][2], 180_000)
        turns = sorted(range(WAYS), key=lambda k: min(k, WAYS - k))
        return [turned(back, k * 360_000 // WAYS) for k in turns]

    def free(self, p: Position, clear: int, way: int, far: int) -> bool:
        poses = moved(p.state.stands[self.unit], self.back(p, far, way))
        return self.misplaced(p, poses, far, clear) is None

    def _places(self, p: Position, least: int, clear: int, shares: tuple[float, ...] = (1.0, 0.6, 0.0)) -> list[Pose]:
        now = p.state.stands[self.unit]
        found = []
        for share in shares:
            far = max(least, self.far * share)
            for way in self.ways(p):
                pose = self.back(p, far, way)
                poses = moved(now, pose)
                if poses != now and self.misplaced(p, poses, least, clear) is None:
                    found.append(pose)
                    if len(found) >= 6:
                        return found
        return found

    def back(self, p: Position, far: float, way: int) -> Pose:
        """So far in a direction as it stands."""
        (cos, sin), (x, y, facing) = direction(way), pose_of(p.state.stands[self.unit])
        return round(x + cos * far), round(y + sin * far), facing

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found = list(self.places(p)) or [pose_of(p.state.stands[self.unit])]
        return found[:n] if n < len(found) else found

    def fallback(self, p: Position) -> Any:
        return self.sample(p, 1, Random(0))[0]

    def most(self, p: Position) -> int:
        return self.far

    def price(self, p: Position, pose: Any) -> int:
        x, y, _ = pose_of(p.state.stands[self.unit])
        return round(distance((x, y), pose[:2]))

    def outline(self, p: Position) -> Outline:
        """Where it may go straight and unturned, behind each line of contact by itself."""
        table, seat = crowd(p), p.state.units[self.unit].seat
        rects, size = table.of(self.unit), (p.state.map.width, p.state.map.height)
        x, y, _ = pose_of(p.state.stands[self.unit])
        firm = tuple(
            r
            for r, o in zip(table.rects, table.owners, strict=True)
            if o != self.unit and (table.seats[o] != seat or engaged(p, o))
        )
        if flies(p, self.unit):
            others = (r for r, o in zip(table.rects, table.owners, strict=True) if o != self.unit)
            way = Part(rects, Stands(()), (*others, *land(p).no_landing.shapes))
        else:
            way = Part(rects, ground_for(p, self.unit, charging=True).among)
        near = Part(rects, Stands(()), firm, self.clearance(p))
        whole = body_reach((way, near), (x, y), self.far, size, EPS, self.room(p)[0])
        parts = [Outline(fans, whole.holes) for fans in self.behind_lines(p, whole.fans, (x, y))]
        stays = whole.also if not self.places(p) else ()
        return Outline((), (), (*parts, *stays))

    def behind_lines(self, p: Position, fans: Sequence[Ring], at: Point) -> list[tuple[Ring, ...]]:
        """The fans cut along the line that each stand fights along; once each (WM-FALL-4)."""
        if not AFTER_WIN.of(p)(self.drawn):
            return [tuple(fans)]
        found: dict[tuple[Ring, ...], None] = {}
        for i, rect in enumerate(crowd(p).of(self.unit)):
            line = self.line(p, i)
            if line is None:
                return [tuple(fans)]
            (px, py), (ox, oy) = line
            room = min((px - cx) * ox + (py - cy) * oy for cx, cy in corners(rect).pts) + EPS
            half = (-ox, -oy, ox * at[0] + oy * at[1] + room)
            cut = (tuple(rounded(q) for q in clip(fan, [half])) for fan in fans)
            found[tuple(ring for ring in cut if len(ring) > 2)] = None
        return list(found)

    def spoken(self, p: Position, words: str) -> Any:
        """``12``: straight back so far; ``back``: as the default; ``40 30``: its middle goes there."""
        said = words.strip().casefold().removeprefix("back").removesuffix("cm").strip()
        if not said:
            return self.fallback(p)
        if len(said.split()) > 1:
            return super().spoken(p, words)
        return self.back(p, number(said), turned(p.state.stands[self.unit][0][2], 180_000))

    def hint(self, p: Position) -> str:
        return f"how far straight back, {text(self.room(p)[0])} to {text(self.far)} cm; back; or a place"
