"""Missiles with rules of their own: armour one worse, cannon, stone and bolt throwers (WM-ART, WM-SAVE-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from sandtable.core import Refusal, Term, modifies
from sandtable.core.abilities import forbids
from sandtable.geometry.pairs import gap, nearest, touching, within
from sandtable.geometry.shapes import Rect, Segment
from sandtable.geometry.units import FAR, MILLI
from sandtable.rulesets.warmaster.charging.shots import AT_CHARGER
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.shooting.hits import NO_SAVE, Save
from sandtable.rulesets.warmaster.shooting.shooting import plain_aim
from sandtable.rulesets.warmaster.shooting.volleys import Aim, CoverShift, Shots, ToHit
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry
from sandtable.rulesets.warmaster.state.table import EPS

BOUNCE = 5 * MILLI  # beyond the stand it strikes (WM-ART-3)
MOST_STRUCK = Switch("bolt_thrower_max_stands", {"3": 3.0, "unlimited": FAR}, "WM-ART-5")
UNSAVED = {"cannon": "WM-ART-3", "stone_thrower": "WM-ART-4", "bolt_thrower": "WM-ART-5"}


def shooter_has(p: Position, query: Save, rule: str) -> bool:
    return query.attacker in p.state.units and entry(p, query.attacker).has(rule)


@modifies(Save, rule="armour_one_worse")
def armour_one_worse(p: Position, query: Save) -> Iterator[Term]:
    """Targets save one worse: 3+ as 4+, and so on; 6+ not at all (WM-SAVE-3)."""
    if shooter_has(p, query, "armour_one_worse"):
        yield Term(1, "armour one worse", "WM-SAVE-3")


@modifies(Save, rule=tuple(UNSAVED))
def no_armour_saves(p: Position, query: Save) -> Iterator[Term]:
    """Balls, stones and bolts pass through armour; a cannon's shots at chargers do not (WM-ART-3, WM-ART-4,
    WM-ART-5)."""
    for rule, cite in UNSAVED.items():
        if shooter_has(p, query, rule) and not (rule == "cannon" and query.at_charger):
            yield Term(NO_SAVE, f"no save against a {rule.replace('_', ' ')}", cite, "set")


@modifies(CoverShift, rule="cannon")
def cannon_against_cover(p: Position, query: CoverShift) -> Iterator[Term]:
    """Fortified counts as defended, defended as open (WM-ART-3)."""
    if query.shooter in p.state.units and entry(p, query.shooter).has("cannon"):
        yield Term(1, "a cannon", "WM-ART-3")


@modifies(ToHit, rule="repeating_bolt_thrower")
def repeating_bolts(p: Position, query: ToHit) -> Iterator[Term]:
    """+1 to every roll to hit (WM-ART-5)."""
    if query.shooter in p.state.units and entry(p, query.shooter).has("repeating_bolt_thrower"):
        yield Term(-1, "repeating bolts", "WM-ART-5")


@forbids(AT_CHARGER, rule="stone_thrower")
def stones_at_chargers(p: Position, unit: str) -> Refusal | None:
    """Stone throwers cannot shoot at chargers (WM-ART-4)."""
    return (
        Refusal("stone throwers cannot shoot at chargers", "WM-ART-4") if entry(p, unit).has("stone_thrower") else None
    )


def nearest_gun(p: Position, unit: str, stands: tuple[int, ...], target: str) -> tuple[Rect, Rect, Segment]:
    """The gun nearest to the target, the stand it strikes, and the line between their nearest points."""
    table = crowd(p)
    pairs = [(gap(table.of(unit)[i], r), table.of(unit)[i], r) for i in stands for r in table.of(target)]
    _, gun, struck = min(pairs)
    _, here, there = nearest(gun, struck)
    if hypot(there[0] - here[0], there[1] - here[1]) < 1:
        here = (gun.x, gun.y)
    return gun, struck, Segment(*here, *there)


def beyond(line: Segment, struck: Rect, far: float) -> Segment:
    """The line produced through a stand and so far beyond it."""
    dx, dy = line.x2 - line.x1, line.y2 - line.y1
    size = hypot(dx, dy) or 1.0
    ux, uy = dx / size, dy / size
    low, high = 0.0, hypot(struck.frontage, struck.depth) + 1
    for _ in range(20):
        middle = (low + high) / 2
        inside = within(
            Segment(line.x2 + ux * middle, line.y2 + uy * middle, line.x2 + ux * high, line.y2 + uy * high),
            struck,
            0,
            0,
        )
        low, high = (middle, high) if inside else (low, middle)
    end = low + far
    return Segment(line.x2, line.y2, line.x2 + ux * end, line.y2 + uy * end)


def crossed(p: Position, path: Segment, but: Sequence[Rect]) -> list[int]:
    """The stands a line crosses, by number, nearest first."""
    table = crowd(p)
    hit = [i for i in table.row.overlaps(path, 1) if table.rects[i] not in but]
    return sorted(hit, key=lambda i: gap(table.rects[i], Segment(path.x1, path.y1, path.x1, path.y1)))


def cannon(p: Position, unit: str, stands: tuple[int, ...], target: str) -> list[Aim]:
    """Two shots a gun, and the bounce: +1 for each further stand of the target, 1 for each stand of others (WM-ART-3).

    A battery bounces all its balls along the line of the gun nearest to the target (WM-ART-9).
    """
    aim = plain_aim(p, unit, stands, target)
    gun, struck, line = nearest_gun(p, unit, stands, target)
    table = crowd(p)
    found = {target: aim}
    for number in crossed(p, beyond(line, struck, BOUNCE), (gun, struck)):
        owner = table.owners[number]
        if owner == unit:
            continue
        pose = p.state.stands[owner][number - table.spans[owner][0]]
        known = found.get(owner, Aim(unit, owner, 0, (), aim.from_, unit))
        poses = known.poses if owner == target else (*known.poses, pose)
        found[owner] = known.but(dice=known.dice + len(stands), poses=poses)
    return list(found.values())


def bolt_thrower(p: Position, unit: str, stands: tuple[int, ...], target: str) -> list[Aim]:
    """Each bolt strikes up to three touching stands on its line, of one or several units, friends too (WM-ART-5)."""
    table, most = crowd(p), MOST_STRUCK.of(p)
    found: dict[str, Aim] = {}
    places = tuple(p.state.stands[unit][i] for i in stands)
    for i in stands:
        gun, struck, line = nearest_gun(p, unit, (i,), target)
        hits = [table.rects.index(struck)]
        path = beyond(line, struck, 30 * MILLI)
        for number in crossed(p, path, (gun, struck)):
            if len(hits) >= most or not touching(table.rects[number], table.rects[hits[-1]], EPS):
                break
            if table.owners[number] != unit:
                hits.append(number)
        for number in hits:
            owner = table.owners[number]
            pose = p.state.stands[owner][number - table.spans[owner][0]]
            known = found.get(owner, Aim(unit, owner, 0, (), places, unit))
            found[owner] = known.but(dice=known.dice + p.value(Shots(unit, 0)), poses=(*known.poses, pose))
    return [found[target], *(aim for owner, aim in found.items() if owner != target)]


AIMS = {"cannon": cannon, "bolt_thrower": bolt_thrower}
AT_CHARGERS = {"bolt_thrower": bolt_thrower}  # the line is taken from their final places (WM-ART-5)
