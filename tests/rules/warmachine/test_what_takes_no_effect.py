"""What does not take effect on a model is told with the rule that keeps it off."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import Moved, Unaffected
from tests.rules.warmachine.kit import LARGE, MK1, MK2, SMALL, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3


def told(t: Game) -> list[tuple[str, str]]:
    return [(e.who, e.cite) for e in t.happened(Unaffected)]


@pytest.mark.rule("M2-ADV-23", "M2-POWER-12", "M2-POWER-32")
def test_mk2_nobody_pushes_or_throws_an_incorporeal_model() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "lab_wraith": foe(12, 10 + LARGE + SMALL + 0.3)}
    t = Game(MK2, pieces, dice=["6", "1"], waits=True).activate("juggernaut", "push lab_wraith")
    assert told(t) == [("lab_wraith", "M2-ADV-23")] and not t.happened(Moved)
    t = Game(MK2, pieces, dice=["6 6", "6", "1"], waits=True).activate("juggernaut", "throw lab_wraith")
    assert told(t) == [("lab_wraith", "M2-ADV-23")] and not t.happened(Moved)
    pieces = {"charger": at(12, 10, focus=1), "lab_wraith": foe(12, 10 + 0.787 + SMALL + 0.3)}
    t = Game(MK2, pieces, dice=["1", "6"], waits=True).activate("charger", "push lab_wraith")
    assert told(t) == []  # it was the stronger


@both
@pytest.mark.rule("M1-POWER-43", "M2-POWER-17")
def test_nobody_is_pushed_out_of_a_lock_in_mk2(game: str) -> None:
    held: list[Any] = [{"name": "locked_R", "source": "ironclad"}]
    holds: list[Any] = [{"name": "holding_open_fist", "source": "juggernaut"}]
    pieces = {
        "charger": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 0.787 + LARGE + 0.3, effects=held),
        "ironclad": at(12 + 2 * LARGE + 0.2, 10 + 0.787 + LARGE + 0.3, 180, effects=holds),
    }  # fmt: skip
    t = Game(game, pieces, dice=["6", "1"], waits=True).activate("charger", "push juggernaut")
    assert told(t) == {MK1: [], MK2: [("juggernaut", "M2-POWER-17")]}[game]


@pytest.mark.rule("M2-IMM-6", "M2-IMM-3", "M2-ADV-23", "M2-CE-8")
def test_mk2_continuous_effects_are_kept_off() -> None:
    pieces = {"flame": at(12, 10, card="lab_burner"), "lab_burner": foe(12, 14)}
    t = Game(MK2, pieces, dice=["6 6", "1 1"]).activate("flame", "attack lab_burner with flamer")
    assert told(t) == [("lab_burner", "M2-IMM-6")] and not t.effects("lab_burner")
    pieces = {"flame": at(12, 10, card="lab_burner"), "lab_wraith": foe(12, 14)}
    t = Game(MK2, pieces, dice=["6 6", "1 1"]).activate("flame", "attack lab_wraith with flamer")
    assert told(t) == [("lab_wraith", "M2-ADV-23")] and not t.effects("lab_wraith")
    pieces = {"acid": at(12, 10, card="lab_sprayer"), "lab_sprayer": foe(12, 16)}
    t = Game(MK2, pieces, dice=["6 6", "1 1"]).activate("acid", "attack lab_sprayer with acid_lobber")
    assert told(t) == [("lab_sprayer", "M2-IMM-3")]


@pytest.mark.rule("M2-IMM-1")
def test_mk2_cold_freezes_nobody_who_is_immune_to_it() -> None:
    pieces = {"juggernaut": at(12, 10), "sorscha": foe(12, 10 + LARGE + SMALL + 0.3), "stryker": at(40, 2)}
    t = Game(MK2, pieces, casters=False, dice=["6 6", "1 1"]).activate("juggernaut", "attack sorscha with ice_axe")
    assert told(t) == [("sorscha", "M2-IMM-1")] and not t.effects("sorscha")


@pytest.mark.rule("M2-ADV-23")
def test_mk2_a_tremor_does_not_fell_an_incorporeal_model() -> None:
    pieces = {"ironclad": at(12, 10), "lab_wraith": foe(12, 13)}
    t = Game(MK2, pieces, dice=["6 5"]).activate("ironclad", "tremor with quake_hammer")
    assert told(t) == [("lab_wraith", "M2-ADV-23")] and not t.effects("lab_wraith")
