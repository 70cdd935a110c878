"""Combined attacks, orders, upkeep spells cast again, healing, grips."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmachine.common.damage.damage import Unhurt
from sandtable.rulesets.warmachine.common.power.power_attacks import Contested
from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    SOUTH,
    Game,
    at,
    both,
    foe,
    row,
    to_next_turn,
)

NEXT = 10 + 2 * LARGE + 0.2
BLUR = {"name": "blur", "source": "stryker", "slot": "friendly upkeep"}


def khador(**more: Any) -> dict[str, Any]:
    """Seat a is Khador, with its warcaster far away."""
    return {"sorscha": at(44, 2), "stryker": foe(44, 44), **more}


# --- combined attacks ---
@both
@pytest.mark.rule("M1-MOD-8", "M1-MOD-10", "M2-ATK-18", "M2-ATK-19", "M2-ATK-20")
def test_nobody_helps_in_an_attack_on_himself(game: str) -> None:
    """Of three pikes in a row the middle one can only be struck by the two beside it."""
    pikes = row(3, "iron_fangs", "fangs", step=2 * SMALL)
    t = Game(game, khador(**pikes, ironclad=foe(30, 40)), casters=False).activate("fangs", "no order", "act")
    t.play("fangs.1 combine fangs.2 with blasting_pike")
    assert t.legal(("fangs.3",)) and not t.legal(("fangs.2",))
    two = {n: p for n, p in pikes.items() if n != "fangs.3"}
    t = Game(game, khador(**two, ironclad=foe(30, 40)), casters=False).activate("fangs", "no order", "act")
    assert t.legal("fangs.1 attack fangs.2 with blasting_pike")
    t.refusal("fangs.1 combine fangs.2 with blasting_pike")


def mauls(**more: Any) -> Game:
    pieces = {**row(3, "bulwark_guard", "guard", step=2 * MEDIUM + 0.1), "juggernaut": foe(12.8, 11.85), **more}
    return Game(MK2, pieces, dice=["1 1"], waits=True).activate("guard", "no order", "act")


@pytest.mark.rule("M2-ATK-19", "M2-ACT-13")
def test_mk2_any_initial_attack_may_be_combined() -> None:
    """The second weapon too; and a helper may help again with the weapon that is left to it."""
    t = mauls().play("guard.1 attack juggernaut with storm_maul")
    t.dice = ["6 5", "1 1"]
    t.play("guard.1 combine juggernaut with tower_shield", ("guard.2",))
    assert t.happened(Struck, by="guard.1", total=11 + 7 + 2)
    t.refusal("guard.2 attack juggernaut with storm_maul")
    assert t.legal("guard.2 attack juggernaut with tower_shield")

    t = mauls().play("guard.1 combine juggernaut with storm_maul", ("guard.2",))
    t.dice = ["6 5", "1 1"]
    t.play("guard.1 combine juggernaut with tower_shield", ("guard.2",))
    assert not [o for o in t.offers() if o.startswith(("guard.1", "guard.2"))]


@pytest.mark.rule("M2-ATK-19", "M2-ATK-21", "M2-ATK-15", "M2-ACT-16")
def test_mk2_an_additional_shot_may_be_combined() -> None:
    gun = "repeating_long_gun"
    pieces = {**row(4), "juggernaut": foe(13, 20)}
    t = Game(MK2, pieces, dice=["1 2", "1 1"]).activate("guns", "no order", "act", "guns.1 dual_shot")
    t.play(f"guns.1 combine juggernaut with {gun}", ("guns.2",))
    t.dice = ["1 2", "1 1"]
    t.play(f"guns.1 combine juggernaut with {gun}", ("guns.3", "guns.4"))
    assert [e.total for e in t.happened(Struck)] == [3 + 6 + 2, 3 + 6 + 3], "without aiming"


# --- orders ---
@both
@pytest.mark.rule("M1-ORDER-7", "M2-MOVE-12")
def test_whoever_is_ordered_to_run_does_not_charge_by_a_spell(game: str) -> None:
    free = {"effects": [{"name": "boundless_charge", "source": "sorscha"}]}
    pikes = {**row(3, "iron_fangs", "fangs"), "ironclad": foe(12, 18)}
    pikes["fangs.1"] = {**pikes["fangs.1"], **free}
    t = Game(game, khador(**pikes), casters=False).activate("fangs", "no order")
    assert t.legal({MK1: "fangs.1 charge ironclad", MK2: "fangs.1 charges ironclad"}[game])  # M2-MOVE-17: named first
    t = Game(game, khador(**pikes), casters=False).activate("fangs", "order run")
    t.refusal("fangs.1 charge ironclad", {MK1: "M1-ORDER-7", MK2: "M2-MOVE-12"}[game])


@pytest.mark.rule("M2-ACT-9", "M2-FORM-10", "M2-MOVE-4")
def test_mk2_a_standard_left_alone_has_nobody_to_run_to() -> None:
    alone = at(13, 10, card="if_standard", unit="fangs", role="attached")
    t = Game(MK2, khador(**{"fangs.s": alone}, ironclad=foe(30, 40)), casters=False).activate("fangs")
    assert t.legal("fangs.s advance")
    t.refusal("fangs.s run", "M2-ACT-9")


# --- upkeep spells cast again ---
@both
@pytest.mark.rule("M1-UPKEEP-2", "M2-SPELL-10", "M2-SPELL-3")
def test_casting_an_upkeep_spell_again_ends_it_even_out_of_range(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "ironclad": at(12, 14, effects=[BLUR]), "lancer": at(20, 18)}
    t = Game(game, {**pieces, "juggernaut": foe(40, 40)}).activate("stryker", "cast blur at lancer")
    assert "blur" not in t.effects("ironclad") and "blur" not in t.effects("lancer")


@pytest.mark.rule("M1-UPKEEP-2", "M2-SPELL-10")
@pytest.mark.parametrize("game", [ESCALATION, MK2])
def test_an_enemy_upkeep_spell_that_misses_has_ended_on_its_old_target(game: str) -> None:
    hexed = [{"name": "hex_of_rust", "source": "vane", "slot": "enemy upkeep"}]
    pieces = {"vane": at(12, 10, focus=2), "juggernaut": foe(12, 16, effects=hexed), "destroyer": foe(17, 16)}
    t = Game(game, {**pieces, "stryker": at(2, 2)}, dice=["1 1"]).activate("vane", "cast hex_of_rust at destroyer")
    assert not t.effects("juggernaut") and not t.effects("destroyer")


@both
@pytest.mark.rule("M1-ATK-6", "M2-SPELL-6", "M2-ATK-18")
def test_a_spell_once_an_activation_and_a_spell_at_oneself_are_refused_by_their_rules(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=6), "stryker": foe(44, 44), "juggernaut": at(20, 10)}
    t = Game(game, pieces, casters=False).activate("sorscha", "cast wind_rush", [[12_000, 12_000]], 90_000)
    if game == MK2:  # Mk I sets no limit (M1-MAGIC-3)
        t.refusal("cast wind_rush", "M2-SPELL-6")
    t.refusal("cast razor_wind at sorscha", {MK1: "M1-ATK-6", MK2: "M2-ATK-18"}[game])


# --- healing on the ground ---
@pytest.mark.rule("M2-KD-3", "M2-CTRL-17", "M2-ENGAGE-13")
def test_mk2_a_warcaster_knocked_down_in_his_activation_still_heals_himself() -> None:
    """By a free strike, and by his own spell. He does nothing else."""
    struck = {
        "stryker": at(12, 10, focus=6, damage=2), "sorscha": foe(44, 44), "ironclad": at(40, 10),
        **row(2, "iron_fangs", "fangs", y=10 + 2 * SMALL + 0.5, seat="b", facing=SOUTH),
    }  # fmt: skip
    t = Game(MK2, struck, casters=False).activate("stryker", "advance", [[12_000, 6000]])
    t.dice = ["6 6", "1 1 1"]
    t.play("strike with blasting_pike")
    assert t.offers() == ["heal", "end"]
    t.play("heal", "heal", "end")
    assert t.damage("stryker") == 0 and t.focus("stryker") == 4
    quake = {"stryker": at(12, 10, focus=6, damage=1), "juggernaut": foe(12, 12)}
    t = Game(MK2, quake, dice=["6 5"]).activate("stryker", "cast earthquake at juggernaut", "roll")
    assert "knocked_down" in t.effects("stryker") and t.offers() == ["heal", "end"]


# --- grips ---
@both
@pytest.mark.rule("M1-POWER-39", "M1-POWER-43", "M2-POWER-15", "M2-POWER-17", "M2-POWER-20")
def test_two_warjacks_may_hold_the_same_arm(game: str) -> None:
    """Neither hold undoes the other: it is free when it has broken both."""
    other = {MK1: "marauder", MK2: "kodiak"}[game]
    pieces = {"juggernaut": at(12, 10, focus=1), other: at(12, NEXT + 2 * LARGE + 0.2, SOUTH, focus=1)}
    t = Game(game, khador(**pieces, ironclad=foe(12, NEXT)), dice=["6 5"], casters=False)
    t.activate("juggernaut", "lock ironclad left", "end").activate(other)
    t.dice = ["6 5"]
    t.play(next(o for o in t.offers() if o.startswith("lock ironclad left")), "end")
    assert {e.source for e in t.state.effects if e.name == "locked_L"} == {"juggernaut", other}
    t.dice = ["6", "1", "1", "6"] if game == MK2 else ["1", "6", "6", "1"]
    to_next_turn(t)
    if game == MK2:
        t.activate("ironclad", "break free of juggernaut")
    else:
        t.activate("ironclad")
    assert {e.source for e in t.state.effects if e.name == "locked_L"} == {other}


@both
@pytest.mark.rule("M1-POWER-30", "M1-POWER-41", "M2-POWER-32", "M2-POWER-20")
def test_each_contest_of_strength_cites_its_own_rule(game: str) -> None:
    pieces = khador(juggernaut=at(12, 10, focus=1), ironclad=foe(12, NEXT))
    for way, rule in (
        ("push", {MK1: "M1-POWER-9", MK2: "M2-POWER-12"}),
        ("throw", {MK1: "M1-POWER-30", MK2: "M2-POWER-32"}),
    ):
        t = Game(game, pieces, dice=["6 5"] if way == "throw" else [], waits=True, casters=False)
        t.activate("juggernaut", f"{way} ironclad")
        assert isinstance(t.match.roll, Roll) and t.match.roll.cite == rule[game]


@both
@pytest.mark.rule("M1-POWER-30", "M2-POWER-32")
def test_how_a_contest_of_strength_came_out_is_told_with_its_totals(game: str) -> None:
    """STR 12 with 3 against STR 11 with 5: the thrown one resists; with 4 it does not, ties go to the thrower."""
    pieces = khador(juggernaut=at(12, 10, focus=1), ironclad=foe(12, NEXT))
    for theirs, how in (("5", "loses"), ("4", "wins")):
        t = Game(game, pieces, dice=["6 5", "3", theirs], casters=False).activate("juggernaut", "throw ironclad")
        (told,) = t.happened(Contested)
        assert told.line(t.position) == f"juggernaut {how} the contest with ironclad: 15 against {11 + int(theirs)}"
        assert told.cite == ("M1-POWER-30" if game == MK1 else "M2-POWER-32")


@pytest.mark.rule("M2-POWER-33", "M2-POWER-43")
def test_mk2_a_throw_leads_away_from_the_thrower() -> None:
    """Straight to the side is the utmost; a thousandth of the way back is not away."""
    pieces = khador(juggernaut=at(12, 10, focus=1), ironclad=foe(12, NEXT))
    t = Game(MK2, pieces, dice=["6 5", "6", "1"], casters=False).activate("juggernaut", "throw ironclad")
    assert t.legal([0, 6000]) and t.legal([180_000, 6000])
    t.refusal([359_000, 6000], "M2-POWER-33")
    t.refusal([181_000, 6000], "M2-POWER-33")


@pytest.mark.rule("M2-POWER-4", "M2-POWER-5")
def test_mk2_a_double_hand_throw_needs_two_fists_that_work() -> None:
    one = khador(ironclad=foe(12, NEXT), juggernaut=at(12, 10, focus=1))
    Game(MK2, one, casters=False).activate("juggernaut").refusal("double-hand-throw ironclad", "M2-POWER-4")
    hurt = khador(ironclad=foe(12, NEXT), kodiak=at(12, 10, focus=1, marks="L"))
    Game(MK2, hurt, casters=False).activate("kodiak").refusal("double-hand-throw ironclad", "M2-POWER-5")


@pytest.mark.rule("M2-JACK-3", "M2-JACK-4")
@pytest.mark.parametrize("slots", [1, 2])
def test_mk2_a_marshal_reactivates_a_warjack_only_for_a_free_slot(slots: int) -> None:
    theirs = {f"ibex_{i}": at(30 + 3 * i, 10, card="ibex", master="boiler_foreman") for i in range(slots)}
    inert = at(12, 10 + SMALL + LARGE, inert=True, master=None)
    t = Game(MK2, khador(boiler_foreman=at(12, 10), juggernaut=inert, **theirs, ironclad=foe(40, 40)), casters=False)
    t.activate("boiler_foreman")
    if slots == 2:
        t.refusal("reactivate juggernaut", "M2-JACK-4")
    else:
        t.play("reactivate juggernaut")
        assert t.state.status["juggernaut"].master == "boiler_foreman"


# --- clouds ---
@pytest.mark.rule("M2-TERRAIN-16", "M2-MOVE-1")
@pytest.mark.parametrize(("start", "hurt"), [((13.2, 21.6), False), ((16, 18.3), True)])
def test_mk2_being_placed_within_a_cloud_is_not_entering_it(start: tuple[float, float], hurt: bool) -> None:
    """Ash lies around (12, 20), 2 inches each way: he is put into it from inside and from outside."""
    pieces = {
        "oskin": foe(12, 27, focus=3), "sorscha": foe(44, 44), "stryker": at(2, 2), "vane": at(16, 16.5),
        "ironclad": at(12, 20), "line_captain": at(*start),
    }  # fmt: skip
    t = Game(MK2, pieces, turn={"seat": "b"}, dice=["6 6"], casters=False)
    t.activate("oskin", "cast ash_cloud at ironclad", "end")
    while t.state.active == 1 or t.ask.prompt != "activate":
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    t.dice = ["1 1"] if hurt else []
    t.activate("vane", "cast fold_step at line_captain", [13_700, 20_000, 90_000])
    assert bool(t.happened(Unhurt, who="line_captain")) is hurt
