"""Magic: twelve spells (WM-MAGIC)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.combat.attacks import Terrifies
from sandtable.rulesets.warmaster.command.movement import ChargePace, Pace
from sandtable.rulesets.warmaster.command.order_test import Command, OrderTest
from sandtable.rulesets.warmaster.state.events.commanding import SpellCast, SpellTried
from sandtable.rulesets.warmaster.terrain.cover import cover
from tests.rules.warmaster.kit import Bench, chief, foot, orcs, unit


def cast(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    """An enemy character far away keeps the next turn from passing unasked."""
    pieces = {"x": chief("orc_hero", 170, 110, "b"), **pieces}
    return Bench(pieces=pieces, step="shooting", dice=list(dice), waits=True, **given)


def wizard(x: float, y: float, **more: Any) -> dict[str, Any]:
    return chief("wizard", x, y, **more)


@pytest.mark.rule("WM-MAGIC-1", "WM-MAGIC-2", "WM-MAGIC-5")
def test_any_enemy_in_range_may_be_chosen_once_a_turn() -> None:
    pieces = {
        "w": chief("orc_shaman", 40, 20),
        "near": unit("halberdiers", "b", 40, 40, 270),
        "far": unit("halberdiers", "b", 60, 60, 270),
    }
    t = cast(pieces, "2")
    assert {"w casts foot_of_gork at near", "w casts foot_of_gork at far"} <= set(t.offers())
    t.play("w casts foot_of_gork at far")
    assert t.happened(SpellTried, wizard="w", done=True) and not t.happened(SpellCast)


@pytest.mark.rule("WM-MAGIC-3")
@pytest.mark.parametrize(
    ("face", "altar", "works"),
    [
        ("1", False, False),
        ("4", False, False),
        ("5", False, True),
        ("4", True, True),
        ("1", True, False),
        ("6", False, True),
    ],
)
def test_the_number_or_more_a_one_fails_a_six_works_and_the_altar_adds_one_once(
    face: str, altar: bool, works: bool
) -> None:
    pieces = {"w": wizard(40, 20, mount="war_altar"), "o": orcs(40, 40)}
    t = cast(pieces, face)
    t.play("w casts ball_of_flame at o" + (" with the altar" if altar else ""))
    assert bool(t.happened(SpellCast)) is works
    assert t.character("w").altar is altar


@pytest.mark.rule("WM-MAGIC-6", "WM-MAGIC-8", "WM-DRIVE-7")
def test_ball_of_flame_strikes_everybody_on_its_line() -> None:
    t = cast({"w": wizard(40, 20), "o": orcs(40, 30), "p": orcs(40, 40)}, "5", "411", "1", "411", "1")
    t.play("w casts ball_of_flame at o")
    assert {r.pools[0].size for r in t.rolls if r.purpose == "hit"} == {3} and len(
        [r for r in t.rolls if r.purpose == "hit"]
    ) == 2
    assert t.unit("o").driving == t.unit("p").driving == 1


@pytest.mark.rule("WM-MAGIC-7", "WM-SHOOT-24")
def test_hits_on_an_engaged_unit_carry_into_the_fight() -> None:
    t = cast({"w": wizard(40, 20), "h": foot(40, 44), "o": orcs(40, 46)}, "5", "411", "1", "411", "1")
    t.play("w casts ball_of_flame at o")
    assert t.unit("o").carried == 1 and t.unit("o").hits == 1


@pytest.mark.rule("WM-MAGIC-4")
def test_a_unit_is_under_the_same_spell_once_a_turn() -> None:
    pieces = {"w": wizard(40, 20), "v": wizard(44, 20), "o": orcs(40, 40)}
    t = cast(pieces, "4")
    t.play("w casts weird_enchantment at o")
    assert "v casts weird_enchantment at o" not in t.offers() and "v casts ball_of_flame at o" in t.offers()


@pytest.mark.rule("WM-MAGIC-1", "WM-COMBAT-9")
def test_weird_enchantment_slows_and_frightens() -> None:
    t = cast({"w": wizard(40, 20), "g": unit("giant", "b", 0, 0, stands=[[40, 40, 270]])}, "4")
    assert t.value(Terrifies("g")) == 1
    t.play("w casts weird_enchantment at g")
    assert (t.value(Pace("g")), t.value(ChargePace("g")), t.value(Terrifies("g"))) == (10_000, 10_000, 0)


@pytest.mark.rule("WM-MAGIC-9")
def test_voice_of_command_moves_a_unit_as_an_order_does() -> None:
    t = cast({"w": wizard(40, 20), "h": foot(40, 30), "o": orcs(40, 44)}, "5")
    t.play("w casts voice_of_command at h")
    assert "h charges o" in t.offers()
    t.play("h charges o")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.unit("h").charged


@pytest.mark.rule("WM-MAGIC-1", "WM-CHAR-4")
def test_teleport_places_the_caster_and_leaves_another_spell() -> None:
    t = cast({"w": wizard(40, 20), "h": foot(150, 100), "o": orcs(40, 40)}, "2")
    t.play("w casts teleport", "join h")
    assert t.character("w").joined == "h" and not t.character("w").cast
    assert "w casts teleport" not in t.offers()


@pytest.mark.rule("WM-MAGIC-11", "WM-DATA-9")
def test_gerroff_blows_a_unit_towards_its_own_edge_cover_or_not() -> None:
    shaman = {"w": chief("orc_shaman", 40, 20)}
    t = cast(shaman | {"h": unit("halberdiers", "b", 40, 60, 270)}, "5", "2")
    t.play("w casts gerroff at h")
    assert t.stands("h")[1] == pytest.approx((40, 70, 270), abs=0.01)
    tank = cast(shaman | {"t": unit("steam_tank", "b", 0, 0, stands=[[40, 60, 270]])}, "5", "2")
    tank.play("w casts gerroff at t")
    assert tank.stands("t") == [(40, 60, 270)]


@pytest.mark.rule("WM-MAGIC-1")
def test_waaagh_is_for_greenskins_in_a_fight() -> None:
    pieces = {"w": chief("orc_shaman", 40, 20), "o": orcs(40, 40, "a", facing=90), "e": foot(40, 42, "b")}
    pieces |= {"t": unit("trolls", "a", 60, 40), "f": foot(60, 42, "b"), "idle": orcs(20, 20, "a", facing=90)}
    t = cast(pieces, "4")
    assert [o for o in t.offers() if "waaagh" in o] == ["w casts waaagh at o"]
    t.play("w casts waaagh at o")


@pytest.mark.rule("WM-TERRAIN-20", "WM-DATA-12", "WM-RESULT-6")
def test_shelter_of_wings_defends_any_troops() -> None:
    t = cast({"s": chief("seer", 40, 20), "k": unit("harriers", "a", 40, 30), "o": orcs(40, 80)}, "4")
    pose = t.state.stands["k"][0]
    assert cover(t.position, "k", pose, ()) == 0
    t.play("s casts shelter_of_wings at k")
    assert cover(t.position, "k", pose, ()) == 1


@pytest.mark.rule("WM-CMD-11", "WM-HOME-1")
def test_still_air_makes_orders_harder() -> None:
    pieces = {"s": chief("seer", 40, 20), "o": orcs(40, 50), "g": chief("orc_general", 40, 55, "b")}
    t = cast(pieces, "4")
    before = t.value(OrderTest("g", ("o",)))
    t.play("s casts still_air at o")
    assert t.value(OrderTest("g", ("o",))) == before - 1


@pytest.mark.rule("WM-CMD-21")
def test_clear_call_raises_command_to_ten_at_most() -> None:
    t = cast({"s": chief("seer", 40, 20), "m": chief("marshal", 44, 20), "o": orcs(40, 80)}, "5")
    t.play("s casts clear_call at m")
    assert t.value(Command("m")) == 10


@pytest.mark.rule("WM-MAGIC-6")
def test_foot_of_gork_does_not_drive_back_and_cutting_wind_does() -> None:
    t = cast({"w": chief("orc_shaman", 40, 20), "h": unit("halberdiers", "b", 40, 60, 270)}, "6", "411111", "1")
    t.play("w casts foot_of_gork at h")
    assert not [r for r in t.rolls if r.purpose == "drive_back"]
    t = cast({"s": chief("seer", 40, 20), "h": unit("halberdiers", "b", 40, 48, 270)}, "5", "411", "1", "3")
    t.play("s casts cutting_wind at h")
    assert [r for r in t.rolls if r.purpose == "drive_back"]
