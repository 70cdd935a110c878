"""Moving off the table: over the edge, a die, and perhaps back (WM-OFFT)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sandtable.core import Call, Frame, Next, Pool, Return, Roll, Settle, Wait
from sandtable.geometry.corners import corners
from sandtable.geometry.shapes import Point, Rect
from sandtable.geometry.stands import Stands, leaves
from sandtable.rulesets.warmaster.command.characters import left_behind
from sandtable.rulesets.warmaster.command.movement import APART
from sandtable.rulesets.warmaster.forced.destroyed import destroy
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, poses_of, rects_at
from sandtable.rulesets.warmaster.measuring.lines import first_free, shifted
from sandtable.rulesets.warmaster.measuring.ways import road_leads, troops
from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain
from sandtable.rulesets.warmaster.state.events.moving import CameBack, LeftTable
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, land
from sandtable.rulesets.warmaster.state.table import COMMAND, EPS, TOKEN, WAITING, Pose, Spot

TOWARDS = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}
SLANT = 1e-6  # a way that goes less towards an edge does not go towards it
RETREAT_OFF: Switch[Callable[[bool], bool]] = Switch(  # whether a unit that leaves is destroyed at once
    "retreat_off_table",
    {"roll_table": lambda retreating: False, "destroyed": lambda retreating: retreating},
    "WM-OFFT-9",
)


def over_the_edge(p: Position, rects: Sequence[Rect]) -> bool:
    """Any part of any stand outside the table takes the whole unit off it (WM-OFFT-1, WM-GEO-12)."""
    return any(leaves(r, p.state.map.width, p.state.map.height, EPS) for r in rects)


def edge_poses(p: Position, rects: Sequence[Rect], way: Point, far: float) -> tuple[Pose, ...]:
    """Where a unit stood just before it left, on its way."""
    low, high = 0.0, far
    for _ in range(24):
        middle = (low + high) / 2
        out = any(leaves(shifted(r, way, middle), p.state.map.width, p.state.map.height, 0) for r in rects)
        low, high = (low, middle) if out else (middle, high)
    return poses_of([shifted(r, way, round(low)) for r in rects])


def edge_gaps(p: Position, rects: Sequence[Rect]) -> dict[str, float]:
    """How far some stands are from each edge of the table, by their corners."""
    xs, ys = zip(*(at for r in rects for at in corners(r).pts), strict=True)
    return {
        "south": min(ys),
        "north": p.state.map.height - max(ys),
        "west": min(xs),
        "east": p.state.map.width - max(xs),
    }


def edge_crossed(p: Position, rects: Sequence[Rect], way: Point) -> str:
    """The edge that stands come to first on their way; without a way the nearest."""
    gaps = edge_gaps(p, rects)
    onward = {edge: way[0] * x + way[1] * y for edge, (x, y) in TOWARDS.items()}
    ahead = [edge for edge in gaps if onward[edge] > SLANT]
    if not ahead:
        return min(gaps, key=lambda edge: gaps[edge])
    return min(ahead, key=lambda edge: (gaps[edge] / onward[edge] if gaps[edge] > EPS else 0, -onward[edge]))


class LeaveTable(Frame, frozen=True, kw_only=True):
    """A unit goes over the edge and rolls at once; one that waits rolls at the start of its side's turn (WM-OFFT-4).

    Characters share its fate (WM-OFFT-8), but in the Command phase they do not go with it (WM-CHAR-5).
    """

    unit: str
    edge: tuple[Pose, ...] = ()
    way: Point = (0.0, 0.0)  # in which it went
    again: bool = False  # the roll at the start of a turn
    retreating: bool = False

    def start(self, d: Draft) -> Next:
        if not self.again:
            if d.state.phase == COMMAND:
                left_behind(d, self.unit)
            crossed = edge_crossed(d, rects_at(d, self.unit, self.edge), self.way)
            d.emit(LeftTable(unit=self.unit, edge=self.edge, over=crossed, cite="WM-OFFT-1"))
            if RETREAT_OFF.of(d)(self.retreating):
                destroy(d, self.unit, "WM-OFFT-9")
                return Call(Settle(), then=self.finish)
        pool = Pool("off the table", (("d6", 1),), d.state.units[self.unit].seat)
        return Wait(Roll("off_table", (pool,), cite="WM-OFFT-2"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        """-1 for each stand lost (WM-OFFT-2)."""
        unit = d.state.units[self.unit]
        result = face - unit.lost
        if result <= 0:
            destroy(d, self.unit, "WM-OFFT-3")
        elif result <= 2:
            self.stays_away(d)
        else:
            self.comes_back(d, result)
        return Call(Settle(), then=self.finish)

    def stays_away(self, d: Draft) -> None:
        """A General who does not return at once counts as slain (WM-OFFT-8)."""
        for name, character in d.state.characters.items():
            general = d.rules.library.ranks[character.rank].kind == "general"
            if character.joined == self.unit and character.waiting and general and not self.again:
                d.emit(CharacterSlain(character=name, cite="WM-OFFT-8"))

    def comes_back(self, d: Draft, result: int) -> None:
        """3-4: at the edge, without a move this turn; 5-6: free to act, if it is the start of the turn (WM-OFFT-6).

        In the Shooting and Combat phases it is put back at once, unengaged (WM-OFFT-11).
        """
        poses = free_edge(d, self.unit)
        if poses is None:
            return  # no room anywhere along the edge: it waits
        cite = "WM-OFFT-5" if result <= 4 else "WM-OFFT-6"
        here, table = rects_at(d, self.unit, poses)[0], d.state.map
        x, y = min(max(round(here.x), TOKEN), table.width - TOKEN), min(max(round(here.y), TOKEN), table.height - TOKEN)
        spot: Spot = (x, y)
        spots = tuple((n, spot) for n, c in d.state.characters.items() if c.joined == self.unit and c.waiting)
        frozen = result <= 4 or not self.again
        d.emit(CameBack(unit=self.unit, poses=poses, frozen=frozen, spots=spots, cite=cite))


def free_edge(p: Position, unit: str) -> tuple[Pose, ...] | None:
    """Where it left, or the nearest free place along that edge, in the same formation and facing (WM-OFFT-7)."""
    rects = rects_at(p, unit, p.state.units[unit].edge)
    width, height = p.state.map.width, p.state.map.height
    shut = land(p).no_landing if flies(p, unit) else land(p).closed(troops(p, unit), road_leads(p, unit, rects))
    taken = crowd(p).row.plus(shut)
    enemies = Stands(
        tuple(
            r
            for r, o in zip(crowd(p).rects, crowd(p).owners, strict=True)
            if p.state.units[o].seat != p.state.units[unit].seat
        )
    )
    over = p.state.units[unit].left_over or edge_crossed(p, rects, (0.0, 0.0))
    along = ("north", "south") if over in ("west", "east") else ("east", "west")

    def barred(way: Point, gone: int) -> bool:
        at, slack = [shifted(r, way, gone) for r in rects], 0 if gone else EPS
        near = APART - slack - 1
        return over_the_edge(p, at) or any(taken.overlaps(r, slack) or enemies.within(r, near, 0) for r in at)

    found = [
        (far, way)
        for way in map(TOWARDS.__getitem__, along)
        if (far := first_free(max(width, height), partial(barred, way))) is not None
    ]
    if not found:
        return None
    far, way = min(found, key=lambda each: each[0])
    return poses_of([shifted(r, way, far) for r in rects])


class OffTableRolls(Frame, frozen=True, kw_only=True):
    """Before anything else in a turn, each unit waiting off the table rolls again (WM-TURN-4)."""

    def start(self, d: Draft) -> Next:
        waiting = [n for n, u in d.state.units.items() if u.seat == d.state.active and u.where == WAITING]
        return self.roll(d, tuple(waiting)) if waiting else Return()

    def roll(self, d: Draft, waiting: tuple[str, ...]) -> Next:
        return Call(Waiting(units=waiting), then=self.finish)


class Waiting(Frame, frozen=True, kw_only=True):
    """The units that roll, one after another."""

    units: tuple[str, ...]

    def start(self, d: Draft, *ignored: object) -> Next:
        if not self.units:
            return Return()
        return Call(LeaveTable(unit=self.units[0], again=True), then=self.but(units=self.units[1:]).start)
