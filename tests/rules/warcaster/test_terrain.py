"""Terrain (WC-TERRAIN): kinds, rough ground, obstacles, structures, ladders, what hides and what covers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.lab.checks import check_game
from sandtable.rulesets.warcaster.attacks.slams import Slam
from sandtable.rulesets.warcaster.measuring.line_of_sight import look, sees
from sandtable.rulesets.warcaster.state.events import Moved
from sandtable.rulesets.warcaster.suggestions import move_paths
from sandtable.rulesets.warcaster.terrain.features import Map, read_feature
from sandtable.rulesets.warcaster.terrain.surfaces import GROUND, surface_at, tops
from sandtable.tabletop.moving.obstacles import footing
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

FAR = marauder([28, 28])
SMALL, MEDIUM, LARGE = 591, 787, 984
TOWER = {"kind": "structure", "id": "tower", "height": 2, "at": [13, 10], "size": [4, 4], "ladders": [[11, 10]]}
STEP = {"kind": "obstacle", "id": "step", "height": 1, "standable": True, "at": [13.5, 10], "size": [4, 4]}


def table(*terrain: dict[str, Any]) -> dict[str, Any]:
    return {"size": 30, "terrain": list(terrain)}


def moving(unit: dict[str, Any], *terrain: dict[str, Any], **others: Any) -> Bench:
    t = Bench(table=table(*terrain), pieces={"mover": unit, "far": FAR, **others})
    return t.play("activate mover", "move")


def hunter(at: Any = (10, 10), **more: Any) -> dict[str, Any]:
    return piece("hunter", "a", list(at), **more)


def clear(*terrain: dict[str, Any], a: Any = (10, 10), b: Any = (16, 10)) -> bool:
    """Whether two small models see each other."""
    t = Bench(table=table(*terrain), pieces={"one": hunter(a), "two": piece("hunter", "b", list(b))})
    return sees(t.position, "one", "two")


@pytest.mark.rule("WC-TERRAIN-1", "WC-SETUP-3")
def test_every_feature_has_its_attributes_agreed_before_play() -> None:
    raw = {"kind": "rough", "id": "field", "at": [5, 5], "size": [2, 2], "cover": True}
    t = Bench(table=table(raw, TOWER), pieces={"mover": hunter(), "far": FAR})
    field, tower = t.state.map.features[:2]
    assert (field.kind, field.cover, field.standable, field.height) == ("rough", True, False, 0)
    assert (tower.kind, tower.cover, tower.standable, tower.height) == ("structure", True, True, 2000)
    assert set(tower.outline) == {(11000, 8000), (15000, 8000), (15000, 12000), (11000, 12000)}
    assert rules().cards.terrain["forest"].rule == "WC-TERRAIN-9"


@pytest.mark.rule("WC-TERRAIN-2", "WC-TERRAIN-19")
def test_a_top_holds_the_bases_that_fit_on_it() -> None:
    ledge = {"kind": "structure", "id": "ledge", "height": 2, "at": [13, 10], "size": [1.6, 4], "ladders": [[12.2, 10]]}
    t = moving(hunter(), ledge)
    place = milli_at(13, 10)
    assert surface_at(t.state.map, place, SMALL).z == 2000
    assert surface_at(t.state.map, place, MEDIUM).z == 2000
    assert surface_at(t.state.map, place, LARGE) == GROUND
    assert t.legal([place])
    assert moving(wolf([10, 10]), ledge).refusal([place]).cite == "WC-TERRAIN-14"
    t.play([place])
    assert (t.model("mover").on, t.model("mover").z) == ("ledge", 2000)


@pytest.mark.rule("WC-TERRAIN-3", "WC-TERRAIN-4")
def test_each_inch_in_rough_ground_costs_two() -> None:
    mire = {"kind": "rough", "at": [20, 10], "size": [13.018, 8]}  # its near edge at 13.491
    t = moving(piece("ranger_fire_team", "a", [[10.9, 10], None, None]), mire).play("mover.1")
    # SPD 6: 2 in until the base touches it, then 2 in for 4
    assert t.legal([milli_at(14.9, 10)])
    refusal = t.refusal([milli_at(14.902, 10)])
    assert refusal.cite == "WC-MOVE-1"
    assert refusal.short_by in (3, 4)  # twice 0.002, less what the tolerance gives


@pytest.mark.rule("WC-TERRAIN-3")
def test_a_base_only_partly_in_it_is_slowed_too() -> None:
    mire = {"kind": "rough", "at": [13, 8], "size": [10, 3]}  # its upper edge at 9.5 reaches under the base
    t = moving(hunter(), mire)
    assert t.legal([milli_at(13.5, 10)])
    assert t.refusal([milli_at(13.502, 10)]).cite == "WC-MOVE-1"


@pytest.mark.rule("WC-TERRAIN-5", "WC-SLAM-3")
def test_a_slam_is_not_slowed() -> None:
    mire = {"kind": "rough", "at": [15, 10], "size": [20, 8]}
    t = Bench(
        table=table(mire),
        pieces={"prey": hunter([12, 10]), "wolf": wolf([9, 10], "b")},
        frame=Slam(model="prey", source="wolf", distance=3000, by=1),
    )
    assert t.model("prey").at == (15000, 10000)


@pytest.mark.rule("WC-TERRAIN-6", "WC-LOS-9")
@pytest.mark.parametrize(("width", "seen"), [(2.999, True), (3.0, True), (3.01, False)])
def test_out_of_a_fog_the_sight_runs_three_inches(width: float, seen: bool) -> None:
    # the viewer stands in the fog; its foremost point is the way out by so much
    edge = 10.591 + width
    fog = {"kind": "obscuring", "points": [[7, 0], [edge, 0], [edge, 20], [7, 20]]}
    assert clear(fog) is seen


@pytest.mark.rule("WC-TERRAIN-7")
def test_a_fog_between_them_hides_however_thin() -> None:
    fog = {"kind": "obscuring", "at": [13, 10], "size": [0.05, 20]}
    assert not clear(fog)
    t = Bench(table=table(fog), pieces={"one": hunter(), "two": piece("hunter", "b", [16, 10])})
    assert look(t.position, "one", "two").blocked_by


@pytest.mark.rule("WC-TERRAIN-8")
@pytest.mark.parametrize(("gap", "seen"), [(2.99, True), (3.02, False)])
def test_both_in_fog_the_whole_length_counts(gap: float, seen: bool) -> None:
    far = 10 + gap + 2 * SMALL / 1000
    one = {"kind": "obscuring", "at": [15, 15], "size": [30, 30]}
    assert clear(one, b=(far, 10)) is seen
    middle = 10 + SMALL / 1000 + gap / 2
    two = (
        {"kind": "obscuring", "at": [middle / 2, 15], "size": [middle, 30]},
        {"kind": "obscuring", "at": [(30 + middle) / 2, 15], "size": [30 - middle, 30]},
    )
    assert clear(*two, b=(far, 10)) is seen


@pytest.mark.rule("WC-TERRAIN-9")
def test_a_forest_slows_hides_and_gives_no_cover() -> None:
    wood = {"kind": "forest", "at": [14, 10], "size": [4, 20]}
    t = moving(hunter([12.5, 10]), wood)
    assert t.refusal([milli_at(17, 10)]).cite == "WC-MOVE-1"
    assert not clear(wood, a=(10, 10), b=(18, 10))
    assert not t.state.map.features[0].cover
    shot = Bench(
        table=table({"kind": "forest", "at": [13, 10], "size": [2, 20]}),
        pieces={"wolf": wolf([9, 10], weapons=["rail_gun"]), "prey": marauder([13, 10])},
        dice=["MMMM", "MM"],
    ).play("activate wolf", "attack prey with rail_gun")
    assert shot.pool("defence") == {"A": 2}


@pytest.mark.rule("WC-TERRAIN-10")
def test_an_obstacle_is_at_most_an_inch_tall() -> None:
    assert read_feature(rules().cards, {"kind": "obstacle", "height": 1, "at": [5, 5], "size": 1}).height == 1000
    with pytest.raises(BadSetup, match="WC-TERRAIN-10"):
        read_feature(rules().cards, {"kind": "obstacle", "height": 1.001, "at": [5, 5], "size": 1})


@pytest.mark.rule("WC-TERRAIN-11")
def test_an_obstacle_is_crossed_when_the_whole_base_lands_beyond() -> None:
    wall = {"kind": "obstacle", "height": 1, "at": [12.5, 10], "size": [1, 20]}
    t = moving(hunter(), wall)
    beyond = 13 + SMALL / 1000
    assert t.legal([milli_at(beyond, 10)])
    assert t.refusal([milli_at(beyond - 0.002, 10)]).cite == "WC-TERRAIN-11"
    slow = moving(piece("paladin_siegebreaker", "a", [10, 10]), wall)  # SPD 4: 3.787 in to the far side
    assert slow.legal([milli_at(13 + MEDIUM / 1000, 10)])
    slower = moving(piece("paladin_siegebreaker", "a", [10, 10], effects=["lock_down"]), wall)
    assert slower.refusal([milli_at(12, 10)]).cite == "WC-TERRAIN-11"
    assert slower.legal([milli_at(12 - MEDIUM / 1000, 10)])


@pytest.mark.rule("WC-TERRAIN-12")
def test_on_to_an_obstacle_agreed_standable_for_an_inch_more() -> None:
    inside = 11.5 + SMALL / 1000
    t = moving(hunter([8, 10]), STEP)  # SPD 7: 6 in and the climb
    assert t.legal([milli_at(14, 10)])
    assert t.refusal([milli_at(14.002, 10)]).short_by == 2
    assert t.refusal([milli_at(inside - 0.002, 10)]).cite == "WC-TERRAIN-11"
    plain = moving(hunter([8, 10]), STEP | {"standable": False})
    assert plain.refusal([milli_at(13, 10)]).cite == "WC-TERRAIN-11"
    tight = moving(hunter([10, 10]), STEP | {"size": [1.1, 4]})
    assert tight.refusal([milli_at(13, 10)]).cite == "WC-TERRAIN-11"
    t.play([milli_at(13, 10)])
    assert (t.model("mover").on, t.model("mover").z) == ("step", 1000)
    crossing = moving(hunter([10, 10]), STEP | {"size": [1.5, 4]})
    assert crossing.legal([milli_at(13, 10), milli_at(15, 10)])  # a corner over it is only on the way across


@pytest.mark.rule("WC-MOVE-2", "WC-MEAS-5")
def test_a_model_on_an_obstacle_is_in_the_way_of_those_who_cross_it() -> None:
    other = piece("hunter", "b", [13, 10], z=1, on="step")
    t = moving(hunter([10, 10]), STEP, other=other)
    assert t.refusal([milli_at(16, 10)]).cite == "WC-MOVE-2"


@pytest.mark.rule("WC-TERRAIN-13", "WC-TERRAIN-15", "WC-COVER-1")
@pytest.mark.parametrize("feature", [{"kind": "obstacle", "height": 1}, {"kind": "structure", "height": 1.5}])
def test_obstacles_and_structures_give_cover(feature: dict[str, Any]) -> None:
    wall = {**feature, "at": [15, 14.5], "size": [4, 0.5]}
    t = Bench(
        table=table(wall),
        pieces={"wolf": wolf([15, 8], weapons=["rail_gun"]), "prey": marauder([15, 15.6])},
        dice=["MMMM", "MMMM"],
    ).play("activate wolf", "attack prey with rail_gun")
    assert t.pool("defence") == {"A": 2, "P": 2}
    assert t.cited("WC-COVER-1")


@pytest.mark.rule("WC-TERRAIN-14")
def test_a_structure_stops_walkers_and_is_an_inch_tall_or_more() -> None:
    hall = {"kind": "structure", "id": "hall", "height": 1, "at": [13, 10], "size": [2, 4]}
    refusal = moving(hunter(), hall).refusal([milli_at(16, 10)])
    assert refusal.cite == "WC-TERRAIN-14"
    assert "hall" in refusal.reason
    flyer = moving(piece("nemesis", "a", [10, 10]), hall)
    assert flyer.legal([milli_at(15.9, 10)])
    assert flyer.legal([milli_at(13, 10)])
    with pytest.raises(BadSetup, match="WC-TERRAIN-14"):
        read_feature(rules().cards, {"kind": "structure", "height": 0.999, "at": [5, 5], "size": 1})


@pytest.mark.rule("WC-TERRAIN-16")
@pytest.mark.parametrize(("height", "kind"), [(0.5, "obstacle"), (1, "obstacle"), (1.001, "structure")])
def test_what_was_not_agreed_goes_by_its_height(height: float, kind: str) -> None:
    t = Bench(
        table=table({"height": height, "at": [13, 10], "size": [1, 4]}), pieces={"mover": hunter(), "far": FAR}
    ).play("activate mover", "move")
    assert t.state.map.features[0].kind == kind
    assert t.legal([milli_at(14.2, 10)]) is (kind == "obstacle")


@pytest.mark.rule("WC-TERRAIN-17", "WC-MOVE-11")
def test_up_and_down_a_ladder() -> None:
    t = moving(hunter([9, 10]), TOWER)
    assert t.legal([milli_at(12, 10, 2)])
    assert t.refusal([milli_at(12, 10, 1.5)]).cite == "WC-TERRAIN-2"
    bare = {k: v for k, v in TOWER.items() if k != "ladders"}
    assert moving(hunter([9, 10]), bare).refusal([milli_at(12, 10)]).cite == "WC-TERRAIN-14"
    t.play([milli_at(12, 10), milli_at(12.4, 10)])
    assert (t.model("mover").on, t.model("mover").z, t.model("mover").at) == ("tower", 2000, (12400, 10000))
    assert t.happened(Moved)[-1].path[0] == (11000 - SMALL, 10000)
    down = moving(hunter([12, 10], z=2, on="tower"), TOWER)
    # 1.591 in to the foot of the ladder and 2 in down: 3.409 of 7 in are left on the ground
    foot = 11 - SMALL / 1000
    assert down.legal([milli_at(foot - 3.409, 10, 0)])
    assert down.refusal([milli_at(foot - 3.411, 10, 0)]).short_by == 2
    down.play([milli_at(8, 10, 0)])
    assert (down.model("mover").on, down.model("mover").z) == ("", 0)
    assert not down.rolls  # climbing is no fall


@pytest.mark.rule("WC-TERRAIN-17", "WC-MOVE-2")
def test_a_ladder_may_be_blocked_and_a_roof_is_walked_on() -> None:
    top = {"z": 2, "on": "tower"}
    blocked = moving(hunter([9, 10]), TOWER, other=piece("hunter", "b", [12, 10], **top))
    assert blocked.refusal([milli_at(14, 11)]).cite == "WC-MOVE-2"
    t = moving(hunter([12, 9], **top), TOWER, other=piece("hunter", "b", [13.4, 9], **top))
    assert t.refusal([milli_at(14.4, 9)]).cite == "WC-MOVE-2"
    assert t.legal([milli_at(12, 11), milli_at(14.4, 11)])
    below = moving(hunter([12, 9], **top), TOWER, other=piece("hunter", "b", [9, 9]))
    assert below.legal([milli_at(14, 9)])


@pytest.mark.rule("WC-TERRAIN-17")
def test_the_cheapest_ladder_is_taken() -> None:
    two = TOWER | {"ladders": [[15, 10], [11, 10]]}
    t = moving(hunter([9, 10]), two)
    assert t.legal([milli_at(12, 10)])


@pytest.mark.rule("WC-TERRAIN-18")
def test_impassable_terrain_is_entered_by_nobody_for_no_reason() -> None:
    pit = {"kind": "impassable", "id": "pit", "at": [13, 10], "size": [2, 6]}
    for unit in (hunter(), wolf([10, 10]), piece("nemesis", "a", [10, 10])):
        assert moving(unit, pit).refusal([milli_at(14.9, 10)]).cite == "WC-TERRAIN-18"
    slammed = Bench(
        table=table(pit),
        pieces={"prey": hunter(), "wolf": wolf([7, 10], "b")},
        frame=Slam(model="prey", source="wolf", distance=6000, by=1),
    )
    assert slammed.model("prey").at == (12000 - SMALL, 10000)


@pytest.mark.rule("WC-TERRAIN-19")
def test_a_models_elevation_is_that_of_its_surface() -> None:
    t = moving(hunter([9, 10]), TOWER).play([milli_at(13, 10)])
    facts = rules().scenarios.facts(t.position, "mover")
    assert facts is not None
    assert (facts["z"], facts["on"]) == (2.0, "tower")


@pytest.mark.rule("WC-TERRAIN-2", "WC-MOVE-7")
def test_a_top_ends_at_its_rim() -> None:
    drum = {"kind": "structure", "id": "drum", "height": 2, "at": [22, 20], "radius": 2}
    t = Bench(table=table(TOWER, drum), pieces={"far": FAR})
    for name, inside, outside in (("tower", (14400, 10000), (14412, 10000)), ("drum", (23400, 20000), (23412, 20000))):
        top = next(t for t in tops(t.state.map) if t.feature.id == name)
        ground = footing(t.position, SMALL, top.surface)
        assert ground.free(inside)
        assert not ground.free(outside)
        assert not any(ground.free((x, y)) for x in range(1000, 30000, 3000) for y in (2000, 15000, 27000))


@pytest.mark.slow
@pytest.mark.rule("WC-TERRAIN-17", "WC-TERRAIN-12", "WC-FALL-1", "WC-MOVE-7")
@pytest.mark.parametrize("seed", [0, 1])
def test_random_games_on_a_table_full_of_tops(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Every law at every few steps while models climb, jump and are put down on heights."""
    monkeypatch.setattr(move_paths, "CLIMBS", 1.0)
    low = [{**STEP, "id": f"step_{x}_{y}", "at": [x, y], "size": [3, 2.5]} for x, y in ((11, 9), (19, 21), (3, 22))]
    high = [
        {**TOWER, "id": f"hall_{x}_{y}", "height": 1.5, "at": [x, y], "size": [4, 3], "ladders": [[x, y - 1.5]]}
        for x, y in ((16, 13), (11, 18), (20, 17), (27, 12))
    ]
    map_ = Map(size=30_000, features=tuple(read_feature(rules().cards, f) for f in (*low, *high)))
    assert check_game(rules(), seed, {"mission": "boiling_point", "map": map_}, every=9) > 100


@pytest.mark.rule("WC-TERRAIN-20")
def test_features_stay_as_they_are() -> None:
    wall = {"kind": "obstacle", "id": "wall", "height": 1, "at": [13, 10], "size": [1, 4]}
    t = Bench(
        table=table(wall),
        pieces={"wolf": wolf([10, 10], weapons=["ripper", "rail_gun"]), "prey": marauder([14.3, 10])},
        dice=["X" * 4, "MMMM", "X" * 13],
    ).play("activate wolf")
    before = t.state.map
    assert t.refusal("attack wall with ripper").cite == "WC-ATK-3"
    t.play("attack prey with rail_gun")
    assert t.state.map == before
