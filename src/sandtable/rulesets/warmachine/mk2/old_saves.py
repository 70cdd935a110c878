"""Saves of older versions of Mk II, read as today's."""

from __future__ import annotations

from typing import Any

from sandtable.rulesets.warmachine.common.state.cards import ROUND, TURN, Library
from sandtable.rulesets.warmachine.common.state.conditions import SPARED
from sandtable.rulesets.warmachine.mk2.fold_step import PLACED

LASTING, FOR = "M2-SPELL-9", {ROUND: "M2-TURN-4", TURN: "M2-TURN-5"}


def cited_by_own_rules(raw: dict[str, Any], cards: Library) -> dict[str, Any]:
    """Before version 9 every spell that stays cited the rule of upkeep spells, and so did the places of Fold Step."""
    for effect in raw["state"]["effects"]:
        spell = cards.spells.get(effect["name"].removeprefix(SPARED))
        if spell is not None and effect.get("cite") == LASTING:
            effect["cite"] = FOR.get(spell.lasts, LASTING)
    waiting = raw["waiting"] or {}
    domain = waiting.get("domain") or {}
    if domain.get("type") == "PlacingSpot":
        waiting["cite"] = domain["cite"] = PLACED
    return raw
