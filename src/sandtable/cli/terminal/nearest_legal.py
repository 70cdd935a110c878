"""The legal answer nearest to a place, suggested with a refusal."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sandtable.cli.terminal.place_input import stepped
from sandtable.core import BoundDomain, Path, Pose

FINEST = 20  # thousandths: how near is near enough


def nearest(domain: BoundDomain, start: Pose | None, goal: Pose, far: int | None = None) -> Any:
    """A legal answer near the goal, or None. The rules' own way round things first, then straight."""
    found = domain.domain.toward(domain.position, goal, far)
    if found is not None and domain.refuse(found) is None:
        return found
    whole: Callable[[Pose], Any] = (lambda at: (at,)) if isinstance(domain.domain, Path) else (lambda at: at)
    if start is not None and far is not None:
        goal = _at_most(start, goal, far)
    if domain.refuse(whole(goal)) is None:
        return whole(goal)
    begin = _begin(domain, start, goal, whole)
    if begin is None:
        return None
    return whole(_drawn_near(domain, begin, goal, whole))


def _drawn_near(domain: BoundDomain, begin: Pose, goal: Pose, whole: Callable[[Pose], Any]) -> Pose:
    """Steps in eight directions, shorter and shorter, each to a legal place nearer to the goal."""
    here, step = begin, math.dist(begin[:2], goal[:2])
    while step > FINEST:
        ways = [goal, *(stepped(here, angle, step) for angle in range(0, 360, 45))]
        places = ((round(x), round(y), *here[2:]) for x, y, *_ in ways)
        better = sorted((math.dist(at[:2], goal[:2]), at) for at in places)
        near = math.dist(here[:2], goal[:2])
        found = next((at for far, at in better if far < near and domain.refuse(whole(at)) is None), None)
        if found is None:
            step /= 2
        else:
            here = found
    return here


def _begin(domain: BoundDomain, start: Pose | None, goal: Pose, whole: Callable[[Pose], Any]) -> Pose | None:
    """A legal place to draw near from: where it stands, or the candidate nearest to the goal."""
    if start is not None and domain.refuse(whole(start)) is None:
        return start
    places = [c[-1] if isinstance(domain.domain, Path) else c for c in domain.candidates(24, 1) if c]
    return min(places, key=lambda at: math.dist(at[:2], goal[:2]), default=None)


def _between(a: Pose, b: Pose, share: float) -> Pose:
    here = (round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share))
    return (*here, *a[2:])


def _at_most(start: Pose, goal: Pose, far: int) -> Pose:
    size = math.dist(start[:2], goal[:2])
    return _between(start, goal, far / size) if size > far else (*goal[:2], *start[2:])
