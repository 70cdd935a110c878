"""Followers: the rest of a group is put down within a distance of the piece that moved."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from sandtable.core import Arrangement, Position, Refusal
from sandtable.core.texts import say
from sandtable.geometry.ground import Spot
from sandtable.geometry.spots import pack, ring
from sandtable.geometry.units import TOL
from sandtable.tabletop.measuring.distance import radius
from sandtable.tabletop.moving.obstacles import footing, vicinity
from sandtable.tabletop.placing.beside import Beside
from sandtable.tabletop.placing.groups import Placed, lost, spaced
from sandtable.tabletop.position import PLACES
from sandtable.tabletop.terrain.surfaces import surface_of

LOOKS = 12  # places looked at round the leader


class AroundLeader(Arrangement, frozen=True, kw_only=True):
    """The others of a group around its leader. A piece is lost only where it has no room. A game names the rules."""

    of: str
    reach: int
    height: ClassVar[bool] = True
    beside: ClassVar[type[Beside]]
    near: ClassVar[str]  # the rule on how near they must be
    must_place: ClassVar[str]  # the rule against giving up a piece that has room

    def goal(self, p: Position, rng: Random) -> Spot:
        """Where they would rather be; by default close to the leader."""
        at: Spot = p.state.models[self.of].at
        return at

    def after(self, p: Position, prefix: Placed, piece: str) -> Beside:
        done = {name for name, _ in prefix}
        gone = tuple(n for n in self.pieces if n not in done and n != piece)
        without = tuple(n for n, pose in prefix if pose is None)
        placed = tuple((n, pose) for n, pose in prefix if pose is not None)
        return self.beside(
            piece=piece, of=self.of, reach=self.reach, gone=(*gone, *without), placed=placed, cite=self.near
        )

    def may_lose(self, p: Position, prefix: Placed, piece: str) -> Refusal | None:
        if self.after(p, prefix, piece).wish(p, p.state.models[self.of].at) is not None:
            return Refusal(say("{piece} has room and must be placed", piece=piece), self.must_place)
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Spread round the leader, on the side of the goal."""
        found: list[Any] = []
        for _ in range(n):
            placed = self.spread(p, rng) or self.one_by_one(p, rng)
            if lost(placed):
                placed = self.packed(p) or placed
            if placed not in found:
                found.append(placed)
        return found

    def spread(self, p: Position, rng: Random) -> Placed:
        """All at once from one look round the leader; empty where it is too crowded for that."""
        models, table = p.state.models, p.state.map
        leader = models[self.of]
        r = max(radius(p, models[n]) for n in self.pieces)
        surface = surface_of(leader)
        reach = self.reach + radius(p, leader) + r
        box = vicinity(p, leader.at, reach, r)
        ground = p.memo(("spread", self), lambda: footing(p, r, surface, self.pieces, box=box), PLACES)
        places = ring(ground, leader.at, reach - 2 * TOL, LOOKS, rng.randrange(1 << 30))
        x, y = self.goal(p, rng)
        ranked = sorted(places, key=lambda q: (q[0] - x) ** 2 + (q[1] - y) ** 2)
        found = spaced(table, ranked, len(self.pieces), r, surface, 2 * r)
        return tuple(zip(self.pieces, found, strict=True)) if found else ()

    def one_by_one(self, p: Position, rng: Random) -> Placed:
        placed: Placed = ()
        for piece in self.pieces:
            spots = self.after(p, placed, piece).sample(p, 1, rng)
            placed = (*placed, (piece, spots[0] if spots else None))
        return placed

    def packed(self, p: Position) -> Placed | None:
        """Where it is tight: the arrangement that keeps most pieces."""
        models = p.state.models
        leader = models[self.of]
        r = max(radius(p, models[n]) for n in self.pieces)
        ground = footing(p, r, surface_of(leader), self.pieces)
        reach = self.reach + radius(p, leader) + r
        best: Placed | None = None
        corners = ((1, 0), (0, 1), (-1, 0), (0, -1))
        for wish in (leader.at, *((leader.x + x * reach, leader.y + y * reach) for x, y in corners)):
            places = pack(ground, [wish] * len(self.pieces), leader.at, reach, orders=1)
            placed = tuple(zip(self.pieces, sorted(places, key=lambda q: q is None), strict=True))
            if (best is None or lost(placed) < lost(best)) and self.refuse(p, placed) is None:
                best = placed
        return best
