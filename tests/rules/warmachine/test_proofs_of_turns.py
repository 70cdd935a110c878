"""Turns, moves, units and set-up clause by clause: what no other file proves."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.measuring.distance import command_area
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.movement.straight_moves import leads_to
from sandtable.rulesets.warmachine.common.state.conditions import DOWN
from sandtable.rulesets.warmachine.common.state.events import Moved
from sandtable.rulesets.warmachine.common.units.command import Checked, Command
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MK1,
    MK2,
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


# --- turn, activation ---
@both
@pytest.mark.rule("M2-TURN-5", "M1-SPELL-8")
def test_what_lasts_a_turn_ends_with_it(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=6), "juggernaut": at(12, 14), "stryker": foe(44, 44), "lancer": foe(40, 40)}
    t = Game(game, pieces, casters=False).activate("sorscha", "cast boundless_charge at juggernaut")
    assert "boundless_charge" in t.effects("juggernaut")
    to_next_turn(t)
    assert "boundless_charge" not in t.effects("juggernaut")


@pytest.mark.rule("M2-TURN-2", "M2-MAINT-2", "M2-MAINT-4", "M2-TURN-4")
def test_mk2_what_ends_at_the_start_of_a_turn_ends_before_anything_is_rolled() -> None:
    """A stationary effect of the player's own last turn is over before the fire is rolled for."""
    pieces = {"ironclad": at(12, 10, stationary=True, effects=["fire"]), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces, turn={"phase": "maintenance"}, waits=True)
    assert t.match.roll is not None and t.match.roll.purpose.startswith("fire on")
    assert "stationary" not in t.effects("ironclad")


@pytest.mark.rule("M2-CTRL-15", "M2-CTRL-13", "M2-CTRL-11")
def test_mk2_shaking_comes_after_upkeep_and_last_in_the_phase() -> None:
    pieces = {"stryker": at(12, 10), "ironclad": at(12, 14, down=True), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces, turn={"phase": "control"}).done("a", "focus of stryker").play({"ironclad": 1})
    t.done("a", "shake").play("ironclad shakes knocked_down")
    assert t.state.phase == "activation" and t.effects("ironclad") == set() and t.focus("ironclad") == 0


@both
@pytest.mark.rule("M2-ACT-10", "M2-ACT-12", "M2-ACT-20", "M1-TURN-10", "M1-ATK-8")
def test_one_action_and_spells_between_its_attacks(game: str) -> None:
    """Attack, then a spell, then a second weapon; no special action after attacking, nothing while a roll is due."""
    pieces = {
        "stryker": at(12, 10, focus=6, damage=2),
        "juggernaut": foe(12, 10 + SMALL + LARGE + 0.3),
        "lancer": at(16, 10),
    }
    t = Game(game, pieces, dice=["1 1"]).activate("stryker", "attack juggernaut with quicksilver", "roll")
    assert {"heal", "feat"} <= set(t.offers()) and "cast blur at lancer" in t.offers()
    t.play("cast blur at lancer", "heal")
    assert not [o for o in t.offers() if o.startswith("advance")], "no movement after the action began"
    assert "attack juggernaut with quicksilver" in t.offers(), "an additional attack"
    t.refusal("attack juggernaut with disruptor_pistol")


@both
@pytest.mark.rule("M2-ACT-23", "M1-TURN-5", "M1-FORM-10")
def test_a_units_activation_ends_with_the_checks_of_those_out_of_formation(game: str) -> None:
    pieces = {**row(2), "guns.3": at(40, 10, card="long_gunners", unit="guns"), "juggernaut": foe(12, 44)}
    t = Game(game, {**pieces, "stryker": at(2, 46)}, dice=["1 1"]).activate("guns", "no order")
    t.play("guns.3 advance", [[34_000, 10_000]], 90_000, "act", "end")
    checked = t.events.index(t.happened(Checked, who="guns.3")[0])
    from sandtable.rulesets.warmachine.common.state.events import ActivationOver

    assert checked < t.events.index(t.happened(ActivationOver, who="guns")[0])


@both
@pytest.mark.rule("M1-FORM-11", "M2-CMD-10", "M2-ADV-11")
def test_a_trooper_out_of_formation_uses_a_warcasters_cmd_in_his_range(game: str) -> None:
    """CMD 9 lent without any penalty."""
    edge = 9 + 2 * SMALL
    lost = at(30, 10, card="long_gunners", unit="guns")
    for extra, cmd in ((0.0, 9), (0.003, {MK1: 8, MK2: 5}[game])):
        t = Game(game, {**row(3), "guns.4": lost, "stryker": at(30, 10 + edge + extra), "juggernaut": foe(40, 40)})
        assert t.value(Command("guns.4")) == cmd


@both
@pytest.mark.rule("M2-CMD-1", "M1-CMD-9")
def test_the_command_range_is_cmd_in_inches(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(40, 40)})
    assert command_area(t.position, "stryker") == 9000


# --- moves and charges ---
@both
@pytest.mark.rule("M1-MOVE-3", "M2-MOVE-9")
def test_a_model_ends_where_its_base_fits(game: str) -> None:
    """Two bases 2.4 inches apart let a base of 1.97 through; at 1.9 they do not."""
    for gap, fits in ((2.4, True), (1.9, False)):
        half = gap / 2 + LARGE
        pieces = {"ironclad": at(12, 10), "juggernaut": foe(12 - half, 13, 0), "destroyer": foe(12 + half, 13, 180)}
        t = Game(game, pieces).activate("ironclad", "advance")
        assert t.legal([[12_000, 14_500]]) is fits


@both
@pytest.mark.rule("M1-CHARGE-18", "M1-CHARGE-9")
def test_a_charging_warcaster_casts_before_and_after_a_successful_charge_not_after_a_failed_one(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 10 + SMALL + LARGE + 4), "lancer": at(16, 10)}
    t = Game(game, pieces).activate("stryker", "cast blur at lancer", "charge juggernaut", [90_000, 4000])
    assert t.happened(Charged, failed=False) and any(o.startswith("cast") for o in t.offers())
    far = {**pieces, "juggernaut": foe(12, 30)}
    t = Game(game, far).activate("stryker", "charge juggernaut")
    t.play(list(t.ask.domain.best(t.position)))  # type: ignore[attr-defined]
    assert t.happened(Charged, failed=True) and t.state.activating != "stryker"


@both
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-19", "M2-MOVE-20", "M2-MOVE-25")
def test_a_charge_goes_along_any_line_that_brings_the_target_into_reach_and_faces_it_at_the_end(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 15)}
    t = Game(game, pieces).activate("ironclad", "charge juggernaut")
    assert leads_to(t.position, "ironclad", "juggernaut", 70_000, 500)
    assert not leads_to(t.position, "ironclad", "juggernaut", 50_000, 500)
    t.refusal([50_000, 3000])
    t.refusal([70_000, 1000])  # it may not stop before the target is in reach
    line = next([70_000, far] for far in range(2000, 5000, 50) if t.legal([70_000, far]))
    t.play(line)
    assert t.happened(Charged, failed=False)
    x, y = t.place("ironclad")
    import math

    assert t.facing("ironclad") == pytest.approx(math.degrees(math.atan2(15 - y, 12 - x)), abs=0.01)


@both
@pytest.mark.rule("M2-MOVE-34", "M1-CHARGE-12")
def test_a_charge_at_a_target_in_reach_may_move_nothing(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(game, pieces, dice=["6 5", "1 1"]).activate("ironclad", "charge juggernaut", [90_000, 0])
    assert t.happened(Charged, failed=False, far=0)
    t.play("attack juggernaut with quake_hammer")
    assert t.pool("damage") == {"d6": 2}, "no charge attack without 3 inches"


@pytest.mark.rule("M2-MOVE-30", "M2-MOVE-26")
def test_mk2_a_charger_that_cannot_attack_its_target_attacks_another_without_the_boost() -> None:
    """The charge target is destroyed before the attack: a special case made by hand."""
    gap = SMALL + LARGE
    pieces = {
        "ironclad": at(12, 10, focus=1), **row(2, y=10 + gap + 4, seat="b", facing=SOUTH),
        "juggernaut": foe(12 - 2 * LARGE - 0.4, 10 + 4, 0),
    }  # fmt: skip
    pieces["guns.2"]["at"] = [13.2, 10 + gap + 4]
    t = Game(MK2, pieces).activate("ironclad", "charge guns.1", [90_000, 4000])
    state = t.state
    gone = {n: m for n, m in state.models.items() if n != "guns.1"}
    unit = state.units["guns"].but(members=("guns.2",))
    t.game = t.game.but(state=state.but(models=gone, units={"guns": unit}, lost=("guns.1",)))
    offers = [o for o in t.offers() if o.startswith("attack")]
    assert offers
    t.dice = ["6 5", "1 1"]
    t.play(next(o for o in offers if "guns.2" in o))
    assert t.pool("damage") == {"d6": 2}


@pytest.mark.rule("M2-MOVE-37", "M2-ADV-44", "M2-ENGAGE-7")
def test_mk2_no_charge_without_a_melee_weapon_but_a_gunfighter_shoots_after_his() -> None:
    standard = {
        **row(1, "iron_fangs", "fangs"),
        "fangs.2": at(14, 10, card="if_standard", unit="fangs", role="attached"),
    }
    t = Game(MK2, {**standard, "ironclad": foe(12, 16)}).activate("fangs", "order charge")
    assert not [o for o in t.offers() if o.startswith("fangs.2 charges")]
    mage = {"gun_mage_adept": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 4.2), "destroyer": foe(20, 20)}
    t = Game(MK2, mage, dice=["6 5", "1 2"]).activate("gun_mage_adept", "charge juggernaut", [90_000, 4000])
    assert not [o for o in t.offers() if "destroyer" in o]
    t.play("attack juggernaut with magelock_pistol", "pass")
    assert t.pool("damage") == {"d6": 2}, "a ranged attack is never a charge attack"


@both
@pytest.mark.rule("M1-POWER-25", "M1-TERRAIN-2", "M2-POWER-22", "M2-TERRAIN-2")
def test_rough_ground_and_slams(game: str) -> None:
    """Mk I: no slam in or through it. Mk II: only slower; whatever forbids charging forbids it."""
    rough = {"kind": "rough", "at": [12, 11], "size": [6, 4]}
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 18)}
    t = Game(game, pieces, terrain=[rough]).activate("juggernaut")
    if game == MK1:
        t.refusal("slam ironclad", "M1-POWER-25")
    else:
        assert "slam ironclad" in t.offers()
    lame = {"juggernaut": at(12, 10, focus=1, marks="M"), "ironclad": foe(12, 18)}
    Game(game, lame).activate("juggernaut").refusal("slam ironclad")


# --- states ---
@both
@pytest.mark.rule("M2-STAT-2", "M1-MOD-20", "M2-STAT-6", "M1-POWER-45")
def test_a_stationary_model_does_nothing_and_can_be_pushed_or_knocked_down(game: str) -> None:
    still = {"ironclad": at(12, 10, focus=2), "juggernaut": foe(12, 10 + 2 * LARGE + 0.2, stationary=True)}
    t = Game(game, still, dice=["6", "1"]).activate("ironclad", "push juggernaut")
    assert t.happened(Moved, who="juggernaut", forced=True)
    t = Game(game, still, dice=["1 1"]).activate("ironclad", "head-butt juggernaut")
    while t.match.ask is not None and t.ask.prompt.startswith("boost"):
        t.play("roll")
    assert "knocked_down" in t.effects("juggernaut")
    own = {"stryker": at(12, 10, focus=6, stationary=True), "charger": at(16, 10), "juggernaut": foe(40, 40)}
    t = Game(game, own)
    assert t.state.activating == "charger" or "activate stryker" not in t.offers()


@pytest.mark.rule("M2-KD-11")
def test_mk2_knocking_down_a_fallen_model_changes_nothing() -> None:
    from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
    from sandtable.rulesets.warmachine.common.state.rules import Draft

    t = Game(MK2, {"ironclad": at(12, 10, down=True), "juggernaut": foe(40, 40)})
    d: Draft = Draft(t.rules, t.state)  # type: ignore[arg-type]
    knock_down(d, "ironclad", "M2-KD-11")
    assert not d.events and [e.name for e in d.state.effects] == [DOWN]


@pytest.mark.rule("M2-CE-11", "M2-CE-10", "M2-CE-4", "M2-WQ-4")
def test_mk2_fire_is_rolled_for_whoever_burns_and_leaves_with_the_model() -> None:
    for state in ("down", "stationary", "inert"):
        pieces = {"ironclad": at(12, 10, effects=["fire"], focus=2, **{state: True}), "juggernaut": foe(40, 40)}
        t = Game(MK2, pieces, turn={"phase": "maintenance"}, dice=["3", "1 1"])
        assert t.pool("damage") == {"d6": 2} and "fire" in t.effects("ironclad")
    burning = {**row(2, y=10), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}
    burning["guns.1"] = {**burning["guns.1"], "effects": ["fire"]}
    t = Game(MK2, burning, turn={"seat": "b"}, dice=["6 5", "6 6"], waits=True)
    t.activate("juggernaut", "attack guns.1 with ice_axe")
    assert not [e for e in t.state.effects if e.name == "fire"]


# --- fleeing in Mk I ---
@pytest.mark.rule("M1-FLEE-10", "M1-RALLY-6", "M1-MAINT-5")
def test_mk1_a_fallen_fleeing_solo_stands_and_walks_and_a_stationary_one_stays() -> None:
    """SPD 6 instead of 12; without a warcaster near a solo cannot rally."""
    pieces = {"marshal": at(12, 20, fleeing=True, down=True), "juggernaut": foe(12, 40), "stryker": at(46, 2)}
    t = Game(ESCALATION, pieces, turn={"phase": "maintenance"})
    speed = t.rules.cards.models["cyg_marshal"].stats["SPD"]  # type: ignore[attr-defined]
    assert t.place("marshal")[1] == pytest.approx(20 - speed, abs=0.003)
    assert t.effects("marshal") == {"fleeing", "fled"} and not t.happened(Checked)
    still = {"marshal": at(12, 20, fleeing=True), "juggernaut": foe(12, 40), "stryker": at(14, 20)}
    still["marshal"]["effects"] = ["stationary"]
    t = Game(ESCALATION, still, turn={"phase": "maintenance"})
    assert t.place("marshal") == (12, 20) and not t.happened(Checked)


@pytest.mark.rule("M1-FLEE-11", "M1-RALLY-4", "M1-RALLY-5")
def test_mk1_one_fleeing_trooper_rallies_by_himself_and_the_others_activate_without_him() -> None:
    """The leader counts even if he flees too; having rallied nobody activates again that turn."""
    pieces = {**row(4), "juggernaut": foe(12, 40), "stryker": at(46, 2)}
    pieces["guns.4"] = {**pieces["guns.4"], "fleeing": True, "at": [12 + 3 * STEP, 22]}
    t = Game(MK1, pieces, turn={"phase": "maintenance"}, dice=["3 3"])
    assert "fleeing" not in t.effects("guns.4")
    flee = {**row(2, y=20, fleeing=True), "juggernaut": foe(12, 40), "stryker": at(46, 2)}
    t = Game(MK1, flee, turn={"phase": "maintenance"}, dice=["6 6"])
    assert t.happened(Checked, who="guns", passed=False) and "guns" in t.state.activated
    lost = {k: {**v, "role": "grunt"} for k, v in row(2, y=20, fleeing=True).items()}
    t = Game(MK1, {**lost, "juggernaut": foe(12, 40), "stryker": at(46, 2)}, turn={"phase": "maintenance"})
    assert not t.happened(Checked), "a leaderless unit needs a warcaster"


@pytest.mark.rule("M1-INERT-6", "M1-INERT-4")
def test_mk1_an_inert_warjack_that_lies_down_stays_down_when_it_is_reactivated() -> None:
    jack = at(12, 10 + SMALL + LARGE, inert=True, down=True)
    t = Game(MK1, {"stryker": at(12, 10), "ironclad": jack, "juggernaut": foe(40, 40)})
    t.activate("stryker", "reactivate ironclad")
    assert "inert" not in t.effects("ironclad") and "knocked_down" in t.effects("ironclad")
    assert "ironclad" in t.state.activated
