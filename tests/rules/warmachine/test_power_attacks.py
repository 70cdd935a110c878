"""Head-butt, push, slam, throw, locks; trample and the double-hand throw of Mk II."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Damaged, FocusSpent, Moved, Struck
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3


def clinch(focus: int = 1, **more: object) -> dict[str, object]:
    """A Juggernaut with focus and an Ironclad in front of it."""
    return {"juggernaut": at(12, 10, focus=focus), "ironclad": foe(12, NEXT, **more)}  # type: ignore[arg-type]


@both
@pytest.mark.rule("M1-POWER-1", "M1-POWER-46", "M2-POWER-1")
def test_a_power_attack_costs_focus_also_when_it_misses(game: str) -> None:
    t = Game(game, clinch(), dice=["1 1"]).activate("juggernaut", "head-butt ironclad")
    assert t.happened(FocusSpent, who="juggernaut", points=1) and t.focus("juggernaut") == 0
    Game(game, clinch(0)).activate("juggernaut").refusal(
        "head-butt ironclad", {MK1: "M1-POWER-1", MK2: "M2-POWER-1"}[game]
    )


@both
@pytest.mark.rule("M1-POWER-3", "M2-POWER-6")
def test_its_reach_is_half_an_inch(game: str) -> None:
    near = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 0.5)}
    assert "head-butt ironclad" in Game(game, near).activate("juggernaut").offers()
    far = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 0.502)}
    rule = {MK1: "M1-POWER-3", MK2: "M2-POWER-6"}[game]
    Game(game, far).activate("juggernaut").refusal("head-butt ironclad", rule)


@both
@pytest.mark.rule("M1-POWER-6", "M1-POWER-7", "M2-POWER-11", "M2-POWER-10")
def test_a_head_butt_knocks_down_and_hurts_by_strength(game: str) -> None:
    """MAT 7 and 7 against DEF 12, Mk I with -2; STR 12 and 9 against ARM 18: 3."""
    t = Game(game, clinch(), dice=["3 4", "4 5", "1"]).activate("juggernaut", "head-butt ironclad")
    assert t.happened(Struck, total={MK1: 12, MK2: 14}[game], hit=True)
    assert "knocked_down" in t.effects("ironclad") and t.damage("ironclad") == 3


@pytest.mark.rule("M1-POWER-6")
def test_mk1_a_larger_base_is_harder_to_butt() -> None:
    pieces = {"ibex": at(12, 10, focus=1), "ironclad": foe(12, 10 + MEDIUM + LARGE + 0.3)}
    t = Game(MK1, pieces, dice=["4 6"]).activate("ibex", "head-butt ironclad")
    assert t.happened(Struck, total=10 + 5 - 4, hit=False)


@pytest.mark.rule("M1-POWER-8", "M1-POWER-49")
def test_mk1_horns_add_their_power_while_the_head_works() -> None:
    pieces = {"ibex": at(12, 10, focus=1), "lancer": foe(12, 10 + 2 * MEDIUM + 0.3)}
    t = Game(MK1, pieces, dice=["6 5", "3 4", "6"]).activate("ibex", "head-butt lancer")
    assert t.damage("lancer") == 7 + 8 + 4 - 18 and t.cited("M1-POWER-8")
    deaf = {**pieces, "ibex": at(12, 10, focus=1, marks="H")}
    t = Game(MK1, deaf, dice=["6 5", "3 4"]).activate("ibex", "head-butt lancer")
    assert t.damage("lancer") == 0


@pytest.mark.rule("M2-POWER-11")
def test_mk2_no_head_butt_against_a_larger_base() -> None:
    pieces = {"ibex": at(12, 10, focus=1), "ironclad": foe(12, 10 + MEDIUM + LARGE + 0.3)}
    Game(MK2, pieces).activate("ibex").refusal("head-butt ironclad", "M2-POWER-11")


@both
@pytest.mark.rule("M1-POWER-9", "M1-POWER-10", "M1-POWER-12", "M2-POWER-12", "M2-POWER-13")
def test_a_push_ties_go_to_the_pusher_who_may_follow(game: str) -> None:
    """STR 12 and 2 against STR 11 and 3."""
    t = Game(game, clinch(), dice=["2", "3"]).activate("juggernaut", "push ironclad").done("a", "follow")
    assert t.place("ironclad")[1] == pytest.approx(NEXT + 1, abs=0.002)
    t.play("follow")
    assert t.place("juggernaut")[1] == pytest.approx(11, abs=0.002)
    held = Game(game, clinch(), dice=["2", "4"]).activate("juggernaut", "push ironclad")
    assert held.place("ironclad")[1] == pytest.approx(NEXT, abs=0.001)


@both
@pytest.mark.rule("M1-POWER-12", "M2-POWER-13")
def test_a_push_may_be_followed_part_of_the_way_and_no_farther_than_it_went(game: str) -> None:
    """Pushed 0.4 inches against another model: so far may be followed, a thousandth more may not; straight after it."""
    pieces = {**clinch(), "lancer": foe(12, NEXT + LARGE + MEDIUM + 0.4)}
    t = Game(game, pieces, dice=["6", "1"]).activate("juggernaut", "push ironclad", "follow part of the way")
    went = round(1000 * (t.place("ironclad")[1] - NEXT))
    cite = {MK1: "M1-POWER-12", MK2: "M2-POWER-13"}[game]
    t.refusal((90_000, went + 1), cite, short=1)
    t.refusal((89_000, 100), cite)
    assert t.legal((90_000, 0)) and t.legal((90_000, went))
    t.play((90_000, 150))
    assert t.place("juggernaut") == (12, 10.15)
    full = Game(game, pieces, dice=["6", "1"]).activate("juggernaut", "push ironclad", "follow")
    assert full.place("juggernaut")[1] == pytest.approx(10 + went / 1000, abs=0.001)


@both
@pytest.mark.rule("M1-POWER-11", "M2-POWER-14")
def test_a_pushed_model_stops_at_another(game: str) -> None:
    pieces = {**clinch(), "lancer": foe(12, NEXT + LARGE + MEDIUM + 0.4)}
    t = Game(game, pieces, dice=["6", "1"]).activate("juggernaut", "push ironclad", "stay")
    assert t.place("ironclad")[1] == pytest.approx(NEXT + 0.4, abs=0.003)


# --- slam ---
SLAM = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 6)}


@pytest.mark.rule("M1-POWER-13", "M1-POWER-15", "M1-POWER-16", "M1-POWER-19", "M1-POWER-20")
def test_mk1_the_slam_of_the_worked_example() -> None:
    """5.5 inches, 8 + 7 - 2 against DEF 12, hurled 3 inches, 8 + 12 - 18 = 2 from column 2."""
    t = Game(MK1, SLAM, dice=["4 4", "3", "6 2", "2"]).activate("juggernaut", "slam ironclad", [90_000, 5500])
    assert t.happened(Struck, total=13, hit=True)
    assert t.happened(Charged, move="slam", failed=False)
    assert t.place("ironclad")[1] == pytest.approx(10 + 2 * LARGE + 9, abs=0.002)
    assert "knocked_down" in t.effects("ironclad") and t.marks("ironclad")[1] == 0b11


@both
@pytest.mark.rule("M1-POWER-17", "M1-POWER-20", "M1-POWER-26", "M2-POWER-28", "M2-POWER-29")
def test_a_wall_stops_a_slam_and_adds_a_die(game: str) -> None:
    y = 10 + 2 * LARGE + 6
    wall = [{"kind": "wall", "at": [12, y + LARGE + 2 + 0.25], "size": [6, 0.5]}]
    t = Game(game, SLAM, terrain=wall, dice=["4 6", "3", "6 2 5", "2"])
    t.activate("juggernaut", "slam ironclad", [90_000, 5500])
    assert t.place("ironclad")[1] == pytest.approx(y + 2, abs=0.003) and t.damage("ironclad") == 7


@both
@pytest.mark.rule("M1-POWER-18", "M1-POWER-21", "M1-POWER-27", "M2-POWER-28", "M2-POWER-30")
def test_a_slammed_model_passes_over_smaller_ones_and_fells_them(game: str) -> None:
    y = 10 + 2 * LARGE + 6
    pieces = {**SLAM, "sorscha": at(40, 2), "stryker": foe(12, y + LARGE + SMALL + 0.5)}
    t = Game(game, pieces, dice=["4 6", "4", "1 1", "1 1"], casters=False)
    t.activate("juggernaut", "slam ironclad", [90_000, 5500])
    assert t.place("ironclad")[1] == pytest.approx(y + 4, abs=0.003)
    assert "knocked_down" in t.effects("stryker")


@both
@pytest.mark.rule("M1-POWER-17", "M1-POWER-22", "M2-POWER-30")
def test_an_equal_base_stops_it_and_falls_a_larger_one_stands(game: str) -> None:
    y = 10 + LARGE + MEDIUM + 6
    pieces = {
        "juggernaut": at(12, 10, focus=1), "lancer": foe(12, y), "ironclad": foe(12, y + LARGE + MEDIUM + 1),
    }  # fmt: skip
    t = Game(game, pieces, dice=["6 5", "4", "1 1 1", "1"]).activate("juggernaut", "slam lancer", [90_000, 5500])
    assert t.place("lancer")[1] == pytest.approx(y + 1, abs=0.003)
    assert "knocked_down" not in t.effects("ironclad") and t.damage("ironclad") == 0


@both
@pytest.mark.rule("M1-POWER-16", "M2-POWER-26")
def test_a_larger_base_is_hurled_half_as_far(game: str) -> None:
    y = 10 + LARGE + MEDIUM + 4
    pieces = {"lancer": at(12, 10, focus=1), "ironclad": foe(12, y)}
    t = Game(game, pieces, dice=["6 6", "3", "1 1"]).activate("lancer", "slam ironclad", [90_000, 4000])
    assert t.place("ironclad")[1] == pytest.approx(y + 1.5, abs=0.003)


@both
@pytest.mark.rule("M1-POWER-14", "M1-POWER-23", "M1-POWER-48", "M2-POWER-27")
def test_a_short_slam_neither_moves_nor_fells(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 2.9)}
    t = Game(game, pieces, dice=["4 4", "6 2", "1"]).activate("juggernaut", "slam ironclad", [90_000, 2900])
    assert t.happened(Struck, total={MK1: 13, MK2: 15}[game])
    assert t.damage("ironclad") == 2 and not t.happened(Moved, who="ironclad") and t.effects("ironclad") == set()


@both
@pytest.mark.rule("M1-POWER-24", "M2-POWER-24")
def test_a_slam_that_falls_short_ends_the_activation(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 8)}
    t = Game(game, pieces).activate("juggernaut", "slam ironclad", [90_000, 7000])
    assert t.happened(Charged, failed=True, cite={MK1: "M1-POWER-24", MK2: "M2-POWER-24"}[game])


@pytest.mark.rule("M1-POWER-28", "M1-POWER-45")
def test_mk1_a_knocked_down_model_is_slammed_without_a_roll() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 4, down=True)}
    t = Game(MK1, pieces, dice=["3", "1 1"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert t.happened(Moved, who="ironclad", forced=True)


@pytest.mark.rule("M2-POWER-31", "M2-KD-6")
def test_mk2_a_knocked_down_model_is_not_moved_by_a_slam() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 4, down=True)}
    t = Game(MK2, pieces, dice=["6 2", "1"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert not t.happened(Moved, who="ironclad") and t.damage("ironclad") == 2


DAMAGE = {
    "slam": ({MK1: "M1-POWER-20", MK2: "M2-POWER-25"}, {MK1: "M1-POWER-20", MK2: "M2-POWER-29"}),
    "throw": ({MK1: "M1-POWER-33", MK2: "M2-POWER-36"},) * 2,
    "head-butt": ({MK1: "M1-POWER-7", MK2: "M2-POWER-11"}, {}),
    "bash": ({MK1: "M1-POWER-23", MK2: "M2-POWER-27"}, {}),
}


@both
@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.rule("M1-POWER-7", "M1-POWER-20", "M1-POWER-23", "M1-POWER-33", "M2-POWER-29", "M2-POWER-36")
def test_damage_of_a_power_attack_is_reckoned_by_its_own_rule(game: str, how: str) -> None:
    """So is the die of a collision, here against a building."""
    wall = [{"kind": "building", "at": [12, 10 + 2 * LARGE + 6 + LARGE + 1.5], "size": [8, 1]}]
    near = 10 + 2 * LARGE + {"slam": 5, "bash": 2}.get(how, 0.3)
    t = Game(game, {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, near)}, terrain=wall)
    contest = ["6", "1"] if how == "throw" else ["6"] if how == "slam" else []
    crash = ["1", "2"] if how == "throw" else []
    t.dice = ["6 5", *contest, *crash, "1 1 1" if contest else "1 1"]
    line = {"slam": ([90_000, 5000],), "bash": ([90_000, 2000],), "throw": ([90_000, 6000],)}.get(how, ())
    verb = {"bash": "slam"}.get(how, how)
    t.activate("juggernaut", f"{verb} ironclad", *line, *((270_000,) if how == "throw" and game == MK1 else ()))
    rule, die = (found.get(game) for found in DAMAGE[how])
    terms = [
        (term.why, term.cite) for roll in t.rolls for pool in roll.pools if pool.name == "damage" for term in pool.terms
    ]
    assert ("damage dice", rule) in terms and [cite for why, cite in terms if why == "collision"] == (
        [die] if die else []
    )


# --- throw ---
@both
@pytest.mark.rule(
    "M1-POWER-29", "M1-POWER-30", "M1-POWER-31", "M1-POWER-32", "M2-POWER-32", "M2-POWER-33", "M2-POWER-34"
)
def test_a_throw_of_half_the_strength(game: str) -> None:
    """STR 12: 6 inches straight on, deviating 1 inch straight on; an equal base flies no farther."""
    t = (
        Game(game, clinch(), dice=["4 5", "3", "4"])
        .activate("juggernaut", "throw ironclad")
        .done("a", "throw ironclad")
    )
    t.dice = ["1", "2", "1 1"]
    t.refusal([270_000, 6000])
    t.play([90_000, 6000], *({MK1: (270_000,), MK2: ()}[game]))
    assert t.place("ironclad")[1] == pytest.approx(NEXT + 7, abs=0.003) and "knocked_down" in t.effects("ironclad")


@both
@pytest.mark.rule("M1-POWER-30", "M2-POWER-32")
def test_the_stronger_model_breaks_away(game: str) -> None:
    t = Game(game, clinch(), dice=["4 5", "3", "5"]).activate("juggernaut", "throw ironclad")
    assert t.effects("ironclad") == set() and not t.happened(Moved)


@both
@pytest.mark.rule("M1-POWER-35", "M2-POWER-32")
def test_a_larger_base_is_not_thrown(game: str) -> None:
    pieces = {"etcher": at(12, 10, focus=1), "juggernaut": foe(12, 10 + MEDIUM + LARGE + 0.3)}
    Game(game, pieces).activate("etcher").refusal("throw juggernaut", {MK1: "M1-POWER-35", MK2: "M2-POWER-32"}[game])


@both
@pytest.mark.rule("M1-POWER-29", "M2-POWER-3", "M2-POWER-5")
def test_a_throw_needs_a_working_open_fist(game: str) -> None:
    pieces = {**clinch(), "juggernaut": at(12, 10, focus=1, marks="L")}
    Game(game, pieces).activate("juggernaut").refusal("throw ironclad")


# --- locks ---
@both
@pytest.mark.rule("M1-POWER-38", "M1-POWER-39", "M1-POWER-43", "M2-POWER-15", "M2-POWER-17", "M2-POWER-18")
def test_a_locked_arm_is_useless_and_both_stay(game: str) -> None:
    t = Game(game, clinch(), dice=["3 4"]).activate("juggernaut", "lock ironclad right")
    assert t.effects("ironclad") == {"locked_R"} and t.effects("juggernaut") == {"holding_open_fist"}
    names = t.match.rules.showing.names(t.position)
    assert (names["locked_R"], names["holding_open_fist"]) == ("right arm held", "holds with open fist")
    assert {"locked_R", "holding_open_fist"} <= set(t.match.rules.scenarios.words(t.match.rules).names["effect"])
    assert not t.happened(Damaged)
    t.refusal("attack ironclad with open_fist")


@pytest.mark.rule("M1-POWER-41", "M1-POWER-42", "M1-POWER-40")
def test_mk1_the_victim_tries_to_break_free_when_it_activates() -> None:
    held = foe(12, NEXT, effects=[{"name": "locked_R", "source": "juggernaut"}])
    holder = at(12, 10, effects=[{"name": "holding_open_fist", "source": "ironclad"}])
    turn = {"seat": "b"}
    for mine, theirs, free in (("6", "4", True), ("5", "4", False)):
        t = Game(MK1, {"juggernaut": holder, "ironclad": held}, turn=turn, dice=[theirs, mine]).activate("ironclad")
        assert ("attack juggernaut with quake_hammer" in t.offers()) is free
        assert "attack juggernaut with open_fist" in t.offers() and ("advance" in t.offers()) is free


@pytest.mark.rule("M2-POWER-20")
def test_mk2_the_victim_tries_at_the_start_of_its_combat_action() -> None:
    held = foe(12, NEXT, effects=[{"name": "locked_R", "source": "juggernaut"}])
    holder = at(12, 10, effects=[{"name": "holding_open_fist", "source": "ironclad"}])
    t = Game(MK2, {"juggernaut": holder, "ironclad": held}, turn={"seat": "b"}).activate("ironclad")
    assert "advance" not in t.offers()
    t.dice = ["6", "4", "1 1"]
    t.play("attack juggernaut with open_fist")
    assert t.effects("ironclad") == set()


@both
@pytest.mark.rule("M1-POWER-44", "M2-POWER-21")
def test_a_lock_ends_when_one_of_them_falls(game: str) -> None:
    held = foe(12, NEXT, effects=[{"name": "locked_R", "source": "juggernaut"}])
    holder = at(12, 10, effects=[{"name": "holding_open_fist", "source": "ironclad"}])
    butter = at(12 + 2 * LARGE + 0.2, NEXT, 180, focus=1, card="destroyer")
    t = Game(game, {"juggernaut": holder, "ironclad": held, "destroyer": butter}, dice=["5 6", "1 1"])
    t.activate("destroyer", "head-butt ironclad")
    assert t.effects("ironclad") == {"knocked_down"} and t.effects("juggernaut") == set()


@both
@pytest.mark.rule("M1-POWER-47", "M2-POWER-16")
def test_nobody_on_the_ground_is_locked(game: str) -> None:
    t = Game(game, clinch(down=True)).activate("juggernaut")
    t.refusal("lock ironclad left", {MK1: "M1-POWER-47", MK2: "M2-POWER-16"}[game])


# --- Mk II alone ---
@pytest.mark.rule("M2-POWER-40", "M2-POWER-41", "M2-POWER-2")
def test_mk2_a_heavy_tramples_small_bases() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "sorscha": at(40, 2), "stryker": foe(12, 13)}
    t = Game(MK2, pieces, casters=False, dice=["6 6", "1 1"]).activate("juggernaut", "trample")
    t.refusal([90_000, 3000], "M2-POWER-40")
    t.play([90_000, 6000])
    assert t.happened(Struck, who="stryker", hit=True) and t.place("juggernaut") == (12, 16)
    light = {"lancer": at(12, 10, focus=1), "sorscha": foe(12, 13)}
    Game(MK2, light).activate("lancer").refusal("trample", "M2-POWER-2")


@pytest.mark.rule("M1-POWER-37")
def test_mk1_has_neither_trample_nor_double_throw() -> None:
    t = Game(MK1, {"marauder": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}).activate("marauder")
    assert not [o for o in t.offers() if o.startswith(("trample", "double"))]


@pytest.mark.rule("M2-POWER-4", "M2-POWER-37")
def test_mk2_two_fists_throw_with_two_dice() -> None:
    t = Game(MK2, {"kodiak": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}, dice=["6 5", "1 2", "4"])
    t.activate("kodiak", "double-hand-throw ironclad").done("a", "throw ironclad")
    assert t.pool("kodiak") == {"d6": 2}
