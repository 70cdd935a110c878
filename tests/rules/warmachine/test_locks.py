"""The fist of a lock, breaking free, inert holders, special actions of holders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, WEST, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3
TWO_FISTS = {MK1: "marauder", MK2: "kodiak"}


def holding(fist: str, victim: str) -> dict[str, Any]:
    return {"effects": [{"name": f"holding_{fist}", "source": victim}]}


def locked(**by: str) -> dict[str, Any]:
    return {"effects": [{"name": f"locked_{where}", "source": holder} for where, holder in by.items()]}


@both
@pytest.mark.rule("M1-POWER-38", "M1-POWER-43", "M2-POWER-15", "M2-POWER-17")
def test_the_fist_of_a_lock_is_named_where_there_are_two(game: str) -> None:
    mover = TWO_FISTS[game]
    t = Game(game, {mover: at(12, 10, focus=1), "ironclad": foe(12, NEXT)}, dice=["6 5"], waits=True).activate(mover)
    ways = [o for o in t.offers() if o.startswith("lock ironclad left with ")]
    assert len(ways) == 2
    t.refusal("lock ironclad left", {MK1: "M1-POWER-39", MK2: "M2-POWER-15"}[game])
    t.play(ways[1])
    assert f"holding_{ways[1].rpartition(' ')[2]}" in t.effects(mover)
    assert "locked_L" in t.effects("ironclad")


@both
@pytest.mark.rule("M1-POWER-38", "M2-POWER-5", "M2-POWER-15")
def test_with_one_fist_left_nothing_is_named(game: str) -> None:
    mover = TWO_FISTS[game]
    t = Game(game, {mover: at(12, 10, focus=1, marks="L"), "ironclad": foe(12, NEXT)}, dice=["6 5"], waits=True)
    t.activate(mover, "lock ironclad left")
    assert [name for name in t.effects(mover) if name.startswith("holding_")]


@pytest.mark.rule("M2-POWER-20")
def test_mk2_a_weapon_freed_after_the_initial_attacks_is_used_for_focus() -> None:
    pieces = {
        "juggernaut": at(12, 10, focus=2, **locked(R="ironclad")),
        "ironclad": foe(12, NEXT, **holding("open_fist", "juggernaut")),
    }
    t = Game(MK2, pieces, dice=["1", "6", "6 5", "1 2", "6", "1", "1 1"], waits=True)
    t.activate("juggernaut", "break free of ironclad", "attack ironclad with open_fist", "roll", "roll")
    t.play("break free of ironclad")
    assert t.focus("juggernaut") == 1
    t.play("attack ironclad with ice_axe")
    assert t.focus("juggernaut") == 0


@pytest.mark.rule("M2-POWER-20")
def test_mk2_a_weapon_freed_at_the_start_attacks_for_nothing() -> None:
    pieces = {
        "juggernaut": at(12, 10, **locked(R="ironclad")),
        "ironclad": foe(12, NEXT, **holding("open_fist", "juggernaut")),
    }
    t = Game(MK2, pieces, dice=["6", "1", "1 1", "1 1"], waits=True)
    t.activate("juggernaut", "break free of ironclad", "attack ironclad with ice_axe")
    assert t.legal("attack ironclad with open_fist")


@pytest.mark.rule("M2-POWER-20")
def test_mk2_a_model_in_two_locks_tries_both_at_the_start() -> None:
    pieces = {
        "ironclad": at(12, 10, **locked(R="juggernaut", L="ibex")),
        "juggernaut": foe(12, NEXT, **holding("open_fist", "ironclad")),
        "ibex": foe(12 + LARGE + MEDIUM + 0.2, 10, WEST, **holding("plain_fist", "ironclad")),
    }
    t = Game(MK2, pieces, dice=["6", "1", "6", "1"], waits=True)
    t.activate("ironclad", "break free of ibex")
    assert not {"locked_R", "locked_L"} & t.effects("ironclad")
    assert t.legal("attack juggernaut with quake_hammer") and t.focus("ironclad") == 0


@pytest.mark.rule("M2-POWER-21", "M2-JACK-2")
def test_mk2_a_holder_that_becomes_inert_lets_go() -> None:
    pieces = {
        "kodiak": foe(12, NEXT, master="oskin", **holding("armored_fist_l", "ironclad")),
        "ironclad": at(12, 10, **locked(R="kodiak")),
        "oskin": foe(30, 30, damage=17),
        "sorscha": foe(46, 46),
        "stryker": at(30, 26, focus=6),
    }
    t = Game(MK2, pieces, dice=["6 5", "6 6"], waits=True, casters=False)
    t.activate("stryker", "cast arcane_bolt at oskin", "roll", "roll")
    assert "inert" in t.effects("kodiak") and "holding_armored_fist_l" not in t.effects("kodiak")
    assert "locked_R" not in t.effects("ironclad")


@pytest.mark.rule("M2-POWER-18", "M2-POWER-20")
def test_mk2_a_holder_may_take_a_special_action_the_held_may_not() -> None:
    holder = {
        "kodiak": at(12, 10, **holding("armored_fist_l", "ironclad")),
        "ironclad": foe(12, NEXT, **locked(R="kodiak")),
    }
    assert Game(MK2, holder).activate("kodiak").legal("vent_steam")
    held = {
        "kodiak": at(12, 10, **locked(R="ironclad")),
        "ironclad": foe(12, NEXT, **holding("open_fist", "kodiak")),
    }
    Game(MK2, held).activate("kodiak").refusal("vent_steam", "M2-POWER-20")
    shaking = {
        "ironclad": at(12, 10, **holding("open_fist", "juggernaut")),
        "juggernaut": foe(12, NEXT, **locked(R="ironclad")),
    }
    Game(MK2, shaking).activate("ironclad").refusal("tremor with quake_hammer", "M2-POWER-18")
    shaken = {
        "ironclad": at(12, 10, **locked(L="juggernaut")),
        "juggernaut": foe(12, NEXT, **holding("open_fist", "ironclad")),
    }
    Game(MK2, shaken).activate("ironclad").refusal("tremor with quake_hammer", "M2-POWER-18")


@pytest.mark.rule("M2-POWER-20")
@pytest.mark.parametrize("gun", ["charger", "destroyer"])
def test_mk2_a_held_warjack_shoots_at_nobody_though_no_melee_range_is_left(gun: str) -> None:
    """Its one melee weapon is locked and the holder's one fist holds, so that neither engages the other."""
    pieces = {gun: at(12, 10, focus=1, **locked(R="etcher")), "etcher": foe(12, NEXT, **holding("etched_claw", gun))}
    cannon = {"charger": "dual_cannon", "destroyer": "bombard"}[gun]
    t = Game(MK2, pieces, dice=["6", "1"], waits=True).activate(gun)
    assert t.offers() == ["break free of etcher", "end"]
    t.refusal(f"attack etcher with {cannon}", "M2-POWER-20")
    t.play("break free of etcher").refusal(f"attack etcher with {cannon}", "M2-ACT-14")
