"""An incorporeal model that attacks is solid for a round, each time anew."""

from __future__ import annotations

import pytest

from sandtable.core import Effect
from tests.rules.warmachine.kit import LARGE, MK2, NORTH, SMALL, SOUTH, WEST, Game, at, foe, to_next_turn


def shade(turn: str, dice: list[str]) -> Game:
    """A Grave Shade in melee with an Ironclad that may leave."""
    pieces = {"grave_shade": at(12, 10 + LARGE + SMALL + 0.2, SOUTH), "ironclad": foe(12, 10, NORTH)}
    other = {"charger": foe(13.8, 10 + LARGE + SMALL + 0.4, WEST), "sorscha": at(44, 2), "stryker": foe(44, 44)}
    return Game(MK2, {**pieces, **other}, casters=False, waits=True, turn={"seat": turn}, dice=dice)


@pytest.mark.rule("M2-ADV-26", "M2-TURN-4")
def test_mk2_a_free_strike_renews_solidity_for_a_round_of_the_enemy() -> None:
    t = shade("a", ["1 1"]).activate("grave_shade", "attack ironclad with grave_blade")
    to_next_turn(t)
    t.dice = ["1 1"]
    t.activate("ironclad", "advance", [[12_000, 7000]], "strike with grave_blade")
    to_next_turn(t)
    assert t.state.active == 0 and "corporeal" in t.effects("grave_shade")
    to_next_turn(t)
    assert "corporeal" not in t.effects("grave_shade")


@pytest.mark.rule("M2-ADV-26", "M2-TURN-4")
def test_mk2_an_attack_after_a_free_strike_renews_solidity_for_a_round_of_its_own() -> None:
    t = shade("b", ["1 1"]).activate("ironclad", "advance", [[12_000, 7000]], "strike with grave_blade")
    to_next_turn(t)
    t.dice = ["1 1"]
    t.activate("grave_shade", "advance", [], 0, "attack charger with grave_blade")
    to_next_turn(t)
    assert t.state.active == 1 and "corporeal" in t.effects("grave_shade")
    to_next_turn(t)
    assert "corporeal" not in t.effects("grave_shade")


@pytest.mark.rule("M2-ADV-26", "M2-ADV-21", "M2-MOVE-9")
@pytest.mark.parametrize("solid", [False, True])
def test_mk2_nobody_moves_through_a_solid_ghost(solid: bool) -> None:
    ghost = foe(12, 12.4, NORTH, effects=["corporeal"] if solid else [])
    t = Game(MK2, {"ironclad": at(12, 10), "lab_wraith": ghost}).activate("ironclad", "advance")
    past = [[12_000, round(1000 * (12.4 + SMALL + LARGE))]]
    if solid:
        t.refusal(past, "M2-MOVE-9")
    else:
        assert t.legal(past)


@pytest.mark.rule("M2-ADV-26", "M2-CE-8")
def test_mk2_who_stays_solid_goes_on_burning() -> None:
    t = shade("b", ["1 1"]).activate("ironclad", "advance", [[12_000, 7000]], "strike with grave_blade")
    to_next_turn(t)
    fire = Effect("fire", "grave_shade")
    t.game, t.dice = t.game.but(state=t.state.but(effects=(*t.state.effects, fire))), ["1 1"]
    t.activate("grave_shade", "advance", [], 0, "attack charger with grave_blade")
    assert t.effects("grave_shade") == {"fire", "corporeal"}


@pytest.mark.rule("M2-ADV-26")
def test_mk2_two_attacks_make_it_solid_once() -> None:
    t = shade("b", ["1 1"]).activate("ironclad", "advance", [[12_000, 7000]], "strike with grave_blade")
    to_next_turn(t)
    t.dice = ["1 1"]
    t.activate("grave_shade", "advance", [], 0, "attack charger with grave_blade")
    assert [e.name for e in t.state.effects if e.on == "grave_shade"] == ["corporeal"]
