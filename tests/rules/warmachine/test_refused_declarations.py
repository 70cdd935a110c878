"""Refusals that name the rule they come from."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import MK1, MK2, STEP, Game, at, both, foe, row


def pikes(**more: Any) -> dict[str, Any]:
    """Six pikemen, then their officer and the unarmed standard bearer."""
    places = [[12 + STEP * i, 10] for i in range(8)]
    unit = {"seat": "a", "at": places, "card": "iron_fangs", "attachment": "iron_fangs_attachment", **more}
    return {"fangs": unit, "ironclad": foe(16, 17), "sorscha": at(44, 2), "stryker": foe(44, 44)}


@pytest.mark.rule("M2-MOVE-37", "M2-MOVE-17")
def test_mk2_who_has_no_weapon_names_no_charge_target() -> None:
    t = Game(MK2, pikes(), casters=False).activate("fangs", "order charge")
    t.refusal("fangs.8 charges ironclad", "M2-MOVE-37")
    t = Game(MK2, pikes(facing={"2": 270}), casters=False).activate("fangs", "order charge")
    t.refusal("fangs.2 charges ironclad", "M2-MOVE-17")


@both
@pytest.mark.rule("M2-ACT-8", "M1-ORDER-1")
def test_who_goes_to_ground_is_refused_an_attack_by_the_rule_on_orders(game: str) -> None:
    pieces = {**row(3, {MK1: "scouts", MK2: "hill_scouts"}[game], "scouts"), "juggernaut": foe(12, 18)}
    t = Game(game, pieces).activate("scouts", "order go_to_ground", "act")
    t.refusal("scouts.1 attack juggernaut with carbine", {MK1: "M1-ORDER-1", MK2: "M2-ACT-8"}[game])


@both
@pytest.mark.rule("M2-MOVE-17", "M1-CHARGE-1")
def test_a_charge_is_declared_against_an_enemy(game: str) -> None:
    rule = {MK1: "M1-CHARGE-1", MK2: "M2-MOVE-17"}[game]
    pieces = {"ironclad": at(12, 10, focus=1), "charger": at(12, 16), "juggernaut": foe(14, 16)}
    Game(game, pieces).activate("ironclad").refusal("charge charger", rule)
    pieces = {**row(3, "iron_fangs", "fangs"), "juggernaut": at(12, 16), "sorscha": at(44, 2)}
    t = Game(game, {**pieces, "ironclad": foe(15, 16), "stryker": foe(44, 44)}, casters=False)
    t.activate("fangs", "order charge").refusal("fangs.1 charges juggernaut", rule)
