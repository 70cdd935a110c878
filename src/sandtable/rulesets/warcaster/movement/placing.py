"""Putting models down again: within a distance of a model, on any surface, without moving (WC-MOVE-6, WC-SQUAD-3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from sandtable.core import Arrangement, Pose, Refusal, Region
from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.shapes import Disc
from sandtable.geometry.spots import pack, ring, spot
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.measuring.distance import distance, radius, within
from sandtable.rulesets.warcaster.state.events import Repositioned
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import PLACES, Model, Table
from sandtable.rulesets.warcaster.suggestions.move_goals import aim
from sandtable.rulesets.warcaster.terrain.surfaces import GROUND, Surface, layer, surface_at, surface_of, tops
from sandtable.tabletop.moving.obstacles import footing, vicinity

SPACING = 2000
CORNERS = ((1, 0), (0, 1), (-1, 0), (0, -1))
SPREAD = 12  # places looked at for each model put down by a candidate


class Beside(Region, frozen=True, kw_only=True):
    """A legal spot within a distance of another model, on any surface; `gone` models are being placed too."""

    of: str
    reach: int = SPACING
    gone: tuple[str, ...] = ()
    placed: tuple[Any, ...] = ()  # (model, pose) already put down
    cite: str = "WC-SQUAD-1"
    height: ClassVar[bool] = True

    def ground(self, p: Position, surface: Surface) -> Ground:
        """Where the model may stand once the earlier ones have been put down."""
        state: Table = p.state
        table, r = state.map, radius(p, state.models[self.piece])

        def build() -> Ground:
            away = (self.piece, *self.gone, *(n for n, _ in self.placed))
            stood = [(radius(p, state.models[n]), pose) for n, pose in self.placed]
            mine = layer(p.rules.kinds, table, surface)
            same = tuple(
                Disc(q[0], q[1], s) for s, q in stood if layer(p.rules.kinds, table, surface_at(table, q, s)) == mine
            )
            centre = state.models[self.of]
            return footing(p, r, surface, away, same, box=vicinity(p, centre.at, self.reach + radius(p, centre) + r))

        return p.memo(("beside", self, surface), build, PLACES)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        centre, me = p.state.models[self.of], p.state.models[self.piece]
        surface = surface_at(p.state.map, pose, radius(p, me))
        if len(pose) == 3 and pose[2] != surface.z:
            return Refusal(f"nothing {text(pose[2])} in high holds {self.piece} there", "WC-TERRAIN-2")
        there = me.but(x=pose[0], y=pose[1], z=surface.z, on=surface.on)
        if not within(p, centre, there, self.reach):
            far = distance(p, centre, there) - self.reach
            return Refusal(
                f"{text(far + self.reach)} in from {self.of}, not within {text(self.reach)}",
                self.cite,
                short_by=round(far),
            )
        if not self.ground(p, surface).free((pose[0], pose[1])):
            return Refusal(f"{self.piece} does not fit at {text(pose[0])}, {text(pose[1])}", "WC-MOVE-7")
        return None

    def wish(self, p: Position, wish: tuple[int, int]) -> Spot | None:
        """The legal spot nearest to a wish; None: there is no room at all."""
        centre = p.state.models[self.of]
        for surface, reach in self.levels(p, centre):
            found = spot(self.ground(p, surface), wish, centre.at, reach)
            if found is not None and self.fault(p, found) is None:
                return found
        return None

    def levels(self, p: Position, centre: Model) -> Iterator[tuple[Surface, float]]:
        """Surfaces within reach, the centre's own first, and how far on each the base's centre may be from it."""
        own = surface_of(centre)
        bases = radius(p, centre) + radius(p, p.state.models[self.piece])
        yield own, self.reach + bases
        for other in (GROUND, *(t.surface for t in tops(p.state.map))):
            rise = abs(other.z - centre.z)
            if other != own and rise <= self.reach:
                yield other, (self.reach**2 - rise**2) ** 0.5 + bases

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        centre = p.state.models[self.of]
        ground = self.ground(p, surface_of(centre))
        reach = self.reach + radius(p, centre) + ground.r
        found: list[Any] = list(ring(ground, centre.at, reach - TOL, n, rng.randrange(1 << 30)))
        found = [q for q in found if self.fault(p, q) is None]
        if not found and (only := self.wish(p, centre.at)) is not None:
            found = [only]
        return found[:n]


class Reposition(Arrangement, frozen=True, kw_only=True):
    """The rest of a squad around the model that moved. A model is lost only where it has no room (WC-SQUAD-4, -5)."""

    of: str
    reach: int = SPACING
    height: ClassVar[bool] = True

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Beside:
        done = {name for name, _ in prefix}
        gone = tuple(n for n in self.pieces if n not in done and n != piece)
        lost = tuple(n for n, pose in prefix if pose is None)
        placed = tuple((n, pose) for n, pose in prefix if pose is not None)
        return Beside(piece=piece, of=self.of, reach=self.reach, gone=(*gone, *lost), placed=placed, cite="WC-SQUAD-2")

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        here = p.state.models[self.of].at
        if self.after(p, prefix, piece).wish(p, here) is not None:
            return Refusal(f"{piece} has room and must be placed", "WC-SQUAD-4")
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Spread round the leader, mostly on the side where there is something to do."""
        found: list[Any] = []
        for _ in range(n):
            placed = self.spread(p, rng) or self.one_by_one(p, rng)
            if lost(placed):
                placed = self.packed(p) or placed
            if placed not in found:
                found.append(placed)
        return found

    def spread(self, p: Position, rng: Random) -> tuple[Any, ...] | None:
        """All at once from one look round the leader; None where it is too crowded for that."""
        state: Table = p.state
        leader = state.models[self.of]
        r = max(radius(p, state.models[n]) for n in self.pieces)
        surface = surface_of(leader)
        reach = self.reach + radius(p, leader) + r
        box = vicinity(p, leader.at, reach)
        ground = p.memo(("spread", self), lambda: footing(p, r, surface, self.pieces, box=box), PLACES)
        places = ring(ground, leader.at, reach - 2 * TOL, SPREAD, rng.randrange(1 << 30))
        level = bool(surface.on) or not tops(state.map)
        goal = aim(p, self.of, rng)
        ranked = sorted(places, key=lambda q: (q[0] - goal[0]) ** 2 + (q[1] - goal[1]) ** 2)
        taken: list[Spot] = []
        apart = 4 * r * r
        for q in ranked:
            if all((q[0] - t[0]) ** 2 + (q[1] - t[1]) ** 2 >= apart for t in taken) and (
                level or surface_at(state.map, q, r) == surface
            ):
                taken.append(q)
                if len(taken) == len(self.pieces):
                    return tuple(zip(self.pieces, taken, strict=True))
        return None

    def one_by_one(self, p: Position, rng: Random) -> tuple[Any, ...]:
        placed: tuple[Any, ...] = ()
        for piece in self.pieces:
            spots = self.after(p, placed, piece).candidates(p, 1, rng)
            placed = (*placed, (piece, spots[0] if spots else None))
        return placed

    def packed(self, p: Position) -> tuple[Any, ...] | None:
        """Where it is tight: the arrangement that keeps most models."""
        state: Table = p.state
        leader = state.models[self.of]
        r = max(radius(p, state.models[n]) for n in self.pieces)
        ground = footing(p, r, surface_of(leader), self.pieces)
        reach = self.reach + radius(p, leader) + r
        best: tuple[Any, ...] | None = None
        for wish in (leader.at, *((leader.x + x * reach, leader.y + y * reach) for x, y in CORNERS)):
            places = pack(ground, [wish] * len(self.pieces), leader.at, reach, orders=1)
            placed = tuple(zip(self.pieces, sorted(places, key=lambda q: q is None), strict=True))
            if (best is None or lost(placed) < lost(best)) and self.refuse(p, placed) is None:
                best = placed
        return best


def lost(placed: tuple[Any, ...]) -> int:
    return sum(1 for _, pose in placed if pose is None)


def put(d: Draft, model: str, pose: Pose, cite: str) -> None:
    """Reposition a model: on whatever surface holds it there, without moving or falling (WC-MOVE-6, WC-FALL-9)."""
    surface = surface_at(d.state.map, pose, radius(d, d.state.models[model]))
    d.emit(Repositioned(model=model, x=pose[0], y=pose[1], z=surface.z, on=surface.on, cite=cite))
