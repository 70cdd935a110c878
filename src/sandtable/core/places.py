"""Choices of places: one place, and a path. Several pieces placed in turn are an `Arrangement`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import dist
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.core.choices import Domain, Judged, Pose
from sandtable.core.nearest import at_most, nearest_legal
from sandtable.core.refusals import Refusal
from sandtable.core.texts import say
from sandtable.core.words import Unspoken, direction, facing_said, moved, piece_named, pieces_on, place, words_of
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.units import CORNERS, text

if TYPE_CHECKING:
    from sandtable.core.position import Position

LIMIT = 10_000_000  # no table is larger; keeps junk out of the geometry
FARTHEST = 100_000  # thousandths: as far as it goes
LOOKS = 16  # candidates, and places on each leg, that a search looks at


class Region(Domain, frozen=True, kw_only=True):
    """A place for one piece. A subclass judges it in `fault`."""

    measures = "move"

    piece: str = ""
    facing: bool = False  # answers carry a facing
    height: ClassVar[bool] = False  # answers may carry the height of the surface they are on

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return bad_pose(answer, self.facing, self.height) or self.fault(p, answer)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        return None

    def start(self, p: Position) -> tuple[int, int] | None:
        """Where the piece stands; None: it is not on the table."""
        return stands(p, self.piece)[0]

    def price(self, p: Position, pose: Pose) -> int | None:
        """What going there costs; None: nothing is counted."""
        return None

    def most(self, p: Position) -> int | None:
        """How much it may cost."""
        return None

    def judged(self, p: Position, answer: Any) -> Judged:
        pose = self.normal(answer)
        refusal = self.refuse(p, pose)
        if bad_pose(pose, self.facing, self.height) is not None:
            return Judged(refusal)
        cost, most = self.price(p, pose), self.most(p)
        upto = pose if refusal is None else self.toward(p, pose)
        left = None if most is None or cost is None else most - cost
        return Judged(refusal, cost, left, upto, () if cost is None else (cost,))

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Pose | None:
        at, facing = self.start(p), stands(p, self.piece)[1]
        found = [pose for pose in self.sample(p, LOOKS, Random(1)) if pose is not None]
        third: Pose = ()
        if self.facing:
            third = goal[2:3] or ((facing,) if facing is not None else found[0][2:3] if found else (0,))
        return near_goal(
            lambda pose: self.refuse(p, pose) is None, p, self, (*goal[:2], *third), at, far, found, lambda pose: pose
        )

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return shapes_of(p, self.piece)

    def hint(self, p: Position) -> str:
        return f"a place for {self.piece or 'it'}: 12 8.5, north 4, toward NAME 5" + (
            ", 12 8 90" if self.facing else ""
        )

    def spoken(self, p: Position, words: str) -> Pose:
        """``12 8.5``, ``12 8.5 90`` where it faces, ``north 4`` or ``toward scourge 5`` from where it stands.

        Where it faces, ``facing scourge`` or ``facing north`` may follow. ``stay``; ``as suggested``.
        """
        at, now = stands(p, self.piece)
        if words_of(words) == ["stay"] and at is not None:
            return (*at, now or 0) if self.facing else at
        if words_of(words) == ["as", "suggested"]:
            suggested: Pose = self.fallback(p)
            return suggested
        where, facing = facing_said(p, words, at, now) if self.facing else (words, None)
        return _with_facing(place(p, where, at, now), facing, now) if self.facing else place(p, where, at, now)


class Path(Domain, frozen=True, kw_only=True):
    """A path for one piece, answered as a whole: the places after its start. Empty: it stays."""

    measures = "move"

    piece: str = ""
    facing: bool = False  # every place carries a facing
    corners: int = CORNERS
    ends_facing: ClassVar[bool] = False  # the last place carries one, (x, y, facing): the piece turns where it stops
    height: ClassVar[bool] = False

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple):
            return Refusal("expected a list of places", instead="for example [[12000, 8000]]")
        if len(answer) > self.corners:
            return Refusal(
                say("a path has at most {corners} corners, this one {answer}", corners=self.corners, answer=len(answer))
            )
        return self.bad_place(answer) or self.fault(p, answer)

    def bad_place(self, path: tuple[Any, ...]) -> Refusal | None:
        """The refusal of the first corner that is no place."""
        for i, pose in enumerate(path):
            faces = self.facing or (self.ends_facing and i == len(path) - 1)
            if (bad := bad_pose(pose, faces, self.height)) is not None:
                return bad
        return None

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        return None

    def start(self, p: Position) -> tuple[int, int] | None:
        """Where the piece stands."""
        return stands(p, self.piece)[0]

    def stops_at(self, p: Position, path: tuple[Pose, ...]) -> Pose | None:
        """Where the piece stands after a legal path; None: it does not stay there, such as one that falls."""
        return path[-1] if path else self.start(p)

    def most(self, p: Position) -> int | None:
        """How much a path may cost."""
        return None

    def price(self, p: Position, path: tuple[Pose, ...]) -> tuple[int, ...]:
        """What each leg costs by the rules, legal or not; the default counts its length."""
        start = self.start(p)
        corners = [pose[:2] for pose in path] if start is None else [start, *(pose[:2] for pose in path)]
        return tuple(round(dist(a, b)) for a, b in pairwise(corners))

    def judged(self, p: Position, answer: Any) -> Judged:
        path = self.normal(answer)
        refusal = self.refuse(p, path)
        if not isinstance(path, tuple) or len(path) > self.corners or self.bad_place(path) is not None:
            return Judged(refusal)
        legs, most = self.price(p, path), self.most(p)
        cost = sum(legs)
        upto = (path[-1] if path else self.start(p)) if refusal is None else self.upto(p, path)
        return Judged(refusal, cost, None if most is None else most - cost, upto, legs)

    def upto(self, p: Position, path: tuple[Pose, ...]) -> Pose | None:
        """The last place along a path at which it would be legal to stop."""
        start = self.start(p)
        if start is None:
            return None
        corners = [start, *path]
        for i in range(len(path), 0, -1):
            a, b = corners[i - 1], path[i - 1]
            third = () if not (self.facing or self.ends_facing) else b[2:3] or (stands(p, self.piece)[1] or 0,)

            def stop(share: float, i: int = i, a: Pose = a, b: Pose = b, third: Pose = third) -> Pose | None:
                at = (round(a[0] + share * (b[0] - a[0])), round(a[1] + share * (b[1] - a[1])), *third)
                return at if self.refuse(p, (*path[: i - 1], at)) is None else None

            found: Pose | None = farthest(stop)
            if found is not None:
                return found
        return start if self.refuse(p, ()) is None else None

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> tuple[Pose, ...] | None:
        at, facing = stands(p, self.piece)
        faces = self.facing or self.ends_facing
        third = (goal[2:3] or (facing or 0,)) if faces else ()
        found = [path[-1] for path in self.sample(p, LOOKS, Random(1)) if path]
        end = near_goal(
            lambda pose: self.refuse(p, (pose,)) is None,
            p, self, (*goal[:2], *third), at, far, found, lambda pose: (*pose[:2], *third),
        )  # fmt: skip
        return () if end is None or end[:2] == at else (end,)

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return shapes_of(p, self.piece)

    def hint(self, p: Position) -> str:
        most, faces = self.most(p), self.facing or self.ends_facing
        far = "" if most is None else f", up to {text(most)} {p.rules.unit}"
        return f"a way for {self.piece or 'it'}{far}: 12 8; 14 9, north 4, or stay" + (", facing NAME" if faces else "")

    def spoken(self, p: Position, words: str) -> tuple[Pose, ...]:
        """Corners with semicolons between them: ``12 8; 14 9``, ``north 4; east 2``; ``stay``.

        A direction alone, ``north`` or ``toward scourge``, goes as far as it may. Where it faces, ``facing scourge``
        may follow a corner.
        """
        if words_of(words) in (["stay"], ["none"], ["pass"], ["done"]):
            return ()
        if words_of(words) == ["as", "suggested"]:
            suggested: tuple[Pose, ...] = self.fallback(p)
            return suggested
        at, now = stands(p, self.piece)
        if (whole := as_far(self, p, words, at, now)) is not None:
            return tuple(whole)
        path: list[Pose] = []
        corners = words.split(";")
        for i, corner in enumerate(corners):
            if self.facing or (self.ends_facing and i == len(corners) - 1):
                where, facing = facing_said(p, corner, at, now)
                path.append(_with_facing(place(p, where, at, now), facing, now))
            else:
                path.append(place(p, corner, at, now))
            at = path[-1][0], path[-1][1]
        return tuple(path)


def as_far(domain: Path, p: Position, words: str, at: tuple[int, int] | None, facing: int | None) -> Any:
    """The way as far as it goes in a direction, or as near to a piece; None: the words say something else."""
    said = words_of(words)
    if at is None or ";" in words:
        return None
    try:
        way, rest = direction(p, said, at, facing)
        goal = piece_named(p, said[1])[1] if said[0] in ("toward", "towards") else moved(at, way, FARTHEST)
    except Unspoken:
        return None
    return None if rest else domain.toward(p, goal)


def near_goal(
    legal: Any,
    p: Position,
    domain: Region | Path,
    goal: Pose,
    at: tuple[int, int] | None,
    far: int | None,
    found: Iterable[Pose],
    keep: Any,
) -> Pose | None:
    """The search behind `toward`: from where it stands, from candidates, and from what the outline promises."""
    if far is not None and at is not None:
        goal, judge = at_most(at, goal, far), legal

        def legal(pose: Pose) -> bool:
            return dist(pose[:2], at) <= far and judge(pose)

    if legal(goal):
        return goal
    third = goal[2:]
    drawn = domain.outline(p)
    starts = [] if drawn is None else [keep((*q, *third)) for q in drawn.toward(goal)]
    starts += [keep(pose) for pose in found] + ([] if at is None else [keep((*at, *third))])
    return nearest_legal(legal, goal, starts)


def farthest(stop: Any) -> Any:
    """The last share of a way, up to 1, at which `stop` gives something; what it gives there. None: nowhere."""
    for k in range(LOOKS, 0, -1):
        if (found := stop(k / LOOKS)) is not None:
            low, high = k / LOOKS, min(1.0, (k + 1) / LOOKS)
            while high - low > 1e-4:
                mid = (low + high) / 2
                if (better := stop(mid)) is None:
                    high = mid
                else:
                    low, found = mid, better
            return found
    return None


def bad_pose(pose: Any, facing: bool = False, height: bool = False) -> Refusal | None:
    """The refusal of something that is no place; None when it is one."""
    wanted = (3,) if facing else (2, 3) if height else (2,)
    if not isinstance(pose, tuple) or len(pose) not in wanted:
        shape = "[x, y, facing]" if facing else "[x, y] or [x, y, height]" if height else "[x, y]"
        return Refusal(say("expected a place {shape} in thousandths", shape=shape))
    if not all(type(c) is int and -LIMIT <= c <= LIMIT for c in pose):
        return Refusal("a place is whole thousandths of the table unit")
    return None


def stands(p: Position, piece: str) -> tuple[tuple[int, int] | None, int | None]:
    """Place and facing of a piece on the table."""
    standing = pieces_on(p).get(piece)
    return (None, None) if standing is None else (standing.at, standing.facing)


def shapes_of(p: Position, *pieces: str) -> dict[str, Disc | Rect]:
    """The bases of pieces that are on the table."""
    known = pieces_on(p)
    return {piece: known[piece].shape for piece in pieces if piece in known}


def _with_facing(found: Pose, facing: int | None, now: int | None) -> Pose:
    return (*found[:2], facing) if facing is not None else found if len(found) == 3 else (*found, now or 0)
