"""What is refused, and by which rule: charges at friends, orders out of turn, deep water, deeds of others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import (
    LARGE,
    MK1,
    MK2,
    SMALL,
    Game,
    at,
    both,
    foe,
)  # fmt: skip

CYGNAR: dict[str, Any] = {"stryker": at(44, 2), "sorscha": foe(44, 44)}
KHADOR: dict[str, Any] = {"sorscha": at(44, 2), "stryker": foe(44, 44)}
MAINTENANCE = {"seat": "a", "phase": "maintenance"}


# --- deep water ---
@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_what_nobody_does_in_deep_water_is_refused_by_the_rule_on_it(game: str) -> None:
    """Not by the one on DEF there."""
    rule = {MK1: "M1-TERRAIN-11", MK2: "M2-TERRAIN-10"}[game]
    pool = [{"kind": "deep_water", "at": [12, 10], "radius": 1}]
    pieces = {"stryker": at(12, 10, focus=6), "ironclad": at(20, 14), "sorscha": foe(30, 30), "juggernaut": foe(12, 16)}
    t = Game(game, pieces, casters=False, terrain=pool).activate("stryker")
    t.refusal("cast arcane_shield at stryker", rule)
    t.refusal("attack juggernaut with disruptor_pistol", rule)


@pytest.mark.rule("M1-TERRAIN-11")
def test_mk1_fire_that_goes_out_in_deep_water_does_so_by_the_rule_on_other_models() -> None:
    pool = [{"kind": "deep_water", "at": [12, 14], "radius": 1}]
    burning = foe(12, 10 + LARGE + SMALL + 0.2, card="dread", effects=["fire"])
    t = Game(MK1, {"ironclad": at(12, 10, focus=1), "dread": burning}, terrain=pool, dice=["6", "1"], waits=True)
    t.activate("ironclad", "push dread")
    assert "fire" not in t.effects("dread") and t.cited("M1-TERRAIN-11") and not t.cited("M1-TERRAIN-10")
