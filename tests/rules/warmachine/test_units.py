"""Units: orders, movement before action, formation, combined attacks, command checks, fleeing and rallying."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, Struck
from sandtable.rulesets.warmachine.common.units.command import CasualtiesCounted, Checked
from sandtable.rulesets.warmachine.common.units.members import in_formation
from tests.rules.warmachine.kit import ESCALATION, MK1, MK2, SMALL, STEP, Game, at, both, foe

GUNS = "attack juggernaut with {}"


def gunners(n: int, x: float = 12, y: float = 10, step: float = STEP, **more: Any) -> dict[str, Any]:
    """Long gunners in a row, the first their leader."""
    return {
        f"guns.{i + 1}": at(
            x + i * step, y, card="long_gunners", unit="guns", role="leader" if i == 0 else "grunt", **more
        )
        for i in range(n)
    }


def fangs(n: int, x: float = 12, y: float = 10, step: float = STEP, **more: Any) -> dict[str, Any]:
    return {
        f"fangs.{i + 1}": foe(
            x + i * step, y, card="iron_fangs", unit="fangs", role="leader" if i == 0 else "grunt", **more
        )
        for i in range(n)
    }


@both
@pytest.mark.rule(
    "M1-ORDER-1", "M1-ORDER-2", "M1-RUN-3", "M1-CHARGE-3", "M2-ACT-6", "M2-ACT-8", "M2-MOVE-4", "M2-MOVE-14"
)
def test_a_unit_runs_and_charges_by_order_only(game: str) -> None:
    pieces = {**gunners(3), "juggernaut": foe(12, 16)}
    t = Game(game, pieces).activate("guns")
    assert t.offers() == ["order run", "order charge", "no order"]
    t.play("no order")
    t.refusal("guns.1 run", {MK1: "M1-ORDER-2", MK2: "M2-MOVE-4"}[game])
    t.refusal("guns.1 charge juggernaut", {MK1: "M1-CHARGE-3", MK2: "M2-MOVE-14"}[game])
    assert "guns.2 advance" in t.offers()


@both
@pytest.mark.rule("M1-ORDER-7", "M2-MOVE-12")
def test_whoever_is_ordered_to_run_neither_advances_nor_acts(game: str) -> None:
    t = Game(game, {**gunners(2), "juggernaut": foe(12, 20)}).activate("guns", "order run")
    assert "guns.1 run" in t.offers()
    t.refusal("guns.1 advance")
    t.play("guns.1 run", [[12000, 14000]], 90_000, "act")
    assert t.offers() == ["end"]


@both
@pytest.mark.rule("M1-ORDER-8", "M1-ORDER-9", "M1-ORDER-10", "M2-ACT-9")
def test_no_order_from_a_leader_who_cannot_give_one(game: str) -> None:
    for state in ("down", "stationary", "fleeing"):
        pieces = {**gunners(3), "juggernaut": foe(12, 20)}
        pieces["guns.1"] = {**pieces["guns.1"], state: True}
        t = Game(game, pieces).activate("guns")
        assert not [o for o in t.offers() if o.startswith("order")]


@both
@pytest.mark.rule("M1-TURN-6", "M1-TURN-7", "M2-ACT-3", "M2-ACT-4", "M2-ACT-5")
def test_all_move_then_one_after_another_acts(game: str) -> None:
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    t = Game(game, {**gunners(2), "juggernaut": foe(12, 20)}, dice=["1 1"]).activate("guns", "no order")
    t.refusal(f"guns.1 attack juggernaut with {gun}", {MK1: "M1-TURN-7", MK2: "M2-ACT-3"}[game])
    t.play("act")
    t.refusal("guns.2 advance", {MK1: "M1-TURN-7", MK2: "M2-ACT-3"}[game])
    t.play(f"guns.1 attack juggernaut with {gun}")
    assert f"guns.1 attack juggernaut with {gun}" not in t.offers()
    assert f"guns.2 attack juggernaut with {gun}" in t.offers()


@pytest.mark.rule("M1-FORM-3", "M1-FORM-4", "M1-FORM-5", "M1-FORM-6")
def test_mk1_the_largest_group_linked_by_three_inches_is_in_formation() -> None:
    far = 2 * SMALL + 3.0
    t = Game(MK1, {**gunners(4), "guns.5": at(12 + 3 * STEP + far, 10, card="long_gunners", unit="guns")})
    assert in_formation(t.position, "guns") == {"guns.1", "guns.2", "guns.3", "guns.4", "guns.5"}
    t = Game(MK1, {**gunners(4), "guns.5": at(12 + 3 * STEP + far + 0.002, 10, card="long_gunners", unit="guns")})
    assert in_formation(t.position, "guns") == {"guns.1", "guns.2", "guns.3", "guns.4"}
    split = {**gunners(1), **{k: v for k, v in gunners(4, x=25).items() if k != "guns.1"}}
    assert in_formation(Game(MK1, split).position, "guns") == {"guns.2", "guns.3", "guns.4"}


@pytest.mark.rule("M2-FORM-1", "M2-FORM-2")
def test_mk2_formation_is_the_commanders_range() -> None:
    """CMD 7."""
    reach = 7 + 2 * SMALL
    for extra, within in ((0.0, True), (0.002, False)):
        t = Game(MK2, {**gunners(1), "guns.2": at(12 + reach + extra, 10, card="long_gunners", unit="guns")})
        assert ("guns.2" in in_formation(t.position, "guns")) is within


@pytest.mark.rule("M2-FORM-3", "M2-FORM-5")
def test_mk2_out_of_formation_nobody_attacks() -> None:
    pieces = {**gunners(1), "guns.2": at(30, 10, card="long_gunners", unit="guns"), "juggernaut": foe(30, 20)}
    t = Game(MK2, pieces).activate("guns", "no order")
    t.refusal("act", "M2-FORM-5")
    t.play("guns.2 advance", [[24000, 10000]], 90_000, "act")
    t.refusal("guns.2 attack juggernaut with repeating_long_gun", "M2-FORM-3")


@both
@pytest.mark.rule("M1-FORM-10", "M1-CMD-13", "M2-FORM-8")
def test_out_of_formation_troopers_check_at_the_end(game: str) -> None:
    pieces = {**gunners(3), "guns.4": at(30, 10, card="long_gunners", unit="guns"), "juggernaut": foe(30, 40)}
    t = Game(game, pieces, dice=["6 6"]).activate("guns", "no order", "guns.4 advance", [[24000, 10000]], 90_000)
    t.play("act", "end")
    assert t.happened(Checked, who="guns.4", passed=False) and "fleeing" in t.effects("guns.4")


@both
@pytest.mark.rule("M1-MOD-7", "M1-MOD-9", "M1-MOD-10", "M2-ATK-19", "M2-ATK-20", "M2-ATK-21", "M2-ADV-6")
def test_a_combined_ranged_attack_of_the_worked_example(game: str) -> None:
    """Four combine, one of them is out of range: three count. 3 + 6 + 3 and aiming; 8 + 10 + 3 - 20 = 1."""
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    reach = 14 + SMALL + 0.984
    row = gunners(4, x=12 - 1.5 * STEP)
    pieces = {**row, "juggernaut": foe(12 - STEP / 2, 10 + (reach**2 - (1.3 * STEP) ** 2) ** 0.5)}
    t = Game(game, pieces, dice=["1 2", "4 4", "1"]).activate("guns", "no order", "act")
    t.play(f"guns.2 combine juggernaut with {gun}", ["guns.1", "guns.3", "guns.4"])
    assert t.happened(Struck, total=3 + 6 + 3 + 2, against=10, hit=True)
    assert t.happened(Damaged, who="juggernaut", points=1)
    assert t.offers() == ["end"], "the one out of range has spent its attack too"


@both
@pytest.mark.rule("M1-MOD-7", "M2-ATK-21")
def test_of_a_combined_ranged_attack_only_those_in_range_count(game: str) -> None:
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    reach = 14 + SMALL + 0.984
    pieces = {**gunners(4, x=12 - 1.5 * STEP), "juggernaut": foe(12, 10 + (reach**2 - (1.3 * STEP) ** 2) ** 0.5)}
    t = Game(game, pieces, dice=["1 2", "4 4"]).activate("guns", "no order", "act")
    t.play(f"guns.2 combine juggernaut with {gun}", ["guns.1", "guns.3", "guns.4"])
    assert t.happened(Struck, total=3 + 6 + 2 + 2, hit=True)
    assert not t.happened(Damaged, who="juggernaut")


@both
@pytest.mark.rule("M1-MOD-8", "M1-MOD-9", "M2-ATK-19", "M2-ATK-20", "M2-ADV-5")
def test_a_combined_melee_attack(game: str) -> None:
    """Three pikes at a Stryker: MAT 7 + 3; P+S and 3."""
    row = fangs(3, x=12 - STEP)
    t = Game(game, {**row, "stryker": at(12, 10 - 2 * SMALL - 1.2)}, turn={"seat": "b"}, dice=["3 3", "1 2"])
    t.activate("fangs", "no order", "act", "fangs.2 combine stryker with blasting_pike", ["fangs.1", "fangs.3"])
    assert t.happened(Struck, total=6 + 7 + 3, hit=True)
    assert t.happened(Damaged, who="stryker", points=3 + {MK1: 12, MK2: 14}[game] + 3 - 15)
    assert t.offers() == ["end"]


@both
@pytest.mark.rule("M1-CMD-1", "M1-CMD-2", "M1-CMD-3", "M2-CMD-2", "M2-CMD-3", "M2-CMD-4")
def test_half_a_unit_lost_in_one_turn_must_check(game: str) -> None:
    """A spray of fire is not needed: two of four pikemen fall to two hammers."""
    row = fangs(4, y=12.3)
    pieces = {**row, "ironclad": at(12 + 1.5 * STEP, 10.5, focus=1)}
    dice = ["6 5", "6 6", "6 5", "6 6", "6 6"]
    t = Game(game, pieces, dice=dice)
    t.activate(
        "ironclad", "attack fangs.2 with quake_hammer", "roll", "roll", "attack fangs.3 with open_fist", "roll", "roll"
    )
    assert t.happened(CasualtiesCounted, unit="fangs")
    assert t.happened(Checked, passed=False, total=12)
    assert t.effects("fangs.4") == {"fleeing"}


@both
@pytest.mark.rule("M1-CMD-9", "M2-ADV-7", "M2-ADV-8", "M2-ADV-10")
def test_a_warcaster_lends_his_cmd(game: str) -> None:
    from sandtable.rulesets.warmachine.common.units.command import Command

    near = {**gunners(4), "stryker": at(12, 13), "juggernaut": foe(40, 40)}
    t = Game(game, near)
    assert t.value(Command("guns")) == 9
    far = {**gunners(4), "stryker": at(40, 10), "juggernaut": foe(40, 40)}
    assert Game(game, far).value(Command("guns")) == {MK1: 8, MK2: 7}[game]


@pytest.mark.rule("M1-MAINT-4", "M1-FLEE-2", "M1-FLEE-3", "M1-FLEE-4", "M1-RALLY-1", "M1-RALLY-2", "M1-RALLY-3")
def test_mk1_a_fleeing_unit_runs_to_its_edge_and_rallies() -> None:
    """SPD 6: twelve inches to the south, then a check on CMD 8 with their leader."""
    pieces = {**gunners(2, y=20, fleeing=True), "juggernaut": foe(12, 40), "stryker": at(40, 2)}
    t = Game(MK1, pieces, dice=["4 4"], turn={"phase": "maintenance"})
    assert t.place("guns.1")[1] == pytest.approx(8, abs=0.003)
    assert t.effects("guns.1") == {"fled"} and t.facing("guns.2") == pytest.approx(90, abs=3)
    assert "guns" in t.state.activated


@pytest.mark.rule("M1-SETUP-8", "M1-FLEE-6")
def test_mk1_fleeing_over_the_edge_is_the_end() -> None:
    pieces = {**gunners(1, y=9, fleeing=True), "juggernaut": foe(12, 40)}
    t = Game(MK1, pieces, turn={"phase": "maintenance"})
    assert t.happened(Destroyed, who="guns.1", removed=True)


@pytest.mark.rule("M2-CMD-16", "M2-CMD-19", "M2-CMD-20")
def test_mk2_a_fleeing_unit_runs_away_in_its_activation_and_may_rally() -> None:
    pieces = {**gunners(2, y=20, fleeing=True), "juggernaut": foe(12, 30)}
    t = Game(MK2, pieces).activate("guns")
    t.refusal([[12000, 21000]], "M2-CMD-16")
    t.dice = ["3 4"]
    t.play([[12000, 10000]], 270_000, [])
    assert t.place("guns.1") == (12, 10) and "fleeing" not in t.effects("guns.1")


@pytest.mark.rule("M2-FORM-10")
def test_mk2_a_grunt_is_promoted_when_the_leader_falls() -> None:
    row = fangs(4, y=12.3)
    t = Game(MK2, {**row, "ironclad": at(12, 10.5)}, dice=["6 5", "6 6"])
    t.activate("ironclad", "attack fangs.1 with quake_hammer").done("b", "who leads fangs", cite="M2-FORM-10")
    t.play("fangs.3")
    assert t.state.status["fangs.3"].role == "leader"


@pytest.mark.rule("M1-ORDER-9")
def test_mk1_nobody_replaces_a_lost_leader() -> None:
    row = fangs(4, y=12.3)
    t = Game(MK1, {**row, "ironclad": at(12, 10.5)}, dice=["6 5", "6 6"])
    t.activate("ironclad", "attack fangs.1 with quake_hammer")
    assert all(t.state.status[n].role == "grunt" for n in ("fangs.2", "fangs.3", "fangs.4"))


@both
@pytest.mark.rule("M1-CHARGE-21", "M2-MOVE-15", "M2-MOVE-24")
def test_troopers_charge_different_targets_and_one_failure_stops_only_him(game: str) -> None:
    row = fangs(2, y=30)
    pieces = {**row, "ironclad": at(12, 24), "lancer": at(30, 24)}
    t = Game(game, pieces, turn={"seat": "b"}).activate("fangs", "order charge")
    t.play("fangs.1 charges ironclad", "fangs.2 charges lancer", "fangs.2 charge lancer")
    line = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    t.play(list(line))
    assert t.happened(Charged, who="fangs.2", failed=True)
    assert "fangs.1 charge ironclad" in t.offers()


@pytest.mark.rule("M1-FORM-6")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
@pytest.mark.parametrize("chosen", ["guns.1", "guns.3"])
def test_mk1_of_equal_groups_without_the_leader_the_owner_chooses(game: str, chosen: str) -> None:
    """Two and two, the leader lost: asked when the unit activates, kept until it activates again."""
    pieces = {**gunners(4), "juggernaut": foe(40, 40)}
    for name in ("guns.1", "guns.2", "guns.3", "guns.4"):
        pieces[name]["role"] = "grunt"
    for name in ("guns.3", "guns.4"):
        pieces[name]["at"] = [pieces[name]["at"][0] + 8, 10]
    t = Game(game, pieces).activate("guns").done("a", "which group", cite="M1-FORM-6")
    assert t.offers() == ["guns.1", "guns.3"]
    t.play(chosen)
    other = {"guns.1": "guns.3", "guns.3": "guns.1"}[chosen]
    mate = {"guns.1": "guns.2", "guns.3": "guns.4"}
    assert in_formation(t.position, "guns") == {chosen, mate[chosen]}
    t.refusal("act", t.rules.cite("returning to formation"))
    assert f"{other} advance" in t.offers()


@pytest.mark.rule("M1-FORM-6")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_the_leader_decides_between_equal_groups_and_a_larger_one_wins(game: str) -> None:
    pieces = {**gunners(4), "juggernaut": foe(40, 40)}
    for name in ("guns.3", "guns.4"):
        pieces[name]["at"] = [pieces[name]["at"][0] + 8, 10]
    t = Game(game, pieces).activate("guns")
    assert "no order" in t.offers() and in_formation(t.position, "guns") == {"guns.1", "guns.2"}
    pieces["guns.2"]["at"] = [21, 12.5]
    assert in_formation(Game(game, pieces).position, "guns") == {"guns.2", "guns.3", "guns.4"}
