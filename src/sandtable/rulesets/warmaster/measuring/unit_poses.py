"""A unit's place as one pose: the middle of its stands and the facing of the first. Shifted and turned it keeps its
formation. People drag units; the rules move stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from sandtable.core.places import bad_pose
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import turned
from sandtable.geometry.units import FULL_TURN
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import Pose


def pose_of(poses: Sequence[Pose]) -> Pose:
    """Where a unit stands."""
    count = len(poses)
    return round(sum(x for x, _, _ in poses) / count), round(sum(y for _, y, _ in poses) / count), poses[0][2]


def moved(poses: Sequence[Pose], to: Pose) -> tuple[Pose, ...]:
    """The stands of a unit that is shifted and turned as it stands until it is in a pose."""
    x, y, facing = pose_of(poses)
    if to[2] == facing:
        dx, dy = to[0] - x, to[1] - y
        return tuple((a + dx, b + dy, f) for a, b, f in poses)
    turn = to[2] - facing
    cos, sin = direction(turn % FULL_TURN)
    return tuple(
        (
            round(to[0] + (a - x) * cos - (b - y) * sin),
            round(to[1] + (a - x) * sin + (b - y) * cos),
            turned(f, turn),
        )
        for a, b, f in poses
    )


def as_pose(poses: Sequence[Pose], ends: Sequence[Pose]) -> Pose | None:
    """The pose in which a unit would have its stands there; None: it changes its formation."""
    to = pose_of(ends)
    return to if moved(poses, to) == tuple(ends) else None


def is_pose(answer: Any) -> bool:
    """Whether an answer is one pose: x, y and a facing of 0 up to 360 degrees."""
    return bad_pose(answer, facing=True) is None and 0 <= answer[2] < FULL_TURN


def stands_of(p: Position, unit: str, answer: Any) -> tuple[Pose, ...] | None:
    """The stands that an answer means: the pose of the unit, or a pose for each stand; None: it is neither."""
    now = p.state.stands[unit]
    if is_pose(answer):
        return moved(now, answer)
    if isinstance(answer, tuple) and len(answer) == len(now) and all(map(is_pose, answer)):
        return answer
    return None


def in_their_order(p: Position, unit: str, ends: Sequence[Pose], leader: int | None = None) -> tuple[Pose, ...]:
    """The same places, each for the stand that is nearest to it: stands are alike, and a line stays in its order.

    A skirmisher keeps its own place, and so does the `leader`.
    """
    starts, count = p.state.stands[unit], len(ends)
    if count != len(starts):
        return tuple(ends)
    fixed = {leader, count - 1 if p.state.units[unit].skirmisher else None}
    free = [i for i in range(count) if i not in fixed]

    def travel(order: Iterable[int]) -> int:
        pairs = ((ends[n], starts[i]) for n, i in zip(order, free, strict=True))
        return sum((end[0] - s[0]) ** 2 + (end[1] - s[1]) ** 2 for end, s in pairs)

    places = dict(zip(free, min(permutations(free), key=travel), strict=True))
    return tuple(ends[places.get(i, i)] for i in range(count))
