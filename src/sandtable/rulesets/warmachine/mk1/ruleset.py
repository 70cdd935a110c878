"""WARMACHINE Mk I: what it lists is what is its own."""

from __future__ import annotations

from typing import Any

from sandtable.core import Frame, Sequence
from sandtable.rulesets.warmachine.common.chapters import ACTIONS, CHAPTERS, MOVES, POWER, PREVIEWS, SUGGESTIONS
from sandtable.rulesets.warmachine.common.interface.old_saves import asked_one_by_one, cited_by_own_rules
from sandtable.rulesets.warmachine.common.magic.special_spells import SPELL_FRAMES
from sandtable.rulesets.warmachine.common.ruleset import COMMON, PACKAGE, Warmachine
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.mk1.card_abilities import Smoking
from sandtable.rulesets.warmachine.mk1.edges import ChooseEdge
from sandtable.rulesets.warmachine.mk1.edition import MK1
from sandtable.rulesets.warmachine.mk1.fleeing import Flight
from sandtable.rulesets.warmachine.mk1.no_such_attacks import NO_SUCH_ATTACKS
from sandtable.rulesets.warmachine.mk1.rebuilding import Rebuilding
from sandtable.rulesets.warmachine.mk1.standing_still import StandStill
from sandtable.rulesets.warmachine.mk1.steam_vent import SteamVentDeed
from sandtable.rulesets.warmachine.mk1.suborning import Suborn
from sandtable.rulesets.warmachine.mk1.tremor import Trembling
from sandtable.rulesets.warmachine.mk1.warcasters_orders import Ordering

OWN = f"{PACKAGE}.mk1"
FRAMES = SPELL_FRAMES | {"suborn": Suborn}
MODULES = (
    "systems",
    "shields",
    "clouds",
    "screening",
    "breaking_free",
    "furnace",
    "inert",
    "deep_water",
    "fleeing",
    "hurled_past",
    "charge_attacks",
    "multi_fire",
    "shield_wall",
    "card_abilities",
    "suborning",
    "warcasters_orders",
)


class WarmachineMk1(Warmachine):
    name, title, edition = "warmachine-mk1", MK1.title, MK1
    books: tuple[str, ...] = (OWN,)
    data: tuple[str, ...] = (COMMON, OWN)
    packages: tuple[str, ...] = (COMMON, OWN)
    modules: tuple[str, ...] = (
        *(f"{COMMON}.{name}" for name in CHAPTERS),
        *(f"{OWN}.{name}" for name in MODULES),
        *(f"{COMMON}.{name}" for name in (*SUGGESTIONS, *PREVIEWS)),
    )
    spell_frames = FRAMES
    deeds = (*MOVES, *ACTIONS, *POWER, Trembling(), SteamVentDeed(), Smoking(), Rebuilding(), Ordering())
    never = NO_SUCH_ATTACKS

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        if version < 9:
            cited_by_own_rules(self, raw, "M1-MAINT-2")
            asked_one_by_one(raw)
        return raw

    def before_deployment(self, p: Position) -> tuple[Frame, ...]:
        return (ChooseEdge(),)

    def after_maintenance(self, seat: int) -> Frame:
        """Fleeing models run and rally (M1-MAINT-4, M1-MAINT-5)."""
        return Flight(seat=seat)

    def before_turn_ends(self, seat: int) -> Frame:
        """Units of which nobody could do anything (M1-TURN-11)."""
        return Sequence(frames=(StandStill(seat=seat), super().before_turn_ends(seat)))
