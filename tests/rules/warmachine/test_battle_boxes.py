"""Lists of Mk II: battle boxes."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import find
from tests.rules.warmachine.kit import MK1, MK2

STRYKER = {"entry": "stryker", "battlegroup": ["ironclad", "ironclad", "charger"]}


def told(*lines: dict[str, Any], game: str = MK2, limit: str = "box") -> list[str]:
    lists = find(game).rosters
    assert lists is not None
    army = lists.read({"name": "x", "faction": "cygnar", "limit": limit, "list": list(lines)})
    return [p.rule for p in lists.check(army) if p.grave]


@pytest.mark.rule("M2-FORCE-2")
def test_mk2_a_battle_box_is_a_warcaster_with_warjacks_and_nothing_else() -> None:
    assert told(STRYKER) == told(STRYKER, limit="Battle Box") == []
    assert told(STRYKER, {"entry": "strangewayes"}) == ["M2-FORCE-2"]
    assert told(STRYKER, {"entry": "strangewayes", "marshals": ["charger"]}) == ["M2-FORCE-2"]
    assert told(STRYKER, {"entry": "long_gunners", "models": 6}) == ["M2-FORCE-2"]
    assert told(STRYKER, {"entry": "vane"}) == ["M2-FORCE-1"]
    assert told({"entry": "cyg_stryker"}, game=MK1) == [""], "no such game there"


@pytest.mark.rule("M2-FORCE-2")
def test_mk2_a_battle_box_of_ones_own_is_played_on_a_table_for_boxes() -> None:
    rules = find(MK2)
    box = {"name": "x", "faction": "cygnar", "limit": "box", "list": [STRYKER]}
    assert rules.new_game({"armies": [box, "kha_box_a"]}).state.map.name == "mill_green"
