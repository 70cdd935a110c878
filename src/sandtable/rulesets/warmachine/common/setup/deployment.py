"""Deployment: each player puts down all models completely within a strip along the own edge, then advance deployers."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Arrangement, Ask, Call, Frame, Next, Outline, Pose, Refusal, Region, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.distance import overlap
from sandtable.geometry.ground import Ground
from sandtable.geometry.outline import standing_room
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import MILLI, TOL, milli, text
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.setup.tables_by_seed import zones_of
from sandtable.rulesets.warmachine.common.state.events import Deployed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.tabletop.moving.obstacles import open_ground
from sandtable.tabletop.terrain.features import Feature, shapes

NORTH, SOUTH = 90 * MILLI, 270 * MILLI
TRIES = 60
GRID = 250  # steps of a search for room
CLOSELY = 8  # such searches, each of which may look at the whole strip


def depth(p: Position, seat: int, advanced: bool) -> int:
    """How deep a seat's strip is."""
    zones, edition = zones_of(p.rules.cards, p.state.map), p.rules.edition
    first = seat == p.state.first
    if zones is None:
        own = (edition.first_zone if first else edition.second_zone).value
        return own + (edition.advance_zone.value if advanced else 0)
    own = milli(zones.first if first else zones.second)
    return own + (milli(zones.advance) if advanced else 0)


def zone_rule(p: Position, advanced: bool) -> str:
    return p.rules.cite("advance deployment") if advanced else p.rules.cite("deployment zones")


def strip(p: Position, seat: int, advanced: bool) -> tuple[float, float, float, float]:
    deep, width, height = depth(p, seat, advanced), p.state.map.width, p.state.map.height
    return (0.0, 0.0, width, deep) if p.state.sides[seat] == 0 else (0.0, height - deep, width, height)


def terrain_under(p: Position, base: Disc) -> Feature | None:
    """What of the terrain keeps a base from standing there."""
    ground = open_ground(p.rules.kinds, p.state.map, base.r)
    shut = (*ground.solid, *ground.cross)
    found = (f for f in p.state.map.features if any(s in shut and overlap(base, s) for s in shapes(f)))
    return next(found, None)


class DeploymentSpot(Region, frozen=True, kw_only=True):
    """A place for one model in its strip, and its facing."""

    placed: tuple[Any, ...] = ()  # (model, pose) put down before it
    seat: int
    advanced: bool = False

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        status = p.state.status[self.piece]
        r = p.rules.bases[status.card].radius
        x0, y0, x1, y1 = strip(p, self.seat, self.advanced)
        out = max(x0 - pose[0], y0 - pose[1], pose[0] - x1, pose[1] - y1) + r
        if out > TOL:
            deep = text(depth(p, self.seat, self.advanced))
            why = say("{piece} is {out} in outside its zone of {deep} in", piece=self.piece, out=text(out), deep=deep)
            return Refusal(why, zone_rule(p, self.advanced), short_by=round(out))
        if not self.ground(p, r).free((pose[0], pose[1])):
            if feature := terrain_under(p, Disc(pose[0], pose[1], r)):
                why = say("{piece} cannot stand on {feature}", piece=self.piece, feature=feature.id)
                return Refusal(why, p.rules.kinds[feature.kind].rule)
            return Refusal(say("{piece} does not fit there", piece=self.piece), p.rules.cite("bases in the way"))
        return None

    def outline(self, p: Position) -> Outline:
        """The strip without terrain and bases."""
        r = p.rules.bases[p.state.status[self.piece].card].radius
        x0, y0, x1, y1 = (round(side) for side in strip(p, self.seat, self.advanced))
        area = ((x0 + r, y0 + r), (x1 - r, y0 + r), (x1 - r, y1 - r), (x0 + r, y1 - r))
        ground = self.ground(p, r)
        return Outline(*standing_room(ground, (area,), ((x0 + x1) / 2, (y0 + y1) / 2), float(x1 - x0)))

    def ground(self, p: Position, r: int) -> Ground:
        """What is in the way: terrain, models that stand, and those of the group that are put down already."""
        bases = [disc(p, m) for m in p.state.models.values()]
        for name, other in self.placed:
            bases.append(Disc(other[0], other[1], p.rules.bases[p.state.status[name].card].radius))
        return open_ground(p.rules.kinds, p.state.map, r).among(tuple(bases))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        x0, y0, x1, y1 = strip(p, self.seat, self.advanced)
        r = p.rules.bases[p.state.status[self.piece].card].radius
        facing = NORTH if p.state.sides[self.seat] == 0 else SOUTH
        found: list[Any] = []
        for _ in range(TRIES * n):
            pose = (rng.randint(round(x0 + r), round(x1 - r)), rng.randint(round(y0 + r), round(y1 - r)), facing)
            if self.fault(p, pose) is None:
                found.append(pose)
                if len(found) == n:
                    break
        return found

    def about(self, p: Position, pose: Pose) -> list[Pose]:
        """Places of a grid in the strip, from the nearest on."""
        x0, y0, x1, y1 = strip(p, self.seat, self.advanced)
        r = p.rules.bases[p.state.status[self.piece].card].radius
        columns, rows = range(round(x0) + r, round(x1) - r + 1, GRID), range(round(y0) + r, round(y1) - r + 1, GRID)
        places: list[Pose] = [(x, y, *pose[2:]) for x in columns for y in rows]
        return sorted(places, key=lambda at: (at[0] - pose[0]) ** 2 + (at[1] - pose[1]) ** 2)


class Deployment(Arrangement, frozen=True, kw_only=True):
    """Places for a model, or for all troopers of a unit."""

    seat: int
    advanced: bool = False

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> DeploymentSpot:
        return DeploymentSpot(piece=piece, facing=True, placed=prefix, seat=self.seat, advanced=self.advanced)

    def whole(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        return None if len(placed) < 2 else p.rules.edition.formation.deployed(p, placed)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """In ranks side by side, somewhere in the strip."""
        found: list[Any] = []
        for _ in range(TRIES * n):
            placed = self.ranks(p, rng)
            if placed not in found and self.refuse(p, placed) is None:
                found.append(placed)
                if len(found) == n:
                    break
        return found or self.crowded(p, rng)

    def crowded(self, p: Position, rng: Random) -> list[Any]:
        """Where ranks have no room: each as near the first of them as one fits."""
        for _ in range(CLOSELY):
            placed = self.closely(p, rng)
            if placed and self.refuse(p, placed) is None:
                return [placed]
        return []

    def closely(self, p: Position, rng: Random) -> tuple[Any, ...]:
        first, *others = self.pieces
        placed = tuple((first, pose) for pose in self.after(p, (), first).sample(p, 1, rng))
        for name in others if placed else ():
            spot = self.after(p, placed, name)
            pose = next((near for near in spot.about(p, placed[0][1]) if spot.fault(p, near) is None), None)
            if pose is None:
                return ()
            placed += ((name, pose),)
        return placed

    def fallback(self, p: Position) -> Any:
        """The first of what bots would choose: together in the middle."""
        found = self.candidates(p, 2, Random(0))
        return found[0] if found else None

    def ranks(self, p: Position, rng: Random) -> tuple[Any, ...]:
        x0, y0, x1, y1 = strip(p, self.seat, self.advanced)
        far = p.state.sides[self.seat] == 1
        facing = SOUTH if far else NORTH
        r = max(p.rules.bases[p.state.status[n].card].radius for n in self.pieces)
        step, wide = 2 * r + 200, min(len(self.pieces), 6)
        x = rng.randint(round(x0 + r), max(round(x0 + r), round(x1 - r - (wide - 1) * step)))
        front = rng.randint(round(y0 + r), round(y1 - r))
        placed = []
        for i, name in enumerate(self.pieces):
            row, column = divmod(i, wide)
            placed.append((name, (x + column * step, front + row * step * (1 if far else -1), facing)))
        return tuple(placed)


class Deploy(Frame, frozen=True, kw_only=True):
    """One seat puts down its groups one after another."""

    seat: int
    advanced: bool = False
    left: tuple[tuple[str, ...], ...] = ()

    def start(self, d: Draft) -> Next:
        return self.but(left=groups(d, self.seat, self.advanced)).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            return Return()
        pieces = self.left[0]
        domain = Deployment(pieces=pieces, facing=True, seat=self.seat, advanced=self.advanced)
        cite = zone_rule(d, self.advanced)
        what = d.state.status[pieces[0]].unit or pieces[0]
        return Wait(Ask(self.seat, say("deploy {what}", what=what), domain, None, cite, about=pieces), then=self.placed)

    def placed(self, d: Draft, answer: tuple[Any, ...]) -> Next:
        cite = zone_rule(d, self.advanced)
        for name, (x, y, facing) in answer:
            d.emit(Deployed(who=name, card=d.state.status[name].card, x=x, y=y, facing=facing, cite=cite))
        return self.but(left=self.left[1:]).each(d)


def groups(p: Position, seat: int, advanced: bool) -> tuple[tuple[str, ...], ...]:
    """What is put down together: a unit, or a single model."""
    found: dict[str, list[str]] = {}
    for name, status in p.state.status.items():
        early = "advance_deployment" not in p.rules.cards.models[status.card].abilities
        if status.seat == seat and early is not advanced and name not in p.state.models:
            found.setdefault(status.unit or name, []).append(name)
    return tuple(tuple(names) for names in found.values())


class DeployAll(Frame, frozen=True, kw_only=True):
    """First player, second player, then advance deployers in the same order."""

    step: int = 0

    def start(self, d: Draft, *ignored: Any) -> Next:
        if self.step == 4:
            return Return()
        seat = d.state.first if self.step % 2 == 0 else 1 - d.state.first
        return Call(Deploy(seat=seat, advanced=self.step > 1), then=self.but(step=self.step + 1).start)
