"""What is told of a deed or its refusal: rule, reason, by how much, through and with whom."""

from __future__ import annotations

import pytest

from sandtable.core import Effect, EffectBegan, EffectEnded
from sandtable.core.cues import Threw
from sandtable.core.texts import english
from sandtable.rulesets.warmachine.common.interface.names import names
from sandtable.rulesets.warmachine.common.state.events import Combined, ControlTaken, Declared, Passed, Struck
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MK1,
    MK2,
    SMALL,
    Game,
    at,
    both,
    every,
    foe,
    row,
    to_next_turn,
)  # fmt: skip

NEXT = 10 + 2 * LARGE + 0.3
FAR = {"stryker": at(46, 2), "sorscha": foe(46, 46)}


def ready(t: Game) -> Game:
    """Until somebody may activate."""
    while t.match.roll is None and not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    return t


@pytest.mark.rule("ES-MARSHAL-12")
def test_a_fleeing_marshal_is_refused_by_its_own_rule() -> None:
    pieces = {"foreman": at(12, 10, fleeing=True), "juggernaut": at(14, 10, master="foreman"), "ironclad": foe(14, 40)}
    found = Game(ESCALATION, {**pieces, **FAR}, casters=False).activate("juggernaut").refusal("run", "ES-MARSHAL-12")
    assert "foreman flees" in found.reason


@pytest.mark.rule("ES-MARSHAL-10", "ES-MARSHAL-11")
def test_the_return_of_a_marshal_has_its_own_rule() -> None:
    pieces = {"vane": at(12, 10, focus=4), "foreman": foe(12, 15), "juggernaut": foe(30, 30, master="foreman")}
    t = Game(ESCALATION, {**pieces, "sorscha": foe(44, 44)}, casters=False, waits=True, dice=["6 5"])
    t.activate("vane", "cast suborn at foreman", "end")
    to_next_turn(t)
    ready(t)
    to_next_turn(t)
    assert [e.cite for e in t.happened(ControlTaken)] == ["ES-MARSHAL-10", "ES-MARSHAL-11"]


@pytest.mark.rule("M1-FLEE-2")
def test_who_began_to_flee_before_activating_is_passed_by_the_rule_on_fleeing() -> None:
    pieces = {"foreman": at(12, 14), "horror": at(12, 6), **FAR}
    t = Game(ESCALATION, pieces, casters=False, waits=True, dice=["6 6"])
    t.activate("horror", "advance", [[12_000, 10_000]], 90_000, "end")
    if t.state.active == 0:
        t.play("end")
    assert [e.cite for e in t.happened(Passed, who="foreman")][:1] == ["M1-FLEE-2"]


@pytest.mark.rule("M1-UPKEEP-1", "M1-MAINT-2")
def test_mk1_a_spell_lasts_by_its_own_rule() -> None:
    pieces = {"stryker": at(12, 10, focus=6), "charger": at(12, 13), "sorscha": foe(44, 44)}
    t = Game(MK1, pieces, casters=False).activate("stryker", "cast blur at charger")
    assert [e.cite for e in t.happened(EffectBegan) if e.effect.name == "blur"] == ["M1-UPKEEP-1"]


@both
@pytest.mark.rule("M1-MOD-19", "M2-STAT-4", "M2-KD-8")
@pytest.mark.parametrize("state", ["stationary", "inert", "down"])
def test_an_automatic_hit_cites_why(game: str, state: str) -> None:
    target = foe(12, NEXT, **{state: True})
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": target, **FAR}, casters=False, waits=True)
    t.activate("ironclad", "attack juggernaut with quake_hammer")
    if t.match.ask is not None and "no roll" in t.offers():
        t.play("no roll")
    mk2 = "M2-KD-8" if state == "down" else "M2-STAT-4"
    assert t.happened(Struck)[-1].cite == {MK1: "M1-MOD-19", MK2: mk2}[game]


@both
@pytest.mark.rule("M1-TURN-11", "M2-STAT-1")
def test_why_a_unit_of_stationary_troopers_does_not_activate(game: str) -> None:
    card = {MK1: "long_gunners", MK2: "stormguard"}[game]
    t = Game(game, {**row(3, card, "sg", stationary=True), "charger": at(30, 10), "juggernaut": foe(30, 30)})
    assert "sg is stationary" in t.refusal("activate sg", {MK1: "M1-TURN-11", MK2: "M2-STAT-1"}[game]).reason


@every
@pytest.mark.rule("M1-POWER-38", "M2-POWER-17")
def test_who_is_no_warjack_is_not_offered_a_lock_of_the_head(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "stryker": foe(12, 10 + LARGE + SMALL + 0.2), "sorscha": at(46, 2)}
    t = Game(game, pieces, casters=False).activate("juggernaut")
    assert "is no warjack" in t.refusal("lock stryker left").reason


@both
@pytest.mark.rule("M1-SPELL-5", "M1-CHANNEL-8", "M2-SPELL-15")
def test_spells_and_weapons_may_be_typed_as_they_are_printed(game: str) -> None:
    gun = {MK1: "repeating long rifle", MK2: "repeating long gun"}[game]
    pieces = {"stryker": at(12, 10, focus=6), "lancer": at(16, 10), "juggernaut": foe(16, 12.2), **row(1, x=30)}
    t = Game(game, {**pieces, "sorscha": foe(44, 44)}, casters=False).activate("stryker")
    said = t.refusal("cast arcane bolt at juggernaut through lancer")
    assert said == t.refusal("cast arcane_bolt at juggernaut through lancer") and "engaged" in said.reason
    guns = Game(game, {**row(1), **pieces, "sorscha": foe(44, 44)}, casters=False).activate("guns", "no order", "act")
    assert "no weapon" not in guns.refusal(f"guns.1 attack sorscha with {gun}").reason
    assert "no weapon" not in guns.refusal("guns.1 attack sorscha").reason


@both
@pytest.mark.rule("M1-RANGED-1", "M2-ATK-11")
def test_a_miss_for_range_says_by_how_much(game: str) -> None:
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    pieces = {**row(1), "juggernaut": foe(12, 10 + SMALL + LARGE + 14.5)}
    t = Game(game, pieces).activate("guns", "no order", "act", f"guns.1 attack juggernaut with {gun}")
    (struck,) = t.happened(Struck)
    assert not struck.hit and 0 < struck.short_by < 15_000
    assert "in too far away" in struck.line(t.position)


@both
@pytest.mark.rule("M1-MOD-7", "M2-ATK-21")
def test_it_is_told_who_combines(game: str) -> None:
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    t = Game(game, {**row(3), "juggernaut": foe(12, 18)}, dice=["6 5", "1 1"]).activate("guns", "no order", "act")
    t.play(f"guns.1 combine juggernaut with {gun}", ["guns.2", "guns.3"])
    (told,) = t.happened(Combined)
    assert told.who == "guns.1" and told.helpers == ("guns.2", "guns.3")


@both
@pytest.mark.rule("M1-CHANNEL-2", "M2-SPELL-15")
def test_it_is_told_through_whom_a_spell_is_cast(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "lancer": at(16, 10), "juggernaut": foe(16, 18), "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False, waits=True).activate("stryker")
    t.play("cast arcane_bolt at juggernaut through lancer")
    assert [e.through for e in t.happened(Declared)] == ["lancer"]


@both
@pytest.mark.rule("M1-CHANNEL-2", "M2-SPELL-15")
def test_it_is_told_through_whom_a_spell_with_an_area_is_cast(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=3), "lancer": at(12, 14), "juggernaut": foe(12, 22)}
    t = Game(game, pieces, waits=True).activate("stryker", "cast arcane_blast at juggernaut through lancer")
    declared = t.happened(Declared, who="stryker")[0]
    assert declared.through == "lancer" and "through" in declared.line(t.position)


@pytest.mark.rule("M1-ATK-1")
def test_it_is_told_that_a_shell_is_a_smoke_shell() -> None:
    pieces = {"gun": at(12, 10, card="field_gun_gunner", unit="crew", role="gunner"), "juggernaut": foe(12, 20)}
    t = Game(ESCALATION, pieces, waits=True).activate("crew", "act", "gun smoke_shell juggernaut with field_gun")
    assert t.happened(Declared)[0].what == "smoke_shell"


@pytest.mark.rule("M2-SCEN-1", "M2-SCEN-4", "M2-SCEN-5", "M1-SETUP-7")
@pytest.mark.parametrize(
    ("game", "scenario", "told", "untold"),
    [
        (MK2, "caster_kill", {"M2-SCEN-1"}, {"M2-SCEN-4", "M2-SCEN-5"}),
        (MK2, "mosh_pit", {"M2-SCEN-1", "M2-SCEN-4", "M2-SCEN-5"}, set()),
        (MK2, "round_limit", {"M2-SCEN-1", "M2-SCEN-5"}, {"M2-SCEN-4"}),
        (MK1, "caster_kill", {"M1-SETUP-6"}, {"M1-SETUP-7"}),
        (MK1, "points_match", {"M1-SETUP-6", "M1-SETUP-7"}, set()),
    ],
)
def test_how_to_win_is_told_by_scenario(game: str, scenario: str, told: set[str], untold: set[str]) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 30)}, scenario=scenario)
    win = {*t.position.rules.showing.guide(t.position, 0).win}
    assert told <= win and not untold & win


@pytest.mark.rule("M1-CTRL-4", "M2-CTRL-5")
@both
def test_a_warjack_that_is_full_of_focus_is_told_so(game: str) -> None:
    pieces = {
        "stryker": at(12, 10, focus=6),
        "ironclad": at(12, 13, focus=3),
        "lancer": at(15, 13),
        "juggernaut": foe(12, 30),
    }
    t = Game(game, {**pieces, "sorscha": foe(44, 44)}, casters=False, turn={"phase": "control"})
    found = t.refusal({"ironclad": 1}, {MK1: "M1-CTRL-4", MK2: "M2-CTRL-5"}[game])
    assert "3 focus" in found.reason


@pytest.mark.rule("ES-CREW-5")
def test_nobody_who_steps_in_is_no_piece() -> None:
    pieces = {
        "gun.1": foe(12, 20, card="mortar_gunner", unit="gun", role="gunner"),
        "gun.2": foe(13.378, 20, card="mortar_crewman", unit="gun", role="crewman"), "charger": at(12, 10),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, dice=["6 5", "3 4"], waits=True).activate("charger", "attack gun.1 with dual_cannon")
    assert t.offers() == ["gun.2", "nobody"]
    assert all(name in t.state.status for o in t.ask.domain.options(t.position) or () for name in o.ids)
    t.play("nobody")
    assert t.gone("gun.1")


@both
def test_what_a_unit_has_faced_is_told_by_its_printed_name(game: str) -> None:
    """No underscores: ``facing Chained Horror``."""
    t = Game(game, {**row(3), "ogre": foe(13.6, 16.5, card="chained_horror")})
    known = names(t.position)
    assert known["braved_ogre"] == "facing Chained Horror" and known["faced_ogre"] == "coming upon Chained Horror"
    assert known["braved_guns"] == "facing Long Gunner Infantry"


@pytest.mark.rule("M1-ORDER-4")
def test_mk1_an_order_is_told_in_words() -> None:
    scouts = row(3, card="cyg_scouts", unit="scouts")
    t = Game(MK1, {**scouts, **FAR, "stryker": at(13, 6)}, casters=False)
    t.activate("stryker", "order scouts go_to_ground")
    (declared,) = t.happened(Declared)
    assert declared.what == "order scouts go to ground"
    (began,) = t.happened(EffectBegan)
    assert names(t.position)[began.effect.name] == "order to go to ground"
    sheet = t.rules.showing.sheet(t.position, "scouts.1")
    assert sheet is not None and [rule.name for rule in sheet.rules].count("Go To Ground") == 1


@pytest.mark.rule("M1-POWER-31", "M1-ORDER-4")
def test_dice_orders_and_effects_are_told_by_printed_names() -> None:
    """Both throw against each other; the cue that a client shows has the names of the log."""
    pieces = {"juggernaut": at(12, 10, focus=3), "ironclad": foe(12, NEXT)}
    t = Game(MK1, {**pieces, **FAR}, casters=False, dice=["6 6", "6", "1"], waits=True)
    t.activate("juggernaut", "throw ironclad", "roll")
    rivals = [cue for told in t.match.cues() for cue in told.cues if isinstance(cue, Threw)][-1]
    assert (rivals.purpose, rivals.pools) == ("Juggernaut against Ironclad", ("Juggernaut", "Ironclad"))
    assert any("Juggernaut 6, Ironclad 1" in line for line in t.match.log())
    t = Game(MK1, {**row(6), "stryker": at(12, 8), "sorscha": foe(46, 46)}, casters=False)
    t.activate("stryker", "order guns run")
    assert any("order Long Gunner Infantry run" in line for line in t.match.log())
    assert t.rules.showing.name(t.position, "helped_along") == "helped along"


def test_a_gun_and_its_crew_of_one_id_have_names_of_their_own() -> None:
    crew = {
        "field_gun.1": at(12, 10, card="field_gun_gunner", unit="field_gun", role="gunner", entry="cyg_field_gun"),
        "field_gun.2": at(14.5, 10, card="field_gun_crewman", unit="field_gun", role="crewman", entry="cyg_field_gun"),
    }
    t = Game(ESCALATION, {**crew, "juggernaut": foe(12, 20)}, waits=True).activate("field_gun", "act")
    offers = t.ask.domain.options(t.position) or ()
    shot = next(o for o in offers if o.key == "field_gun.1 attack juggernaut with field_gun")
    assert t.position.rules.showing.label(t.position, shot) == "Field Gun Gunner attacks Juggernaut with Field Gun"
    assert names(t.position)["field_gun"] == "Field Gun Crew"
    told = english(t.position, Declared(who="field_gun.1", what="field_gun", target="juggernaut").line(t.position))
    assert told == "Field Gun Gunner: Field Gun at Juggernaut"


def test_what_is_feared_is_told_of_a_unit_and_not_of_each_trooper() -> None:
    pieces = {**row(3), "horror": foe(12, 40, card="chained_horror")}
    p = Game(ESCALATION, pieces, waits=True).position
    lines = {on: EffectBegan(effect=Effect("braved_horror", on, "horror")).line(p) for on in ("guns", "guns.1")}
    assert english(p, lines["guns"]).endswith("facing Chained Horror begins") and lines["guns.1"] == ""
    assert EffectBegan(effect=Effect("fire", "guns.1", "horror")).line(p) != ""
    assert all(event(effect=Effect("core_group", "guns.1", "")).line(p) == "" for event in (EffectBegan, EffectEnded))
