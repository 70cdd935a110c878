"""Abilities on cards of Mk II: Dual Shot, Desperate Pace, Relentless Charge, Chain Attack, Critical Amputation."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import (
    Call,
    Effect,
    Frame,
    Next,
    Offer,
    Option,
    Refusal,
    Return,
    Term,
    forbids,
    forces,
    modifies,
    offers,
)
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.abilities.aftermath import COWED
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.attacks.attacking import NOT_AIMING, ONE_MORE, kind_barred
from sandtable.rulesets.warmachine.common.attacks.strike import weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import loss_of
from sandtable.rulesets.warmachine.common.damage.grid import columns, disabled
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.movement.advance import MoveBonus
from sandtable.rulesets.warmachine.common.movement.charge import ChargeMove
from sandtable.rulesets.warmachine.common.movement.obstacles import SureFooted
from sandtable.rulesets.warmachine.common.power.power_attacks import ChainedAttack, open_fists
from sandtable.rulesets.warmachine.common.state.cards import MELEE, RANGED
from sandtable.rulesets.warmachine.common.state.conditions import begin, card, has
from sandtable.rulesets.warmachine.common.state.events import Damaged
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import STAY, Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.rulesets.warmachine.common.turn.windows import ACTIVATION_BEGINS
from sandtable.rulesets.warmachine.common.units.members import is_in_formation, members

DUAL_SHOT, PACE, PACED = "dual_shot", "desperate_pace", "desperate_pace_used"
ARMS = "LR"


class TakeDualShot(Frame, frozen=True, kw_only=True):
    activity: Activity

    def start(self, d: Draft) -> Next:
        guns = [slot for slot, weapon in weapons_of(d, self.activity.model).items() if weapon.kind == RANGED]
        marks = (DUAL_SHOT, NOT_AIMING, *(ONE_MORE + slot for slot in guns))
        return Return(self.activity.marked(*marks).but(moved=STAY))


class DualShot(Deed):
    """It forfeits its movement, to stand up or not, and aims at nothing: one more shot (M2-ATK-15, M2-ACT-16)."""

    verb = DUAL_SHOT

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if DUAL_SHOT in card(p, a.model).abilities and self.missing(p, a, DUAL_SHOT) is None:
            yield self.option(p, a, DUAL_SHOT, "M2-ATK-15")

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if DUAL_SHOT not in card(p, a.model).abilities:
            return Refusal(say("{model} has no Dual Shot", model=a.model), "M2-ATK-15")
        if not a.may_act or a.action or a.moved not in ("", STAY) or DUAL_SHOT in a.marks:
            return Refusal(say("{model} has moved or acted", model=a.model), "M2-ATK-15")
        guns = [weapon for weapon in weapons_of(p, a.model).values() if weapon.kind == RANGED]
        return next((why for gun in guns if (why := kind_barred(p, a, gun))), None) or p.forbidden("attack", a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return TakeDualShot(activity=a)


class Hurry(Frame, frozen=True, kw_only=True):
    activity: Activity
    officer: str

    def start(self, d: Draft) -> Next:
        unit = self.activity.unit
        begin(d, Effect(PACE, unit, self.officer, until=ActivationIsOver(unit), cite="M2-MOVE-2"))
        begin(d, Effect(PACED, self.officer, cite="M2-MOVE-2"))
        return Return(self.activity)


@offers(ACTIVATION_BEGINS)
def desperate_pace(d: Draft, a: Activity, seat: int) -> Iterator[Offer]:
    """Once a game, at the start of its unit's activation: 2 inches more movement."""
    if not a.unit or d.state.status[a.model].seat != seat:
        return
    for name in members(d, a.unit):
        if PACE in card(d, name).abilities and not has(d, name, PACED):
            frame = Hurry(activity=a, officer=name)
            yield Offer("desperate pace", frame, cite="M2-MOVE-2", verb="desperate pace", actor=name)


@modifies(MoveBonus, ChargeMove)
def hurried(p: Position, q: MoveBonus) -> Iterator[Term]:
    if has(p, q.model, PACE):
        yield Term(2000, "desperate pace", "M2-MOVE-2")


@modifies(SureFooted)
def relentless_charge(p: Position, q: SureFooted) -> Iterator[Term]:
    """Pathfinder in charges while the officer is in formation (M2-ADV-34)."""
    unit = p.state.status[q.model].unit
    if q.charging and unit:
        officers = [n for n in members(p, unit) if "relentless_charge" in card(p, n).abilities]
        if any(is_in_formation(p, n) for n in officers):
            yield Term(1, "relentless charge", "M2-ADV-34")


@modifies(ChainedAttack)
def chain_grab_smash(p: Position, q: ChainedAttack) -> Iterator[Term]:
    """Both initial open-fist attacks hit the same target: a power attack on it without focus (M2-POWER-1).

    Not with a crippled fist (M2-DMG-16).
    """
    a = q.activity
    if "chain_grab_smash" not in card(p, a.model).abilities or a.action != MELEE or a.bought:
        return
    fists = [slot for slot, weapon in weapons_of(p, a.model).items() if "open_fist" in weapon.traits]
    hit = {a.hits[i] for i, slot in enumerate(a.made) if slot in fists and i < len(a.hits)}
    if set(fists) <= set(a.made) and hit == {q.target} and set(fists) == set(open_fists(p, a.model)):
        yield Term(1, "chain attack", "M2-POWER-1")


class Amputate(Frame, frozen=True, kw_only=True):
    """The whole arm system is marked (M2-ROST-3), which may be the end of it (M2-DMG-11)."""

    event: Damaged
    arm: str

    def start(self, d: Draft) -> Next:
        name = self.event.who
        if name not in d.state.models:
            return Return()
        printed, marks = card(d, name), list(d.state.status[name].marks)
        before = disabled(printed, tuple(marks))
        for column, boxes in enumerate(columns(printed)):
            for box, letter in enumerate(boxes):
                if letter == self.arm:
                    marks[column] |= 1 << box
        newly = tuple(sorted(disabled(printed, tuple(marks)) - before))
        points = sum(m.bit_count() for m in marks) - sum(m.bit_count() for m in d.state.status[name].marks)
        if points:
            d.emit(Damaged(who=name, points=points, marks=tuple(marks), systems=newly, cite="M2-ROST-3"))
        lose = loss_of(d, name, self.event.strike)
        return Return() if lose is None else Call(lose, then=self.finish)


@forces(Damaged)
def critical_amputation(d: Draft, event: Damaged) -> Iterator[Frame]:
    weapon = None if event.strike is None else weapon_of(d, event.strike)
    if weapon is None or not event.critical or "critical_amputation" not in weapon.traits or not event.column:
        return
    for arm in ARMS:
        if arm in columns(card(d, event.who))[event.column - 1]:
            yield Amputate(event=event, arm=arm)


@forbids(COWED)
def only_enemies(p: Position, event: Hit) -> Refusal | None:
    """A howling weapon frightens enemies only (M2-CMD-7)."""
    if p.state.status[event.who].seat == p.state.status[event.strike.attacker].seat:
        return Refusal(say("{who} is a friend", who=event.who), "M2-CMD-7")
    return None
