"""Which rule an event or a modifier cites: throws and slams, spells out of range, spells replaced, corrosion, locks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import EffectBegan, EffectEnded
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.magic.casting import Fizzled
from sandtable.rulesets.warmachine.common.state.events import Damaged, FocusSet, Moved, Struck, Turned
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe, row

NEXT = 10 + 2 * LARGE + 0.3


def knocked_down(t: Game, who: str) -> str:
    return next(e.cite for e in t.happened(EffectBegan) if e.effect.name == "knocked_down" and e.effect.on == who)


def modifier(t: Game, why: str) -> tuple[int, str]:
    """Value and rule of a term of the last attack roll."""
    terms = [term for roll in t.rolls for pool in roll.pools if pool.name == "attack" for term in pool.terms]
    return next((term.value, term.cite) for term in reversed(terms) if term.why == why)


# --- power attacks ---
@both
@pytest.mark.rule("M1-POWER-30", "M1-POWER-34", "M2-POWER-36", "M2-POWER-30")
def test_a_thrown_model_and_whom_it_hits_fall_by_the_rules_on_throws(game: str) -> None:
    solo = {MK1: "dread", MK2: "manhunter"}[game]
    y = 10 + LARGE + SMALL + 0.3
    pieces = {"ironclad": at(12, 10, focus=1), solo: foe(12, y), "line": foe(12, y + 5, card=solo)}
    t = Game(game, pieces, dice=["6 5", "6", "1", "1", "1", "1 1 1", "1 1"], waits=True)
    t.activate("ironclad", f"throw {solo}", [90_000, 6500])
    if game == MK1:
        t.play(90_000)
    rules = {MK1: ["M1-POWER-30", "M1-POWER-34"], MK2: ["M2-POWER-36", "M2-POWER-30"]}[game]
    assert [knocked_down(t, solo), knocked_down(t, "line")] == rules


@pytest.mark.rule("M1-POWER-6", "M1-POWER-15", "M1-POWER-23", "M1-POWER-29")
def test_mk1_each_power_attack_is_harder_by_its_own_rule() -> None:
    beside = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, NEXT)}
    for deed, rule in (("head-butt", "M1-POWER-6"), ("throw", "M1-POWER-29")):
        t = Game(MK1, beside, dice=["1 1"], waits=True).activate("ironclad", f"{deed} juggernaut")
        assert modifier(t, deed) == (-2, rule)
    t = Game(MK1, {"charger": at(12, 10, focus=1), "juggernaut": foe(12, 16)}, dice=["1 1"], waits=True)
    assert modifier(t.activate("charger", "slam juggernaut", [90_000, 4000]), "slam") == (-4, "M1-POWER-15")
    short = {"charger": at(12, 10, focus=1), "juggernaut": foe(12, 10 + LARGE + MEDIUM + 1)}
    t = Game(MK1, short, dice=["6 5", "1 1"], waits=True).activate("charger", "slam juggernaut", [90_000, 1000])
    assert modifier(t, "bash") == (-2, "M1-POWER-23") and t.happened(Hit)[0].cite == "M1-POWER-23"


@both
@pytest.mark.rule("M1-POWER-43", "M2-POWER-21")
def test_the_holder_lets_go_by_the_rule_that_allows_it(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, NEXT)}
    t = Game(game, pieces, dice=["6 5"], waits=True).activate("ironclad", "lock juggernaut left", "release juggernaut")
    ended = [e.cite for e in t.happened(EffectEnded) if e.effect.on == "juggernaut"]
    assert ended == [{MK1: "M1-POWER-43", MK2: "M2-POWER-21"}[game]]


# --- spells ---
@both
@pytest.mark.rule("M1-SPELL-5", "M1-MAGIC-5", "M2-SPELL-3", "M2-ATK-11")
def test_a_spell_out_of_range_fails_by_the_rule_on_its_kind(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "sorscha": foe(44, 44), "juggernaut": foe(12, 40), "charger": at(20, 30)}
    t = Game(game, pieces, casters=False).activate("stryker", "cast arcane_shield at charger")
    assert t.happened(Fizzled)[0].cite == {MK1: "M1-SPELL-5", MK2: "M2-SPELL-3"}[game]
    t.play("cast arcane_bolt at juggernaut")
    assert t.happened(Struck)[0].cite == {MK1: "M1-MAGIC-5", MK2: "M2-ATK-11"}[game]


@both
@pytest.mark.rule("M1-UPKEEP-4", "M2-SPELL-11")
def test_a_spell_that_is_replaced_ends_by_the_rule_on_one_of_each_side(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "sorscha": foe(44, 44), "ironclad": at(12, 14)}
    t = Game(game, pieces, casters=False)
    t.activate("stryker", "cast arcane_shield at ironclad", "cast blur at ironclad")
    ended = [(e.effect.name, e.cite) for e in t.happened(EffectEnded)]
    assert ended == [("arcane_shield", {MK1: "M1-UPKEEP-4", MK2: "M2-SPELL-11"}[game])]
    pieces = {**pieces, "sorscha": foe(44, 44), **row(3)}
    pieces["guns.2"]["spells"] = {"blur": "stryker"}
    pieces["stryker"] = at(12, 7, focus=6)
    t = Game(game, pieces, casters=False).activate("stryker", "cast snipe at guns.1")
    ended = [(e.effect.name, e.effect.on) for e in t.happened(EffectEnded)]
    assert len(ended) == 1 and ended[0][0] == "blur"


@both
@pytest.mark.rule("M1-INERT-1", "M2-SPELL-9", "M2-JACK-2")
def test_spells_of_a_lost_warcaster_end_on_his_warjacks_as_they_become_inert(game: str) -> None:
    """On all others they end because their caster has left play."""
    pieces = {
        "sorscha": at(12, 10), "stryker": foe(12, 15, damage=16), "vane": foe(40, 40),
        "charger": foe(30, 40, master="stryker", spells={"blur": "stryker"}),
        "ironclad": foe(20, 40, master="vane", spells={"snipe": "stryker"}),
    }  # fmt: skip
    t = Game(game, pieces, casters=False, dice=["6 6", "6 6"]).activate("sorscha", "attack stryker with hand_cannon")
    ended = {e.effect.on: e.cite for e in t.happened(EffectEnded)}
    inert, others = {MK1: ("M1-INERT-1", "M1-INERT-1"), MK2: ("M2-JACK-2", "M2-SPELL-9")}[game]
    assert ended == {"charger": inert, "ironclad": others}


# --- damage ---
@both
@pytest.mark.rule("M1-CE-2", "M2-CE-2")
def test_corrosion_marks_its_point_by_its_own_rule(game: str) -> None:
    pieces = {"ironclad": at(12, 14, effects=["corrosion"]), "stryker": at(40, 4), "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False, turn={"phase": "maintenance"}, dice=["6", "3"])
    assert [e.cite for e in t.happened(Damaged)] == [{MK1: "M1-CE-2", MK2: "M2-CE-2"}[game]]


@pytest.mark.rule("M1-INERT-6")
def test_mk1_an_inert_warjack_loses_its_focus_by_the_rule_on_it() -> None:
    pieces: dict[str, Any] = {
        "stryker": at(12, 14, damage=16), "vane": at(30, 4), "charger": at(12, 10, master="vane"),
        "ironclad": at(20, 4, master="stryker", focus=2), "sorscha": foe(40, 40),
    }  # fmt: skip
    t = Game(MK1, pieces, casters=False, dice=["6 5", "6 6"]).activate("charger", "attack stryker with dual_cannon")
    assert [e.cite for e in t.happened(FocusSet, who="ironclad")] == ["M1-INERT-6"]


@both
@pytest.mark.rule("M1-CMD-5", "M1-CMD-4", "M2-CMD-6", "M2-CMD-5")
def test_a_check_against_an_abomination_is_noted_by_the_rule_on_abominations(game: str) -> None:
    rules = {MK1: ("M1-CMD-5", "M1-CMD-4"), MK2: ("M2-CMD-6", "M2-CMD-5")}[game]
    cards = {MK1: ("horror", "dread"), MK2: ("chained_horror", "dread_axe")}[game]
    for card, rule in zip(cards, rules, strict=True):
        t = Game(game, {**row(2), "cause": foe(12, 14.5, card=card)}, dice=["1 1"], waits=True)
        t.activate("guns", "no order", "guns.1 advance", [[12_000, 12_600]])
        while not t.rolls and t.match.ask is not None:
            t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
        noted = [e.cite for e in t.happened(EffectBegan) if e.effect.name.startswith("braved")]
        assert noted and set(noted) == {rule}


@both
@pytest.mark.rule("M1-MELEE-2", "M1-RANGED-2", "M1-MAGIC-2", "M1-AOE-3", "M1-AOE-4", "M2-AOE-3", "M2-AOE-4", "M2-DMG-2")
def test_the_power_of_a_damage_roll_is_by_the_rule_on_its_kind(game: str) -> None:
    """A blast on two models: the one hit directly suffers its full power, the other half of it."""
    near, far = foe(12, 10 + SMALL + LARGE + 0.2), foe(12, 18)
    adept = {MK1: "kha_tracker", MK2: "manhunter"}[game]
    beside = {"tracker": foe(12 + LARGE + SMALL + 0.1, 18, card=adept)}
    for deed, there, found in (
        ("attack juggernaut with quicksilver", near, {MK1: ["M1-MELEE-2"]}),
        ("attack juggernaut with disruptor_pistol", far, {MK1: ["M1-RANGED-2"]}),
        ("cast arcane_bolt at juggernaut", far, {MK1: ["M1-MAGIC-2"]}),
        ("cast arcane_blast at juggernaut", far, {MK1: ["M1-AOE-3", "M1-AOE-4"], MK2: ["M2-AOE-3", "M2-AOE-4"]}),
    ):
        blast = beside if "blast" in deed else {}
        stryker = at(12, 10, focus=3 if blast else 2 if "cast" in deed else 0)
        pieces = {"stryker": stryker, "juggernaut": there, "sorscha": foe(44, 44), **blast}
        t = Game(game, pieces, casters=False, dice=["6 5", "1 1", "1 1"][: 3 if blast else 2], waits=True)
        t.activate("stryker", deed)
        while t.match.ask is not None and (t.ask.prompt.startswith("boost") or "damage roll" in t.ask.prompt):
            t.play(t.ask.default)
        cites = [term.cite for roll in t.rolls for pool in roll.pools for term in pool.terms if term.why == "POW"]
        assert cites == found.get(game, ["M2-DMG-2"])


@both
@pytest.mark.rule("M1-POWER-27", "M2-POWER-28", "M2-POWER-36")
def test_a_model_is_shifted_from_under_another_by_its_own_rule(game: str) -> None:
    """The end of a slam, or of a throw, is partly on a small base beyond it."""
    y, end = 10 + 2 * LARGE + 5, LARGE + SMALL - 0.3
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, y), "stryker": foe(12, y + 2 + end)}
    t = Game(game, {**pieces, "sorscha": at(44, 2)}, casters=False, dice=["6 5", "2", "1 1", "1 1"])
    t.activate("juggernaut", "slam ironclad", [90_000, 5000])
    assert t.happened(Moved, who="stryker", forced=True)[0].cite == {MK1: "M1-POWER-27", MK2: "M2-POWER-28"}[game]
    pieces |= {"ironclad": foe(12, NEXT), "stryker": foe(12, NEXT + 7 + end)}
    t = Game(game, {**pieces, "sorscha": at(44, 2)}, casters=False, dice=["6 5", "6", "1", "1", "1", "1 1", "1 1"])
    t.activate("juggernaut", "throw ironclad", [90_000, 6000], *({MK1: (270_000,), MK2: ()}[game]))
    assert t.happened(Moved, who="stryker", forced=True)[0].cite == {MK1: "M1-POWER-27", MK2: "M2-POWER-36"}[game]


# --- blasts and sprays ---
@both
@pytest.mark.rule("M1-AOE-2", "M1-AOE-7", "M1-AOE-9", "M1-AOE-13", "M2-AOE-6", "M2-AOE-9", "M2-AOE-10")
def test_a_blast_out_of_range_deviates_and_catches_others_by_the_rules_on_blasts(game: str) -> None:
    """The Destroyer's Bombard at 15 inches: its shot comes straight back onto a Charger."""
    gun = "bombard"
    pieces = {"destroyer": at(12, 10), "charger": foe(12, 22.5), "ironclad": foe(13.8, 10 + 2 * LARGE + 15)}
    t = Game(game, pieces, dice=["4", "2", "1 1"], waits=True).activate("destroyer", f"attack ironclad with {gun}")
    assert t.happened(Struck, who="ironclad")[0].cite == {MK1: "M1-AOE-9", MK2: "M2-AOE-9"}[game]
    turned, went = (roll.cite for roll in t.rolls if roll.purpose.startswith("deviation"))
    assert (turned, went) == {MK1: ("M1-AOE-7", "M1-AOE-2"), MK2: ("M2-AOE-6", "M2-AOE-6")}[game]
    assert t.happened(Hit, who="charger")[0].cite == {MK1: "M1-AOE-13", MK2: "M2-AOE-10"}[game]


@both
@pytest.mark.rule("M1-SPRAY-1", "M2-SPRAY-1")
def test_a_spray_hits_by_the_rule_on_sprays(game: str) -> None:
    pieces = {"etcher": at(12, 10), "juggernaut": foe(12, 15)}
    t = Game(game, pieces, dice=["6 5", "1 1"], waits=True).activate("etcher", "attack juggernaut with acid_jet")
    assert t.happened(Hit, who="juggernaut")[0].cite == {MK1: "M1-SPRAY-1", MK2: "M2-SPRAY-1"}[game]


# --- rolls and charges ---
@both
@pytest.mark.rule("M1-DICE-1", "M2-ATK-2", "M2-ATK-4", "M2-ATK-5")
def test_dice_and_def_are_those_of_the_kind_of_attack(game: str) -> None:
    shooter = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 17)}
    fighter = {"stryker": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.3)}
    for pieces, deed, answers, rule in (
        (shooter, "attack juggernaut with disruptor_pistol", ("roll",), "M2-ATK-4"),
        (shooter, "cast arcane_bolt at juggernaut", ("roll",), "M2-ATK-5"),
        (fighter, "attack juggernaut with quicksilver", (), "M2-ATK-2"),
    ):
        t = Game(game, pieces, dice=["1 2"], waits=True).activate("stryker", deed, *answers)
        for why in ("attack dice", "DEF"):
            assert modifier(t, why)[1] == {MK1: "M1-DICE-1", MK2: rule}[game]


@both
@pytest.mark.rule("M1-DICE-7", "M2-DICE-1")
def test_a_boost_is_a_reason_of_its_own_for_the_dice(game: str) -> None:
    rule = {MK1: "M1-DICE-7", MK2: "M2-DICE-1"}[game]
    pieces = {"juggernaut": at(12, 10, focus=3), "ironclad": foe(12, NEXT)}
    t = Game(game, pieces, dice=["4 5 6"], waits=True)
    t.activate("juggernaut", "attack ironclad with ice_axe", "boost", "boost")
    assert modifier(t, "attack dice")[0] == 2 and modifier(t, "boosted") == (1, rule)
    assert t.match.roll is not None
    dice = [(term.why, term.value, term.cite) for term in t.match.roll.pools[0].terms[:2]]
    assert [why for why, _, _ in dice] == ["damage dice", "boosted"] and [value for _, value, _ in dice] == [2, 1]
    assert dice[1][2] == rule and dict(t.match.roll.pools[0].dice) == {"d6": 3}


@both
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-19", "M2-MOVE-25")
def test_a_charger_turns_along_its_line_first_and_to_its_target_at_the_end(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12.4, 17.5)}
    t = Game(game, pieces).activate("ironclad", "charge juggernaut", [90_000, 5300])
    rules = {MK1: ["M1-CHARGE-6"] * 2, MK2: ["M2-MOVE-19", "M2-MOVE-25"]}[game]
    assert [e.cite for e in t.happened(Turned, who="ironclad")] == rules
