"""Concealment and cover: DEF against ranged and magic attacks; the better of the two counts, sprays ignore both.

A piece counts that is within an inch of the target and lies between it and the attack's origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, atan2, cos, hypot, pi, sin

from sandtable.core import Flag, Query, Term, modifies
from sandtable.geometry.distance import gap, overlap
from sandtable.geometry.lines import intervening
from sandtable.geometry.measure import outline
from sandtable.geometry.shapes import Disc, Point, Poly, Shape
from sandtable.geometry.units import MILLI, TOL
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.spray import SPRAYED
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import gains
from sandtable.rulesets.warmachine.common.state.table import PLACES
from sandtable.rulesets.warmachine.common.terrain.features import features_under, ground_of
from sandtable.tabletop.terrain.features import shapes

CONCEALMENT, COVER = 2, 4
GROUP = "concealment or cover"
SIDES, SLACK = 48, 3  # of the polygon that stands for a circle


class Concealed(Flag, frozen=True):
    """Whether magic or an order conceals a model, wherever it stands."""

    model: str

    def base(self, p: Position) -> Iterator[Term]:
        if gains(p, self.model, "concealment"):
            yield Term(1, "concealed by magic", p.rules.cite("concealment"))


class Hiding(Query, frozen=True):
    """What hides a target from an attack: concealment and cover, as terms of one group."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        yield from by_terrain(p, self.strike)
        if p.holds(Concealed(self.strike.target)):
            yield Term(CONCEALMENT, "concealed", p.rules.cite("concealment"), group=GROUP)


class Ignores(Flag, frozen=True):
    """Whether an attacker pays no heed to something that hides: forest, cloud."""

    strike: Strike
    what: str


@modifies(Defence)
def concealment_and_cover(p: Position, q: Defence) -> Iterator[Term]:
    strike = q.strike
    if strike.kind == MELEE or SPRAYED in strike.marks:
        return
    yield from p.terms(Hiding(strike))


def by_terrain(p: Position, strike: Strike) -> Iterator[Term]:
    target = p.state.models[strike.target]
    base = disc(p, target)
    for feature in features_under(p, base):
        ground = ground_of(p, feature)
        if ground.conceals and not p.holds(Ignores(strike, ground.kind)):
            yield Term(CONCEALMENT, f"in {feature.id}", p.rules.cite("concealment"), group=GROUP)
        if ground.covers_inside:
            yield Term(COVER, f"in {feature.id}", p.rules.cite("cover"), group=GROUP)
    origin = disc(p, p.state.models[strike.source])
    eye = p.rules.edition.sight.eye(origin) or origin
    for screen, grants in screens(p, eye, base):
        if grants == "cover":
            yield Term(COVER, f"behind {screen}", p.rules.cite("cover"), group=GROUP)
        else:
            yield Term(CONCEALMENT, f"behind {screen}", p.rules.cite("concealment"), group=GROUP)


def screens(p: Position, eye: Disc, base: Disc) -> tuple[tuple[str, str], ...]:
    """The features in front of a base that hide it, and what each of them grants."""

    def build() -> Iterator[tuple[str, str]]:
        last_inch = p.rules.edition.sight.last_inch(eye, base)
        for feature in p.state.map.features:
            grants = ground_of(p, feature).grants
            if grants and any(
                gap(base, part) <= MILLI + TOL and crossed_near(eye, base, part, last_inch) for part in shapes(feature)
            ):
                yield feature.id, grants

    return p.memo(("screens", eye, base), lambda: tuple(build()), PLACES)


def crossed_near(eye: Disc, base: Disc, part: Shape, last_inch: Poly | None) -> bool:
    """Whether some line to a base runs through a feature within an inch of the base."""
    if not intervening(eye, base, part):
        return False
    if last_inch is not None:
        return overlap(base, part) or overlap(last_inch, part)
    reach = base.r + MILLI + SLACK
    if isinstance(part, Disc):
        if hypot(base.x - part.x, base.y - part.y) <= abs(part.r - reach):
            return True  # all of it is near, or the base is in it
        corners = lens(part, base._replace(r=reach))
    else:
        corners = clipped(list(outline(part)), base, reach)
    return len(corners) > 2 and intervening(eye, base, Poly(tuple(corners)))


def lens(one: Disc, other: Disc) -> list[Point]:
    """What two circles that cross share: corners on the arc of either that lies in the other."""
    found: list[Point] = []
    for a, b in ((one, other), (other, one)):
        apart, way = hypot(b.x - a.x, b.y - a.y), atan2(b.y - a.y, b.x - a.x)
        half = acos((apart * apart + a.r * a.r - b.r * b.r) / (2 * apart * a.r))
        angles = (way + half * (2 * i / SIDES - 1) for i in range(SIDES))  # the last corner is the other's first
        found += [(a.x + a.r * cos(angle), a.y + a.r * sin(angle)) for angle in angles]
    return found


def clipped(corners: list[Point], centre: Disc, reach: float) -> list[Point]:
    """A convex polygon without what lies beyond a circle, as far as a polygon of many sides tells."""
    reach /= cos(pi / SIDES)
    for i in range(SIDES):
        angle = 2 * pi * i / SIDES
        ux, uy = cos(angle), sin(angle)
        limit = reach * cos(pi / SIDES)
        over = [(x - centre.x) * ux + (y - centre.y) * uy - limit for x, y in corners]
        found: list[Point] = []
        for j, (x, y) in enumerate(corners):
            k = j - 1
            if (over[j] > 0) != (over[k] > 0):
                t = over[k] / (over[k] - over[j])
                found.append((corners[k][0] + t * (x - corners[k][0]), corners[k][1] + t * (y - corners[k][1])))
            if over[j] <= 0:
                found.append((x, y))
        corners = found
        if not corners:
            return []
    return corners
