"""One attack on one target: declare, measure, roll, what the hit does, damage."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Next, OneOf, OneOfMany, Pool, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll, Reading, WholeAttack
from sandtable.rulesets.warmachine.common.attacks.ranges import in_reach, misses_by_itself, short_by
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.measuring.engagement import in_melee
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.events import Declared, Happened, Struck, Unaffected
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import stat


class Hit(Happened, frozen=True, kw_only=True):
    """A model is hit: what weapons and spells do on a hit follows before damage."""

    strike: Strike
    critical: bool = False
    direct: bool = True  # not by the blast of an area

    def line(self, p: Position) -> str:
        return say("{who} is critically hit" if self.critical else "{who} is hit", who=self.who)


class Attack(WholeAttack, frozen=True, kw_only=True):
    """One attack. Returns whether it hit its target."""

    strike: Strike
    critical: bool = False
    hit: bool = False
    reading: Any = None
    strayed: bool = False
    boosted: bool = False  # the roll that missed was boosted, and so is the one against the model in the way

    def start(self, d: Draft) -> Next:
        strike = self.strike
        what = strike.special or strike.power or strike.spell or strike.weapon
        cite = d.rules.cite("stray shots") if self.strayed else d.rules.cite("declaring an attack")
        d.emit(Declared(who=strike.attacker, what=what, target=strike.target, through=strike.origin, cite=cite))
        if why := misses_by_itself(d, strike):
            short = short_by(d, strike)
            d.emit(Struck(who=strike.target, by=strike.attacker, rolled=False, short_by=short, cite=why))
            return self.stray(d, None) if in_reach(d, strike) else self.over(d)
        return Call(AttackRoll(strike=strike, boosted=self.boosted, again=self.strayed), then=self.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, reading: Reading | None, boosted: bool = False) -> Next:
        if not hit:
            return self.but(boosted=boosted).stray(d, reading)
        return self.but(critical=critical, hit=True).struck(d)

    def struck(self, d: Draft) -> Next:
        """What the hit does comes first, then damage."""
        d.emit(Hit(who=self.strike.target, strike=self.strike, critical=self.critical, cite=d.rules.cite("hits")))
        if not deals_damage(d, self.strike):
            return self.over(d)
        return Call(Damage(blow=blow_of(d, self.strike, self.critical)), then=self.damaged)

    def damaged(self, d: Draft, points: int) -> Next:
        return self.over(d)

    def stray(self, d: Draft, reading: Reading | None) -> Next:
        """A shot that misses a model in melee may hit another one in it."""
        strike = self.strike
        if (
            strike.kind == MELEE
            or self.strayed
            or strike.target not in d.state.models
            or not in_melee(d, strike.target)
        ):
            return self.over(d)
        victims = d.rules.edition.straying.victims(d, strike)
        if not victims:
            return self.over(d)
        me = self.but(reading=reading, strayed=True)
        if len(victims) == 1:
            return me.picked(d, 1)
        seat, few = d.state.status[strike.attacker].seat, len(victims) <= 6
        pool = Pool("stray shot", (("d6", 1 if few else 2),), seat)
        pick = OneOf(len(victims)) if few else OneOfMany(len(victims))
        roll = Roll("who is hit instead", (pool,), pick, d.rules.cite("stray shots"))
        return Wait(roll, then=me.picked)

    def picked(self, d: Draft, number: int) -> Next:
        victims = d.rules.edition.straying.victims(d, self.strike)
        victim = victims[int(number) - 1]
        frame = d.rules.edition.straying.again(self.strike, victim, self.reading, self.boosted)
        return Call(frame, then=self.but(reading=None).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.hit)


def affects(p: Position, strike: Strike | None, model: str) -> bool:
    """Whether what an attack does to a model besides damage takes effect on it."""
    return p.forbidden("affected", model, strike) is None


def takes_effect(d: Draft, strike: Strike | None, model: str) -> bool:
    """Whether it does; if it does not, the table is told by which rule."""
    if why := d.forbidden("affected", model, strike):
        d.emit(Unaffected(who=model, cite=why.cite))
    return why is None


def deals_damage(p: Position, strike: Strike) -> bool:
    if strike.spell:
        return p.rules.cards.spells[strike.spell].pow > 0
    return not strike.special


def power_of(p: Position, strike: Strike) -> int:
    """POW of a shot or spell; P+S of a melee weapon; STR of a power attack."""
    if strike.spell:
        return p.rules.cards.spells[strike.spell].pow
    weapon = weapon_of(p, strike)
    strength = stat(p, strike.attacker, "STR") if strike.kind == MELEE else 0
    return strength + (weapon.pow if weapon else 0)


def blow_of(p: Position, strike: Strike, critical: bool = False) -> Blow:
    """The damage roll of a direct hit."""
    return Blow(
        target=strike.target,
        power=power_of(p, strike),
        seat=p.state.status[strike.attacker].seat,
        strike=strike,
        origin=strike.source,
        types=types_of(p, strike),
        boostable=not (strike.charge or strike.free),
        critical=critical,
    )


def types_of(p: Position, strike: Strike) -> tuple[str, ...]:
    """The kinds of damage it does: fire, cold, magical, ..."""
    if strike.spell:
        return (*p.rules.cards.spells[strike.spell].types, "magical")
    weapon = weapon_of(p, strike)
    traits = weapon.traits if weapon else ()
    found = tuple(t.removeprefix("damage_type_") for t in traits if t.startswith("damage_type_"))
    return (*found, "magical") if "magical_weapon" in traits else found
