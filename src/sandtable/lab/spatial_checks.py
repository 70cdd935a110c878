"""Laws of choices a person touches: outlines, and the legal answer nearest to a pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from random import Random
from typing import Any, NamedTuple

from sandtable.core import Arrangement, Ask, Domain, Facing, Line, Outline, Path, Position, Region, Ruleset
from sandtable.core.choices import Pose
from sandtable.core.directions import WEDGE
from sandtable.core.words import moved, pieces_on

WITHIN = 20  # thousandths that a drawing may be off
CANDIDATES, POINTS, GOALS = 200, 200, 3
LOOKS = 40  # random points looked at for each that lies inside
SPATIAL = (Region, Path, Line, Facing, Arrangement)


class Touched(NamedTuple):
    """A question about places as the laws look at it."""

    outline: Outline | None
    places: list[Pose]  # of candidates
    accepted: Callable[[Pose], str]  # why a place inside is not accepted; empty: it is
    toward: Callable[[Pose], Any]
    place_of: Callable[[Any], Pose | None]  # where an answer ends
    legal: Callable[[Any], bool]


def outlines_hold(p: Position, domain: Domain, rng: Random, candidates: int = CANDIDATES, points: int = POINTS) -> str:
    """What is wrong with an outline: a candidate outside of it, or a place well inside that is refused."""
    touched = look(p, domain, rng, candidates)
    if touched is None:
        return ""
    outline = touched.outline
    if outline is None:
        return "there is no outline"
    for place in touched.places:
        if not outline.near(place, WITHIN):
            return f"a candidate at {place} lies outside of the outline"
    for place in inside(outline, rng, points):
        if why := touched.accepted(place):
            return f"{place} lies inside of the outline and is refused: {why}"
    return ""


def nearest_is_nearest(p: Position, domain: Domain, rng: Random, candidates: int = CANDIDATES) -> str:
    """What is wrong with `toward`: it is not legal, or a candidate comes nearer to the goal."""
    touched = look(p, domain, rng, candidates)
    if touched is None or not touched.places:
        return ""
    xs, ys = [at[0] for at in touched.places], [at[1] for at in touched.places]
    for _ in range(GOALS):
        goal = rng.randint(min(xs) - 8000, max(xs) + 8000), rng.randint(min(ys) - 8000, max(ys) + 8000)
        found = touched.toward(goal)
        if found is None:
            return f"nothing is found toward {goal}"
        if not touched.legal(found):
            return f"{found} toward {goal} is not legal"
        end = touched.place_of(found)
        best = min(touched.places, key=lambda at: dist(at[:2], goal))
        if end is None or dist(end[:2], goal) > dist(best[:2], goal) + WITHIN:
            return f"toward {goal} leads to {end}; a candidate comes nearer, to {best}"
    return ""


def look(p: Position, domain: Domain, rng: Random, candidates: int) -> Touched | None:
    """The question, where it is one about places."""
    found = domain.candidates(p, candidates, rng) if isinstance(domain, SPATIAL) else []
    if isinstance(domain, Region):
        return _region(p, domain, found)
    if isinstance(domain, Path):
        return _path(p, domain, found)
    if isinstance(domain, Line):
        return _line(p, domain, found)
    if isinstance(domain, Facing):
        return _facing(p, domain, found)
    if isinstance(domain, Arrangement):
        return _arrangement(p, domain, found)
    return None


def _region(p: Position, domain: Region, found: list[Any]) -> Touched:
    facing = _facing_of(p, domain.piece, found) if domain.facing else ()
    return Touched(
        domain.outline(p),
        [pose for pose in found if not domain.facing or pose[2:] == facing],
        lambda place: str(domain.refuse(p, (*place, *facing)) or ""),
        lambda goal: domain.toward(p, goal),
        lambda pose: pose,
        lambda pose: domain.refuse(p, pose) is None,
    )


def _path(p: Position, domain: Path, found: list[Any]) -> Touched:
    start = domain.start(p)

    def end(path: Any) -> Pose | None:
        return path[-1] if path else start

    def accepted(place: Pose) -> str:
        path = domain.toward(p, place)
        if path is not None and (at := end(path)) is not None and dist(at[:2], place) <= 2:
            return str(domain.refuse(p, path) or "")
        return f"the way found leads to {None if path is None else end(path)}"

    ends = [at for path in found if (at := domain.stops_at(p, path)) is not None]
    return Touched(
        domain.outline(p), ends, accepted, lambda goal: domain.toward(p, goal), end,
        lambda path: domain.refuse(p, path) is None,
    )  # fmt: skip


def _line(p: Position, domain: Line, found: list[Any]) -> Touched:
    def accepted(place: Pose) -> str:
        line = domain.toward(p, place)
        return "" if line is not None and dist(domain.end(p, line), place) <= WITHIN else f"{line} is the nearest"

    return Touched(
        domain.outline(p), [domain.end(p, line) for line in found], accepted, lambda goal: domain.toward(p, goal),
        lambda line: domain.end(p, line), lambda line: domain.refuse(p, line) is None,
    )  # fmt: skip


def _facing(p: Position, domain: Facing, found: list[Any]) -> Touched:
    at = domain.place(p)

    def accepted(place: Pose) -> str:
        facing = domain.toward(p, place)
        off = dist(moved(at, facing, round(dist(at, place))), place) if facing is not None else WITHIN + 1
        return "" if off <= WITHIN else f"{facing} is the nearest"

    return Touched(
        domain.outline(p), [moved(at, facing, WEDGE - WITHIN) for facing in found], accepted,
        lambda goal: domain.toward(p, goal), lambda facing: moved(at, facing, WEDGE - WITHIN),
        lambda facing: domain.refuse(p, facing) is None,
    )  # fmt: skip


def _arrangement(p: Position, domain: Arrangement, found: list[Any]) -> Touched:
    """The piece put down first, on a table where the others are still to come."""
    first = domain.pieces[0]
    region = domain.after(p, (), first)
    facing = _facing_of(p, first) if domain.facing else ()
    whole = [answer for answer in found if answer and all(pose is not None for _, pose in answer)]
    poses = [domain.end(p, first, answer[0][1]) or () for answer in whole if answer[0][0] == first]
    return Touched(
        domain.outline(p, (), first),
        [pose for pose in poses if not domain.facing or pose[2:] == facing],
        lambda place: str(region.refuse(p, (*place, *facing)) or ""),
        lambda goal: domain.toward(p, goal, held=first),
        lambda placed: next((pose for name, pose in placed if name == first), None),
        lambda placed: domain.refuse(p, placed) is None,
    )


def inside(outline: Outline, rng: Random, count: int) -> list[Pose]:
    """Random places that lie well inside an outline, in each of its parts."""
    found: list[Pose] = []
    fans = [fan for part in outline.parts() for fan in part.fans if len(fan) > 2]
    for _ in range(LOOKS * count if fans else 0):
        fan = rng.choice(fans)
        xs, ys = [x for x, _ in fan], [y for _, y in fan]
        place = rng.randint(min(xs), max(xs)), rng.randint(min(ys), max(ys))
        if outline.deep(place, WITHIN):
            found.append(place)
            if len(found) == count:
                break
    return found


def _facing_of(p: Position, piece: str, found: Sequence[Pose] = ()) -> Pose:
    """How a piece faces now; one that is not on the table, as its first candidate."""
    standing = pieces_on(p).get(piece)
    if standing is None:
        return tuple(found[0][2:]) if found else (0,)
    return (standing.facing or 0,)


def spatial_fault(rules: Ruleset, state: Any, ask: Ask, seed: int, candidates: int, points: int) -> str:
    """What is wrong with the outline or the nearest answer of an ask; empty: nothing."""
    p, rng = Position(rules, state), Random(seed)
    return outlines_hold(p, ask.domain, rng, candidates, points) or nearest_is_nearest(p, ask.domain, rng, candidates)
