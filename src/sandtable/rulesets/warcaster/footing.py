"""What a model meets where it goes and where it stands, as ground for the geometry (WC-MOVE-2..-4, WC-MOVE-7)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Position
from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import overlap
from sandtable.geometry.shapes import Disc, Shape
from sandtable.rulesets.warcaster.ground import land, shapes
from sandtable.rulesets.warcaster.state import PLACES, Model, Table
from sandtable.rulesets.warcaster.stats import Trait
from sandtable.rulesets.warcaster.table import CARDS, disc, radius
from sandtable.rulesets.warcaster.terrain import Surface, layer, rim, surface_of, top_of

WIDEST = max(card.base.radius for card in CARDS.values())


def flies(p: Position, model: str) -> bool:
    return p.holds(Trait(model, "flight"))


def ground_for(
    p: Position,
    model: str,
    *,
    on: Surface | None = None,
    climbing: str = "",
    leaving: bool = False,
    reach: int | None = None,
) -> Ground:
    """What this model must go round, may pass but not end on, and is slowed by, on one surface.

    `climbing` names an obstacle it may end on; `leaving` lets it walk over the edge of the top it is on. With a `reach`
    only bases are listed that a move of that length can meet.
    """
    surface = surface_of(p.state.models[model]) if on is None else on
    phase = p.holds(Trait(model, "phase"))
    sure = not surface.on and bool(land(p.state.map).rough) and p.holds(Trait(model, "pathfinder"))

    def build() -> Ground:
        state: Table = p.state
        me, ground = state.models[model], land(state.map)
        others = neighbours(state, surface, (model,))
        if reach is not None:
            x, y, far = me.x, me.y, reach + 2 * WIDEST
            others = [m for m in others if -far <= m.x - x <= far and -far <= m.y - y <= far]
        gates = tuple([disc(m) for m in others if m.card == "void_gate"])
        bases = tuple([disc(m) for m in others if m.card != "void_gate"])
        solid: tuple[Shape, ...] = (*ground.impassable, *ground.walls)
        cross, rough = ground.obstacles, ground.rough
        if surface.on:
            edge = () if leaving else rim(top_of(state.map, surface.on).feature)
            if me.on == surface.on:  # a slam may have left it overhanging: it starts across that edge
                edge = tuple(side for side in edge if not overlap(disc(me), side))
            solid, cross, rough = (*taller(state, surface), *edge), (), ()
        elif climbing:
            cross = tuple(s for s in cross if s not in shapes(state.map.feature(climbing)))
        if phase:  # passes through structures and models, and must get wholly past them
            bases, gates = (), (*gates, *bases)
            if not surface.on:
                solid, cross = ground.impassable, (*cross, *ground.walls)
        if sure:
            rough = ()
        size = state.map.size
        return Ground(
            r=radius(me), solid=solid, cross=cross, rough=rough, width=size, height=size, bases=bases, under=gates
        )

    return p.memo(("ground", model, surface, climbing, leaving, phase, sure, reach), build, PLACES)


def sky_for(p: Position, model: str) -> Ground:
    """What stops a flyer on its way: impassable terrain and the table's edge, nothing else (WC-FLIGHT-2, -6)."""
    size = p.state.map.size
    return p.memo(
        ("sky", model),
        lambda: Ground(r=radius(p.state.models[model]), solid=land(p.state.map).impassable, width=size, height=size),
        PLACES,
    )


def standing(p: Position, model: str, surface: Surface, without: tuple[str, ...] = ()) -> Ground:
    """Where a model may be on a surface, however it got there (WC-MOVE-7)."""
    return p.memo(
        ("standing", model, surface, without),
        lambda: footing(p.state, radius(p.state.models[model]), surface, (model, *without)),
        PLACES,
    )


def footing(
    state: Table, r: int, surface: Surface, without: tuple[str, ...] = (), extra: tuple[Disc, ...] = ()
) -> Ground:
    """Where a base of radius r may stand on a surface: clear of every base but those left out, and of `extra` ones."""
    ground = land(state.map)
    bases = (*[disc(m) for m in neighbours(state, surface, without)], *extra)
    solid: tuple[Shape, ...]
    if not surface.on:
        solid = (*ground.impassable, *ground.walls, *ground.obstacles)
    else:
        solid = (*taller(state, surface), *rim(top_of(state.map, surface.on).feature))
    return Ground(r=r, solid=solid, bases=bases, width=state.map.size, height=state.map.size)


def neighbours(state: Table, surface: Surface, without: tuple[str, ...]) -> list[Model]:
    """Models whose bases can be in the way on this surface: those of its layer (WC-MEAS-5)."""
    mine = layer(state.map, surface) if surface.on else ""
    return [
        m
        for n, m in state.models.items()
        if n not in without and (layer(state.map, surface_of(m)) if m.on else "") == mine
    ]


def taller(state: Table, surface: Surface) -> Iterator[Shape]:
    """Structures and impassable terrain that rise above a top stop whoever moves on it (WC-TERRAIN-14)."""
    for feature in state.map.features:
        if feature.id != surface.on and feature.height > surface.z and feature.kind in ("structure", "impassable"):
            yield from shapes(feature)
