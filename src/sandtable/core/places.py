"""Choices of places: one place, a path, several pieces placed in turn."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.core.choices import Domain, Pose
from sandtable.core.refusals import Refusal
from sandtable.core.words import pieces_on, place, words_of

if TYPE_CHECKING:
    from sandtable.core.position import Position

LIMIT = 10_000_000  # no table is larger; keeps junk out of the geometry


class Region(Domain, frozen=True, kw_only=True):
    """A place for one piece. A subclass judges it in `fault`."""

    piece: str = ""
    facing: bool = False  # answers carry a facing
    height: ClassVar[bool] = False  # answers may carry the height of the surface they are on

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return bad_pose(answer, self.facing, self.height) or self.fault(p, answer)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        return None

    def spoken(self, p: Position, words: str) -> Pose:
        """``12 8.5``, ``12 8.5 90`` where it faces, ``north 4`` or ``toward scourge 5`` from where it stands."""
        at, facing = _stands(p, self.piece)
        found = place(p, words, at, facing)
        return (*found, facing or 0) if self.facing and len(found) == 2 else found


class Path(Domain, frozen=True, kw_only=True):
    """A path for one piece, answered as a whole: the places after its start. Empty: it stays."""

    piece: str = ""
    facing: bool = False
    corners: int = 64
    height: ClassVar[bool] = False

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple):
            return Refusal("expected a list of places", instead="for example [[12000, 8000]]")
        if len(answer) > self.corners:
            return Refusal(f"a path has at most {self.corners} corners, this one {len(answer)}")
        for pose in answer:
            if (bad := bad_pose(pose, self.facing, self.height)) is not None:
                return bad
        return self.fault(p, answer)

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        return None

    def spoken(self, p: Position, words: str) -> tuple[Pose, ...]:
        """Corners with semicolons between them: ``12 8; 14 9``, ``north 4; east 2``; ``stay``."""
        if words_of(words) in (["stay"], ["none"], ["pass"], ["done"]):
            return ()
        at, facing = _stands(p, self.piece)
        path: list[Pose] = []
        for corner in words.split(";"):
            found = place(p, corner, at, facing)
            path.append((*found, facing or 0) if self.facing and len(found) == 2 else found)
            at = found[0], found[1]
        return tuple(path)


class Arrangement(Domain, frozen=True, kw_only=True):
    """Placements in sequence: ordered (piece, pose), or (piece, None) for one that finds no room."""

    pieces: tuple[str, ...]
    facing: bool = False
    height: ClassVar[bool] = False

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Region:
        """Where the next piece may go once the earlier ones stand: on a hypothetical table."""
        raise TypeError(f"{type(self).__name__} does not say where {piece} may go")

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return Refusal(f"{piece} must be placed")

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected a list of [piece, place]")
        named = [a[0] for a in answer]
        if not all(isinstance(n, str) for n in named) or sorted(named) != sorted(self.pieces):
            return Refusal("each piece is placed once", instead="place " + ", ".join(self.pieces))
        for i, (piece, pose) in enumerate(answer):
            prefix = answer[:i]
            if pose is None:
                refusal = self.may_lose(p, prefix, piece)
            else:
                refusal = bad_pose(pose, self.facing, self.height) or self.after(p, prefix, piece).fault(p, pose)
            if refusal is not None:
                return refusal
        return self.whole(p, answer)

    def whole(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """What must hold of the finished arrangement."""
        return None

    def spoken(self, p: Position, words: str) -> tuple[Any, ...]:
        """``one 15 8; two north 2; three lost``: each piece and its place, in the order of placing."""
        found: list[Any] = []
        for part in words.split(";"):
            name, _, where = part.strip().partition(" ")
            said = name.removesuffix(":")
            piece = next((known for known in self.pieces if known.casefold() == said.casefold()), said)
            lost = where.strip().casefold() in ("lost", "gone", "none")
            at, facing = _stands(p, piece)
            pose = None if lost else place(p, where, at, facing)
            found.append((piece, (*pose, facing or 0) if pose and self.facing and len(pose) == 2 else pose))
        return tuple(found)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(n):
            placed: tuple[Any, ...] = ()
            for piece in self.pieces:
                spots = self.after(p, placed, piece).candidates(p, 1, rng)
                placed = (*placed, (piece, spots[0] if spots else None))
            if placed not in found and self.refuse(p, placed) is None:
                found.append(placed)
        return found


def bad_pose(pose: Any, facing: bool = False, height: bool = False) -> Refusal | None:
    """The refusal of something that is no place; None when it is one."""
    wanted = (3,) if facing else (2, 3) if height else (2,)
    if not isinstance(pose, tuple) or len(pose) not in wanted:
        shape = "[x, y, facing]" if facing else "[x, y] or [x, y, height]" if height else "[x, y]"
        return Refusal(f"expected a place {shape} in thousandths")
    if not all(type(c) is int and -LIMIT <= c <= LIMIT for c in pose):
        return Refusal("a place is whole thousandths of the table unit")
    return None


def _stands(p: Position, piece: str) -> tuple[tuple[int, int] | None, int | None]:
    """Place and facing of a piece on the table."""
    standing = pieces_on(p).get(piece)
    return (None, None) if standing is None else (standing.at, standing.facing)
