"""What all rulesets of WARMACHINE share; each edition's package lists what is its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any

from sandtable.core import Frame, Rulebook, Sequence, Start
from sandtable.core.match_options import MatchOption
from sandtable.core.measurements import Measurement
from sandtable.rulesets.warmachine.common.abilities.aftermath import aftermath_owed
from sandtable.rulesets.warmachine.common.appraisal.facet import WarmachineJudging
from sandtable.rulesets.warmachine.common.interface.invariants import faults
from sandtable.rulesets.warmachine.common.interface.odds_facet import WarmachineOdds
from sandtable.rulesets.warmachine.common.interface.sample_games import sample_games
from sandtable.rulesets.warmachine.common.interface.scenario_facet import WarmachineScenarios
from sandtable.rulesets.warmachine.common.interface.showing import WarmachineShowing
from sandtable.rulesets.warmachine.common.lists.rosters import WarmachineRosters
from sandtable.rulesets.warmachine.common.magic.special_spells import SPELL_FRAMES
from sandtable.rulesets.warmachine.common.measuring.by_the_book import by_eye, may_measure
from sandtable.rulesets.warmachine.common.setup.match_options import match_options
from sandtable.rulesets.warmachine.common.setup.new_game import new_game, on_the_table_of_then
from sandtable.rulesets.warmachine.common.setup.victory import last_warcaster
from sandtable.rulesets.warmachine.common.state.asked_windows import TITLES
from sandtable.rulesets.warmachine.common.state.cards import Library, read_library
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position, WarmachineRules
from sandtable.rulesets.warmachine.common.state.table import SEATS, Table
from sandtable.rulesets.warmachine.common.terrain.clouds import CloudsAtTurnEnd
from sandtable.rulesets.warmachine.common.turn.activation import Activation
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.windows import WINDOWS
from sandtable.rulesets.warmachine.common.units.command import MassiveCasualties, OutOfFormationChecks, owed_check
from sandtable.rulesets.warmachine.common.units.terror import fear_owed
from sandtable.rulesets.warmachine.common.units.unit_activation import UnitActivation

PACKAGE = "sandtable.rulesets.warmachine"
COMMON = f"{PACKAGE}.common"


class Warmachine(WarmachineRules):
    version = 10
    data_version = "1.3"  # of all editions, since supplements read the lists of others
    unit = "in"
    measuring = "book"
    seats = SEATS
    books: tuple[str, ...]  # packages whose rulebook.toml it reads, the own first
    data: tuple[str, ...]  # packages whose data it reads, the own last
    spell_frames = SPELL_FRAMES
    windows = WINDOWS
    showing, scenarios = WarmachineShowing(), WarmachineScenarios()
    odds, judging = WarmachineOdds(), WarmachineJudging()

    @cached_property
    def measuring_rule(self) -> str:  # type: ignore[override]
        return self.cite("when it is measured")

    @cached_property
    def cards(self) -> Library:  # type: ignore[override]
        return read_library(*self.data)

    @cached_property
    def rulebook(self) -> Rulebook:  # type: ignore[override]
        return Rulebook.read(*(files(book) / "rulebook.toml" for book in self.books))

    @cached_property
    def rosters(self) -> WarmachineRosters:  # type: ignore[override]
        return WarmachineRosters(self.cards, self.edition.building)

    @cached_property
    def window_titles(self) -> Mapping[str, str]:
        return {**super().window_titles, **TITLES}

    def new_game(self, options: Mapping[str, Any]) -> Start:
        return new_game(self, options)

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        """Most versions only added values with defaults."""
        return raw

    def migrate_options(self, options: Mapping[str, Any], data: str, version: int) -> Mapping[str, Any]:
        found = super().migrate_options(options, data, version)
        return on_the_table_of_then(self, found) if version < 9 else found

    def sample_options(self) -> tuple[dict[str, Any], ...]:
        return sample_games(self.cards)

    def match_options(self) -> tuple[MatchOption, ...]:
        return match_options(self.cards)

    def activation(self, p: Position, name: str) -> Frame:
        if name in p.state.units:
            return UnitActivation(unit=name)
        return Activation(activity=Activity(model=name))

    def after_unit_acts(self, p: Position, unit: str) -> Frame:
        return OutOfFormationChecks(unit=unit)

    def owed(self, d: Draft) -> Frame | None:
        unit = owed_check(d)
        return MassiveCasualties(unit=unit) if unit else aftermath_owed(d) or fear_owed(d)

    def before_turn_ends(self, seat: int) -> Frame:
        return Sequence(frames=(CloudsAtTurnEnd(seat=seat),))

    def order(self, state: Table) -> tuple[int, ...]:
        return (0, 1) if state.active == 0 else (1, 0)

    def verdict(self, d: Draft) -> None:
        last_warcaster(d)

    def score(self, state: Table) -> tuple[int, ...]:
        return state.points

    def may_measure(self, p: Position, seat: int, what: Measurement) -> bool:
        return may_measure(p, seat, what)

    def by_eye(self, state: Table, seat: int, rng: Random, looked: Table | None = None) -> Table:
        return by_eye(Position(self, state), seat, rng, looked)

    def invariants(self, p: Position) -> list[str]:
        return faults(p)
