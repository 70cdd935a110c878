"""Areas of effect: one attack roll, a template where it comes down, a damage roll for each model under it.

A miss deviates: direction 1 goes on along the line, each further pip turns 60 degrees clockwise, the distance is
capped at half the way. Only a direct hit does full damage, and only it is critical.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

from sandtable.core import Ask, Call, Choice, Event, Next, Option, Pool, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.contact import edge_distance
from sandtable.geometry.lines import under_blast
from sandtable.geometry.units import MILLI, text
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, blow_of, deals_damage, power_of, types_of
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll, WholeAttack
from sandtable.rulesets.warmachine.common.attacks.ranges import in_reach, misses_by_itself, range_of, short_by
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.measuring.distance import disc, far_apart
from sandtable.rulesets.warmachine.common.state.events import Declared, Spot, Struck
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position

SIXTH = 60 * MILLI
ORDER = "order of damage rolls"
AREA = "area"  # hooks by this key say by which rule an area misses its target without a roll


class Landed(Event, frozen=True, kw_only=True):
    """The template of an area comes down."""

    at: Spot
    radius: int
    strike: Strike
    direct: bool

    def line(self, p: Position) -> str:
        return say("the blast lands at {x}, {y}", x=text(self.at[0]), y=text(self.at[1]))


class AreaAttack(WholeAttack, frozen=True, kw_only=True):
    """One attack with a template. Returns whether it hit its target directly."""

    strike: Strike
    spot: Spot = (0, 0)
    direction: int = 0
    direct: bool = False
    critical: bool = False
    victims: tuple[str, ...] = ()
    across: int = 0  # inches, of a special attack; 0: that of the weapon or spell

    def start(self, d: Draft) -> Next:
        strike = self.strike
        what, cite = strike.special or strike.spell or strike.weapon, d.rules.cite("declaring an attack")
        d.emit(Declared(who=strike.attacker, what=what, target=strike.target, through=strike.origin, cite=cite))
        if why := misses_by_itself(d, strike):
            short = short_by(d, strike)
            cite = d.rules.cite("an area out of range") if short and strike.weapon else why
            d.emit(Struck(who=strike.target, by=strike.attacker, rolled=False, short_by=short, cite=cite))
            return self.but(spot=at_range(d, strike)).deviate(d, missed_by(d, strike))
        return Call(AttackRoll(strike=strike), then=self.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        aimed = self.but(spot=d.state.models[self.strike.target].at)
        return aimed.but(direct=True, critical=critical).land(d) if hit else aimed.deviate(d)

    def deviate(self, d: Draft, cite: str = "") -> Next:
        """By the rule on what misses without a roll, if it did."""
        seat, cite = d.state.status[self.strike.attacker].seat, cite or d.rules.cite("deviation")
        roll = Roll("deviation: direction", (Pool("direction", (("d6", 1),), seat),), cite=cite)
        return Wait(roll, then=self.turned)

    def turned(self, d: Draft, direction: int) -> Next:
        seat = d.state.status[self.strike.attacker].seat
        cite = d.rules.cite("length of a deviation")
        roll = Roll("deviation: inches", (Pool("distance", (("d6", 1),), seat),), cite=cite)
        return Wait(roll, then=self.but(direction=int(direction)).strayed)

    def strayed(self, d: Draft, inches: int) -> Next:
        at, off = deviated(d, self.strike.source, self.spot, self.direction, int(inches) * MILLI)
        return self.but(spot=at, direction=0).land(d, d.rules.cite("an impact off the table") if off else "")

    def land(self, d: Draft, cite: str = "") -> Next:
        r = (self.across or area_of(d, self.strike)) * MILLI // 2
        cite = cite or d.rules.cite("under the template")
        d.emit(Landed(at=self.spot, radius=r, strike=self.strike, direct=self.direct, cite=cite))
        victims = under(d, self.spot, r, self.strike.target if self.direct else "")
        for name in victims:
            direct = self.direct and name == self.strike.target
            hit = Hit(who=name, strike=self.strike.but(target=name), critical=self.critical, direct=direct)
            d.emit(hit.but(cite=d.rules.cite("hits") if direct else d.rules.cite("hits by a blast")))
        if not deals_damage(d, self.strike):
            victims = ()
        return self.but(victims=victims).damage(d)

    def damage(self, d: Draft, *ignored: Any) -> Next:
        """One roll after the other, in the attacker's order where the edition lets him choose it."""
        left = self.but(victims=tuple(n for n in self.victims if n in d.state.models))
        if not left.victims:
            return Call(Settle(), then=self.told)
        return whose_damage(d, d.state.status[self.strike.attacker].seat, left.victims, left.roll)

    def roll(self, d: Draft, name: str) -> Next:
        rest = self.but(victims=tuple(n for n in self.victims if n != name))
        return Call(Damage(blow=self.blow(d, name)), then=rest.damage)

    def blow(self, d: Draft, name: str) -> Blow:
        strike = self.strike.but(target=name)
        if self.direct and name == self.strike.target:
            return blow_of(d, strike, self.critical).but(topic="damage of a direct hit")
        return Blow(
            target=name,
            power=-(-power_of(d, strike) // 2),  # half, rounded up
            seat=d.state.status[strike.attacker].seat,
            strike=strike,
            point=self.spot,
            types=types_of(d, strike),
            critical=self.critical,
            blast=True,
        )

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.direct)


def whose_damage(
    d: Draft, seat: int, names: tuple[str, ...], then: Callable[[Draft, str], Next], topic: str = ORDER
) -> Next:
    """Whose damage is rolled next: the first one's, or whom the player names where the edition lets him."""
    policy = d.rules.edition.blasts
    if len(names) == 1 or not policy.attacker_orders():
        return then(d, names[0])
    cite = d.rules.cite(topic)
    domain = Choice(tuple(Option(n, "", cite, verb="damage next", target=n) for n in names))
    return Wait(Ask(seat, "which damage roll first", domain, names[0], cite, about=names), then=then)


def area_of(p: Position, strike: Strike) -> int:
    """The diameter of the template in inches."""
    weapon = weapon_of(p, strike)
    return p.rules.cards.spells[strike.spell].aoe if strike.spell else weapon.aoe if weapon else 0


def missed_by(p: Position, strike: Strike) -> str:
    """The rule by which a missed area deviates; empty: that on deviation. A shot out of range has cited it before."""
    if strike.spell and not in_reach(p, strike):
        return p.rules.cite("an area out of range")
    barred = p.forbidden(AREA, strike)
    return barred.cite if barred else ""


def at_range(p: Position, strike: Strike) -> Spot:
    """The point at the weapon's range on the line to a target that is farther away."""
    here, there = p.state.models[strike.source], p.state.models[strike.target]
    if in_reach(p, strike):
        return there.at  # missed for another reason than its distance
    far = range_of(p, strike) + p.rules.bases[here.card].radius
    angle = radians(bearing(here.at, there.at) / MILLI)
    return round(here.x + far * cos(angle)), round(here.y + far * sin(angle))


def deviated(p: Position, source: str, aim: Spot, direction: int, far: float) -> tuple[Spot, bool]:
    """Where a miss comes down, at most half the way from the base's edge; whether the edge of the table stops it."""
    here = p.state.models[source]
    far = min(far, far_apart(p, source, aim) / 2)
    angle = radians((bearing(here.at, aim) - (direction - 1) * SIXTH) / MILLI)
    u = (cos(angle), sin(angle))
    edge = edge_distance(aim, u, 0, (p.state.map.width, p.state.map.height))
    off = far > edge
    far = min(far, edge)
    return (round(aim[0] + far * u[0]), round(aim[1] + far * u[1])), off


def under(p: Position, at: Spot, r: int, first: str = "") -> tuple[str, ...]:
    """Everybody under a template: the direct target first, then by distance from the point, then by name."""
    found = [n for n, m in p.state.models.items() if under_blast(at, r, disc(p, m))]
    return tuple(sorted(found, key=lambda n: (n != first, _away(p, n, at), n)))


def _away(p: Position, name: str, at: Spot) -> int:
    m = p.state.models[name]
    return (m.x - at[0]) ** 2 + (m.y - at[1]) ** 2
