"""Abilities on cards of Mk I: disruption, standard, inaccurate, minimum range, smoke shells (M1-ATK-7, M1-ATK-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Option, Refusal, Return, Term, forbids, forces, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.abilities.special_attacks import (
    aimless,
    attack_barred,
    attacked,
    broken,
    working,
)
from sandtable.rulesets.warmachine.common.attacks.area import AreaAttack, Landed
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus
from sandtable.rulesets.warmachine.common.attacks.attacking import kind_barred
from sandtable.rulesets.warmachine.common.attacks.ranges import Range
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import DamagePower
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by
from sandtable.rulesets.warmachine.common.power.head_butt import VERB as HEAD_BUTT
from sandtable.rulesets.warmachine.common.state.cards import RANGED
from sandtable.rulesets.warmachine.common.state.conditions import DISRUPTED, FLEEING, card, has
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import Stat
from sandtable.rulesets.warmachine.common.turn.activity import STAY, Activity
from sandtable.rulesets.warmachine.common.turn.control import MayHoldFocus
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, words_after
from sandtable.rulesets.warmachine.common.units.members import members
from sandtable.rulesets.warmachine.mk1.systems import out

SMOKE, SMOKE_AREA = "smoke_shell", 4
MINIMUM = 8000
BEST_CMD = 10


@modifies(MayHoldFocus)
def disrupted(p: Position, q: MayHoldFocus) -> Iterator[Term]:
    """A disrupted warjack receives focus from no source (M1-ATK-7)."""
    if has(p, q.warjack, DISRUPTED):
        yield Term(-1000, "disrupted", "M1-ATK-7")


@modifies(Stat)
def standard(p: Position, q: Stat) -> Iterator[Term]:
    """CMD +1 for command checks while the standard is in play, at most 10 (M1-CMD-1)."""
    unit = p.state.status[q.model].unit
    if q.name != "CMD" or not unit or card(p, q.model).stats.get("CMD", 0) >= BEST_CMD:
        return
    if any("standard" in card(p, n).abilities and not has(p, n, FLEEING) for n in members(p, unit)):
        yield Term(1, "standard", "M1-CMD-1")


@modifies(DamagePower)
def horns(p: Position, q: DamagePower) -> Iterator[Term]:
    """Horns add their POW to a head-butt while the head works (M1-POWER-8, M1-POWER-49)."""
    strike = q.blow.strike
    if q.blow.topic != HEAD_BUTT or strike is None or "H" in out(p, strike.attacker):
        return
    if more := card(p, strike.attacker).horns:
        yield Term(more, "horns", "M1-POWER-8")


@modifies(AttackBonus)
def inaccurate(p: Position, q: AttackBonus) -> Iterator[Term]:
    weapon = weapon_of(p, q.strike)
    if weapon is not None and "inaccurate" in weapon.traits:
        yield Term(-4, "inaccurate", "M1-MOD-35")


@forbids(Range)
def too_near(p: Position, strike: Strike) -> Refusal | None:
    """A target found within 8 inches is missed; declaring it stays legal (M1-GEO-8)."""
    weapon = weapon_of(p, strike)
    if weapon is not None and "set_up_minimum" in weapon.traits and near(p, strike.source, strike.target, MINIMUM):
        return Refusal(say("{target} is within 8 in", target=strike.target), "M1-GEO-8")
    return None


class SmokeShell(Frame, frozen=True, kw_only=True):
    """A special attack without damage: a cloud lies where it comes down, deviated or not."""

    activity: Activity
    target: str
    slot: str

    def start(self, d: Draft) -> Next:
        a = self.activity
        aimed = a.moved in ("", STAY) and not a.stood
        strike = Strike(
            attacker=a.model, target=self.target, kind=RANGED, weapon=self.slot, special=SMOKE, aimed=aimed,
            unaware=a.behind, activated=True, marks=a.marks,
        )  # fmt: skip
        after = self.but(activity=attacked(a, RANGED, self.slot))
        return Call(AreaAttack(strike=strike, across=SMOKE_AREA), then=after.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


@forces(Landed)
def smoke(d: Draft, event: Landed) -> Iterator[Frame]:
    if event.strike.special == SMOKE:
        lay_cloud(d, event.at, event.radius, 0)
    yield from ()


class Smoking(Deed):
    verb = SMOKE

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if attack_barred(p, a) is not None:
            return
        for slot in working(p, a.model, SMOKE):
            if kind_barred(p, a, weapons_of(p, a.model)[slot]) is None:
                for target in p.state.models:
                    if target != a.model and target in seen_by(p, a.model):
                        yield self.option(p, a, f"{SMOKE} {target} with {slot}", "M1-ATK-1", target=target, using=slot)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if not working(p, a.model, SMOKE):
            none = Refusal(say("{model} has no smoke shells", model=a.model), "M1-ATK-1")
            return broken(p, a.model, SMOKE) or none
        return attack_barred(p, a) or aimless(p, a, SMOKE, key)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target, slot = words_after(key, SMOKE, "with")
        return SmokeShell(activity=a, target=target, slot=slot)
