"""Spells that strike: hit and saved like shooting, driving back unless they say not (WM-MAGIC-6, WM-MAGIC-7)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sandtable.core import Call, Frame, Next, Pool, Return, Roll, Wait
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.pairs import gap, nearest, within
from sandtable.geometry.shapes import Disc, Point, Rect, Segment
from sandtable.geometry.sight import sight
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.off_table import TOWARDS
from sandtable.rulesets.warmaster.magic.casting import (
    Sorcery,
    enemies_in_range,
    marks,
    note,
    units_in_range,
    untouched,
    wizard_sees,
)  # fmt: skip
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token
from sandtable.rulesets.warmaster.measuring.sight import seen_through
from sandtable.rulesets.warmaster.shooting.drive_backs import DRIVEN, DriveBack
from sandtable.rulesets.warmaster.shooting.shooting import volleys
from sandtable.rulesets.warmaster.shooting.volleys import Aim
from sandtable.rulesets.warmaster.state.entries import Spell
from sandtable.rulesets.warmaster.state.rules import Draft, Position, land
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

FIVE = 5_000  # cm for each point of Gerroff's die


def aim(p: Position, wizard: str, spell: Spell, target: str) -> Aim:
    """The wizard counts as the shooting stand (WM-MAGIC-8)."""
    return Aim(wizard, target, spell.attacks, marks(p, wizard, spell, target), (p.state.spots[wizard],))


class OneTarget(Sorcery):
    """Attacks on one unengaged enemy unit."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        for unit in enemies_in_range(p, wizard, spell):
            if not engaged(p, unit) and (not spell.sight or wizard_sees(p, wizard, unit)):
                yield unit

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame:
        return volleys(d, (aim(d, wizard, spell, target),), drives=spell.drives)


class FlyingFlame(Sorcery):
    """A line in any direction: everybody on it, friend or foe, is struck, the nearest first; terrain that blocks sight
    stops it.

    The direction is said by naming an enemy, through the middle of whose nearest stand it goes, or in degrees.
    """

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        joined = p.state.characters[wizard].joined
        for unit in enemies_in_range(p, wizard, spell):
            if unit != joined and unit in self.struck(p, wizard, spell, at_unit(p, wizard, unit)):
                yield unit

    def flies(self) -> bool:
        return True

    def struck(self, p: Position, wizard: str, spell: Spell, way: Point) -> list[str]:
        path = flight(p, wizard, spell, way)
        table, joined = crowd(p), p.state.characters[wizard].joined
        crossed = [i for i in table.row.overlaps(path, 1) if reached(p, token(p, wizard), path, table.rects[i])]
        crossed.sort(key=lambda i: gap(token(p, wizard), table.rects[i]))
        hit = dict.fromkeys(table.owners[i] for i in crossed)
        near = units_in_range(p, wizard, spell)
        return [u for u in hit if u in near and u != joined]

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame:
        return self.burning(d, wizard, spell, at_unit(d, wizard, target), target)

    def sent(self, d: Draft, wizard: str, spell: Spell, facing: int) -> Frame:
        return self.burning(d, wizard, spell, direction(facing), "")

    def burning(self, d: Draft, wizard: str, spell: Spell, way: Point, target: str) -> Frame:
        found = []
        for unit in self.struck(d, wizard, spell, way):
            if unit == target or untouched(d, spell, unit):
                note(d, spell, unit)
                found.append(aim(d, wizard, spell, unit))
        return volleys(d, tuple(found), drives=True)


def at_unit(p: Position, wizard: str, unit: str) -> Point:
    """From the caster to the middle of a unit's nearest stand."""
    here = token(p, wizard)
    stand = min(crowd(p).of(unit), key=lambda r: nearest(here, r)[0])
    dx, dy = stand.x - here.x, stand.y - here.y
    size = hypot(dx, dy) or 1.0
    return dx / size, dy / size


def flight(p: Position, wizard: str, spell: Spell, way: Point) -> Segment:
    """The line from the edge of the caster's base, as far as it could fly."""
    here, (ux, uy) = token(p, wizard), way
    near, far = here.r, here.r + spell.range
    return Segment(here.x + ux * near, here.y + uy * near, here.x + ux * far, here.y + uy * far)


def reached(p: Position, caster: Disc, path: Segment, stand: Rect) -> bool:
    """Whether terrain lets the line come to a stand: what would hide it from the caster there stops the line."""
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        hit = within(Segment(path.x1, path.y1, *along(path, middle)), stand, 0, 0)
        low, high = (low, middle) if hit else (middle, high)
    spared = seen_through(p, caster) | seen_through(p, stand)
    eye, mark = Disc(path.x1, path.y1, 1), Disc(*along(path, high), 1)
    return sight(eye, 1.0, mark, 1.0, land(p).sight[0], SIGHT_DEPTH, each=True, exempt=spared).clear


def along(path: Segment, share: float) -> Point:
    return path.x1 + (path.x2 - path.x1) * share, path.y1 + (path.y2 - path.y1) * share


class Gerroff(Sorcery):
    """One unengaged enemy is driven D6 x 5 cm towards its own edge (WM-MAGIC-11)."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        for unit in enemies_in_range(p, wizard, spell):
            if not engaged(p, unit):
                yield unit

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame:
        return Gale(unit=target)


class Gale(Frame, frozen=True, kw_only=True):
    """Cover is no help and the distance destroys nobody; units never driven back by shooting are not moved."""

    unit: str

    def start(self, d: Draft) -> Next:
        pool = Pool("gale", (("d6", 1),), d.state.active)
        return Wait(Roll("special", (pool,), cite="WM-MAGIC-11"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        if d.forbidden(DRIVEN, self.unit) is not None or d.forbidden(GALE, self.unit) is not None:
            return Return()
        way = TOWARDS[d.state.sides[d.state.units[self.unit].seat].edge]  # WM-DATA-9
        push = DriveBack(unit=self.unit, way=way, far=face * FIVE, first=0, cite="WM-MAGIC-11")
        return Call(push, then=self.finish)


GALE = "gale"  # what special rules forbid by this name
ATTACK_SPELLS = {
    "ball_of_flame": FlyingFlame(),
    "gotcha": FlyingFlame(),
    "foot_of_gork": OneTarget(),
    "cutting_wind": OneTarget(),
    "gerroff": Gerroff(),
}
