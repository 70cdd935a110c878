"""Why a charge has no way: what stands in it, told for the edge that the charge must strike."""

from __future__ import annotations

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.measure import Side, gap
from sandtable.geometry.shapes import Rect
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.charging.edge import CHARGE_EDGE, edge_seen
from sandtable.rulesets.warmaster.charging.placing import Place, on_edge, place_for
from sandtable.rulesets.warmaster.charging.targets import NO_WAY, TOO_LONG, charges, too_long
from sandtable.rulesets.warmaster.command.movement import ChargePace
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies
from sandtable.rulesets.warmaster.measuring.sight import unit_sees
from sandtable.rulesets.warmaster.measuring.ways import CLOSED, ground_for
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.features import parts


def why_no_charge(p: Position, unit: str, target: str, pace: int | None = None) -> Refusal | None:
    """The refusal of a charge, with what is in its way; None: it can be made."""
    if target in p.state.characters:
        return Refusal(say("{target} cannot be fought alone", target=target), "WM-CHAR-7")
    if p.state.units[target].seat == p.state.units[unit].seat:
        return Refusal(say("{target} is a friend", target=target), "WM-CHARGE-1")
    found = charges(p, unit, target, pace)
    if not isinstance(found, Refusal):
        return None
    return blocked(p, unit, target, pace) or found if found.cite in (NO_WAY, *TOO_LONG) else found


def blocked(p: Position, unit: str, target: str, pace: int | None) -> Refusal | None:
    table = crowd(p)
    far = p.value(ChargePace(unit)) if pace is None else pace
    if table.apart(unit, target) > far + EPS:
        return None
    place = place_for(p, unit, far, ground_for(p, unit, charging=True), target)
    seen = unit_sees(p, unit, target)
    if not seen:
        return None
    number = min(seen, key=lambda n: min(gap(table.rects[n], s) for s in place.starts))
    chosen = CHARGE_EDGE.of(p)(table.rects[number], place.starts)
    side = (chosen.edges or chosen.die or ("front",))[0]
    edge = side if side in ("front", "rear") else f"{side} flank"
    if not edge_seen(p, unit, number, side):
        return Refusal(
            say("{unit} does not see the {edge} of {target}", unit=unit, edge=edge, target=target), "WM-CHARGE-25"
        )
    return in_the_way(place, table.rects[number], side, edge)


def in_the_way(place: Place, struck: Rect, side: Side, edge: str) -> Refusal | None:
    """What lies where the first stand must end, or between; or by how much the way is too long."""
    unit, target, ground = place.unit, place.target, place.ground
    goal = on_edge(struck, side, (place.starts[0].frontage, place.starts[0].depth))
    start = min(place.starts, key=lambda s: corner_travel((s, goal)))
    if corner_travel((start, goal)) > place.pace + EPS:
        return too_long(place, goal, side, range(len(place.starts)))
    there = [i for i in ground.among.overlaps(goal, EPS) if ground.names[i] != target]
    if there:
        what = called(place, there[0])
        said = say("{what} leaves no room at the {edge} of {target}", what=what, edge=edge, target=target)
        return Refusal(said, barring(place, there[0]))
    if not place.may_assault and any(place.fortified(i) for i in place.enemies.within(goal, 0, EPS)):
        return Refusal(say("{target} is fortified against {unit}", target=target, unit=unit), "WM-TERRAIN-25")
    hit = None if flies(place.p, unit) else ground.among.leg(start, goal, EPS)
    if hit is None:
        return None
    said = say(
        "{what} stands in {unit}'s way to the {edge} of {target}", what=called(place, hit), unit=unit, edge=edge,
        target=target,
    )  # fmt: skip
    return Refusal(said, barring(place, hit))


def barring(place: Place, number: int) -> str:
    """The rule by which a thing is in the way: ground that the charger may not enter, or somebody's stand."""
    return "WM-CHARGE-13" if place.ground.names[number] == CLOSED else "WM-CHARGE-8"


def called(place: Place, number: int) -> str:
    """What is in the way: a unit, or a piece of terrain."""
    shape = place.ground.among.shapes[number]
    features = place.p.state.map.features
    return next((feature.id for feature in features if shape in parts(feature)), place.ground.names[number])
