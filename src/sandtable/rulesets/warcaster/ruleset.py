"""The guest itself: what Warcaster brings to the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from random import Random
from types import ModuleType
from typing import Any

from sandtable.core import (
    Arrangement,
    Ask,
    DiceSet,
    Die,
    Draft,
    Event,
    Game,
    Hooks,
    Path,
    Position,
    Present,
    Region,
    Rulebook,
    Ruleset,
    Split,
    Standing,
    Start,
    Term,
    Trial,
    ask_again,
)
from sandtable.rulesets.warcaster.abilities.special_rules import about
from sandtable.rulesets.warcaster.appraisal import appraise, changes, outlook
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.interface import descriptions, odds_outcomes, odds_trials, scenario_position
from sandtable.rulesets.warcaster.interface.drawing import draw, sight_line
from sandtable.rulesets.warcaster.interface.invariants import faults
from sandtable.rulesets.warcaster.interface.sample_games import variety
from sandtable.rulesets.warcaster.lists.rosters import WarcasterRosters
from sandtable.rulesets.warcaster.measuring.distance import sees
from sandtable.rulesets.warcaster.missions.mercy_rule import mercy
from sandtable.rulesets.warcaster.state.table import WHO, Table
from sandtable.rulesets.warcaster.turn.setup import deploying, new_game
from sandtable.rulesets.warcaster.turn.void_gates import GateCharge
from sandtable.scene import Scene, SightLine

LABELS = {0: "M", 1: "S", 2: "X"}
WINDOWS = {
    "W1": "react to the attack that was declared",
    "W2": "react to the attack and defence rolls",
    "W3": "react to the hit",
    "W3 spikes": "spike on the hit",
    "W4": "react before the damage roll",
    "W5": "react now that the attack is resolved",
    "aftermath": "react to what the attack has destroyed",
}


MODULES = (
    "abilities.activation_effects",
    "abilities.activation_moves",
    "abilities.activation_support",
    "abilities.after_attack",
    "abilities.after_hits",
    "abilities.aftermath",
    "abilities.apotropaic",
    "abilities.arc_economy",
    "abilities.armour",
    "abilities.attack_dice",
    "abilities.before_damage",
    "abilities.speed_and_strength",
    "abilities.declaring",
    "abilities.defence",
    "abilities.emplacements",
    "abilities.extra_attacks",
    "abilities.stealth_and_cover",
    "abilities.movement_traits",
    "abilities.on_hit",
    "abilities.on_hit_spikes",
    "abilities.ranges",
    "abilities.reaction_attacks",
    "abilities.refusals",
    "abilities.repulsor_ram",
    "abilities.rerolls",
    "abilities.resurrection",
    "abilities.special_actions",
    "abilities.substitution",
    "attacks.blast",
    "attacks.cover",
    "cyphers.kinetic_accelerator",
    "cyphers.channelling",
    "cyphers.furies",
    "cyphers.geometrics",
    "cyphers.harmonics",
    "cyphers.overdrives",
    "cyphers.plain_cards",
    "cyphers.played",
    "cyphers.annihilation_vector",
    "state.continuous_effects",
    "interface.odds_trials",
    "missions.objectives",
    "turn.cypher_hand",
    "missions.secondaries",
    "missions.skirmish",
    "movement.replace_model",
    "state.strength_checks",
)


def hook_modules() -> list[ModuleType]:
    """The modules with hooks, in the order in which hooks are asked, and those that nothing else imports."""
    return [import_module(f"{__package__}.{name}") for name in MODULES]


class Warcaster(Ruleset):
    name = "warcaster"
    title = "Warcaster: Neo-Mechanika"
    version = 2
    unit = "in"
    points = "victory points"
    rosters = WarcasterRosters()
    packages = ("sandtable.rulesets.warcaster",)
    windows = WINDOWS
    wholes = (Attack,)
    trial_options = odds_trials.OPTIONS
    dice = DiceSet(Die("A", (0, 0, 0, 1, 1, 2), LABELS), Die("P", (0, 1, 1, 1, 1, 2), LABELS))

    def __init__(self) -> None:
        self.hooks = Hooks(hook_modules())
        self.rulebook = Rulebook.read(files(__package__) / "rulebook.toml")

    def hooks_at(self, p: Position) -> Hooks | Present:
        """Most special rules are on nobody's card: the hooks of the others, until models come or go."""
        return p.memo("hooks", lambda: self.hooks.present(about(p)), WHO)

    def new_game(self, options: Mapping[str, Any]) -> Start:
        return new_game(options)

    def variety(self) -> tuple[dict[str, Any], ...]:
        return variety()

    def order(self, state: Table) -> tuple[int, ...]:
        first = state.active if state.started else deploying(state)
        return (0, 1) if first == 0 else (1, 0)

    def verdict(self, d: Draft) -> None:
        mercy(d)

    def score(self, state: Table) -> tuple[int, ...]:
        return tuple(p.vp for p in state.players)

    def redact(self, state: Table, seat: int) -> Table:
        """The other hand's cards are blank; hand and rack sizes are open (WC-GEN-9)."""
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

    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        return appraise(p, seat)

    def outlook(self, p: Position, ask: Ask) -> Iterator[Term]:
        return outlook(p, ask)

    def changes(self, before: Position, after: Position, seat: int) -> Iterator[Term]:
        return changes(before, after, seat)

    def unfinished(self, ask: Ask) -> bool:
        return isinstance(ask.domain, (Region, Path, Arrangement, Split, GateCharge))

    def position(self, given: Mapping[str, Any]) -> Start:
        return scenario_position.read(given)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        return scenario_position.facts(p, name)

    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return draw(p, seat)

    def pieces(self, p: Position) -> Mapping[str, Standing]:
        return descriptions.pieces(p.state)

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        return descriptions.status(p.state, name)

    def describe(self, p: Position, name: str) -> list[str] | None:
        return descriptions.describe(p, name)

    def board(self, p: Position, seat: int) -> list[str]:
        return descriptions.board(p.state, seat)

    def measure(self, p: Position, a: str, b: str) -> float:
        return descriptions.measure(p.state, a, b)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b)

    def sight_line(self, p: Position, a: str, b: str) -> SightLine:
        return sight_line(p, a, b)

    def invariants(self, p: Position) -> list[str]:
        return faults(p)

    def trial(self, wanted: Mapping[str, str]) -> Trial:
        return odds_trials.trial(self, wanted)

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        return odds_outcomes.outcome(before, after, about, returned)

    def is_hit(self, event: Event, about: tuple[str, ...]) -> bool | None:
        return odds_outcomes.is_hit(event, about)

    def worth(self, p: Position, seat: int) -> int:
        return odds_outcomes.worth(p.state, seat)

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 rolled for one card at a time; a roll it waits for is read as all draws are now."""
        waiting = raw["waiting"]
        if waiting is not None and waiting.get("purpose") == "draw a card":
            waiting["reading"] = {"type": "Picks"}
        return raw
