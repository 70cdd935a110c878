"""Clouds that hurt: which lie on the table, whom they spare, and where a path enters one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.geometry.motion import point_at
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import NOISE
from sandtable.geometry.watchers import within_reach
from sandtable.rulesets.warmachine.common.measuring.distance import radius, touches
from sandtable.rulesets.warmachine.common.state.conditions import bearing, borne
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import template

CLOUD = "cloud"  # the effect on a cloud: its power is the amount, the kinds of its damage are the source
SPARES = "spares"  # another effect on it: it does not hurt the model that is the source


class Harmful(NamedTuple):
    """A cloud that hurts: its name, its template, its power, the kinds of its damage."""

    name: str
    area: Disc
    power: int
    types: tuple[str, ...]


def harmful(p: Position) -> list[Harmful]:
    """The clouds that hurt."""
    if CLOUD not in bearing(p):
        return []
    found = []
    for effect in p.state.effects:
        if effect.name == CLOUD and effect.amount:
            feature = next((f for f in p.state.map.features if f.id == effect.on), None)
            area = None if feature is None else template(feature)
            if area is not None:
                types = tuple(t for t in effect.source.split(",") if t)
                found.append(Harmful(effect.on, area, effect.amount, types))
    return found


def spares(p: Position, cloud: str, model: str) -> bool:
    """Whether a cloud leaves this model unhurt."""
    return any(e.name == SPARES and e.source == model for e in borne(p).get(cloud, ()))


def entries(p: Position, model: str, path: tuple[Spot, ...]) -> Iterator[tuple[float, Harmful]]:
    """Every entry of a path into a harmful cloud, and how far along it is; starting in one is not entering."""
    clouds = harmful(p)
    if not clouds or len(path) < 2:
        return
    r, contact = radius(p, p.state.models[model]), p.rules.edition.contact.value
    for cloud in clouds:
        ends = within_reach(path, r, cloud.area, 0, contact + NOISE)
        if not ends or spares(p, cloud.name, model):
            continue
        starts_in_it = touches(p, model, cloud.area, path[0])
        for number, (start, end) in enumerate(zip(ends[::2], ends[1::2], strict=True)):
            if number or not starts_in_it:
                at = first_place_in(p, model, path, cloud.area, start, end)
                if at is not None:
                    yield at, cloud


def first_place_in(
    p: Position, model: str, path: tuple[Spot, ...], area: Disc, start: float, end: float
) -> float | None:
    """How far along a path a model first stands in a cloud, on a whole thousandth; None: it only grazes it."""
    at, step = start, 1.0
    while at < end:
        if touches(p, model, area, point_at(path, at)):
            return at
        at, step = at + step, min(2 * step, 8.0)
    return end if touches(p, model, area, point_at(path, end)) else None


def first_entry(p: Position, model: str, path: tuple[Spot, ...]) -> float | None:
    """How far along a path it first enters a harmful cloud."""
    return min((at for at, _ in entries(p, model, path)), default=None)
