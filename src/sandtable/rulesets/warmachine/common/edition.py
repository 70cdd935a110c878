"""What the editions differ in, apart from cards, rules of their own and listed chapters.

A policy is a small frozen class with a method for each decision. The classes here say what is asked; where both
editions agree on something it is the default. Numbers carry their citation.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.core import Edition, Figure, Frame, Refusal
from sandtable.geometry.shapes import Disc, Poly
from sandtable.geometry.units import MILLI
from sandtable.geometry.watchers import Watcher
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.jacks.marshalling import Marshalling
from sandtable.rulesets.warmachine.common.lists.building import Building
from sandtable.rulesets.warmachine.common.measuring.distance import disc, rank
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange, engages
from sandtable.rulesets.warmachine.common.movement.charging import Charging
from sandtable.rulesets.warmachine.common.state.cards import Scenario
from sandtable.rulesets.warmachine.common.state.conditions import card, lying
from sandtable.rulesets.warmachine.common.state.events import Disabled
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import stat
from sandtable.rulesets.warmachine.common.state.table import Status
from sandtable.rulesets.warmachine.common.units.members import is_in_formation


@dataclass(frozen=True)
class Sight:
    """Where lines of sight start and what does not block them."""

    grow: float = 0.0  # how much wider than its base a model hides, in thousandths
    rim: float = -1.0  # how near a cloud's rim is inside it; -1: only a base that overlaps the cloud is

    def eye(self, base: Disc) -> Disc | None:
        """Where lines start, if not anywhere on the base."""
        return None

    def last_inch(self, eye: Disc, base: Disc) -> Poly | None:
        """Where lines to a base have an inch left, for what hides it; None: within an inch of the base."""
        return None

    def top_of(self, height: int) -> float:
        """How high an obstruction blocks."""
        return float(height)

    def out_of_the_way(self, p: Position) -> frozenset[str]:
        """Models that never intervene."""
        return lying(p)

    def ignored(self, p: Position, viewer: str, target: str) -> frozenset[str]:
        """Models that do not intervene between these two, who may be among them."""
        return frozenset()

    def ignored_in_row(self, p: Position, viewer: str, targets: Sequence[str]) -> list[frozenset[str]]:
        """`ignored` for one viewer and several targets, with what they share found once."""
        return [self.ignored(p, viewer, target) for target in targets]

    def sees_through(self, p: Position, viewer: str) -> bool:
        """Whether forests and clouds do not exist for a viewer."""
        return False

    def memory(self, p: Position) -> Hashable:
        """What sight depends on besides places."""
        return self.out_of_the_way(p)


@dataclass(frozen=True)
class Leaving:
    """Leaving the melee range of an enemy that engages the mover provokes a free strike, leaving its sight does not."""

    def watcher(self, p: Position, striker: str, mover: str) -> Watcher:
        """The zone whose leaving provokes: by default the striker's melee range all round."""
        return Watcher(disc(p, p.state.models[striker]), p.value(MeleeRange(striker)))


@dataclass(frozen=True)
class KnockedDown:
    """When a model that lies on the ground may stand up."""

    def may_stand(self, p: Position, model: str) -> bool:
        return True

    def may_heal(self) -> bool:
        """Whether a warcaster who lies on the ground heals himself in his activation."""
        return False

    def rise_first(self, p: Position, models: tuple[str, ...]) -> tuple[str, ...]:
        """Of a unit's models those that may stand up before the order."""
        return ()


@dataclass(frozen=True)
class AutomaticHits:
    """A hit without a roll is never critical, and nobody rolls for it."""

    def may_look_for_critical(self, strike: Strike) -> bool:
        return False


@dataclass(frozen=True)
class Blasts:
    """Damage under one template: the direct target first, then by distance from the middle."""

    def attacker_orders(self) -> bool:
        """Whether he says whose damage is rolled next; otherwise the direct target comes first, then by distance."""
        return False


@dataclass(frozen=True)
class BackStrikes:
    """Every attack from behind gets the bonus."""

    def counts(self, p: Position, strike: Strike) -> bool:
        return True


@dataclass(frozen=True)
class Straying:
    """What becomes of a ranged or magic attack that misses a model in melee."""

    def victims(self, p: Position, strike: Strike) -> tuple[str, ...]:
        """Who may be hit instead."""
        return ()

    def again(self, strike: Strike, victim: str, reading: Any, boosted: bool) -> Frame:
        """The attack on the model that is in the way."""
        raise TypeError(f"nothing strays to {victim}")


@dataclass(frozen=True)
class PowerAttacks:
    """Modifiers and limits of power attacks."""

    def head_butt_bonus(self, p: Position, model: str, target: str) -> int:
        return 0

    def no_head_butt(self, p: Position, model: str, target: str) -> Refusal | None:
        return None

    def slam_bonus(self, p: Position, model: str, target: str) -> int:
        return 0

    def bash_bonus(self) -> int:
        """When the slam's move was too short."""
        return 0

    def terrain_fails_slam(self) -> bool:
        """Whether meeting terrain fails the slam wherever the target is."""
        return False

    def slam_stays(self, p: Position, target: str) -> Refusal | None:
        """Why a hit does not hurl the target away."""
        return None

    def water_ends_move(self, p: Position, model: str) -> bool:
        """Whether deep water ends a forced move where it is entered. Otherwise it is rough ground to it."""
        return card(p, model).kind == "warjack"

    def throw_bonus(self) -> int:
        return 0

    def throw_distance(self, p: Position, model: str, target: str) -> int:
        """Half the thrower's STR in inches, more for small targets."""
        own = stat(p, model, "STR") * MILLI // 2
        return own + (MILLI if self.throws_farther(p, model, target) else 0)

    def throws_farther(self, p: Position, model: str, target: str) -> bool:
        return rank(p, target) == 1

    def throw_deviation(self, inches: int, far: int) -> int:
        """How far the point strays, in thousandths."""
        return inches

    def landed(self, p: Position, thrower: str, target: str) -> tuple[Frame, ...]:
        """What comes between landing and damage."""
        return ()

    def throw_stops(self) -> tuple[str, ...]:
        """Kinds of terrain that stop a thrown model; empty: all that others collide with."""
        return ()


@dataclass(frozen=True)
class Loss:
    """When a model is out of the fight, and the steps it goes through on its way off the table."""

    stages: tuple[type[Disabled], ...]

    def sinks_for_good(self) -> bool:
        """Whether a warjack in deep water is removed from play, or destroyed as any other."""
        return False

    def is_out(self, p: Position, model: str, marks: tuple[int, ...]) -> bool:
        raise TypeError("an edition says when a model is out")


@dataclass(frozen=True)
class Controlling:
    """What the Control Phase offers besides allocation and upkeep."""

    def healing(self, p: Position, caster: str) -> int:
        """Points a warcaster may spend on healing in this phase."""
        return 0

    def most_gained(self) -> int:
        """Up to how many focus points a warjack may have from all sources."""
        return 3

    def after(self, p: Position, seat: int) -> tuple[Frame, ...]:
        """What is played when focus is allocated and upkeep paid."""
        return ()


@dataclass(frozen=True)
class Victory:
    """Who wins when the last warcasters fall together, and what decides when rounds are limited."""

    def both_lost(self, p: Position) -> int | None:
        """The winner; None: a draw."""
        return None

    def worth(self, p: Position, status: Status) -> int:
        """Points for a lost model, or for the unit it was the last of."""
        return p.rules.cards.entries[status.entry].vp if status.entry else 0

    def aims(self, scenario: Scenario) -> tuple[str, ...]:
        """The rules on what else wins this scenario."""
        return ()

    def turn_ends(self, d: Draft, seat: int) -> None:
        """At the end of each turn: end the game if the scenario decides it."""


@dataclass(frozen=True)
class Formation:
    """How troopers of a unit keep together."""

    def members(self, p: Position, unit: str) -> frozenset[str]:
        """The troopers in formation."""
        raise TypeError("an edition says who is in formation")

    def choosing(self, p: Position, unit: str) -> Frame | None:
        """Asks the owner who is in formation as a unit activates; None: there is no choice."""
        return None

    def deployed(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """What is wrong with a unit as it is put down."""
        return None

    def goals(self, p: Position, model: str) -> tuple[tuple[str, int], ...]:
        """Whom a trooper must be near to be in formation, and how near, in thousandths."""
        return ()

    def near_enough(self, began: float, best: float, now: float) -> bool:
        """Whether a trooper on its way back that does not get there has come near enough."""
        raise TypeError("an edition says how near is near enough")

    def direct(self, runs: bool) -> bool:
        """Whether its way back must be the shortest to where it ends."""
        return False


@dataclass(frozen=True)
class Combining:
    """Whoever could make the attack and is in formation may take part in a combined one."""

    def joined(self, p: Position, model: str, mates: tuple[str, ...], kind: str) -> tuple[str, ...]:
        return tuple(n for n in mates if is_in_formation(p, n))

    def bars_charge_attacks(self) -> bool:
        """Whether a charge attack can be no part of it."""
        return False


@dataclass(frozen=True)
class Fleeing:
    """What failing a check against fleeing does at once."""

    def turns_away(self) -> bool:
        return False

    def engages(self) -> bool:
        """Whether a fleeing model still engages the enemies in its melee range."""
        return False


@dataclass(frozen=True)
class Passing:
    """Nobody moves through a model that stands in the way."""

    def yields(self, p: Position) -> frozenset[str]:
        """Models that others move through, if they get completely past."""
        return frozenset()

    def at_times(self, p: Position) -> frozenset[str]:
        """Models that others may be inside of in the middle of a movement, whatever they are at this moment."""
        return frozenset()


@dataclass(frozen=True)
class DeepWater:
    """What deep water does to a model that is not lost in it."""

    def puts_out_fire(self) -> bool:
        return False

    def may_run(self) -> bool:
        return False

    def slows(self, sure_footed: bool) -> bool:
        """Whether it slows a model down: by default as rough ground does."""
        return not sure_footed


@dataclass(frozen=True)
class Dreading:
    """When models check against Terror and Abomination they meet in a movement."""

    def stops(self) -> bool:
        """Whether the mover checks where it meets the cause; otherwise when the movement is over."""
        return False

    def frightens(self, p: Position, entity: str, model: str) -> bool:
        """Whether an enemy with Terror is near enough: by default in melee with the model."""
        return engages(p, entity, model) or engages(p, model, entity)

    def unit_sets_out(self, d: Draft, unit: str) -> None:
        """A unit begins to move."""


@dataclass(frozen=True)
class Measuring:
    """Which areas a player may measure without a declaration, and when."""

    def control_area(self, p: Position, seat: int) -> bool:
        """Of the seat's own warcasters."""
        return False

    def command_range(self, p: Position, model: str) -> bool:
        """Of one model."""
        return False


@dataclass(frozen=True)
class WarmachineEdition(Edition):
    title: str
    contact: Figure  # base contact: up to this gap
    first_zone: Figure  # how deep the first player's strip is where a table says nothing
    second_zone: Figure
    advance_zone: Figure  # what Advance Deployment adds
    sight: Sight
    leaving: Leaving
    charging: Charging
    knocked_down: KnockedDown
    automatic_hits: AutomaticHits
    blasts: Blasts
    back_strike: BackStrikes
    straying: Straying
    power: PowerAttacks
    loss: Loss
    controlling: Controlling
    victory: Victory
    formation: Formation
    fleeing: Fleeing
    combining: Combining
    marshalling: Marshalling
    dread: Dreading
    passing: Passing
    deep_water: DeepWater
    measuring: Measuring
    building: Building
