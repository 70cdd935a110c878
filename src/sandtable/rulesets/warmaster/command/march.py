"""Moves under an order: every unit's place in one answer (WM-MOVE-12, WM-BRIG-8, WM-BRIG-9, WM-BRIG-13).

    (("spears_1", (44000, 30000, 90000)), ("swords_1", None))

A unit's place is one pose, in which it keeps its formation; or a pose for each stand by number, where a stand's place
may be a list of poses, the way it takes. Units move in the order given. None keeps a unit back for a charge, which it
must have once the others stand in their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from sandtable.core import Arrangement, Outline, Refusal, Region
from sandtable.core.arrangements import Placed
from sandtable.core.choices import Judged
from sandtable.core.choices import Pose as AnyPose
from sandtable.core.places import LIMIT
from sandtable.core.texts import say
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import FULL_TURN
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.charging.no_way import why_no_charge
from sandtable.rulesets.warmaster.charging.targets import possible
from sandtable.rulesets.warmaster.command.brigades import is_body, links_now
from sandtable.rulesets.warmaster.command.gestures import gesture
from sandtable.rulesets.warmaster.command.movement import APART, Pace, end_fault, half_pace
from sandtable.rulesets.warmaster.command.spoken_names import one_name, words_in
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, foes, poses_of, rects_at, suppose
from sandtable.rulesets.warmaster.measuring.unit_poses import as_pose, is_pose, moved, pose_of
from sandtable.rulesets.warmaster.measuring.ways import Fault, Goal, ground_for, refused, unit_ways
from sandtable.rulesets.warmaster.state.rules import Position, full_pace, land
from sandtable.rulesets.warmaster.state.table import EPS, Pose
from sandtable.tabletop.moving.stand_reach import Part, body_reach

BARRED = ("", "WM-MOVE-19")  # an obstacle by its own rule, the table's edge
CORNERS = 32  # poses of one stand's way
Place = Pose | tuple[Goal, ...]  # of a unit: its pose, or a place for each stand
Moves = tuple[tuple[str, Place | None], ...]


class March(Arrangement, frozen=True, kw_only=True):
    """Where the units of an order go."""

    facing: bool = True
    half: bool = False  # at most half pace (WM-BLUND-8)
    charge: bool = True  # units may be kept back for a charge
    cite: str = "WM-MOVE-12"

    @property
    def units(self) -> tuple[str, ...]:
        return self.pieces

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if (bad := self.malformed(p, answer)) is not None:
            return bad
        ends: dict[str, tuple[Pose, ...]] = {}
        went = False
        for name, place in answer:
            if place is None:
                continue
            found = self.ends_of(suppose(p, ends), name, goals_of(p, name, place))
            if isinstance(found, Refusal):
                return found
            ends[name] = found
            went = went or found != p.state.stands[name]
        table = suppose(p, ends)
        for name, place in answer:
            if place is None and next(possible(table, name), None) is None:
                return no_charge(table, name, moved=bool(ends))
        if went and len(ends) > 1 and not is_body(list(ends), links_now(table, p.state.units[self.units[0]].seat)):
            return Refusal("units that do not charge must end as one body", "WM-BRIG-8")
        return None

    def ends_of(self, p: Position, name: str, goals: tuple[Goal, ...]) -> tuple[Pose, ...] | Refusal:
        """Where a unit's stands end, or what is wrong with its move."""
        poses = ends_at(goals)
        if poses == p.state.stands[name]:
            return p.state.stands[name]  # it stays: a successful order may move it 0 cm (WM-CMD-26)
        fault = end_fault(p, name, poses)
        if fault is not None:
            return fault
        ways = unit_ways(p, name, goals, self.pace(p, name))
        return refused(ways, name, (self.too_far(p, name), *BARRED)) if isinstance(ways, Fault) else poses

    def too_far(self, p: Position, name: str) -> str:
        """The rule that cuts its pace, or how a move is measured."""
        full = full_pace(p, name)
        if self.half and half_pace(p, name) < p.value(Pace(name)):
            return self.cite
        return next((t.cite for t in p.terms(Pace(name)) if p.value(Pace(name)) < full and t.cite), "WM-GEO-7")

    def pace(self, p: Position, name: str) -> int:
        full = p.value(Pace(name))
        return min(full, half_pace(p, name)) if self.half else full

    def malformed(self, p: Position, answer: Any) -> Refusal | None:
        if isinstance(answer, str) and (charge := self.charge_said(p, answer)):
            return why_no_charge(p, *charge)
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected a list of [unit, place], or of [unit, places of its stands]", self.cite)
        names = [a[0] for a in answer]
        if not all(isinstance(n, str) for n in names) or sorted(names) != sorted(self.units):
            return Refusal("each unit is moved once", self.cite, instead="move " + ", ".join(self.units))
        for name, place in answer:
            if place is None:
                if not self.charge:
                    return Refusal(say("{name} may not charge", name=name), self.cite)
            elif not is_pose(place) and not _stand_goals(place, len(p.state.stands[name])):
                count = len(p.state.stands[name])
                said = say(
                    "{name}: its place, x, y and facing, or one for each of {count} stands", name=name, count=count
                )
                return Refusal(said, self.cite)
        return None

    # --- in the hand ---
    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Region:
        return UnitPlace(piece=piece, march=self, placed=prefix)

    def end(self, p: Position, piece: str, place: Any) -> Pose | None:
        """Its pose if it keeps its formation and goes there straight."""
        if not place:
            return None
        ends = rects_at(p, piece, ends_at(goals_of(p, piece, place)))
        ground = ground_for(p, piece).among
        legs = zip(crowd(p).of(piece), ends, strict=True)
        if not flies(p, piece) and any(ground.leg(a, b, EPS) is not None for a, b in legs):
            return None
        return as_pose(p.state.stands[piece], poses_of(ends))

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        """Kept back for a charge."""
        return None if self.charge else Refusal(say("{piece} may not charge", piece=piece), self.cite)

    def judged(self, p: Position, answer: Any) -> Judged:
        """What the furthest corner of each unit travels, in a straight line."""
        placed = self.normal(answer)
        if self.malformed(p, placed) is not None:
            return super().judged(p, placed) if _poses_of_some(placed, self.pieces) else Judged(self.refuse(p, placed))
        costs, left = [], []
        for name, place in placed:
            if place is not None:
                ends = rects_at(p, name, ends_at(goals_of(p, name, place)))
                far = max(corner_travel(pair) for pair in zip(crowd(p).of(name), ends, strict=True))
                costs.append(round(far))
                left.append(self.pace(p, name) - round(far))
        return Judged(self.refuse(p, placed), max(costs, default=None), min(left, default=None), None, tuple(costs))

    def formation(self, p: Position) -> Placed:
        return tuple((name, pose_of(p.state.stands[name])) for name in self.pieces)

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {name: hull_of(p, name) for name in self.pieces}

    def toward(
        self, p: Position, goal: AnyPose, far: int | None = None, *, keep: Placed = (), held: str = ""
    ) -> Placed | None:
        """The whole body shifted as it stands, as near to the goal as it can come."""
        if keep and any(place is None or not is_pose(place) for _, place in keep):
            keep = ()
        shift = Shift(piece=held or self.pieces[0], march=self, keep=keep, whole=not held)
        to = shift.toward(p, (goal[0], goal[1]), far)
        return None if to is None else shift.answer(p, to)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [self.staying(p)]

    def staying(self, p: Position) -> Moves:
        return tuple((name, pose_of(p.state.stands[name])) for name in self.units)

    def fallback(self, p: Position) -> Any:
        return self.staying(p)

    def spoken(self, p: Position, words: str) -> Any:
        """``ahead 20``, ``spears_1 ahead 12; swords_1 stay``, ``toward orcs_2 15``, ``column``, ``spears_1 charge``."""
        if words.split()[-2:] == ["as", "suggested"]:
            return self.candidates(p, 1, Random(0))[0]
        return words if self.meant(p, words) else gesture(p, self.units, words)

    def meant(self, p: Position, phrase: str) -> bool:
        return self.charge_said(p, phrase) is not None

    def charge_said(self, p: Position, words: str) -> tuple[str, str] | None:
        """Who is told to charge whom although he cannot: it is said why."""
        name, said = one_name(p, words_in(words.casefold()), self.units)
        if not self.charge or said[:1] not in (["charge"], ["charges"]):
            return None
        others = [u for u in (*p.state.stands, *p.state.spots) if u not in self.units]
        target, unit = one_name(p, said[1:], others)[0], name or self.units[0]
        return (unit, target) if target and why_no_charge(p, unit, target) else None

    def hint(self, p: Position) -> str:
        return "ahead 20, left 30 ahead 10, toward NAME 15, line, column, stay; or UNIT and its move, with semicolons"


def no_charge(p: Position, name: str, moved: bool) -> Refusal:
    """Why a unit that was kept back has nobody to charge: what hinders it from charging the nearest enemy."""
    table = crowd(p)
    nearest = min(foes(p, name), key=lambda o: table.apart(name, o), default="")
    why = why_no_charge(p, name, nearest) if nearest and not moved else None
    return why or Refusal(say("{name} has nobody to charge once the others have moved", name=name), "WM-CHARGE-1")


class UnitPlace(Region, frozen=True, kw_only=True):
    """Where one unit of a march may go once the units before it stand where they want to."""

    march: March
    facing: bool = True
    placed: tuple[Any, ...] = ()

    def table(self, p: Position) -> Position:
        ends = {name: ends_at(goals_of(p, name, place)) for name, place in self.placed if place is not None}
        return suppose(p, ends)

    def fault(self, p: Position, pose: AnyPose) -> Refusal | None:
        if not is_pose(pose):
            return Refusal("a facing is 0 up to 360 degrees", self.march.cite)
        table = self.table(p)
        found = self.march.ends_of(table, self.piece, goals_of(table, self.piece, (pose[0], pose[1], pose[2])))
        return found if isinstance(found, Refusal) else None

    def most(self, p: Position) -> int:
        return self.march.pace(self.table(p), self.piece)

    def price(self, p: Position, pose: AnyPose) -> int:
        ends = rects_at(p, self.piece, moved(p.state.stands[self.piece], (pose[0], pose[1], pose[2])))
        return round(max(corner_travel(pair) for pair in zip(crowd(p).of(self.piece), ends, strict=True)))

    def outline(self, p: Position) -> Outline:
        """Where its middle may go, straight and without turning."""
        table = self.table(p)
        x, y, _ = pose_of(p.state.stands[self.piece])
        return march_reach(table, (self.piece,), (x, y), self.most(p))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [pose_of(p.state.stands[self.piece])]


class Shift(Region, frozen=True, kw_only=True):
    """Where a march may be dragged as one body: the place of one unit of it, or of its middle."""

    march: March
    keep: Placed = ()
    whole: bool = False

    def from_(self, p: Position) -> Placed:
        return self.keep or self.march.formation(p)

    def start(self, p: Position) -> tuple[int, int]:
        poses = [pose for name, pose in self.from_(p) if self.whole or name == self.piece]
        return round(sum(q[0] for q in poses) / len(poses)), round(sum(q[1] for q in poses) / len(poses))

    def answer(self, p: Position, to: AnyPose) -> Placed:
        """Every unit shifted alike, the foremost first."""
        x, y = self.start(p)
        by = to[0] - x, to[1] - y
        placed = [(name, (pose[0] + by[0], pose[1] + by[1], pose[2])) for name, pose in self.from_(p)]
        front = {name: front_of(p, name, by) for name, _ in placed}
        return tuple(sorted(placed, key=lambda a: -front[a[0]]))

    def fault(self, p: Position, pose: AnyPose) -> Refusal | None:
        return self.march.refuse(p, self.answer(p, pose))

    def outline(self, p: Position) -> Outline | None:
        if self.keep:
            return None
        pace = min(self.march.pace(p, name) for name in self.march.units)
        return march_reach(p, self.march.units, self.start(p), pace)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [self.start(p)]


def march_reach(p: Position, units: Sequence[str], origin: tuple[int, int], pace: int) -> Outline:
    """Where units can be shifted to together."""
    table, seat = crowd(p), p.state.units[units[0]].seat
    foes = tuple(r for r, o in zip(table.rects, table.owners, strict=True) if table.seats[o] != seat)
    parts = []
    for name in units:
        if flies(p, name):
            friends = (r for r, o in zip(table.rects, table.owners, strict=True) if o not in units)
            parts.append(Part(table.of(name), Stands(()), (*friends, *land(p).no_landing.shapes)))
        else:
            others = tuple(unit for unit in units if unit != name)
            parts.append(Part(table.of(name), ground_for(p, name, others).among))
        parts.append(Part(table.of(name), Stands(()), foes, APART))
    return body_reach(parts, origin, pace, (p.state.map.width, p.state.map.height), EPS / 2)


def hull_of(p: Position, name: str) -> Rect:
    """A rectangle round a unit's stands, for its ghost."""
    rects = crowd(p).of(name)
    return rects[len(rects) // 2]


def front_of(p: Position, name: str, by: Iterable[float]) -> float:
    dx, dy = by
    return max(r.x * dx + r.y * dy for r in crowd(p).of(name))


def goals_of(p: Position, name: str, place: Place) -> tuple[Goal, ...]:
    """Where each stand goes."""
    return moved(p.state.stands[name], place) if is_pose(place) else place  # type: ignore[arg-type, return-value]


def ends_at(goals: Iterable[Goal]) -> tuple[Pose, ...]:
    return tuple(goal if isinstance(goal[0], int) else goal[-1] for goal in goals)


def _poses_of_some(placed: Any, units: tuple[str, ...]) -> bool:
    """Some of the units with poses: a march that is being put together."""
    return isinstance(placed, tuple) and all(
        isinstance(a, tuple) and len(a) == 2 and a[0] in units and is_pose(a[1]) for a in placed
    )


def _stand_goals(place: Any, count: int) -> bool:
    return isinstance(place, tuple) and len(place) == count and all(map(_goal, place))


def _goal(goal: Any) -> bool:
    if not isinstance(goal, tuple) or not goal:
        return False
    poses = (goal,) if isinstance(goal[0], int) else goal
    return len(poses) <= CORNERS and all(
        isinstance(pose, tuple)
        and len(pose) == 3
        and all(type(c) is int and -LIMIT <= c <= LIMIT for c in pose)
        and 0 <= pose[2] < FULL_TURN
        for pose in poses
    )
