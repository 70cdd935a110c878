"""Where rules meet, tried from the rules alone: orders and control, checks and blows, lost attackers, strays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import (
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    Game,
    at,
    both,
    foe,
    row,
)  # fmt: skip

NEXT = 10 + 2 * LARGE + 0.3
CONTACT = 10 + SMALL + LARGE


def purposes(t: Game) -> list[str]:
    return [roll.purpose for roll in t.rolls]


def rolled(t: Game) -> Game:
    """Nothing more is boosted."""
    while t.match.ask is not None and t.offers()[:1] == ["roll"]:
        t.play("roll")
    return t


# --- taking control needs an action to give up ---
def mechaniks() -> dict[str, Any]:
    casters = {"stryker": at(44, 2), "sorscha": foe(44, 44)}
    return {**row(3, "field_mechaniks", "mechs"), "ironclad": at(12, CONTACT, master=None), **casters}


@pytest.mark.rule("M2-JACK-9", "M2-MOVE-12", "M2-ACT-11")
def test_mk2_a_marshal_under_a_run_or_charge_order_has_no_action_to_give_up() -> None:
    for order, offered in (("no order", True), ("order run", False), ("order charge", False)):
        t = Game(MK2, {**mechaniks(), "juggernaut": foe(30, 40)}, casters=False).activate("mechs", order)
        if "declared" in t.offers():
            t.play("declared")
        assert ("mechs.1 take ironclad" in t.play("act").offers()) is offered
    assert t.refusal("mechs.1 take ironclad").cite == "M2-MOVE-12"


@both
@pytest.mark.rule("M2-JACK-9", "M2-JACK-3", "M2-TERRAIN-10", "M1-INERT-3", "M1-MOD-25")
def test_nobody_in_deep_water_takes_a_warjack_over(game: str) -> None:
    pieces = {"stryker": at(12, 10), "ironclad": at(12, CONTACT, master=None, inert=True), "sorscha": foe(44, 44)}
    assert "reactivate ironclad" in Game(game, pieces, casters=False).activate("stryker").offers()
    pool = [{"kind": "deep_water", "at": [12, 9.6], "radius": 0.3}]
    t = Game(game, pieces, casters=False, terrain=pool).activate("stryker")
    t.refusal("reactivate ironclad", {MK1: "M1-MOD-25", MK2: "M2-TERRAIN-10"}[game])


@both
@pytest.mark.rule("M1-FORM-8", "M2-FORM-5", "M1-ORDER-7")
def test_no_spell_makes_a_trooper_charge_that_must_return_to_his_unit(game: str) -> None:
    unit = row(3, "iron_fangs", "fangs")
    unit["fangs.3"] |= {"at": [40, 10], "spells": {"boundless_charge": "sorscha"}}
    pieces = {**unit, "sorscha": at(44, 2), "stryker": foe(44, 44), "ironclad": foe(40, 16)}
    t = Game(game, pieces, casters=False).activate("fangs", "no order")
    t.refusal("fangs.3 charge ironclad", {MK1: "M1-FORM-8", MK2: "M2-FORM-5"}[game])
