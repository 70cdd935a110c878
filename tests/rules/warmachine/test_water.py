"""Water: what deep water and, in Mk I, shallow water do to models."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.attacking import InitialAttacks
from sandtable.rulesets.warmachine.common.damage.continuous_effects import afflict
from sandtable.rulesets.warmachine.common.state.events import Destroyed
from sandtable.rulesets.warmachine.common.state.rules import Draft
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3


@both
@pytest.mark.rule("M1-TERRAIN-9", "M1-TERRAIN-10", "M2-TERRAIN-10")
def test_a_warjack_pushed_into_deep_water_is_lost(game: str) -> None:
    water = [{"kind": "deep_water", "at": [12, NEXT + LARGE + 2.2], "radius": 2}]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(game, pieces, terrain=water, dice=["6", "1"]).activate("juggernaut", "push ironclad")
    assert t.happened(Destroyed, who="ironclad", removed=game == MK1)
    wrecks = [f for f in t.state.map.features if f.kind == "wreck"]
    assert len(wrecks) == (0 if game == MK1 else 1)


@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_whoever_else_is_in_it_only_moves_out(game: str) -> None:
    water = [{"kind": "deep_water", "at": [12, 10], "radius": 1.5}]
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.2)}
    t = Game(game, pieces, terrain=water).activate("stryker")
    assert "advance" in t.offers()
    for deed in ("attack juggernaut with quicksilver", "cast arcane_bolt at juggernaut"):
        t.refusal(deed)
    assert ("run" in t.offers()) is (game == MK1)  # only Mk II says that it cannot


@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M1-INERT-5")
def test_mk1_a_warjack_knocked_down_in_shallow_water_goes_out() -> None:
    pool = [{"kind": "shallow_water", "at": [12, NEXT], "radius": 1}]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT, focus=2, effects=["fire"])}
    t = Game(MK1, pieces, terrain=pool, dice=["5 6", "1 1"]).activate("juggernaut", "head-butt ironclad")
    assert t.effects("ironclad") == {"knocked_down", "inert"} and t.focus("ironclad") == 0


@pytest.mark.rule("M2-TERRAIN-9")
def test_mk2_has_no_furnace_rule() -> None:
    pool = [{"kind": "shallow_water", "at": [12, NEXT], "radius": 1}]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT, effects=["fire"])}
    t = Game(MK2, pieces, terrain=pool, dice=["5 6", "1 1"]).activate("juggernaut", "head-butt ironclad")
    assert t.effects("ironclad") == {"knocked_down", "fire"}


@pytest.mark.rule("M1-ATK-11")
def test_mk1_multi_fire_shoots_up_to_its_rate() -> None:
    crew = {"gun.1": at(12, 10, card="chain_gun_gunner", unit="gun", role="gunner"), "ironclad": foe(12, 18)}
    t = Game(ESCALATION, crew)
    assert t.value(InitialAttacks("gun.1", "chain_gun")) == 3


@pytest.mark.rule("M1-TERRAIN-11")
def test_mk1_nobody_catches_fire_in_deep_water() -> None:
    water = [{"kind": "deep_water", "at": [12, 10], "radius": 1.5}]
    for lies, there in ((water, set()), ([], {"fire"})):
        t = Game(MK1, {"stryker": at(12, 10), "juggernaut": foe(40, 40)}, terrain=lies)
        d = Draft(t.position.rules, t.state)
        afflict(d, "stryker", "fire", "M1-CE-2")
        afflict(d, "stryker", "corrosion", "M1-CE-2")
        assert {e.name for e in d.state.effects if e.on == "stryker"} == there | {"corrosion"}


@pytest.mark.parametrize("game", [MK1, ESCALATION])
@pytest.mark.rule("M1-INERT-3", "M1-INERT-5", "M1-TERRAIN-8")
def test_a_warjack_that_went_out_is_relit_by_its_own_warcaster_alone(game: str) -> None:
    """It stays in its battlegroup: another friendly warcaster has it only when its own is lost."""
    out = at(12, 10 + LARGE + SMALL, inert=True, master="stryker")
    pieces = {"vane": at(12, 10), "stryker": at(12, 10 + 2 * (LARGE + SMALL)), "ironclad": out, "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("vane")
    assert "stryker" in t.refusal("reactivate ironclad", "M1-INERT-5").reason
    t.play("end")
    assert t.activate("stryker", "reactivate ironclad").state.status["ironclad"].master == "stryker"
    lost = {"vane": at(12, 10), "ironclad": {**out, "master": None}, "sorscha": foe(44, 44)}
    t = Game(game, lost, casters=False).activate("vane", "reactivate ironclad")
    assert t.state.status["ironclad"].master == "vane"


@pytest.mark.rule("M1-INERT-5", "ES-MARSHAL-8")
def test_a_marshals_warjack_that_went_out_is_relit_by_him_alone() -> None:
    out = at(12, 10 + LARGE + SMALL, inert=True, master="marshal")
    pieces = {"stryker": at(12, 10), "marshal": at(12, 10 + 2 * (LARGE + SMALL)), "ironclad": out}
    t = Game(ESCALATION, pieces).activate("stryker")
    t.refusal("reactivate ironclad", "M1-INERT-5")
    t.play("end")
    assert t.activate("marshal", "reactivate ironclad").state.status["ironclad"].master == "marshal"
