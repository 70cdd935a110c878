"""The guest itself: what Warmaster brings to the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from sandtable.core import ActiveHooks, Hooks, Rulebook, Start
from sandtable.core.match_options import MatchOption
from sandtable.rulesets.warmaster.appraisal.judgement import WarmasterJudging
from sandtable.rulesets.warmaster.ending.victory import decide, points
from sandtable.rulesets.warmaster.forced.earlier_saves import asked_to_make_way
from sandtable.rulesets.warmaster.interface.invariants import faults
from sandtable.rulesets.warmaster.interface.odds_facet import WarmasterOdds
from sandtable.rulesets.warmaster.interface.sample_games import sample_games
from sandtable.rulesets.warmaster.interface.scenario_facet import WarmasterScenarios
from sandtable.rulesets.warmaster.interface.showing import WarmasterShowing
from sandtable.rulesets.warmaster.lists.rosters import WarmasterRosters
from sandtable.rulesets.warmaster.magic.casting import no_spell
from sandtable.rulesets.warmaster.magic.lasting_spells import SORCERY
from sandtable.rulesets.warmaster.setup.match_options import match_options
from sandtable.rulesets.warmaster.setup.new_game import new_game
from sandtable.rulesets.warmaster.special_rules.helblaster import Misfiring
from sandtable.rulesets.warmaster.special_rules.missiles import AIMS, AT_CHARGERS
from sandtable.rulesets.warmaster.state.rules import Draft, Position, WarmasterRules
from sandtable.rulesets.warmaster.state.table import Table

CHAPTERS = (  # of the rulebook, in book order
    "geo", "turn", "dice", "vis", "init", "evade", "home", "cmd", "brig", "blund", "move", "formn", "terrain", "charge",
    "offt", "char", "conf", "mkwy", "shoot", "drive", "magic", "eng", "combat", "save", "hits", "supp", "result",
    "retreat", "pursue", "fall", "adv", "reform", "art", "fly", "break", "vp", "army", "scen", "data",
)  # fmt: skip
MODULES = (  # in the order of the rulebook's chapters: hooks are asked in this order
    # orders
    "command.characters",
    # charging
    "charging.shots",
    # magic
    "magic.casting",
    "magic.attack_spells",
    "magic.lasting_spells",
    # special rules
    "special_rules.missiles",
    "special_rules.helblaster",
    "special_rules.troops",
    "special_rules.steam_tank",
    "special_rules.giant",
    # no rules
    "suggestions.marches",
    "suggestions.orders",
    "interface.previews",
)


SIDES = frozenset({"sides"})  # units come with the sides: their entries do not change in a battle


def special_rules(rules: WarmasterRules, state: Table) -> set[str]:
    return {rule for unit in state.units.values() for rule in rules.library.units[unit.entry].special}


class Warmaster(WarmasterRules):
    name = "warmaster"
    version = 7
    data_version = "1.2"
    title = "Warmaster"
    unit = "cm"
    packages = ("sandtable.rulesets.warmaster",)
    modules = tuple(f"{__package__}.{name}" for name in MODULES)
    aims = AIMS
    aims_at_chargers = AT_CHARGERS
    volleys = MappingProxyType({"helblaster": Misfiring})
    sorcery = SORCERY
    no_spell = staticmethod(no_spell)
    showing = WarmasterShowing()
    judging = WarmasterJudging()
    scenarios = WarmasterScenarios()
    odds = WarmasterOdds()

    @cached_property
    def rosters(self) -> WarmasterRosters:  # type: ignore[override]
        return WarmasterRosters(self.library)

    @cached_property
    def rulebook(self) -> Rulebook:  # type: ignore[override]
        folder = files(__package__) / "rulebook"
        return Rulebook.read(*(folder / f"{chapter}.toml" for chapter in CHAPTERS))

    def hooks_at(self, p: Position) -> Hooks | ActiveHooks:
        """Hooks of special rules that no unit of this battle has are not called."""
        return p.memo("hooks", lambda: self.hooks.active(special_rules(self, p.state)), SIDES)

    def new_game(self, options: Mapping[str, Any]) -> Start:
        return new_game(self.library, options)

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        """Most versions only added values with defaults; version 4 asks otherwise where a unit moves aside to."""
        return asked_to_make_way(raw) if version < 4 else raw

    def match_options(self) -> tuple[MatchOption, ...]:
        return match_options(self.library)

    def sample_options(self) -> tuple[dict[str, Any], ...]:
        return sample_games()

    def verdict(self, d: Draft) -> None:
        decide(d)

    def score(self, state: Table) -> tuple[int, ...]:
        return points(self, state, 0), points(self, state, 1)

    def invariants(self, p: Position) -> list[str]:
        return faults(p)
