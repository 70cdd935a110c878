"""Orders of leaders and warcasters, charges declared together, standing up under orders, returning to formation."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import Ask
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Moved, Struck
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation
from sandtable.rulesets.warmachine.common.units.orders import Ordered
from sandtable.rulesets.warmachine.mk1.formation import tight
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, NORTH, SMALL, SOUTH, STEP, Game, at, both, foe, row

TOUCH = 2 * SMALL


def blow(name: str, **more: Any) -> Blow:
    return Blow(target=name, power=0, seat=1, **more)


# --- a warcaster's order ---
@pytest.mark.rule("M1-ORDER-4", "M1-TURN-9", "M1-ORDER-5")
def test_mk1_a_warcaster_orders_a_unit_in_his_command_range() -> None:
    """CMD 9: exactly 9 inches is near enough. The leader gives no second order."""
    edge = 9 + 2 * SMALL
    pieces = {**row(2), "stryker": at(12, 10 + edge), "juggernaut": foe(40, 40)}
    t = Game(MK1, pieces).activate("stryker")
    assert "order guns run" in t.offers() and "order guns charge" in t.offers()
    assert t.refusal("order guns", "M1-ORDER-4").instead == "run, charge"
    t.play("order guns run")
    t.refusal("order guns charge", "M1-ORDER-4")
    t.play("end")
    assert t.state.activating == "guns" and t.happened(Ordered, unit="guns", order="run")
    assert "guns.2 run" in t.offers() and "guns.2 advance" not in t.offers()
    far = {**pieces, "stryker": at(12, 10 + edge + 0.002)}
    Game(MK1, far).activate("stryker").refusal("order guns run", "M1-ORDER-4")


@pytest.mark.rule("M1-ORDER-4", "M1-ORDER-9", "M1-ORDER-6")
def test_mk1_a_unit_without_a_leader_is_ordered_by_a_warcaster() -> None:
    """A trooper out of formation does not get the order."""
    pieces = {**row(3), "stryker": at(12, 14), "juggernaut": foe(40, 40)}
    pieces["guns.1"]["role"] = "grunt"
    pieces["guns.3"]["at"] = [25, 10]
    t = Game(MK1, pieces).activate("stryker", "order guns charge", "end")
    assert t.state.activating == "guns"
    assert t.happened(Ordered, order="charge", troopers=("guns.1", "guns.2"))
    t.refusal("guns.3 charge juggernaut", "M1-CHARGE-3")


@pytest.mark.rule("M1-ORDER-8", "M1-KD-11", "M1-ORDER-4")
def test_mk1_a_warcaster_who_lies_down_orders_nobody_until_he_stands() -> None:
    pieces = {**row(2), "stryker": at(12, 14, down=True), "juggernaut": foe(40, 40)}
    t = Game(MK1, pieces).activate("stryker")
    t.refusal("order guns run", "M1-ORDER-8")
    t.play("stand instead of acting", 90_000)
    assert "order guns run" in t.offers()


@pytest.mark.rule("M2-ADV-9")
def test_mk2_a_commander_gives_no_orders() -> None:
    t = Game(MK2, {**row(2), "stryker": at(12, 14), "juggernaut": foe(40, 40)}).activate("stryker")
    assert not [o for o in t.offers() if o.startswith("order")]
    assert commander(t.position, "guns") == "guns.1"


@pytest.mark.rule("M1-KD-11", "M1-KD-3")
def test_mk1_a_leader_stands_up_before_he_gives_the_order() -> None:
    pieces = {**row(2), "juggernaut": foe(40, 40)}
    pieces["guns.1"]["down"] = True
    t = Game(MK1, pieces).activate("guns").done("a", "stand up with guns.1")
    t.play("stand instead of acting", 90_000)
    assert "order run" in t.offers()
    t.play("order run")
    assert "guns.2 run" in t.offers()
    assert "guns.1 advance" in t.offers() and "guns.1 run" not in t.offers(), "who stood up neither runs nor charges"
    t = Game(MK1, pieces).activate("guns", "stay down")
    assert "order run" not in t.offers()


@pytest.mark.rule("M2-ACT-9", "M2-KD-3", "M2-KD-9")
def test_mk2_a_commander_who_lies_down_gives_no_order() -> None:
    pieces = {**row(2), "juggernaut": foe(40, 40)}
    pieces["guns.1"]["down"] = True
    t = Game(MK2, pieces).activate("guns").done("a", "move guns")
    assert "guns.1 stand instead of moving" in t.offers() and "guns.2 run" not in t.offers()


@pytest.mark.rule("M2-KD-14")
def test_mk2_a_run_order_binds_whoever_stood_up_a_charge_order_does_not() -> None:
    pieces = {**row(2, "iron_fangs", "fangs"), "ironclad": foe(12 + STEP, 10 + LARGE + SMALL + 1.0)}
    pieces["fangs.2"]["down"] = True
    t = Game(MK2, pieces, dice=["1 1"]).activate("fangs", "order run", "fangs.2 stand instead of moving", 90_000, "act")
    t.refusal("fangs.2 attack ironclad with blasting_pike", "M2-KD-14")
    t = Game(MK2, pieces).activate("fangs", "order run", "fangs.2 stand instead of acting", 90_000)
    assert "fangs.2 advance" in t.offers()
    t = Game(MK2, pieces, dice=["1 1"]).activate("fangs", "order charge", "fangs.1 charges ironclad")
    t.play("fangs.2 stand instead of moving", 90_000, "act", "fangs.2 attack ironclad with blasting_pike")
    assert t.happened(Struck, by="fangs.2")


# --- charges are declared before anybody moves ---
@both
@pytest.mark.rule("M1-TURN-5", "M1-CHARGE-4", "M2-MOVE-17", "M2-ACT-7")
def test_charge_targets_are_named_before_the_first_trooper_moves(game: str) -> None:
    """The second trooper loses sight when the first one stands in between, and charges all the same."""
    pieces = {**row(2, "iron_fangs", "fangs", x=12, y=10), "stryker": foe(12, 16), "charger": foe(30, 30)}
    pieces["fangs.2"]["at"] = [12, 8.6]
    pieces["fangs.1"]["at"] = [10.2, 9.5]
    t = Game(game, {**pieces, "sorscha": at(44, 2)}, casters=False).activate("fangs", "order charge")
    t.done("a", "charge targets of fangs")
    assert {"fangs.1 charges stryker", "fangs.2 charges stryker", "declared"} <= set(t.offers())
    t.play("fangs.1 charges charger", "fangs.2 charges stryker")
    t.refusal("fangs.1 charge stryker", {MK1: "M1-CHARGE-4", MK2: "M2-MOVE-17"}[game])
    t.play("fangs.1 run", [[12000, 12000]], 90_000)
    assert "fangs.2 charge stryker" in t.offers(), "it saw its target when it named it"


@both
@pytest.mark.rule("M1-CHARGE-4", "M2-MOVE-17", "M2-LOS-17")
def test_no_charge_target_out_of_sight(game: str) -> None:
    pieces = {**row(1, "iron_fangs", "fangs"), "stryker": foe(12, 16), "sorscha": at(44, 2)}
    pieces["ironclad"] = foe(12, 4)
    t = Game(game, pieces, casters=False).activate("fangs", "order charge")
    t.refusal("fangs.1 charges ironclad", {MK1: "M1-CHARGE-4", MK2: "M2-MOVE-17"}[game])


@both
@pytest.mark.rule("M1-ORDER-7", "M2-MOVE-12", "M2-MOVE-15")
def test_who_names_no_charge_target_may_run(game: str) -> None:
    pieces = {**row(2, "iron_fangs", "fangs"), "stryker": foe(12, 16), "sorscha": at(44, 2)}
    t = Game(game, pieces, casters=False).activate("fangs", "order charge", "fangs.1 charges stryker", "declared")
    assert "fangs.2 run" in t.offers() and "fangs.2 advance" not in t.offers()
    t.play("fangs.2 run", [[20000, 10000]], 90_000, "fangs.1 charge stryker", [90_000, 3000])
    assert t.happened(Charged, who="fangs.1", failed=False)


# --- combined charge attacks ---
@pytest.mark.rule("M2-ATK-25", "M2-ATK-19")
def test_mk2_a_combined_attack_of_chargers_is_a_charge_attack() -> None:
    """Both charged 3 inches: three damage dice. One who only stands there spoils it for the other."""
    gap = 2.0 + 3.0 + SMALL + LARGE
    pieces = {**row(2, "iron_fangs", "fangs", x=11.4, step=1.2), "ironclad": foe(12, 10 + gap)}
    t = Game(MK2, pieces).activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.2 charges ironclad")
    for name in ("fangs.1", "fangs.2"):
        t.play(f"{name} charge ironclad", [90_000, 3300])
    t.dice = ["6 5", "1 1 2", "1"]
    t.play("act", "fangs.1 combine ironclad with blasting_pike", ["fangs.2"])
    assert t.pool("damage") == {"d6": 3}
    pieces["fangs.2"]["at"] = [14, 10 + gap - 2.0]
    t = Game(MK2, pieces).activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.2 charges ironclad")
    t.play("fangs.1 charge ironclad", [90_000, 3300], "fangs.2 charge ironclad")
    way = t.ask.domain.best(t.position)[0]  # type: ignore[attr-defined]
    t.play([way, 0])
    t.dice = ["6 5", "1 2", "1"]
    t.play("act", "fangs.1 combine ironclad with blasting_pike", ["fangs.2"])
    assert t.pool("damage") == {"d6": 2}, "the second moved less than 3 inches"


@pytest.mark.rule("M1-MOD-10")
def test_mk1_a_charge_attack_is_no_part_of_a_combined_one() -> None:
    gap = 2.0 + 3.0 + SMALL + LARGE
    pieces = {**row(2, "iron_fangs", "fangs", x=11.4, step=1.2), "ironclad": foe(12, 10 + gap)}
    t = Game(MK1, pieces).activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.2 charges ironclad")
    for name in ("fangs.1", "fangs.2"):
        t.play(f"{name} charge ironclad", [90_000, 3300])
    t.play("act")
    assert not [o for o in t.offers() if "combine" in o] and "fangs.1 attack ironclad with blasting_pike" in t.offers()


# --- returning to formation ---
@pytest.mark.rule("M1-FORM-8", "M1-FORM-9")
def test_mk1_a_trooper_returns_into_formation_if_its_movement_allows() -> None:
    """SPD 6: exactly 9 inches away it gets to 3 inches by advancing; a thousandth short of that is refused."""
    gap = 9 + 2 * SMALL
    pieces = {**row(3, step=TOUCH), "guns.4": at(12 + 2 * TOUCH + gap, 10, NORTH, card="long_gunners", unit="guns"),
              "juggernaut": foe(12, 40)}  # fmt: skip
    t = Game(MK1, pieces).activate("guns", "no order")
    t.refusal("act", "M1-FORM-8")
    t.play("guns.4 advance")
    x = round(1000 * (12 + 2 * TOUCH + gap))
    t.refusal([], "M1-FORM-8")
    t.refusal([[x - 5990, 10_000]], "M1-FORM-8")
    t.refusal([[x + 1000, 10_000]], "M1-FORM-8")
    t.play([[x - 6000, 10_000]], 90_000, "act")
    assert "guns.4" in in_formation(t.position, "guns")
    assert "guns.4 attack juggernaut with repeating_long_rifle" in t.offers(), "having only advanced it may act"


@pytest.mark.rule("M1-FORM-8", "M1-FORM-9")
def test_mk1_too_far_away_it_comes_closer_and_may_run_without_an_order() -> None:
    pieces = {**row(3), "guns.4": at(40, 10, NORTH, card="long_gunners", unit="guns"), "juggernaut": foe(12, 40)}
    t = Game(MK1, pieces).activate("guns", "no order", "guns.4 run")
    assert t.legal([[39_000, 10_000]]), "closer than it began"
    t.refusal([[41_000, 10_000]], "M1-FORM-8")
    t.play([[28_000, 10_000]], 90_000, "act")
    assert not [o for o in t.offers() if o.startswith("guns.4")]


@pytest.mark.rule("M2-FORM-5", "M2-FORM-6")
def test_mk2_a_trooper_comes_as_near_to_its_commander_as_it_can() -> None:
    """CMD 7 and SPD 6. From 20 inches away it cannot get into formation: it goes all its distance towards him."""
    pieces = {**row(1), "guns.2": at(12 + 20 + TOUCH, 10, card="long_gunners", unit="guns"), "juggernaut": foe(12, 40)}
    x = round(1000 * (32 + TOUCH))
    t = Game(MK2, pieces).activate("guns", "no order", "guns.2 advance")
    t.refusal([[x - 5900, 10_000]], "M2-FORM-5")
    t.play([[x - 6000, 10_000]], 90_000, "act")
    t = Game(MK2, pieces).activate("guns", "no order", "guns.2 run")
    t.refusal([[x - 11_900, 10_000]], "M2-FORM-5")
    assert t.legal([[x - 12_000, 10_000]])
    near = {**pieces, "guns.2": at(12 + 12 + TOUCH, 10, card="long_gunners", unit="guns")}
    t = Game(MK2, near).activate("guns", "no order", "guns.2 advance")
    x = round(1000 * (24 + TOUCH))
    assert t.legal([[x - 5000, 10_000]]), "it may stop once it is in formation"
    t.refusal([[x - 4998, 10_000]], "M2-FORM-5")


@pytest.mark.rule("M2-FORM-6")
def test_mk2_a_trooper_runs_straight_back_to_its_unit() -> None:
    lost = at(12 + 12 + TOUCH, 10, card="long_gunners", unit="guns")
    t = Game(MK2, {**row(1), "guns.2": lost, "juggernaut": foe(12, 40)}).activate("guns", "no order", "guns.2 run")
    t.refusal([[22_000, 13_000], [19_000, 10_000]], "M2-FORM-6")
    assert t.legal([[19_000, 10_000]]) and t.legal([[22_000, 10_000], [19_000, 10_000]])
    wall = {"kind": "obstruction", "at": [22, 10], "size": [1, 1]}
    t = Game(MK2, {**row(1), "guns.2": lost, "juggernaut": foe(12, 40)}, terrain=[wall]).activate("guns", "no order")
    t.play("guns.2 run")
    t.play(t.ask.default, 180_000)
    assert t.legal("act"), "round what stands in the way"


@pytest.mark.rule("M2-FORM-6")
def test_mk2_the_commander_may_come_to_the_trooper_first() -> None:
    pieces = {**row(1), "guns.2": at(12 + 12 + TOUCH, 10, card="long_gunners", unit="guns"), "juggernaut": foe(12, 40)}
    t = Game(MK2, pieces).activate("guns", "no order", "guns.1 advance", [[18_000, 10_000]], 90_000)
    assert "act" in t.offers(), "it is in formation where it stands"


@pytest.mark.rule("M2-FORM-14", "M2-CMD-16")
def test_mk2_a_fleeing_trooper_out_of_formation_never_goes_toward_an_enemy() -> None:
    """Its unit is beyond the enemy: fleeing wins."""
    lost = at(40, 10, card="long_gunners", unit="guns", fleeing=True)
    pieces = {**row(2), "guns.3": lost, "juggernaut": foe(32, 10, 0), "stryker": at(2, 46)}
    t = Game(MK2, pieces).activate("guns", "no order").done("a", "flee with guns.3")
    t.refusal([[38_000, 10_000]], "M2-CMD-16")
    t.play([[43_000, 5000]], 270_000)
    assert t.place("guns.3") == (43, 5) and "act" in t.offers()


@pytest.mark.rule("M2-FORM-9")
def test_mk2_no_free_strike_by_a_trooper_out_of_formation() -> None:
    pieces = {"ironclad": at(30, 10), **{k: {**v, "seat": "b"} for k, v in row(1, "iron_fangs", "fangs").items()}}
    pieces["fangs.2"] = foe(30, 10 + LARGE + SMALL + 0.3, card="iron_fangs", unit="fangs")
    t = Game(MK2, pieces).activate("ironclad", "advance", [[30_000, 6000]], 90_000)
    assert t.happened(Moved, who="ironclad") and t.place("ironclad") == (30, 6)
    pieces["fangs.1"]["at"] = [28, 14]
    Game(MK2, pieces).activate("ironclad", "advance", [[30_000, 6000]]).done("b", "leaves the melee range")


# --- tight formation and shield walls ---
@pytest.mark.rule("M1-FORM-1", "M1-FORM-7")
def test_mk1_tight_formation() -> None:
    line = {**row(3, "iron_fangs", "fangs", step=TOUCH), "ironclad": foe(40, 40)}
    assert tight(Game(MK1, line).position, "fangs") == {"fangs.1", "fangs.2", "fangs.3"}
    apart = {**line, "fangs.3": {**line["fangs.3"], "at": [12 + 2 * TOUCH + 0.011, 10]}}
    assert tight(Game(MK1, apart).position, "fangs") == {"fangs.1", "fangs.2"}, "base to base is up to 0.01"
    turned = {**line, "fangs.3": {**line["fangs.3"], "facing": 91.001}}
    assert tight(Game(MK1, turned).position, "fangs") == {"fangs.1", "fangs.2"}, "facings agree within 1 degree"
    assert len(tight(Game(MK1, {**line, "fangs.3": {**line["fangs.3"], "facing": 91}}).position, "fangs")) == 3
    file = {k: {**v, "at": [12, 10 + i * TOUCH]} for i, (k, v) in enumerate(line.items()) if k != "ironclad"}
    assert tight(Game(MK1, {**file, "ironclad": foe(40, 40)}).position, "fangs") == frozenset(), "not two wide"
    ranks = {**line, "fangs.3": {**line["fangs.3"], "at": [12, 10 - TOUCH]}}
    assert len(tight(Game(MK1, ranks).position, "fangs")) == 3, "any number of further ranks"


@pytest.mark.rule("M1-FORM-1", "M1-FORM-12")
def test_mk1_a_shield_wall_is_fixed_at_the_end_and_kept_when_broken() -> None:
    pieces = {**row(3, "iron_fangs", "fangs", step=TOUCH), "ironclad": foe(40, 40), "stryker": foe(44, 44)}
    t = Game(MK1, {**pieces, "sorscha": at(44, 2)}, casters=False).activate("fangs", "order shield_wall")
    arm = t.value(Armour("fangs.1", blow("fangs.1")))
    t.play("fangs.3 advance", [[17_000, 10_000]], 90_000, "act", "end")
    assert t.value(Armour("fangs.1", blow("fangs.1"))) == arm + 4
    assert t.value(Armour("fangs.3", blow("fangs.3"))) == arm, "it ended outside the wall"
    state = t.state.with_model("fangs.2", x=30_000)
    assert t.position.with_state(state).value(Armour("fangs.1", blow("fangs.1"))) == arm + 4


@pytest.mark.rule("M2-ACT-8")
def test_mk2_a_shield_wall_needs_contact_all_the_time() -> None:
    pieces = {**row(3, "iron_fangs", "fangs", step=TOUCH), "ironclad": foe(40, 40), "stryker": foe(44, 44)}
    t = Game(MK2, {**pieces, "sorscha": at(44, 2)}, casters=False).activate("fangs", "order shield_wall", "act", "end")
    assert t.value(Armour("fangs.1", blow("fangs.1"))) == 18
    state = t.state.with_model("fangs.2", y=10_002)
    assert t.position.with_state(state).value(Armour("fangs.1", blow("fangs.1"))) == 18
    state = t.state.with_model("fangs.2", x=30_000)
    assert t.position.with_state(state).value(Armour("fangs.1", blow("fangs.1"))) == 14


@both
@pytest.mark.rule("M1-FORM-1", "M2-ACT-8")
def test_bots_ordered_into_a_shield_wall_close_up(game: str) -> None:
    pieces = {**row(7, "iron_fangs", "fangs", step=1.3), "ironclad": foe(20, 40), "stryker": foe(44, 44)}
    t = Game(game, {**pieces, "sorscha": at(44, 2)}, casters=False).activate("fangs", "order shield_wall")
    arm = t.value(Armour("fangs.1", blow("fangs.1")))
    t.play("march")
    waiting = t.game.waiting
    assert isinstance(waiting, Ask)
    (placed,) = waiting.domain.candidates(t.position, 1, Random(1))
    t.play(placed, "act", "end")
    assert [t.value(Armour(f"fangs.{n}", blow(f"fangs.{n}"))) for n in range(1, 8)] == [arm + 4] * 7
    ahead = {t.state.models[f"fangs.{n}"].y for n in range(1, 8)}
    assert len(ahead) == 2 and max(ahead) - min(ahead) == round(1000 * TOUCH), "two ranks"
    assert min(ahead) > 10_000, "towards the enemy"


@both
@pytest.mark.rule("M1-FORM-1", "M2-ACT-8")
def test_no_shield_wall_against_the_back(game: str) -> None:
    pieces = {**row(2, "iron_fangs", "fangs", step=TOUCH), "ironclad": foe(12, 4, NORTH), "stryker": foe(12, 20)}
    t = Game(game, {**pieces, "sorscha": at(44, 2)}, casters=False).activate("fangs", "order shield_wall", "act", "end")
    from sandtable.rulesets.warmachine.common.attacks.strike import Strike

    behind = Strike(attacker="ironclad", target="fangs.1", weapon="quake_hammer")
    ahead = Strike(attacker="stryker", target="fangs.1", kind="ranged", weapon="disruptor_pistol")
    wall = t.value(Armour("fangs.1", blow("fangs.1", strike=ahead, origin="stryker")))
    assert t.value(Armour("fangs.1", blow("fangs.1", strike=behind, origin="ironclad"))) == wall - 4


@both
@pytest.mark.rule("M1-ORDER-5", "M2-ACT-7", "M2-TERRAIN-12", "M1-MOD-11")
def test_troopers_that_go_to_ground_are_concealed_and_do_not_act(game: str) -> None:
    from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
    from sandtable.rulesets.warmachine.common.attacks.strike import Strike

    card = {MK1: "scouts", MK2: "hill_scouts"}[game]
    more = {MK1: 2, MK2: 4}[game]  # Camouflage adds 2 in Mk II
    pieces = {**row(2, card, "scouts"), "charger": foe(12, 20), "sorscha": foe(44, 44)}
    t = Game({MK1: ESCALATION}.get(game, game), pieces).activate("scouts", "order go_to_ground")
    assert "scouts.1 advance" in t.offers()
    t.play("act")
    assert not [o for o in t.offers() if "attack" in o]
    shot = Strike(attacker="charger", target="scouts.1", kind="ranged", weapon="dual_cannon")
    melee = Strike(attacker="charger", target="scouts.1", weapon="battle_hammer")
    assert t.value(Defence(shot)) == t.value(Defence(melee)) + more


# --- slowed models ---
@pytest.mark.rule("M2-MOVE-33")
def test_mk2_a_slowed_model_charges_and_slams_nobody() -> None:
    pieces = {"ironclad": at(12, 10, focus=3, effects=["cinder_curse"]), "juggernaut": foe(12, 16, SOUTH)}
    t = Game(MK2, pieces).activate("ironclad")
    for deed in ("charge juggernaut", "slam juggernaut", "trample"):
        t.refusal(deed, "M2-MOVE-33")
    assert "run" in t.offers()


@pytest.mark.rule("M1-UPKEEP-1")
def test_mk1_a_cursed_model_neither_runs_nor_charges_because_of_a_spell_in_play() -> None:
    pieces = {"ironclad": at(12, 10, focus=3, effects=["cinder_curse"]), "juggernaut": foe(12, 16, SOUTH)}
    t = Game(MK1, pieces).activate("ironclad")
    for deed in ("run", "charge juggernaut", "slam juggernaut"):
        t.refusal(deed, "M1-UPKEEP-1")
