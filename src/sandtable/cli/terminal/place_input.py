"""Places as people type them: ``12 8.5``, ``north 4``, ``45deg 3 of gate``, ``toward marauder 5``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from sandtable.cli.terminal.piece_names import Unclear, name
from sandtable.core import Option, Pose, Standing
from sandtable.geometry.arcs import COMPASS
from sandtable.geometry.units import milli, text
from sandtable.scenarios.answers import FARTHEST, pose
from sandtable.scenarios.phrases import NoMatch, match

SHORT = {"e": 0, "ne": 45, "n": 90, "nw": 135, "w": 180, "sw": 225, "s": 270, "se": 315}
DEGREES = {c: i * 45 for i, c in enumerate(COMPASS)} | {c.replace("-", ""): i * 45 for i, c in enumerate(COMPASS)}
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"
NUMBERS = re.compile(rf"{NUMBER}(?:[\s,]+{NUMBER})*")
WAY = re.compile(rf"([a-z-]+|{NUMBER}\s*(?:deg|°))\s+({NUMBER})(?:\s+of\s+(.+))?")
TOWARD = re.compile(rf"(?:toward|towards|to)\s+(.+?)(?:\s+({NUMBER}))?")


class Toward(NamedTuple):
    """As near to a place as the rules let one come, going at most so far."""

    goal: tuple[int, int]
    far: int | None = None


Spots = Mapping[str, Standing]


def read_place(
    typed: str, start: Pose | None, spots: Spots, *, facing: int | None = None, climbs: bool = False
) -> Pose | Toward:
    """One place. `start` is where directions begin; with a facing, places carry one and keep it unless told.

    Where pieces climb, a third number is the height of the surface.
    """
    said = typed.strip().strip("()[]").casefold().replace("″", "").replace('"', "")
    if NUMBERS.fullmatch(said):
        return _coordinates(said, facing, climbs)
    if found := WAY.fullmatch(said):
        angle = _angle(found[1])
        if angle is not None:
            begin = spots[_named(found[3], spots, start)].at if found[3] else start
            if begin is None:
                raise Unclear("it is not on the table yet: type x y, or a direction of something: north 2 of gate")
            return _with(stepped(begin, angle, _length(found[2])), facing)
    if found := TOWARD.fullmatch(said):
        goal, far = found[1], found[2]
        if far and NUMBERS.fullmatch(f"{goal} {far}") and len(_split(f"{goal} {far}")) == 2:
            goal, far = f"{goal} {far}", None  # toward 12 8: the numbers are the place
        if NUMBERS.fullmatch(goal):
            x, y, *_ = _coordinates(goal, None)
            return Toward((x, y), _length(far) if far else None)
        return Toward(spots[_named(goal, spots, start)].at, _length(far) if far else None)
    raise Unclear(f"{typed!r} is no place: type x y (12 8.5), north 4, 45deg 3, or toward NAME 5")


def stepped(start: Pose, angle: float, far: float) -> tuple[int, int]:
    turn = math.radians(angle)
    return round(start[0] + far * math.cos(turn)), round(start[1] + far * math.sin(turn))


def spot(at: Pose, third: str = "facing") -> str:
    """``12.3, 8.5``, and the facing or the height where there is one."""
    said = f"{_tenths(at[0])}, {_tenths(at[1])}"
    return said + (f" {third} {_tenths(at[2])}" if len(at) > 2 else "")


def exact(at: Pose) -> str:
    """As it would be typed."""
    return " ".join(text(c) for c in at)


def _tenths(c: float) -> str:
    return text(round(c / 100) * 100)


def _coordinates(said: str, facing: int | None, climbs: bool = False) -> Pose:
    numbers = _split(said)
    third = " and perhaps a facing" if facing is not None else " and perhaps a height" if climbs else ""
    if not 2 <= len(numbers) <= (3 if third else 2):
        raise Unclear(f"a place is x y{third}, for example 12 8.5; here {len(numbers)} numbers were typed")
    if any(abs(n) > FARTHEST for n in numbers):
        raise Unclear("no table is that large")
    found = pose(numbers)
    return found if len(found) == 3 else _with((found[0], found[1]), facing)


def _with(at: tuple[int, int], facing: int | None) -> Pose:
    return at if facing is None else (*at, facing)


def _split(said: str) -> list[float]:
    return [float(n) for n in re.split(r"[\s,]+", said)]


def _length(said: str) -> int:
    if abs(float(said)) > FARTHEST:
        raise Unclear("no table is that large")
    return milli(said)


def _angle(said: str) -> float | None:
    if said in SHORT:
        return SHORT[said]
    if said in DEGREES:
        return DEGREES[said]
    degrees = re.fullmatch(rf"({NUMBER})\s*(?:deg|°)", said)
    return float(degrees[1]) if degrees else None


def _named(typed: str, spots: Spots, start: Pose | None) -> str:
    """A piece; of several alike (the models of a squad) the nearest."""
    try:
        return match(typed, (Option(n) for n in spots))
    except NoMatch as e:
        meant = e.meant or tuple(n for n in spots if typed in n.casefold())
        stems = {n.partition(".")[0] for n in meant}
        if start is not None and meant and len(stems) == 1:
            return min(meant, key=lambda n: math.dist(spots[n].at, start[:2]))
        return name(typed, spots)
