"""How far it is to the enemy on foot or hoof: round what is closed to a unit, on a coarse grid."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import hypot

from sandtable.geometry.shapes import Disc, Point
from sandtable.rulesets.warmaster.measuring.crowd import REACH, crowd
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import PLACES
from sandtable.rulesets.warmaster.terrain.land import FLYER, INFANTRY, Land

Cell = tuple[int, int]
STEP = 4_000  # of the grid
BROAD, NARROW = 5_500, 2_500  # half of what a line of infantry, or of others, needs
THIN = 1_600  # half of what a way needs at least
TIGHT = 3  # times as long where it is narrow
ROUND_FOE = 2  # cells about an enemy from which he is reached
NEIGHBOURS = tuple((i, j, hypot(i, j) * STEP) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
BESIDE = 3  # cells between a unit that stands close to barred ground and open ones
SHORT = 6_000  # by how much ways on the grid end before the enemy, about
KINDS = (INFANTRY, "cavalry", "chariot", "artillery")  # troop types by the ground closed to them
NOWHERE = 1e9
MIDDLES = 4_000  # what lies between the middles of two units besides the gap, roughly
SHARES = (1.0, 0.6, 0.3)  # of a way: round a corner the straight line ends early


def cell_of(at: Point) -> Cell:
    return int(at[0] // STEP), int(at[1] // STEP)


@lru_cache(maxsize=64)
def open_cells(ground: Land, kind: str, clear: int) -> frozenset[Cell]:
    """Where those can be who need this much room on either side."""
    shut = ground.closed(kind)
    wide, high = ground.map.width // STEP, ground.map.height // STEP
    middle = STEP // 2
    return frozenset(
        (i, j)
        for i in range(wide)
        for j in range(high)
        if not shut.overlaps(Disc(i * STEP + middle, j * STEP + middle, clear), 0)
    )


@lru_cache(maxsize=64)
def steps(ground: Land, kind: str, clear: int) -> dict[Cell, list[tuple[Cell, float]]]:
    """From every cell to its neighbours, and how far it is; longer where there is less room than this."""
    broad, free = open_cells(ground, kind, clear), open_cells(ground, kind, THIN)
    found: dict[Cell, list[tuple[Cell, float]]] = {cell: [] for cell in free}
    for (x, y), near in found.items():
        for i, j, step in NEIGHBOURS:
            there = x + i, y + j
            if there in free and (x + i, y) in free and (x, y + j) in free:  # round a corner, not through it
                near.append((there, step if there in broad and (x, y) in broad else TIGHT * step))
    return found


@lru_cache(maxsize=256)
def distances(ground: Land, kind: str, foes: tuple[Cell, ...], clear: int) -> dict[Cell, float]:
    """From every cell to the nearest enemy."""
    ways, near = steps(ground, kind, clear), range(-ROUND_FOE, ROUND_FOE + 1)
    starts = {(x + i, y + j) for x, y in foes for i in near for j in near} & ways.keys()
    found: dict[Cell, float] = dict.fromkeys(starts, 0.0)
    queue = [(0.0, cell) for cell in sorted(starts)]
    while queue:
        far, cell = heappop(queue)
        if far > found[cell]:
            continue
        for there, step in ways[cell]:
            if far + step < found.get(there, NOWHERE):
                found[there] = far + step
                heappush(queue, (far + step, there))
    return found


@lru_cache(maxsize=256)
def alike(ground: Land, kind: str) -> str:
    """The first troop type to which the same ground is closed."""
    shut = ground.closed(kind).shapes
    return next((other for other in KINDS if ground.closed(other).shapes == shut), kind)


def field(p: Position, unit: str) -> dict[Cell, float]:
    """Distances for a unit; empty where nothing is closed to it."""
    kind = troops(p, unit)
    if kind == FLYER or not land(p).closed(kind).shapes:
        return {}
    seat = p.state.units[unit].seat

    def make() -> dict[Cell, float]:
        table = crowd(p)
        cells = tuple(sorted({cell_of(table.middles[foe]) for foe in table.foes[seat]}))
        return distances(land(p), alike(land(p), kind), cells, BROAD if kind == INFANTRY else NARROW)

    return p.memo(("ways of", kind, seat), make, PLACES)


def on_field(found: dict[Cell, float], at: Point) -> tuple[float, Cell] | None:
    """How far it is from a point, and the cell near it by which it goes on; None: nothing bars the way."""
    here = cell_of(at)
    for beside in range(1, BESIDE + 1):  # not further than need be: beyond may be the other side of a wall
        near = range(-beside, beside + 1)
        options = [
            (found[cell] + hypot(at[0] - (cell[0] + 0.5) * STEP, at[1] - (cell[1] + 0.5) * STEP), cell)
            for i in near
            for j in near
            if (cell := (here[0] + i, here[1] + j)) in found
        ]
        if options:
            return min(options)
    return None


def way_to_foe(p: Position, unit: str) -> float:
    """How far a unit has to go to the nearest enemy."""
    return p.memo(("way to foe", unit), _way_to_foe, PLACES, p, unit)


def _way_to_foe(p: Position, unit: str) -> float:
    return _way(p, unit, crowd(p).middles[unit], crowd(p).nearest_foe(unit)[0])


def way_from(p: Position, unit: str, at: Point) -> float:
    """How far a unit would have to go to the nearest enemy from elsewhere, roughly."""
    table = crowd(p)
    spots = [table.middles[foe] for foe in table.foes[table.seats[unit]]]
    return _way(p, unit, at, min((hypot(x - at[0], y - at[1]) for x, y in spots), default=NOWHERE) - MIDDLES)


def _way(p: Position, unit: str, at: Point, straight: float) -> float:
    around = on_field(field(p, unit), at)
    if around is None or (straight <= REACH and around[0] <= straight):
        return straight
    return max(straight, around[0] + SHORT)


def next_goals(p: Position, unit: str, at: Point, pace: float) -> list[Point]:
    """Points on the way round what is closed, one move ahead and less; none: the straight way will do."""
    found = field(p, unit)
    around = on_field(found, at)
    if around is None:
        return []
    passed = track(found, around[1], pace)
    steps = dict.fromkeys(passed[round(share * (len(passed) - 1))] for share in SHARES)
    return [(i * STEP + STEP / 2, j * STEP + STEP / 2) for i, j in steps]


def track(found: dict[Cell, float], cell: Cell, far: float = NOWHERE) -> list[Cell]:
    """The cells passed on the way from one of them, so far or to the end."""
    passed, start = [cell], found[cell]
    while start - found[cell] < far:
        options = [((cell[0] + i, cell[1] + j)) for i, j, _ in NEIGHBOURS]
        there = min(options, key=lambda option: (found.get(option, NOWHERE), option))
        if found.get(there, NOWHERE) >= found[cell]:
            break
        cell = there
        passed.append(cell)
    return passed
