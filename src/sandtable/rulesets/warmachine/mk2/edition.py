"""Mk II: what it decides where the editions differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.core import Figure, Frame, Refusal
from sandtable.core.texts import say
from sandtable.geometry.distance import within
from sandtable.geometry.lines import last_stretch
from sandtable.geometry.shapes import Disc, Poly
from sandtable.geometry.units import MILLI, TOL
from sandtable.geometry.watchers import Watcher, seeing
from sandtable.rulesets.warmachine.common.attacks.attack import Attack
from sandtable.rulesets.warmachine.common.attacks.attacking import shoots_close
from sandtable.rulesets.warmachine.common.attacks.spray import hidden
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.grid import left
from sandtable.rulesets.warmachine.common.edition import (
    AutomaticHits,
    BackStrikes,
    Blasts,
    Combining,
    Controlling,
    DeepWater,
    Dreading,
    KnockedDown,
    Leaving,
    Loss,
    Measuring,
    Passing,
    PowerAttacks,
    Sight,
    Straying,
    Victory,
    WarmachineEdition,
)
from sandtable.rulesets.warmachine.common.magic.casting import is_meant_for
from sandtable.rulesets.warmachine.common.measuring.distance import disc, near, others_near, rank, wholly_inside
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange, has_in_range, in_melee_with
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import DEPTH, crowd
from sandtable.rulesets.warmachine.common.movement.charging import Charging
from sandtable.rulesets.warmachine.common.setup.victory import pit
from sandtable.rulesets.warmachine.common.state.cards import Entry, Scenario
from sandtable.rulesets.warmachine.common.state.conditions import (
    DOWN,
    FLEEING,
    INERT,
    STATIONARY,
    bearers,
    card,
    effects_on,
    has,
    is_down,
    lying,
)
from sandtable.rulesets.warmachine.common.state.events import Boxed, Destroyed, Disabled
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import OTHER, SEATS, Status
from sandtable.rulesets.warmachine.common.terrain.features import elevations
from sandtable.rulesets.warmachine.common.units.members import commander
from sandtable.rulesets.warmachine.common.units.terror import sets_out
from sandtable.rulesets.warmachine.mk2.fleeing import InItsActivation
from sandtable.rulesets.warmachine.mk2.formation import InCommandRange
from sandtable.rulesets.warmachine.mk2.incorporeal import NOBODY, ghosts
from sandtable.rulesets.warmachine.mk2.list_building import ByPoints
from sandtable.rulesets.warmachine.mk2.marshals import AlsoAttacks
from sandtable.rulesets.warmachine.mk2.shake import Shake
from sandtable.rulesets.warmachine.mk2.systems import crippled
from sandtable.rulesets.warmachine.mk2.unseen import FAR as UNSEEN
from sandtable.rulesets.warmachine.mk2.unseen import STRAYED, eyeless

MOSH_FROM = 3  # the second player's turn from whose end on the pit decides


@dataclass(frozen=True)
class FromAnywhere(Sight):
    """Lines join any points of the bases (M2-LOS-1); touching a blocking base blocks (M2-LOS-18)."""

    def last_inch(self, eye: Disc, base: Disc) -> Poly | None:
        """Measured along the line (M2-TERRAIN-12)."""
        return last_stretch(eye, base, MILLI + 2 * TOL)

    def out_of_the_way(self, p: Position) -> frozenset[str]:
        """Knocked-down and incorporeal models (M2-LOS-7, M2-LOS-8)."""
        return lying(p) | ghosts(p)

    def sees_through(self, p: Position, viewer: str) -> bool:
        return eyeless(p, viewer)

    def ignored(self, p: Position, viewer: str, target: str) -> frozenset[str]:
        """Those on lower ground and unseen ones: M2-LOS-15, M2-LOS-16; Stealth beyond 5 inches, M2-LOS-9, M2-ADV-37."""
        return self.ignored_in_row(p, viewer, (target,))[0]

    def ignored_in_row(self, p: Position, viewer: str, targets: Sequence[str]) -> list[frozenset[str]]:
        unseen, heights = self.unseen(p, viewer), elevations(p)
        if not heights:
            return [unseen] * len(targets)
        here, large = heights.get(viewer, 0), card(p, viewer).rank
        lower: dict[int, frozenset[str]] = {}
        row = []
        for target in targets:
            there = heights.get(target, 0)
            high = max(here, there)
            if abs(here - there) < MILLI:
                row.append(unseen)
                continue
            if high not in lower:
                lower[high] = unseen.union([n for n in p.state.models if heights.get(n, 0) + MILLI <= high])
            guards = [n for n in others_near(p, target, MILLI) if card(p, n).rank > large] if here > there else ()
            row.append(lower[high].difference(n for n in guards if n not in unseen) if guards else lower[high])
        return row

    def unseen(self, p: Position, viewer: str) -> frozenset[str]:
        found = bearers(p, "stealth")
        if not found or eyeless(p, viewer):
            return NOBODY
        others = (n for n in found if n != viewer and n in p.state.models)
        return frozenset([n for n in others if not near(p, viewer, n, UNSEEN)])


@dataclass(frozen=True)
class LeavingSight(Leaving):
    """Leaving the melee range, the front arc or the sight of the striker provokes (M2-ENGAGE-8)."""

    def watcher(self, p: Position, striker: str, mover: str) -> Watcher:
        m, around = p.state.models[striker], crowd(p)
        exempt = around.exempt(p.rules.edition.sight.ignored(p, striker, mover))
        numbers = around.number
        sight = seeing(around.blockers, numbers[striker], numbers[mover], DEPTH, each=True, exempt=exempt)
        return Watcher(disc(p, m), p.value(MeleeRange(striker)), m.facing, sight=sight)


@dataclass(frozen=True)
class NotInItsOwnTurn(KnockedDown):
    """Knocked down in its controller's turn it cannot stand up in that turn (M2-KD-2)."""

    def may_stand(self, p: Position, model: str) -> bool:
        if any(e.name in (STATIONARY, INERT) for e in effects_on(p, model)):
            return False
        return not any(e.name == DOWN and e.amount == p.state.turn for e in effects_on(p, model))

    def may_heal(self) -> bool:
        """Healing is not among what M2-KD-3 bars (M2-CTRL-17)."""
        return True


@dataclass(frozen=True)
class AfterTheMovement(Dreading):
    """Checks are made when the movement is over, for a unit when all of it has moved (M2-CMD-12)."""

    def frightens(self, p: Position, entity: str, model: str) -> bool:
        """In the melee range of the one or of the other, whether or not they engage (M2-CMD-5, M2-ENGAGE-6)."""
        return has_in_range(p, entity, model) or has_in_range(p, model, entity)

    def unit_sets_out(self, d: Draft, unit: str) -> None:
        sets_out(d, unit)


@dataclass(frozen=True)
class StopsWhenLamed(Charging):
    """Contact with a model only stops a charge (M2-MOVE-23); crippled movement stops the charger (M2-DMG-15)."""

    def goes_on(self, p: Position, model: str) -> bool:
        return "M" not in crippled(p, model)


@dataclass(frozen=True)
class ThroughGhosts(Passing):
    """Others move through an incorporeal model without effect (M2-ADV-21)."""

    def yields(self, p: Position) -> frozenset[str]:
        return ghosts(p)

    def at_times(self, p: Position) -> frozenset[str]:
        """A free strike at somebody inside it makes it solid (M2-ADV-23); the movement then goes on."""
        return frozenset(bearers(p, "incorporeal"))


@dataclass(frozen=True)
class AsRoughGround(DeepWater):
    """It slows down as rough ground does (M2-TERRAIN-10); fire in it burns on (M2-TERRAIN-9)."""


@dataclass(frozen=True)
class LooksForCriticals(AutomaticHits):
    """An automatic hit may be rolled for anyway (M2-ATK-12)."""

    def may_look_for_critical(self, strike: Strike) -> bool:
        return True


@dataclass(frozen=True)
class InTheAttackersOrder(Blasts):
    """One damage roll after the other in the attacker's order (M2-AOE-14)."""

    def attacker_orders(self) -> bool:
        return True


@dataclass(frozen=True)
class RolledAgain(Straying):
    """The attack is rolled again against a random other model in that combat (M2-ENGAGE-16, M2-ENGAGE-17)."""

    def victims(self, p: Position, strike: Strike) -> tuple[str, ...]:
        near_by = in_melee_with(p, strike.target)
        further = (n for other in near_by for n in in_melee_with(p, other))
        found = {*near_by, *further} - {strike.target, strike.attacker, strike.source}
        return tuple(sorted(n for n in found if may_stray_to(p, strike, n) and not hidden(p, strike.source, n)))

    def again(self, strike: Strike, victim: str, reading: Any, boosted: bool) -> Frame:
        astray = strike.but(target=victim, marks=(*strike.marks, STRAYED))
        return Attack(strike=astray, strayed=True, boosted=boosted)


def may_stray_to(p: Position, strike: Strike, name: str) -> bool:
    """Whether the attack could be aimed at a model: by its spell, or in a gunfighter's melee range (M2-ADV-18)."""
    if strike.spell:
        return is_meant_for(p, strike.attacker, p.rules.cards.spells[strike.spell], name)
    model = strike.attacker
    return not shoots_close(p, model) or near(p, model, name, p.value(MeleeRange(model)))


@dataclass(frozen=True)
class BySize(PowerAttacks):
    """No penalties but for slamming a larger base; knocked-down models are not moved by a slam."""

    def no_head_butt(self, p: Position, model: str, target: str) -> Refusal | None:
        """Not against a larger base (M2-POWER-11)."""
        if rank(p, target) > rank(p, model):
            return Refusal(say("{target} is too large for a head-butt", target=target), "M2-POWER-11")
        return None

    def slam_bonus(self, p: Position, model: str, target: str) -> int:
        """M2-POWER-25."""
        return -2 if rank(p, target) > rank(p, model) else 0

    def slam_stays(self, p: Position, target: str) -> Refusal | None:
        """M2-POWER-31, M2-KD-6."""
        if is_down(p, target):
            return Refusal(say("{target} is knocked down", target=target), "M2-POWER-31")
        return p.forbidden("slam move", target)

    def throws_farther(self, p: Position, model: str, target: str) -> bool:
        """A large base throwing a small one (M2-POWER-33)."""
        return rank(p, model) == 3 and rank(p, target) == 1

    def throw_deviation(self, inches: int, far: int) -> int:
        """At most half the way (M2-POWER-34)."""
        return min(inches, far // 2)

    def throw_stops(self) -> tuple[str, ...]:
        """It flies over obstacles (M2-POWER-35)."""
        return ("obstruction",)


@dataclass(frozen=True)
class EveryBox(Loss):
    """A model is disabled when all its boxes are marked (M2-DMG-11, M2-DMG-19)."""

    def is_out(self, p: Position, model: str, marks: tuple[int, ...]) -> bool:
        return left(card(p, model), marks) <= 0


@dataclass(frozen=True)
class Shaking(Controlling):
    """After upkeep, models may shake off knock-down and stationary effects for focus (M2-CTRL-11)."""

    def most_gained(self) -> int:
        """Only allocation is limited (M2-CTRL-5)."""
        return 99

    def after(self, p: Position, seat: int) -> tuple[Frame, ...]:
        return (Shake(seat=seat),)


@dataclass(frozen=True)
class PitAndPoints(Victory):
    """The Mosh Pit (M2-SCEN-4), then surviving points (M2-SCEN-5); falling together is a draw (M2-SCEN-3)."""

    def worth(self, p: Position, status: Status) -> int:
        return p.rules.cards.entries[status.entry].cost if status.entry else 0

    def aims(self, scenario: Scenario) -> tuple[str, ...]:
        return (*(("M2-SCEN-4",) if scenario.zone else ()), *(("M2-SCEN-5",) if scenario.rounds else ()))

    def turn_ends(self, d: Draft, seat: int) -> None:
        scenario = d.rules.cards.scenarios[d.state.scenario]
        last = seat == OTHER[d.state.first]
        area = pit(d)
        if area is not None and (d.state.round > MOSH_FROM or (last and d.state.round == MOSH_FROM)):
            holds = [bool(inside_pit(d, s, area)) and not any_in_pit(d, OTHER[s], area) for s in (0, 1)]
            if any(holds):
                winner = holds.index(True)
                d.end(winner, f"{SEATS[winner]} holds the pit", "M2-SCEN-4")
                return
        if scenario.rounds and last and d.state.round >= scenario.rounds:
            a, b = (surviving(d, s) for s in (0, 1))
            better = None if a == b else int(b > a)
            points = f"{float(a) / 1000:g} to {float(b) / 1000:g}"
            d.end(better, f"after {scenario.rounds} rounds: {points} points survive", "M2-SCEN-5")


def inside_pit(p: Position, seat: int, area: Disc) -> list[str]:
    """Models completely within the pit that are neither inert nor fleeing."""
    return [
        n for n in p.state.of(seat)
        if wholly_inside(p, p.state.models[n], area) and not has(p, n, INERT) and not has(p, n, FLEEING)
    ]  # fmt: skip


def any_in_pit(p: Position, seat: int, area: Disc) -> bool:
    return any(within(disc(p, p.state.models[n]), area, 0) for n in p.state.of(seat))


def surviving(p: Position, seat: int) -> Fraction:
    """Army points left, in thousandths and exact: warjacks and solos in full, units by the models they have left."""
    state, entries = p.state, p.rules.cards.entries
    total = Fraction(0)
    for name in state.of(seat):
        status = state.status[name]
        if not status.unit and status.entry:
            total += 1000 * entries[status.entry].cost
    for name, unit in state.units.items():
        if unit.seat == seat and unit.entry:
            cards = [s.card for s in state.status.values() if s.unit == name]
            cost = unit_cost(entries, unit.entry, cards)
            total += Fraction(1000 * cost * len(unit.members), max(len(cards), 1))
    return total


def unit_cost(entries: Mapping[str, Entry], unit: str, cards: list[str]) -> int:
    """What a unit that began with models of these cards was bought for, its attachment too."""
    entry, own = entries[unit], {m.model for m in entries[unit].members}
    size = sum(1 for card in cards if card in own)
    attached = (e for e in entries.values() if e.kind == "attachment" and e.joins == unit)
    extra = sum(e.cost for e in attached if any(m.model in cards and m.model not in own for m in e.members))
    return extra + (entry.max_cost if entry.max_cost and size >= max(entry.sizes) else entry.cost)


@dataclass(frozen=True)
class InItsTurn(Measuring):
    """The control area in the own turn (M2-GEO-9), a unit commander's range in the unit's activation (M2-GEO-10)."""

    def control_area(self, p: Position, seat: int) -> bool:
        return p.state.active == seat

    def command_range(self, p: Position, model: str) -> bool:
        unit = p.state.status[model].unit
        return bool(unit) and p.state.activating == unit and commander(p, unit) == model


MK2 = WarmachineEdition(
    title="WARMACHINE Mk II",
    contact=Figure(1, "M2-GEO-2", "in"),
    first_zone=Figure(7 * MILLI, "M2-FORCE-8", "in"),
    second_zone=Figure(10 * MILLI, "M2-FORCE-8", "in"),
    advance_zone=Figure(6 * MILLI, "M2-ADV-3", "in"),
    sight=FromAnywhere(grow=1.0),
    leaving=LeavingSight(),
    charging=StopsWhenLamed(),
    knocked_down=NotInItsOwnTurn(),
    automatic_hits=LooksForCriticals(),
    blasts=InTheAttackersOrder(),
    back_strike=BackStrikes(),  # M2-ATK-14, M2-KD-13
    straying=RolledAgain(),
    power=BySize(),
    loss=EveryBox(stages=(Disabled, Boxed, Destroyed)),
    controlling=Shaking(),
    victory=PitAndPoints(),
    formation=InCommandRange(),
    fleeing=InItsActivation(),
    marshalling=AlsoAttacks(),
    measuring=InItsTurn(),
    building=ByPoints(
        warcaster="M2-FORCE-1",
        controlled="M2-JACK-1",
        faction="M2-FORCE-1",
        total="M2-FORCE-4",
        allowance="M2-FORCE-5",
        sizes="M2-FORCE-6",
        attachment="M2-FORCE-6",
        attachments="M2-FORCE-6",
        marshals="M2-FORCE-12",
        controls="M2-JACK-4",
        box="M2-FORCE-2",
    ),
    combining=Combining(),  # M2-ATK-19, M2-ATK-21, M2-ATK-25
    dread=AfterTheMovement(),
    passing=ThroughGhosts(),
    deep_water=AsRoughGround(),
)
