"""Ways of stands: never illegal by shapely, hardly ever missed where a lattice with code of its own finds one."""

from __future__ import annotations

import math
import random
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
import shapely

from sandtable.geometry import wayfinding
from sandtable.geometry.compiled import compiled, kernel, listed
from sandtable.geometry.kernel import shifts as kernel_shifts
from sandtable.geometry.kernel import stands as kernel_stands
from sandtable.geometry.kernel import ways as kernel_ways
from sandtable.geometry.shapes import Disc, Rect, Segment
from sandtable.geometry.stands import Stands, part
from sandtable.geometry.wayfinding import Way, WayFinder
from tests.geometry.way_cases import Case, Lattice, a_case, corners_of, outline
from tests.soak import cases

TABLE = 120_000
STAND = Rect(50_000, 50_000, 4000, 2000, 90_000)  # faces up the table


def illegal(way: Way, case: Case, tol: float = 1.0) -> str | None:
    """What is wrong with a way, judged by shapely."""
    poses = [(p.x, p.y, p.facing / 1000) for p in way.poses]
    at = corners_of(poses, case.start.frontage, case.start.depth)
    if (way.poses[0], way.poses[-1]) != (case.start, case.goal):
        return "it begins or ends elsewhere"
    if any(type(value) is not int for pose in way.poses for value in (pose.x, pose.y, pose.facing)):
        return "a pose is not in whole thousandths"
    longest = np.linalg.norm(np.diff(at, axis=0), axis=-1).sum(axis=0).max()
    if longest > case.allowance + 1.001 or abs(longest - way.travel) > 1e-3:
        return f"it is {longest} long"
    if at.min() < -1.001 or at.max() > TABLE + 1.001:
        return "it leaves the table"
    for here, there in pairwise(at):
        hull = shapely.MultiPoint(np.concatenate((here, there))).convex_hull
        for other in case.others:
            if hull.intersects(outline(other).buffer(-tol - 1e-3, join_style="mitre")):
                return f"it runs into {other}"
    return None


@pytest.mark.parametrize("in_the_way", [1, 2, 3])
def test_the_finder_misses_hardly_a_way_that_a_lattice_finds(in_the_way: int) -> None:
    rng, found, missed, bent = random.Random(100 + in_the_way), 0, [], 0
    for _ in range(cases(3, 334)):
        case = a_case(rng, in_the_way)
        way = WayFinder(Stands(case.others), TABLE, TABLE).find(case.start, case.goal, case.allowance)
        if way is not None:
            assert illegal(way, case) is None, (illegal(way, case), case, way)
            assert WayFinder(Stands(case.others), TABLE, TABLE).fault(way.poses, case.allowance) is None
            bent += len(way.poses) > 2
        slow = Lattice(case).way()
        found += slow is not None
        if slow is not None and way is None:
            missed.append(case)
    assert 100 * len(missed) <= 3 * found, missed
    assert found >= cases(1, 150)
    assert bent >= cases(1, 100)


def test_the_compiled_search_equals_its_plain_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, seen = random.Random(9), 0

    class Both:
        """Asks the compiled kernel and its twin, and compares every number they write."""

        def __getattr__(self, name: str) -> Any:
            def ask(*args: Any) -> Any:
                plain = [a.tolist() if hasattr(a, "tolist") else a for a in args]
                hot, slow = getattr(compiled(kernel_ways), name)(*args), getattr(kernel_ways, name)(*plain)
                assert hot == slow
                if name == "poses":
                    assert args[1][: 21 * hot].tolist() == plain[1][: 21 * slow]
                elif name == "detours":
                    assert args[-1].tolist() == plain[-1]
                else:
                    size = kernel_ways.MARKS * args[4]
                    assert args[-1][:size].tolist() == plain[-1][:size]
                return hot

            return ask

    monkeypatch.setattr(wayfinding, "MOST_POSES", 60)
    monkeypatch.setattr(wayfinding, "kernel", lambda module: Both() if module is kernel_ways else kernel(module))
    for _ in range(cases(4, 40)):
        case = a_case(rng, 2)
        way = WayFinder(Stands(case.others), TABLE, TABLE).find(case.start, case.goal, case.allowance)
        seen += way is not None and len(way.poses) > 2
    assert seen


def found(among: Stands, goal: Rect, allowance: float = 30_000, start: Rect = STAND, **more: Any) -> Way | None:
    way = WayFinder(among, TABLE, TABLE, **more).find(start, goal, allowance)
    if way is not None:
        assert WayFinder(among, TABLE, TABLE, **more).fault(way.poses, allowance) is None
    return way


def test_with_nothing_in_the_way_the_way_is_straight() -> None:
    goal = STAND._replace(y=60_000)
    assert found(Stands(()), goal, 10_000) == Way((STAND, goal), 10_000)
    assert found(Stands(()), goal, 9_999) is not None  # a thousandth is given
    assert found(Stands(()), goal, 9_998) is None
    assert found(Stands(()), STAND, 0) == Way((STAND, STAND), 0)
    behind = Stands((STAND._replace(y=40_000),))
    assert found(behind, goal, 10_000) == Way((STAND, goal), 10_000)


def test_a_wall_is_gone_round_by_the_shorter_end() -> None:
    wall = Segment(49_000, 55_000, 70_000, 55_000)
    way = found(Stands((wall,)), STAND._replace(y=60_000))
    assert way is not None
    assert min(pose.x for pose in way.poses) == pytest.approx(47_000, abs=600)  # half its frontage beside the end
    shortest = 2 * math.hypot(3000, 4000) + 2000  # with its side along the end of the wall
    assert shortest <= way.travel <= shortest + 5
    assert found(Stands((wall,)), STAND._replace(y=60_000), shortest - 3000) is None


@pytest.mark.parametrize(("wide", "free"), [(2100, True), (2001, True), (1990, False)])
def test_a_gap_as_wide_as_the_short_edge_is_threaded_sideways(wide: int, free: bool) -> None:
    walls = Segment(0, 55_000, 50_000 - wide // 2, 55_000), Segment(50_000 + (wide + 1) // 2, 55_000, TABLE, 55_000)
    way = found(Stands(walls), STAND._replace(y=62_000))
    assert (way is not None) is free
    if way is not None:
        assert any(abs(pose.facing % 180_000) < 3000 or pose.facing % 180_000 > 177_000 for pose in way.poses)
    closed = Stands((*walls, Segment(walls[0].x2, 55_000, walls[1].x1, 55_000)))
    assert found(closed, STAND._replace(y=62_000), 90_000) is None


def test_the_edge_of_the_table_bounds_a_detour() -> None:
    start = Rect(3000, 50_000, 4000, 2000, 90_000)
    wall = Segment(1500, 55_000, 11_000, 55_000)
    way = found(Stands((wall,)), start._replace(y=60_000), 40_000, start)
    assert way is not None
    assert max(pose.x for pose in way.poses) > 11_000  # on the other side there is no room
    assert found(Stands((Segment(0, 55_000, TABLE, 55_000),)), start._replace(y=60_000), 90_000, start) is None
    assert found(Stands(()), start._replace(x=1990), 40_000, start) is None  # the goal is off the table


def test_who_touches_its_neighbours_can_leave_them_and_a_goal_taken_is_none() -> None:
    line = Stands((STAND._replace(x=46_000), STAND._replace(x=54_000), Rect(50_000, 54_000, 4000, 2000, 0)))
    goal = Rect(50_000, 58_000, 4000, 2000, 90_000)
    way = found(line, goal)
    assert way is not None
    assert len(way.poses) > 2
    assert found(line, Rect(50_000, 54_500, 4000, 2000, 90_000)) is None
    assert found(line, Rect(50_000, 54_500, 4000, 2000, 90_000), skip=(2,)) is not None
    wide = found(Stands(line.shapes[2:], clearance=500), goal)
    near = found(Stands(line.shapes[2:]), goal)
    assert wide is not None
    assert near is not None
    assert wide.travel > near.travel + 300


def test_an_overlap_within_the_rules_tolerance_is_no_prison() -> None:
    friend = STAND._replace(x=53_992)  # overlaps by 8 thousandths
    goal = STAND._replace(y=60_000)
    assert found(Stands((friend,)), goal, tol=10) is not None
    assert found(Stands((friend,)), goal, tol=1) is None


def test_discs_are_gone_round() -> None:
    way = found(Stands((Disc(50_000, 55_000, 1250),)), STAND._replace(y=60_000), 15_000)
    assert way is not None
    assert len(way.poses) > 2


def test_what_is_wrong_with_a_way_somebody_drew() -> None:
    finder = WayFinder(Stands((Rect(50_000, 55_000, 4000, 2000, 90_000),)), 60_000, 60_000)
    ahead, aside = STAND._replace(y=58_000), STAND._replace(x=56_000)
    over = finder.fault((STAND, ahead), 20_000)
    assert over is not None
    assert (over.kind, over.leg, over.hit) == ("hits", 0, 0)
    assert over.by == pytest.approx(4000)  # so far aside would do
    assert finder.fault((STAND, aside, aside._replace(y=58_000)), 14_000) is None
    assert finder.fault((STAND, aside, aside._replace(y=58_000)), 13_998) == ("too long", 1, 2, None)
    assert finder.fault((STAND, aside, aside._replace(x=58_003), aside), 30_000) == ("off table", 1, 3, None)
    assert finder.fault((STAND, aside, aside._replace(x=58_001), aside), 30_000) is None
    assert finder.fault((STAND,), 0) is None


def test_a_leg_barred_at_once_is_one_that_its_hull_bars() -> None:
    """The circle within the stand only answers sooner what the hull would answer."""
    rng, barred, free = random.Random(4), 0, 0
    for _ in range(cases(40, 400)):
        case = a_case(rng, 3)
        rows, none = listed(Stands(case.others).rows), [0.0] * len(case.others)
        inner, area, work = [0.0] * len(none), [0.0] * kernel_stands.HULL, [0.0] * kernel_shifts.DIFFERENCE
        kernel_ways.inscribed(rows, inner)
        poses = [case.start, case.goal]
        poses += [
            case.start._replace(x=rng.randrange(TABLE), y=rng.randrange(TABLE), facing=rng.randrange(360_000))
            for _ in range(3)
        ]
        nodes = [value for pose in poses for value in listed(part(pose))]
        for i, j in permutations(range(len(poses)), 2):
            size = kernel_stands.STAND
            hit = kernel_stands.leg(rows, none, nodes, i * size, nodes, j * size, 1.0, area, work)
            assert kernel_ways.clear(rows, none, inner, nodes, i, j, 1.0, area, work) is (hit < 0)
            barred, free = barred + (hit >= 0), free + (hit < 0)
    assert barred > 50 and free > 50


def test_a_way_that_need_not_be_the_shortest_is_legal_and_found_wherever_one_is() -> None:
    rng, bent = random.Random(12), 0
    for _ in range(cases(8, 80)):
        case = a_case(rng, 2)
        finder = WayFinder(Stands(case.others), TABLE, TABLE)
        best, some = (finder.find(case.start, case.goal, case.allowance, shortest) for shortest in (True, False))
        assert (best is None) is (some is None)
        if best and some:
            assert illegal(some, case) is None and some.travel >= best.travel - 1
            bent += len(some.poses) > 2
    assert bent


def test_the_order_of_the_row_does_not_matter() -> None:
    rng = random.Random(21)
    for _ in range(cases(6, 60)):
        case = a_case(rng, 3)
        ways = [
            WayFinder(Stands(others), TABLE, TABLE).find(case.start, case.goal, case.allowance)
            for others in (case.others, case.others[::-1])
        ]
        assert ways[0] == ways[1]


@pytest.mark.parametrize("over", [0, 9, 10, 11, 12, 400])
def test_a_stand_that_something_lies_over_has_no_way(over: int) -> None:
    """Up to the tolerance it moves off; beyond it no search finds a leg that leads away."""
    behind = STAND._replace(y=STAND.y - 2000 + over)
    between, goal = STAND._replace(y=STAND.y + 5000), STAND._replace(y=STAND.y + 9000)
    finder = WayFinder(Stands((behind, between)), TABLE, TABLE, 10)
    near = finder._near(STAND, goal, 20_000)
    searched = finder._searched(near, STAND, goal, 20_000, [90_000, 0, 180_000], wayfinding.OFFSETS)
    found = finder.find(STAND, goal, 20_000)
    assert (found is None) is (searched is None) is (over > 10)
