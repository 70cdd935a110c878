"""Taking a warjack over and reactivating one: by which rule each part of it happens."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import EffectBegan
from sandtable.rulesets.warmachine.common.state.events import ControlTaken, Passed
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe


def beside(**more: Any) -> Game:
    """Stryker beside a Lancer that is autonomous, or inert."""
    pieces = {
        "stryker": at(12, 10, focus=6), "lancer": at(12, 10 + SMALL + MEDIUM, master=None, **more),
        "charger": at(20, 10), "juggernaut": foe(12, 26), "sorscha": foe(44, 44),
    }  # fmt: skip
    return Game(ESCALATION, pieces, casters=False).activate("stryker")


def silenced(t: Game) -> str:
    return next(e.cite for e in t.happened(EffectBegan) if e.effect.name == "cannot_channel")


@pytest.mark.rule("ES-AUTO-6", "ES-AUTO-7", "ES-AUTO-8")
def test_each_part_of_taking_control_has_its_rule() -> None:
    t = beside().play("take lancer")
    assert t.happened(ControlTaken)[0].cite == "ES-AUTO-6"
    assert t.happened(Passed, who="lancer")[0].cite == "ES-AUTO-8" == silenced(t)
    t.refusal("attack juggernaut with disruptor_pistol", "ES-AUTO-7")
    t.refusal("cast arcane_bolt at juggernaut through lancer", "ES-AUTO-8")


@pytest.mark.rule("M1-INERT-3", "M1-INERT-4")
def test_each_part_of_reactivating_has_its_rule() -> None:
    t = beside(inert=True).play("reactivate lancer")
    assert t.happened(ControlTaken)[0].cite == "M1-INERT-4"
    assert t.happened(Passed, who="lancer")[0].cite == "M1-INERT-4" == silenced(t)
    t.refusal("attack juggernaut with disruptor_pistol", "M1-INERT-3")
    t.refusal("cast arcane_bolt at juggernaut through lancer", "M1-INERT-4")


@pytest.mark.rule("ES-MARSHAL-8", "ES-MARSHAL-9")
def test_a_marshal_at_his_limit_makes_it_autonomous_by_the_rule_on_that() -> None:
    jack = at(12, 10 + SMALL + LARGE, master=None, inert=True)
    pieces = {"foreman": at(12, 10), "juggernaut": jack, "sorscha": at(40, 4), "stryker": foe(44, 44)}
    for more, master in (({}, "foreman"), ({"ibex": at(20, 10, master="foreman")}, "")):
        t = Game(ESCALATION, {**pieces, **more}, casters=False).activate("foreman", "reactivate juggernaut")
        taken = t.happened(ControlTaken)[0]
        assert (taken.master, taken.cite) == (master, "ES-MARSHAL-9")
        t.refusal("attack stryker with rivet_gun", "ES-MARSHAL-8")


@pytest.mark.rule("M1-INERT-3", "ES-MARSHAL-8", "ES-AUTO-7")
def test_a_special_action_too_is_refused_by_the_rule_for_which_the_action_was_given_up() -> None:
    jack = at(12, 10 + SMALL + LARGE, damage=3, card="mer_mangler", master=None)
    for controller, card, taken in (("magnus", "mer_magnus", "M1-INERT-3"), ("marshal", "cyg_marshal", "ES-MARSHAL-8")):
        own = {**jack, "card": "cyg_ironclad"} if card == "cyg_marshal" else jack
        for deed, inert, cite in (("reactivate jack", True, taken), ("take jack", False, "ES-AUTO-7")):
            pieces = {controller: at(12, 10, card=card), "jack": {**own, "inert": inert}, "juggernaut": foe(40, 40)}
            t = Game(ESCALATION, pieces).activate(controller, deed)
            t.refusal("repair jack", cite)


@pytest.mark.rule("ES-AUTO-3", "M1-POWER-1", "M1-ATK-3")
def test_an_autonomous_warjack_is_not_marshalled_and_lacks_focus_for_the_rest() -> None:
    """What a marshal would help with is refused by the rule on autonomous warjacks, all else by what it costs."""
    pieces = {"juggernaut": at(12, 10, master=None), "ironclad": foe(12, 10 + 2 * LARGE + 0.3)}
    t = Game(ESCALATION, pieces, dice=["1 1"]).activate("juggernaut")
    for deed in ("run", "charge ironclad"):
        t.refusal(deed, "ES-AUTO-3")
    for deed in ("push ironclad", "head-butt ironclad", "slam ironclad"):
        t.refusal(deed, "M1-POWER-1")
    t.play("attack ironclad with ice_axe").refusal("attack ironclad with ice_axe", "M1-ATK-3")


@pytest.mark.rule("ES-AUTO-11", "M1-CHANNEL-1")
def test_nobody_casts_through_an_autonomous_warjack_and_the_rule_says_so() -> None:
    t = beside()
    t.refusal("cast arcane_bolt at juggernaut through lancer", "ES-AUTO-11")
    t.refusal("cast arcane_bolt at juggernaut through charger", "M1-CHANNEL-1")


@pytest.mark.rule("ES-MARSHAL-4", "ES-MARSHAL-6", "ES-MARSHAL-12", "ES-AUTO-3")
def test_a_benefit_that_is_wanted_by_name_is_refused_for_what_stops_it() -> None:
    """Whatever focus the warjack has."""
    near, far = at(9, 9, card="cyg_marshal"), at(12, 10 + SMALL + LARGE + 8.5, card="cyg_marshal")

    def asked(marshal: dict[str, Any], master: str | None = "marshal") -> Game:
        pieces = {"marshal": marshal, "ironclad": at(12, 10, focus=2, master=master), "juggernaut": foe(16, 17)}
        return Game(ESCALATION, pieces).activate("ironclad")

    t = asked(near)
    t.refusal("slam juggernaut by marshal", "ES-MARSHAL-6")
    t.refusal("push juggernaut by marshal", "ES-MARSHAL-6")
    t.refusal("attack juggernaut with quake_hammer by marshal", "ES-MARSHAL-6")
    for deed in ("run by marshal", "charge juggernaut by marshal"):
        assert t.legal(deed)
        asked(far).refusal(deed, "ES-MARSHAL-4", short=500)
        asked({**near, "fleeing": True}).refusal(deed, "ES-MARSHAL-12")
        asked(near, None).refusal(deed, "ES-AUTO-3")
        asked(near, "stryker").refusal(deed, "ES-MARSHAL-4")


@both
@pytest.mark.rule("M1-MOD-20", "M1-KD-3", "M2-KD-3", "M2-KD-1")
def test_a_fallen_warcaster_reactivates_nothing_by_the_rule_on_the_fallen(game: str) -> None:
    pieces = {
        "stryker": at(12, 10, down=True),
        "ironclad": at(12, 10 + SMALL + LARGE, inert=True),
        "sorscha": foe(44, 44),
    }
    t = Game(game, pieces, casters=False).activate("stryker")
    t.refusal("reactivate ironclad", {MK1: "M1-MOD-20", MK2: "M2-KD-3"}[game])
    t.play("stand instead of acting", 90_000).refusal("reactivate ironclad", {MK1: "M1-KD-3", MK2: "M2-KD-1"}[game])


@pytest.mark.rule("M2-JACK-10", "M2-JACK-5")
def test_mk2_no_marshal_pays_for_a_power_attack_though_there_is_focus_for_it() -> None:
    jack = at(12, 12, master="strangewayes", focus=1)
    pieces = {"strangewayes": at(12, 8), "ironclad": jack, "juggernaut": foe(12, 12 + 2 * LARGE + 0.2)}
    t = Game(MK2, pieces).activate("ironclad")
    for deed in ("slam juggernaut", "push juggernaut", "trample"):
        assert deed in t.offers()
        t.refusal(f"{deed} by marshal", "M2-JACK-10")
