"""Weapon qualities, damage types and immunities of Mk II (M2-WQ-8, M2-WQ-15, M2-IMM-7)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Refusal, Term, forbids, forces, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage, DamageDice, Harm
from sandtable.rulesets.warmachine.common.damage.grid import columns, disabled
from sandtable.rulesets.warmachine.common.measuring.distance import behind
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import STALL, STATIONARY, card, has
from sandtable.rulesets.warmachine.common.state.events import Damaged
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import RUN, Activity, FocusCost
from sandtable.rulesets.warmachine.mk2.systems import crippled

IMMUNE = {"cold": "M2-IMM-1", "corrosion": "M2-IMM-2", "electricity": "M2-IMM-4", "fire": "M2-IMM-5"}


@modifies(DamageDice)
def weapon_master(p: Position, q: DamageDice) -> Iterator[Term]:
    """One additional die, also beside a boost or a charge (M2-WQ-15, M2-WQ-16)."""
    strike = q.blow.strike
    if strike is None or strike.power:
        return
    weapon = weapon_of(p, strike)
    if weapon is not None and "weapon_master" in weapon.traits:
        yield Term(1, "Weapon Master", "M2-WQ-15")


@forbids(Damage)
def immune(p: Position, blow: Blow) -> Refusal | None:
    """Immunity to any one of its types stops the damage, not the hit (M2-IMM-7, M2-IMM-8, M2-SPELL-22)."""
    for kind in blow.types:
        if kind in card(p, blow.target).immunities:
            return Refusal(say("{target} is immune to {kind}", target=blow.target, kind=kind), IMMUNE[kind])
    return None


@forbids("continuous effect")
def immune_to_effect(p: Position, model: str, effect: str) -> Refusal | None:
    """Fire and corrosion never stay on an immune model (M2-IMM-3, M2-IMM-6, M2-IMM-9, M2-CE-8)."""
    if effect in card(p, model).immunities:
        return Refusal(
            say("{model} is immune to {effect}", model=model, effect=effect),
            {"fire": "M2-IMM-6"}.get(effect, "M2-IMM-3"),
        )
    return None


@forbids(STATIONARY)
def immune_to_freezing(p: Position, model: str) -> Refusal | None:
    """Cold makes nobody stationary who is immune to it (M2-IMM-1)."""
    return (
        Refusal(say("{model} is immune to cold", model=model), "M2-IMM-1")
        if "cold" in card(p, model).immunities
        else None
    )


@modifies(Defence)
def stalled(p: Position, q: Defence) -> Iterator[Term]:
    """Stall: base DEF 7 while it is on the model (M2-CE-5, M2-CE-6)."""
    if has(p, q.strike.target, STALL):
        yield Term(7, "stalled", "M2-CE-5", "base")


@forbids("run", "charge")
def no_run_when_stalled(p: Position, a: Activity) -> Refusal | None:
    return Refusal(say("{model} is stalled", model=a.model), "M2-CE-5") if has(p, a.model, STALL) else None


@forbids("slam", "trample")
def no_slam_when_stalled(p: Position, a: Activity) -> Refusal | None:
    return Refusal(say("{model} is stalled", model=a.model), "M2-CE-6") if has(p, a.model, STALL) else None


@modifies(FocusCost)
def heavy_boiler(p: Position, q: FocusCost) -> Iterator[Term]:
    """It runs without focus (M2-MOVE-5)."""
    if q.deed == RUN and "heavy_boiler" in card(p, q.model).abilities:
        yield Term(0, "heavy boiler", "M2-MOVE-5", "most")


@modifies(AttackBonus)
def set_defense(p: Position, q: AttackBonus) -> Iterator[Term]:
    """Charge and slam attacks from the front at a braced weapon (M2-ATK-24)."""
    s = q.strike
    if not (s.charge or s.power in ("slam", "bash")) or behind(p, s.attacker, s.target):
        return
    if any("set_defense" in w.traits for w in weapons_of(p, s.target).values()):
        yield Term(-2, "set defense", "M2-ATK-24")


def first_cortex_box(p: Position, model: str) -> tuple[int, int] | None:
    """The first unmarked cortex box, by column and top down."""
    marks = p.state.status[model].marks
    for column, boxes in enumerate(columns(card(p, model))):
        for box, letter in enumerate(boxes):
            if letter == "C" and not marks[column] >> box & 1:
                return column, box
    return None


class Fry(Harm, frozen=True, kw_only=True):
    """One point to the first unmarked cortex box (M2-DMG-14)."""

    def start(self, d: Draft) -> Next:
        found = first_cortex_box(d, self.target) if self.target in d.state.models else None
        if found is None:
            return self.finish(d)
        printed, marks = card(d, self.target), list(d.state.status[self.target].marks)
        before = disabled(printed, tuple(marks))
        marks[found[0]] |= 1 << found[1]
        newly = tuple(sorted(disabled(printed, tuple(marks)) - before))
        d.emit(Damaged(who=self.target, points=1, marks=tuple(marks), systems=newly, cite="M2-DMG-14"))
        return self.check(d)


@forces(Hit)
def cortex_damage(d: Draft, event: Hit) -> Iterator[Frame]:
    """Critical Cortex, and the shock field of a shield that a warjack hits in melee."""
    strike = event.strike
    weapon = weapon_of(d, strike)
    seat = d.state.status[strike.attacker].seat
    if weapon is not None and event.critical and "critical_cortex" in weapon.traits and card(d, event.who).grid:
        yield Fry(target=event.who, points=1, seat=seat)
    if weapon is None or strike.kind != MELEE or not card(d, strike.attacker).grid or event.who not in d.state.models:
        return
    for own in weapons_of(d, event.who).values():
        if "shock_field" in own.traits and own.loc not in crippled(d, event.who):
            yield Fry(target=strike.attacker, points=1, seat=seat)
