"""Several pieces placed in turn: a squad about its leader, a brigade on the march, a whole army before the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.core.choices import Domain, Judged, Pose
from sandtable.core.gestures import gesture
from sandtable.core.nearest import at_most
from sandtable.core.outlines import Outline
from sandtable.core.places import Path, Region, bad_pose, shapes_of, stands
from sandtable.core.refusals import Refusal
from sandtable.core.texts import say
from sandtable.core.words import middle
from sandtable.geometry.shapes import Disc, Rect

if TYPE_CHECKING:
    from sandtable.core.position import Position

SHARES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0)  # of the way, when a whole group cannot go on
Placed = tuple[tuple[str, Any], ...]


class Arrangement(Domain, frozen=True, kw_only=True):
    """Placements in sequence: ordered (piece, pose), or (piece, None) for one that finds no room.

    With `paths` a piece may also be given a path, (piece, (pose, pose, ...)), which `route` judges.
    """

    measures = "move"

    pieces: tuple[str, ...]
    facing: bool = False
    paths: ClassVar[bool] = False
    height: ClassVar[bool] = False

    def meant(self, p: Position, phrase: str) -> bool:
        """Whether a phrase says an act that can be refused here, though it places nobody."""
        return False

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Region:
        """Where the next piece may go once the earlier ones stand: on a hypothetical table."""
        raise TypeError(f"{type(self).__name__} does not say where {piece} may go")

    def route(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Path:
        """Along which paths the next piece may go once the earlier ones stand."""
        raise TypeError(f"{type(self).__name__} does not say along which paths {piece} may go")

    def end(self, p: Position, piece: str, place: Any) -> Pose | None:
        """Where a piece ends; None: it finds no room, or gets there in a way that no outline shows."""
        return end_of(place)

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return Refusal(say("{piece} must be placed", piece=piece))

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected a list of [piece, place]")
        named = [a[0] for a in answer]
        if not all(isinstance(n, str) for n in named) or sorted(named) != sorted(self.pieces):
            return Refusal("each piece is placed once", instead="place " + ", ".join(self.pieces))
        for i, (piece, pose) in enumerate(answer):
            if (refusal := self.refuse_next(p, answer[:i], piece, pose)) is not None:
                return _of(piece, refusal) if len(answer) > 1 else refusal
        return self.whole(p, answer)

    def refuse_next(self, p: Position, prefix: tuple[Any, ...], piece: str, pose: Any) -> Refusal | None:
        """Why the next piece may not go there."""
        if pose is None:
            return self.may_lose(p, prefix, piece)
        if self.paths and is_path(pose):
            return self.route(p, prefix, piece).refuse(p, pose)
        return bad_pose(pose, self.facing, self.height) or self.after(p, prefix, piece).fault(p, pose)

    def whole(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """What must hold of the finished arrangement."""
        return None

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

    # --- in the hand ---
    def judged(self, p: Position, answer: Any) -> Judged:
        """Also of some of the pieces: the legs are the cost of each, the cost is that of the worst."""
        placed = self.normal(answer)
        refusal = self.refuse(p, placed)
        if not _placements(placed, self.pieces):
            return Judged(refusal)
        first, costs, left = None, [], []
        for i, (piece, pose) in enumerate(placed):
            first = first or self.refuse_next(p, placed[:i], piece, pose)
            if pose is None or bad_place(pose, self):
                continue
            by_path = self.paths and is_path(pose)
            domain: Region | Path = self.route(p, placed[:i], piece) if by_path else self.after(p, placed[:i], piece)
            cost = sum(domain.price(p, pose)) if isinstance(domain, Path) else domain.price(p, pose)
            if cost is not None:
                costs.append(cost)
                if (most := domain.most(p)) is not None:
                    left.append(most - cost)
        if len(placed) < len(self.pieces):
            done = {piece for piece, _ in placed}
            todo = ", ".join(piece for piece in self.pieces if piece not in done)
            refusal = first or Refusal("not every piece is placed yet", instead=say("place {todo}", todo=todo))
        return Judged(refusal, max(costs, default=None), min(left, default=None), None, tuple(costs))

    def outline(self, p: Position, placed: Placed = (), piece: str = "") -> Outline | None:
        """Where a piece may go once others stand; by default the next one."""
        done = {name for name, _ in placed}
        piece = piece or next((name for name in self.pieces if name not in done), "")
        if not piece:
            return None
        return self.after(p, tuple(a for a in placed if a[0] != piece), piece).outline(p)

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return shapes_of(p, *self.pieces)

    def formation(self, p: Position) -> Placed:
        """Where the pieces stand now; for pieces that are not on the table yet, what is suggested."""
        now = {piece: stands(p, piece) for piece in self.pieces}
        if all(at is not None for at, _ in now.values()):
            return tuple((n, (*(at or ()), facing or 0) if self.facing else at) for n, (at, facing) in now.items())
        suggested: Placed = self.fallback(p) or ()
        return suggested

    def toward(
        self, p: Position, goal: Pose, far: int | None = None, *, keep: Placed = (), held: str = ""
    ) -> Placed | None:
        """The whole group about a place, in its formation as far as the rules let it; None: it has no room.

        `keep` is the formation, by default as the pieces stand now. With a piece held, that piece goes to the place and
        the others follow it; otherwise the middle of the group does.
        """
        formation = tuple((n, end_of(pose)) for n, pose in keep or self.formation(p))
        poses = {piece: pose for piece, pose in formation if pose is not None}
        if not poses:
            return None
        anchor = poses[held][:2] if held in poses else middle(list(poses.values()))
        aim = goal if far is None else at_most(anchor, goal, far)
        best: tuple[float, Placed] | None = None
        for share in SHARES:
            by = round(share * (aim[0] - anchor[0])), round(share * (aim[1] - anchor[1]))
            for order in self.orders(formation, by, held):
                found = self.shifted(p, order, by, exactly=False)
                if found is not None and self.refuse(p, found) is None:
                    off = dist(_anchor(found, held), aim[:2])
                    if best is None or off < best[0]:
                        best = off, found
            if best is not None:
                return best[1]  # a shorter way ends farther off
        return None

    def orders(self, formation: Placed, by: tuple[int, int], held: str = "") -> Iterator[Placed]:
        """Orders in which to put a group down: the held piece first, as they are, the foremost first."""
        if held:
            yield tuple(sorted(formation, key=lambda a: a[0] != held))
        else:
            yield formation
        yield foremost_first(formation, by)

    def shifted(self, p: Position, formation: Placed, by: tuple[int, int], *, exactly: bool) -> Placed | None:
        """The formation moved as one; not `exactly`: each piece as near to its place as it can be."""
        placed: Placed = ()
        for piece, pose in formation:
            spot = None
            if pose is not None:
                wish = (pose[0] + by[0], pose[1] + by[1], *pose[2:])
                region = self.after(p, placed, piece)
                spot = wish if exactly or region.refuse(p, wish) is None else region.toward(p, wish)
            if spot is None and not exactly and self.may_lose(p, placed, piece) is not None:
                return None
            placed = (*placed, (piece, spot))
        return placed

    def adjusted(self, p: Position, placed: Placed, piece: str, pose: Pose | None) -> Placed:
        """The same arrangement with one piece elsewhere, legal or not."""
        return tuple((name, pose if name == piece else was) for name, was in placed)

    def hint(self, p: Position) -> str:
        return f"{self.pieces[0]} 15 8; … for each of {', '.join(self.pieces)}; all north 4; as suggested"

    def spoken(self, p: Position, words: str) -> tuple[Any, ...]:
        """``one 15 8; two north 2; three lost``: each piece and its place, in the order of placing.

        For all at once: ``all north 4``, ``march ahead 10``, ``all toward scourge``, ``stay``, ``as suggested``; where
        they face, ``all north 4 facing east``. Pieces may be changed after it: ``as suggested; two 15 8``. With paths:
        ``one north 4 then east 2``.
        """
        return gesture(self, p, words)


def foremost_first(formation: Placed, by: tuple[int, int]) -> Placed:
    """Those farthest along a direction first, so that nobody is in the way of one behind."""
    return tuple(sorted(formation, key=lambda a: -(a[1][0] * by[0] + a[1][1] * by[1]) if a[1] is not None else 0))


def is_path(pose: Any) -> bool:
    return isinstance(pose, tuple) and bool(pose) and isinstance(pose[0], tuple)


def end_of(pose: Any) -> Pose | None:
    """The last pose of a path; a pose is its own end."""
    found: Pose | None = pose[-1] if is_path(pose) else pose
    return found


def bad_place(pose: Any, domain: Arrangement) -> bool:
    if is_path(pose):
        return not domain.paths or any(not isinstance(q, tuple) or len(q) < 2 for q in pose)
    return bad_pose(pose, domain.facing, domain.height) is not None


def _anchor(placed: Placed, held: str) -> Pose:
    """The place by which a group is held."""
    if held and (at := dict(placed)[held]) is not None:
        return (at[0], at[1])
    return middle([pose for _, pose in placed if pose is not None] or [(1 << 30, 1 << 30)])


def _of(piece: str, refusal: Refusal) -> Refusal:
    """A refusal of one of several pieces says which."""
    if piece in refusal.reason:
        return refusal
    return refusal.but(reason=say("{reason} ({piece})", reason=refusal.reason, piece=piece))


def _placements(placed: Any, pieces: Sequence[str]) -> bool:
    """Whether it is a list of some of the pieces, each once, with something beside it."""
    if not isinstance(placed, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in placed):
        return False
    named = [a[0] for a in placed]
    return all(isinstance(n, str) and n in pieces for n in named) and len(set(named)) == len(named)
