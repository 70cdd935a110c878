"""Mk II where cards, lists and scenarios meet other rules."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.state.events import Deployed
from sandtable.rulesets.warmachine.mk2.edition import surviving
from sandtable.testing import Bench
from tests.rules.warmachine.kit import LARGE, MK1, MK2, STEP, Game, at, both, foe, row


def rules_of(*lines: dict[str, Any]) -> set[str]:
    lists = find(MK2).rosters
    assert lists is not None
    stryker = {"entry": "stryker", "battlegroup": ["ironclad"]}
    army = lists.read({"name": "x", "faction": "cygnar", "list": [stryker, *lines]})
    return {problem.rule for problem in lists.check(army)}


@pytest.mark.rule("M2-JACK-4", "M2-FORCE-12")
def test_mk2_a_third_warjack_of_a_marshal_is_told_by_the_marshals_limit() -> None:
    assert rules_of({"entry": "strangewayes", "marshals": ["charger", "charger"]}) == set()
    assert rules_of({"entry": "strangewayes", "marshals": ["charger"] * 3}) == {"M2-JACK-4"}
    assert rules_of({"entry": "line_captain", "marshals": ["charger"]}) == {"M2-FORCE-12"}


@pytest.mark.rule("M2-ADV-3", "M2-FORCE-8")
def test_mk2_whoever_is_deployed_in_advance_is_so_by_that_rule() -> None:
    options = {"armies": ["cyg_large", "kha_large"], "map": "highland"}
    t: Bench[Any] = Bench(find(MK2), options=options, dice=["5", "2"], waits=True)
    t.play("go first")
    while t.ask.prompt.startswith("deploy"):
        t.play(t.ask.domain.fallback(t.position))
    assert t.happened(Deployed, who="hill_scouts.1", cite="M2-ADV-3") and t.happened(
        Deployed, who="manhunter", cite="M2-ADV-3"
    )
    assert t.happened(Deployed, who="vane", cite="M2-FORCE-8")


@pytest.mark.rule("M2-SCEN-5")
def test_mk2_thirds_of_units_add_up_to_whole_points() -> None:
    """One of three and two of three guards, 5 points each, survive: as many points as an Ibex has."""

    def guards(unit: str, y: float) -> dict[str, Any]:
        return row(3, "bulwark_guard", unit, x=4, y=y, step=2, entry="bulwark_guard")

    pieces = {**guards("one", 5), **guards("two", 9), "stryker": at(40, 5)}
    pieces |= {"ibex": foe(40, 30, entry="ibex"), "sorscha": foe(40, 40)}
    t = Game(MK2, pieces, casters=False)
    state = t.state
    for name in ("one.2", "one.3", "two.3"):
        unit = state.status[name].unit
        members = tuple(n for n in state.units[unit].members if n != name)
        state = state.but(models={n: m for n, m in state.models.items() if n != name}).with_unit(unit, members=members)
    left = t.position.with_state(state)
    assert surviving(left, 0) == surviving(left, 1) == 5000


@pytest.mark.rule("M2-MOVE-17")
def test_mk2_a_trooper_that_charges_by_a_spell_names_his_target_before_his_unit_moves() -> None:
    x = 12 + 2 * STEP
    unit = row(3, "iron_fangs", "fangs")
    unit["fangs.2"]["at"] = [x, 12]  # in front of the third, who sees only the one beside
    unit["fangs.3"] |= {"spells": {"boundless_charge": "sorscha"}}
    pieces = {**unit, "sorscha": at(44, 2), "stryker": foe(44, 44), "gun_mage_adept": foe(x, 17)}
    t = Game(MK2, {**pieces, "ironclad": foe(x + 6, 18)}, casters=False).activate("fangs", "no order")
    t.refusal("fangs.3 charges gun_mage_adept", "M2-MOVE-17")
    step = ("fangs.2 advance", [[round(1000 * x) - 3000, 12_000]], 90_000)
    named = t.play("fangs.3 charges ironclad", *step)
    assert "fangs.3 charge ironclad" in named.offers()
    named.refusal("fangs.3 charge gun_mage_adept", "M2-MOVE-17")
    silent = Game(MK2, {**pieces, "ironclad": foe(x + 6, 18)}, casters=False).activate("fangs", "no order")
    silent.play("declared", *step).refusal("fangs.3 charge gun_mage_adept", "M2-MOVE-17")


@pytest.mark.rule("M2-KD-1", "M2-KD-9", "M2-KD-14")
def test_mk2_who_gave_up_his_movement_to_stand_may_take_a_dual_shot() -> None:
    pieces = {**row(2, "long_gunners", "guns"), "juggernaut": foe(12, 20)}
    pieces["guns.2"]["down"] = True
    for half, allowed in (("moving", True), ("acting", False)):
        t = Game(MK2, pieces).activate("guns", "no order", f"guns.2 stand instead of {half}", 90_000, "act")
        assert ("guns.2 dual_shot" in t.offers()) is allowed
    ran = Game(MK2, pieces).activate("guns", "order run", "guns.2 stand instead of moving", 90_000, "act")
    ran.refusal("guns.2 dual_shot", "M2-KD-14")


@pytest.mark.rule("M2-KD-9", "M2-CMD-16")
def test_mk2_a_fleeing_model_that_stands_up_takes_any_facing() -> None:
    down = at(12, 10, fleeing=True, down=True)
    pieces = {"boiler_foreman": down, "ironclad": foe(12, 30), "sorscha": at(40, 4), "stryker": foe(40, 44)}
    t = Game(MK2, pieces, casters=False, dice=["6 6"], waits=True).activate("boiler_foreman", 180_000)
    assert t.facing("boiler_foreman") == 180
    assert t.legal([[12_000, 4_000]]) and not t.legal([[12_000, 3_900]])
    assert t.play(()).facing("boiler_foreman") == 180


@both
@pytest.mark.rule("M2-TERRAIN-2", "M2-POWER-23", "M1-TERRAIN-2")
def test_what_helps_a_charge_over_rough_ground_does_not_help_a_slam(game: str) -> None:
    foes = {"ironclad": foe(12, 10 + 2 * LARGE + 5), "stryker": foe(44, 44)}
    pieces = {"juggernaut": at(12, 10, focus=2, spells={"boundless_charge": "sorscha"}), "sorscha": at(44, 4), **foes}
    mud = [{"kind": "rough", "at": [12, 13], "size": [6, 6]}]
    charge = Game(game, pieces, casters=False, terrain=mud).activate("juggernaut", "charge ironclad")
    assert charge.legal([90_000, 5000])
    slam = Game(game, pieces, casters=False, terrain=mud).activate("juggernaut", "slam ironclad")
    assert not slam.legal([90_000, 5000])


@pytest.mark.rule("M2-POWER-40", "M2-TERRAIN-2")
def test_mk2_what_helps_a_charge_over_rough_ground_does_not_help_a_trample() -> None:
    juggernaut = at(12, 10, focus=2, spells={"boundless_charge": "sorscha"})
    pieces = {"juggernaut": juggernaut, "sorscha": at(44, 4), "stryker": foe(44, 44)}
    mud = [{"kind": "rough", "at": [12, 13], "size": [6, 6]}]
    t = Game(MK2, pieces, casters=False, terrain=mud).activate("juggernaut", "trample")
    assert t.legal([90_000, 3500]) and not t.legal([90_000, 3600])


# --- refusals name their own rule ---
@both
@pytest.mark.rule("M2-SPELL-1", "M2-SPELL-16", "M1-SPELL-2", "M1-CHANNEL-9")
def test_a_spell_for_the_caster_has_no_other_target_and_no_channeler(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=4), "juggernaut": at(12, 14), "stryker": foe(44, 44)}
    t = Game(game, {**pieces, "ironclad": foe(40, 40)}, casters=False).activate("sorscha")
    alone, through = {MK1: ("M1-SPELL-2", "M1-CHANNEL-9"), MK2: ("M2-SPELL-1", "M2-SPELL-16")}[game]
    t.refusal("cast wind_rush at juggernaut", alone)
    t.refusal("cast fog_of_war through juggernaut", through)


@pytest.mark.rule("M2-DMG-16")
def test_mk2_a_special_attack_with_a_crippled_weapon_is_refused_by_its_rule() -> None:
    pieces = {"ironclad": at(12, 10, marks="R"), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)}
    Game(MK2, pieces).activate("ironclad").refusal("tremor with quake_hammer", "M2-DMG-16")
    pieces = {"beacon": at(12, 10, marks="H"), "juggernaut": foe(12, 18)}
    Game(MK2, pieces).activate("beacon").refusal("dazzle juggernaut with lamp_cannon", "M2-DMG-16")
