"""What a model meets where it goes and where it stands (WC-MOVE-2, WC-MOVE-3, WC-MOVE-4, WC-MOVE-7).

Which bases are in the way follows from heights (WC-MEAS-5), what rises above a top stops whoever moves on it
(WC-TERRAIN-14), and rough ground slows (WC-TERRAIN-3) for the stretch the base is in it, without rounding
(WC-TERRAIN-4): see `tabletop.moving.obstacles`. Only walkers ask `ground_for`, so rough ground slows neither slams nor
winches nor repositioning (WC-TERRAIN-5). A flyer on the table is in the way like any other model (WC-FLIGHT-8).
"""

from __future__ import annotations

from sandtable.geometry.ground import Ground
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.rulesets.warcaster.state.table import PLACES
from sandtable.rulesets.warcaster.terrain.features import land
from sandtable.rulesets.warcaster.terrain.surfaces import Surface, surface_of
from sandtable.tabletop.measuring.distance import discs
from sandtable.tabletop.moving.obstacles import footing, neighbours, open_ground, roof, sky, vicinity


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
    only bases are listed that a move of that length can meet. Gates may be passed but not ended on (WC-MOVE-3).
    """
    surface = surface_of(p.state.models[model]) if on is None else on
    phase = p.holds(Trait(model, "phase"))
    sure = not surface.on and bool(land(p.rules.kinds, p.state.map).rough) and p.holds(Trait(model, "pathfinder"))

    def build() -> Ground:
        me = p.state.models[model]
        box = None if reach is None else vicinity(p, me.at, reach, radius(p, me))
        others = neighbours(p, surface, (model,), box)
        near_gates = [m for m in others if m.card == "void_gate"]
        gates = discs(p, near_gates)
        bases = discs(p, [m for m in others if m.card != "void_gate"] if near_gates else others)
        if surface.on:
            bare = roof(p, me, surface, leaving)
        else:
            bare = open_ground(p.rules.kinds, p.state.map, radius(p, me), climbing, phase, sure)
        # who phases passes through models too, and must get wholly past them
        return bare.among((), (*gates, *bases)) if phase else bare.among(bases, gates)

    return p.memo(("ground", model, surface, climbing, leaving, phase, sure, reach), build, PLACES)


def sky_for(p: Position, model: str) -> Ground:
    """What stops a flyer on its way: impassable terrain and the table's edge, nothing else.

    Rules: WC-FLIGHT-2, WC-FLIGHT-6.
    """
    return sky(p.rules.kinds, p.state.map, radius(p, p.state.models[model]))


def standing(p: Position, model: str, surface: Surface, without: tuple[str, ...] = ()) -> Ground:
    """Where a model may be on a surface, however it got there (WC-MOVE-7)."""
    return p.memo(
        ("standing", model, surface, without),
        lambda: footing(p, radius(p, p.state.models[model]), surface, (model, *without)),
        PLACES,
    )
