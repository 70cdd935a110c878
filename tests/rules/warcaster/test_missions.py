"""Primary missions (WC-MISSION): rolling for one, objectives, geysers, ore, scoring, victory."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Call, Draft, Rolled
from sandtable.lab.checks import walk
from sandtable.rulesets.warcaster.missions.mission_objectives import objectives_of
from sandtable.rulesets.warcaster.missions.objectives import near_objective, securing
from sandtable.rulesets.warcaster.missions.primary import StartOfPulse
from sandtable.rulesets.warcaster.state.events import GeyserRolled, MissionChosen, Scored, TurnBegan
from sandtable.rulesets.warcaster.turn.pulse_rounds import Battle
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

PRIMARY = ("orders_of_magnitude", "strange_matter", "surface_tension")


def squad(seat: str, x: float, y: float) -> dict[str, Any]:
    """Three rangers in a row, the first just within an inch of a marker at (x, y)."""
    near = x + 0.984 + 0.591 + 1
    return piece("ranger_fire_team", seat, [[near, y], [near + 1.3, y], [near + 2.6, y]])


def pulse(mission: str, number: int = 1, dice: Any = (), **pieces: Any) -> Bench:
    """The end of a Pulse round with these pieces, and one lonely model of each seat far from everything."""
    more = {k: pieces.pop(k) for k in ("geyser", "seats", "sides", "objectives") if k in pieces}
    lonely = {"lonely_a": piece("hunter", "a", [2, 2]), "lonely_b": marauder([46, 46])}
    turn = {"step": "end_of_pulse", "round": number, "box": 5, "seat": "b"}
    return Bench(mission=mission, turn=turn, pieces=pieces | lonely, dice=dice, **more)


def scored(t: Bench) -> list[tuple[int, int, str]]:
    return [(e.seat, e.vp, e.cite) for e in t.events if isinstance(e, Scored)]


@pytest.mark.rule("WC-MISSION-1")
@pytest.mark.parametrize(("face", "mission"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_a_d3_picks_the_mission(face: int, mission: int) -> None:
    t = Bench(options={"mission": "random"}, dice=[str(face), "11111", "11111", "6", "1"])
    assert t.state.mission == PRIMARY[mission]
    assert t.happened(MissionChosen, mission=PRIMARY[mission], cite="WC-MISSION-1")
    assert t.state.objectives == objectives_of(rules().cards, PRIMARY[mission])
    assert t.state.map.features == rules().new_game({"mission": PRIMARY[mission]}).state.map.features


@pytest.mark.rule("WC-MISSION-1")
def test_a_mission_has_its_five_parts() -> None:
    for raw in rules().cards.missions.values():
        assert {"name", "objectives", "rules", "score", "pulses"} <= set(raw)
        assert all(rule in rules().rulebook for rule in raw["rules"])


@pytest.mark.rule("WC-MISSION-2", "WC-PULSE-9", "WC-GEN-11")
@pytest.mark.parametrize(("a", "b", "winner"), [(3, 2, 0), (2, 3, 1), (4, 4, None)])
def test_more_points_win_after_the_third_round(a: int, b: int, winner: int | None) -> None:
    t = pulse("surface_tension", 3, seats={"a": {"vp": a}, "b": {"vp": b}})
    assert t.game.over and t.game.result is not None
    assert (t.game.result.winner, t.game.result.cite) == (winner, "WC-MISSION-2")
    earlier = pulse("surface_tension", 2, seats={"a": {"vp": a}, "b": {"vp": b}})
    assert not earlier.game.over


@pytest.mark.rule("WC-MISSION-2", "WC-MISSION-15", "WC-PULSE-9")
def test_fifteen_turns_each() -> None:
    for seed in range(8):
        turns, result = [], None
        for step in walk(rules(), seed, {"mission": "strange_matter"}):
            turns += [e.seat for e in step.after.events if isinstance(e, TurnBegan)]
            result = step.after.game.result
        assert result is not None
        if result.cite == "WC-MISSION-2":
            assert (turns.count(0), turns.count(1)) == (15, 15)
            return
    raise AssertionError("every game ended by the Mercy Rule")


@pytest.mark.rule("WC-MISSION-3", "WC-MISSION-16")
def test_six_geysers_numbered_twice() -> None:
    geysers = objectives_of(rules().cards, "orders_of_magnitude")
    spots = {(o.number, o.x // 1000, o.y // 1000) for o in geysers.values()}
    assert spots == {(1, 10, 18), (2, 24, 10), (3, 38, 18), (1, 38, 30), (2, 24, 38), (3, 10, 30)}
    assert {o.kind for o in geysers.values()} == {"permanent"}
    ore = objectives_of(rules().cards, "strange_matter")
    assert {(o.number, o.z) for o in ore.values()} == {(0, 0)}, "only geysers are numbered"
    assert {o.terrain for o in ore.values() if o.kind == "portable"} == {False}
    for o in geysers.values():
        assert any(p.number == o.number and (p.x, p.y) == (48000 - o.x, 48000 - o.y) for p in geysers.values())


@pytest.mark.rule("WC-MISSION-4")
def test_only_squads_secure_geysers() -> None:
    t = pulse(
        "orders_of_magnitude",
        dice=["1"],
        geyser=2,
        h=piece("hunter", "a", [10, 20]),
        wolf=wolf([38, 20.5]),
        r=squad("b", 24, 38),
    )
    assert scored(t) == [(1, 3, "WC-MISSION-7")]


@pytest.mark.rule("WC-MISSION-5", "WC-PULSE-10")
def test_every_round_begins_with_a_d3_for_the_geysers() -> None:
    t = pulse("orders_of_magnitude", dice=["5"], geyser=1)
    assert (t.state.geyser, t.state.round) == (3, 2)
    rolled = t.happened(GeyserRolled, number=3, cite="WC-MISSION-5")
    assert t.events.index(rolled[0]) < t.events.index(t.happened(TurnBegan)[0])
    first = Bench(options={"mission": "orders_of_magnitude"}, dice=["11111", "11111", "6", "1", "4"])
    first.play("go first", "far side")
    for unit in ("hunter_1", "grafter"):
        first.play(f"deploy {unit}")
        first.play(first.ask.silence(first.position))
        first.play("done")
    assert (first.state.geyser, first.state.turn) == (2, 1)


@pytest.mark.rule("WC-MISSION-6")
def test_never_the_number_of_the_round_before() -> None:
    t = pulse("orders_of_magnitude", dice=["3", "4", "1"], geyser=2)
    assert t.state.geyser == 1
    throws = [e.counted for e in t.events if isinstance(e, Rolled) and e.roll.cite == "WC-MISSION-5"]
    assert throws == [False, False, True]


@pytest.mark.rule("WC-MISSION-7", "WC-PULSE-7")
def test_active_and_inactive_geysers() -> None:
    t = pulse(
        "orders_of_magnitude", dice=["1"], geyser=2, r1=squad("a", 24, 10), r2=squad("a", 10, 18), s=squad("b", 24, 38)
    )
    assert scored(t) == [(0, 1, "WC-MISSION-7"), (0, 3, "WC-MISSION-7"), (1, 3, "WC-MISSION-7")]
    assert [p.vp for p in t.state.players] == [4, 3]


@pytest.mark.rule("WC-MISSION-8", "WC-MISSION-16")
def test_processors_and_ore() -> None:
    state = rules().new_game({"mission": "strange_matter"}).state
    spots = {(o.kind, o.x // 1000, o.y // 1000) for o in state.objectives.values()}
    assert spots == {
        *(("permanent", x, y) for x in (12, 36) for y in (16, 32)),
        *(("portable", x, 24) for x in (6, 24, 42)),
    }
    walls = {f.id: f for f in state.map.features}
    assert all(walls[p].kind == "obstacle" and walls[p].cover for p in ("p1", "p2", "p3", "p4"))
    assert "ore_left" not in walls


@pytest.mark.rule("WC-MISSION-9", "WC-MISSION-11")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_processors_score_by_round(number: int) -> None:
    t = pulse(
        "strange_matter",
        number,
        r=squad("a", 12, 16),
        h=piece("hunter", "a", [36, 18]),
        wolf=wolf([12, 34.5]),
        s=squad("b", 36, 32),
    )
    assert scored(t) == [(0, number, "WC-MISSION-11")] * 2 + [(1, number, "WC-MISSION-11")]


@pytest.mark.rule("WC-MISSION-10")
def test_warriors_carry_ore_and_warjacks_do_not() -> None:
    assert rules().cards.missions["strange_matter"]["carriers"] == ["squad", "solo"]
    for unit, carries in (("hunter", True), ("dusk_wolf", False)):
        t = Bench(mission="strange_matter", pieces={"it": piece(unit, "a", [24, 20]), "m": marauder([46, 46])})
        t.play("activate it", "move", [(24000, 22900)])
        assert any("ore_centre" in k for k in t.offers()) is carries


@pytest.mark.rule("WC-MISSION-12")
def test_ore_at_a_processor_gives_two_more_once() -> None:
    two = {
        "r": {**squad("a", 12, 16), "carrying": {1: "ore_left"}},
        "h": piece("hunter", "a", [12, 18], carrying="ore_centre"),
    }
    t = pulse("strange_matter", 2, **two)
    assert scored(t) == [(0, 2, "WC-MISSION-11"), (0, 2, "WC-MISSION-12")]
    beside = {"r": {**squad("a", 12, 16), "carrying": {1: "ore_left"}}, "h": piece("hunter", "a", [12, 18])}
    assert scored(pulse("strange_matter", 2, **beside)) == scored(t), "one carrier near it is enough"
    away = pulse("strange_matter", 2, r={**squad("a", 12, 16), "carrying": {3: "ore_left"}})
    assert scored(away) == [(0, 2, "WC-MISSION-11")], "the carrier itself must be within an inch"


@pytest.mark.rule("WC-MISSION-13")
def test_five_objectives_that_are_terrain_for_squads() -> None:
    state = rules().new_game({"mission": "surface_tension"}).state
    assert {(o.x // 1000, o.y // 1000) for o in state.objectives.values()} == {
        (24, 24),
        (12, 12),
        (36, 12),
        (12, 36),
        (36, 36),
    }
    assert all(f.kind == "obstacle" and f.cover for f in state.map.features if f.id in state.objectives)
    assert scored(pulse("surface_tension", h=piece("hunter", "a", [12, 14]))) == []


@pytest.mark.rule("WC-MISSION-14", "WC-MISSION-18")
@pytest.mark.parametrize(("sides", "own", "other"), [((0, 1), 1, 3), ((1, 0), 3, 1)])
def test_own_side_centre_and_the_opponents(sides: tuple[int, int], own: int, other: int) -> None:
    t = pulse("surface_tension", sides=sides, r1=squad("a", 12, 12), r2=squad("a", 24, 24), r3=squad("a", 12, 36))
    assert sorted(scored(t)) == sorted(
        [(0, own, "WC-MISSION-14"), (0, 2, "WC-MISSION-14"), (0, other, "WC-MISSION-14")]
    )


@pytest.mark.rule("WC-MISSION-18")
def test_sides_go_by_table_half() -> None:
    for o in objectives_of(rules().cards, "surface_tension").values():
        assert o.side == ("seat_one" if o.y < 24000 else "seat_two" if o.y > 24000 else "centre")


@pytest.mark.rule("WC-MISSION-17")
@pytest.mark.parametrize("mission", list(rules().cards.missions))
def test_no_mission_changes_the_initial_deployment(mission: str) -> None:
    raw = rules().cards.missions[mission]
    assert not {"deployment", "budget", "strip", "secondaries"} & set(raw)
    if raw["kind"] == "primary":
        assert (
            rules().new_game({"mission": mission, "secondaries": ("recon", "recon")}).state.players[0].secondary
            == "recon"
        )


@pytest.mark.rule("WC-OBJ-1", "WC-OBJ-3")
def test_only_permanent_objectives_are_secured() -> None:
    t = Bench(mission="strange_matter", pieces={"r": squad("a", 24, 24), "m": marauder([46, 46])})
    ore = next(name for name, o in t.state.objectives.items() if o.kind == "portable")
    at = t.state.objectives[ore]
    near = piece("ranger_fire_team", "a", [[at.x / 1000, at.y / 1000 + 1.5], [2, 2], [4, 2]])
    t = Bench(mission="strange_matter", pieces={"r": near, "m": marauder([46, 46])})
    assert near_objective(t.position, ore, 0) == ["r.1"] and securing(t.position, ore, 0) == []


@pytest.mark.rule("WC-MISSION-5", "WC-PULSE-3")
@pytest.mark.parametrize(("turn", "rolled"), [(0, True), (5, False), (9, False), (10, True), (15, False)])
def test_geysers_are_rolled_for_when_a_pulse_round_begins(turn: int, rolled: bool) -> None:
    d = Draft(rules(), rules().new_game({"mission": "orders_of_magnitude"}).state)
    begun = Battle(turn=turn).start(d)
    assert (isinstance(begun, Call) and isinstance(begun.frame, StartOfPulse)) is rolled
