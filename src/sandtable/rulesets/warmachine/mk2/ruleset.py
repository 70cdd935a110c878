"""WARMACHINE Mk II: what it lists is what is its own."""

from __future__ import annotations

from typing import Any

from sandtable.core import Frame, Sequence
from sandtable.rulesets.warmachine.common.chapters import ACTIONS, CHAPTERS, MOVES, POWER, PREVIEWS, SUGGESTIONS, TAKING
from sandtable.rulesets.warmachine.common.interface.old_saves import asked_one_by_one, cited_by_own_rules
from sandtable.rulesets.warmachine.common.learned.facet import LearnedJudging
from sandtable.rulesets.warmachine.common.magic.special_spells import SPELL_FRAMES
from sandtable.rulesets.warmachine.common.ruleset import COMMON, PACKAGE, Warmachine
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.mk2.breaking_free import BreakingFree
from sandtable.rulesets.warmachine.mk2.card_abilities import DualShot
from sandtable.rulesets.warmachine.mk2.checks_in_turn import ChecksInTurn, FleeInTurn, RalliesInTurn
from sandtable.rulesets.warmachine.mk2.double_hand_throw import DoubleHandThrowing
from sandtable.rulesets.warmachine.mk2.edition import MK2
from sandtable.rulesets.warmachine.mk2.fleeing import FleeingActivation
from sandtable.rulesets.warmachine.mk2.fold_step import FoldStep, asked_by_own_rule
from sandtable.rulesets.warmachine.mk2.formation import standard_bearer
from sandtable.rulesets.warmachine.mk2.trample import Trampling
from sandtable.rulesets.warmachine.mk2.tremor import Trembling
from sandtable.rulesets.warmachine.mk2.vent_steam import VentSteamDeed

OWN = f"{PACKAGE}.mk2"
FRAMES = SPELL_FRAMES | {"fold_step": FoldStep}
MODULES = (
    "systems",
    "shields",
    "clouds",
    "shield_wall",
    "orders",
    "trenches",
    "disruption",
    "breaking_free",
    "weapon_qualities",
    "special_weapons",
    "formation",
    "tough",
    "unseen",
    "incorporeal",
    "gunfighter",
    "never_flees",
    "fleeing",
    "shot_kinds",
    "card_abilities",
    "throws",
    "controllers",
)


class WarmachineMk2(Warmachine):
    name, title, edition = "warmachine-mk2", MK2.title, MK2
    books, data = (OWN,), (COMMON, OWN)
    packages = (COMMON, OWN)
    judging = LearnedJudging(OWN)
    spell_frames = FRAMES
    modules = (
        *(f"{COMMON}.{name}" for name in CHAPTERS),
        f"{COMMON}.jacks.marshals",
        *(f"{OWN}.{name}" for name in MODULES),
        *(f"{COMMON}.{name}" for name in (*SUGGESTIONS, *PREVIEWS)),
        f"{OWN}.previews",
    )
    deeds = (
        *MOVES,
        Trampling(),
        *ACTIONS,
        TAKING,
        *POWER,
        DoubleHandThrowing(),
        BreakingFree(),
        Trembling(),
        VentSteamDeed(),
        DualShot(),
    )

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        if version < 9:
            cited_by_own_rules(self, raw, "M2-SPELL-9")
            asked_one_by_one(raw)
            asked_by_own_rule(raw)
        return raw

    def activation(self, p: Position, name: str) -> Frame:
        if name in p.state.models and has(p, name, FLEEING):
            return FleeingActivation(model=name)
        return super().activation(p, name)

    def before_unit_moves(self, p: Position, unit: str) -> Frame:
        """Fleeing troopers run (M2-CMD-16)."""
        return FleeInTurn(unit=unit)

    def after_unit_acts(self, p: Position, unit: str) -> Frame:
        """Those out of formation check, those who flee may rally (M2-FORM-8, M2-CMD-19)."""
        return Sequence(frames=(ChecksInTurn(unit=unit), RalliesInTurn(unit=unit)))

    def rolls_again(self, p: Position, who: str) -> bool:
        return standard_bearer(p, who)
