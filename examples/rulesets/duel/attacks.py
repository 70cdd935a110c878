"""Attacks: who may be struck or thrown at, the attack roll with its tricks, damage and destruction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from duel.menus import Menu
from duel.state import Happened, Model, Table, book, knocked_down
from sandtable.core import (
    Call,
    Draft,
    EffectBegan,
    Frame,
    Happen,
    Next,
    Option,
    Pair,
    Pool,
    Query,
    Refusal,
    Return,
    Roll,
    Settle,
    Term,
    Value,
    Wait,
    Window,
)
from sandtable.core.position import Position
from sandtable.geometry.arcs import in_front
from sandtable.geometry.distance import gap, within
from sandtable.geometry.shapes import Segment
from sandtable.geometry.units import MILLI, text

REACH = 1 * MILLI
RANGE = 8 * MILLI
KNIFE_POWER = 9


class Strike(Value, frozen=True):
    """The subject of an attack: what abilities and tricks look at and replace."""

    attacker: str
    target: str
    thrown: bool = False
    free: bool = False  # a free strike
    dice: int = 2  # of the damage roll
    tricks: tuple[str, ...] = ()


class Attacking(Query, frozen=True):
    """What is added to the attack roll."""

    strike: Strike

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(p.state.models[self.strike.attacker].profile.skill, "skill", "DU-ATK-1", "base")


class Defence(Query, frozen=True):
    """What the attack roll must reach."""

    strike: Strike

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(p.state.models[self.strike.target].profile.defence, "defence", "DU-ATK-1", "base")


class Harm(Query, frozen=True):
    """What is added to the damage roll: power less armour."""

    strike: Strike

    def base(self, p: Position) -> Iterable[Term]:
        attacker, target = (p.state.models[n].profile for n in (self.strike.attacker, self.strike.target))
        yield Term(KNIFE_POWER if self.strike.thrown else attacker.power, "power", "DU-DMG-1", "base")
        yield Term(-target.armour, "armour", "DU-DMG-1")


def in_wood(p: Position, model: Model) -> bool:
    return any(within(model.base, wood, 0) for wood in p.state.shapes("wood"))


def sees(p: Position, a: Model, b: Model) -> bool:
    line = Segment(a.x, a.y, b.x, b.y)
    screens = p.state.shapes("wall")
    if not in_wood(p, a) and not in_wood(p, b):
        screens += p.state.shapes("wood")
    return not any(within(line, screen, 0) for screen in screens)


def not_in_front(a: Model, b: Model) -> Refusal | None:
    return None if in_front(a.base, a.facing, b.base) else Refusal(f"{b.name} is behind {a.name}", "DU-GEO-2")


def too_far(a: Model, b: Model, limit: int, cite: str) -> Refusal | None:
    if within(a.base, b.base, limit):
        return None
    by = round(gap(a.base, b.base)) - limit
    return Refusal(f"{b.name} is too far: {text(by)} in beyond {text(limit)} in", cite, short_by=by)


def why_not_strike(p: Position, a: Model, b: Model) -> Refusal | None:
    return not_in_front(a, b) or too_far(a, b, REACH, "DU-MELEE-1")


def why_not_throw(p: Position, a: Model, b: Model) -> Refusal | None:
    if not a.knives:
        return Refusal(f"{a.name} has no knife left", "DU-THROW-1")
    refusal = not_in_front(a, b)
    if refusal is None and book(p).measure_first:
        refusal = too_far(a, b, RANGE, "DU-THROW-3")
    if refusal is None and not sees(p, a, b):
        refusal = Refusal(f"{a.name} does not see {b.name}", "DU-GEO-3")
    return refusal


DEEDS = {"strike": why_not_strike, "throw at": why_not_throw}


class Actions(Menu, frozen=True):
    """What a model may do once it has moved: attack an enemy, stand on guard, or nothing."""

    who: str

    def options(self, p: Position) -> tuple[Option, ...]:
        me = p.state.models[self.who]
        attacks = (
            Option(f"{deed} {foe.name}", about=(foe.name,))
            for foe in p.state.enemies(self.who)
            for deed, why_not in DEEDS.items()
            if why_not(p, me, foe) is None
        )
        return (*attacks, Option("guard", cite="DU-STANCE-1"), Option("nothing"))

    def sensible(self, p: Position, key: str) -> bool:
        return key not in ("guard", "nothing")

    def missing(self, p: Position, key: str) -> Refusal:
        for foe in p.state.enemies(self.who):
            for deed, why_not in DEEDS.items():
                if key == f"{deed} {foe.name}" and (refusal := why_not(p, p.state.models[self.who], foe)):
                    return refusal
        return super().missing(p, key)


class KnifeThrown(Happened, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, knives=state.models[self.who].knives - 1)

    def line(self, p: Position) -> str:
        return f"{self.who} throws a knife"


class Struck(Happened, frozen=True, kw_only=True):
    """How an attack on somebody came out."""

    by: str
    total: int = 0
    against: int = 0
    hit: bool = False
    critical: bool = False

    def line(self, p: Position) -> str:
        how = "critically hits" if self.critical else "hits" if self.hit else "misses"
        return f"{self.by} {how} {self.who}" + (f": {self.total} against {self.against}" if self.against else "")


class Hurt(Happened, frozen=True, kw_only=True):
    points: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, health=max(0, state.models[self.who].health - self.points))

    def line(self, p: Position) -> str:
        return f"{self.who} takes {self.points} damage"


class Destroyed(Happened, frozen=True, kw_only=True):
    seat: int
    by: str = ""  # whoever did it hand to hand

    def apply(self, state: Table) -> Table:
        models = {name: m for name, m in state.models.items() if name != self.who}
        return state.but(models=models, effects=tuple(e for e in state.effects if e.on != self.who))

    def line(self, p: Position) -> str:
        return f"{self.who} is destroyed"


class Attack(Frame, frozen=True, kw_only=True):
    """One attack. Returns whether it hit."""

    strike: Strike
    hit: bool = False

    def start(self, d: Draft) -> Next:
        strike, table = self.strike, d.state
        if strike.thrown:
            d.emit(KnifeThrown(who=strike.attacker, cite="DU-THROW-1"))
            if too_far(table.models[strike.attacker], table.models[strike.target], RANGE, "DU-THROW-2"):
                d.emit(Struck(who=strike.target, by=strike.attacker, cite="DU-THROW-2"))
                return self.over(d)
        holders = tuple(seat for seat in d.rules.order(table) if table.tricks[seat].hand)
        window = Window(
            name="tricks", subject=strike, seats=holders, cite="DU-TRICK-3", always=True, once=True, secret=True
        )
        return Call(window, then=self.roll)

    def roll(self, d: Draft, strike: Strike) -> Next:
        dice = book(d).free_strike_dice if strike.free else 2
        reasons = d.terms(Attacking(strike)) + d.terms(Defence(strike))
        pool = Pool("attack", (("d6", dice),), d.state.models[strike.attacker].seat, reasons)
        return Wait(Roll("attack", (pool,), Pair(), "DU-ATK-1"), then=self.but(strike=strike).rolled)

    def rolled(self, d: Draft, reading: tuple[int, bool, bool, bool]) -> Next:
        thrown, pair, all_ones, all_sixes = reading
        total, against = thrown + d.value(Attacking(self.strike)), d.value(Defence(self.strike))
        hit = all_sixes or (total >= against and not all_ones)
        critical = hit and pair
        strike = self.strike
        cite = "DU-ATK-2" if all_ones or all_sixes else "DU-ATK-3" if critical else "DU-ATK-1"
        d.emit(
            Struck(
                who=strike.target,
                by=strike.attacker,
                total=total,
                against=against,
                hit=hit,
                critical=critical,
                cite=cite,
            )
        )
        if not hit:
            return self.over(d)
        if critical:
            strike = book(d).critical(d, strike)
        return Call(Damage(strike=strike), then=self.but(hit=True).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.hit)


def critical_bites(d: Draft, strike: Strike) -> Strike:
    return strike.but(dice=strike.dice + 1)


def critical_fells(d: Draft, strike: Strike) -> Strike:
    d.emit(EffectBegan(effect=knocked_down(strike.target, "DU-ATK-5"), cite="DU-ATK-5"))
    return strike


class Damage(Frame, frozen=True, kw_only=True):
    strike: Strike
    last: bool = False  # a last blow gives rise to none
    cite: str = "DU-DMG-1"

    def start(self, d: Draft) -> Next:
        terms = d.terms(Harm(self.strike))
        pool = Pool("damage", (("d6", self.strike.dice),), d.state.models[self.strike.attacker].seat, terms)
        return Wait(Roll("damage", (pool,), cite=self.cite), then=self.rolled)

    def rolled(self, d: Draft, thrown: int) -> Next:
        strike, points = self.strike, max(0, thrown + d.value(Harm(self.strike)))
        d.emit(Hurt(who=strike.target, points=points, cite=self.cite))
        target = d.state.models[strike.target]
        if target.health:
            return Return()
        by = "" if strike.thrown or self.last else strike.attacker
        event = Destroyed(who=target.name, seat=target.seat, by=by, cite="DU-DMG-2")
        return Call(Happen(event=event), then=self.finish)
