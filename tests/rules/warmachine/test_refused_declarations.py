"""Refusals that name the rule they come from."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import LARGE, MK1, MK2, SMALL, SOUTH, STEP, Game, at, both, foe, row


def pikes(**more: Any) -> dict[str, Any]:
    """Six pikemen, then their officer and the unarmed standard bearer."""
    places = [[12 + STEP * i, 10] for i in range(8)]
    unit = {"seat": "a", "at": places, "card": "iron_fangs", "attachment": "iron_fangs_attachment", **more}
    return {"fangs": unit, "ironclad": foe(16, 17), "sorscha": at(44, 2), "stryker": foe(44, 44)}


@pytest.mark.rule("M2-MOVE-37", "M2-MOVE-17")
def test_mk2_who_has_no_weapon_names_no_charge_target() -> None:
    t = Game(MK2, pikes(), casters=False).activate("fangs", "order charge")
    t.refusal("fangs.8 charges ironclad", "M2-MOVE-37")
    t = Game(MK2, pikes(facing={"2": 270}), casters=False).activate("fangs", "order charge")
    t.refusal("fangs.2 charges ironclad", "M2-MOVE-17")


@both
@pytest.mark.rule("M2-ACT-8", "M1-ORDER-1")
def test_who_goes_to_ground_is_refused_an_attack_by_the_rule_on_orders(game: str) -> None:
    pieces = {**row(3, {MK1: "scouts", MK2: "hill_scouts"}[game], "scouts"), "juggernaut": foe(12, 18)}
    t = Game(game, pieces).activate("scouts", "order go_to_ground", "act")
    t.refusal("scouts.1 attack juggernaut with carbine", {MK1: "M1-ORDER-1", MK2: "M2-ACT-8"}[game])


@both
@pytest.mark.rule("M2-MOVE-17", "M1-CHARGE-1")
def test_a_charge_is_declared_against_an_enemy(game: str) -> None:
    rule = {MK1: "M1-CHARGE-1", MK2: "M2-MOVE-17"}[game]
    pieces = {"ironclad": at(12, 10, focus=1), "charger": at(12, 16), "juggernaut": foe(14, 16)}
    Game(game, pieces).activate("ironclad").refusal("charge charger", rule)
    pieces = {**row(3, "iron_fangs", "fangs"), "juggernaut": at(12, 16), "sorscha": at(44, 2)}
    t = Game(game, {**pieces, "ironclad": foe(15, 16), "stryker": foe(44, 44)}, casters=False)
    t.activate("fangs", "order charge").refusal("fangs.1 charges juggernaut", rule)


@both
@pytest.mark.rule("M1-CHANNEL-7", "M2-SPELL-15")
def test_why_a_channeler_does_not_channel_is_told(game: str) -> None:
    lancer = at(12, 14)
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 22)}
    spell = "cast arcane_bolt at juggernaut through lancer"
    rule = {MK1: "M1-CHANNEL-7", MK2: "M2-SPELL-15"}[game]
    t = Game(game, {**pieces, "lancer": {**lancer, "down": True}}).activate("stryker")
    assert "lies on the ground" in str(t.refusal(spell, rule).reason)
    t = Game(game, {**pieces, "lancer": {**lancer, "marks": ["A"]}}).activate("stryker")
    assert "arc node" in str(t.refusal(spell, rule).reason)
    if game == MK2:
        t = Game(game, {**pieces, "lancer": {**lancer, "effects": [{"name": "disrupted"}]}}).activate("stryker")
        assert "disrupted" in str(t.refusal(spell, rule).reason)


@both
@pytest.mark.rule("M1-INERT-2", "M2-JACK-2")
def test_an_inert_warjack_is_refused_its_activation_as_inert(game: str) -> None:
    pieces = {"ironclad": at(12, 10, inert=True, master=None), "lancer": at(20, 10), "juggernaut": foe(12, 30)}
    refusal = Game(game, pieces).refusal("activate ironclad", {MK1: "M1-INERT-2", MK2: "M2-JACK-2"}[game])
    assert "inert" in str(refusal.reason)


@pytest.mark.rule("M2-CTRL-7")
def test_mk2_why_a_warjack_is_allocated_nothing_is_told() -> None:
    pieces = {"stryker": at(12, 10), "lancer": at(14, 12, effects=[{"name": "disrupted"}]), "ironclad": at(9, 12)}
    t = Game(MK2, pieces, turn={"phase": "control"})
    assert "disrupted" in str(t.refusal({"lancer": 1}, "M2-CTRL-7").reason)


@pytest.mark.rule("M2-JACK-7")
def test_mk2_a_fleeing_marshal_helps_nobody_by_its_own_rule() -> None:
    pieces = {"strangewayes": at(12, 8, fleeing=True), "charger": at(12, 11, master="strangewayes")}
    t = Game(MK2, {**pieces, "juggernaut": foe(12, 40)}).activate("charger")
    t.refusal("run", "M2-JACK-7")
    t.refusal("run by marshal", "M2-JACK-7")


@pytest.mark.rule("M2-POWER-4")
def test_mk2_one_open_fist_is_one_too_few_for_both_hands() -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(MK2, pieces).activate("ironclad")
    assert "two working open fists" in str(t.refusal("double-hand-throw juggernaut", "M2-POWER-4").reason)


@both
@pytest.mark.rule("M1-ATK-9", "M2-POWER-6", "M2-LOS-17")
def test_a_power_attack_needs_sight_as_any_attack_does(game: str) -> None:
    pieces = {"ironclad": at(12, 10, facing=270, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(game, pieces).activate("ironclad")
    sight = t.refusal("attack juggernaut with quake_hammer").cite
    for attack in ("head-butt juggernaut", "push juggernaut", "throw juggernaut"):
        assert "does not see" in str(t.refusal(attack, sight).reason)


@pytest.mark.rule("M2-ENGAGE-8", "M2-ENGAGE-13")
def test_mk2_one_of_two_who_may_strike_freely_is_named() -> None:
    pikemen = {"fangs.1": foe(12, 12, role="leader"), "fangs.2": foe(14, 10, facing=180)}
    pieces = {"captain": at(12, 10, card="line_captain")}
    pieces.update({name: {**raw, "card": "iron_fangs", "unit": "fangs"} for name, raw in pikemen.items()})
    t = Game(MK2, pieces).activate("captain", "advance", [[9000, 7000]])
    assert "fangs.2 strike with blasting_pike" in t.offers()
    refusal = t.refusal("strike with blasting_pike", "M2-ENGAGE-8")
    assert "who does it" in str(refusal.reason)


@both
@pytest.mark.rule("M1-CHARGE-4", "M2-MOVE-17")
def test_a_trooper_names_one_charge_target(game: str) -> None:
    pieces = {**row(2, "iron_fangs", "fangs"), "ironclad": foe(12, 17), "lancer": foe(15, 17)}
    t = Game(game, {**pieces, "sorscha": at(44, 2), "stryker": foe(44, 44)}, casters=False)
    t.activate("fangs", "order charge", "fangs.1 charges ironclad")
    rule = {MK1: "M1-CHARGE-4", MK2: "M2-MOVE-17"}[game]
    assert "is the charge target of" in str(t.refusal("fangs.1 charges lancer", rule).reason)


@both
@pytest.mark.rule("M1-MAGIC-1", "M2-SPELL-12", "M2-ATK-18")
def test_why_a_spell_does_not_go_where_it_was_said_is_told(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "lancer": at(12, 14), "juggernaut": foe(12, 20)}
    t = Game(game, pieces).activate("stryker")
    itself = t.refusal("cast arcane_bolt at stryker", {MK1: None, MK2: "M2-ATK-18"}[game])
    assert "cannot attack itself" in str(itself.reason)
    channelled = t.refusal("cast arcane_shield at stryker through lancer", {MK1: None, MK2: "M2-SPELL-12"}[game])
    assert channelled.instead == "cast arcane_shield at stryker"
    for key in ("cast arcane_bolt through lancer", "cast arcane_bolt at juggernaut through nobody"):
        assert "not on offer" in str(t.refusal(key).reason), "no target, or no channeler, of that name"


@both
@pytest.mark.rule("M1-ATK-6", "M2-ATK-18")
def test_an_offensive_spell_at_its_caster_is_an_attack_on_itself(game: str) -> None:
    t = Game(game, {"stryker": at(12, 6, focus=6), "ironclad": at(20, 6), "juggernaut": foe(12, 20)})
    found = t.activate("stryker").refusal("cast arcane_bolt at stryker", {MK1: "M1-ATK-6", MK2: "M2-ATK-18"}[game])
    assert found.reason == "stryker cannot attack itself"


@pytest.mark.rule("M1-ORDER-5")
def test_mk1_a_unit_that_has_activated_is_told_from_one_that_has_its_order() -> None:
    """Of two warcasters the second cannot order it again."""
    pieces = {**row(3), "stryker": at(13, 7), "vane": at(15, 7), "sorscha": foe(44, 44)}
    done = Game(MK1, pieces, casters=False, activated=["guns"]).activate("stryker")
    assert done.refusal("order guns run", "M1-ORDER-5").reason == "guns has activated this turn"
    told = Game(MK1, pieces, casters=False).activate("stryker", "order guns run", "end").activate("vane")
    assert told.refusal("order guns charge", "M1-ORDER-5").reason == "guns has its order"


@pytest.mark.rule("M1-MOD-7", "M1-MOD-10")
def test_mk1_who_can_lead_no_combined_attack_is_told_why() -> None:
    """Too far from the others; into melee; nobody there to help."""
    unit = row(4)
    unit["guns.4"]["at"] = [12 + 3 * STEP + 1, 10]
    fight = {"fangs.1": foe(14, 18, card="iron_fangs", unit="fangs", role="leader"), "ironclad": at(14, 20, SOUTH)}
    t = Game(MK1, {**unit, "juggernaut": foe(16, 20)}).activate("guns", "no order", "act")
    shot = "guns.{} combine {} with repeating_long_rifle"
    assert t.refusal(shot.format(4, "juggernaut"), "M1-MOD-7").reason == "guns.4 is too far from the others"
    into = Game(MK1, {**unit, **fight}).activate("guns", "no order", "act")
    assert into.refusal(shot.format(1, "fangs.1"), "M1-MOD-10").reason == "fangs.1 is in melee"
    alone = Game(MK1, {**row(1), "juggernaut": foe(16, 20)}).activate("guns", "no order", "act")
    assert alone.refusal(shot.format(1, "juggernaut"), "M1-MOD-10").reason == "nobody can join guns.1"


@pytest.mark.rule("M1-MOD-10")
def test_mk1_whose_charge_attack_comes_next_leads_no_combined_attack_and_is_told_so() -> None:
    target = foe(12.7, 10 + SMALL + LARGE + 2 + 2.7)
    fangs = {**row(2, "iron_fangs", "fangs"), "ironclad": target, "sorscha": at(44, 2), "stryker": foe(44, 44)}
    t = Game(MK1, fangs, casters=False)
    t.activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.2 charges ironclad")
    t.play("fangs.1 charge ironclad", [90_000, 3000], "fangs.2 charge ironclad", [90_000, 3000], "act")
    found = t.refusal("fangs.1 combine ironclad with blasting_pike", "M1-MOD-10")
    assert found.reason == "the charge attack of fangs.1 is its own"
