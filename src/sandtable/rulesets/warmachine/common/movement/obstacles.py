"""What a model meets where it goes and where it stands: terrain, other bases, the table's edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from sandtable.core import Flag, Refusal, Term
from sandtable.geometry.ground import Fault, Ground
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.state.rules import Position, WarmachineRules
from sandtable.rulesets.warmachine.common.state.stats import has_ability
from sandtable.rulesets.warmachine.common.state.table import PLACES
from sandtable.rulesets.warmachine.common.terrain.features import climbed, obstacles, water_under
from sandtable.tabletop.measuring.distance import discs
from sandtable.tabletop.moving.obstacles import open_ground
from sandtable.tabletop.moving.path_faults import PathCitations, Walking, refusal, slowed_by
from sandtable.tabletop.terrain.surfaces import Surface


class SureFooted(Flag, frozen=True):
    """Whether rough ground does not slow a model."""

    model: str
    charging: bool = False

    def base(self, p: Position) -> tuple[Term, ...]:
        if has_ability(p, self.model, "pathfinder"):
            return (Term(1, "Pathfinder", p.rules.cite("Pathfinder")),)
        if self.charging and has_ability(p, self.model, "charge_pathfinder"):
            return (Term(1, "terrain does not hinder its charge", p.rules.cite("Pathfinder")),)
        return ()


class PassesThrough(Flag, frozen=True):
    """Whether a model goes through models and terrain that stop others."""

    model: str


class Footing(NamedTuple):
    """What a model's way depends on besides places."""

    sure: bool  # rough ground does not slow it
    ghost: bool  # it goes through models and terrain
    through: frozenset[str]  # models it may pass


def footing(p: Position, model: str) -> Footing:
    sure, ghost = p.holds(SureFooted(model)), p.holds(PassesThrough(model))
    return Footing(sure, ghost, p.rules.edition.passing.yields(p))


def ground_for(
    p: Position,
    model: str,
    *,
    on: Surface | None = None,
    climbing: str = "",
    leaving: bool = False,
    reach: int | None = None,
) -> Ground:
    """What a model must go round, may cross but not end on, and is slowed by."""
    on_foot = footing(p, model)
    sure, ghost, through = on_foot

    def build() -> Ground:
        me = p.state.models[model]
        models = p.state.models
        bases = discs(p, [m for name, m in models.items() if name != model and name not in through])
        under = discs(p, [m for name, m in models.items() if name != model and name in through]) if through else ()
        ground = open_ground(p.rules.kinds, p.state.map, radius(p, me), "", ghost, sure or ghost)
        base, policy = disc(p, me), p.rules.edition.deep_water
        on_top, water = climbed(p, base), water_under(p, base)
        if on_top or water:  # along an obstacle and down is free; out of the water is as slow as rough ground
            solid = tuple(s for s in ground.solid if s not in on_top and s not in water)
            slow = water if policy.slows(sure or ghost) else ()
            ground = replace(ground, solid=solid, rough=(*ground.rough, *slow))
        if ghost and (low := obstacles(p)):  # it may end on what others climb
            ground = replace(ground, cross=tuple(s for s in ground.cross if s not in low))
        return ground.among((), (*bases, *under)) if ghost else ground.among(bases, under)

    return p.memo(("ground", model, on_foot), build, PLACES)


@lru_cache(maxsize=16)
def walking(rules: WarmachineRules) -> Walking:
    """The rules a path may break."""
    return Walking(
        ground=ground_for,
        cites=PathCitations(
            too_far=rules.cite("length of a move"),
            off_table=rules.cite("the table's edge"),
            into_base=rules.cite("bases in the way"),
            onto_base=rules.cite("bases in the way"),
            terrain={kind: rules.kinds[kind].rule for kind in rules.kinds},
            no_surface=rules.cite("bases in the way"),
            no_ladder=rules.cite("bases in the way"),
            other_ladder=rules.cite("bases in the way"),
            over_edge=rules.cite("bases in the way"),
        ),
    )


def explained(
    p: Position, model: str, fault: Fault, allowance: float, path: Sequence[tuple[float, float]] = ()
) -> Refusal:
    """The refusal of a path: which rule, what is in the way, by how much; of a walked one what slow ground adds."""
    slowed = slowed_by(ground_for(p, model), path) if path else 0.0
    return refusal(p, walking(p.rules), model, fault, allowance, slowed)


def room_for(p: Position, model: str, r: int, without: tuple[str, ...] = ()) -> Ground:
    """Where a base may stand: clear of bases, solid terrain and what may not be stood on."""
    away = (model, *without)
    bases = tuple([disc(p, m) for name, m in p.state.models.items() if name not in away])
    return open_ground(p.rules.kinds, p.state.map, r).among(bases)
