"""What follows when an attack is finished: fuel tanks that burst, and checks of those whom a howling weapon hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Effect, EffectEnded, Frame, Next, Return, forces
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.attacks.strike import weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.state.conditions import begin
from sandtable.rulesets.warmachine.common.state.events import Destroyed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import SEATS
from sandtable.rulesets.warmachine.common.units.command import CheckEach, checkers

TANK, COWED = "fuel_tank", "cowed"
REACH, POWER = 2000, 8


@forces(Destroyed)
def leaks(d: Draft, event: Destroyed) -> Iterator[Frame]:
    """The tank of a destroyed model bursts when what destroyed it is finished."""
    status = d.state.status[event.who]
    printed = d.rules.cards.models[status.card]
    if TANK in printed.abilities and not event.removed:
        where = f"{event.at[0]},{event.at[1]},{printed.footing.radius}"
        cite = d.rules.cite("effects of destruction")
        begin(d, Effect(f"{TANK} of {event.who}", SEATS[status.seat], where, cite=cite))
    yield from ()


@forces(Hit)
def cows(d: Draft, event: Hit) -> Iterator[Frame]:
    """The unit or model hit checks when the attack is over, whether or not the model lives."""
    weapon = weapon_of(d, event.strike)
    if weapon is not None and "cowing" in weapon.traits and d.forbidden(COWED, event) is None:
        who = d.state.status[event.who].unit or event.who
        begin(d, Effect(COWED, who, event.strike.attacker, cite=d.rules.cite("other command checks")))
    yield from ()


class Burst(Frame, frozen=True, kw_only=True):
    """Each model within 2 inches suffers a damage roll, the nearest first."""

    effect: Effect
    left: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        d.emit(EffectEnded(effect=self.effect, cite=self.effect.cite))
        x, y, r = (int(word) for word in self.effect.source.split(","))
        return self.but(left=around(d, Disc(x, y, r))).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            return Return()
        name, rest = self.left[0], self.but(left=self.left[1:])
        seat = SEATS.index(self.effect.on)
        blow = Blow(target=name, power=POWER, seat=seat, types=("fire",), boostable=False)
        return Call(Damage(blow=blow), then=rest.each)


def around(p: Position, base: Disc) -> tuple[str, ...]:
    """Everybody within 2 inches of a base, by distance and name."""
    found = []
    for name, m in p.state.models.items():
        other = disc(p, m)
        gap = max(0.0, ((other.x - base.x) ** 2 + (other.y - base.y) ** 2) ** 0.5 - other.r - base.r)
        if gap <= REACH + 1:
            found.append((round(gap), name))
    return tuple(name for _, name in sorted(found))


class Cow(Frame, frozen=True, kw_only=True):
    effect: Effect

    def start(self, d: Draft) -> Next:
        d.emit(EffectEnded(effect=self.effect, cite=self.effect.cite))
        who = self.effect.on
        there = who in d.state.models or (who in d.state.units and d.state.units[who].members)
        if not there:
            return Return()
        cite = d.rules.cite("other command checks")
        return Call(CheckEach(left=checkers(d, who), threat=self.effect.source, cite=cite), then=self.finish)


def aftermath_owed(d: Draft) -> Frame | None:
    for effect in d.state.effects:
        if effect.name.startswith(f"{TANK} of "):
            return Burst(effect=effect)
        if effect.name == COWED:
            return Cow(effect=effect)
    return None
