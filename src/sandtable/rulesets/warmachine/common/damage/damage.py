"""Damage: the roll against ARM, the boxes it marks, and what becomes of a model that is out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Happen,
    Next,
    Option,
    Pool,
    Query,
    Return,
    Roll,
    Term,
    Value,
    Wait,
    choice,
)
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.grid import disabled, first_hurt, left, marked
from sandtable.rulesets.warmachine.common.state.asked_windows import BOOST_DAMAGE
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, Disabled, Happened
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import BY_MARSHAL, affords, has_choice, settle

BOOST, ROLL = "boost", "roll"
POWERFUL = "powerful"  # the mark of an attack all of whose rolls are boosted


class Blow(Value, frozen=True, kw_only=True, cache_hash=True):
    """Damage about to be rolled for: how strong, from where, and who may add to it."""

    target: str
    power: int  # POW, P+S or STR, before ARM
    seat: int  # who rolls
    dice: int = 2
    strike: Strike | None = None
    origin: str = ""  # the model it comes from
    point: tuple[int, int] | None = None  # the point it comes from, for blasts
    types: tuple[str, ...] = ()
    boostable: bool = True
    boosted: bool = False
    critical: bool = False
    blast: bool = False
    topic: str = ""  # what the rulebook has it under, where it is no attack with a weapon or spell
    collided: str = ""  # what the rulebook has the die of a collision under; empty: there is none

    @property
    def by_power_attack(self) -> bool:
        return self.strike is not None and self.strike.power != ""

    @property
    def subject(self) -> str:
        """What the rulebook has its power under."""
        if self.by_power_attack:
            return "damage of power attacks"
        if self.topic:
            return self.topic
        if self.blast:
            return "blast damage"
        return "damage roll" if self.strike is None else f"{self.strike.kind} damage"


class Armour(Query, frozen=True):
    """What a damage roll must exceed."""

    model: str
    blow: Blow

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(card(p, self.model).stats["ARM"], "ARM", p.rules.cite("damage roll"), "base")


class DamageDice(Query, frozen=True):
    """How many dice are rolled for damage."""

    blow: Blow

    def base(self, p: Position) -> Iterator[Term]:
        topic = self.blow.topic if self.blow.by_power_attack else ""
        plain = self.blow.dice - self.blow.boosted
        yield Term(plain, "damage dice", p.rules.cite(topic or "damage roll"), "base")
        if self.blow.boosted:
            yield Term(1, "boosted", p.rules.cite("boosting a roll"))
        if self.blow.collided:
            yield Term(1, "collision", p.rules.cite(self.blow.collided))


class DamagePower(Query, frozen=True):
    """What is added to the damage dice."""

    blow: Blow

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(self.blow.power, "POW", p.rules.cite(self.blow.subject), "base")


class Unhurt(Happened, frozen=True, kw_only=True):
    """A damage roll did nothing."""

    def line(self, p: Position) -> str:
        return say("{who} is unhurt", who=self.who)


class Damage(Frame, frozen=True, kw_only=True):
    """One damage roll. Returns the points suffered."""

    blow: Blow
    points: int = 0

    def start(self, d: Draft) -> Next:
        if self.blow.target not in d.state.models:
            return Return(0)
        strike = self.blow.strike
        payer = strike.attacker if strike is not None and strike.activated else ""
        if strike is not None and POWERFUL in strike.marks and self.blow.boostable and not self.blow.boosted:
            return self.but(blow=self.blow.but(boosted=True, dice=self.blow.dice + 1)).roll(d)
        if self.blow.boostable and not self.blow.boosted and may_boost(d, payer):
            cite = d.rules.cite("boosting a roll")
            prompt = say("boost the damage roll of {payer} against {target}", payer=payer, target=self.blow.target)
            ask = Ask(
                self.blow.seat,
                prompt,
                boosts(d, payer, cite, self.blow),
                ROLL,
                cite,
                about=(payer, self.blow.target),
                window=BOOST_DAMAGE,
            )
            return Wait(ask, then=self.asked)
        return self.roll(d)

    def asked(self, d: Draft, key: str) -> Next:
        if key == ROLL:
            return self.roll(d)
        assert self.blow.strike is not None
        payer, marshalled = self.blow.strike.attacker, key == BOOST + BY_MARSHAL
        settle(d, payer, 1, "a boosted damage roll", d.rules.cite("boosting a roll"), marshalled)
        return self.but(blow=self.blow.but(boosted=True, dice=self.blow.dice + 1)).roll(d)

    def roll(self, d: Draft) -> Next:
        blow = self.blow
        terms = (*d.terms(DamageDice(blow)), *d.terms(DamagePower(blow)), *d.terms(Armour(blow.target, blow)))
        pool = Pool("damage", (("d6", max(0, d.value(DamageDice(blow)))),), blow.seat, terms)
        return Wait(
            Roll(say("damage to {target}", target=blow.target), (pool,), cite=d.rules.cite("damage roll")),
            then=self.rolled,
        )

    def rolled(self, d: Draft, total: int) -> Next:
        blow = self.blow
        points = int(total + d.value(DamagePower(blow)) - d.value(Armour(blow.target, blow)))
        barred = d.forbidden(Damage, blow)
        if points <= 0 or barred is not None:
            d.emit(Unhurt(who=blow.target, cite=barred.cite if barred else d.rules.cite("damage suffered")))
            return Return(0)
        harm = Harm(target=blow.target, points=points, seat=blow.seat, blow=blow)
        return Call(harm, then=self.but(points=points).told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.points)


class Harm(Frame, frozen=True, kw_only=True):
    """Points of damage are marked; a warjack rolls for the column first."""

    target: str
    points: int
    seat: int
    blow: Blow | None = None
    column: int = 0
    topic: str = "damage suffered"

    def start(self, d: Draft) -> Next:
        if self.target not in d.state.models:
            return Return()
        if not card(d, self.target).grid:
            return self.mark(d, 1)
        pool = Pool("column", (("d6", 1),), self.seat)
        return Wait(
            Roll(say("column of {target}", target=self.target), (pool,), cite=d.rules.cite("damage column")),
            then=self.mark,
        )

    def mark(self, d: Draft, column: int) -> Next:
        printed, status = card(d, self.target), d.state.status[self.target]
        after = marked(printed, status.marks, int(column) - 1, self.points)
        newly = disabled(printed, after) - disabled(printed, status.marks)
        suffered = min(self.points, left(printed, status.marks))
        d.emit(
            Damaged(
                who=self.target,
                points=suffered,
                marks=after,
                systems=tuple(sorted(newly)),
                strike=self.blow.strike if self.blow else None,
                critical=self.blow is not None and self.blow.critical,
                column=first_hurt(status.marks, after, int(column) - 1) if printed.grid else 0,
                cite=d.rules.cite(self.topic),
            )
        )
        return self.but(column=int(column)).check(d)

    def check(self, d: Draft) -> Next:
        lose = loss_of(d, self.target, self.blow.strike if self.blow else None)
        return Return() if lose is None else Call(lose, then=self.finish)


def loss_of(p: Position, model: str, strike: Strike | None) -> Lose | None:
    """How a model leaves the table, if its damage puts it out."""
    loss = p.rules.edition.loss
    if model not in p.state.models or not loss.is_out(p, model, p.state.status[model].marks):
        return None
    by, weapon = (strike.attacker, strike.weapon) if strike else ("", "")
    return Lose(model=model, by=by, weapon=weapon)


class Lose(Frame, frozen=True, kw_only=True):
    """A model goes through the edition's stages: disabled, boxed, destroyed. Each may be replaced or answered."""

    model: str
    by: str = ""
    weapon: str = ""
    stage: int = 0

    def start(self, d: Draft) -> Next:
        stages = d.rules.edition.loss.stages
        if self.stage == len(stages) or self.model not in d.state.models:
            return Return()
        topic = "warjacks out of the fight" if card(d, self.model).kind == "warjack" else "destroyed"
        event = stages[self.stage](who=self.model, by=self.by, weapon=self.weapon, cite=d.rules.cite(topic))
        if isinstance(event, Destroyed):
            event = event.but(at=d.state.models[self.model].at)
        return Call(Happen(event=event), then=self.but(stage=self.stage + 1).happened)

    def happened(self, d: Draft, event: Disabled | None = None) -> Next:
        """Whatever replaced the stage ends the sequence."""
        if event is None or type(event) is not d.rules.edition.loss.stages[self.stage - 1]:
            return Return()
        return self.start(d)


class Boost(Choice, frozen=True):
    """Whether to boost the attack roll of a strike, or the damage roll of a blow."""

    strike: Strike | None = None
    blow: Blow | None = None


def boosts(p: Position, payer: str, cite: str, roll: Strike | Blow) -> Boost:
    """To roll, to boost, or to boost by the marshal's benefit where there is focus besides."""
    more = (BOOST + BY_MARSHAL,) if has_choice(p, payer, 1, "boost") else ()
    plain = Option(ROLL, cite=cite, verb=ROLL, ends=True)
    offered = (plain, *choice(BOOST, *more, cite=cite).offered)
    return Boost(offered, strike=roll) if isinstance(roll, Strike) else Boost(offered, blow=roll)


def may_boost(p: Position, payer: str) -> bool:
    """Whether a model in its activation has focus for a boost."""
    return bool(payer) and payer in p.state.models and affords(p, payer, 1, "boost")
