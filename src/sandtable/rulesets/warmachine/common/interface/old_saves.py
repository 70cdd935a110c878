"""Saves of older versions, read as today's."""

from __future__ import annotations

from typing import Any

from sandtable.rulesets.warmachine.common.magic.lasting import cite_of_lasting
from sandtable.rulesets.warmachine.common.state.conditions import SPARED
from sandtable.rulesets.warmachine.common.state.rules import WarmachineRules
from sandtable.rulesets.warmachine.common.turn.activity import MARSHALLED


def asked_one_by_one(raw: dict[str, Any]) -> None:
    """Before version 9 only the leader of a unit was asked before the order whether he stands up."""
    for frame in raw["stack"]:
        if frame.get("type") == "UnitActivation" and not isinstance(frame.get("risen"), list):
            one, now = frame.pop("risen", None), frame.get("at")
            frame["risen"] = [one] if one and now not in ("rises", "up") else []
            frame["lying"] = [one["model"]] if one and now == "rises" else []


def cited_by_own_rules(rules: WarmachineRules, raw: dict[str, Any], once: str) -> None:
    """Before version 9 every spell that stays cited one rule, whether it is upkept or lasts a round or a turn,
    and a marshal's benefit the rule on what it paid for."""
    for effect in raw["state"]["effects"]:
        spell = effect["name"].removeprefix(SPARED)
        if spell in rules.cards.spells and effect.get("cite") == once:
            effect["cite"] = cite_of_lasting(rules, spell)
        elif effect["name"] == MARSHALLED:
            effect["cite"] = rules.edition.marshalling.cite()
