"""Objectives (WC-OBJ): securing and contesting, picking up, carrying and dropping."""

from __future__ import annotations

from collections import Counter
from math import dist
from random import Random
from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.slams import Slam
from sandtable.rulesets.warcaster.measuring.distance import marker, to_marker
from sandtable.rulesets.warcaster.measuring.line_of_sight import sees
from sandtable.rulesets.warcaster.missions.objectives import may_carry, near_objective, securing
from sandtable.rulesets.warcaster.state.events import Dropped, PickedUp, Scored
from sandtable.rulesets.warcaster.state.stats import Def, Spd
from sandtable.rulesets.warcaster.turn.deployment import Recall
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf
from tests.rules.warcaster.strikes import land, wall

FAR = marauder([44, 44])
SMALL, MEDIUM, LARGE, PERMANENT = 591, 787, 984, 984
ORE = {"kind": "portable", "at": [15, 10]}


def bench(*, ore: Any = None, mission: str = "strange_matter", terrain: Any = (), **more: Any) -> Bench:
    pieces = {"far": FAR, **more.pop("pieces")}
    placed = {"ore_centre": {**ORE, **(ore or {})}, **more.pop("objectives", {})}
    return Bench(
        mission=mission,
        objectives=placed if mission == "strange_matter" else {},
        table={"size": 48, "terrain": list(terrain)},
        pieces=pieces,
        **more,
    )


def hunter(at: Any, seat: str = "a", **more: Any) -> dict[str, Any]:
    return piece("hunter", seat, list(at), **more)


def squad(at: Any, seat: str = "a", **more: Any) -> dict[str, Any]:
    return piece("ranger_fire_team", seat, at, **more)


@pytest.mark.rule("WC-OBJ-1")
def test_the_mission_says_who_holds_and_who_carries() -> None:
    t = bench(pieces={"wolf": wolf([12, 18.5]), "solo": hunter([36, 18])})
    assert securing(t.position, "p1", 0) == []
    assert securing(t.position, "p2", 0) == ["solo"]
    assert (may_carry(t.position, "wolf"), may_carry(t.position, "solo")) == (False, True)
    geysers = bench(
        mission="orders_of_magnitude", pieces={"solo": hunter([10, 20]), "team": squad([[24, 12], None, None])}
    )
    assert (securing(geysers.position, "g1a", 0), securing(geysers.position, "g2a", 0)) == ([], ["team"])
    assert not may_carry(geysers.position, "solo")
    assert {o.kind for o in t.state.objectives.values()} == {"permanent", "portable"}


@pytest.mark.rule("WC-OBJ-2")
def test_marker_sizes() -> None:
    t = bench(pieces={"solo": hunter([3, 3])})
    assert {name: marker(t.position, o).r for name, o in t.state.objectives.items() if name in ("p1", "ore_left")} == {
        "p1": PERMANENT,
        "ore_left": SMALL,
    }


@pytest.mark.rule("WC-OBJ-3", "WC-OBJ-5", "WC-MEAS-8")
@pytest.mark.parametrize(("over", "held"), [(0.0, True), (0.001, True), (0.002, False)])
def test_one_model_within_an_inch_secures(over: float, held: bool) -> None:
    y = 16 + 1 + (PERMANENT + SMALL) / 1000 + over
    t = bench(pieces={"team": squad([[12, y], [30, 30], [31.5, 30]])})
    assert (securing(t.position, "p1", 0) == ["team"]) is held


@pytest.mark.rule("WC-OBJ-4", "WC-OBJ-3")
@pytest.mark.parametrize(("over", "held"), [(0.0, False), (0.001, False), (0.002, True)])
def test_any_enemy_model_contests(over: float, held: bool) -> None:
    # a warjack that could not secure it itself, activated and uncharged
    y = 16 - 1 - (PERMANENT + LARGE) / 1000 - over
    t = bench(pieces={"solo": hunter([12, 18]), "scourge": piece("scourge", "b", [12, y], token=True)})
    assert (securing(t.position, "p1", 0) == ["solo"]) is held
    assert securing(t.position, "p1", 1) == []


@pytest.mark.rule("WC-OBJ-6", "WC-OBJ-7")
def test_permanent_objectives_stay_and_those_of_terrain_are_obstacles() -> None:
    t = bench(pieces={"solo": hunter([12, 14])}).play("activate solo", "move")
    assert t.refusal([milli_at(12, 16)]).cite == "WC-TERRAIN-11"
    t.play([milli_at(12, 16 + (PERMANENT + SMALL) / 1000)])  # crossed, as an obstacle is
    feature = t.state.map.feature("p1")
    assert (feature.kind, feature.height, feature.cover) == ("obstacle", 1000, True)
    assert (t.state.objectives["p1"].x, t.state.objectives["p1"].y) == (12000, 16000)
    assert not t.happened(PickedUp)
    flat = bench(mission="orders_of_magnitude", pieces={"solo": hunter([10, 16])}).play("activate solo", "move")
    assert flat.legal([milli_at(10, 18)])


@pytest.mark.rule("WC-OBJ-10")
def test_a_carrier_that_leaves_drops_it_where_it_stood() -> None:
    t = bench(pieces={"solo": hunter([20, 20], carrying="ore_left")}, frame=Recall(unit="solo"))
    o = t.state.objectives["ore_left"]
    assert (o.carrier, o.x, o.y) == ("", 20000, 20000)
    assert t.happened(Dropped, cite="WC-OBJ-10")
    shot = bench(
        pieces={"solo": hunter([20, 20], "b", carrying="ore_left"), "wolf": wolf([20, 12], weapons=["rail_gun"])},
        dice=["X" * 4, "MMMM", "X" * 13],
    ).play("activate wolf", "attack solo with rail_gun")
    assert shot.gone("solo")
    assert shot.state.objectives["ore_left"].carrier == ""


@pytest.mark.rule("WC-OBJ-10", "WC-OBJ-15")
def test_dropped_on_a_height_it_lies_there() -> None:
    roof = {"kind": "structure", "id": "roof", "height": 3, "at": [20, 20], "size": [4, 4]}
    t = bench(
        terrain=[roof],
        pieces={"solo": hunter([20, 20], z=3, on="roof", carrying="ore_left"), "low": hunter([17.3, 20])},
        frame=Recall(unit="solo"),
    )
    o = t.state.objectives["ore_left"]
    assert (o.x, o.y, o.z) == (20000, 20000, 3000)
    assert to_marker(t.position, t.model("low"), o) > 3000


@pytest.mark.rule("WC-OBJ-11")
def test_nothing_lets_go_of_it_or_hands_it_over() -> None:
    t = bench(pieces={"team": squad([[11, 10], [12.2, 10], [13.4, 10]], carrying={1: "ore_left"})})
    t.play("activate team")
    assert not [k for k in t.offers() if "drop" in k or "ore" in k]
    t.play("move", "team.2", [], [["team.1", milli_at(11, 10)], ["team.3", milli_at(13.4, 10)]], "end")
    assert t.model("team.1").carrying == "ore_left"


@pytest.mark.rule("WC-OBJ-12", "WC-EDGE-1")
def test_over_the_tables_edge_it_drops_at_the_last_place_on_it() -> None:
    t = bench(
        pieces={"solo": hunter([2, 20], carrying="ore_left"), "wolf": wolf([5, 20], "b")},
        frame=Slam(model="solo", source="wolf", distance=6000, by=1),
    )
    assert t.gone("solo")
    o = t.state.objectives["ore_left"]
    assert abs(o.x - SMALL) <= 1
    assert t.happened(Dropped, cite="WC-OBJ-12")


@pytest.mark.rule("WC-OBJ-13", "WC-SKIRMISH-6")
def test_control_counts_at_the_moment_of_scoring_only() -> None:
    t = Bench(mission="boiling_point", table={"size": 30}, pieces={"solo": hunter([6, 17]), "far": marauder([20, 20])})
    assert securing(t.position, "w", 0) == ["solo"]
    t.play("activate solo", "move", [milli_at(6, 22)], "end")
    assert not t.happened(Scored)
    assert securing(t.position, "w", 0) == []


@pytest.mark.rule("WC-OBJ-14")
def test_carrying_changes_nothing_else() -> None:
    plain, loaded = (
        bench(pieces={"solo": hunter([11, 10], carrying=what)} if what else {"solo": hunter([11, 10])})
        for what in ("", "ore_left")
    )
    for query in (Spd("solo"), Def("solo")):
        assert plain.value(query) == loaded.value(query)
    assert loaded.play("activate solo", "move").legal([milli_at(11, 3)])


@pytest.mark.rule("WC-OBJ-14")
def test_a_carrier_attacks_like_any_model_and_keeps_its_load() -> None:
    pieces = {"solo": hunter([15, 6], carrying="ore_left"), "prey": piece("marauder", "b", [15, 11])}
    t = bench(pieces=pieces, dice=["SMMMMM", "MM", "MMMMM"])
    t.play("activate solo", "attack prey with sniper_rifle", "pass").done("a", "activate solo", cite="WC-ACT-2")
    assert t.pool("damage") == {"A": 4, "P": 1}
    assert (t.model("solo").carrying, t.state.objectives["ore_left"].carrier) == ("ore_left", "solo")
    hit = bench(
        pieces={"solo": hunter([15, 6], "b", carrying="ore_left"), "wolf": wolf([15, 12], weapons=["rail_gun"])},
        dice=["SMMM", "MMMM", "MMMMMM"],
    )
    hit.play("activate wolf", "attack solo with rail_gun").done("a", "activate wolf")
    assert hit.model("solo").carrying == "ore_left", "a hit does not make it let go"


@pytest.mark.rule("WC-OBJ-15")
def test_a_carried_objective_has_no_place_of_its_own() -> None:
    t = bench(pieces={"solo": hunter([20, 20], carrying="ore_centre"), "other": hunter([15, 13])})
    t.play("activate other", "move", [milli_at(15, 10)])  # where the marker lay
    assert t.ask.cite == "WC-ACT-2"
    assert t.state.objectives["ore_centre"].carrier == "solo"


@pytest.mark.rule("WC-OBJ-16")
def test_a_portable_marker_is_flat() -> None:
    pieces = {"solo": hunter([15, 8]), "prey": piece("marauder", "b", [15, 12.3])}
    t = bench(pieces=pieces)
    assert sees(t.position, "solo", "prey")
    assert "ore_centre" not in [f.id for f in t.state.map.features]
    t.play("activate solo", "move", [milli_at(15, 10)], "pass")
    assert t.model("solo").at == (15000, 10000)
    shot = bench(pieces={"solo": hunter([15, 6]), "prey": piece("marauder", "b", [15, 11])}, dice=["MMMMMM", "MM"])
    shot.play("activate solo", "attack prey with sniper_rifle")
    assert shot.pool("defence") == {"A": 2}


@pytest.mark.rule("WC-OBJ-12", "WC-FALL-8")
@pytest.mark.parametrize(("roof", "z"), [([2.5, 10], 0), ([1.5, 10], 3000)])
def test_off_a_roof_and_off_the_table_it_lies_on_what_is_below(roof: Any, z: int) -> None:
    high = {"kind": "structure", "height": 3, "at": roof, "size": [3, 6], "id": "roof", "standable": True}
    t = bench(
        terrain=[high],
        pieces={"solo": hunter([2, 10], z=3, on="roof", carrying="ore_centre"), "wolf": wolf([6, 10], "b")},
        frame=Slam(model="solo", source="wolf", distance=6000, by=1),
    )
    assert t.gone("solo")
    ore = t.state.objectives["ore_centre"]
    assert (ore.x, ore.y, ore.z) == (SMALL, 10000, z)


@pytest.mark.rule("WC-OBJ-5", "WC-OBJ-3")
@pytest.mark.parametrize(("unit", "radius"), [("hunter", SMALL), ("marauder", MEDIUM), ("scourge", LARGE)])
@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_an_inch_from_a_permanent_objective_on_every_side(unit: str, radius: int, x: int, y: int) -> None:
    far = PERMANENT + 1000 + radius
    pieces = {"one": piece(unit, "a", [20 + x * far / 1000, 20 + y * far / 1000])}
    t = Bench(table={"size": 48}, pieces={**pieces, "far": FAR}, objectives={"w": {"at": [20, 20]}})
    assert near_objective(t.position, "w", 0) == ["one"]
    beyond = {"one": piece(unit, "a", [20 + x * (far + 2) / 1000, 20 + y * (far + 2) / 1000])}
    t = Bench(table={"size": 48}, pieces={**beyond, "far": FAR}, objectives={"w": {"at": [20, 20]}})
    assert near_objective(t.position, "w", 0) == []


@pytest.mark.rule("WC-OBJ-5", "WC-OBJ-3", "WC-OBJ-4")
def test_who_is_near_an_objective_is_who_measures_an_inch() -> None:
    rng, seen = Random(11), Counter[tuple[bool, bool]]()
    for _ in range(60):
        spots = {name: (rng.randint(14_800, 20_200), rng.randint(3_300, 8_700)) for name in ("a", "b")}
        gaps = {name: dist(at, (17_500, 6_000)) - SMALL - PERMANENT - 1000 for name, at in spots.items()}
        if dist(*spots.values()) < 2 * SMALL + 3 or any(abs(gap) < 3 for gap in gaps.values()):
            continue
        pieces = {name: piece("hunter", name, [x / 1000, y / 1000]) for name, (x, y) in spots.items()}
        t = Bench(mission="boiling_point", table={"size": 30}, pieces=pieces, objectives={"mark": {"at": [17.5, 6]}})
        close = {name: gap < 0 for name, gap in gaps.items()}
        assert [near_objective(t.position, "mark", seat) for seat in (0, 1)] == [
            [name] if close[name] else [] for name in "ab"
        ]
        alone = close["a"] != close["b"]
        assert [securing(t.position, "mark", seat) for seat in (0, 1)] == [
            [name] if close[name] and alone else [] for name in "ab"
        ]
        seen[close["a"], close["b"]] += 1
    assert len(seen) == 4


@pytest.mark.rule("WC-EDGE-1", "WC-OBJ-12", "WC-FALL-8")
@pytest.mark.parametrize(("low", "z"), [([15, 28.5], 2000), ([5, 5], 0)])
def test_what_is_carried_over_the_edge_stays_on_what_lies_below_the_carrier(low: list[float], z: int) -> None:
    roofs = land(wall(3, [15, 24], [4, 6]), wall(2, low, [4, 3]), size=30)
    pieces = {
        "m": marauder([3, 15]),
        "wolf": wolf([15, 22.5], z=3, on="structure_1"),
        "h": piece("hunter", "b", [15, 25], carrying="ore", z=3, on="structure_1"),
    }
    slam = Slam(model="h", source="wolf", distance=6000, by=0)
    t = Bench(table=roofs, pieces=pieces, frame=slam, objectives={"ore": {"kind": "portable", "at": [5, 25]}})
    (dropped,) = t.happened(Dropped)
    assert (dropped.x, dropped.y, dropped.z) == (15_000, 30_000 - 591, z)
