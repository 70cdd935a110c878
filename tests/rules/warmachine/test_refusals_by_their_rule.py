"""Refusals of what is outside a control area, of orders to no unit, of breaking free, of a weapon's missing attack."""

from __future__ import annotations

import pytest

from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe, row

CONTROL = {"seat": "a", "phase": "control"}


@both
@pytest.mark.rule("M1-CTRL-2", "M1-GEO-9", "M2-CTRL-4", "M2-GEO-9")
def test_focus_beyond_the_control_area_is_refused_without_a_distance(game: str) -> None:
    """The own control area may be measured, not what lies beyond it."""
    far = at(6 + SMALL + LARGE + 12.5, 10)
    t = Game(game, {"stryker": at(6, 10), "charger": at(8, 12), "ironclad": far}, turn=CONTROL)
    said = t.refusal((("ironclad", 1),), "M1-CTRL-2" if game == MK1 else "M2-CTRL-4")
    assert "outside the control area" in said.reason and said.short_by is None and "0.5" not in said.reason


@both
@pytest.mark.rule("M1-CHANNEL-3", "M1-GEO-9", "M2-SPELL-15")
def test_a_channeler_beyond_the_control_area_is_refused_without_a_distance(game: str) -> None:
    node = at(6 + SMALL + MEDIUM + 12.25, 10)
    t = Game(game, {"stryker": at(6, 10, focus=6), "lancer": node, "juggernaut": foe(20, 20)}).activate("stryker")
    said = t.refusal("cast arcane_bolt at juggernaut through lancer")
    assert "outside the control area" in said.reason and said.short_by is None and "0.25" not in said.reason


@pytest.mark.rule("M1-ORDER-3", "M1-ORDER-4")
def test_who_is_no_unit_is_ordered_by_nobody() -> None:
    t = Game(MK1, {"stryker": at(12, 8), "adept": at(14, 8), "ironclad": at(9, 8), **row(2)}).activate("stryker")
    assert "no unit" in t.refusal("order ironclad run", "M1-ORDER-4").reason
    assert "no unit" in t.refusal("order adept run", "M1-ORDER-4").reason
    assert t.refusal("order guns.2 run", "M1-ORDER-4").instead == "order guns run, order guns charge"


@pytest.mark.rule("M1-POWER-42")
def test_nobody_asks_to_break_free() -> None:
    """In Mk I the try is made as the activation begins."""
    t = Game(MK1, {"ironclad": at(12, 10), "juggernaut": foe(12, 12.4)}).activate("ironclad")
    t.refusal("break free of juggernaut", "M1-POWER-42")


@pytest.mark.parametrize("game", [MK1, ESCALATION, MK2])
@pytest.mark.rule("M1-ATK-1", "M2-ATK-1")
def test_a_weapon_without_the_special_attack_is_named(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 12.4)}).activate("ironclad")
    said = t.refusal("tremor with open_fist")
    assert said.reason == "open_fist has no tremor" and said.instead == "quake_hammer"
    t = Game(game, {"beacon": at(12, 10), "juggernaut": foe(12, 16)}).activate("beacon")
    assert t.refusal("dazzle juggernaut with boathook").instead == "lamp_cannon"
