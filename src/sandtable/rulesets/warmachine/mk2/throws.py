"""Throws in Mk II lead away from the thrower: the thrown model never comes nearer to it (M2-POWER-33, M2-POWER-43)."""

from __future__ import annotations

from math import cos, radians, sin

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.geometry.units import MILLI, TOL
from sandtable.rulesets.warmachine.common.power.throw import DIRECTION
from sandtable.rulesets.warmachine.common.state.rules import Position


@forbids(DIRECTION)
def toward_the_thrower(p: Position, thrower: str, model: str, way: int) -> Refusal | None:
    me, foe, angle = p.state.models[thrower], p.state.models[model], radians(way / MILLI)
    if (foe.x - me.x) * cos(angle) + (foe.y - me.y) * sin(angle) >= -TOL:
        return None
    return Refusal(say("{model} would not fly away from {thrower}", model=model, thrower=thrower), "M2-POWER-33")
