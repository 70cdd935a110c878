"""Attacks: who may be struck or thrown at, the attack roll with its tricks, damage and destruction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from duel.common.menus import Menu
from duel.common.state import Draft, Happened, Model, Position, Table
from sandtable.core import (
    Call,
    Check,
    Checks,
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
    WindowName,
    allowed,
    refusal,
)
from sandtable.core.cues import AnyCue, Gone
from sandtable.core.cues import Struck as Blow
from sandtable.core.texts import say
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


TRICKS_PLAYED = WindowName("tricks", Strike, "play a trick")


class Attacking(Query, frozen=True):
    """What is added to the attack roll."""

    strike: Strike

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(p.rules.models[self.strike.attacker].skill, "skill", "DU-ATK-1", "base")


class Defence(Query, frozen=True):
    """What the attack roll must reach."""

    strike: Strike

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(p.rules.models[self.strike.target].defence, "defence", "DU-ATK-1", "base")


class Harm(Query, frozen=True):
    """What is added to the damage roll: power less armour."""

    strike: Strike

    def base(self, p: Position) -> Iterable[Term]:
        attacker, target = (p.rules.models[n] for n in (self.strike.attacker, self.strike.target))
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


def beyond_by(a: Model, b: Model, limit: int) -> int:
    """How much farther than a limit, base to base; 0 within it (DU-GEO-1)."""
    return 0 if within(a.base, b.base, limit) else round(gap(a.base, b.base)) - limit


def too_far(b: Model, by: int, limit: int, cite: str) -> Refusal:
    return Refusal(
        say("{name} is too far: {by} in beyond {limit} in", name=b.name, by=text(by), limit=text(limit)),
        cite,
        short_by=by,
    )


IN_FRONT = Check(
    lambda p, a, b: not in_front(a.base, a.facing, b.base),
    lambda p, a, b: Refusal(say("{name} is behind {name_2}", name=b.name, name_2=a.name), "DU-GEO-2"),
)
IN_REACH = Check(
    lambda p, a, b: beyond_by(a, b, REACH) > 0,
    lambda p, a, b: too_far(b, beyond_by(a, b, REACH), REACH, "DU-MELEE-1"),
)
HAS_KNIFE = Check(
    lambda p, a, b: not a.knives,
    lambda p, a, b: Refusal(say("{name} has no knife left", name=a.name), "DU-THROW-1"),
)
IN_RANGE = Check(
    lambda p, a, b: beyond_by(a, b, RANGE) > 0,
    lambda p, a, b: too_far(b, beyond_by(a, b, RANGE), RANGE, p.rules.cite("range of a throw")),
)
IN_SIGHT = Check(
    lambda p, a, b: not sees(p, a, b),
    lambda p, a, b: Refusal(say("{name} does not see {name_2}", name=a.name, name_2=b.name), "DU-GEO-3"),
)
STRIKING: Checks = (IN_FRONT, IN_REACH)


def attack_kinds(p: Position) -> dict[str, Checks]:
    """What a model may do to an enemy, and what may be in the way of it."""
    return {"strike": STRIKING, "throw at": p.rules.edition.throwing}


class Actions(Menu, frozen=True):
    """What a model may do once it has moved: attack an enemy, stand on guard, or nothing."""

    who: str

    def options(self, p: Position) -> tuple[Option, ...]:
        me, kinds = p.state.models[self.who], attack_kinds(p)
        attacks = (o for o in self.sought(p) if allowed(kinds[o.verb], p, me, p.state.models[o.target]))
        guard = Option("guard", cite="DU-STANCE-1", verb="guard", actor=self.who)
        return (*attacks, guard, Option("nothing", verb="nothing", actor=self.who, ends=True))

    def sought(self, p: Position) -> tuple[Option, ...]:
        """Every enemy, hand to hand and with a knife."""
        return tuple(
            Option(f"{kind} {foe.name}", verb=kind, actor=self.who, target=foe.name, odds=True)
            for foe in p.state.enemies(self.who)
            for kind in attack_kinds(p)
        )

    def sensible(self, p: Position, key: str) -> bool:
        return key not in ("guard", "nothing")

    def missing(self, p: Position, key: str) -> Refusal:
        for foe in p.state.enemies(self.who):
            for kind, checks in attack_kinds(p).items():
                if key == f"{kind} {foe.name}" and (why := refusal(checks, p, p.state.models[self.who], foe)):
                    return why
        return super().missing(p, key)


class KnifeThrown(Happened, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, knives=state.models[self.who].knives - 1)

    def line(self, p: Position) -> str:
        return say("{who} throws a knife", who=self.who)


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

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        return (Blow(actor=self.by, target=self.who, hit=self.hit),)


class Hurt(Happened, frozen=True, kw_only=True):
    points: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, health=max(0, state.models[self.who].health - self.points))

    def line(self, p: Position) -> str:
        return say("{who} takes {points} damage", who=self.who, points=self.points)


class Destroyed(Happened, frozen=True, kw_only=True):
    seat: int
    by: str = ""  # whoever did it hand to hand

    def apply(self, state: Table) -> Table:
        models = {name: m for name, m in state.models.items() if name != self.who}
        return state.but(models=models, effects=tuple(e for e in state.effects if e.on != self.who))

    def line(self, p: Position) -> str:
        return say("{who} is destroyed", who=self.who)

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        return (Gone(piece=self.who, how="destroyed"),)


class Attack(Frame, frozen=True, kw_only=True):
    """One attack. Returns whether it hit."""

    strike: Strike
    hit: bool = False

    def start(self, d: Draft) -> Next:
        strike, table = self.strike, d.state
        if strike.thrown:
            d.emit(KnifeThrown(who=strike.attacker, cite="DU-THROW-1"))
            if beyond_by(table.models[strike.attacker], table.models[strike.target], RANGE):
                d.emit(Struck(who=strike.target, by=strike.attacker, cite=d.rules.cite("range of a throw")))
                return self.over(d)
        holders = tuple(seat for seat in d.rules.order(table) if table.tricks[seat].hand)
        window = TRICKS_PLAYED.opened(d, strike, seats=holders, cite="DU-TRICK-3", always=True, once=True, secret=True)
        return Call(window, then=self.roll)

    def roll(self, d: Draft, strike: Strike) -> Next:
        dice = d.rules.edition.free_strike_dice.value if strike.free else 2
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
            strike = d.rules.edition.critical.hit(d, strike)
        return Call(Damage(strike=strike), then=self.but(hit=True).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.hit)


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
