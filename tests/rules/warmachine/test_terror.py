"""Terror and Abomination: where a mover checks, what a passed check is good for, howling weapons and sermons."""

from __future__ import annotations

import pytest

from sandtable.core import EffectBegan
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Arrived, Moved, SetOut
from sandtable.rulesets.warmachine.common.units.command import Checked
from sandtable.rulesets.warmachine.common.units.members import in_formation, is_in_formation
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    NORTH,
    SMALL,
    SOUTH,
    STEP,
    Game,
    at,
    both,
    foe,
    row,
    to_next_turn,
)

RULES = {MK1: ESCALATION, MK2: MK2}
HORROR = {MK1: "horror", MK2: "chained_horror"}


def effects_of(t: Game, who: str) -> set[str]:
    """What is on a unit itself."""
    return {e.name for e in t.state.effects if e.on == who}


@pytest.mark.rule("M1-CMD-6", "M1-CMD-14", "M1-CMD-8", "M1-FLEE-7")
def test_mk1_a_mover_checks_where_the_cause_arises_and_stops_there_when_it_fails() -> None:
    """The Abomination is ahead: the check comes at 3 inches, and its unit flees with it."""
    pieces = {**row(3), "horror": foe(12, 16), "stryker": at(2, 46)}
    t = Game(ESCALATION, pieces, dice=["6 6"]).activate("guns", "order run", "guns.1 run", [[12_000, 14_000]])
    edge = t.rules.bases[t.state.models["horror"].card].radius / 1000  # type: ignore[attr-defined]
    assert t.place("guns.1")[1] == pytest.approx(16 - edge - SMALL - 3, abs=0.003)
    assert t.happened(Checked, who="guns", passed=False)
    assert all("fleeing" in t.effects(f"guns.{i}") for i in (1, 2, 3)), "one check for the whole unit"
    assert "guns" not in (t.state.activating,), "its activation is over"


@pytest.mark.rule("M1-CMD-14", "M1-CMD-8")
def test_mk1_after_a_passed_check_it_finishes_its_movement_and_is_not_asked_again() -> None:
    pieces = {**row(3), "horror": foe(12, 16), "stryker": at(2, 46)}
    t = Game(ESCALATION, pieces, dice=["3 3"]).activate("guns", "order run", "guns.1 run", [[12_000, 12_500]], 90_000)
    assert t.place("guns.1") == (12, 12.5) and len(t.happened(Checked)) == 1
    t.play("guns.2 run", [[round(1000 * (12 + STEP)), 12_500]], 90_000)
    assert len(t.happened(Checked)) == 1, "the check of the unit holds for all"
    told = [line for _, line in t.match.event_lines()]
    assert t.happened(SetOut) and not any("sets out" in line or "has moved" in line for line in told)
    untold = [e for e in t.happened(EffectBegan) if t.rules.showing.untold(t.position, e.effect)]
    moves = len(t.happened(SetOut)) + len(t.happened(Arrived))
    assert untold and "" not in t.match.log() and told.count("") == moves + len(untold)


@pytest.mark.rule("M1-CMD-5", "M1-CMD-14")
def test_mk1_the_check_against_one_cause_spares_nobody_that_against_another() -> None:
    """The first trooper meets one Abomination and then, half an inch farther, the other."""
    pieces = {**row(3), "horror": foe(10.5, 16), "other": foe(13.5, 16.8, card="horror"), "stryker": at(2, 46)}
    t = Game(ESCALATION, pieces, dice=["1 1", "1 1"]).activate("guns", "order run")
    t.play("guns.1 run", [[12_000, 13_000]], 90_000)
    assert [e.who for e in t.happened(Checked)] == ["guns", "guns"]
    assert effects_of(t, "guns") == {"braved_horror", "braved_other"}


@pytest.mark.rule("M1-CMD-8", "M1-CMD-14")
def test_mk1_a_unit_that_charges_checks_once_though_the_first_charger_leaves_the_others_behind() -> None:
    """It is not clear of the Dread Axe while one of its troopers fights him, in formation or not."""
    pieces = {
        **row(3, "iron_fangs", "fangs", y=12),
        "dread": foe(13.4, 18),
        "sorscha": at(44, 2),
        "stryker": foe(44, 44),
    }
    t = Game(ESCALATION, pieces, casters=False, dice=["3 3"])
    t.activate("fangs", "order charge", "all charge dread").done("a", "move fangs")
    assert [e.who for e in t.happened(Checked)] == ["fangs"]
    assert all(t.place(f"fangs.{n}")[1] > 14 for n in (1, 2, 3))


@pytest.mark.rule("M1-CMD-8", "M1-CMD-14")
def test_mk1_the_check_of_the_unit_holds_for_whoever_met_the_cause_in_formation_and_then_leaves_the_others() -> None:
    pieces = {
        **row(6, "iron_fangs", "fangs", y=12),
        "horror": foe(14.8, 19),
        "sorscha": at(44, 2),
        "stryker": foe(44, 44),
    }
    t = Game(ESCALATION, pieces, casters=False, dice=["3 3"]).activate("fangs", "no order")
    for n in (3, 4):
        x = t.state.models[f"fangs.{n}"].x
        t.play(f"fangs.{n} advance", [[x, 12_000], [x, 16_500]], 90_000)
        assert t.place(f"fangs.{n}")[1] == 16.5
    assert [e.who for e in t.happened(Checked)] == ["fangs"]
    assert not any(is_in_formation(t.position, f"fangs.{n}") for n in (3, 4))


@pytest.mark.rule("M1-CMD-8", "M1-CMD-14")
def test_mk1_the_one_check_of_a_unit_holds_while_it_moves_though_the_first_trooper_is_clear_again() -> None:
    """When the activation is over, and nobody is near, it holds no more."""
    pieces = {
        **row(3, "iron_fangs", "fangs", y=12),
        "horror": foe(18, 15),
        "sorscha": at(44, 2),
        "stryker": foe(44, 44),
    }
    t = Game(ESCALATION, pieces, casters=False, dice=["3 3"]).activate("fangs", "order run")
    for n, back in ((3, (14_764, 10_000)), (2, (13_382, 11_000))):
        t.play(f"fangs.{n} run", [t.state.models[f"fangs.{n}"].at, (15_200, 12_600), back], 90_000)
    assert [e.who for e in t.happened(Checked)] == ["fangs"] and "braved_horror" in effects_of(t, "fangs")
    t.play("act", "end")
    assert t.state.activating != "fangs" and not effects_of(t, "fangs")


@pytest.mark.rule("M1-CMD-8")
def test_mk1_who_meets_the_cause_after_he_has_left_the_others_checks_for_himself() -> None:
    """His unit has passed, but he was never near in formation: he goes round, and comes from the other side."""
    pieces = {
        **row(5, "iron_fangs", "fangs", y=12),
        "horror": foe(12, 17),
        "sorscha": at(44, 2),
        "stryker": foe(44, 44),
    }
    t = Game(ESCALATION, pieces, casters=False, dice=["3 3", "3 4"]).activate("fangs", "order run")
    t.play("fangs.1 run", [[12_000, 12_000], [12_000, 12_900]], 90_000)
    x = t.state.models["fangs.5"].x
    t.play("fangs.5 run", [[x, 12_000], [19_000, 17_000], [15_900, 17_000]], 90_000)
    assert [e.who for e in t.happened(Checked)] == ["fangs", "fangs.5"]


@pytest.mark.rule("M1-CMD-14", "M1-CMD-8", "M1-FORM-12")
def test_mk1_the_check_of_a_unit_holds_while_one_of_it_has_charged_far_ahead_of_the_others() -> None:
    """The first one, in contact, is out of formation until the second one is there."""
    pieces = {**row(3, x=10), "dread": foe(11.3, 17), "stryker": at(40, 3)}
    t = Game(MK1, pieces, dice=["1 1"]).activate("guns", "order charge")
    t.play("guns.1 charges dread", "guns.2 charges dread", "declared")
    for name in ("guns.1", "guns.2"):
        t.play(f"{name} charge dread")
        t.play(t.ask.default if t.ask.default is not None else t.ask.domain.best(t.position))  # type: ignore[attr-defined]
        assert [e.who for e in t.happened(Checked)] == ["guns"]
    assert t.place("guns.2")[1] > 14


@pytest.mark.rule("M1-CMD-8", "M1-FLEE-9", "M1-FORM-12")
@pytest.mark.parametrize(("dice", "second"), [("1 1", True), ("6 6", False)])
def test_mk1_who_has_checked_out_of_formation_gives_its_unit_no_cause(dice: str, second: bool) -> None:
    """The first charger comes into melee far ahead of the others, who run up to him and stay out of it."""
    pieces = {**row(3, x=10), "dread": foe(10, 19), "stryker": at(40, 3)}
    t = Game(MK1, pieces, dice=[dice]).activate("guns", "order charge", "guns.1 charges dread", "declared")
    t.play("guns.1 charge dread")
    t.play(t.ask.default if t.ask.default is not None else t.ask.domain.best(t.position))  # type: ignore[attr-defined]
    assert [(e.who, e.passed) for e in t.happened(Checked)] == [("guns.1", second)]
    t.play("guns.2 run", [[11_400, 14_500]], 90_000, "guns.3 run", [[12_600, 13_000]], 90_000)
    assert len(t.happened(Checked)) == 1 and len(in_formation(t.position, "guns")) == 3


@pytest.mark.rule("M2-CMD-12", "M2-CMD-11", "M2-CMD-15")
def test_mk2_a_unit_checks_when_all_of_it_has_moved() -> None:
    pieces = {**row(3), "chained_horror": foe(12, 20), "stryker": at(2, 46)}
    t = Game(MK2, pieces).activate("guns", "no order", "guns.1 advance", [[12_000, 16_000]], 90_000)
    assert not t.happened(Checked) and t.place("guns.1") == (12, 16)
    t.dice = ["6 6"]
    t.play("act")
    assert t.happened(Checked, who="guns", passed=False)
    assert all("fleeing" in t.effects(f"guns.{i}") for i in (1, 2, 3)), "all in formation flee"
    assert t.place("guns.1") == (12, 16), "nothing moves at the failure itself"
    assert t.state.activating != "guns", "fleeing in its own activation ends it"


@pytest.mark.rule("M2-CMD-5", "M2-ENGAGE-6")
@pytest.mark.parametrize(("his", "its", "met"), [(NORTH, SOUTH, True), (SOUTH, SOUTH, True), (NORTH, NORTH, True),
                                                 (SOUTH, NORTH, False)])  # fmt: skip
def test_mk2_back_to_back_neither_is_in_the_melee_range_of_the_other(his: float, its: float, met: bool) -> None:
    t = Game(MK2, {"strangewayes": at(12, 10, his), "dread_axe": foe(12, 10 + 2 * SMALL + 0.2, its)})
    assert t.rules.edition.dread.frightens(t.position, "dread_axe", "strangewayes") == met


@pytest.mark.rule("M2-CMD-12", "M2-CMD-15")
def test_mk2_who_flees_from_one_cause_owes_no_check_against_the_other() -> None:
    """He walks through between two Abominations: nothing is kept of the second one for when he has rallied."""
    beside = SMALL + LARGE + 2.5
    pieces = {
        "strangewayes": at(12, 10), "chained_horror": foe(12 + beside, 13),
        "other": foe(12 - beside, 13, card="chained_horror"), "stryker": at(2, 46),
    }  # fmt: skip
    t = Game(MK2, pieces, dice=["6 6"]).activate("strangewayes", "advance", [[12_000, 16_000]], 90_000)
    assert len(t.happened(Checked)) == 1
    assert [(e.name, e.on) for e in t.state.effects] == [("fleeing", "strangewayes")]


@pytest.mark.rule("M2-CMD-12", "M2-MOVE-10")
def test_mk2_a_mover_takes_its_facing_before_it_checks() -> None:
    """The movement is over when it has turned: who then flees faces as its player chose."""
    pieces = {"strangewayes": at(12, 14), "dread_axe": foe(12, 20), "stryker": at(2, 46)}
    t = Game(MK2, pieces, dice=["6 6"]).activate("strangewayes", "advance", [[12_000, 18_000]])
    assert not t.happened(Checked)
    t.play(270_000)
    assert t.facing("strangewayes") == 270 and "fleeing" in t.effects("strangewayes")


@pytest.mark.rule("M2-CMD-12")
def test_mk2_coming_near_on_the_way_counts_even_if_it_is_far_again_at_the_end() -> None:
    """A solo walks past the Abomination: one check when it has moved."""
    pieces = {"strangewayes": at(12, 14), "chained_horror": foe(15.5, 17.2), "stryker": at(2, 46)}
    path = [[12_000, 16_000], [9_000, 18_500]]
    t = Game(MK2, pieces, dice=["3 3"]).activate("strangewayes", "advance", path, 0)
    assert len(t.happened(Checked, passed=True)) == 1
    far = {**pieces, "chained_horror": foe(19, 20)}
    t = Game(MK2, far).activate("strangewayes", "advance", path, 0)
    assert not t.happened(Checked)


@both
@pytest.mark.rule("M1-CMD-10", "M2-CMD-12")
def test_whoever_the_abomination_comes_near_checks_after_its_move(game: str) -> None:
    """It walks up to them: one check, after the move; `test_terror_in_passing` has those it only passes."""
    pieces = {**row(2), HORROR[game]: foe(6, 14, 0), "stryker": at(2, 46)}
    t = Game(RULES[game], pieces, turn={"seat": "b"}, dice=["3 3"])
    t.activate(HORROR[game], "advance", [[10_500, 14_000]], 0)
    assert len(t.happened(Checked, who="guns")) == 1
    assert t.events.index(t.happened(Checked)[0]) > t.events.index(t.happened(Moved)[-1])


@pytest.mark.rule("M2-CMD-12")
def test_mk2_a_charger_that_is_frightened_where_it_arrives_has_not_failed_its_charge() -> None:
    """It got there; only a passed check lets it strike."""
    pieces = {"strangewayes": at(12, 10), "dread_axe": foe(12, 16), "stryker": at(2, 46)}
    for dice, flees in (("6 6", True), ("1 1", False)):
        t = Game(MK2, pieces, dice=[dice]).activate("strangewayes", "charge dread_axe", (90_000, 4_400))
        assert t.happened(Checked, passed=not flees) and ("fleeing" in t.effects("strangewayes")) is flees
        assert [e.failed for e in t.happened(Charged)] == ([] if flees else [False])
        assert (t.state.activating == "strangewayes") is not flees


@pytest.mark.rule("M2-CMD-14")
def test_mk2_a_terrifying_model_is_frightened_by_others() -> None:
    pieces = {"dread_axe": at(12, 10), "chained_horror": foe(12, 17), "stryker": at(2, 46)}
    t = Game(MK2, pieces, dice=["6 6"]).activate("dread_axe", "advance", [[12_000, 13_000]], 0)
    assert t.happened(Checked, who="dread_axe", passed=False)


@both
@pytest.mark.rule("M1-CMD-12", "M2-CMD-8", "M2-CMD-9", "M1-CMD-7", "M2-CMD-7")
def test_fearless_models_roll_nothing_for_terror_but_check_against_a_sermon(game: str) -> None:
    pieces = {"oskin": at(12, 10, focus=2), "stryker": foe(12, 15), "sorscha": at(40, 2), "lancer": foe(40, 40)}
    t = Game(RULES[game], pieces, dice=["6 5", "6 6"], casters=False).activate("oskin", "cast dread_sermon at stryker")
    assert t.happened(Checked, who="stryker", passed=False)
    assert "dread_sermon" in t.effects("stryker") and "fleeing" not in t.effects("stryker")
    near = {HORROR[game]: foe(12, 14, SOUTH), "stryker": at(12, 6), "sorscha": foe(44, 44)}
    t = Game(RULES[game], near, casters=False).activate("stryker", "advance", [[12_000, 9_000]])
    assert not t.happened(Checked)


@both
@pytest.mark.rule("M1-CMD-7", "M2-CMD-7", "M2-CMD-9")
def test_a_failed_sermon_costs_two_on_attack_rolls_and_a_passed_one_nothing(game: str) -> None:
    from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus
    from sandtable.rulesets.warmachine.common.attacks.strike import Strike

    units = {k: {**v, "seat": "b", "at": [v["at"][0], 16]} for k, v in row(3).items()}
    pieces = {"oskin": at(12, 10, focus=2), **units, "stryker": foe(44, 44)}
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    for dice, worse in (("6 6", 2), ("1 1", 0)):
        t = Game(RULES[game], pieces, dice=["6 5", dice], casters=False).activate(
            "oskin", "cast dread_sermon at guns.2"
        )
        shot = Strike(attacker="guns.3", target="oskin", kind="ranged", weapon=gun)
        assert t.value(AttackBonus(shot)) == 6 - worse
        assert bool(t.happened(Checked, who="guns", passed=not worse))


@both
@pytest.mark.rule("M1-CMD-7", "M2-CMD-7")
def test_a_howling_weapon_frightens_whom_it_hits_when_the_attack_is_over(game: str) -> None:
    """Hit: the unit fails and flees. Missed: nobody checks, its Terror was met before."""
    card = {MK1: "dread", MK2: "dread_axe"}[game]
    units = {k: {**v, "seat": "b", "at": [v["at"][0], 12], "facing": NORTH} for k, v in row(4).items()}
    pieces = {card: at(12 + STEP, 10.2), **units, "stryker": foe(44, 44), "sorscha": at(44, 2)}
    hurt = {MK1: "6 6", MK2: "6 6 6"}[game]
    t = Game(RULES[game], pieces, dice=["6 5", hurt, "6 6"], casters=False)
    t.activate(card, "attack guns.2 with howling_axe")
    assert t.gone("guns.2") and t.happened(Checked, who="guns", passed=False) and "fleeing" in t.effects("guns.4")
    t = Game(RULES[game], pieces, dice=["1 1"], casters=False).activate(card, "attack guns.2 with howling_axe")
    assert not t.happened(Checked) and "fleeing" not in t.effects("guns.4")


@both
@pytest.mark.rule("M1-CMD-5", "M2-CMD-6", "M2-CMD-13")
def test_exactly_three_inches_is_near_enough(game: str) -> None:
    """A thousandth farther is given, two are not."""
    for extra, checks in ((0.0, True), (0.001, True), (0.003, False)):
        pieces = {**row(1), HORROR[game]: foe(12, 11 + MEDIUM + SMALL + 3 + extra), "stryker": at(2, 46)}
        t = Game(RULES[game], pieces, dice=["1 1"] if checks else [], waits=True)
        t.activate("guns", "no order", "guns.1 advance", [[12_000, 11_000]], 90_000, "act")
        assert bool(t.happened(Checked)) is checks


@both
@pytest.mark.rule("M1-CMD-8", "M1-CMD-10", "M2-CMD-12", "M2-CMD-13")
def test_who_is_near_as_a_position_begins_came_there_before(game: str) -> None:
    """No check until the condition has ended and arisen anew."""
    horror, near = HORROR[game], 10 + MEDIUM + SMALL + 2
    t = Game(RULES[game], {**row(1), horror: foe(12, near), "stryker": at(2, 46)}, waits=True, turn={"seat": "b"})
    t.activate(horror, "advance", [[12_500, round(1000 * near)]], 270_000, "end")
    assert not t.happened(Checked)
    to_next_turn(to_next_turn(t)).activate(horror, "advance", [[12_000, 17_000]], 270_000, "end")
    to_next_turn(to_next_turn(t))
    assert not t.happened(Checked)
    t.dice = ["1 1"]
    t.activate(horror, "advance", [[12_000, round(1000 * near)]], 270_000)
    assert [e.who for e in t.happened(Checked)] == ["guns"]


@pytest.mark.rule("M2-CMD-12", "M2-CMD-5", "M2-MAINT-2")
def test_mk2_who_has_a_cause_of_fear_again_when_it_can_move_again_checks_in_maintenance() -> None:
    """A stationary model has no melee range; nothing moved, so the check is made at once."""
    pieces = {"dread_axe": foe(12, 12, stationary=True), "strangewayes": at(12, 10.5, SOUTH)}
    t = Game(MK2, pieces, turn={"phase": "maintenance"}, dice=["6 6"])
    assert [e.who for e in t.happened(Checked)] == ["strangewayes"] and "fleeing" in t.effects("strangewayes")
    assert t.state.activating == ""
