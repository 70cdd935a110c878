"""Tables of any size, kinds of terrain as data, roads and rivers, and ways through what is closed."""

from __future__ import annotations

import random
from typing import Any

import pytest
import shapely

from sandtable.geometry.land import BadLand, Feature, Kind, Land, cut_out, kinds, ribbon
from sandtable.geometry.polygons import hull, signed_area
from sandtable.geometry.shapes import Disc, Poly, Rect, Segment
from sandtable.geometry.sight import sees
from sandtable.geometry.stands import Stands
from sandtable.geometry.wayfinding import WayFinder

DATA: dict[str, dict[str, Any]] = {
    "wood": {"enter": ["infantry"], "hides": "area"},
    "river": {"enter": []},
    "rampart": {"enter": ["infantry"], "hides": "solid", "top": 2000},
    "bridge": {"opens": True},
    "footbridge": {"enter": ["infantry"], "opens": True},
    "road": {},
}
KINDS = kinds(DATA)
RIVER = Feature("the river", KINDS["river"], ribbon(((0, 50_000), (60_000, 50_000), (120_000, 80_000)), 4000))
STAND = Rect(30_000, 40_000, 4000, 2000, 90_000)
ACROSS = STAND._replace(y=60_000)


def drawn(parts: tuple[Any, ...]) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(part.pts) for part in parts])


def test_kinds_are_data() -> None:
    assert KINDS["river"] == Kind("river", frozenset())
    assert [KINDS["wood"].lets(mover) for mover in ("infantry", "cavalry")] == [True, False]
    assert KINDS["road"].lets("anyone")
    assert KINDS["rampart"].top == 2000


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"entr": []}, "no entr; a kind of terrain has enter, hides, top, opens"),
        ({"enter": "infantry"}, "enter is a list"),
        ({"enter": [1]}, "enter is a list"),
        ({"hides": "all"}, "hides is nothing, solid, area"),
        ({"top": -1}, "top is a height"),
        ({"top": True}, "top is a height"),
        ({"opens": 1}, "opens is true or false"),
    ],
)
def test_bad_kinds_are_told_in_words(entry: dict[str, Any], said: str) -> None:
    with pytest.raises(BadLand, match=f"moor: {said}"):
        kinds({"moor": entry})


def test_a_ribbon_is_what_shapely_draws_round_a_line() -> None:
    rng = random.Random(3)
    for _ in range(60):
        points, x = [], 0
        for _ in range(rng.randrange(2, 6)):
            x += rng.randrange(5000, 15_000)
            points.append((x, rng.randrange(0, 15_000)))
        width = rng.choice((500, 2000, 3000))
        parts = ribbon(points, width)
        assert all(signed_area(part.pts) > 0 for part in parts)
        slow = shapely.LineString(points).buffer(width / 2, cap_style="flat", join_style="bevel")
        assert drawn(parts).symmetric_difference(slow).area < 1e-3 * slow.area


def test_a_straight_line_needs_no_bend() -> None:
    assert len(ribbon(((0, 0), (5000, 0), (9000, 0)), 1000)) == 2
    assert len(ribbon(((0, 0), (5000, 0), (5000, 9000)), 1000)) == 3


@pytest.mark.parametrize(("points", "width"), [(((0, 0),), 5), ((), 5), (((0, 0), (0, 0)), 5), (((0, 0), (1, 0)), 0)])
def test_a_line_that_is_none_is_refused(points: Any, width: float) -> None:
    with pytest.raises(BadLand, match="two points"):
        ribbon(points, width)


def test_what_is_left_outside_a_hole() -> None:
    rng = random.Random(4)
    cut = 0
    for _ in range(300):
        part, hole = _any_hull(rng), _any_hull(rng)
        left = cut_out(part, hole)
        slow = shapely.Polygon(part.pts).difference(shapely.Polygon(hole.pts))
        assert drawn(left).symmetric_difference(slow).area < 1
        assert sum(signed_area(piece.pts) for piece in left) == pytest.approx(slow.area, abs=1)  # none twice
        for piece in left:
            assert shapely.Polygon(piece.pts).convex_hull.area == pytest.approx(signed_area(piece.pts))
        cut += len(left) > 1
    assert cut > 50
    square = Poly(((0, 0), (10, 0), (10, 10), (0, 10)))
    assert cut_out(square, square) == ()
    assert cut_out(square, Poly(((10, 0), (20, 0), (20, 10), (10, 10)))) == (square,)


def _any_hull(rng: random.Random) -> Poly:
    return hull([(rng.randrange(0, 9000), rng.randrange(0, 9000)) for _ in range(rng.randrange(4, 8))])


def closed(land: Land, mover: str, **more: Any) -> Stands:
    return Stands(land.closed(mover, **more))


def test_a_river_is_closed_and_a_bridge_opens_it() -> None:
    assert closed(Land(180_000, 120_000, (RIVER,)), "infantry").leg(STAND, ACROSS) is not None
    for wide, free in ((4000, True), (3998, True), (3996, False)):
        bridge = Feature("bridge", KINDS["bridge"], (Rect(30_000, 50_000, wide, 6000, 90_000),))
        land = Land(180_000, 120_000, (RIVER, bridge))
        assert (closed(land, "infantry").leg(STAND, ACROSS) is None) is free
        assert closed(land, "infantry").leg(STAND._replace(x=35_000), ACROSS._replace(x=35_000)) is not None


def test_a_way_through_opens_only_to_who_may_enter_it() -> None:
    foot = Feature("foot", KINDS["footbridge"], (Rect(30_000, 50_000, 5000, 6000, 90_000),))
    road = Feature("road", KINDS["road"], ribbon(((80_000, 0), (80_000, 120_000)), 5000))
    land = Land(180_000, 120_000, (RIVER, foot, road))
    assert closed(land, "infantry").leg(STAND, ACROSS) is None
    assert closed(land, "cavalry").leg(STAND, ACROSS) is not None
    start, end = (Rect(80_000, y, 4000, 2000, 90_000) for y in (50_000, 70_000))
    assert closed(land, "cavalry").leg(start, end) is not None
    assert closed(land, "cavalry", also_open=("road",)).leg(start, end) is None
    assert closed(land, "cavalry", also_open=("road",)).leg(STAND, ACROSS) is not None


def test_the_finder_takes_the_bridge() -> None:
    bridge = Feature("bridge", KINDS["bridge"], (Rect(40_000, 50_000, 4400, 6000, 90_000),))
    land = Land(180_000, 120_000, (RIVER, bridge))
    finder = WayFinder(closed(land, "cavalry"), land.width, land.height)
    way = finder.find(STAND, ACROSS, 40_000)
    assert way is not None
    assert any(abs(pose.x - 40_000) < 1500 for pose in way.poses)
    assert WayFinder(closed(Land(180_000, 120_000, (RIVER,)), "cavalry")).find(STAND, ACROSS, 40_000) is None


def test_round_features_are_not_cut() -> None:
    pond = Feature("pond", KINDS["river"], (Disc(30_000, 50_000, 3000),))
    bridge = Feature("bridge", KINDS["bridge"], (Rect(30_000, 50_000, 4400, 9000, 90_000),))
    assert Land(90_000, 60_000, (pond,)).closed("infantry") == pond.parts
    with pytest.raises(BadLand, match="polygons"):
        Land(90_000, 60_000, (pond, bridge)).closed("infantry")
    apart = bridge._replace(parts=(Rect(70_000, 50_000, 4400, 9000, 90_000),))
    assert Land(90_000, 60_000, (pond, apart)).closed("infantry") == pond.parts


def test_what_a_stand_is_in_and_what_hides() -> None:
    wood = Feature("wood", KINDS["wood"], (Rect(30_000, 45_000, 8000, 8000),))
    wall = Feature("wall", KINDS["rampart"], ribbon(((60_000, 30_000), (60_000, 60_000)), 500))
    land = Land(180_000, 120_000, (wood, wall, RIVER))
    assert land.under(STAND) == ()
    assert land.under(STAND._replace(y=40_002)) == (wood,)
    assert {blocker.feature for blocker in land.blockers()} == {0, -1}
    assert {blocker.top for blocker in land.blockers() if blocker.feature < 0} == {2000}
    near, far = Rect(50_000, 45_000, 4000, 2000), Rect(70_000, 45_000, 4000, 2000)
    assert not sees(near, 1000, far, 1000, land.blockers(), depth=0)
    assert sees(near, 3000, far, 3000, land.blockers(), depth=0)
    assert not sees(STAND, 1000, STAND._replace(y=50_001), 1000, land.blockers(), depth=2000)


def test_a_table_is_as_wide_and_high_as_it_is() -> None:
    land = Land(180_000, 120_000)
    assert not land.leaves(Rect(178_000, 119_000, 4000, 2000, 90_000))
    assert land.leaves(Rect(178_002, 119_000, 4000, 2000, 90_000))
    assert land.leaves(Rect(119_000, 178_000, 4000, 2000, 0))
    assert not land.leaves(Segment(0, 0, 180_000, 120_000))
    assert land.leaves(Disc(100, 100, 102))
    for width, height in ((0, 5), (5, -1)):
        with pytest.raises(BadLand, match="width and a height"):
            Land(width, height)
