"""The legal place nearest to a goal, where a domain knows no better way than to ask its own `refuse`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, dist, pi, sin

Pose = tuple[int, ...]
FINEST = 5  # thousandths: how near is near enough
STARTS = 4  # places to draw near from
WAYS = tuple((cos(k * pi / 8), sin(k * pi / 8)) for k in range(16))


def nearest_legal(legal: Callable[[Pose], bool], goal: Pose, starts: Iterable[Pose]) -> Pose | None:
    """The goal, or the legal pose found nearest to it from some starts; None: no start is legal.

    A pose keeps the facing or height of the start it was reached from.
    """
    if legal(goal):
        return goal
    ranked = sorted(dict.fromkeys(starts), key=lambda at: dist(at[:2], goal[:2]))
    found: list[Pose] = []
    for start in ranked:
        if legal(start):
            found.append(_drawn_near(legal, start, goal))
            if len(found) == STARTS:
                break
    return min(found, key=lambda at: dist(at[:2], goal[:2]), default=None)


def _drawn_near(legal: Callable[[Pose], bool], start: Pose, goal: Pose) -> Pose:
    """Steps all round, shorter and shorter, each to a legal place nearer to the goal."""
    here, near = start, dist(start[:2], goal[:2])
    step = near
    while step > FINEST and near > FINEST:
        ways = [(here[0] + x * step, here[1] + y * step) for x, y in WAYS]
        share = min(step / near, 1.0)
        ways.append((here[0] + share * (goal[0] - here[0]), here[1] + share * (goal[1] - here[1])))
        places = ((round(x), round(y), *here[2:]) for x, y in ways)
        better = sorted((dist(at[:2], goal[:2]), at) for at in places)
        found = next(((far, at) for far, at in better if far < near and legal(at)), None)
        if found is None:
            step /= 2
        else:
            near, here = found
    return here


def at_most(start: Pose, goal: Pose, far: int) -> Pose:
    """The goal, or the place on the way to it that is so far from the start."""
    size = dist(start[:2], goal[:2])
    if size <= far:
        return goal
    x, y = (round(a + (b - a) * far / size) for a, b in zip(start[:2], goal[:2], strict=True))
    return (x, y, *goal[2:])
