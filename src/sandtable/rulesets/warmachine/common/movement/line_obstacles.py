"""What a straight move meets: terrain and bases that stop it, and what it may not end on."""

from __future__ import annotations

from sandtable.geometry.distance import overlap
from sandtable.geometry.regions import Ring, grown
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.movement.obstacles import PassesThrough, SureFooted
from sandtable.rulesets.warmachine.common.state.cards import Ground as Kind
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import gains
from sandtable.rulesets.warmachine.common.state.table import MAP
from sandtable.rulesets.warmachine.common.terrain.features import features_under, ground_of, obstacles
from sandtable.tabletop.terrain.features import Feature, shapes
from sandtable.tabletop.terrain.land import Extent, extent, land, near_extent

SHUT = ("impassable", "deep_water")  # stops everybody
OVER = "charge_over_obstacles"
NEAR = 100  # thousandths: more than makes a difference to what a move meets


def stopping(p: Position, model: str, charging: bool = True) -> tuple[Shape, ...]:
    """The terrain that stops a straight move of this model, in a charge or in another one."""

    def build() -> tuple[Shape, ...]:
        sure, ghost = p.holds(SureFooted(model, charging=charging)), p.holds(PassesThrough(model))
        base, low = disc(p, p.state.models[model]), obstacles(p)
        parts = terrain_in_the_way(p, sure, ghost, charging and gains(p, model, OVER))
        return tuple(s for s in parts if not (s in low and overlap(base, s)))  # coming down from one is free

    return p.memo(("stopped by", model, charging), build)


def terrain_in_the_way(p: Position, sure: bool, ghost: bool, over: bool) -> tuple[Shape, ...]:
    def build() -> tuple[Shape, ...]:
        found: list[Shape] = []
        for feature in p.state.map.features:
            ground = ground_of(p, feature)
            solid = p.rules.kinds[feature.kind].entry in ("solid", "closed")
            crossed = ground.kind not in SHUT and (ghost or (sure and not bars(ground, over)))
            if (ground.stops_charge or solid) and not crossed:
                found += shapes(feature)
        return tuple(found)

    return p.memo(("stopping", sure, ghost, over), build, MAP)


def bars(ground: Kind, over: bool) -> bool:
    """Whether a kind of terrain stops the charge of a model that rough ground does not hinder."""
    return ground.bars_pathfinders and not (over and ground.kind == "obstacle")


def starts_in_the_way(p: Position, model: str) -> str:
    """The feature that stops straight moves in which the model stands; empty: none."""
    sure, under = p.holds(SureFooted(model, charging=True)), features_under(p, disc(p, p.state.models[model]))
    found, over = ((f.id, ground_of(p, f)) for f in under), gains(p, model, OVER)
    return next((name for name, g in found if g.stops_charge and (bars(g, over) or not sure)), "")


def barriers(p: Position, model: str) -> tuple[Shape, ...]:
    """The terrain that this model may cross in a straight move, but not end on; not what it stands on already."""

    def build() -> tuple[Shape, ...]:
        base = disc(p, p.state.models[model])
        return tuple(part for part, _ in crossed(p, p.holds(PassesThrough(model))) if not overlap(base, part))

    return p.memo(("barriers", model), build)


def crossed(p: Position, ghost: bool) -> tuple[tuple[Shape, Extent], ...]:
    """The terrain that may be crossed but not ended on, each part with its extent."""

    def build() -> tuple[tuple[Shape, Extent], ...]:
        ground = land(p.rules.kinds, p.state.map)
        parts = (*ground.cross, *ground.solid) if ghost else ground.cross
        return tuple((part, extent(part)) for part in parts)

    return p.memo(("crossed", ghost), build, MAP)


def barriers_under(p: Position, model: str, at: Spot) -> list[Shape]:
    """The barriers that a model would stand on at a place: those of `barriers` that are near enough to tell."""
    base = disc(p, p.state.models[model])
    there, parts = base._replace(x=at[0], y=at[1]), crossed(p, p.holds(PassesThrough(model)))
    near = (part for part, box in parts if near_extent(box, at[0], at[1], base.r))
    return [part for part in near if overlap(there, part) and not overlap(base, part)]


def standing_at(p: Position, model: str, at: Spot) -> list[str]:
    """Whose bases a model would stand on at a place."""
    models, bases = p.state.models, p.rules.bases
    (x, y), r = at, bases[models[model].card].radius - TOL
    found = []
    for name, m in models.items():
        least = r + bases[m.card].radius
        if -least < m.x - x < least and (m.x - x) ** 2 + (m.y - y) ** 2 < least * least and name != model:
            found.append(name)
    return found


def in_the_line(p: Position, model: str, far: int, without: frozenset[str]) -> list[Disc]:
    """The bases of others that a straight move may meet: those near enough."""
    me, bases, found = p.state.models[model], p.rules.bases, list[Disc]()
    reach = far + bases[me.card].radius + NEAR
    for name, m in p.state.models.items():
        wide = reach + bases[m.card].radius
        if -wide < m.x - me.x < wide and -wide < m.y - me.y < wide and name not in without:
            found.append(disc(p, m))
    return found


def has_room(p: Position, model: str, at: Spot) -> bool:
    """Whether a straight move may end at a place."""
    return not standing_at(p, model, at) and not barriers_under(p, model, at)


def hinders(p: Position, feature: Feature) -> bool:
    """Whether a feature stops straight moves or is no place to end one on."""
    return p.rules.kinds[feature.kind].entry != "open" or ground_of(p, feature).stops_charge


def no_ends(p: Position, model: str, far: int) -> tuple[Ring, ...]:
    """Places on its way on which a straight move does not end: on other bases and on what it only crosses."""
    me, r = p.state.models[model], radius(p, p.state.models[model])
    near = Disc(me.x, me.y, far + 2 * r)
    bases = [disc(p, m) for n, m in p.state.models.items() if n != model]
    return tuple(grown(shape, r) for shape in (*bases, *barriers(p, model)) if overlap(shape, near))
