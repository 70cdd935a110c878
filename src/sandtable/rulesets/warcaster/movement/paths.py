"""A drawn path judged whole, walking (WC-MOVE) or flying (WC-FLIGHT), with the rules it may break.

Elsewhere: WC-FLIGHT-4 in attacks/targets; WC-FLIGHT-8 in movement/obstacles.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Outline, Pose, Refusal
from sandtable.rulesets.warcaster.movement.obstacles import flies, ground_for, sky_for, standing
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.terrain.surfaces import GROUND
from sandtable.tabletop.moving.climbing_reach import flyer_reach, flyer_toward, walker_reach, walker_toward
from sandtable.tabletop.moving.flight import Flying, fly
from sandtable.tabletop.moving.path_faults import PathCitations, Trip, Walking
from sandtable.tabletop.moving.paths import is_level, path_costs
from sandtable.tabletop.moving.paths import plan as walk
from sandtable.tabletop.moving.reach import leg_costs


def ends_on_gate(p: Position, name: str) -> str | None:
    return "WC-MOVE-3" if p.state.is_gate(name) else None


WALKING = Walking(
    ground=ground_for,
    onto=ends_on_gate,
    cites=PathCitations(
        too_far="WC-MOVE-1",
        off_table="WC-MOVE-9",
        into_base="WC-MOVE-2",
        onto_base="WC-MOVE-4",
        terrain={"structure": "WC-TERRAIN-14", "impassable": "WC-TERRAIN-18", "obstacle": "WC-TERRAIN-11"},
        no_surface="WC-TERRAIN-2",
        no_ladder="WC-TERRAIN-14",
        other_ladder="WC-TERRAIN-17",
        over_edge="WC-FALL-8",
    ),
)

# Over everything but impassable terrain (WC-FLIGHT-2); rough ground and height cost nothing (WC-FLIGHT-1, WC-FLIGHT-7).
FLYING = Flying(
    sky=sky_for,
    standing=standing,
    walking=WALKING,
    onto_base="WC-FLIGHT-6",
    does_not_fit={"structure": "WC-FLIGHT-3", "impassable": "WC-FLIGHT-6", "obstacle": "WC-FLIGHT-6"},
    over_edge="WC-MOVE-9",
)


def plan(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> Trip | Refusal:
    """The trip along a path, or what is wrong with it.

    The height of ladders and stairs counts (WC-MOVE-11). A flyer comes off a height without falling (WC-FLIGHT-5,
    WC-FALL-2).
    """
    if flies(p, model):
        return fly(p, FLYING, model, path, allowance)
    return walk(p, WALKING, model, path, allowance)


def costs(p: Position, model: str, path: tuple[Pose, ...]) -> tuple[int, ...]:
    """What each leg costs: rough ground and ladders count for those who walk (WC-TERRAIN-3, WC-MOVE-11)."""
    if flies(p, model):
        return leg_costs(sky_for(p, model), p.state.models[model].at, path)
    return path_costs(p, WALKING, model, path)


def reach_of(p: Position, model: str, allowance: int) -> Outline:
    """Where a model can get to, on every surface."""
    return flyer_reach(p, FLYING, model, allowance) if flies(p, model) else walker_reach(p, WALKING, model, allowance)


def toward(p: Position, model: str, goal: Pose, allowance: int, reach: Outline | None = None) -> tuple[Any, ...]:
    """The legal path that ends nearest to a goal; empty: it stays. The reach is given where it is known."""
    drawn = reach_of(p, model, allowance) if reach is None else reach
    if flies(p, model):
        return flyer_toward(p, FLYING, model, goal, allowance, drawn)
    return walker_toward(p, WALKING, model, goal, allowance, drawn)


def trip(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> Trip:
    """The trip along a path that was found legal: on level ground there is nothing to judge again."""
    if not flies(p, model) and is_level(p, model, path):
        return Trip(path, GROUND)  # type: ignore[arg-type]
    found = plan(p, model, path, allowance)
    assert isinstance(found, Trip)
    return found
