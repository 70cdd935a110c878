"""Events and rolls that name the rule they come from."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import EffectBegan, EffectEnded
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.damage.damage import Unhurt
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Damaged, Declared, Moved, TerrainLaid, TerrainLifted
from sandtable.rulesets.warmachine.common.units.command import Checked
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

MAINTENANCE = {"seat": "a", "phase": "maintenance"}


def began(t: Game, name: str) -> str:
    return next(e.cite for e in t.happened(EffectBegan) if e.effect.name == name)


def roll(t: Game, purpose: str) -> Any:
    return next(r for r in t.rolls if r.purpose == purpose)


@both
@pytest.mark.rule("M2-CE-2", "M2-CE-3", "M1-CE-2", "M1-CE-3")
def test_fire_and_corrosion_hurt_by_their_own_rules(game: str) -> None:
    fire, corrosion = {MK1: ("M1-CE-3", "M1-CE-2"), MK2: ("M2-CE-3", "M2-CE-2")}[game]
    burning = {"ironclad": at(12, 10, effects=[{"name": "fire"}]), "juggernaut": foe(30, 30)}
    t = Game(game, burning, turn=MAINTENANCE, dice=["3", "6 6", "1"])
    assert fire in [term.cite for term in roll(t, "damage to ironclad").pools[0].terms]
    corroded = {"ironclad": at(12, 10, effects=[{"name": "corrosion"}]), "juggernaut": foe(30, 30)}
    t = Game(game, corroded, turn=MAINTENANCE, dice=["3", "1"])
    assert [(e.points, e.cite) for e in t.happened(Damaged)] == [(1, corrosion)]


@both
@pytest.mark.rule("M2-POWER-35", "M2-POWER-36", "M1-POWER-30")
def test_a_thrown_model_moves_and_falls_by_the_rules_on_throws(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)}
    t = Game(game, pieces, dice=["6 6", "6", "1", "1", "1", "1 1"], waits=True).activate("ironclad", "throw juggernaut")
    t.play([90_000, 5500], *([90_000] if game == MK1 else []))
    moved, fell = {MK1: ("M1-POWER-30", "M1-POWER-30"), MK2: ("M2-POWER-35", "M2-POWER-36")}[game]
    assert began(t, "knocked_down") == fell
    assert [e.cite for e in t.happened(Moved) if e.who == "juggernaut"] == [moved]


@both
@pytest.mark.rule("M2-POWER-25", "M1-POWER-16", "M1-POWER-19")
def test_a_slam_hits_and_hurls_by_the_rule_on_slams_that_hit(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + 4)}
    t = Game(game, pieces, dice=["6 6", "6", "1 1"], waits=True)
    t.activate("ironclad", "slam juggernaut", [90_000, 4000])
    hits, fell = {MK1: ("M1-POWER-16", "M1-POWER-19"), MK2: ("M2-POWER-25", "M2-POWER-25")}[game]
    assert t.happened(Hit)[0].cite == roll(t, "inches of the slam").cite == hits
    assert began(t, "knocked_down") == fell


@pytest.mark.rule("M2-WQ-3", "M2-WQ-4", "M2-WQ-5", "M2-WQ-6")
def test_mk2_what_weapons_put_on_models_cites_the_rule_on_the_quality() -> None:
    y = 10 + SMALL + LARGE + 0.3
    casters = {"oskin": at(12, 10), "stryker": foe(44, 44)}
    t = Game(MK2, {**casters, "ironclad": foe(12, y)}, casters=False, dice=["6 5", "1 1"], waits=True)
    assert began(t.activate("oskin", "attack ironclad with slag_hammer"), "fire") == "M2-WQ-4"
    t = Game(MK2, {**casters, "ironclad": foe(12, 16)}, casters=False, dice=["6 6", "1 1"], waits=True)
    assert began(t.activate("oskin", "attack ironclad with ember_mortar"), "fire") == "M2-WQ-6"
    t = Game(MK2, {"etcher": at(12, 10), "juggernaut": foe(12, 15)}, dice=["6 5", "1 1"], waits=True)
    assert began(t.activate("etcher", "attack juggernaut with acid_jet"), "corrosion") == "M2-WQ-3"
    t = Game(MK2, {"etcher": at(12, 10), "juggernaut": foe(12, 12.1)}, dice=["6 6", "1 1"], waits=True)
    assert began(t.activate("etcher", "attack juggernaut with etched_claw"), "corrosion") == "M2-WQ-5"


@both
@pytest.mark.rule("M2-AOE-4", "M1-AOE-4")
def test_blast_damage_cites_the_rule_on_half_pow(game: str) -> None:
    near = foe(12 + 2 * SMALL + 0.2, 16, card="iron_fangs", unit="fangs", role="leader")
    pieces = {"destroyer": at(12, 6), "boom": foe(12, 16, card="ironclad"), "fangs.1": near | {"at": [13.7, 16]}}
    t = Game(game, pieces, dice=["6 6", "1 1", "1 1"], waits=True).activate("destroyer", "attack boom with bombard")
    if game == MK2:
        t.play("boom")
    rule = {MK1: "M1-AOE-4", MK2: "M2-AOE-4"}[game]
    assert rule in [term.cite for term in roll(t, "damage to fangs.1").pools[0].terms]
    assert rule not in [term.cite for term in roll(t, "damage to boom").pools[0].terms]


@pytest.mark.rule("M2-CMD-22", "M2-CMD-2")
def test_mk2_the_second_roll_of_a_check_is_by_the_rule_on_standard_bearers() -> None:
    places = [[4 + STEP * i, 16] for i in range(8)]
    unit = {"seat": "b", "at": places, "card": "iron_fangs", "attachment": "iron_fangs_attachment"}
    pieces = {"oskin": at(10, 10), "fangs": unit, "stryker": foe(44, 44)}
    t = Game(MK2, pieces, casters=False, dice=["6 6", "6 4"]).activate("oskin", "feat").done()
    assert [r.cite for r in t.rolls] == ["M2-CMD-2", "M2-CMD-22"]
    assert "fleeing" not in t.effects("fangs.1")


@both
@pytest.mark.rule("M2-KD-7", "M2-STAT-4", "M1-MOD-18")
def test_def_of_the_helpless_cites_what_they_suffer_from(game: str) -> None:
    down, still = {MK1: ("M1-MOD-18", "M1-MOD-18"), MK2: ("M2-KD-7", "M2-STAT-4")}[game]
    for state, rule in ({"down": True}, down), ({"stationary": True}, still):
        pieces = {"charger": at(12, 10), "juggernaut": foe(12, 18, **state)}
        t = Game(game, pieces, dice=["1 2", "1 1"]).activate("charger", "attack juggernaut with dual_cannon")
        terms = roll(t, "charger attacks juggernaut").pools[0].terms
        assert [term.cite for term in terms if term.value == 5] == [rule]


@pytest.mark.rule("M2-IMM-5", "M2-ADV-23")
def test_mk2_who_cannot_be_hurt_is_unhurt_by_the_rule_on_that() -> None:
    pieces = {"beacon": at(12, 10), "ibex": foe(12, 16)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("beacon", "attack ibex with lamp_cannon")
    assert [e.cite for e in t.happened(Unhurt)] == ["M2-IMM-5"]
    pieces = {"ironclad": at(12, 10), "grave_shade": foe(12, 10 + LARGE + SMALL + 0.3)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("ironclad", "attack grave_shade with quake_hammer")
    assert [e.cite for e in t.happened(Unhurt)] == ["M2-ADV-23"]


@pytest.mark.rule("M2-ENGAGE-16")
def test_mk2_a_stray_shot_cites_the_rule_on_strays() -> None:
    other = foe(12 + LARGE + SMALL + 0.3, 20, 180)
    pieces = {"charger": at(12, 10), "ironclad": at(12, 20, 0), "manhunter": other}
    t = Game(MK2, pieces, dice=["1 1", "6 6", "1 1"]).activate("charger", "attack ironclad with dual_cannon").done()
    assert [(e.target, e.cite) for e in t.happened(Declared)] == [
        ("ironclad", "M2-ATK-24"),
        ("manhunter", "M2-ENGAGE-16"),
    ]


@both
@pytest.mark.rule("M2-SPELL-11", "M2-SPELL-10", "M1-UPKEEP-4", "M1-UPKEEP-2")
def test_a_replaced_upkeep_spell_ends_by_the_rule_on_its_side(game: str) -> None:
    shielded = at(14, 14, spells={"arcane_shield": "stryker"})
    pieces = {"stryker": at(12, 10, focus=6), "ironclad": shielded, "juggernaut": foe(40, 40)}
    side, again = {MK1: ("M1-UPKEEP-4", "M1-UPKEEP-2"), MK2: ("M2-SPELL-11", "M2-SPELL-10")}[game]
    t = Game(game, pieces).activate("stryker", "cast snipe at ironclad")
    assert [e.cite for e in t.happened(EffectEnded)] == [side] and "snipe" in t.effects("ironclad")
    t = Game(game, pieces).activate("stryker", "cast arcane_shield at stryker")
    assert [e.cite for e in t.happened(EffectEnded)] == [again] and not t.effects("ironclad")


@pytest.mark.rule("M2-CMD-6", "M2-CMD-5")
def test_mk2_abomination_and_terror_frighten_by_their_own_rules() -> None:
    casters = {"stryker": at(44, 2), "sorscha": foe(44, 44)}
    for cause, y, rule in (("chained_horror", 20, "M2-CMD-6"), ("dread_axe", 18.9, "M2-CMD-5")):
        pieces = {"strangewayes": at(12, 10), cause: foe(12, y), **casters}
        t = Game(MK2, pieces, casters=False, dice=["1 1"]).activate("strangewayes", "advance", [[12_000, 15_900]], 0)
        assert began(t, f"braved_{cause}") == rule


@both
@pytest.mark.rule("M1-CLOUD-4", "M2-AOE-13")
def test_a_harmless_cloud_is_laid_and_lifted_by_the_rule_on_how_long_it_lasts(game: str) -> None:
    rule = {MK1: "M1-CLOUD-4", MK2: "M2-AOE-13"}[game]
    pieces = {"vane": at(12, 10, focus=2), "ironclad": at(12, 14), "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("vane", "cast mist_veil at ironclad")
    to_next_turn(to_next_turn(t))
    laid, lifted = t.happened(TerrainLaid), t.happened(TerrainLifted)
    assert [e.cite for e in (*laid, *lifted)] == [rule, rule]


@both
@pytest.mark.rule("M1-POWER-11", "M2-POWER-14")
def test_a_lode_bolt_pushes_by_the_rule_on_pushed_models(game: str) -> None:
    rule = {MK1: "M1-POWER-11", MK2: "M2-POWER-14"}[game]
    pieces = {"vane": at(12, 10, focus=2), "juggernaut": foe(12, 16), "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False, dice=["6 5", "1 1"]).activate("vane", "cast lode_bolt at juggernaut").done()
    assert t.place("juggernaut") == (12, 18) and [e.cite for e in t.happened(Moved, who="juggernaut")] == [rule]


@pytest.mark.parametrize("game", [ESCALATION, MK2])
@pytest.mark.rule("M1-CMD-7", "M2-CMD-7")
def test_checks_that_a_spell_or_feat_calls_for_cite_the_rule_on_them(game: str) -> None:
    rule = {ESCALATION: "M1-CMD-7", MK2: "M2-CMD-7"}[game]
    pieces = {"oskin": at(12, 10, focus=2), "stryker": foe(44, 44), **row(2, y=16, seat="b", facing=SOUTH)}
    for deed, dice in (("feat", ["6 6"]), ("cast dread_sermon at guns.1", ["6 5", "6 6"])):
        t = Game(game, pieces, casters=False, dice=dice).activate("oskin", deed).done()
        assert [e.cite for e in t.happened(Checked, who="guns", passed=False)] == [rule]


def causes(t: Game) -> list[str]:
    """By which rules command checks were made."""
    return [e.cite for e in t.happened(Checked)]


@both
@pytest.mark.rule("M1-CMD-2", "M1-CMD-4", "M1-CMD-5", "M2-CMD-3", "M2-CMD-5", "M2-CMD-6")
def test_checks_against_casualties_and_terror_cite_what_calls_for_them(game: str) -> None:
    casualties, terror, horror = {
        MK1: ("M1-CMD-2", "M1-CMD-4", "M1-CMD-5"), MK2: ("M2-CMD-3", "M2-CMD-5", "M2-CMD-6")
    }[game]  # fmt: skip
    guns = row(2, y=18, seat="b", facing=SOUTH)
    t = Game(game, {"charger": at(12, 10), **guns}, dice=["6 5", "6 6", "1 1"])
    assert causes(t.activate("charger", "attack guns.1 with dual_cannon")) == [casualties]
    solo, ahead = {MK1: "adept", MK2: "strangewayes"}[game], {MK1: "dread", MK2: "dread_axe"}[game]
    for entity, rule in ((ahead, terror), ({MK1: "horror", MK2: "chained_horror"}[game], horror)):
        t = Game(game, {solo: at(12, 10), entity: foe(12, 16.5), "ironclad": at(40, 4)}, dice=["1 1"])
        t.activate(solo, "advance", [[12_000, 14_000]])
        while not causes(t):
            t.play(t.ask.default)
        assert causes(t) == [rule]


@both
@pytest.mark.rule("M1-FORM-10", "M1-CMD-13", "M1-RALLY-2", "M2-FORM-8", "M2-CMD-19")
def test_checks_out_of_formation_and_to_rally_cite_the_rules_on_them(game: str) -> None:
    formation, rally = {MK1: ("M1-FORM-10", "M1-RALLY-2"), MK2: ("M2-FORM-8", "M2-CMD-19")}[game]
    guns = row(3)
    guns["guns.3"]["at"] = [40, 10]
    t = Game(game, {**guns, "juggernaut": foe(40, 40)}, dice=["1 1"]).activate("guns", "no order")
    while not causes(t):
        t.play(t.ask.default)
    assert causes(t) == [formation]
    fled = {"guns.1": {**row(1)["guns.1"], "at": [12, 20], "fleeing": True}, "juggernaut": foe(12, 40)}
    t = Game(game, {**fled, "stryker": at(12, 16)}, dice=["1 1"], turn=MAINTENANCE, waits=True)
    while not causes(t):
        t.play(t.ask.default if t.ask.default is not None else "activate guns")
    assert causes(t) == [rally]


@both
@pytest.mark.rule("M1-MAINT-2", "M2-MAINT-2", "M2-TURN-4")
def test_what_lasts_for_a_round_ends_by_the_rule_on_maintenance(game: str) -> None:
    """Frozen by a free strike in his own turn, the Ironclad thaws as his next one starts."""
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)}
    t = Game(game, pieces, dice=["6 6", "1 1 1", "1"]).activate("ironclad", "advance", [[12_000, 7000]])
    to_next_turn(to_next_turn(t.play("strike with ice_axe")))
    ended = [(e.effect.name, e.cite) for e in t.happened(EffectEnded)]
    assert ended == [("stationary", {MK1: "M1-MAINT-2", MK2: "M2-MAINT-2"}[game])]


@both
@pytest.mark.rule("M1-ATK-5", "M2-ACT-12", "M1-MELEE-2", "M2-ATK-2")
def test_what_changes_the_skill_of_an_attacker_is_a_reason_of_its_own(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, effects=[{"name": "dazzled"}]), "ironclad": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(game, pieces, dice=["1 1"]).activate("juggernaut", "attack ironclad with ice_axe")
    terms = [term for pool in t.rolls[0].pools for term in pool.terms]
    assert [term.value for term in terms if term.why == "MAT"] == [card(t.position, "juggernaut").stats["MAT"]]
    assert [(term.value, term.cite) for term in terms if term.why == "dazzled"] == [
        (-2, {MK1: "M1-ATK-5", MK2: "M2-ACT-12"}[game])
    ]


@pytest.mark.rule("M2-FORM-4")
def test_mk2_a_check_out_of_formation_names_what_it_costs() -> None:
    pieces = {"guns.1": foe(12, 30, role="leader"), "guns.2": foe(12, 12.5)}
    pieces = {name: {**raw, "card": "long_gunners", "unit": "guns"} for name, raw in pieces.items()}
    t = Game(MK2, {**pieces, "dread_axe": at(12, 6)}, dice=["6 6"])
    t.activate("dread_axe", "advance", [[12_000, 10_000]], 90_000)
    assert [(term.value, term.cite) for term in t.rolls[-1].pools[0].terms] == [(5, "M2-FORM-4")]
