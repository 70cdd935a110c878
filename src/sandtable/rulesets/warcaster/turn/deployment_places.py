"""Coming on to the table: where a model may be put down, and a whole unit at once.

Rules: WC-DEPLOY-5, WC-DEPLOY-6, WC-DEPLOY-7, WC-DEPLOY-8, WC-SETUP-10, WC-SETUP-11, WC-SETUP-12.

Candidates look towards objectives and enemies; each is one question to the geometry, so that menus stay cheap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, dist, hypot, pi, sin
from random import Random
from typing import Any, NamedTuple

from sandtable.core import Arrangement, Outline, Pose, Refusal, Region
from sandtable.core.texts import say
from sandtable.geometry.ground import Ground
from sandtable.geometry.regions import circle
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.spots import ring, spot
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.measuring.distance import (
    disc,
    distance,
    marker,
    radius,
    to_marker,
    to_rear_edge,
    within,
)
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OBJECTIVES, OTHER, SITES, Model, Table
from sandtable.rulesets.warcaster.terrain.surfaces import GROUND, Surface, surface_at, surface_of
from sandtable.tabletop.moving.obstacles import Box, footing, vicinity
from sandtable.tabletop.placing.groups import Placed, one_after_another, spaced
from sandtable.tabletop.placing.room import surface_room

FROM_GATE, SPREAD, BAN, STRIP = 1000, 2000, 1000, 5000
LOOKS = 20  # places looked at round the first model of a squad
TRIES = 12  # first places tried before a squad is said not to fit
Spot = tuple[int, int]


class Site(NamedTuple):
    """A disc on a surface that the centre of a base must lie in."""

    surface: Surface
    centre: Spot
    reach: float


class Arrive(Region, frozen=True, kw_only=True):
    """A spot for a model coming on to the table."""

    unit: str
    card: str
    seat: int
    near: str = ""  # a model it must be near; empty: the rear edge strip
    reach: int = FROM_GATE
    placed: tuple[Any, ...] = ()  # (card, x, y) of this unit's earlier models
    cite: str = "WC-DEPLOY-5"
    ban: str = "WC-DEPLOY-8"
    room: str = "WC-DEPLOY-7"

    @property
    def initially(self) -> bool:
        return self.cite.startswith("WC-SETUP")

    @property
    def strip(self) -> bool:
        """Whether it must stand near its rear edge."""
        return not self.near or self.initially

    def r(self, p: Position) -> int:
        return p.rules.cards.units[self.card].base.radius

    def model(self, p: Position, pose: Pose) -> Model:
        return standing(p, self.unit, self.card, pose[0], pose[1])

    def ground(self, p: Position, surface: Surface) -> Ground:
        """Where the base may stand: clear of everything, and of objectives by more than an inch (WC-DEPLOY-8)."""
        if self.strip:
            side, box = p.state.sides[self.seat], None
        else:  # nobody farther off than this is in the way
            m, r = self.anchor(p), self.r(p)
            side, box = None, vicinity(p, m.at, self.reach + r + radius(p, m) + self.spread(p), r)
        return self.clear(p, surface, self.placed, side, box)

    def spread(self, p: Position) -> int:
        """How far from its middle others of its squad are put down (`about`): what is in their way counts as well."""
        first = self.unit and not self.placed and p.rules.cards.units[self.card].type == "squad"
        return SPREAD + 2 * self.r(p) if first else 0

    def clear(
        self, p: Position, surface: Surface, placed: tuple[Any, ...], side: int | None, box: Box | None
    ) -> Ground:
        def build() -> Ground:
            state: Table = p.state
            if placed:
                before = self.clear(p, surface, placed[:-1], side, box)
                last = standing(p, "", *placed[-1])
                return before.plus(disc(p, last)) if last.on == surface.on else before
            size, deep = state.map.size, STRIP + 2 * self.r(p)
            zone = None if side is None else (0, 0, size, deep) if side == 0 else (0, size - deep, size, size)
            return footing(p, self.r(p), surface, (), banned(p, surface.z), zone, box)

        return p.memo(("arrive", self.r(p), side, box, placed, surface), build, SITES)

    def anchor(self, p: Position) -> Model:
        if self.near in p.state.models:
            found: Model = p.state.models[self.near]
            return found
        card, x, y = self.placed[0]
        return standing(p, self.unit, card, x, y)

    def sites(self, p: Position) -> list[Site]:
        """Where to look for room: on the surface the anchor stands on, then on the ground."""
        if not self.near:
            size = p.state.map.size
            return [Site(GROUND, (size // 2, STRIP // 2 if p.state.sides[self.seat] == 0 else size - STRIP // 2), size)]
        m = self.anchor(p)
        bases = self.r(p) + radius(p, m)
        found = [Site(surface_of(m), m.at, self.reach + bases)]
        if m.on and m.z <= self.reach:  # from a height the reach along the table is shorter
            found.append(Site(GROUND, m.at, (self.reach**2 - m.z**2) ** 0.5 + bases))
        return found

    def find(self, p: Position, wish: Spot | None) -> Spot | None:
        """The legal spot nearest to a wish; without a wish as near to the anchor as can be. None: there is no room."""
        for surface, centre, reach in self.sites(p):
            if (at := spot(self.ground(p, surface), wish or centre, centre, reach)) is not None:
                return at
        return None

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        me = self.model(p, pose)
        if self.near:
            of = self.anchor(p)
            if not within(p, of, me, self.reach):
                far = distance(p, of, me)
                over = round(far - self.reach)
                return Refusal(
                    say(
                        "{far} in from {near}, not within {reach}",
                        far=text(far),
                        near=self.near,
                        reach=text(self.reach),
                    ),
                    self.cite,
                    over,
                )
        if self.strip and (far := to_rear_edge(p, self.seat, me)) > STRIP + TOL:
            reason = say("{far} in from the rear edge, not within {most}", far=text(far), most=text(STRIP))
            return Refusal(reason, self.edge, short_by=round(far - STRIP))
        for name, o in p.state.objectives.items():
            if not o.carrier and (close := to_marker(p, me, o)) <= BAN + TOL:
                reason = say(
                    "{far} in from {marker}, not more than {least}", far=text(close), marker=name, least=text(BAN)
                )
                return Refusal(reason, self.ban, short_by=round(BAN - close))
        if not self.ground(p, surface_of(me)).free((pose[0], pose[1])):
            return Refusal(say("no room at {pose}, {pose_2}", pose=text(pose[0]), pose_2=text(pose[1])), self.room)
        return None

    @property
    def edge(self) -> str:
        return "WC-SETUP-10"

    def somewhere(self, p: Position) -> Spot | None:
        """A legal spot found at once; None: it takes the search of `find` to say whether there is any."""
        surface, centre, reach = self.sites(p)[0]
        ground = self.ground(p, surface)
        if self.near:
            return next(iter(ring(ground, centre, reach - TOL, 1)), None)
        tries = [(k * p.state.map.size // 8, centre[1]) for k in range(1, 8)]
        return next((at for at, free in zip(tries, ground.free_many(tries), strict=True) if free), None)

    def has_room(self, p: Position) -> bool:
        """Whether it can be put down at all."""
        return self.somewhere(p) is not None or self.find(p, None) is not None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(n):
            at = self.find(p, self.wish(p, rng))
            if at is None:
                return []  # the search is exact: no wish will find room
            if at not in found:
                found.append(at)
        return found

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Pose | None:
        """Far is of no account: it comes from nowhere."""
        place = (goal[0], goal[1])
        spots = (spot(self.ground(p, on), place, centre, reach) for on, centre, reach in self.sites(p))
        return min((at for at in spots if at is not None), key=lambda at: dist(at, place), default=None)

    def outline(self, p: Position) -> Outline:
        """On the surfaces it may be put down on, without what stands in the way."""
        parts = []
        for surface, centre, reach in self.sites(p):
            size = p.state.map.size
            area = circle(*centre, reach) if self.near else ((0, 0), (size, 0), (size, size), (0, size))
            parts.append(surface_room(p.state.map, surface, self.ground(p, surface), (area,), centre, reach))
        return parts[0].but(also=tuple(parts[1:]))

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {self.piece: Disc(0, 0, self.r(p))}

    def hint(self, p: Position) -> str:
        reach, of = (self.reach, self.near) if self.near else (STRIP, "your rear edge")
        return say(
            "a place for {piece} within {reach} in of {of}", piece=self.piece or "the gate", reach=text(reach), of=of
        )

    def ahead(self, p: Position) -> Spot:
        """As far forward as can be, towards the nearest place worth being near."""
        _, centre, reach = self.sites(p)[0]
        goal = min(aims(p, self.seat), key=lambda at: dist(at, centre))
        if not self.near:
            front = STRIP + self.r(p)
            return goal[0], front if p.state.sides[self.seat] == 0 else p.state.map.size - front
        far = reach / (dist(goal, centre) or 1.0)
        return round(centre[0] + far * (goal[0] - centre[0])), round(centre[1] + far * (goal[1] - centre[1]))

    def wish(self, p: Position, rng: Random) -> Spot:
        """Where one would like to stand: forward, towards an objective or an enemy; later models about the first."""
        r, (_, centre, reach) = self.r(p), self.sites(p)[0]
        if self.placed:
            angle, far = rng.random() * 2 * pi, rng.uniform(2 * r, reach)
            return round(centre[0] + far * cos(angle)), round(centre[1] + far * sin(angle))
        goal = rng.choice(aims(p, self.seat))
        if not self.near:
            size, back = p.state.map.size, rng.randrange(STRIP // 2)
            x = min(max(goal[0] + rng.randint(-STRIP, STRIP), r), size - r)
            return x, (STRIP + r - back if p.state.sides[self.seat] == 0 else size - STRIP - r + back)
        dx = goal[0] + rng.randint(-STRIP, STRIP) - centre[0]
        dy = goal[1] + rng.randint(-STRIP, STRIP) - centre[1]
        far = rng.uniform(reach / 2, reach) / (hypot(dx, dy) or 1.0)
        return round(centre[0] + far * dx), round(centre[1] + far * dy)


def banned(p: Position, z: int) -> tuple[Disc, ...]:
    """Where no base may come on at a height: about the objectives, measured in three dimensions (WC-MEAS-4)."""
    return p.memo(("banned", z), _banned, OBJECTIVES, p, z)


def _banned(p: Position, z: int) -> tuple[Disc, ...]:
    found: list[Disc] = []
    for o in p.state.objectives.values():
        level = (BAN + 2 * TOL) ** 2 - (z - o.z) ** 2
        if not o.carrier and level > 0:
            found.append(Disc(o.x, o.y, marker(p, o).r + level**0.5))
    return tuple(found)


def standing(p: Position, unit: str, card: str, x: int, y: int) -> Model:
    """A model put down here: what it stands on follows from where it is (WC-TERRAIN-19)."""
    state = p.state
    surface = surface_at(state.map, (x, y), p.rules.cards.units[card].base.radius)
    return Model(unit=unit, card=card, x=x, y=y, z=surface.z, on=surface.on)


def aims(p: Position, seat: int) -> list[Spot]:
    """Places worth being near: objectives on the table and enemy gates; failing these the enemy's edge."""

    def build() -> list[Spot]:
        state: Table = p.state
        found = [(o.x, o.y) for o in state.objectives.values() if not o.carrier]
        found += [state.models[g].at for g in state.gates_of(OTHER[seat])]
        size = state.map.size
        return found or [(size // 2, size if state.sides[seat] == 0 else 0)]

    return p.memo(("aims", seat), build, SITES)


class DeployPlaces(Arrangement, frozen=True, kw_only=True):
    """The first model near its gate (or on the strip), the rest within 2 inches of it (WC-DEPLOY-6, WC-SETUP-11)."""

    unit: str
    cards: tuple[tuple[str, str], ...]
    seat: int
    gate: str = ""

    def sizes(self, p: Position) -> tuple[int, ...]:
        units = p.rules.cards.units
        return tuple([units[card].base.radius for _, card in self.cards])

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Arrive:
        cards = dict(self.cards)
        placed = tuple((cards[n], pose[0], pose[1]) for n, pose in prefix if pose is not None)
        cites = ("WC-DEPLOY-5", "WC-DEPLOY-6") if self.gate else ("WC-SETUP-10", "WC-SETUP-11")
        return Arrive(
            piece=piece,
            unit=self.unit,
            card=cards[piece],
            seat=self.seat,
            near=prefix[0][0] if placed else self.gate,
            reach=SPREAD if placed else FROM_GATE,
            placed=placed,
            cite=cites[1] if placed else cites[0],
            ban="WC-DEPLOY-8" if self.gate else "WC-SETUP-12",
        )

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {piece: Disc(0, 0, r) for (piece, _), r in zip(self.cards, self.sizes(p), strict=True)}

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return Refusal("a unit is deployed whole or not at all", "WC-DEPLOY-7")

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(n):
            placed: tuple[Any, ...] = ()
            for piece in self.pieces:
                spots = self.after(p, placed, piece).candidates(p, 1, rng)
                if not spots:
                    break
                placed = (*placed, (piece, spots[0]))
                if len(placed) == 1 and (rest := about(p, self, spots[0], rng.randrange(1 << 30))):
                    placed = rest
                    break
            if len(placed) == len(self.pieces) and placed not in found:
                found.append(placed)
        if not found and (sure := witness(p, self)) is not None:
            found = [sure]
        return found

    def fallback(self, p: Position) -> Any:
        return witness(p, self) or ()

    def hint(self, p: Position) -> str:
        return "a place for each model: " + ", ".join(self.pieces)


def has_room(p: Position, places: DeployPlaces) -> bool:
    """Whether the whole unit can be put down (WC-DEPLOY-7): a first place is tried before the search."""

    def find() -> bool:
        lead, *_ = places.pieces
        first = places.after(p, (), lead).somewhere(p)
        easy = first is not None and (len(places.pieces) == 1 or bool(about(p, places, first)))
        return easy or witness(p, places) is not None

    return p.memo(("room", places.gate or places.seat, places.sizes(p)), find, SITES)


def witness(p: Position, places: DeployPlaces) -> tuple[tuple[str, Spot], ...] | None:
    """One way to put the whole unit down, or None (WC-DEPLOY-7): asked once for each gate and row of base sizes."""
    spots = p.memo(("witness", places.gate or places.seat, places.sizes(p)), lambda: _packed(p, places), SITES)
    return None if spots is None else tuple(zip(places.pieces, spots, strict=True))


def about(p: Position, squad: DeployPlaces, first: Spot, seed: int = 0) -> tuple[tuple[str, Spot], ...]:
    """The squad with its first model here and the others round it, from one look; empty where it is too crowded."""
    lead = squad.after(p, (), squad.pieces[0])
    units, table, r = p.rules.cards.units, p.state.map, lead.r(p)
    if len(squad.pieces) == 1 or any(units[card].base.radius != r for _, card in squad.cards):
        return ()
    surface = surface_at(table, first, r)
    places = ring(lead.ground(p, surface), first, SPREAD + 2 * r - 2 * TOL, LOOKS, seed)
    found = spaced(table, places, len(squad.pieces), r, surface, 2 * r + TOL, (first,))
    return tuple(zip(squad.pieces, found, strict=True)) if found else ()


def _packed(p: Position, places: DeployPlaces) -> tuple[Spot, ...] | None:
    def nearest(placed: Placed, piece: str) -> Spot | None:
        return places.after(p, placed, piece).find(p, None)

    lead, *_ = places.pieces
    for start in _starts(p, places.after(p, (), lead)):
        whole = about(p, places, start) or one_after_another(places.pieces, nearest, ((lead, start),))
        if whole:
            return tuple(at for _, at in whole)
    return None


def _starts(p: Position, region: Arrive) -> Iterator[Spot]:
    """Places for the first model: the one that looks ahead, then places all round."""
    found = region.find(p, region.ahead(p))
    if found is None:
        return
    yield found
    for surface, centre, reach in region.sites(p):
        yield from ring(region.ground(p, surface), centre, reach - TOL, TRIES)
