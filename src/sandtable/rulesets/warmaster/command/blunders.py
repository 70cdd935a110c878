"""Blunders: what a 12 does to the units that should have obeyed (WM-BLUND)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Pool, Return, Roll, Sequence, Settle, Wait
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Point, Rect
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.charging.charge import Charge
from sandtable.rulesets.warmaster.charging.targets import can_charge
from sandtable.rulesets.warmaster.command.carry_out import move
from sandtable.rulesets.warmaster.command.march import March, Moves
from sandtable.rulesets.warmaster.command.movement import APART, FullPace, Pace, too_near
from sandtable.rulesets.warmaster.command.off_table import LeaveTable, edge_poses, over_the_edge
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, poses_of
from sandtable.rulesets.warmaster.measuring.lines import heading, shifted, straight_at
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.sight import nearest_enemies, seen_order, sees
from sandtable.rulesets.warmaster.state.events.commanding import Blundered
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked, UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, full_pace, land
from sandtable.rulesets.warmaster.state.table import EPS

DEGREES = 360
TIE = 0.05  # thousandths
EXACT = 0.01
STEP = 100  # thousandths from one place to land to the next
Measure = Callable[[Position, str, str], int]
MEASURE: Switch[Measure] = Switch(
    "blunder_2_3_measure",
    {
        "enemy_full_pace": lambda p, unit, enemy: full_pace(p, enemy),
        "own_full_pace": lambda p, unit, enemy: full_pace(p, unit),
    },
    "WM-BLUND-6",
)


class Blunder(Frame, frozen=True, kw_only=True):
    """One die for the unit or the whole brigade (WM-BLUND-3). No further orders this phase (WM-BLUND-10)."""

    character: str
    units: tuple[str, ...]
    left: tuple[str, ...] = ()
    going: str = ""  # who charges whom

    def start(self, d: Draft) -> Next:
        pool = Pool("blunder", (("d6", 1),), d.state.active)
        return Wait(Roll("blunder", (pool,), cite="WM-BLUND-3"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        d.emit(Blundered(character=self.character, units=self.units, face=face, cite="WM-BLUND-3"))
        if face == 1:
            return self.lasting(d)
        if face <= 3:
            return self.shy_away(d)
        if face <= 5:
            domain = March(pieces=self.units, half=True, charge=False, cite="WM-BLUND-8")
            ask = Ask(d.state.active, "move up to half pace", domain, None, "WM-BLUND-8", about=self.units)
            return Wait(ask, then=self.moved)
        return self.but(left=self.units).onward(d)

    def lasting(self, d: Draft) -> Next:
        """-1 Command for the battle; nobody moves (WM-BLUND-4)."""
        if len(self.units) == 1:
            return self.marked(d, self.units[0])
        options = tuple(Option(name, cite="WM-BLUND-4", verb="bear blunder", actor=name) for name in self.units)
        ask = Ask(d.state.active, "who bears the blunder", Choice(options), options[0].key, "WM-BLUND-4")
        return Wait(ask, then=self.marked)

    def marked(self, d: Draft, name: str) -> Next:
        penalty = d.state.units[name].penalty + 1
        d.emit(
            UnitMarked(
                unit=name, changes={"penalty": penalty}, says=f"{name}: -1 Command for the battle", cite="WM-BLUND-4"
            )
        )
        return Return()

    def moved(self, d: Draft, moves: Moves) -> Next:
        for name, goals in moves:
            if goals is not None:
                move(d, name, goals, cite="WM-BLUND-8")
        return Return()

    # --- 2-3 ---
    def shy_away(self, d: Draft) -> Next:
        """Away from visible enemies that have the unit within their full pace (WM-BLUND-5, WM-BLUND-6, WM-BLUND-13)."""
        near = threats(d, self.units)
        if not near:
            return Return()
        shifts = shy_shifts(d, self.units, near)
        if not shifts:
            return Return()
        if len(shifts) == 1:
            return self.shy(d, *shifts[0])
        options = tuple(
            Option(f"shy {degree}", cite="WM-BLUND-13", about=self.units, verb="shy", also=self.units, how=heading(way))
            for degree, way, _ in shifts
        )
        ask = Ask(
            d.state.active, "which way they shy", Choice(options), options[0].key, "WM-BLUND-13", about=self.units
        )
        return Wait(ask, then=self.shied)

    def shied(self, d: Draft, key: str) -> Next:
        """Ties are the player's choice (WM-BLUND-13)."""
        shifts = shy_shifts(d, self.units, threats(d, self.units))
        return self.shy(d, *next(shift for shift in shifts if key == f"shy {shift[0]}"))

    def shy(self, d: Draft, degree: int, way: Point, far: float) -> Next:
        leaving: list[Frame] = []
        for name in self.units:
            rects = [shifted(r, way, far) for r in crowd(d).of(name)]
            if over_the_edge(d, rects):  # WM-BLUND-12
                leaving.append(LeaveTable(unit=name, edge=edge_poses(d, crowd(d).of(name), way, far), way=way))
                continue
            if (poses := poses_of(rects)) != d.state.stands[name]:
                over = ridden_over(d, name, poses)
                d.emit(UnitMoved(unit=name, poses=poses, how="shies away", over=over, cite="WM-BLUND-6"))
        return Call(Sequence(frames=tuple(leaving)), then=self.finish) if leaving else Return()

    # --- 6 ---
    def onward(self, d: Draft, *ignored: object) -> Next:
        """Each unit by itself, in its player's order (WM-BLUND-9, WM-BLUND-14)."""
        left = tuple(name for name in self.left if name in d.state.stands)
        if not left:
            return Return()
        if len(left) == 1:
            return self.but(left=left).next_unit(d, left[0])
        options = tuple(Option(name, cite="WM-BLUND-14", verb="go next", actor=name) for name in left)
        ask = Ask(d.state.active, "who goes next", Choice(options), options[0].key, "WM-BLUND-14")
        return Wait(ask, then=self.but(left=left).next_unit)

    def next_unit(self, d: Draft, name: str) -> Next:
        after = self.but(left=tuple(u for u in self.left if u != name))
        enemies = nearest_enemies(d, name)
        if not enemies:
            return after.onward(d)
        enemies = tuple(o for o in enemies if can_charge(d, name, o)) or enemies  # it must charge if it can
        if len(enemies) == 1:
            return after.go(d, f"{name} {enemies[0]}")
        options = tuple(
            Option(f"{name} {enemy}", cite="WM-BLUND-9", verb="go at", actor=name, target=enemy) for enemy in enemies
        )
        ask = Ask(d.state.active, "at which of the nearest enemies", Choice(options), options[0].key, "WM-BLUND-9")
        return Wait(ask, then=after.go)

    def go(self, d: Draft, key: str) -> Next:
        name, enemy = key.split()
        if can_charge(d, name, enemy):
            return Call(Charge(unit=name, target=enemy, cite="WM-BLUND-9"), then=self.but(going=key).charged)
        return self.straight(d, name, enemy)

    def charged(self, d: Draft, made: bool) -> Next:
        """One whose charge proved impossible goes straight on (WM-CHARGE-1, WM-BLUND-14)."""
        name, enemy = self.going.split()
        after = self.but(going="")
        return after.settled(d) if made else after.straight(d, name, enemy)

    def straight(self, d: Draft, name: str, enemy: str) -> Next:
        """Of lines through stands that are equally near the player chooses (WM-GEO-13)."""
        lines = straight_at(crowd(d).of(name), crowd(d).of(enemy))
        if len(lines) == 1:
            return self.goes(d, f"{name} {enemy} 1")
        options = tuple(
            Option(f"{name} {enemy} {n}", cite="WM-GEO-13", verb="go at", actor=name, target=enemy, how=heading(way))
            for n, way in enumerate(lines, 1)
        )
        ask = Ask(d.state.active, "by which of the shortest lines", Choice(options), options[0].key, "WM-GEO-13")
        return Wait(ask, then=self.goes)

    def goes(self, d: Draft, key: str) -> Next:
        name, enemy, number = key.split()
        way = straight_at(crowd(d).of(name), crowd(d).of(enemy))[int(number) - 1]
        leaving = towards(d, name, enemy, way, d.value(FullPace(name)))
        return self.settled(d) if leaving is None else Call(leaving, then=self.settled)

    def settled(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.onward)


def threats(p: Position, units: tuple[str, ...]) -> dict[str, int]:
    """Visible enemies that have one of the units within the distance, and that distance (WM-BLUND-5)."""
    measure, table = MEASURE.of(p), crowd(p)
    found: dict[str, int] = {}
    for name in units:
        for enemy in seen_order(p, name, [o for o in table.foes[table.seats[name]] if sees(p, name, o)]):
            if table.apart(name, enemy) <= measure(p, name, enemy) + EPS:
                found[enemy] = max(found.get(enemy, 0), measure(p, name, enemy))
    return found


def shy_shifts(p: Position, units: tuple[str, ...], near: dict[str, int]) -> list[tuple[int, Point, float]]:
    """The directions, in steps of 1 degree, that attain the goal with the least shift; or the best there are
    (WM-BLUND-7). Several are a tie."""
    table = crowd(p)
    own = [r for name in units for r in table.of(name)]
    pace = min(p.value(Pace(name)) for name in units)  # a brigade at the speed of its slowest (WM-BRIG-12)
    seat = p.state.units[units[0]].seat
    friends = [r for r, o in zip(table.rects, table.owners, strict=True) if o not in units and table.seats[o] == seat]
    hostile = [r for r, o in zip(table.rects, table.owners, strict=True) if table.seats[o] != seat]
    shut = [shape for name in units if not flies(p, name) for shape in closed_afoot(p, name).shapes]
    row = Stands((*friends, *shut)).plus(Stands(tuple(hostile), APART))
    ways = [direction(degree * MILLI) for degree in range(DEGREES)]
    afoot = [r for name in units if not flies(p, name) for r in table.of(name)]
    reach = row.shifts(afoot, ways, pace) if afoot else [pace] * DEGREES
    tried = []
    for degree, way in enumerate(ways):
        most = min(reach[degree], pace)
        far, short = least_shift(p, own, near, way, most)
        if len(afoot) < len(own) and not lands(p, units, way, far):
            far = landing(p, units, way, far, most)
            short = shortfall(p, own, near, way, far)
        tried.append((short, far, degree, way))
    shortest = min(short for short, *_ in tried)
    tried = [found for found in tried if found[0] <= shortest + 1]
    least = min(far for _, far, *_ in tried)
    if least <= 0:
        return []
    return [(degree, way, far) for _, far, degree, way in tried if far <= least + TIE]


def least_shift(p: Position, own: list[Rect], near: dict[str, int], way: Point, most: float) -> tuple[float, float]:
    """How far to go this way until every enemy is far enough, and by how much one still falls short."""
    if (left := shortfall(p, own, near, way, most)) > EXACT:
        return most, left
    low, high = 0.0, most
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (low, middle) if shortfall(p, own, near, way, middle) <= EXACT else (middle, high)
    return high, 0.0


def shortfall(p: Position, own: list[Rect], near: dict[str, int], way: Point, far: float) -> float:
    """By how much the worst of the enemies is still too near to stands shifted so far."""
    table = crowd(p)
    moved = [r._replace(x=r.x + way[0] * far, y=r.y + way[1] * far) for r in own]
    return max(
        max(0.0, wanted - min(min(Stands(table.of(enemy)).gaps(r)) for r in moved)) for enemy, wanted in near.items()
    )


def lands(p: Position, units: tuple[str, ...], way: Point, far: float) -> bool:
    """Whether the flyers among the units, who pass over everything, may end there (WM-BLUND-13, WM-FLY-4)."""
    table = crowd(p)
    others = table.row.some(table.but_for(*units))
    for name in units:
        rects = [shifted(r, way, far) for r in table.of(name)] if flies(p, name) else []
        if any(others.overlaps(r, EPS) or land(p).no_landing.overlaps(r, EPS) for r in rects):
            return False
        if too_near(p, name, rects, APART) is not None:
            return False
    return True


def landing(p: Position, units: tuple[str, ...], way: Point, far: float, most: float) -> float:
    """Where flyers land instead: the next place beyond, or else the last before."""
    beyond = (far + STEP * n for n in range(1, int((most - far) // STEP) + 1))
    before = (far - STEP * n for n in range(1, int(far // STEP) + 1))
    return next((d for some in (beyond, before) for d in some if lands(p, units, way, d)), 0.0)


def towards(d: Draft, name: str, enemy: str, way: Point, pace: int) -> LeaveTable | None:
    """Straight at the nearest enemy without turning, stopping short of everything (WM-BLUND-11, WM-BLUND-14).

    Returns the frame of a unit that this takes over the table's edge.
    """
    table = crowd(d)
    if table.apart(name, enemy) <= APART:
        return None
    seat = table.seats[name]
    friends = Stands(
        tuple(r for r, o in zip(table.rects, table.owners, strict=True) if o != name and table.seats[o] == seat)
    )
    foes = Stands(tuple(r for r, o in zip(table.rects, table.owners, strict=True) if table.seats[o] != seat), APART)
    row = friends.plus(Stands(()) if flies(d, name) else closed_afoot(d, name)).plus(foes)
    moved = row.shift(table.of(name), (way[0] * pace, way[1] * pace))
    far = min(moved.far, pace)
    if not lands(d, (name,), way, far):
        far = landing(d, (name,), way, far, far)
    rects = [shifted(r, way, far) for r in table.of(name)]
    if over_the_edge(d, rects):  # WM-BLUND-12
        return LeaveTable(unit=name, edge=edge_poses(d, table.of(name), way, far), way=way)
    if poses_of(rects) != d.state.stands[name]:
        over = ridden_over(d, name, poses_of(rects))
        d.emit(UnitMoved(unit=name, poses=poses_of(rects), how=f"goes at {enemy}", over=over, cite="WM-BLUND-14"))
    return None
