"""Advancing, running, facing, charging and free strikes."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Destroyed, FocusSpent, Struck
from tests.rules.warmachine.kit import KEEP, LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, SOUTH, Game, at, both, foe

FAR = {"ironclad": at(12, 10), "juggernaut": foe(40, 40)}


@both
@pytest.mark.rule("M1-MOVE-1", "M1-MOVE-2", "M2-MOVE-2", "M2-MOVE-10")
def test_an_advance_is_up_to_speed_and_ends_with_any_facing(game: str) -> None:
    t = Game(game, FAR).activate("ironclad", "advance")
    t.refusal([[12000, 15002]], {MK1: "M1-MOVE-1", MK2: "M2-MOVE-2"}[game], short=2)
    t.play([[12000, 12000], [15000, 12000]], 180_000)
    assert t.place("ironclad") == (15, 12) and t.facing("ironclad") == 180


@both
@pytest.mark.rule("M1-GEO-11", "M2-MOVE-9")
def test_no_base_is_moved_over(game: str) -> None:
    t = Game(game, {**FAR, "lancer": at(12, 13)}).activate("ironclad", "advance")
    t.refusal([[12000, 15000]], {MK1: "M1-GEO-11", MK2: "M2-MOVE-9"}[game])


@both
@pytest.mark.rule("M1-RUN-1", "M1-RUN-2", "M1-RUN-5", "M2-MOVE-3", "M2-MOVE-5", "M2-MOVE-7")
def test_a_warjack_runs_twice_its_speed_for_one_focus_and_is_done(game: str) -> None:
    t = Game(game, {**FAR, "ironclad": at(12, 10, focus=1), "lancer": at(20, 20)}).activate("ironclad", "run")
    assert t.happened(FocusSpent, who="ironclad", points=1, on="run")
    t.refusal([[12000, 20001], [12000, 20002]])
    t.play([[12000, 20000]], 90_000).done("a", "activate")
    assert "activate ironclad" not in t.offers()


@both
@pytest.mark.rule("M1-RUN-2", "M2-MOVE-5", "M2-JACK-11")
def test_a_warjack_without_focus_does_not_run(game: str) -> None:
    t = Game(game, FAR).activate("ironclad")
    t.refusal("run", {MK1: "M1-RUN-2", MK2: "M2-MOVE-5"}[game])


@both
@pytest.mark.rule("M1-RUN-4", "M2-MOVE-6")
def test_who_has_cast_cannot_run(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10, focus=4), "ironclad": at(12, 13), "juggernaut": foe(40, 40)})
    t.activate("stryker", "cast blur at ironclad")
    t.refusal("run", {MK1: "M1-RUN-4", MK2: "M2-MOVE-6"}[game])


@both
@pytest.mark.rule("M2-MOVE-8", "M1-ORDER-3")
def test_a_warcaster_runs_free(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(40, 40)}).activate("stryker", "run")
    t.play([[12000, 22000]], 90_000)
    assert not t.happened(FocusSpent)


# --- charges ---
def charging(game: str, gap: float, **more: object) -> Game:
    """An Ironclad with a focus point and a Destroyer straight ahead."""
    y = 10 + 2 * LARGE + gap
    return Game(game, {"ironclad": at(12, 10, focus=1), "destroyer": foe(12, y)}, **more)  # type: ignore[arg-type]


@both
@pytest.mark.rule(
    "M1-CHARGE-1", "M1-CHARGE-2", "M1-CHARGE-10", "M1-CHARGE-11", "M2-MOVE-13", "M2-MOVE-16", "M2-MOVE-27"
)
def test_a_charge_attack_has_a_third_damage_die(game: str) -> None:
    """The worked example: 5.5 inches to a gap of 0.5, 11 against DEF 10, 10 + 18 - 20 = 8 from column 1."""
    t = charging(game, 6.0, dice=["3 1", "2 4 4", "1"]).activate("ironclad", "charge destroyer")
    assert t.focus("ironclad") == 0
    t.play([90_000, 5500], "attack destroyer with quake_hammer")
    assert t.damage("destroyer") == 8 and t.pool("damage") == {"d6": 3}


@both
@pytest.mark.rule("M1-CHARGE-12", "M2-MOVE-28", "M2-MOVE-29")
def test_less_than_three_inches_is_no_charge_attack(game: str) -> None:
    for far, dice in ((3000, 3), (2999, 2)):
        t = charging(game, 3.4, dice=["3 1", "2 4 4" if dice == 3 else "2 4", "1"])
        t.activate("ironclad", "charge destroyer", [90_000, far], "attack destroyer with quake_hammer")
        assert t.pool("damage") == {"d6": dice}
        rules = {MK1: ("M1-CHARGE-12", "M1-CHARGE-10"), MK2: ("M2-MOVE-28", "M2-MOVE-27")}[game]
        assert [e.cite for e in t.happened(Charged)] == [rules[dice == 3]]


@both
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20")
def test_a_charger_stops_only_where_the_target_is_in_reach(game: str) -> None:
    t = charging(game, 6.0).activate("ironclad", "charge destroyer")
    rule = {MK1: "M1-CHARGE-6", MK2: "M2-MOVE-20"}[game]
    t.refusal([90_000, 5400], rule)
    t.refusal([0, 8000], {MK1: "M1-CHARGE-6", MK2: "M2-MOVE-19"}[game])
    assert t.legal([90_000, 5500]) and t.legal([90_000, 6000])


@both
@pytest.mark.rule("M1-CHARGE-9", "M1-GEO-8", "M2-MOVE-21", "M2-MOVE-24", "M2-GEO-11")
def test_a_charge_out_of_reach_may_be_declared_and_fails(game: str) -> None:
    """SPD 5 and 3 inches do not reach over a gap of 8.6."""
    t = charging(game, 8.6).activate("ironclad")
    assert "charge destroyer" in t.offers()
    t.play("charge destroyer", [90_000, 8000])
    assert t.happened(Charged, failed=True, cite={MK1: "M1-CHARGE-9", MK2: "M2-MOVE-21"}[game])
    assert t.state.activating == "stryker" and "ironclad" in t.state.activated


@both
@pytest.mark.rule("M1-CHARGE-4", "M2-MOVE-17")
def test_a_charge_needs_line_of_sight(game: str) -> None:
    wall = [{"kind": "building", "at": [12, 14], "size": [6, 1]}]
    t = charging(game, 6.0, terrain=wall).activate("ironclad")
    t.refusal("charge destroyer", {MK1: "M1-CHARGE-4", MK2: "M2-MOVE-17"}[game])


@pytest.mark.rule("M1-CHARGE-8")
def test_mk1_meeting_another_model_ends_the_charge() -> None:
    """A small base beside the line is met when the Destroyer is already in reach."""
    t = Game(MK1, {"ironclad": at(12, 10, focus=1), "destroyer": foe(12, 15.5), "sorscha": foe(13.3, 14.3)}).activate(
        "ironclad", "charge destroyer"
    )
    way, far = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    t.play([way, far])
    assert t.happened(Charged, failed=True)


@pytest.mark.rule("M2-MOVE-23")
def test_mk2_meeting_another_model_only_stops_the_charge() -> None:
    t = Game(MK2, {"ironclad": at(12, 10, focus=1), "destroyer": foe(12, 15.5), "sorscha": foe(13.3, 14.3)}).activate(
        "ironclad", "charge destroyer"
    )
    way, far = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    t.play([way, far])
    assert t.happened(Charged, failed=False)


@pytest.mark.rule("M1-CHARGE-7", "M1-TERRAIN-2")
def test_mk1_rough_ground_stops_a_charge() -> None:
    rough = [{"kind": "rough", "at": [12, 14], "size": [6, 1]}]
    t = charging(MK1, 6.0, terrain=rough).activate("ironclad", "charge destroyer")
    way, far = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    assert far == pytest.approx(13_500 - 10_000 - 984, abs=2)
    t.play([way, far])
    assert t.happened(Charged, failed=True)


@pytest.mark.rule("M2-TERRAIN-2", "M2-MOVE-22")
def test_mk2_rough_ground_only_slows_it_but_a_wall_fails_it() -> None:
    rough = [{"kind": "rough", "at": [12, 14], "size": [6, 1]}]
    t = charging(MK2, 4.0, terrain=rough).activate("ironclad", "charge destroyer")
    t.play([90_000, t.ask.domain.best(t.position)[1]])  # type: ignore[attr-defined]
    assert t.happened(Charged, failed=False)
    wall = [{"kind": "wall", "at": [12, 14], "size": [6, 0.5]}]
    t = charging(MK2, 4.0, terrain=wall).activate("ironclad", "charge destroyer")
    t.play([90_000, t.ask.domain.best(t.position)[1]])  # type: ignore[attr-defined]
    assert t.happened(Charged, failed=True)


@both
@pytest.mark.rule("M1-CHARGE-13", "M2-MOVE-26")
def test_a_charger_does_not_shoot(game: str) -> None:
    y = 10 + 2 * MEDIUM + 3.0
    t = Game(game, {"charger": at(12, 10, focus=1), "ibex": foe(12, y)}, dice=[])
    t.activate("charger", "charge ibex", [90_000, 3000])
    t.refusal("attack ibex with dual_cannon", {MK1: "M1-CHARGE-13", MK2: "M2-MOVE-26"}[game])


@both
@pytest.mark.rule("M1-CHARGE-14", "M1-POWER-2", "M2-MOVE-31", "M2-POWER-7")
def test_a_charging_warjack_makes_no_power_attack(game: str) -> None:
    y = 10 + 2 * LARGE + 4.0
    t = Game(game, {"ironclad": at(12, 10, focus=2), "destroyer": foe(12, y)})
    t.activate("ironclad", "charge destroyer", [90_000, 4000])
    t.refusal("head-butt destroyer", {MK1: "M1-POWER-2", MK2: "M2-POWER-7"}[game])


# --- free strikes ---
@both
@pytest.mark.rule("M1-FREE-1", "M1-FREE-2", "M1-FREE-3", "M1-FREE-4", "M2-ENGAGE-8", "M2-ENGAGE-9")
def test_leaving_melee_range_gives_a_free_strike(game: str) -> None:
    """A Juggernaut's axe at a warcaster who walks away: +2 to hit, three damage dice, no focus."""
    pieces = {"stryker": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2, focus=3)}
    t = Game(game, pieces).activate("stryker", "advance", [[12000, 6000]])
    t.done("b", "leaves the melee range", cite={MK1: "M1-FREE-1", MK2: "M2-ENGAGE-8"}[game])
    assert t.place("stryker")[1] == pytest.approx(10 - 0.3, abs=0.003)
    t.dice = ["5 2", "1 1 2"]
    t.play("strike with ice_axe")
    assert t.happened(Struck, by="juggernaut", total=7 + 7 + 2) and t.pool("damage") == {"d6": 3}


@both
@pytest.mark.rule("M1-FREE-7", "M2-ENGAGE-13")
def test_the_striker_may_hold_and_is_asked_once_for_one_leaving(game: str) -> None:
    pieces = {"stryker": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}
    t = Game(game, pieces).activate("stryker", "advance", [[12000, 8500], [12000, 7000]], "hold")
    t.done("a", "turn stryker")
    assert t.place("stryker") == (12, 7)


@both
@pytest.mark.rule("M1-FREE-1", "M1-FREE-7", "M2-ENGAGE-13")
def test_whoever_held_may_strike_when_the_mover_leaves_again(game: str) -> None:
    """Out, back in and out again: to hold is not to strike."""
    pieces = {"stryker": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}
    path = [[12000, 8500], [12000, 9800], [12000, 7000]]
    t = Game(game, pieces, dice=["1 1"]).activate("stryker", "advance", path, "hold")
    assert t.ask.prompt == "stryker leaves the melee range of juggernaut"
    assert t.place("stryker")[1] < 9.8
    t.play("strike with ice_axe").done("a", "turn stryker")
    assert t.place("stryker") == (12, 7)
    again = Game(game, pieces).activate("stryker", "advance", path, "hold", "hold")
    again.done("a", "turn stryker")
    once = Game(game, pieces, dice=["1 1"]).activate("stryker", "advance", path, "strike with ice_axe")
    once.done("a", "turn stryker")


@both
@pytest.mark.rule("M1-FREE-7", "M2-ENGAGE-13")
def test_of_two_left_at_one_point_only_the_one_that_held_may_strike_later(game: str) -> None:
    y = 10 + SMALL + LARGE + 0.05
    pieces = {"stryker": at(12, 10), "juggernaut": foe(11, y), "destroyer": foe(13, y)}
    path = [[12000, 8500], [12000, 9900], [12000, 7000]]
    t = Game(game, pieces, dice=["1 1"]).activate("stryker", "advance", path, "juggernaut strike with ice_axe", "hold")
    assert t.ask.prompt == "stryker leaves the melee range of destroyer"
    t.play("hold").done("a", "turn stryker")
    both_hold = Game(game, pieces).activate("stryker", "advance", path, "hold")
    assert both_hold.ask.prompt == "stryker leaves the melee range of juggernaut and destroyer"


@both
@pytest.mark.rule("M1-FREE-5", "M2-ENGAGE-13")
def test_a_mover_that_dies_stops_there(game: str) -> None:
    pieces = {"stryker": at(12, 10, damage=16), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}
    t = Game(game, pieces, dice=["6 5", "1 1 2"]).activate("stryker", "advance", [[12000, 6000]], "strike with ice_axe")
    assert t.happened(Destroyed, who="stryker") and t.match.over


@both
@pytest.mark.rule("M1-FREE-6", "M2-ENGAGE-14", "M2-ENGAGE-4")
def test_nobody_strikes_behind_or_lying_down(game: str) -> None:
    base = 10 + SMALL + LARGE + 0.2
    for striker in (foe(12, base, NORTH), foe(12, base, down=True), foe(12, base, stationary=True)):
        t = Game(game, {"stryker": at(12, 10), "juggernaut": striker}).activate("stryker", "advance", [[12000, 6000]])
        t.done("a", "turn stryker")


@pytest.mark.rule("M1-FREE-6")
def test_mk1_stepping_round_into_the_back_arc_provokes_nothing() -> None:
    """The path stays within half an inch of the Juggernaut's base."""
    r = SMALL + LARGE + 0.1
    side = {"stryker": at(20 + r, 20.0), "juggernaut": foe(20, 20, NORTH)}
    path = [[20000 + 1650, 19400], [20000 + 1300, 18900]]
    t = Game(MK1, side).activate("stryker", "advance", path)
    t.done("a", "turn stryker")


@pytest.mark.rule("M2-ENGAGE-8")
def test_mk2_stepping_round_into_the_back_arc_provokes() -> None:
    r = SMALL + LARGE + 0.1
    side = {"stryker": at(20 + r, 20.0), "juggernaut": foe(20, 20, NORTH)}
    path = [[20000 + 1650, 19400], [20000 + 1300, 18900]]
    t = Game(MK2, side).activate("stryker", "advance", path)
    t.done("b", "leaves the melee range")


@both
@pytest.mark.rule("M1-FREE-8", "M2-ENGAGE-12")
def test_pushes_provoke_nothing(game: str) -> None:
    pieces = {
        "ironclad": at(12, 10, focus=1),
        "lancer": foe(12, 10 + LARGE + MEDIUM + 0.2, SOUTH),
        "charger": at(12 + 2 * MEDIUM + 0.2, 10 + LARGE + MEDIUM + 0.2, 180),
    }
    t = Game(game, pieces, dice=["6", "1"]).activate("ironclad", "push lancer")
    t.done("a", "follow lancer")
    assert t.place("lancer")[1] == pytest.approx(10 + LARGE + MEDIUM + 1.2, abs=0.003)


def test_staying_is_a_path() -> None:
    Game(MK1, FAR).activate("ironclad", "advance", KEEP, 90_000).done("a", "activate ironclad")
