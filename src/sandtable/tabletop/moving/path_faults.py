"""A trip over the table, and why one is refused: the rule, what is in the way, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any, NamedTuple, Protocol

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.ground import Fault, Ground, Spot
from sandtable.geometry.units import text
from sandtable.tabletop.measuring.distance import disc
from sandtable.tabletop.position import Tabletop
from sandtable.tabletop.terrain.features import shapes
from sandtable.tabletop.terrain.surfaces import Surface, rim, top_of


@dataclass(frozen=True, kw_only=True)
class PathCitations:
    """The rules a path may break, by what is wrong with it."""

    too_far: str
    off_table: str
    into_base: str
    onto_base: str
    terrain: Mapping[str, str]  # in the way, by kind
    no_surface: str  # nothing of that height holds the base
    no_ladder: str  # a top without ladders
    other_ladder: str  # no ladder from one top to another
    over_edge: str  # walking off a height


class GroundFor(Protocol):
    """The ground a walker moves on: see `obstacles`."""

    def __call__(
        self,
        p: Any,
        model: str,
        *,
        on: Surface | None = None,
        climbing: str = "",
        leaving: bool = False,
        reach: int | None = None,
    ) -> Ground: ...


@dataclass(frozen=True, kw_only=True)
class Walking:
    """How a game's pieces walk: the ground of each, and its rules."""

    ground: GroundFor
    cites: PathCitations
    onto: Callable[[Any, str], str | None] = lambda p, name: None  # another rule against ending on this piece


WORTH_SAYING = 50  # thousandths that slow ground adds


class Trip(NamedTuple):
    """Where a legal path leads: every place passed, the surface at its end, and whether it walked off a height."""

    path: tuple[Spot, ...]
    surface: Surface
    falls: bool = False


def too_long(p: Tabletop, how: Walking, by: float, allowance: float, slowed: float = 0.0) -> Refusal:
    """`slowed` is what slow ground adds to the length of the way."""
    unit, more = p.rules.unit, text(round(slowed)) if slowed >= WORTH_SAYING else ""
    return Refusal(
        say(
            "{by} {unit} too far for {allowance} {unit}[: slow ground on the way costs {more} {unit} more]",
            by=text(by), unit=unit, allowance=text(allowance), more=more,
        ),
        how.cites.too_far,
        short_by=round(by),
    )  # fmt: skip


def slowed_by(ground: Ground, path: Sequence[tuple[float, float]]) -> float:
    """What slow ground adds to the length of a path."""
    return ground.path_cost(path) - sum(dist(a, b) for a, b in pairwise(path))


def refusal(p: Tabletop, how: Walking, model: str, fault: Fault, allowance: float, slowed: float = 0.0) -> Refusal:
    if fault.kind == "too long":
        return too_long(p, how, fault.by, allowance, slowed)
    where = f"at {text(fault.where[0])}, {text(fault.where[1])}"
    by, unit = round(fault.by), p.rules.unit
    if fault.kind == "off table":
        why = say(
            "{model} would leave the table {where}, by {by} {unit}", model=model, where=where, by=text(by), unit=unit
        )
        return Refusal(why, how.cites.off_table, short_by=by)
    what, cite = in_the_way(p, how, model, fault)
    verb = "runs into" if fault.kind == "hits" else "may not end on"
    why = say(
        "{model} {verb} {what} {where}, {by} {unit} deep",
        model=model, verb=verb, what=what, where=where, by=text(by), unit=unit,
    )  # fmt: skip
    return Refusal(why, cite, short_by=by)


def in_the_way(p: Tabletop, how: Walking, model: str, fault: Fault) -> tuple[str, str]:
    """The piece or feature a fault is about, and the rule it breaks."""
    state, cites = p.state, how.cites
    for name, m in state.models.items():
        if name != model and disc(p, m) == fault.shape:
            return name, cites.into_base if fault.kind == "hits" else how.onto(p, name) or cites.onto_base
    for feature in state.map.features:
        if fault.shape in shapes(feature):
            return feature.id, cites.terrain[feature.kind]
    on = state.models[model].on
    if on and fault.shape in rim(top_of(state.map, on).feature):
        return f"the edge of {on}", cites.over_edge
    return "something", cites.onto_base


def no_surface(p: Tabletop, model: str, z: int, cite: str) -> Refusal:
    return Refusal(say("nothing {z} {unit} high holds {model} there", z=text(z), unit=p.rules.unit, model=model), cite)
