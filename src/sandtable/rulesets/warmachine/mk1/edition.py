"""Mk I: what it decides where the editions differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.core import Figure, Frame
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import FAR, MILLI
from sandtable.rulesets.warmachine.common.attacks.again import SameDice
from sandtable.rulesets.warmachine.common.attacks.ranges import range_of
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left, taken
from sandtable.rulesets.warmachine.common.edition import (
    AutomaticHits,
    BackStrikes,
    Blasts,
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
from sandtable.rulesets.warmachine.common.jacks.marshalling import Marshalling
from sandtable.rulesets.warmachine.common.lists.building import Building
from sandtable.rulesets.warmachine.common.measuring.distance import near, others_near, rank
from sandtable.rulesets.warmachine.common.measuring.engagement import in_melee_with
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.movement.charging import Charging
from sandtable.rulesets.warmachine.common.movement.line_obstacles import starts_in_the_way
from sandtable.rulesets.warmachine.common.state.cards import Scenario
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, card, has, is_down, is_still
from sandtable.rulesets.warmachine.common.state.events import Destroyed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import OTHER
from sandtable.rulesets.warmachine.common.terrain.features import elevations
from sandtable.rulesets.warmachine.mk1.fleeing import ToTheEdge
from sandtable.rulesets.warmachine.mk1.formation import LargestGroup, OpenFormation
from sandtable.rulesets.warmachine.mk1.systems import out
from sandtable.rulesets.warmachine.mk1.thrown import TurnThrown

CONTACT = 10  # the gap that is base contact (M1-GEO-3)
ENOUGH = 3  # disabled systems that take a warjack out of the fight


@dataclass(frozen=True)
class FromTheCentre(Sight):
    """Lines start at the middle of the base (M1-LOS-1); obstructions block them all (M1-LOS-2).

    A base that touches the rim of a cloud is inside it (M1-CLOUD-1).
    """

    rim: float = CONTACT

    def eye(self, base: Disc) -> Disc | None:
        return Disc(base.x, base.y, 0)

    def top_of(self, height: int) -> float:
        return FAR

    def ignored(self, p: Position, viewer: str, target: str) -> frozenset[str]:
        """From higher ground models at least 1 inch lower do not intervene, unless near the target (M1-LOS-6)."""
        return self.ignored_in_row(p, viewer, (target,))[0]

    def ignored_in_row(self, p: Position, viewer: str, targets: Sequence[str]) -> list[frozenset[str]]:
        heights = elevations(p)
        high = heights.get(viewer, 0)
        if high < MILLI:
            return [frozenset[str]()] * len(targets)
        lower = frozenset([n for n in p.state.models if heights.get(n, 0) + MILLI <= high])
        return [lower.difference(found) if (found := others_near(p, target, MILLI)) else lower for target in targets]


@dataclass(frozen=True)
class StopsAtEverything(Charging):
    """A charge cannot start in terrain that stops it (M1-CHARGE-20) and ends at any other model (M1-CHARGE-8)."""

    def may_start(self, p: Position, model: str) -> bool:
        return not starts_in_the_way(p, model)

    def goes_on(self, p: Position, model: str) -> bool:
        """M1-CHARGE-17, M1-CHARGE-19."""
        return "M" not in out(p, model)

    def fails_at_model(self) -> bool:
        return True

    def reaches_ahead_only(self) -> bool:
        """Melee range is a distance; it turns to its target afterwards (M1-CHARGE-6)."""
        return False

    def meets_at_the_end(self) -> bool:
        """There is no next step (M1-CHARGE-20)."""
        return False


@dataclass(frozen=True)
class BeforeTheOrder(KnockedDown):
    """Troopers who lie on the ground stand up before their leader gives an order (M1-KD-11)."""

    def rise_first(self, p: Position, models: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(n for n in models if is_down(p, n) and not is_still(p, n) and not has(p, n, FLEEING))


@dataclass(frozen=True)
class WhereItIsMet(Dreading):
    """A mover checks at the first point of its path where the cause arises (M1-CMD-6, M1-CMD-14)."""

    def stops(self) -> bool:
        return True


@dataclass(frozen=True)
class HalfSpeed(DeepWater):
    """It puts out fire and slows everybody (M1-TERRAIN-11): Pathfinder is about other ground (M1-TERRAIN-15)."""

    def puts_out_fire(self) -> bool:
        return True

    def may_run(self) -> bool:
        return True

    def slows(self, sure_footed: bool) -> bool:
        return True


@dataclass(frozen=True)
class UnawareOnly(BackStrikes):
    """Not against a knocked-down target (M1-MOD-5), and never by a channelled spell (M1-MOD-6)."""

    def counts(self, p: Position, strike: Strike) -> bool:
        return not strike.origin and not is_down(p, strike.target)


@dataclass(frozen=True)
class TheSameDice(Straying):
    """The roll that missed is compared with one random other combatant (M1-MOD-28, M1-MOD-31)."""

    def victims(self, p: Position, strike: Strike) -> tuple[str, ...]:
        found = (n for n in in_melee_with(p, strike.target) if n not in (strike.attacker, strike.source))
        reach = range_of(p, strike)
        return tuple(sorted(n for n in found if near(p, strike.source, n, reach) and sees(p, strike.source, n)))

    def again(self, strike: Strike, victim: str, reading: Any, boosted: bool) -> Frame:
        """With the penalty for shooting into melee if the first model had it (M1-MOD-30, M1-MOD-32)."""
        return SameDice(strike=strike.but(target=victim, meant=strike.target), reading=reading)


@dataclass(frozen=True)
class HarderToHit(PowerAttacks):
    """Penalties by base size, horns, and throws that any warjack makes farther with small models."""

    def by_size(self, p: Position, model: str, target: str) -> int:
        return -4 if rank(p, target) > rank(p, model) else -2

    def head_butt_bonus(self, p: Position, model: str, target: str) -> int:
        """M1-POWER-6."""
        return self.by_size(p, model, target)

    def slam_bonus(self, p: Position, model: str, target: str) -> int:
        """M1-POWER-15."""
        return self.by_size(p, model, target)

    def terrain_fails_slam(self) -> bool:
        """It follows a charge's rules (M1-POWER-24, M1-CHARGE-7)."""
        return True

    def water_ends_move(self, p: Position, model: str) -> bool:
        """M1-POWER-26."""
        return True

    def bash_bonus(self) -> int:
        """Flat, whatever the base (M1-POWER-23)."""
        return -2

    def throw_bonus(self) -> int:
        """M1-POWER-29."""
        return -2

    def landed(self, p: Position, thrower: str, target: str) -> tuple[Frame, ...]:
        """M1-POWER-37."""
        return (TurnThrown(thrower=thrower, model=target),)


@dataclass(frozen=True)
class ThreeSystems(Loss):
    """A warjack is out when three systems are (M1-SYS-9), any other model when its last box is marked (M1-DMG-5)."""

    def sinks_for_good(self) -> bool:
        """No wreck marker, no repair (M1-TERRAIN-10)."""
        return True

    def is_out(self, p: Position, model: str, marks: tuple[int, ...]) -> bool:
        printed = card(p, model)
        return left(printed, marks) <= 0 or len(disabled(printed, marks)) >= ENOUGH


@dataclass(frozen=True)
class HealsInControl(Controlling):
    """A warcaster may heal in the Control Phase, also while stationary (M1-CTRL-10)."""

    def healing(self, p: Position, caster: str) -> int:
        return taken(p.state.status[caster].marks)


@dataclass(frozen=True)
class VictoryPoints(Victory):
    """The active player wins when both lose the last warcaster (M1-SETUP-6). Points decide a points match."""

    def both_lost(self, p: Position) -> int | None:
        return p.state.active

    def aims(self, scenario: Scenario) -> tuple[str, ...]:
        return ("M1-SETUP-7",) if scenario.rounds else ()

    def turn_ends(self, d: Draft, seat: int) -> None:
        scenario = d.rules.cards.scenarios[d.state.scenario]
        if scenario.rounds and d.state.round >= scenario.rounds and seat == OTHER[d.state.first]:
            a, b = d.state.points
            d.end(None if a == b else int(b > a), f"after {scenario.rounds} rounds: {a} to {b}", "M1-SETUP-7")


@dataclass(frozen=True)
class ControlAreaAnyTime(Measuring):
    """The own control area at any time, and the range of an own jack marshal (M1-GEO-9)."""

    def control_area(self, p: Position, seat: int) -> bool:
        return True

    def command_range(self, p: Position, model: str) -> bool:
        return card(p, model).marshals > 0


MK1 = WarmachineEdition(
    title="WARMACHINE Mk I",
    contact=Figure(CONTACT, "M1-GEO-3", "in"),
    first_zone=Figure(10 * MILLI, "M1-SETUP-2", "in"),
    second_zone=Figure(10 * MILLI, "M1-SETUP-2", "in"),
    advance_zone=Figure(12 * MILLI, "M1-SETUP-3", "in"),
    sight=FromTheCentre(),
    leaving=Leaving(),  # M1-FREE-6: by distance alone
    charging=StopsAtEverything(),
    knocked_down=BeforeTheOrder(),  # M1-KD-2, M1-KD-8
    automatic_hits=AutomaticHits(),  # M1-DICE-5
    blasts=Blasts(),  # M1-DICE-9
    back_strike=UnawareOnly(),
    straying=TheSameDice(),
    power=HarderToHit(),
    loss=ThreeSystems(stages=(Destroyed,)),
    controlling=HealsInControl(),
    victory=VictoryPoints(),
    formation=LargestGroup(),
    fleeing=ToTheEdge(),
    combining=OpenFormation(),
    marshalling=Marshalling(),
    dread=WhereItIsMet(),
    passing=Passing(),
    deep_water=HalfSpeed(),
    measuring=ControlAreaAnyTime(),
    building=Building(
        warcaster="M1-SETUP-5",
        total="M1-SETUP-5",
        allowance="M1-ROSTER-2",
        sizes="M1-ROSTER-1",
        controlled="M1-SETUP-5",
        faction="M1-SETUP-5",
    ),
)
