"""Clauses tried from the rules alone, for the fifth time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import EffectBegan, find
from sandtable.match import new_match
from sandtable.rulesets.warmachine.common.setup.victory import pit
from sandtable.rulesets.warmachine.common.state.events import Combined, ControlTaken, Declared, Passed, Struck
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    SOUTH,
    STEP,
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


# --- rallying ---
@pytest.mark.rule("M1-CMD-9", "M1-FLEE-11", "M1-RALLY-1")
@pytest.mark.parametrize(("gap", "rallies"), [(8.9, True), (9.2, False)])
def test_a_trooper_who_flees_alone_has_the_cmd_of_the_warcaster_near_him(gap: float, rallies: bool) -> None:
    """Stryker has CMD 9 and is too far from the leader; the roll is 9."""
    x = 12 + 3 * STEP
    pieces = {
        **row(4, y=18),
        "stryker": at(x + 2 * SMALL + gap, 20),
        **{k: v for k, v in FAR.items() if k != "stryker"},
    }
    pieces["guns.4"] |= {"at": [x, 32], "fleeing": True}  # he runs twelve inches home
    t = Game(ESCALATION, pieces, casters=False, turn={"phase": "maintenance"}, dice=["4 5"], waits=True)
    assert t.place("guns.4")[1] == 20
    assert ("fleeing" not in t.effects("guns.4")) == rallies


@pytest.mark.rule("M1-CMD-8", "M1-FLEE-11")
def test_a_trooper_who_flees_alone_still_has_the_cmd_of_his_leader() -> None:
    """Rolled for himself; his leader is in formation with him."""
    pieces = {**row(4, y=18), **FAR}
    pieces["guns.4"] |= {"at": [12 + 3 * STEP, 30], "fleeing": True}
    t = Game(ESCALATION, pieces, casters=False, turn={"phase": "maintenance"}, dice=["4 4"], waits=True)
    assert "fleeing" not in t.effects("guns.4")


# --- control and marshals ---
@pytest.mark.rule("M2-JACK-9", "M2-SPELL-16", "M2-JACK-3")
@pytest.mark.parametrize(("verb", "inert"), [("take", False), ("reactivate", True)])
def test_mk2_a_warjack_taken_over_channels_and_a_reactivated_one_does_not(verb: str, inert: bool) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "lancer": at(12, 10 + SMALL + MEDIUM, inert=inert, master=None)}
    t = Game(MK2, {**pieces, "juggernaut": foe(12, 22), "sorscha": foe(46, 46)}, casters=False, waits=True)
    t.activate("stryker", f"{verb} lancer")
    bolt = "cast arcane_bolt at juggernaut through lancer"
    if inert:
        t.refusal(bolt, "M2-JACK-3")
    else:
        assert t.match.why_not(bolt) is None


@pytest.mark.rule("ES-AUTO-8")
def test_escalation_a_warjack_taken_over_does_not_channel() -> None:
    pieces = {"stryker": at(12, 10, focus=6), "lancer": at(12, 10 + SMALL + MEDIUM, master=None)}
    t = Game(ESCALATION, {**pieces, "juggernaut": foe(12, 22), "sorscha": foe(46, 46)}, casters=False, waits=True)
    t.activate("stryker", "take lancer").refusal("cast arcane_bolt at juggernaut through lancer", "ES-AUTO-8")


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


# --- which rule it is ---
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


# --- lists and positions ---
@pytest.mark.rule("M2-FORCE-1", "M2-FORCE-2")
def test_mk2_a_battle_box_has_one_warcaster_whatever_it_costs() -> None:
    lists: Any = find(MK2).rosters
    lines = [{"entry": "stryker", "battlegroup": ["ironclad"] * 6}, {"entry": "vane", "battlegroup": ["ironclad"] * 4}]
    army = lists.read({"name": "x", "faction": "cygnar", "limit": "box", "list": lines})
    assert [p.rule for p in lists.check(army) if p.grave] == ["M2-FORCE-1"]


@pytest.mark.rule("ES-ATTACH-7", "ES-ATTACH-10")
def test_a_unit_of_which_only_the_captain_is_left_is_worth_the_whole_unit() -> None:
    captain = foe(12, 13, card="iron_fang_ua_kapitan", unit="fangs", role="officer", damage=4)
    pieces = {"fangs.5": captain, "ironclad": at(12, 13 - SMALL - LARGE - 0.2), **FAR}
    t = Game(ESCALATION, pieces, casters=False, dice=["6 5", "6 6"], waits=True)
    t.activate("ironclad", "attack fangs.5 with quake_hammer")
    assert t.state.points == (3, 0)


# --- ways ---
@pytest.mark.rule("M1-FORM-9")
def test_mk1_a_trooper_returns_by_the_shortest_way() -> None:
    """Where it ends is its own choice; the way there is not."""
    x = 12 + 2 * STEP + 2 * SMALL
    guns = {**row(3), "guns.4": at(x + 4, 10, card="long_gunners", unit="guns")}
    t = Game(MK1, {**guns, "juggernaut": foe(20, 30)}).activate("guns", "no order", "guns.4 advance")
    end = round(1000 * (x + 2.9))
    assert t.legal([[end, 10_000]]) and t.legal([[end, 10_500]])
    assert t.legal([[round(1000 * (x + 3.4)), 10_010], [end, 10_000]])  # hardly longer
    t.refusal([[round(1000 * (x + 4)), 12_000], [end, 10_500]], "M1-FORM-9")


@pytest.mark.rule("M1-FORM-9")
def test_mk1_a_trooper_who_returns_goes_round_what_is_in_his_way() -> None:
    x = 12 + 2 * STEP
    guns = {**row(3), "guns.4": at(x + 6, 10, card="long_gunners", unit="guns")}
    wall = [{"kind": "obstruction", "at": [x + 4.5, 10], "size": [0.5, 2]}]
    t = Game(MK1, {**guns, "juggernaut": foe(30, 40)}, terrain=wall).activate("guns", "no order", "guns.4 advance")
    path = t.ask.domain.toward(t.position, (0, 0))
    assert len(path) > 1 and t.legal([list(spot) for spot in path])


@pytest.mark.rule("M1-FORM-9")
def test_mk1_the_way_back_that_is_offered_is_the_shortest_over_rough_ground() -> None:
    guns = {**row(3), "guns.4": at(22.35, 11.614, card="long_gunners", unit="guns")}
    rough: list[dict[str, Any]] = [
        {"kind": "rough", "at": [19.6, 8.45], "radius": 1.99},
        {"kind": "rough", "at": [20.39, 12.91], "size": [1.59, 3.5]},
        {"kind": "rough", "at": [19.53, 7.46], "radius": 0.99},
    ]
    t = Game(MK1, {**guns, "juggernaut": foe(30, 40)}, terrain=rough).activate("guns", "no order", "guns.4 advance")
    assert t.legal(t.ask.domain.fallback(t.position))


# --- what is told ---
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


@every
@pytest.mark.rule("M1-POWER-31", "M2-POWER-33")
def test_silence_throws_a_model_at_the_rim_of_the_front_arc_where_it_may_be_thrown(game: str) -> None:
    """Straight away from the thrower would be behind it."""
    at_rim = foe(12 - 2 * LARGE - 0.1, 10 - 0.3)
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": at_rim, **FAR}
    t = Game(game, pieces, casters=False, dice=["6 5", "6", "1"], waits=True).activate("juggernaut", "throw ironclad")
    domain = t.ask.domain
    silent = domain.fallback(t.position)
    assert domain.refuse(t.position, silent) is None and 90_000 < silent[0] < 180_000
    assert all(domain.refuse(t.position, line) is None for line in domain.candidates(t.position, 3, Random(1)))


# --- cards ---
@pytest.mark.rule("ES-MARSHAL-11", "M1-FLEE-5")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_suborn_by_its_owner_brings_a_solo_home_for_good(game: str) -> None:
    pieces = {"vane": at(12, 10, focus=4), "adept": foe(12, 15), "vane_b": foe(12, 20, card="vane")}
    pieces |= {"ironclad": at(30, 10), "charger": foe(30, 40)}
    t = Game(game, pieces, casters=False, dice=["6 5"], waits=True).activate("vane", "cast suborn at adept", "end")
    assert (t.state.status["adept"].seat, t.state.status["adept"].home) == (0, 1)
    while t.state.active == 0 or not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    t.dice = ["6 5"]
    t.activate("vane_b", "cast suborn at adept", "roll")
    for _ in range(3):
        assert (t.state.status["adept"].seat, t.state.status["adept"].home) == (1, None)
        assert "suborned" not in t.effects("adept")
        ready(to_next_turn(t))


@pytest.mark.rule("M1-FLEE-5", "M1-TERRAIN-15")
@pytest.mark.parametrize(("card", "end"), [("tracker", 13.295), ("adept", 13.295)])
def test_mk1_rough_ground_slows_whoever_flees(card: str, end: float) -> None:
    mud = [{"kind": "rough", "at": [24, 12], "size": [46, 12]}]
    pieces = {
        card: at(12, 20, SOUTH, fleeing=True),
        "ironclad": foe(12, 40),
        "stryker": foe(46, 46),
        "sorscha": at(46, 2),
    }
    t = Game(ESCALATION, pieces, casters=False, turn={"phase": "maintenance"}, terrain=mud, dice=["6 6"], waits=True)
    assert t.place(card)[1] == pytest.approx(end, abs=0.002)


# --- before the order ---
def down_and_up() -> dict[str, Any]:
    """A leader with a fallen trooper before him, and two more."""
    pike: dict[str, Any] = {"card": "iron_fangs", "unit": "fangs"}
    others = {
        "fangs.3": at(14, 10, role="grunt", down=True, **pike),
        "lg.1": foe(12, 16, card="long_gunners", unit="lg", role="leader"),
    }
    return {
        "fangs.1": at(12, 10, role="leader", **pike),
        "fangs.2": at(12, 11.5, role="grunt", down=True, **pike),
        **others, "sorscha": at(2, 2), "stryker": foe(46, 46),
    }  # fmt: skip


@pytest.mark.rule("M1-KD-11", "M1-KD-9", "M1-KD-10", "M1-KD-12")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_fallen_troopers_stand_before_the_order(game: str) -> None:
    """One after another; whoever stands hides the target from his leader, who stays down does nothing."""
    t = Game(game, down_and_up(), casters=False, waits=True).activate("fangs")
    assert t.ask.prompt == "stand up with fangs.2"
    t.play("stand instead of acting", 90_000)
    assert t.ask.prompt == "stand up with fangs.3"
    t.play("stay down", "order charge")
    assert not [o for o in t.offers() if o.startswith("fangs.1 charges lg.1")]
    assert not [o for o in t.offers() if "stand" in o or o.startswith("fangs.3")]
    low = Game(game, down_and_up(), casters=False, waits=True).activate(
        "fangs", "stay down", "stay down", "order charge"
    )
    assert [o for o in low.offers() if o.startswith("fangs.1 charges lg.1")]


@pytest.mark.rule("M2-KD-14")
def test_mk2_fallen_troopers_stand_after_the_order() -> None:
    t = Game(MK2, down_and_up(), casters=False, waits=True).activate("fangs")
    assert "order charge" in t.offers()


@pytest.mark.rule("M2-SCEN-4")
@pytest.mark.parametrize(
    ("scenario", "map", "middle"), [("mosh_pit", "mill_green", 18), ("mosh_pit_small", "foundry", 24)]
)
def test_mk2_the_pit_is_in_the_middle_of_the_table(scenario: str, map: str, middle: int) -> None:
    match = new_match(MK2, seed=1, scenario=scenario, map=map)
    area = pit(match.position)
    assert area is not None and (area.x, area.y) == (middle * 1000, middle * 1000)
    assert next(z.shape for z in match.scene(0).zones if "Pit" in z.label).x == middle * 1000


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
