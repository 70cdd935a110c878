"""The editions side by side, rows 1 to 27: turn, units, charges, free strikes. One test a row, in order."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.measuring.distance import behind, control_area, is_ahead
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange
from sandtable.rulesets.warmachine.common.movement.charge import Charged, ChargeMove
from sandtable.rulesets.warmachine.common.movement.travel import next_leaving
from sandtable.rulesets.warmachine.common.state.events import PhaseBegan, Struck
from sandtable.rulesets.warmachine.common.units.command import Checked
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation
from tests.rules.warmachine.kit import LARGE, MK1, MK2, NORTH, SMALL, STEP, Game, at, both, foe, row

FOES = {"juggernaut": foe(40, 40)}


@both
@pytest.mark.rule("M1-TURN-1", "M2-TURN-1", "M2-TURN-3")
def test_01_phases(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "sorscha": foe(44, 44)}, casters=False).play("end")
    assert [e.phase for e in t.happened(PhaseBegan)][-3:] == ["maintenance", "control", "activation"]


@both
@pytest.mark.rule("M1-MAINT-1", "M2-MAINT-1")
def test_02_focus_is_removed_in_maintenance(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=2), **FOES}, turn={"phase": "maintenance"})
    assert t.focus("ironclad") == 0


@both
@pytest.mark.rule("M1-CE-1", "M2-CE-1")
def test_03_continuous_effects_expire_on_one_or_two(game: str) -> None:
    for face, stays in (("2", False), ("3", True)):
        pieces = {"stryker": at(12, 10, effects=["corrosion"]), "sorscha": foe(44, 44), **FOES}
        t = Game(game, pieces, turn={"phase": "maintenance"}, dice=[face], casters=False)
        assert ("corrosion" in t.effects("stryker")) is stays


@both
@pytest.mark.rule("M1-CE-2", "M1-CE-3", "M2-CE-2", "M2-CE-3", "M2-CE-5")
def test_04_corrosion_fire_and_stall(game: str) -> None:
    pieces = {"stryker": at(12, 10, effects=["corrosion", "fire"]), "sorscha": foe(44, 44), **FOES}
    t = Game(game, pieces, turn={"phase": "maintenance"}, casters=False)
    t.dice = ["3", "3", "4 4"]
    t.play("corrosion on stryker")
    assert t.damage("stryker") == 1 + (8 + 12 - 15)
    t = Game(game, {"ironclad": at(12, 10, focus=1, effects=["stall"]), "juggernaut": foe(12, 16)}).activate("ironclad")
    assert ("run" in t.offers()) is (game == MK1), "only Mk II knows Stall"


@both
@pytest.mark.rule("M1-CTRL-2", "M1-CTRL-4", "M2-CTRL-3", "M2-CTRL-5")
def test_05_control_area_and_cap(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "ironclad": at(12, 14), **FOES}, turn={"phase": "control"})
    assert control_area(t.position, "stryker") == 12_000
    t.refusal({"ironclad": 4})
    assert t.legal({"ironclad": 3})


@both
@pytest.mark.rule("M1-UPKEEP-1", "M1-UPKEEP-3", "M2-CTRL-8", "M2-SPELL-11")
def test_06_upkeep(game: str) -> None:
    spell = [{"name": "arcane_shield", "source": "stryker", "slot": "friendly upkeep"}]
    pieces = {"stryker": at(12, 10), "ironclad": at(12, 14, effects=spell), **FOES}
    paid = Game(game, pieces, turn={"phase": "control"}).play({"upkeep arcane_shield": 1})
    assert "arcane_shield" in paid.effects("ironclad") and paid.focus("stryker") == 5
    assert "arcane_shield" not in Game(game, pieces, turn={"phase": "control"}).play({}).effects("ironclad")


@both
@pytest.mark.rule("M1-UPKEEP-7", "M2-CTRL-13")
def test_07_order_inside_control(game: str) -> None:
    pieces = {"stryker": at(12, 10), "ironclad": at(12, 14, down=True), **FOES}
    t = Game(game, pieces, turn={"phase": "control"}).play({"ironclad": 1})
    assert ("shake" in t.ask.prompt) is (game == MK2), "replenish, allocate, upkeep; then only Mk II shakes"


@both
@pytest.mark.rule("M1-CTRL-10", "M2-CTRL-17")
def test_08_a_warcaster_heals_in_control_only_in_mk1(game: str) -> None:
    pieces = {"stryker": at(12, 10, damage=3), "ironclad": at(12, 14), **FOES}
    t = Game(game, pieces, turn={"phase": "control"})
    assert ("heal" in dict(t.ask.domain.limits)) is (game == MK1)  # type: ignore[attr-defined]
    t.play({})
    assert "heal" in t.activate("stryker").offers()


@both
@pytest.mark.rule("M2-CTRL-11", "M1-KD-2")
def test_09_shaking(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10, down=True), **FOES}, turn={"phase": "control"}, casters=True)
    if game == MK2:
        t.play("stryker shakes knocked_down")
        assert t.effects("stryker") == set()
    else:
        assert "knocked_down" in t.effects("stryker")


@both
@pytest.mark.rule("M1-ORDER-1", "M1-ORDER-4", "M2-ADV-9", "M2-ACT-6")
def test_10_who_gives_orders(game: str) -> None:
    t = Game(game, {**row(2), "stryker": at(12, 14), **FOES}).activate("stryker")
    assert ("order guns run" in t.offers()) is (game == MK1)
    t.play("end")
    assert "order run" in t.offers()


@both
@pytest.mark.rule("M1-FORM-6", "M2-FORM-2")
def test_11_formation(game: str) -> None:
    """4 inches from the next trooper, 5.5 from the commander."""
    pieces = {**row(2), "guns.3": at(12 + STEP + 4 + 2 * SMALL, 10, card="long_gunners", unit="guns"), **FOES}
    assert ("guns.3" in in_formation(Game(game, pieces).position, "guns")) is (game == MK2)


@both
@pytest.mark.rule("M1-FORM-9", "M2-FORM-5")
def test_12_out_of_formation(game: str) -> None:
    """It must come back; having advanced it acts in Mk I, not in Mk II."""
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    pieces = {**row(2), "guns.3": at(24, 10, card="long_gunners", unit="guns"), "juggernaut": foe(20, 20)}
    t = Game(game, pieces).activate("guns", "no order", "guns.3 advance", [[18_000, 10_000]], 90_000, "act")
    assert (f"guns.3 attack juggernaut with {gun}" in t.offers()) is (game == MK1)


@both
@pytest.mark.rule("M1-FORM-10", "M2-FORM-8")
def test_13_the_check_at_the_end_of_the_activation(game: str) -> None:
    pieces = {**row(2), "guns.3": at(40, 10, card="long_gunners", unit="guns"), "juggernaut": foe(20, 40)}
    t = Game(game, {**pieces, "stryker": at(2, 46)}, dice=["6 6"]).activate("guns", "no order", "guns.3 advance")
    t.play([[34_000, 10_000]], 90_000, "act", "end")
    assert t.happened(Checked, who="guns.3", passed=False)


@both
@pytest.mark.rule("M1-ORDER-9", "M2-FORM-10")
def test_14_a_lost_leader(game: str) -> None:
    guns = {k: {**v, "seat": "b"} for k, v in row(4, y=12.3).items()}
    t = Game(game, {**guns, "ironclad": at(12, 10.5), "sorscha": foe(44, 44)}, dice=["6 5", "6 6"])
    t.activate("ironclad", "attack guns.1 with quake_hammer")
    if game == MK2:
        t.play("guns.3")
    assert commander(t.position, "guns") == {MK1: "", MK2: "guns.3"}[game]


@both
@pytest.mark.rule("ES-ATTACH-3", "ES-ATTACH-6", "M2-ADV-30")
def test_15_an_officer(game: str) -> None:
    officer = at(16, 10, card={MK1: "stryker", MK2: "lg_officer"}[game], unit="guns", role="officer")
    pieces = {**row(2), **FOES, "guns.3": officer} if game == MK2 else {**row(2), **FOES, "guns.3": {
        **row(1)["guns.1"], "at": [16, 10], "role": "officer"}}  # fmt: skip
    t = Game(game, pieces)
    assert commander(t.position, "guns") == "guns.3"
    gone = t.state.but(models={n: m for n, m in t.state.models.items() if n != "guns.3"})
    assert commander(t.position.with_state(gone), "guns") == "guns.1"


@both
@pytest.mark.rule("M1-RUN-1", "M1-RUN-4", "M2-MOVE-3", "M2-MOVE-6")
def test_16_run(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10, focus=6), **FOES}).activate("stryker", "run")
    t.refusal([[12_000, 22_002]])
    t.play([[12_000, 22_000]], 90_000)
    assert t.state.activating != "stryker"


@both
@pytest.mark.rule("M1-CHARGE-1", "M1-CHARGE-10", "M2-MOVE-13", "M2-MOVE-27")
def test_17_charge_distance_and_minimum(game: str) -> None:
    for far, dice in ((3000, 3), (2999, 2)):
        gap = far / 1000 + 0.4
        t = Game(game, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + gap)})
        assert t.value(ChargeMove("ironclad")) == 8000
        t.activate("ironclad", "charge juggernaut", [90_000, far])
        t.dice = ["6 5", " ".join("1" * dice), *(["1"] if dice == 3 else [])]
        t.play("attack juggernaut with quake_hammer")
        assert t.pool("damage") == {"d6": dice}


@both
@pytest.mark.rule("M1-CHARGE-11", "M2-MOVE-27")
def test_18_charge_damage_is_not_boosted_again(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=3), "juggernaut": foe(12, 10 + 2 * LARGE + 4.4)})
    t.activate("ironclad", "charge juggernaut", [90_000, 4000])
    t.dice = ["6 5", "1 1 1", "1"]
    t.play("attack juggernaut with quake_hammer", "roll")
    assert t.focus("ironclad") == 2 and t.ask.prompt == "activate ironclad"


@both
@pytest.mark.rule("M1-CHARGE-7", "M1-CHARGE-20", "M2-TERRAIN-2")
def test_19_a_charge_meets_rough_ground(game: str) -> None:
    rough = {"kind": "rough", "at": [12, 14], "size": [6, 2]}
    t = Game(game, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 16.5)}, terrain=[rough])
    t.activate("ironclad", "charge juggernaut")
    t.play(list(t.ask.domain.best(t.position)))  # type: ignore[attr-defined]
    assert t.happened(Charged, failed=game == MK1)
    inside = {"ironclad": at(12, 14, focus=1), "juggernaut": foe(12, 18.5)}
    t = Game(game, inside, terrain=[rough]).activate("ironclad")
    assert ("charge juggernaut" in t.offers()) is (game == MK2)


@both
@pytest.mark.rule("M1-CHARGE-7", "M2-MOVE-22")
def test_20_a_charge_meets_an_obstacle_even_with_the_target_in_reach(game: str) -> None:
    wall = {"kind": "wall", "at": [12, 13.5], "size": [6, 0.4]}
    pieces = {
        **row(1, "iron_fangs", "fangs"),
        "ironclad": foe(12, 13.9 + LARGE),
        "sorscha": at(44, 2),
        "stryker": foe(2, 46),
    }
    t = Game(game, pieces, terrain=[wall], casters=False).activate("fangs", "order charge", "fangs.1 charges ironclad")
    t.play("fangs.1 charge ironclad")
    line = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    t.play(list(line))
    assert t.happened(Charged, failed=True)


@both
@pytest.mark.rule("M1-CHARGE-8", "M2-MOVE-23")
def test_21_a_charge_meets_another_model_with_the_target_in_reach(game: str) -> None:
    """A pikeman with a reach of 2 inches runs into a friend in front of the target."""
    pieces = {
        **row(1, "iron_fangs", "fangs"), "ironclad": foe(12, 16), "stryker": foe(2, 46),
        "sorscha": at(12 + 1.0, 16 - LARGE - SMALL - 0.6),
    }  # fmt: skip
    t = Game(game, pieces, casters=False).activate("fangs", "order charge", "fangs.1 charges ironclad")
    t.play("fangs.1 charge ironclad")
    line = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    t.play(list(line))
    assert t.happened(Charged, failed=game == MK1)


@both
@pytest.mark.rule("M1-CHARGE-9", "M2-MOVE-21")
def test_22_a_charge_that_does_not_reach(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 30)}).activate(
        "ironclad", "charge juggernaut"
    )
    t.play(list(t.ask.domain.best(t.position)))  # type: ignore[attr-defined]
    assert t.happened(Charged, failed=True) and t.state.activating != "ironclad"


@both
@pytest.mark.rule("M1-GEO-5", "M1-GEO-6", "M2-GEO-6", "M2-GEO-7")
def test_23_arcs(game: str) -> None:
    for y, ahead in ((10 - LARGE, True), (10 - LARGE - 0.003, False)):
        t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(20, y)})
        assert is_ahead(t.position, "ironclad", "juggernaut") is ahead
        assert behind(t.position, "juggernaut", "ironclad") is not ahead


@both
@pytest.mark.rule("M1-MELEE-1", "M2-ENGAGE-1", "M2-ENGAGE-2")
def test_24_melee_range_and_reach(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), **row(1, "iron_fangs", "fangs", y=20), **FOES})
    assert (t.value(MeleeRange("ironclad")), t.value(MeleeRange("fangs.1"))) == (500, 2000)


@both
@pytest.mark.rule("M1-FREE-3", "M2-ENGAGE-9", "M2-ENGAGE-22")
def test_25_a_free_strike(game: str) -> None:
    """+2 to hit and three dice in both; shields count in Mk I only."""
    pieces = {"lancer": at(12, 10), "juggernaut": foe(12, 10 + LARGE + 0.787 + 0.2)}
    t = Game(game, pieces, dice=["6 5", "1 1 1", "1"]).activate("lancer", "advance", [[12_000, 5000]])
    t.play("strike with ice_axe")
    assert t.happened(Struck, total=11 + 7 + 2) and t.pool("damage") == {"d6": 3}
    shield = t.value(Armour("lancer", Blow(target="lancer", power=0, seat=1)))
    from sandtable.rulesets.warmachine.common.attacks.strike import Strike

    free = Strike(attacker="juggernaut", target="lancer", weapon="ice_axe", free=True)
    struck = Blow(target="lancer", power=0, seat=1, strike=free, origin="juggernaut")
    assert t.value(Armour("lancer", struck)) == shield - {MK1: 0, MK2: 2}[game]


@both
@pytest.mark.rule("M1-FREE-6", "M2-ENGAGE-8")
def test_26_what_provokes_it(game: str) -> None:
    """Round into the back arc without leaving the distance."""
    gap = LARGE + SMALL + 0.3
    t = Game(game, {"stryker": at(12, 10 + gap), "juggernaut": foe(12, 10, NORTH)}, casters=True)
    path = ((12_000, round(1000 * (10 + gap))), (round(1000 * (12 + gap)), 10_000), (round(1000 * (12 + gap)), 9000))
    assert (next_leaving(t.position, "stryker", path, ()) is not None) is (game == MK2)


@both
@pytest.mark.rule("M1-FORM-1", "M2-ACT-8")
def test_27_shield_wall(game: str) -> None:
    """Moved out of the wall afterwards: kept in Mk I, gone in Mk II."""
    line = {
        f"fangs.{i + 1}": {**v, "at": [12 + 2 * SMALL * i, 10]}
        for i, v in enumerate(row(2, "iron_fangs", "fangs").values())
    }
    t = Game(game, {**line, "ironclad": foe(40, 40), "sorscha": at(44, 2), "stryker": foe(2, 46)}, casters=False)
    t.activate("fangs", "order shield_wall", "act", "end")
    blow = Blow(target="fangs.1", power=0, seat=1)
    walled = t.value(Armour("fangs.1", blow))
    apart = t.position.with_state(t.state.with_model("fangs.2", x=30_000)).value(Armour("fangs.1", blow))
    assert apart == walled - {MK1: 0, MK2: 4}[game]
