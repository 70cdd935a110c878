"""Who sees whom: from the front edge, past other stands and terrain (WM-VIS).

A line of sight starts at the front edge and runs ahead (WM-VIS-1, WM-VIS-2); stands of every other unit, and of the
looker's own unit, are in the way, those of the unit looked at are not (WM-VIS-3); characters never are (WM-VIS-4).
The exact search of `geometry.sight` takes the place of samples (WM-VIS-12). Flyers see and are seen alike (WM-VIS-11).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from operator import itemgetter

from sandtable.geometry.blockers import Base, Blockers
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.sight import from_edge, sight_among
from sandtable.geometry.units import FAR
from sandtable.rulesets.warmaster.combat.engagements import all_engaged
from sandtable.rulesets.warmaster.measuring.crowd import REACH, Crowd, crowd
from sandtable.rulesets.warmaster.measuring.levels import shot_over
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

HIDES = EPS / 2  # by which a stand hides more than it covers: touching stands leave no gap (WM-GEO-2)
OVER = 1_000  # within 1 cm of a rampart one sees over it (WM-DATA-6)


def scenery(p: Position) -> Blockers:
    """Terrain that hides, with all stands among it. Nobody sees between two stands that touch (WM-GEO-2)."""

    def make() -> Blockers:
        return land(p).sight[0].among((Base(rect, 1.0) for rect in crowd(p).rects), grow=HIDES)

    return p.memo("scenery", make, PLACES)


def seen_through(p: Position, rect: Rect | Disc) -> frozenset[int]:
    """Blockers that hide nothing from or of a stand here: the hill it is on, the rampart it is at (WM-VIS-7)."""
    return land(p).blockers_met(rect, EPS, OVER)


def stand_sees(p: Position, number: int, target: str, all_round: bool = False) -> frozenset[int]:
    """The stands of an enemy unit that one stand sees, by their numbers in the row."""
    key = ("stand sees", number, target, all_round, _shot_past(p, crowd(p).owners[number]))
    return p.memo(key, lambda: _look(p, crowd(p), number, target, all_round), PLACES)


def _shot_past(p: Position, unit: str) -> frozenset[str]:
    """Who is in no gun's way because it is engaged (WM-ART-6): of others sight follows from places alone."""
    return all_engaged(p) if entry(p, unit).type == "artillery" else frozenset()


def _look(p: Position, table: Crowd, viewer: int, target: str, all_round: bool) -> frozenset[int]:
    rect, own = table.rects[viewer], table.numbers(target)
    targets = list(own) if all_round else [t for t in own if not _behind(rect, table.rects[t])]
    if not targets:
        return frozenset()
    scene = scenery(p)
    spared = {*seen_through(p, rect), *(scene.number(n) for n in own)}
    exempt = {
        i: {*spared, *seen_through(p, table.rects[t]), *shot_over(p, scene, viewer, t)} for i, t in enumerate(targets)
    }
    if all_round:
        clear = sight_among(scene, viewer, targets, SIGHT_DEPTH, each=True, exempt=exempt).clear
    else:
        clear = sight_among(
            scene, viewer, targets, SIGHT_DEPTH, rect.facing, eye=from_edge(rect), each=True, exempt=exempt
        ).clear  # fmt: skip
    return frozenset([t for t, sees in zip(targets, clear, strict=True) if sees])


def _behind(viewer: Rect, other: Rect) -> bool:
    """Whether a stand is certainly behind the front edge of another, by the circle round it."""
    cos, sin = direction(viewer.facing)
    ahead = (other.x - viewer.x) * cos + (other.y - viewer.y) * sin - viewer.depth / 2
    return ahead < -(other.frontage + other.depth)


def all_round(p: Position, unit: str) -> bool:
    """Some see from every edge, for shooting and evading (WM-VIS-8)."""
    return entry(p, unit).has("vision360")


def unit_sees(p: Position, unit: str, target: str, every_edge: bool = False) -> frozenset[int]:
    """The stands of an enemy unit that any stand of a unit sees now (WM-VIS-10)."""

    def make() -> frozenset[int]:
        return frozenset().union(*(stand_sees(p, n, target, every_edge) for n in crowd(p).numbers(unit)))

    return p.memo(("unit sees", unit, target, every_edge, _shot_past(p, unit)), make, PLACES)


def sees(p: Position, unit: str, target: str, every_edge: bool = False) -> bool:
    """Whether any stand of a unit sees one: the rest are not asked."""
    return any(stand_sees(p, n, target, every_edge) for n in crowd(p).numbers(unit))


def by_distance(p: Position, unit: str, reach: float = FAR) -> list[tuple[float, str]]:
    """Enemy units within reach, seen or not, the nearest first."""
    within = _close_by if reach <= REACH else _by_distance
    every = p.memo((within, unit), within, PLACES, crowd(p), unit)
    return every[: bisect_right(every, reach + EPS, key=itemgetter(0))]


def _by_distance(table: Crowd, unit: str) -> list[tuple[float, str]]:
    return sorted([(table.apart(unit, o), o) for o in table.foes[table.seats[unit]]])


def _close_by(table: Crowd, unit: str) -> list[tuple[float, str]]:
    """Its beginning, up to 30 cm, which one question answers for all units."""
    return sorted([(far, o) for o, far in table.close_by(unit).items()])


def enemies_in_sight(
    p: Position, unit: str, every_edge: bool = False, reach: float = FAR, among: Collection[str] | None = None
) -> Iterator[list[str]]:
    """The enemy units it sees within reach: the closest, all that are equally close, then the next (WM-INIT-9)."""
    group: list[str] = []
    least = 0.0
    for far, enemy in by_distance(p, unit, reach):
        if group and far > least + EPS:
            yield seen_order(p, unit, group, every_edge)
            group = []
        if (among is None or enemy in among) and sees(p, unit, enemy, every_edge):
            least = least if group else far
            group.append(enemy)
    if group:
        yield seen_order(p, unit, group, every_edge)


def seen_order(p: Position, unit: str, enemies: list[str], every_edge: bool = False) -> list[str]:
    """By the first stand that sees them, then by their place in the row."""
    if len(enemies) == 1:
        return enemies
    table = crowd(p)
    first = {o: [bool(stand_sees(p, n, o, every_edge)) for n in table.numbers(unit)].index(True) for o in enemies}
    return sorted(enemies, key=lambda o: (first[o], table.spans[o]))


def nearest_enemies(p: Position, unit: str, every_edge: bool = False, reach: float = FAR) -> tuple[str, ...]:
    """The closest enemy unit it sees; several when equally near, for the player to choose (WM-INIT-9)."""
    return tuple(next(enemies_in_sight(p, unit, every_edge, reach), ()))
