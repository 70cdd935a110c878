"""Who is living: neither Construct nor Undead (M2-ADV-12, M2-ADV-42)."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position


def is_living(p: Position, model: str) -> bool:
    return not {"construct", "undead"} & set(card(p, model).abilities)
