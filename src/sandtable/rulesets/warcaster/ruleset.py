"""The guest itself: what Warcaster brings to the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any

from sandtable.core import ActiveHooks, Game, Hooks, Rulebook, Start, ask_again
from sandtable.core.match_options import MatchOption
from sandtable.rulesets.warcaster.abilities.special_rules import about
from sandtable.rulesets.warcaster.appraisal.facet import WarcasterJudging
from sandtable.rulesets.warcaster.attacks.windows import ATTACK_WINDOWS
from sandtable.rulesets.warcaster.cyphers.all_cards import CYPHER_CARDS
from sandtable.rulesets.warcaster.interface.invariants import faults
from sandtable.rulesets.warcaster.interface.odds_facet import WarcasterOdds
from sandtable.rulesets.warcaster.interface.odds_trials import trial_rules
from sandtable.rulesets.warcaster.interface.old_saves import migrated
from sandtable.rulesets.warcaster.interface.sample_games import sample_games
from sandtable.rulesets.warcaster.interface.scenario_facet import WarcasterScenarios
from sandtable.rulesets.warcaster.interface.showing import WarcasterShowing
from sandtable.rulesets.warcaster.lists.rosters import WarcasterRosters
from sandtable.rulesets.warcaster.missions.mercy_rule import mercy
from sandtable.rulesets.warcaster.state.dice import DICE
from sandtable.rulesets.warcaster.state.rules import Draft, Position, WarcasterRules
from sandtable.rulesets.warcaster.state.table import CARDS, Table
from sandtable.rulesets.warcaster.turn.match_options import match_options
from sandtable.rulesets.warcaster.turn.setup import deploying, new_game
from sandtable.rulesets.warcaster.turn.windows import TURN_WINDOWS

MODULES = (  # in the order of the rulebook's chapters: hooks are asked in this order
    # stats
    "state.strength_checks",
    # activation
    "abilities.emplacements",
    # movement
    "movement.replace_model",
    # cover
    "attacks.cover",
    # attacks
    "attacks.strafe",
    # blast
    "attacks.blast",
    # effects
    "state.continuous_effects",
    # cyphers and fury
    "cyphers.overdrives",
    "cyphers.kinetic_accelerator",
    "cyphers.annihilation_vector",
    "cyphers.geometrics",
    "cyphers.furies",
    "cyphers.harmonics",
    # rack
    "cyphers.rack_and_hand",
    # objectives
    "missions.objectives",
    # secondaries
    "missions.secondaries",
    # skirmish
    "missions.skirmish",
    # special rules, by the first of each file in data/special_rules.toml
    "abilities.ranges",
    "abilities.declaring",
    "abilities.stealth_and_cover",
    "abilities.arc_economy",
    "abilities.activation_moves",
    "abilities.on_hit",
    "abilities.rerolls",
    "abilities.after_hits",
    "abilities.before_damage",
    "abilities.speed_and_strength",
    "abilities.defence",
    "abilities.movement_traits",
    "abilities.extra_attacks",
    "abilities.after_attack",
    "abilities.armour",
    "abilities.activation_effects",
    "abilities.aftermath",
    "abilities.attack_dice",
    "abilities.activation_support",
    "abilities.special_actions",
    "abilities.refusals",
    "abilities.reaction_attacks",
    "abilities.on_hit_spikes",
    "abilities.apotropaic",
    "abilities.repulsor_ram",
    "abilities.substitution",
    "abilities.resurrection",
    # no rules
    "interface.odds_trials",
    "suggestions.activations",
    "suggestions.arc_and_gates",
    "suggestions.deployments",
    "suggestions.move_paths",
    "suggestions.objectives",
    "suggestions.cypher_plays",
    "suggestions.attacks_now",
    "interface.previews",
)


class Warcaster(WarcasterRules):
    name = "warcaster"
    title = "Warcaster: Neo-Mechanika"
    version = 4
    unit = "in"
    packages = ("sandtable.rulesets.warcaster",)
    modules = tuple(f"{__package__}.{name}" for name in MODULES)
    windows = (*ATTACK_WINDOWS, *TURN_WINDOWS)
    dice = DICE
    cypher_cards = CYPHER_CARDS
    showing = WarcasterShowing()
    odds = WarcasterOdds()
    judging = WarcasterJudging()
    scenarios = WarcasterScenarios()

    @cached_property
    def rulebook(self) -> Rulebook:  # type: ignore[override]
        return Rulebook.read(files(__package__) / "rulebook.toml")

    @cached_property
    def rosters(self) -> WarcasterRosters:  # type: ignore[override]
        return WarcasterRosters(self.cards)

    def hooks_at(self, p: Position) -> Hooks | ActiveHooks:
        """Most special rules are on no card of either force: the hooks of the others, mostly for the whole game."""
        return p.memo("hooks", self._hooks_in_force, CARDS, p)

    def _hooks_in_force(self, p: Position) -> ActiveHooks:
        rules, trial = about(p), trial_rules(p)
        return self.hooks.active(rules | trial if trial else rules)

    def new_game(self, options: Mapping[str, Any]) -> Start:
        return new_game(self.cards, options)

    def sample_options(self) -> tuple[dict[str, Any], ...]:
        return sample_games(self.cards)

    def match_options(self) -> tuple[MatchOption, ...]:
        return match_options(self.cards)

    def order(self, state: Table) -> tuple[int, ...]:
        first = state.active if state.started else deploying(state)
        return (0, 1) if first == 0 else (1, 0)

    def verdict(self, d: Draft) -> None:
        mercy(d)

    def score(self, state: Table) -> tuple[int, ...]:
        return tuple(p.vp for p in state.players)

    def redact(self, state: Table, seat: int) -> Table:
        """The other hand's cards are blank; hand and rack sizes, and all rolls, are open (WC-GEN-9, WC-DICE-7)."""
        other = 1 - seat
        theirs, mine = state.players[other], state.players[seat]
        blank = theirs.but(hand=("?",) * len(theirs.hand), rack=("?",) * len(theirs.rack))
        players = (mine, blank) if seat == 0 else (blank, mine)
        return state.but(players=players)

    def redeal(self, game: Game, seat: int, rng: Random) -> Game:
        """The other player's hidden cards dealt anew between hand and rack."""
        other = 1 - seat
        player = game.state.players[other]
        cards = sorted((*player.hand, *player.rack))  # so that what is dealt tells nothing of what was
        rng.shuffle(cards)
        hand, rack = cards[: len(player.hand)], cards[len(player.hand) :]
        state = game.state.with_player(other, hand=tuple(sorted(hand)), rack=tuple(sorted(rack)))
        return ask_again(self, game.but(state=state))

    def invariants(self, p: Position) -> list[str]:
        return faults(p)

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        return migrated(raw, version)
