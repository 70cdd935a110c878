"""The charges a unit can make, and why it cannot (WM-CHARGE-1 to WM-CHARGE-8, WM-CHARGE-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil

from sandtable.core import Option, Refusal, Value
from sandtable.core.texts import say
from sandtable.geometry.measure import Side
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Rect
from sandtable.geometry.units import text
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.charging.any_place import placeable
from sandtable.rulesets.warmaster.charging.edge import CHARGE_EDGE, EdgeChoice, edge_seen, next_edges
from sandtable.rulesets.warmaster.charging.placing import (
    Place,
    Placed,
    Placing,
    first_places,
    first_stands,
    on_edge,
    place_for,
    placements,
    within_pace,
)
from sandtable.rulesets.warmaster.command.movement import ChargePace
from sandtable.rulesets.warmaster.measuring.crowd import crowd, foes
from sandtable.rulesets.warmaster.measuring.sight import sees, stand_sees, unit_sees
from sandtable.rulesets.warmaster.measuring.ways import ground_for, narrow_gaps
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose

NO_WAY = "WM-CHARGE-8"
TOO_LONG = "WM-CHARGE-3", "WM-CHARGE-7"  # to the middle of an edge, and to one that is not free
MOST = 8  # placements offered of one edge
Finder = Callable[[Place, Placed], list[Placing]]


class Onset(Value, frozen=True):
    """A charge as it would be carried out: at whom, on which edge, by which poses (paths kept for shots,
    WM-SHOOT-20)."""

    unit: str
    target: str
    edge: str
    poses: tuple[Pose, ...]
    paths: tuple[tuple[Pose, ...], ...]
    die: int = 0  # 1: only if the die says front or rear; 2: only if it says flank (WM-GEO-11)


def charge_option(unit: str, target: str, cite: str) -> Option:
    return Option(f"{unit} charges {target}", cite=cite, verb="charge", actor=unit, target=target, odds=True)


def charges(
    p: Position, unit: str, target: str, pace: int | None = None, blind: bool = False
) -> tuple[Onset, ...] | Refusal:
    """Every way to charge a target, or why there is none. `blind`: reachable stands instead of visible ones."""
    far = p.value(ChargePace(unit)) if pace is None else pace
    key = ("charges", unit, target, far, blind, p.state.units[unit].confused, tuple(p.state.readings.items()))
    return p.memo(key, lambda: _charges(p, unit, target, far, blind), PLACES)


def can_charge(p: Position, unit: str, target: str, pace: int | None = None, blind: bool = False) -> bool:
    """Whether there is a way to charge a target: what `charges` finds, without finding them all."""
    far = p.value(ChargePace(unit)) if pace is None else pace
    key = ("can charge", unit, target, far, blind, p.state.units[unit].confused, tuple(p.state.readings.items()))
    return p.memo(key, lambda: isinstance(_charges(p, unit, target, far, blind, placeable), tuple), PLACES)


def first_strikes(p: Position, unit: str, target: str, pace: int) -> list[tuple[int, Rect]]:
    """The stands that a unit may lay on a target first, and where, on foot and without sight (WM-PURSUE-10)."""

    def make() -> list[tuple[int, Rect]]:
        found = _charges(p, unit, target, pace, True, lambda place, first: [Placing((first,))], afoot=True)
        if isinstance(found, Refusal):
            return []
        firsts = [next(i for i, path in enumerate(onset.paths) if len(path) > 1) for onset in found]
        starts = crowd(p).of(unit)
        return [
            (i, Rect(x, y, starts[i].frontage, starts[i].depth, facing))
            for i, onset in zip(firsts, found, strict=True)
            for x, y, facing in (onset.poses[i],)
        ]

    return p.memo(("first strikes", unit, target, pace, tuple(p.state.readings.items())), make, PLACES)


def _charges(
    p: Position, unit: str, target: str, pace: int, blind: bool, placed: Finder = placements, afoot: bool = False
) -> tuple[Onset, ...] | Refusal:
    table = crowd(p)
    apart = table.apart(unit, target)
    if apart > pace + EPS:
        return Refusal(
            say(
                "{target} is {apart} cm away, {apart2} beyond reach",
                target=target,
                apart=text(apart),
                apart2=text(apart - pace),
            ),
            "WM-CHARGE-3",
            int(apart - pace),
        )
    seen = frozenset(table.numbers(target)) if blind else unit_sees(p, unit, target)
    if not seen:
        return Refusal(say("{unit} does not see {target}", unit=unit, target=target), "WM-CHARGE-2")
    gaps = () if blind else tuple(line for of, line in narrow_gaps(p, unit) if target not in of)
    place = place_for(p, unit, pace, ground_for(p, unit, charging=True, afoot=afoot), target, afoot, gaps)
    seers = [i for i, number in enumerate(table.numbers(unit)) if blind or stand_sees(p, number, target)]
    far = {n: min(gap(table.rects[n], s) for s in place.starts) for n in seen}
    for group in ranked(far):
        found = gathered((on_stand(place, number, seers, blind, placed) for number in group), placed is placeable)
        if found:
            return found if isinstance(found, Refusal) else distinct(found)
    return Refusal(say("{unit} has no clear way to an edge of {target}", unit=unit, target=target), NO_WAY)


def gathered(parts: Iterable[list[Onset] | Refusal], first: bool = False) -> list[Onset] | Refusal:
    """The charges at what lies equally near, or the `first` found; if there is none, by how much one is too far."""
    found: list[Onset] = []
    too_far: Refusal | None = None
    for part in parts:
        if isinstance(part, Refusal):
            too_far = too_far or part
            continue
        found += part
        if found and first:
            break
    return found or too_far or []


def distinct(onsets: Sequence[Onset]) -> tuple[Onset, ...]:
    """Without those that end where another does, up to what rounding makes of the same place."""
    found: list[Onset] = []
    for onset in onsets:
        if not any((o.edge, o.die) == (onset.edge, onset.die) and _same_ends(o.poses, onset.poses) for o in found):
            found.append(onset)
    return tuple(found)


def _same_ends(one: Sequence[Pose], other: Sequence[Pose]) -> bool:
    return all(any(abs(x - u) <= 2 and abs(y - v) <= 2 and f == g for u, v, g in other) for x, y, f in one)


def ranked(far: dict[int, float]) -> list[list[int]]:
    """Stands by distance, those equally near together (WM-CHARGE-4)."""
    groups: list[list[int]] = []
    for number in sorted(far, key=lambda n: (far[n], n)):
        if groups and far[number] <= far[groups[-1][0]] + EPS:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def on_stand(place: Place, number: int, seers: Sequence[int], blind: bool, placed: Finder) -> list[Onset] | Refusal:
    """Charges at one stand: at the edge the rules fix, or the next that is seen and free (WM-CHARGE-8)."""
    p, target = place.p, crowd(place.p).rects[number]
    chosen = CHARGE_EDGE.of(p)(target, place.starts)
    if chosen.die is not None:
        sides = [struck(place, number, target, EdgeChoice((side,)), seers, blind, placed) for side in chosen.die]
        return gathered(
            part if isinstance(part, Refusal) else [onset.but(die=which) for onset in part]
            for which, part in enumerate(sides, 1)
        )
    return struck(place, number, target, chosen, seers, blind, placed)


def struck(
    place: Place, number: int, target: Rect, chosen: EdgeChoice, seers: Sequence[int], blind: bool, placed: Finder
) -> list[Onset] | Refusal:
    for sides in (chosen.edges, *next_edges(target, place.starts, chosen.edges)):
        found = gathered(on_side(place, number, target, side, seers, blind, placed) for side in sides)
        if found:
            return found
    return []


def on_side(
    place: Place, number: int, target: Rect, side: Side, seers: Sequence[int], blind: bool, placed: Finder
) -> list[Onset] | Refusal:
    """Charges at one edge. One that is seen and free but too far away is no reason to strike another (WM-CHARGE-7,
    WM-CHARGE-8); a pursuit, made without sight, goes where it reaches (WM-PURSUE-10)."""
    size = place.starts[0].frontage, place.starts[0].depth
    centre = on_edge(target, side, size)
    near = within_pace(place, centre, seers)
    goals = list(first_places(place, target, side)) if near or not blind else []
    if not goals or not (blind or edge_seen(place.p, place.unit, number, side)):  # sight is looked for last
        return []
    if not near:
        return too_long(place, centre, side, seers)
    shortest = len(near) > 1 or (len(seers) > 1 and placed is not placeable)  # where lengths are compared, or shown
    found: dict[frozenset[Rect], Onset] = {}
    for goal in goals:
        for first in first_stands(place, goal, target, near, shortest):
            for placing in placed(place, first)[:MOST]:
                found.setdefault(placing.ends, _onset(place, side, placing))
    return list(found.values())


def too_long(place: Place, centre: Rect, side: Side, seers: Sequence[int]) -> Refusal:
    """By how much the way to the middle of an edge is too long."""
    over = min(corner_travel((place.starts[i], centre)) for i in seers) - place.pace
    edge = side if side in ("front", "rear") else f"{side} flank"
    said = say(
        "the way to the {edge} of {target} is {over} cm too long", edge=edge, target=place.target, over=text(over)
    )
    return Refusal(said, TOO_LONG[not place.free(centre, ())], ceil(over))


def _onset(place: Place, side: Side, placing: Placing) -> Onset:
    ways = {placed.number: placed.way for placed in placing.stands}
    stays = [(start,) for start in place.starts]  # of a stand that is not placed yet
    paths = tuple(tuple((round(r.x), round(r.y), r.facing) for r in ways.get(i, stays[i])) for i in range(len(stays)))
    return Onset(place.unit, place.target, side, tuple(path[-1] for path in paths), paths)


def possible(p: Position, unit: str, pace: int | None = None) -> Iterator[str]:
    """Every enemy a unit can charge."""
    reach = p.value(ChargePace(unit)) if pace is None else pace
    table = crowd(p)
    for target in foes(p, unit):
        if table.apart(unit, target) <= reach + EPS and sees(p, unit, target) and can_charge(p, unit, target, pace):
            yield target
