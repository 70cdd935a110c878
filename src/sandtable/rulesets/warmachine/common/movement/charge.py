"""Charging: declared at an enemy in sight before anything is measured, then a straight line to bring it within reach.

A charge that does not get there, or meets what the edition says ends it, ends the activation.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from sandtable.core import Ask, Call, Flag, Frame, Next, Option, Query, Refusal, Return, Term, Wait
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.measuring.distance import is_ahead, near
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import foes_seen_by, in_the_way, seen_by
from sandtable.rulesets.warmachine.common.movement.advance import still_behind
from sandtable.rulesets.warmachine.common.movement.line_obstacles import starts_in_the_way
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from sandtable.rulesets.warmachine.common.movement.straight_moves import MODEL, TERRAIN, course, end_of
from sandtable.rulesets.warmachine.common.movement.travel import Lamed, Travel
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_helpless, is_up
from sandtable.rulesets.warmachine.common.state.events import Declared, Happened, Spot, Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import barred_by, bonuses, speed
from sandtable.rulesets.warmachine.common.turn.activity import (
    BY_MARSHAL,
    CHARGE,
    CHARGE_MINIMUM,
    MARSHAL,
    SLAM,
    Activity,
    FocusCost,
    affords,
    has_choice,
    lacks_focus,
    settle,
)
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, just_stood, no_movement

BONUS = 3


class ChargeMove(Query, frozen=True):
    """How far a charge goes, in thousandths: SPD and 3 inches."""

    model: str

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(speed(p, self.model), "SPD", p.rules.cite("length of a charge"), "base")
        yield Term(BONUS * MILLI, "charge", p.rules.cite("length of a charge"))
        for term in bonuses(p, self.model, "CHARGE"):
            yield term.but(value=term.value * MILLI)


class Charged(Happened, frozen=True, kw_only=True):
    """How a charge or a slam came out."""

    target: str
    far: int
    failed: bool = False
    move: str = "charge"

    def line(self, p: Position) -> str:
        return say(
            "{who}'s {move} fails" if self.failed else "{who}'s {move} reaches {target}",
            who=self.who,
            move=self.move,
            target=self.target,
        )


def only_lamed(p: Position, model: str) -> bool:
    """Whether a straight move that was cut short may still have reached its target."""
    return is_up(p, model) and p.holds(Lamed(model))


def gone(p: Position, model: str, path: tuple[Spot, ...]) -> int:
    """How far a straight move got."""
    return round(dist(path[0], p.state.models[model].at))


class Charge(Frame, frozen=True, kw_only=True):
    activity: Activity
    target: str
    path: tuple[Spot, ...] = ()
    far: int = 0
    meets: str = ""
    marshalled: bool = False

    @property
    def model(self) -> str:
        return self.activity.model

    def start(self, d: Draft) -> Next:
        domain, seat = self.declared(d), d.state.status[self.model].seat
        ask = Ask(
            seat, say("charge with {model}", model=self.model), domain, None, d.rules.cite("the line of a charge"),
            about=(self.model, self.target),
        )  # fmt: skip
        return Wait(ask, then=self.chosen)

    def declared(self, d: Draft) -> StraightAt:
        """Declare the charge and pay for it. Returns the choice of its line."""
        cite = d.rules.cite("length of a charge")
        d.emit(Declared(who=self.model, what=CHARGE, target=self.target, cite=cite))
        cost = d.value(FocusCost(self.model, CHARGE))
        settle(d, self.model, cost, CHARGE, d.rules.cite("charging costs a warjack focus"), self.marshalled)
        return charge_line(d, self.model, self.target)

    def chosen(self, d: Draft, line: tuple[int, int]) -> Next:
        way, far = line
        me = d.state.models[self.model]
        allowance, reach = d.value(ChargeMove(self.model)), d.value(MeleeRange(self.model))
        found = course(d, self.model, self.target, way, allowance, reach)
        meets = found.meets if far == found.most else ""
        d.emit(Turned(who=self.model, facing=way, cite=d.rules.cite("the direction of a charge")))
        path = (me.at, end_of(me.at, way, far))
        after = self.but(path=path, far=far, meets=meets)
        if path[0] == path[1]:
            return after.arrived(d, True)
        travel = Travel(model=self.model, path=path, cite=d.rules.cite("length of a charge"), charging=True)
        return Call(travel, then=after.arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        a = self.activity.but(moved=CHARGE, charged=self.target, far=self.far)
        if self.model not in d.state.models:
            return Return(a.but(over=True))
        a = still_behind(d, a, self.path)
        if frightened(d, self.model, self.path):
            return Return(a.but(over=True))
        meets = self.meets if whole else ""
        ended = meets == TERRAIN or (meets == MODEL and d.rules.edition.charging.fails_at_model())
        done = whole or only_lamed(d, self.model)
        a = a.but(far=self.far if whole else gone(d, self.model, self.path))
        reached = done and not ended and d.holds(ChargeReaches(self.model, self.target))
        cite = d.rules.cite("a charge attack") if a.far >= CHARGE_MINIMUM else d.rules.cite("a short charge")
        if not reached:
            cite = d.rules.cite("a charge that fails")
        if meets == TERRAIN:
            cite = d.rules.cite("terrain in the way of a charge")
        elif ended:
            cite = d.rules.cite("models in the way of a charge")
        elif not reached and ended_by_cripple(d, self.model, whole):
            cite = d.rules.cite("a charge ended by disabled movement")
        elif not whole and is_helpless(d, self.model):
            cite = d.rules.cite("a charge ended by a fall")
        d.emit(Charged(who=self.model, target=self.target, far=a.far, failed=not reached, cite=cite))
        if not reached:
            return Return(a.but(over=True))
        me, foe = d.state.models[self.model], d.state.models[self.target]
        d.emit(Turned(who=self.model, facing=bearing(me.at, foe.at), cite=d.rules.cite("facing after a charge")))
        return Return(a)


def charge_line(p: Position, model: str, target: str) -> StraightAt:
    """The choice of a charger's line."""
    return StraightAt(
        piece=model, target=target, most=p.value(ChargeMove(model)), reach=p.value(MeleeRange(model)),
        cite=p.rules.cite("the line of a charge"),
    )  # fmt: skip


class PlainCharge(Charge, frozen=True, kw_only=True):
    """A charge along a line that is settled, without a question."""

    line: tuple[int, int] | None = None  # None: the one that a charger takes by itself

    def start(self, d: Draft) -> Next:
        domain = self.declared(d)
        return self.chosen(d, domain.fallback(d) if self.line is None else self.line)


def ended_by_cripple(p: Position, model: str, whole: bool) -> bool:
    """Whether its movement was disabled on its way, which ends it there."""
    return not whole and is_up(p, model) and not p.rules.edition.charging.goes_on(p, model)


def frightened(p: Position, model: str, path: tuple[Spot, ...]) -> bool:
    """Whether it has come to the end of its way and flees from what is there: its charge did not fail."""
    return has(p, model, FLEEING) and p.state.models[model].at == path[-1]


class NamesTarget(Flag, frozen=True):
    """Whether a trooper names its charge target before anybody of its unit moves: under a Charge order."""

    activity: Activity

    def base(self, p: Position) -> Iterator[Term]:
        if self.activity.unit and self.activity.order == CHARGE:
            yield Term(1, "ordered to charge", p.rules.cite("a charge needs line of sight"))


class ChargeReaches(Flag, frozen=True):
    """Whether a charger has its target in melee range where its move ended, facing along its line."""

    model: str
    target: str

    def base(self, p: Position) -> Iterator[Term]:
        if in_melee_range(p, self.model, self.target):
            yield Term(1, "in melee range", p.rules.cite("a charge attack"))


def in_melee_range(p: Position, model: str, target: str) -> bool:
    """Whether a target is within a model's melee range: before its front arc, seen or not."""
    if target not in p.state.models or not is_ahead(p, model, target):
        return False
    return near(p, model, target, p.value(MeleeRange(model)))


def no_enemy(p: Position, model: str, target: str) -> Refusal | None:
    """A charge is declared against an enemy."""
    if target not in p.state.models or target in p.state.enemies(model):
        return None
    return Refusal(say("{target} is no enemy of {model}", target=target, model=model), p.rules.cite("whom to charge"))


def charge_barred(p: Position, a: Activity, deed: str) -> Refusal | None:
    """Why a model may make no straight move of this kind now, whatever the target."""
    if why := just_stood(p, a):
        return why
    if not a.may_move:
        return no_movement(p, a)
    if spell := barred_by(p, a.model, deed):
        return Refusal(say("{spell} is on {model}", spell=spell, model=a.model), p.rules.cite("a spell in play"))
    if not affords(p, a.model, p.value(FocusCost(a.model, deed)), deed):
        return lacks_focus(p, a.model, f"to {deed}", "charging costs a warjack focus", deed)
    policy = p.rules.edition.charging
    if not policy.may_start(p, a.model):
        where = starts_in_the_way(p, a.model)
        cite = p.rules.cite("where a slam starts") if deed == SLAM else p.rules.cite("where a charge starts")
        return Refusal(say("{model} stands in {where}", model=a.model, where=where), cite)
    return p.forbidden(deed, a)


def cannot_charge(p: Position, a: Activity) -> Refusal | None:
    """Why a model may not charge now, whatever the target."""
    if (why := charge_barred(p, a, CHARGE)) is None and not p.value(MeleeRange(a.model)):
        text = say("{model} has no melee weapon to charge with", model=a.model)
        return Refusal(text, p.rules.cite("who may charge"))
    return why


class Charging(Deed):
    verb = CHARGE
    leads = True

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if cannot_charge(p, a) is not None:
            return
        cost = p.value(FocusCost(a.model, CHARGE))
        for target in self.targets(p, a):
            cite = p.rules.cite("length of a charge")
            yield self.option(p, a, f"charge {target}", cite, target=target, cost=cost)
            if has_choice(p, a.model, cost, CHARGE):
                yield self.option(p, a, f"charge {target}{BY_MARSHAL}", cite, target=target, how=MARSHAL)

    def targets(self, p: Position, a: Activity) -> list[str]:
        """Enemies in sight; a trooper may have to name his before anybody of his unit moves."""
        if p.holds(NamesTarget(a)):
            return [a.declares] if a.declares in p.state.models else []
        return list(foes_seen_by(p, a.model))

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        cost, cite = p.value(FocusCost(a.model, CHARGE)), p.rules.cite("length of a charge")
        for target in p.state.enemies(a.model):
            yield self.option(p, a, f"charge {target}", cite, target=target, cost=cost)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if bad := cannot_charge(p, a):
            return bad
        target = key.removeprefix("charge ").removesuffix(BY_MARSHAL)
        if bad := no_enemy(p, a.model, target):
            return bad
        if p.holds(NamesTarget(a)) and target in p.state.models:
            why = say("{model} named no charge target", model=a.model)
            if a.declares:
                why = say("{named} is the charge target of {model}", named=a.declares, model=a.model)
            return Refusal(why, p.rules.cite("a charge needs line of sight"))
        if target in p.state.models and target not in seen_by(p, a.model):
            hiding = in_the_way(p, a.model, target)
            return Refusal(
                say(
                    "{model} does not see {target}[: {hiding} in the way]", model=a.model, target=target, hiding=hiding
                ),
                p.rules.cite("a charge needs line of sight"),
            )
        return None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target = key.removeprefix("charge ")
        return Charge(activity=a, target=target.removesuffix(BY_MARSHAL), marshalled=target.endswith(BY_MARSHAL))
