"""Power attacks: a warjack spends a focus point and its combat action on one of them. What all of them share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Event, Flag, Frame, Next, Option, Pool, Refusal, Return, Roll, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack_roll import WholeAttack
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.measuring.engagement import HALF_INCH, WeaponWorks, weapons_of
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by, sees
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Declared
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import stat
from sandtable.rulesets.warmachine.common.turn.activity import (
    CHARGE,
    POWER,
    STAY,
    Activity,
    FocusCost,
    focus,
    lacks_focus,
    pay,
)
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, at_itself, no_action

BARS = "power attack"  # the key of hooks that forbid any of them
UNPAID = "power attack without focus"  # the key of hooks that say why one cannot be paid otherwise


def is_warjack(p: Position, model: str) -> bool:
    return card(p, model).kind == "warjack"


def power_barred(p: Position, a: Activity, verb: str) -> Refusal | None:
    """Why a model may make no power attack now, whatever the target."""
    cite = p.rules.cite("power attacks")
    if not is_warjack(p, a.model):
        return Refusal(say("{model} is no warjack", model=a.model), cite)
    if not a.may_act:
        return no_action(p, a)
    if a.action and not chains(p, a):
        return Refusal(say("{model} has no combat action left", model=a.model), p.rules.cite("the combat action"))
    if a.moved == CHARGE:
        return Refusal(say("{model} has charged", model=a.model), p.rules.cite("no power attack in a charge"))
    if focus(p, a.model) < price(p, a, verb):
        return p.forbidden(UNPAID, a) or lacks_focus(p, a.model, "for a power attack", "power attacks")
    return p.forbidden(BARS, a, verb) or p.forbidden(verb, a)


class ChainedAttack(Flag, frozen=True):
    """Whether a model may follow its attacks with a power attack on a target without focus."""

    activity: Activity
    target: str


def chains(p: Position, a: Activity) -> str:
    """The target of a chained power attack; empty: there is none."""
    return next((t for t in dict.fromkeys(a.hits) if t in p.state.models and p.holds(ChainedAttack(a, t))), "")


def price(p: Position, a: Activity, verb: str) -> int:
    """What a power attack costs in focus."""
    return 0 if chains(p, a) else p.value(FocusCost(a.model, verb))


def in_power_range(p: Position, model: str) -> list[str]:
    """Whom a power attack may be made on: within half an inch and in sight, whatever the weapons."""
    return [n for n in p.state.models if n != model and near(p, model, n, HALF_INCH) and sees(p, model, n)]


def open_fists(p: Position, model: str) -> list[str]:
    """Its working open fists."""
    return [
        slot for slot, weapon in weapons_of(p, model).items()
        if "open_fist" in weapon.traits and p.holds(FistWorks(model, slot))
    ]  # fmt: skip


def no_fist(p: Position, model: str, need: str, both: bool = False) -> Refusal:
    """Why it cannot grip: it never had a fist, or not `both` of them, or one is out or busy."""
    fists = [slot for slot, weapon in weapons_of(p, model).items() if "open_fist" in weapon.traits]
    terms = [term for slot in fists for term in p.terms(FistWorks(model, slot)) if term.value < 0]
    cite = terms[0].cite if terms else need
    lacks = say("{model} lacks two working open fists", model=model)
    return Refusal(lacks if both else say("{model} lacks a working open fist", model=model), cite)


class FistWorks(WeaponWorks, frozen=True):
    """Whether an open fist serves for throws and locks."""


class PowerDeed(Deed):
    """A power attack on a target in reach. A subclass says who is no target and gives the frame."""

    def targets(self, p: Position, a: Activity) -> Iterator[str]:
        for name in in_power_range(p, a.model):
            if self.no_target(p, a, name) is None:
                yield name

    def no_target(self, p: Position, a: Activity, target: str) -> Refusal | None:
        return None

    def barred(self, p: Position, a: Activity) -> Refusal | None:
        return power_barred(p, a, self.verb)

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if not is_warjack(p, a.model) or self.barred(p, a) is not None:
            return
        cost, only = price(p, a, self.verb), chains(p, a)
        for target in self.targets(p, a):
            if not only or target == only:
                yield from self.ways_at(p, a, target, cost)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        """Every enemy, for those that know the attack at all."""
        if is_warjack(p, a.model):
            cost = p.value(FocusCost(a.model, self.verb))
            for target in p.state.enemies(a.model):
                yield from self.ways_at(p, a, target, cost)

    def ways_at(self, p: Position, a: Activity, target: str, cost: int) -> Iterator[Option]:
        for how in self.ways(p, target):
            key = f"{self.verb} {target} {how}".rstrip()
            yield self.option(p, a, key, p.rules.cite("power attacks"), target=target, cost=cost, how=how)

    def ways(self, p: Position, target: str) -> Iterator[str]:
        """In which ways it can be made on a target: an empty word where there is only one."""
        yield ""

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if why := self.barred(p, a):
            return why
        target = key.removeprefix(f"{self.verb} ").split(" ")[0]
        if target == a.model:
            return at_itself(p, a.model)
        if target not in p.state.models:
            return None
        if (only := chains(p, a)) and target != only:
            return Refusal(say("the attacks hit {only}", only=only), p.rules.cite("power attacks"))
        if not near(p, a.model, target, HALF_INCH):
            far = say("{target} is not within half an inch", target=target)
            return Refusal(far, p.rules.cite("range of power attacks"))
        if target not in seen_by(p, a.model):
            unseen = say("{model} does not see {target}", model=a.model, target=target)
            return Refusal(unseen, p.rules.cite("attacks need line of sight"))
        return self.no_target(p, a, target)


class PowerAttack(WholeAttack, frozen=True, kw_only=True):
    """Base of the frames: the cost is paid at the declaration and never refunded."""

    activity: Activity
    target: str

    @property
    def model(self) -> str:
        return self.activity.model

    def declare(self, d: Draft, what: str) -> Any:
        """The frame after paying and declaring, its action begun."""
        pay(d, self.model, price(d, self.activity, what), what, d.rules.cite("power attacks"))
        d.emit(Declared(who=self.model, what=what, target=self.target, cite=d.rules.cite("power attacks")))
        a = self.activity
        return self.but(activity=a.but(action=POWER, moved=a.moved or STAY))

    def strike(self, what: str, bonus: int) -> Strike:
        return Strike(
            attacker=self.model, target=self.target, power=what, bonus=bonus, activated=True,
            unaware=self.activity.behind, marks=self.activity.marks,
        )  # fmt: skip

    def seat(self, d: Draft) -> int:
        return d.state.status[self.model].seat


class Contested(Event, frozen=True, kw_only=True):
    """A contest of strength is decided."""

    who: str  # the one who tries it
    other: str
    won: bool
    total: int
    against: int

    def line(self, p: Position) -> str:
        return say(
            "{who} {how} the contest with {other}: {total} against {against}",
            who=self.who,
            other=self.other,
            how="wins" if self.won else "loses",
            total=self.total,
            against=self.against,
        )


class Contest(Frame, frozen=True, kw_only=True):
    """Both roll a die and add STR. Returns whether the one who tries it wins; ties go as `tie_wins` says."""

    one: str
    other: str
    dice: int = 1
    tie_wins: bool = True
    cite: str = ""  # the rule on it, if it is not that of a push

    def start(self, d: Draft) -> Next:
        status = d.state.status
        pools = (
            Pool(self.one, (("d6", self.dice),), status[self.one].seat),
            Pool(self.other, (("d6", 1),), status[self.other].seat),
        )
        roll = Roll(
            say("{one} against {other}", one=self.one, other=self.other),
            pools,
            cite=self.cite or d.rules.cite("contests of strength"),
        )
        return Wait(roll, then=self.rolled)

    def rolled(self, d: Draft, mine: int, theirs: int) -> Next:
        left, right = mine + stat(d, self.one, "STR"), theirs + stat(d, self.other, "STR")
        won = bool(left > right or (self.tie_wins and left == right))
        cite = self.cite or d.rules.cite("contests of strength")
        d.emit(Contested(who=self.one, other=self.other, won=won, total=int(left), against=int(right), cite=cite))
        return Return(won)
