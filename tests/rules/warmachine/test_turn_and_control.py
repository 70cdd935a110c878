"""The turn: maintenance, focus, allocation, upkeep, healing, shaking."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.state.events import FocusSet, Healed, PhaseBegan
from tests.rules.warmachine.kit import LARGE, MK1, MK2, SMALL, Game, at, both, foe

GROUP = {"stryker": at(10, 10), "ironclad": at(10, 13), "lancer": at(40, 40), "juggernaut": foe(30, 30)}
CONTROL = {"phase": "control"}
MAINTENANCE = {"phase": "maintenance"}


@both
@pytest.mark.rule("M1-TURN-1", "M2-TURN-1")
def test_three_phases_in_order(game: str) -> None:
    t = Game(game, GROUP, turn=MAINTENANCE).play(())
    assert [e.phase for e in t.happened(PhaseBegan)] == ["maintenance", "control", "activation"]


@both
@pytest.mark.rule("M1-MAINT-1", "M2-MAINT-1")
def test_unused_focus_is_removed_from_the_active_player_alone(game: str) -> None:
    pieces = {**GROUP, "ironclad": at(10, 13, focus=2), "juggernaut": foe(30, 30, focus=1)}
    t = Game(game, pieces, turn=MAINTENANCE)
    assert t.happened(FocusSet, who="ironclad", focus=0)
    assert t.focus("ironclad") == 0 and t.focus("juggernaut") == 1


@both
@pytest.mark.rule("M1-CTRL-1", "M2-CTRL-1")
def test_warcasters_are_refilled(game: str) -> None:
    t = Game(game, GROUP, turn=CONTROL)
    assert t.focus("stryker") == 6
    t.done("a", "focus of stryker")


@both
@pytest.mark.rule("M1-CTRL-2", "M1-CTRL-3", "M2-CTRL-2", "M2-CTRL-3", "M2-CTRL-4")
def test_only_warjacks_in_the_control_area_take_focus(game: str) -> None:
    """FOC 6: 12 inches from base to base."""
    apart = 12 + SMALL + LARGE
    for x, takes in ((apart, True), (apart + 0.002, False)):
        t = Game(game, {"stryker": at(10, 10), "ironclad": at(10 + x, 10), "lancer": at(10, 13)}, turn=CONTROL)
        assert t.legal({"ironclad": 1}) is takes and t.legal({"lancer": 1})


@both
@pytest.mark.rule("M1-CTRL-4", "M2-CTRL-5")
def test_no_more_than_three_points_each(game: str) -> None:
    t = Game(game, GROUP, turn=CONTROL)
    t.refusal({"ironclad": 4}, {MK1: "M1-CTRL-4", MK2: "M2-CTRL-5"}[game])
    t.play({"ironclad": 3})
    assert t.focus("ironclad") == 3 and t.focus("stryker") == 3


@both
@pytest.mark.rule("M1-CTRL-5", "M2-CTRL-7")
def test_another_warcasters_warjack_takes_none(game: str) -> None:
    pieces = {**GROUP, "vane": at(14, 10), "charger": at(12, 13, master="vane")}
    t = Game(
        game, {**pieces, "ironclad": at(10, 13, master="stryker"), "lancer": at(40, 40, master="stryker")}, turn=CONTROL
    )
    t.refusal({"charger": 1})
    t.play({"ironclad": 1}).done("a", "focus of vane").play({"charger": 2})
    assert t.focus("charger") == 2 and t.focus("ironclad") == 1


@both
@pytest.mark.rule("M1-SYS-3", "M2-CTRL-7", "M2-DMG-14")
def test_no_focus_without_a_cortex(game: str) -> None:
    t = Game(game, {**GROUP, "ironclad": at(10, 13, marks="C"), "lancer": at(10, 16)}, turn=CONTROL)
    t.refusal({"ironclad": 1})
    assert t.legal({"lancer": 1})


@both
@pytest.mark.rule("M1-UPKEEP-1", "M1-UPKEEP-7", "M2-CTRL-8", "M2-CTRL-9")
def test_an_upkeep_spell_that_is_not_paid_ends(game: str) -> None:
    shielded = at(10, 13, effects=[{"name": "arcane_shield", "source": "stryker", "slot": "friendly upkeep"}])
    pieces = {**GROUP, "ironclad": shielded}
    kept = Game(game, pieces, turn=CONTROL).play({"upkeep arcane_shield": 1})
    assert "arcane_shield" in kept.effects("ironclad") and kept.focus("stryker") == 5
    lost = Game(game, pieces, turn=CONTROL).play({"ironclad": 1})
    assert "arcane_shield" not in lost.effects("ironclad")


@both
@pytest.mark.rule("M1-UPKEEP-6", "M2-CTRL-10")
def test_upkeep_needs_neither_range_nor_sight(game: str) -> None:
    far = at(45, 45, effects=[{"name": "blur", "source": "stryker", "slot": "friendly upkeep"}])
    t = Game(game, {**GROUP, "lancer": far}, turn=CONTROL).play({"upkeep blur": 1})
    assert "blur" in t.effects("lancer")


@pytest.mark.rule("M1-CTRL-10", "M1-MOD-21")
def test_mk1_a_stationary_warcaster_heals_in_the_control_phase() -> None:
    t = Game(MK1, {**GROUP, "stryker": at(10, 10, damage=5, stationary=True)}, turn=CONTROL)
    t.play({"heal": 2, "ironclad": 1})
    assert t.damage("stryker") == 3 and t.focus("stryker") == 3
    assert t.happened(Healed, who="stryker", points=2)


@pytest.mark.rule("M2-CTRL-17")
def test_mk2_a_warcaster_heals_in_its_activation_only() -> None:
    pieces = {**GROUP, "stryker": at(10, 10, damage=5)}
    t = Game(MK2, pieces, turn=CONTROL)
    t.refusal({"heal": 1})
    t.play(()).activate("stryker", "heal", "heal")
    assert t.damage("stryker") == 3 and t.focus("stryker") == 4


@pytest.mark.rule("M2-CTRL-11", "M2-CTRL-12", "M2-CTRL-13", "M2-CTRL-14")
def test_mk2_a_focus_point_shakes_off_one_condition() -> None:
    pieces = {**GROUP, "ironclad": at(10, 13, down=True, stationary=True)}
    t = Game(MK2, pieces, turn=CONTROL).play({"ironclad": 2}).done("a", "shake", cite="M2-CTRL-11")
    t.play("ironclad shakes knocked_down")
    assert t.effects("ironclad") == {"stationary"} and t.focus("ironclad") == 1
    t.play("ironclad shakes stationary")
    assert t.effects("ironclad") == set() and t.focus("ironclad") == 0


@pytest.mark.rule("M1-KD-2")
def test_mk1_nobody_shakes() -> None:
    pieces = {**GROUP, "ironclad": at(10, 13, down=True)}
    Game(MK1, pieces, turn=CONTROL).play({"ironclad": 1}).done("a", "activate")


@both
@pytest.mark.rule("M1-CTRL-11", "M2-CTRL-20")
def test_focus_stays_on_a_warjack_outside_the_control_area(game: str) -> None:
    pieces = {"stryker": at(5, 5), "ironclad": at(40, 10, focus=1), "juggernaut": foe(40, 12.2)}
    t = Game(game, pieces, dice=["6 5", "1 2 3", "1"]).activate("ironclad")
    t.play("attack juggernaut with quake_hammer", "roll", "boost")
    assert t.focus("ironclad") == 0 and t.pool("damage") == {"d6": 3}


@both
@pytest.mark.rule("M1-CE-1", "M1-CE-3", "M1-CE-6", "M1-MAINT-3", "M2-CE-1", "M2-CE-3", "M2-MAINT-3", "M2-MAINT-5")
def test_fire_burns_after_the_focus_is_gone(game: str) -> None:
    """ARM 14 without the power field of 3 focus: 8 + 12 - 14 = 6."""
    pieces = {"sorscha": at(10, 10, focus=3, effects=["fire"]), "ironclad_2": foe(40, 40), "stryker": foe(45, 45)}
    t = Game(game, pieces, dice=["3", "4 4"], turn=MAINTENANCE, casters=False)
    assert t.damage("sorscha") == 6 and "fire" in t.effects("sorscha")
    out = Game(game, pieces, dice=["2"], turn=MAINTENANCE, casters=False)
    assert out.damage("sorscha") == 0 and out.effects("sorscha") == set()


@both
@pytest.mark.rule("M1-CE-2", "M2-CE-2", "M2-CE-9")
def test_corrosion_marks_one_box(game: str) -> None:
    pieces = {**GROUP, "ironclad": at(10, 13, effects=["corrosion"])}
    t = Game(game, pieces, dice=["3", "4"], turn=MAINTENANCE)
    assert t.damage("ironclad") == 1 and t.marks("ironclad")[3] == 1


@both
@pytest.mark.rule("M1-MAINT-6", "M2-MAINT-6")
def test_the_player_picks_the_order_of_effects(game: str) -> None:
    pieces = {**GROUP, "ironclad": at(10, 13, effects=["corrosion", "fire"])}
    t = Game(game, pieces, dice=["1", "1"], turn=MAINTENANCE)
    assert t.offers() == ["corrosion on ironclad", "fire on ironclad"]
    t.play("fire on ironclad")
    assert t.effects("ironclad") == set()


@both
@pytest.mark.rule("M1-MAINT-2", "M2-TURN-4", "M2-MAINT-2")
def test_a_round_ends_with_the_next_turn_of_whose_turn_it_was(game: str) -> None:
    """Frozen in b's turn, thawed when b's next turn starts: the effect is written for that."""
    pieces = {"ironclad": at(10, 10, stationary=True), "juggernaut": foe(40, 40)}
    mine = Game(game, pieces, turn={"phase": "maintenance", "seat": "a"})
    assert "stationary" not in mine.effects("ironclad")


@both
@pytest.mark.rule("M1-CTRL-9", "M2-CTRL-6")
def test_armour_stack_of_a_shielded_warcaster(game: str) -> None:
    """ARM 15 + 2 focus + 5 feat + 3 spell = 25."""
    effects = [{"name": "invincibility", "source": "stryker"}, {"name": "arcane_shield", "source": "stryker"}]
    t = Game(game, {"stryker": at(10, 10, focus=2, effects=effects), "juggernaut": foe(40, 40)})
    assert t.value(Armour("stryker", Blow(target="stryker", power=0, seat=1))) == 25
