"""The attack roll: 2d6 and skill against DEF, boosted by choice before it is thrown.

All ones miss, all sixes hit, two equal dice of a hit are critical. A hit without a roll is never critical.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core import Ask, Choice, Frame, Next, Option, Pair, Pool, Query, Return, Roll, Term, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import BOOST, POWERFUL, ROLL, boosts, may_boost
from sandtable.rulesets.warmachine.common.state.asked_windows import BOOST_ATTACK, CRITICAL
from sandtable.rulesets.warmachine.common.state.cards import MAGIC, MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card, is_down, is_helpless
from sandtable.rulesets.warmachine.common.state.events import Struck
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import Stat, bonuses
from sandtable.rulesets.warmachine.common.turn.activity import BY_MARSHAL, settle

SKILL = {MELEE: "MAT", MAGIC: "FOC"}
Reading = tuple[int, bool, bool, bool]  # total, two alike, all ones, all sixes
NO_ROLL = "no roll"


class AttackBonus(Query, frozen=True):
    """What is added to the attack dice."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        skill = SKILL.get(self.strike.kind, "RAT")
        cite = p.rules.cite(f"{self.strike.kind} skill")
        for term in p.terms(Stat(self.strike.attacker, skill)):
            yield Term(term.value, skill, cite, "base") if term.op == "base" else term
        if self.strike.bonus:
            yield Term(self.strike.bonus, self.strike.power or self.strike.special, bonus_rule(p, self.strike))
        yield from bonuses(p, self.strike.attacker, "ATTACK")


def bonus_rule(p: Position, strike: Strike) -> str:
    """The rule on what a kind of power attack adds to its roll, or takes from it."""
    if strike.power == "head-butt":
        return p.rules.cite("attack roll of a head-butt")
    if strike.power == "slam":
        return p.rules.cite("attack roll of a slam")
    if strike.power == "bash":
        return p.rules.cite("a short slam")
    return p.rules.cite("attack roll of a throw") if strike.power == "throw" else p.rules.cite("attack roll")


class AttackDice(Query, frozen=True):
    """How many dice an attack roll has, boosts apart."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(2, "attack dice", p.rules.cite(f"{self.strike.kind} hits"), "base")
        if POWERFUL in self.strike.marks:
            yield Term(1, "boosted", p.rules.cite("boosting a roll"))


class Defence(Query, frozen=True):
    """What an attack roll must reach. Several base values: the lowest counts."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        printed = card(p, self.strike.target).stats["DEF"]
        yield Term(printed, "DEF", p.rules.cite(f"{self.strike.kind} hits"), "base")
        yield from bonuses(p, self.strike.target, "DEF", self.strike.kind)

    def bases(self, values: Sequence[int]) -> int:
        return min(values)


class WholeAttack(Frame, frozen=True, kw_only=True):
    """Base of the frames that make attack rolls and see to what follows. Odds asked within one count all of it."""


class AttackRoll(Frame, frozen=True, kw_only=True):
    """One attack roll against one target. Returns whether it hit, whether critically, what the dice read, and whether
    it was boosted."""

    strike: Strike
    boosted: bool = False
    certain: bool = False  # it hits whatever is thrown: the dice only look for a critical
    again: bool = False  # rolled again: boosted or not, as it was the first time

    def start(self, d: Draft) -> Next:
        strike = self.strike
        if hits_by_itself(d, strike):
            automatic = d.rules.edition.automatic_hits
            if not (automatic.may_look_for_critical(strike) and has_critical(d, strike)):
                return self.hit_without_dice(d)
            return self.but(certain=True).look_for_critical(d)
        payer = strike.attacker if strike.activated else ""
        if not self.again and not strike.free and POWERFUL not in strike.marks and may_boost(d, payer):
            cite = d.rules.cite("boosting a roll")
            prompt = say("boost the attack roll of {payer} against {target}", payer=payer, target=strike.target)
            seat = d.state.status[strike.attacker].seat
            about = (payer, strike.target)
            ask = Ask(seat, prompt, boosts(d, payer, cite, strike), ROLL, cite, about=about, window=BOOST_ATTACK)
            return Wait(ask, then=self.asked)
        return self.roll(d)

    def hit_without_dice(self, d: Draft) -> Next:
        who, by = self.strike.target, self.strike.attacker
        d.emit(Struck(who=who, by=by, hit=True, rolled=False, cite=certain_by(d, self.strike)))
        return Return(True, False, None, False)

    def look_for_critical(self, d: Draft) -> Next:
        """An automatic hit may be rolled for anyway, boosted or not."""
        strike, cite = self.strike, d.rules.cite("rolling for a critical")
        able = strike.activated and not strike.free and POWERFUL not in strike.marks and may_boost(d, strike.attacker)
        more = boosts(d, strike.attacker, cite, strike).options(d)[1:] if able else ()
        none = Option(NO_ROLL, cite=cite, verb=NO_ROLL, ends=True)
        domain = Choice((none, Option(ROLL, cite=cite, verb=ROLL), *more))
        prompt = say("look for a critical hit of {by} on {target}", by=strike.attacker, target=strike.target)
        seat = d.state.status[strike.attacker].seat
        about = (strike.attacker, strike.target)
        return Wait(Ask(seat, prompt, domain, ROLL, cite, about=about, window=CRITICAL), then=self.asked)

    def asked(self, d: Draft, key: str) -> Next:
        if key == NO_ROLL:
            return self.hit_without_dice(d)
        if key == ROLL:
            return self.roll(d)
        payer, marshalled = self.strike.attacker, key == BOOST + BY_MARSHAL
        settle(d, payer, 1, "a boosted attack roll", d.rules.cite("boosting a roll"), marshalled)
        return self.but(boosted=True).roll(d)

    def roll(self, d: Draft) -> Next:
        strike = self.strike
        boost = (Term(1, "boosted", d.rules.cite("boosting a roll")),) if self.boosted else ()
        terms = (*d.terms(AttackDice(strike)), *boost, *d.terms(AttackBonus(strike)), *d.terms(Defence(strike)))
        dice = max(0, d.value(AttackDice(strike)) + self.boosted)
        pool = Pool("attack", (("d6", dice),), d.state.status[strike.attacker].seat, terms)
        purpose = say("{attacker} attacks {target}", attacker=strike.attacker, target=strike.target)
        return Wait(Roll(purpose, (pool,), Pair(), d.rules.cite(f"{strike.kind} hits")), then=self.rolled)

    def rolled(self, d: Draft, reading: Reading) -> Next:
        dice = max(0, d.value(AttackDice(self.strike)) + self.boosted)
        hit, critical = judged(d, self.strike, reading, dice, self.certain)
        return Return(hit, critical, reading, self.boosted)


def judged(d: Draft, strike: Strike, reading: Reading, dice: int, certain: bool = False) -> tuple[bool, bool]:
    """Whether the dice hit, and whether critically; the table is told."""
    thrown, pair, ones, sixes = reading
    total, against = thrown + d.value(AttackBonus(strike)), d.value(Defence(strike))
    cite = d.rules.cite(f"{strike.kind} hits")
    if certain:
        hit, critical, cite = True, bool(pair and not ones), certain_by(d, strike)
    elif ones:
        hit, critical, cite = False, False, d.rules.cite("all ones miss")
    elif sixes and dice > 1:
        hit, critical, cite = True, bool(pair), d.rules.cite("all sixes hit")
    else:
        hit = bool(total >= against)
        critical = bool(hit and pair)
    if critical:
        cite = d.rules.cite("critical hits")
    d.emit(
        Struck(
            who=strike.target,
            by=strike.attacker,
            total=int(total),
            against=int(against),
            hit=hit,
            critical=critical,
            cite=cite,
        )
    )
    return hit, critical


def hits_by_itself(p: Position, strike: Strike) -> bool:
    """Melee attacks hit a stationary target without a roll."""
    return strike.kind == MELEE and is_helpless(p, strike.target)


def certain_by(p: Position, strike: Strike) -> str:
    """By which rule it does."""
    if is_down(p, strike.target):
        return p.rules.cite("automatic hits in melee")
    return p.rules.cite("automatic hits on the stationary")


def has_critical(p: Position, strike: Strike) -> bool:
    weapon = weapon_of(p, strike)
    return weapon is not None and any(trait.startswith("critical_") for trait in weapon.traits)
