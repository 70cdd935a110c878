"""Where infantry supports friends in a fight: exactly behind them, and what that is worth."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.appraisal.expected_fights import Expected, expected_fights
from sandtable.rulesets.warmaster.combat.support import fights_ahead
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import in_line
from sandtable.rulesets.warmaster.state.rules import Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose
from sandtable.rulesets.warmaster.terrain.land import INFANTRY


class Supporting(NamedTuple):
    """A place for each stand of a unit, whom it supports there, and the points that this is expected to gain."""

    friend: str
    places: tuple[Pose, ...]
    gain: float


def best_support(p: Position, unit: str, pace: float) -> Supporting | None:
    """The place in its pace from which a unit supports most; whether there is a way is not looked at."""
    if not crowd(p).fighting or entry(p, unit).type != INFANTRY or entry(p, unit).flyer or crowd(p).fought(unit):
        return None
    here, seat = crowd(p).of(unit), p.state.units[unit].seat
    found = []
    for friend, (behind, taken) in p.memo(("rears", seat), lambda: rears(p, seat), PLACES).items():
        fight = next((f for f in expected_fights(p) if friend in f.units), None)
        if fight is None or unit in fight.units or len(here) > len(behind) or taken - {unit}:
            continue
        places = nearest_places(here, behind[: len(here)])
        if max(hypot(x - r.x, y - r.y) for (x, y, _), r in zip(places, here, strict=True)) <= pace:
            found.append(Supporting(friend, places, supported_gain(p, fight, seat, len(here))))
    return max(found, key=lambda some: some.gain, default=None)


def rears(p: Position, seat: int) -> dict[str, tuple[list[Pose], set[str]]]:
    """The places behind infantry that fights to its front, those nearest to its middle first, and who is there."""
    table, found = crowd(p), dict[str, tuple[list[Pose], set[str]]]()
    for unit in table.foes[1 - seat]:
        rects = table.of(unit)
        if not table.fought(unit) or entry(p, unit).type != INFANTRY or not in_line(rects):
            continue
        if not all(fights_ahead(p, number) for number in table.numbers(unit)):
            continue
        cos, sin = direction(rects[0].facing)
        behind = [r._replace(x=round(r.x - r.depth * cos), y=round(r.y - r.depth * sin)) for r in rects]
        taken = {table.owners[i] for r in behind for i in table.row.overlaps(r, EPS)}
        x, y = table.middles[unit]
        behind.sort(key=lambda r: hypot(r.x - x, r.y - y))
        found[unit] = [(round(r.x), round(r.y), r.facing) for r in behind], taken - {unit}
    return found


def nearest_places(here: tuple[Rect, ...], places: list[Pose]) -> tuple[Pose, ...]:
    """The places given to the stands nearest to them."""
    left, given = list(places), []
    for r in here:
        given.append(min(left, key=lambda pose: hypot(pose[0] - r.x, pose[1] - r.y)))
        left.remove(given[-1])
    return tuple(given)


def supported_gain(p: Position, fight: Expected, seat: int, stands: int) -> float:
    """What so many more supporting stands gain: each is a point of the result (WM-SUPP-1)."""
    lead = fight.lead + (stands if seat == 0 else -stands)
    return fight._replace(lead=lead).gain(p, seat) - fight.gain(p, seat)
