"""Last clauses on units, warcasters and warjacks: orders, groups, shield walls, lent CMD, who rallies, what is over."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.units.command import Command
from sandtable.rulesets.warmachine.common.units.members import in_formation
from sandtable.rulesets.warmachine.mk1.fleeing import fellows
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe, row, to_next_turn


def to_the_next_own_activations(t: Game) -> Game:
    """Defaults through the enemy's turn and the first two phases of the own one."""
    to_next_turn(to_next_turn(t))
    while t.state.phase != "activation":
        t.play(t.ask.default)
    return t


@pytest.mark.rule("M1-ORDER-5", "M1-ORDER-4")
def test_mk1_a_second_warcaster_orders_no_unit_that_has_an_order() -> None:
    pieces = {**row(2), "stryker": at(12, 14), "vane": at(14, 14), "juggernaut": foe(40, 40)}
    t = Game(MK1, pieces).activate("stryker", "order guns run", "end").activate("vane")
    t.refusal("order guns charge", "M1-ORDER-5")


@pytest.mark.rule("M1-CMD-9", "M1-FORM-6")
def test_mk1_a_unit_without_a_leader_borrows_no_cmd_by_a_trooper_out_of_formation() -> None:
    """CMD 8 of its own, 9 of Stryker, whose range has the one trooper who is far from the others."""
    pieces = {**row(4), "stryker": at(30, 14), "juggernaut": foe(40, 40)}
    pieces["guns.1"]["role"] = "grunt"
    pieces["guns.4"]["at"] = [30, 10]
    assert Game(MK1, pieces).value(Command("guns")) == 8
    pieces["guns.4"]["at"], pieces["guns.3"]["at"] = [28, 2], [26, 2]
    pieces["stryker"]["at"] = [18, 14]
    assert Game(MK1, pieces).value(Command("guns")) == 9


@pytest.mark.rule("M1-FORM-6")
def test_mk1_the_choice_of_the_core_group_holds_until_the_next_activation() -> None:
    pieces = {**row(4), "juggernaut": foe(40, 40)}
    pieces["guns.1"]["role"] = "grunt"
    for name in ("guns.3", "guns.4"):
        pieces[name]["at"][0] += 12
    t = Game(MK1, pieces, dice=["1 1", "1 1"]).activate("guns", "guns.1")
    assert in_formation(t.position, "guns") == {"guns.1", "guns.2"}
    to_the_next_own_activations(t).activate("guns", "guns.3")
    assert in_formation(t.position, "guns") == {"guns.3", "guns.4"}


@pytest.mark.rule("M1-FORM-1")
def test_mk1_a_shield_wall_does_not_help_against_a_spell_channelled_from_behind() -> None:
    wall = row(2, "iron_fangs", "fangs", step=2 * SMALL, effects=["shield_wall"])
    pieces = {**wall, "stryker": foe(12, 16), "lancer": foe(12, 6, 90), "sorscha": at(44, 2)}
    t = Game(MK1, pieces, casters=False)
    bolt = Strike(attacker="stryker", target="fangs.1", kind="magic", spell="arcane_bolt")
    behind = bolt.but(origin="lancer")
    armour = [t.value(Armour("fangs.1", Blow(target="fangs.1", power=0, seat=1, strike=s))) for s in (bolt, behind)]
    assert armour == [14 + 4, 14]


@pytest.mark.rule("M1-RALLY-6", "M1-RALLY-1")
def test_mk1_only_those_who_have_run_rally_together() -> None:
    """Who begins to flee in the same Maintenance Phase has not."""
    unit = row(3, "long_gunners", "guns", fleeing=True, effects=["fled"])
    t = Game(MK1, {**unit, "juggernaut": foe(40, 40)})
    assert fellows(t.position, "guns.1") == ("guns.1", "guns.2", "guns.3")
    unit["guns.2"]["effects"] = []
    assert fellows(Game(MK1, {**unit, "juggernaut": foe(40, 40)}).position, "guns.1") == ("guns.1", "guns.3")


@both
@pytest.mark.rule("M1-INERT-4", "M2-JACK-3")
def test_a_reactivated_channeler_channels_from_the_next_turn_on(game: str) -> None:
    lancer = at(12, 10 + MEDIUM + SMALL, inert=True, master=None)
    t = Game(game, {"stryker": at(12, 10), "lancer": lancer, "juggernaut": foe(40, 40), "sorscha": foe(46, 46)})
    t.activate("stryker", "reactivate lancer").refusal("cast blur at stryker through lancer")
    to_the_next_own_activations(t).activate("stryker")
    assert t.legal("cast blur at lancer through lancer")


@both
@pytest.mark.rule("M1-INERT-3", "M2-JACK-3")
def test_a_warcaster_reactivates_no_warjack_of_another_faction(game: str) -> None:
    inert = at(12, 10 + LARGE + SMALL, inert=True, master=None)
    t = Game(game, {"stryker": at(12, 10), "juggernaut": inert, "destroyer": foe(40, 40)}).activate("stryker")
    t.refusal("reactivate juggernaut", {MK1: "M1-INERT-3", MK2: "M2-JACK-3"}[game])


@pytest.mark.rule("M2-SCEN-4")
def test_mk2_an_enemy_with_any_part_of_its_base_in_the_pit_contests_it() -> None:
    for y, over in ((24 + 8 + MEDIUM - 0.1, False), (24 + 8 + MEDIUM + 0.1, True)):
        pieces = {"stryker": at(5, 5), "ironclad": at(24, 24), "sorscha": foe(40, 44), "charger_2": foe(24, y)}
        t = Game(MK2, pieces, scenario="mosh_pit", turn={"seat": "b", "round": 3}, casters=False)
        t.activate("sorscha", "end")
        while not t.match.over and t.state.active == 1:
            t.play("end" if t.legal("end") else t.offers()[0])
        assert t.match.over is over
