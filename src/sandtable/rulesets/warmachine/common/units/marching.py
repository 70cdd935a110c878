"""A unit moves in one answer: a place or a path for each trooper, in the order in which they go.

    (("guns.1", (12000, 15000, 90000)), ("guns.2", ((13400, 12000), (13400, 15000, 90000))))

A place is reached by the shortest way found. Whoever finds his way barred when his turn comes is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from random import Random
from typing import Any, ClassVar

from sandtable.core import Arrangement, Ask, Call, Frame, Next, Outline, Pose, Refusal, Region, Return, Settle, Wait
from sandtable.core.arrangements import Placed, end_of, foremost_first, is_path
from sandtable.core.nearest import at_most
from sandtable.core.texts import say
from sandtable.core.words import middle
from sandtable.geometry.paths import drag, shortest
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.movement.advance import Move, MoveDeed, allowance, run_allowance
from sandtable.rulesets.warmachine.common.movement.obstacles import ground_for
from sandtable.rulesets.warmachine.common.movement.paths import Advance
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activation import deed_of
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE, OUT, RUN, Activity
from sandtable.rulesets.warmachine.common.units.live_troopers import Activities, live, with_done
from sandtable.rulesets.warmachine.common.units.members import in_formation

PACES = {"march": ADVANCE, "all run": RUN}  # what is said, and how each trooper then moves
ENTRIES = 500.0  # how close together a path may enter rough ground
STEPS = 16  # lengths of a shift that are tried
LOOSE = (4, 3, 2)  # quarters of the way that are tried out of ranks
GAIN = MILLI  # how much farther a unit must get by breaking its ranks


def marchers(p: Position, activities: Activities, how: str) -> Activities:
    """Troopers in formation that may move so."""
    deed = deed_of(p, how)
    assert deed is not None
    return tuple(a for a in activities if OUT not in a.marks and not a.over and deed.missing(p, a, how) is None)


def supposed(p: Position, placed: Placed) -> Position:
    """The table once some stand elsewhere."""
    ends = {name: end for name, place in placed if (end := end_of(place)) is not None}
    if not ends:
        return p

    def build() -> Position:
        state = p.state
        for name, end in ends.items():
            state = state.with_model(name, x=end[0], y=end[1], facing=end[2])
        return p.with_state(state)

    return p.memo(("marched", tuple(ends.items())), build)


class MarchWay(Advance, frozen=True, kw_only=True):
    """A path for one trooper once those before it stand where they go. The last place carries its facing."""

    placed: tuple[Any, ...] = ()
    ends_facing: ClassVar[bool] = True

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        return super().fault(supposed(p, self.placed), path)

    def price(self, p: Position, path: tuple[Pose, ...]) -> tuple[int, ...]:
        return super().price(supposed(p, self.placed), path)

    def outline(self, p: Position) -> Outline:
        return super().outline(supposed(p, self.placed))


class MarchPlace(Region, frozen=True, kw_only=True):
    """Where one trooper may go, by whatever way."""

    facing: bool = True
    placed: tuple[Any, ...] = ()
    allowance: int
    cite: str

    def walk(self) -> Advance:
        return Advance(piece=self.piece, allowance=self.allowance, cite=self.cite)

    def quick_way(self, p: Position, pose: Pose) -> tuple[Spot, ...] | None:
        """The way to a place: straight, or the shortest round what is there. None: none is found."""
        table, goal = supposed(p, self.placed), (pose[0], pose[1])
        at, walk = table.state.models[self.piece].at, self.walk()
        if goal == at:
            return ()
        if walk.refuse(table, (goal,)) is None:
            return (goal,)
        ground = ground_for(table, self.piece)
        if dist(goal, at) > self.allowance or not ground.free(goal):
            return None
        found = shortest(ground, at, goal, self.allowance, ENTRIES)
        return None if found is None or walk.refuse(table, found.path[1:]) is not None else found.path[1:]

    def way(self, p: Position, pose: Pose) -> tuple[Spot, ...] | None:
        """The way to a place, looked for everywhere its outline reaches. None: it does not get there."""
        quick, goal = self.quick_way(p, pose), (pose[0], pose[1])
        table = supposed(p, self.placed)
        if quick is not None or dist(goal, table.state.models[self.piece].at) > self.allowance:
            return quick
        if not ground_for(table, self.piece).free(goal):
            return None
        found = self.walk().toward(table, goal)
        round_about = (*found[:-1], goal)
        near = found and dist(found[-1], goal) <= 1
        return round_about if near and self.walk().refuse(table, round_about) is None else None

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        if self.way(p, pose) is not None:
            return None
        return self.walk().refuse(supposed(p, self.placed), ((pose[0], pose[1]),))

    def most(self, p: Position) -> int:
        return self.allowance

    def price(self, p: Position, pose: Pose) -> int:
        way = self.way(p, pose)
        return sum(self.walk().price(supposed(p, self.placed), ((pose[0], pose[1]),) if way is None else way))

    def outline(self, p: Position) -> Outline:
        return self.walk().outline(supposed(p, self.placed))

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Pose:
        table = supposed(p, self.placed)
        me, way = table.state.models[self.piece], self.walk().toward(table, goal, far)
        x, y = way[-1] if way else me.at
        return x, y, goal[2] if len(goal) > 2 else me.facing

    def quickly_toward(self, p: Position, goal: Pose) -> Pose:
        """As far straight ahead as it gets; where something is in the way, about as near as it comes round it."""
        table = supposed(p, self.placed)
        me, walk = table.state.models[self.piece], self.walk()
        facing, limit = goal[2] if len(goal) > 2 else me.facing, self.allowance
        x, y = at_most(me.at, goal, limit)[:2]
        if walk.refuse(table, ((x, y),)) is None:
            return x, y, facing
        end = drag(ground_for(table, self.piece), me.at, (x, y), limit, ENTRIES).path[-1]
        return (*end, facing)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        me = p.state.models[self.piece]
        return [(*me.at, me.facing)]


class March(Arrangement, frozen=True, kw_only=True):
    """Where the troopers of a unit go."""

    facing: bool = True
    unit: str
    allowances: tuple[int, ...]  # of each of the pieces
    cite: str
    paths: ClassVar[bool] = True

    def allowance(self, piece: str) -> int:
        return self.allowances[self.pieces.index(piece)]

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> MarchPlace:
        return MarchPlace(piece=piece, placed=prefix, allowance=self.allowance(piece), cite=self.cite)

    def route(self, p: Position, prefix: tuple[Any, ...], piece: str) -> MarchWay:
        return MarchWay(piece=piece, placed=prefix, allowance=self.allowance(piece), cite=self.cite)

    def way(self, p: Position, prefix: tuple[Any, ...], piece: str, place: Any) -> tuple[Spot, ...] | None:
        """The corners of a trooper's way to what it was given."""
        if is_path(place):
            return tuple((q[0], q[1]) for q in place)
        return self.after(p, prefix, piece).way(p, place)

    def toward(
        self, p: Position, goal: Pose, far: int | None = None, *, keep: Placed = (), held: str = ""
    ) -> Placed | None:
        """In ranks as far as all can go; each as far as it can where that brings them on and leaves none behind."""
        formation = tuple((n, end) for n, place in keep or self.formation(p) if (end := end_of(place)) is not None)
        if held:
            led = self.led(p, dict(formation), goal, far, held)
            return led if self.refuse(p, led) is None else super().toward(p, goal, far, keep=keep, held=held)
        together, aim = self.in_ranks(p, formation, goal, far), (goal[0], goal[1])
        most = max(self.allowances) if far is None else min(far, *self.allowances)
        for share in LOOSE:
            loose = self.each(p, formation, goal, most * share // 4)
            if loose is None or in_formation(p, self.unit) - in_formation(supposed(p, loose), self.unit):
                continue
            if together is None or dist(_middle(together), aim) - dist(_middle(loose), aim) > GAIN:
                return loose
        return together

    def led(self, p: Position, poses: Mapping[str, Pose], goal: Pose, far: int | None, held: str) -> Placed:
        """One as near to a place as it comes, the others after it."""
        place = self.after(p, (), held).toward(p, goal, far)
        by = place[0] - poses[held][0], place[1] - poses[held][1]
        rest = tuple((name, pose) for name, pose in poses.items() if name != held)
        return self.behind(p, ((held, place),), foremost_first(rest, by), by)

    def each(self, p: Position, formation: Placed, goal: Pose, far: int) -> Placed | None:
        """Each as near to its place as it comes, those first whose way is free."""
        at = _middle(formation)
        aim = at_most(at, goal, far)
        by = aim[0] - at[0], aim[1] - at[1]

        def barred(name: str, pose: Pose) -> bool:
            return self.after(p, (), name).quick_way(p, (pose[0] + by[0], pose[1] + by[1])) is None

        order = sorted(foremost_first(formation, by), key=lambda a: barred(*a))
        found = self.shifted(p, tuple(order), by, exactly=False)
        return found if found is not None and self.refuse(p, found) is None else None

    def in_ranks(self, p: Position, formation: Placed, goal: Pose, far: int | None) -> Placed | None:
        """All shifted alike, as far as the shortest way among them; None: not at all."""
        at = _middle(formation)
        aim = at_most(at, goal, min(*self.allowances, *(() if far is None else (far,))))
        for step in range(STEPS, 0, -1):
            by = round((aim[0] - at[0]) * step / STEPS), round((aim[1] - at[1]) * step / STEPS)
            if by != (0, 0) and (found := self.alike(p, foremost_first(formation, by), by)) is not None:
                return found
        return None

    def alike(self, p: Position, formation: Placed, by: Spot) -> Placed | None:
        """All shifted by the same; None: one of them does not get there."""
        placed: Placed = ()
        for name, pose in formation:
            end = (pose[0] + by[0], pose[1] + by[1], *pose[2:])
            if self.after(p, placed, name).quick_way(p, end) is None:
                return None
            placed = (*placed, (name, end))
        return placed

    def shifted(self, p: Position, formation: Placed, by: tuple[int, int], *, exactly: bool) -> Placed | None:
        if exactly:
            return super().shifted(p, formation, by, exactly=True)
        return self.behind(p, (), formation, by)

    def behind(self, p: Position, placed: Placed, formation: Placed, by: tuple[int, int]) -> Placed:
        """Those who are left, each as near to its place as it comes."""
        for name, pose in formation:
            end, place = (pose[0] + by[0], pose[1] + by[1], *pose[2:]), self.after(p, placed, name)
            placed = (*placed, (name, end if place.quick_way(p, end) is not None else place.quickly_toward(p, end)))
        return placed

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [self.formation(p)]

    def fallback(self, p: Position) -> Any:
        return self.formation(p)

    def hint(self, p: Position) -> str:
        return f"march north 5, march ahead, march toward NAME, stay; or {self.pieces[0]} 15 8; … for each"


def _middle(placed: Placed) -> Spot:
    return middle([end for _, place in placed if (end := end_of(place)) is not None])


class Marching(Frame, frozen=True, kw_only=True):
    """The troopers of a unit move one after another where one answer sends them. Returns their activities."""

    unit: str
    how: str
    activities: Activities
    left: tuple[Any, ...] = ()

    def start(self, d: Draft) -> Next:
        domain, seat = self.domain(d), d.state.units[self.unit].seat
        prompt = say("march with {unit}" if self.how == ADVANCE else "run with {unit}", unit=self.unit)
        ask = Ask(seat, prompt, domain, domain.fallback(d), domain.cite, about=domain.pieces)
        return Wait(ask, then=self.chosen)

    def domain(self, p: Position) -> March:
        going = marchers(p, self.activities, self.how)
        length = allowance if self.how == ADVANCE else run_allowance
        cite = p.rules.cite("length of a move") if self.how == ADVANCE else p.rules.cite("length of a run")
        pieces = tuple(a.model for a in going)
        return March(pieces=pieces, unit=self.unit, allowances=tuple(length(p, n) for n in pieces), cite=cite)

    def chosen(self, d: Draft, answer: tuple[Any, ...]) -> Next:
        return self.but(left=answer).next(d)

    def next(self, d: Draft, *ignored: Any) -> Next:
        now = live(d, self.activities, acting=False)
        for i, (name, place) in enumerate(self.left):
            me = self.but(activities=now, left=self.left[i + 1 :])
            if any(a.model == name for a in marchers(d, now, self.how)):
                return Call(me.step(d, name, place), then=me.moved)
        return Return(now)

    def step(self, d: Draft, name: str, place: Any) -> MarchStep:
        a = next(a for a in self.activities if a.model == name)
        domain = self.domain(d)
        way = domain.way(d, (), name, place)
        facing = (place[-1] if is_path(place) else place)[2]
        return MarchStep(activity=a, how=self.how, allowance=domain.allowance(name), way=way, facing=facing)

    def moved(self, d: Draft, activity: Activity) -> Next:
        return Call(Settle(), then=self.but(activities=with_done(self.activities, activity)).next)


class MarchStep(MoveDeed, frozen=True, kw_only=True):
    """One trooper's part of a march."""

    way: tuple[Spot, ...] | None
    facing: int

    def move(self, cite: str) -> Move:
        who = self.activity.model
        return GivenMove(
            model=who, allowance=self.allowance, prompt=self.how, cite=cite, way=self.way, facing=self.facing
        )


class GivenMove(Move, frozen=True, kw_only=True):
    """A move whose way was given before. It is asked for where that cannot be gone any more."""

    way: tuple[Spot, ...] | None
    facing: int

    def start(self, d: Draft) -> Next:
        domain = Advance(piece=self.model, allowance=self.allowance, cite=self.cite)
        if self.way is None or domain.refuse(d, self.way) is not None:
            return super().start(d)
        return self.chosen(d, self.way)

    def arrived(self, d: Draft, whole: bool) -> Next:
        return self.turned(d, self.facing) if whole else Return(False, self.path)
