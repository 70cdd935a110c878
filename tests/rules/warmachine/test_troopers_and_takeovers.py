"""Troopers who flee, return and stand up; control taken over; the last of a unit; where the pit lies."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import find
from sandtable.match import new_match
from sandtable.rulesets.warmachine.common.setup.victory import pit
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
    every,
    foe,
    row,
    to_next_turn,
)  # fmt: skip

FAR = {"stryker": at(46, 2), "sorscha": foe(46, 46)}


def ready(t: Game) -> Game:
    """Until somebody may activate."""
    while t.match.roll is None and not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    return t


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
