"""Spells and feats whose cards need rules of their own, and upkeep spells on troopers and their units."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.jacks.marshals import marshal_of
from sandtable.rulesets.warmachine.common.state.events import Scored
from sandtable.rulesets.warmachine.common.units.command import Checked, Command
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, Game, at, both, foe, row


def armour(t: Game, name: str) -> int:
    return t.value(Armour(name, Blow(target=name, power=0, seat=1)))


@pytest.mark.rule("M2-ENGAGE-12", "M2-MOVE-1", "M2-SPELL-5")
def test_mk2_fold_step_places_a_model_completely_within_five_inches() -> None:
    """Placing is no advancing: the Juggernaut in whose reach it stood does not strike."""
    pieces = {"vane": at(12, 10, focus=3), **row(1, y=14), "juggernaut": foe(12, 14 + SMALL + LARGE + 0.2)}
    t = Game(MK2, pieces).activate("vane", "cast fold_step at guns.1").done("a", "place guns.1")
    t.refusal([12_000, 9000, 90_000])  # the caster stands there
    t.refusal([6998, 14_000, 90_000])
    t.play([7000, 14_000, 0])
    assert t.place("guns.1") == (7, 14) and t.facing("guns.1") == 0
    t.refusal("cast fold_step at guns.1")


@both
@pytest.mark.rule("M1-SPELL-3", "M2-SPELL-20", "M1-CMD-7")
def test_day_of_embers_frightens_units_and_solos_and_burns_warjacks(game: str) -> None:
    rules = {MK1: ESCALATION}.get(game, game)
    units = {k: {**v, "seat": "b", "at": [v["at"][0], 16]} for k, v in row(3).items()}
    pieces = {"oskin": at(12, 10), **units, "ironclad": foe(16, 20), "stryker": foe(12, 44), "charger": foe(40, 40)}
    t = Game(rules, pieces, dice=["6 6"], casters=False).activate("oskin", "feat")
    assert t.happened(Checked, who="guns", passed=False) and "fleeing" in t.effects("guns.3")
    assert "fire" in t.effects("ironclad") and "fire" not in t.effects("charger")
    assert len(t.happened(Checked)) == 1, "the warcaster is out of the area, and warjacks check nothing"


@pytest.mark.rule("M1-SPELL-4", "M1-ATK-10")
def test_escalation_a_warjack_damaged_by_an_arcantrik_bolt_is_stationary() -> None:
    pieces = {"magnus": at(12, 10, focus=2), "ironclad": foe(12, 16), "stryker": foe(44, 44)}
    t = Game(ESCALATION, pieces, dice=["6 5", "5 5", "1"], casters=False).activate("magnus")
    t.play("cast arcantrik_bolt at ironclad")
    assert t.damage("ironclad") == 22 - 18 and "stationary" in t.effects("ironclad")
    t = Game(ESCALATION, pieces, dice=["6 5", "1 1"], casters=False).activate("magnus")
    t.play("cast arcantrik_bolt at ironclad")
    assert "stationary" not in t.effects("ironclad"), "only if it was damaged"


# --- Suborn ---
def suborned(game: str, **more: Any) -> Game:
    pieces = {
        "vane": at(12, 10, focus=4), "foreman": foe(12, 15), "juggernaut": foe(16, 18, master="foreman"),
        "stryker": at(2, 2), "sorscha": foe(46, 46), "ironclad": at(30, 10), **more,
    }  # fmt: skip
    t = Game(game, pieces, dice=["6 5"], casters=False)
    return t.activate("vane", "cast suborn at foreman")


@pytest.mark.rule("ES-MARSHAL-10", "ES-MARSHAL-11", "ES-AUTO-3")
def test_escalation_a_suborned_marshal_leaves_his_warjacks_and_resumes_control() -> None:
    t = suborned(ESCALATION)
    assert t.state.status["foreman"].seat == 0 and t.state.status["foreman"].home == 1
    assert t.state.status["juggernaut"].seat == 1 and t.state.status["juggernaut"].master == ""
    assert marshal_of(t.position, "juggernaut") == ""
    t.play("end")
    assert "activate foreman" in t.offers(), "he acts for the caster's side"
    while t.state.active == 0:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    while t.state.active == 1 and "activate juggernaut" not in t.offers():
        t.play(t.ask.default)
    assert "activate foreman" not in t.offers(), "he does not activate in his owner's next turn"
    while t.state.active == 1:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    assert t.state.status["foreman"].seat == 1 and t.state.status["foreman"].home is None
    assert t.state.status["juggernaut"].master == "foreman"


@pytest.mark.rule("ES-MARSHAL-11")
def test_escalation_a_warjack_that_somebody_took_meanwhile_stays_his() -> None:
    t = suborned(ESCALATION, sorscha=foe(16, 18 + LARGE + SMALL), destroyer=foe(40, 40))
    while t.state.active == 0:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    while "activate sorscha" not in t.offers():
        t.play(t.ask.default)
    t.activate("sorscha", "take juggernaut", "end")
    while t.state.active == 1:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    assert t.state.status["foreman"].seat == 1 and t.state.status["juggernaut"].master == "sorscha"


@pytest.mark.rule("M1-SETUP-7")
def test_escalation_a_suborned_solo_that_falls_is_its_owners_loss() -> None:
    t = suborned(ESCALATION, foreman=foe(12, 15, damage=4), ironclad=at(12, 15 + SMALL + LARGE + 0.2, 270))
    t.play("end")
    t.dice = ["6 5", "6 6"]
    t.activate("ironclad", "attack foreman with quake_hammer")
    assert t.gone("foreman") and t.happened(Scored, seat=0)


# --- mercenaries ---
@pytest.mark.rule("ES-MERC-4")
def test_escalation_a_mercenary_warcaster_orders_only_mercenaries() -> None:
    pieces = {"magnus": at(12, 14), **row(2), **row(2, "halberdiers", "hire", y=18), "juggernaut": foe(40, 40)}
    t = Game(ESCALATION, pieces).activate("magnus")
    assert "order hire run" in t.offers()
    t.refusal("order guns run", "ES-MERC-4")
    t = Game(ESCALATION, {**pieces, "stryker": at(12, 16), "magnus": at(40, 2)}).activate("stryker")
    assert "order hire run" in t.offers() and "order guns run" in t.offers()


@pytest.mark.rule("ES-MERC-5", "ES-MERC-6")
def test_escalation_a_mercenary_lends_his_cmd_to_mercenaries_only() -> None:
    from sandtable.rulesets.warmachine.mk1.fleeing import may_rally

    lone = {**row(1), "hire.1": at(12, 18, card="halberdiers", unit="hire", role="grunt", fleeing=True)}
    lone["guns.1"] = {**lone["guns.1"], "role": "grunt", "fleeing": True}
    t = Game(ESCALATION, {**lone, "magnus": at(12, 14), "stryker": at(2, 46), "juggernaut": foe(40, 40)})
    cmd = {n: t.rules.cards.models[t.state.models[n].card].stats["CMD"] for n in t.state.models if "." in n}  # type: ignore[attr-defined]
    assert t.value(Command("guns")) == cmd["guns.1"]
    assert t.value(Command("hire")) == max(cmd["hire.1"], t.rules.cards.models["mer_magnus"].stats["CMD"])  # type: ignore[attr-defined]
    assert may_rally(t.position, "hire.1") and not may_rally(t.position, "guns.1")


@pytest.mark.rule("ES-MERC-6", "ES-AUTO-6")
def test_escalation_factions_take_over_only_their_own_warjacks() -> None:
    pieces = {"magnus": at(12, 10), "ironclad": at(12, 10 + SMALL + LARGE, master=None, inert=True)}
    t = Game(ESCALATION, {**pieces, "juggernaut": foe(40, 40)}).activate("magnus")
    t.refusal("reactivate ironclad")
    own = {"stryker": at(12, 10), "ironclad": at(12, 10 + SMALL + LARGE, master=None, inert=True)}
    assert "reactivate ironclad" in Game(ESCALATION, {**own, "juggernaut": foe(40, 40)}).activate("stryker").offers()


@pytest.mark.rule("ES-MERC-7")
def test_escalation_a_mercenarys_friendly_spells_go_on_any_friend() -> None:
    pieces = {"magnus": at(12, 10, focus=5), "ironclad": at(12, 14), "juggernaut": foe(40, 40), "stryker": at(2, 46)}
    t = Game(ESCALATION, pieces).activate("magnus")
    assert [o for o in t.offers() if o.startswith("cast") and o.endswith("at ironclad")]


# --- upkeep spells on troopers ---
@pytest.mark.rule("M1-UPKEEP-8", "M1-UPKEEP-3", "M1-UPKEEP-4")
def test_mk1_a_spell_on_one_trooper_frees_him_alone_from_his_units() -> None:
    """Arcane Shield goes on the unit; a spell for a single model then takes the slot of one trooper."""
    pieces = {**row(3), "stryker": at(12, 8, focus=6), "juggernaut": foe(40, 40)}
    t = Game(ESCALATION, pieces).activate("stryker", "cast arcane_shield at guns.2")
    plain = 11
    assert [armour(t, f"guns.{i}") for i in (1, 2, 3)] == [plain + 3] * 3
    from sandtable.rulesets.warmachine.common.magic.lasting import put_on
    from sandtable.rulesets.warmachine.common.state.rules import Draft

    d: Draft = Draft(t.rules, t.state)  # type: ignore[arg-type]
    put_on(d, "stryker", "forge_skin", "guns.2")
    t2 = t.position.with_state(d.state)
    assert t2.value(Armour("guns.2", Blow(target="guns.2", power=0, seat=1))) == plain + 3, "Forge Skin alone"
    assert t2.value(Armour("guns.1", Blow(target="guns.1", power=0, seat=1))) == plain + 3
    put_on(d, "stryker", "blur", "guns.1")
    assert {e.name for e in d.state.effects} == {"blur"}, "a spell on the unit ends those of that side on its members"


@both
@pytest.mark.rule("M1-UPKEEP-8", "M2-SPELL-12")
def test_a_spell_for_models_and_units_goes_on_the_whole_unit(game: str) -> None:
    pieces = {**row(2), "stryker": at(12, 8, focus=6), "juggernaut": foe(40, 40)}
    t = Game(game, pieces).activate("stryker", "cast arcane_shield at guns.2")
    assert {e.on for e in t.state.effects} == {"guns"}
