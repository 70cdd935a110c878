"""A place within a distance of another piece, on any surface that holds the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist
from random import Random
from typing import Any, ClassVar, NamedTuple

from sandtable.core import Outline, Pose, Position, Refusal, Region
from sandtable.core.nearest import at_most
from sandtable.core.texts import say
from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.regions import circle
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.spots import ring, spot
from sandtable.geometry.units import TOL, text
from sandtable.tabletop.measuring.distance import distance, radius, within
from sandtable.tabletop.moving.obstacles import footing, vicinity
from sandtable.tabletop.moving.path_faults import no_surface
from sandtable.tabletop.placing.room import surface_room
from sandtable.tabletop.position import PLACES, Piece, Tabletop
from sandtable.tabletop.terrain.surfaces import GROUND, Surface, layer, surface_at, surface_of, tops


class There(NamedTuple):
    """A base put down somewhere, for measuring."""

    card: str
    x: int
    y: int
    z: int
    on: str

    @property
    def at(self) -> Spot:
        return self.x, self.y


class Beside(Region, frozen=True, kw_only=True):
    """A legal spot within a distance of another piece; `gone` ones are being placed too. A game names the rules."""

    of: str
    reach: int
    gone: tuple[str, ...] = ()
    placed: tuple[Any, ...] = ()  # (piece, pose) already put down
    cite: str
    height: ClassVar[bool] = True
    no_surface: ClassVar[str]  # the rule against a height that nothing has
    no_room: ClassVar[str]  # the rule against a place that is taken

    def ground(self, p: Tabletop, surface: Surface) -> Ground:
        """Where the piece may stand once the earlier ones have been put down."""
        models, table, kinds = p.state.models, p.state.map, p.rules.kinds
        r = radius(p, models[self.piece])

        def build() -> Ground:
            away = (self.piece, *self.gone, *(n for n, _ in self.placed))
            stood = [(radius(p, models[n]), pose) for n, pose in self.placed]
            mine = layer(kinds, table, surface)
            same = tuple(Disc(q[0], q[1], s) for s, q in stood if layer(kinds, table, surface_at(table, q, s)) == mine)
            centre = models[self.of]
            return footing(p, r, surface, away, same, box=vicinity(p, centre.at, self.reach + radius(p, centre) + r, r))

        return p.memo(("beside", self, surface), build, PLACES)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        centre, me, unit = p.state.models[self.of], p.state.models[self.piece], p.rules.unit
        surface = surface_at(p.state.map, pose, radius(p, me))
        if len(pose) == 3 and pose[2] != surface.z:
            return no_surface(p, self.piece, pose[2], self.no_surface)
        there = There(me.card, pose[0], pose[1], surface.z, surface.on)
        if not within(p, centre, there, self.reach):
            far = distance(p, centre, there)
            reason = say(
                "{far} {unit} from {of}, not within {reach}",
                far=text(far),
                unit=unit,
                of=self.of,
                reach=text(self.reach),
            )
            return Refusal(reason, self.cite, short_by=round(far - self.reach))
        if not self.ground(p, surface).free((pose[0], pose[1])):
            return Refusal(
                say(
                    "{piece} does not fit at {pose}, {pose_2}",
                    piece=self.piece,
                    pose=text(pose[0]),
                    pose_2=text(pose[1]),
                ),
                self.no_room,
            )
        return None

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Pose | None:
        """On whichever surface within reach comes nearest."""
        place, centre, me = (goal[0], goal[1]), p.state.models[self.of], p.state.models.get(self.piece)
        if far is not None and me is not None:
            place = (lambda at: (at[0], at[1]))(at_most(me.at, place, far))
        spots = (spot(self.ground(p, on), place, centre.at, reach) for on, reach in self.levels(p, centre))
        legal = [at for at in spots if at is not None and self.fault(p, at) is None]
        return min(legal, key=lambda at: dist(at, place), default=None)

    def outline(self, p: Position) -> Outline:
        """On every surface within reach, without what stands in the way."""
        centre, table = p.state.models[self.of], p.state.map
        parts = []
        for surface, reach in self.levels(p, centre):
            ground, area = self.ground(p, surface), (circle(centre.at[0], centre.at[1], reach),)
            parts.append(surface_room(table, surface, ground, area, centre.at, reach))
        return parts[0].but(also=tuple(parts[1:]))

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        me = p.state.models[self.piece]
        return {self.piece: Disc(me.x, me.y, radius(p, me))}

    def wish(self, p: Position, wish: tuple[int, int]) -> Spot | None:
        """The legal spot nearest to a wish; None: there is no room at all."""
        centre = p.state.models[self.of]
        for surface, reach in self.levels(p, centre):
            found = spot(self.ground(p, surface), wish, centre.at, reach)
            if found is not None and self.fault(p, found) is None:
                return found
        return None

    def levels(self, p: Tabletop, centre: Piece) -> Iterator[tuple[Surface, float]]:
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
