"""Acts out of their step: refused by the rule on the sequence of a turn (WM-TURN)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmaster.kit import Bench, chief, general, orcs, unit

PIECES = {
    "g": chief("marshal", 20, 60), "s": chief("seer", 60, 36), "u": unit("roost_guard", "a", 60, 40),
    "r": unit("aerie_archers", "a", 60, 30), "e": unit("giant_eagles", "a", 120, 40),
    "o": orcs(60, 55), "x": unit("wolf_riders", "b", 120, 110, 270), "c": general(160, 115, "b"),
}  # fmt: skip


def at(step: str, *dice: str, **given: Any) -> Bench:
    return Bench(pieces=PIECES, step=step, dice=list(dice), waits=True, **given)


@pytest.mark.rule("WM-TURN-5")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("home_back", "u charges o"),
        ("orders", "u charges o"),
        ("orders", "u evades o"),
        ("orders", "e homes back"),
        ("characters", "u charges o"),
        ("characters", "e homes back"),
    ],
)
def test_initiative_and_home_back_are_over_once_orders_begin(step: str, words: str) -> None:
    at(step).refusal(words, "WM-TURN-5")


@pytest.mark.rule("WM-TURN-5")
def test_after_an_order_nobody_acts_on_initiative() -> None:
    t = at("orders", "11").play("g orders r")
    t.play((("r", t.state.stands["r"]),)).refusal("u charges o", "WM-TURN-5")
    t.refusal("e homes back", "WM-TURN-5")


@pytest.mark.rule("WM-TURN-3")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("command", "e homes back"),
        ("command", "g orders u"),
        ("home_back", "g orders u"),
        ("orders", "g joins u"),
        ("characters", "g orders u"),
    ],
)
def test_the_steps_of_the_command_phase_keep_their_order(step: str, words: str) -> None:
    at(step).refusal(words, "WM-TURN-3")


@pytest.mark.rule("WM-TURN-2")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("command", "r shoots o"),
        ("orders", "r shoots o"),
        ("orders", "s casts still_air o"),
        ("characters", "s casts still_air o"),
        ("shooting", "g orders u"),
        ("shooting", "u charges o"),
        ("shooting", "e homes back"),
        ("shooting", "g joins u"),
    ],
)
def test_what_belongs_to_another_phase_is_refused_by_the_order_of_phases(step: str, words: str) -> None:
    at(step).refusal(words, "WM-TURN-2")


@pytest.mark.rule("WM-TURN-6")
@pytest.mark.parametrize(
    ("step", "words"),
    [("command", "o charges u"), ("shooting", "x shoots e"), ("home_back", "o charges u"), ("orders", "c orders x")],
)
def test_only_the_active_player_moves_and_shoots(step: str, words: str) -> None:
    at(step).refusal(words, "WM-TURN-6")
