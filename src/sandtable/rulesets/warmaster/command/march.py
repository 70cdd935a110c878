"""Moves under an order: every unit's new poses in one answer (WM-MOVE-12, WM-BRIG-8, WM-BRIG-9, WM-BRIG-13).

    (("spears_1", ((40000, 30000, 90000), (44000, 30000, 90000), (48000, 30000, 90000))), ("swords_1", None))

Units move in the order given, their stands by number; a stand's place may be a list of poses, the way it takes. None
keeps a unit back for a charge, which it must have once the others stand in their places.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Domain, Refusal
from sandtable.core.places import LIMIT
from sandtable.core.texts import say
from sandtable.geometry.units import FULL_TURN
from sandtable.rulesets.warmaster.charging.targets import possible
from sandtable.rulesets.warmaster.command.brigades import is_body, links_now
from sandtable.rulesets.warmaster.command.gestures import gesture
from sandtable.rulesets.warmaster.command.movement import Pace, end_fault
from sandtable.rulesets.warmaster.measuring.crowd import suppose
from sandtable.rulesets.warmaster.measuring.ways import Fault, Goal, refused, unit_ways
from sandtable.rulesets.warmaster.state.rules import Position, half_pace
from sandtable.rulesets.warmaster.state.table import Pose

CORNERS = 32  # poses of one stand's way
Moves = tuple[tuple[str, tuple[Goal, ...] | None], ...]


class March(Domain, frozen=True, kw_only=True):
    """Where the units of an order go."""

    units: tuple[str, ...]
    half: bool = False  # at most half pace (WM-BLUND-8)
    charge: bool = True  # units may be kept back for a charge
    cite: str = "WM-MOVE-12"

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if (bad := self.malformed(p, answer)) is not None:
            return bad
        ends: dict[str, tuple[Pose, ...]] = {}
        moved = False
        for name, goals in answer:
            if goals is None:
                continue
            table = suppose(p, ends)
            found = self.ends_of(table, name, goals)
            if isinstance(found, Refusal):
                return found
            ends[name] = found
            moved = moved or found != p.state.stands[name]
        table = suppose(p, ends)
        for name, goals in answer:
            if goals is None and next(possible(table, name), None) is None:
                return Refusal(say("{name} has nobody to charge once the others have moved", name=name), "WM-CHARGE-1")
        if moved and len(ends) > 1 and not is_body(list(ends), links_now(table, p.state.units[self.units[0]].seat)):
            return Refusal("units that do not charge must end as one body", "WM-BRIG-8")
        return None

    def ends_of(self, p: Position, name: str, goals: tuple[Goal, ...]) -> tuple[Pose, ...] | Refusal:
        """Where a unit's stands end, or what is wrong with its move."""
        poses = tuple(goal if isinstance(goal[0], int) else goal[-1] for goal in goals)
        if poses == p.state.stands[name]:
            return p.state.stands[name]  # it stays: a successful order may move it 0 cm (WM-CMD-26)
        pace = min(p.value(Pace(name)), half_pace(p, name)) if self.half else p.value(Pace(name))
        fault = end_fault(p, name, poses)
        if fault is not None:
            return fault
        ways = unit_ways(p, name, goals, pace)
        return refused(ways, name) if isinstance(ways, Fault) else poses

    def malformed(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected a list of [unit, places of its stands]", self.cite)
        names = [a[0] for a in answer]
        if not all(isinstance(n, str) for n in names) or sorted(names) != sorted(self.units):
            return Refusal("each unit is moved once", self.cite, instead="move " + ", ".join(self.units))
        for name, goals in answer:
            if goals is None:
                if not self.charge:
                    return Refusal(say("{name} may not charge", name=name), self.cite)
                continue
            if not isinstance(goals, tuple) or len(goals) != len(p.state.stands[name]) or not all(map(_goal, goals)):
                count = len(p.state.stands[name])
                return Refusal(f"{name}: {count} places [x, y, facing] in thousandths, or lists of them", self.cite)
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [self.staying(p)]

    def staying(self, p: Position) -> Moves:
        return tuple((name, p.state.stands[name]) for name in self.units)

    def fallback(self, p: Position) -> Any:
        return self.staying(p)

    def spoken(self, p: Position, words: str) -> Any:
        """``ahead 20``, ``spears_1 ahead 12; swords_1 stay``, ``toward orcs_2 15``, ``column``, ``spears_1 charge``."""
        return gesture(p, self.units, words)

    def hint(self, p: Position) -> str:
        return "ahead 20, left 30 ahead 10, toward NAME 15, line, column, stay; or UNIT and its move, with semicolons"


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
