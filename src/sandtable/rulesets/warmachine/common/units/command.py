"""Command checks: 2d6 against CMD. Massive casualties, and what becomes of those who fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Effect, Event, Flag, Frame, Next, Pool, Query, Return, Roll, Term, Wait
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import FULL_TURN
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, near, nearest
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, begin, card, has
from sandtable.rulesets.warmachine.common.state.events import Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import Stat, has_ability, stat
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.common.units.members import (
    commander,
    in_formation,
    is_in_formation,
    members,
    unit_of,
)


class Checked(Event, frozen=True, kw_only=True):
    """A unit or model has taken a command check."""

    who: str
    passed: bool
    total: int
    against: int

    def line(self, p: Position) -> str:
        return say(
            "{who} {how} a command check: {total} against {against}",
            who=self.who,
            how="passes" if self.passed else "fails",
            total=self.total,
            against=self.against,
        )


class CasualtiesCounted(Event, frozen=True, kw_only=True):
    """The check for massive casualties is made once a turn."""

    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, checked=True)

    def line(self, p: Position) -> str:
        return say("{unit} has lost half its models", unit=self.unit)


class Command(Query, frozen=True):
    """The CMD a model or unit checks on: the best it may use."""

    who: str

    def base(self, p: Position) -> Iterator[Term]:
        models = members(p, self.who) if self.who in p.state.units else (self.who,)
        cite = p.rules.cite("command checks")
        leader = leading(p, self.who)
        own = (leader,) if leader else models
        for name in own:
            changes = [term for term in p.terms(Stat(name, "CMD")) if term.op != "base"]
            why = ", ".join((card(p, name).name, *(term.why for term in changes)))
            yield Term(stat(p, name, "CMD"), why, changes[-1].cite if changes else cite, "base")
        for name in lenders(p, models, leader):
            yield Term(stat(p, name, "CMD"), f"lent by {name}", p.rules.cite("lending CMD"), "base")


def leading(p: Position, who: str) -> str:
    """The commander of a unit, or of a trooper in formation, if he is in formation himself."""
    unit = who if who in p.state.units else unit_of(p, who)
    formed = in_formation(p, unit) if unit else frozenset()
    name = commander(p, unit) if unit and who in (unit, *formed) else ""
    return name if name in formed else ""


def lenders(p: Position, models: tuple[str, ...], leader: str) -> list[str]:
    """Friends who lend their CMD: in whose command range the leader is, or without one any model in formation.

    A single model may be there itself.
    """
    alone = len(models) == 1
    tested = (
        (leader, *(models if alone else ())) if leader else tuple(n for n in models if alone or is_in_formation(p, n))
    )
    seat = p.state.status[models[0]].seat
    found = [n for n in p.state.of(seat) if n not in models and p.holds(LendsCommand(n, models[0]))]
    return [n for n in found if any(near(p, n, m, command_area(p, n)) for m in tested)]


class LendsCommand(Flag, frozen=True):
    """Whether a model lends its CMD to another: warcasters do."""

    lender: str
    model: str

    def base(self, p: Position) -> tuple[Term, ...]:
        if card(p, self.lender).kind == "warcaster":
            return (Term(1, "warcaster", p.rules.cite("lending CMD")),)
        return ()


class NeverFlees(Flag, frozen=True):
    """Fearless models and warjacks never flee."""

    model: str

    def base(self, p: Position) -> tuple[Term, ...]:
        if card(p, self.model).kind == "warjack" or "CMD" not in card(p, self.model).stats:
            return (Term(1, "warjack", p.rules.cite("who never flees")),)
        if has_ability(p, self.model, "fearless"):
            return (Term(1, "Fearless", p.rules.cite("who never flees")),)
        return ()


class CommandCheck(Frame, frozen=True, kw_only=True):
    """One roll of two dice. Returns whether it was passed."""

    who: str
    again: bool = False  # it has been rolled again
    cite: str = ""  # what calls for it

    def start(self, d: Draft) -> Next:
        pool = Pool("command", (("d6", 2),), seat_of(d, self.who), d.terms(Command(self.who)))
        cite = d.rules.cite("rolling a command check again") if self.again else d.rules.cite("command checks")
        return Wait(Roll(say("command check of {who}", who=self.who), (pool,), cite=cite), then=self.rolled)

    def rolled(self, d: Draft, total: int) -> Next:
        against = d.value(Command(self.who))
        passed = bool(total <= against)
        if not passed and not self.again and d.rules.rolls_again(d, self.who):
            return self.but(again=True).start(d)
        cite = self.cite or d.rules.cite("command checks")
        d.emit(Checked(who=self.who, passed=passed, total=int(total), against=against, cite=cite))
        return Return(passed)


class CheckOrFlee(Frame, frozen=True, kw_only=True):
    """A unit or model checks, and flees when it fails. Those who never flee roll no dice."""

    who: str
    threat: str = ""
    cite: str = ""  # what calls for it

    def start(self, d: Draft) -> Next:
        if not cowards(d, self.who):
            return Return(True)
        return Call(CommandCheck(who=self.who, cite=self.cite), then=self.checked)

    def checked(self, d: Draft, passed: bool) -> Next:
        if not passed:
            for name in cowards(d, self.who):
                start_fleeing(d, name, self.threat)
        return Return(passed)


def checkers(p: Position, who: str) -> tuple[str, ...]:
    """Who checks for a model or unit: the troopers in formation together, the others one by one."""
    if who not in p.state.units:
        return (who,)
    formed = in_formation(p, who)
    return (*((who,) if formed else ()), *(n for n in members(p, who) if n not in formed))


def cowards(p: Position, who: str) -> tuple[str, ...]:
    """Those of a unit's models in formation, or the model itself, that may flee and do not yet."""
    models = tuple(n for n in members(p, who) if is_in_formation(p, n)) if who in p.state.units else (who,)
    models = tuple(n for n in models if n in p.state.models)
    return tuple(n for n in models if not p.holds(NeverFlees(n)) and not has(p, n, FLEEING))


def start_fleeing(d: Draft, model: str, threat: str = "") -> None:
    """It turns away from the threat, or from the nearest enemy, as the edition says."""
    begin(d, Effect(FLEEING, model, cite=d.rules.cite("fleeing")))
    foes = d.state.enemies(model)
    policy = d.rules.edition.fleeing
    if policy.turns_away() and foes:
        me = d.state.models[model]
        other = d.state.models[threat if threat in d.state.models else nearest(d, model, foes)]
        if other.at != me.at:
            facing = (bearing(me.at, other.at) + FULL_TURN // 2) % FULL_TURN
            d.emit(Turned(who=model, facing=facing, cite=d.rules.cite("fleeing")))


def seat_of(p: Position, who: str) -> int:
    return p.state.units[who].seat if who in p.state.units else p.state.status[who].seat


def turn_of(p: Position, who: str) -> tuple[bool, str]:
    """In which order several check at once: the active player's first, each player's by name."""
    return seat_of(p, who) != p.state.active, who


def owed_check(p: Position) -> str:
    """The unit that has lost half its models this turn and has not checked yet; of several the first in order."""
    owing = [
        name
        for name, unit in p.state.units.items()
        if unit.members and not unit.checked and 2 * (unit.began - len(unit.members)) >= unit.began > 1
    ]
    return min(owing, key=lambda name: turn_of(p, name), default="")


class CheckEach(Frame, frozen=True, kw_only=True):
    """One after another checks or flees."""

    left: tuple[str, ...] = ()
    threat: str = ""
    cite: str = ""  # what calls for it

    def start(self, d: Draft) -> Next:
        return self.each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            return Return()
        check = CheckOrFlee(who=self.left[0], threat=self.threat, cite=self.cite)
        return Call(check, then=self.but(left=self.left[1:]).each)


class MassiveCasualties(CheckEach, frozen=True, kw_only=True):
    """The unit checks, and each trooper out of formation by itself."""

    unit: str

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("massive casualties")
        d.emit(CasualtiesCounted(unit=self.unit, cite=cite))
        return self.but(left=checkers(d, self.unit), cite=cite).each(d)


class OutOfFormationChecks(Frame, frozen=True, kw_only=True):
    """At the end of a unit's activation every trooper out of formation checks by itself."""

    unit: str
    left: tuple[str, ...] = ()
    begun: bool = False

    def start(self, d: Draft, *ignored: Any) -> Next:
        formed = in_formation(d, self.unit) if self.unit in d.state.units else frozenset()
        if not self.begun:
            left = tuple(n for n in members(d, self.unit) if n not in formed)
            return self.but(left=left, begun=True).start(d)
        if not self.left:
            return Return()
        name, rest = self.left[0], self.but(left=self.left[1:])
        if name not in d.state.models:
            return rest.start(d)
        return Call(CheckOrFlee(who=name, cite=d.rules.cite("checks out of formation")), then=rest.start)
