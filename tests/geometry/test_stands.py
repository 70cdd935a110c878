"""Rows of stands: the compiled answers equal their plain twins, shapely's, and those asked pair by pair."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
import shapely

from sandtable.geometry.compiled import compiled, listed, row, scratch
from sandtable.geometry.contact import shift_stop
from sandtable.geometry.corners import corners, unit
from sandtable.geometry.distance import contact, gap, overlap, within
from sandtable.geometry.kernel import shifts as kernel_shifts
from sandtable.geometry.kernel import stands as kernel_stands
from sandtable.geometry.rows import flat
from sandtable.geometry.shapes import Disc, Point, Rect, Segment, Shape
from sandtable.geometry.stands import Stands, leaves, part
from sandtable.geometry.units import FAR
from sandtable.geometry.wheel import leg_hit, wheel
from tests.geometry.reach_cases import drawn
from tests.geometry.stand_cases import RIGHT, a_facing, a_stand, beside, crowd, far_apart, first_touch, how_deep
from tests.soak import cases

CROWDS = cases(25, 1250)  # of eight shapes each: 10,000 pairs
STAND = Rect(10_000, 10_000, 4000, 2000, 90_000)  # faces up the table


def both(kernel: Any, name: str, sizes: tuple[int, ...], *args: Any) -> list[list[float]]:
    """What a kernel function writes, after the plain twin has written the same bits."""
    import numpy as np

    hot, slow = [np.zeros(n) for n in sizes], [[0.0] * n for n in sizes]
    getattr(compiled(kernel), name)(*(np.array(a) if isinstance(a, list) else a for a in args), *hot)
    getattr(kernel, name)(*(a.tolist() if hasattr(a, "tolist") else a for a in args), *slow)
    assert [out.tolist() for out in hot] == slow
    return slow


def test_gaps_and_overlaps_equal_the_plain_twin_and_shapely() -> None:
    rng = random.Random(31)
    touching = overlapping = 0
    for _ in range(CROWDS):
        stand = a_stand(rng)
        shapes = crowd(rng, stand)
        rows, tol = Stands(shapes).rows, rng.choice((1.0, 10.0))
        (far,) = both(kernel_stands, "gaps", (len(shapes),), rows, part(stand), FAR)
        (over,) = both(kernel_stands, "overlaps", (len(shapes),), rows, part(stand), tol)
        assert Stands(shapes).gaps(stand) == far
        for shape, apart, flag in zip(shapes, far, over, strict=True):
            assert apart == pytest.approx(far_apart(stand, shape), abs=1e-6), (stand, shape)
            assert apart == pytest.approx(gap(stand, shape), abs=1e-6), (stand, shape)
            deep = how_deep(corners(stand).pts, shape)
            if abs(deep - tol) > 1e-5:  # the tolerance counts in favour of the mover, noise or not
                assert bool(flag) == (deep > tol), (stand, shape, deep)
            touching, overlapping = touching + (apart < 1e-6), overlapping + bool(flag)
    assert touching > CROWDS
    assert overlapping > CROWDS


def test_every_pair_at_once() -> None:
    rng = random.Random(32)
    for _ in range(cases(10, 60)):
        shapes = crowd(rng, a_stand(rng), 15)
        n = len(shapes)
        (far,) = both(kernel_stands, "all_gaps", (n * n,), Stands(shapes).rows, 3000.0)
        for i in range(n):
            row_of = Stands(shapes).gaps(shapes[i], 3000)
            assert all(far[i * n + j] == far[j * n + i] for j in range(n))
            assert [far[i * n + j] for j in range(n) if j != i] == pytest.approx(
                [row_of[j] for j in range(n) if j != i], abs=1e-6
            )


def test_pairs_within_reach_and_a_row_with_one_stand_elsewhere() -> None:
    rng = random.Random(40)
    for _ in range(cases(10, 200)):
        stands = tuple(a_stand(rng, 9000) for _ in range(9))
        found = Stands(stands).pairs(1500, 10)
        slow = [(i, j) for i in range(9) for j in range(i + 1, 9) if within(stands[i], stands[j], 1500, 10)]
        assert [(i, j) for i, j, _ in found] == slow
        assert all(far == pytest.approx(gap(stands[i], stands[j]), abs=1e-6) for i, j, far in found)
        moved, i = a_stand(rng, 9000), rng.randrange(9)
        shapes: tuple[Shape, ...] = (*stands[:4], Disc(1, 2, 3), *stands[4:])
        for row_of in (Stands(shapes), Stands(shapes, clearance=100)):
            known = list(listed(row_of.rows))
            there = row_of.but(i + (i > 3), moved)
            again = Stands((*shapes[: i + (i > 3)], moved, *shapes[i + (i > 3) + 1 :]), row_of.clearance)
            assert there == again
            assert listed(there.rows) == listed(again.rows)
            assert listed(row_of.rows) == known
    with pytest.raises(AssertionError, match="only a stand"):
        Stands((Disc(1, 2, 3),)).but(0, STAND)


def test_legs_equal_the_plain_twin_and_shapely() -> None:
    rng = random.Random(33)
    hits = clear = 0
    for _ in range(CROWDS):
        start = a_stand(rng)
        shapes = crowd(rng, start, 4)
        ways = [_moved(rng, start) for _ in range(2)]
        tol = rng.choice((1.0, 10.0))
        poses = row([value for end in ways for pose in (start, end) for value in part(pose)])
        area, work = scratch(kernel_stands.HULL), scratch(kernel_stands.POINTS)
        skip = row((0.0,) * len(shapes))
        (first,) = both(kernel_stands, "legs", (2,), Stands(shapes).rows, skip, poses, tol, area, work)
        assert Stands(shapes).legs([(start, end) for end in ways], tol) == [None if i < 0 else int(i) for i in first]
        for end, hit in zip(ways, first, strict=True):
            hull = shapely.MultiPoint([*corners(start).pts, *corners(end).pts]).convex_hull
            deep = [how_deep(list(hull.exterior.coords)[:-1], shape) for shape in shapes]
            if all(abs(d - tol) > 1e-5 for d in deep):
                assert hit == next((i for i, d in enumerate(deep) if d > tol), -1), (start, end, shapes)
            hits, clear = hits + (hit >= 0), clear + (hit < 0)
    assert hits > CROWDS / 4
    assert clear > CROWDS / 4


def _moved(rng: random.Random, stand: Rect) -> Rect:
    """Ahead, aside, about, wheeled, or anyhow; or not at all."""
    far, (cos, sin) = rng.choice((1, 2000, 9000)), unit(stand.facing)
    kind = rng.randrange(6)
    if kind == 0:
        return stand._replace(x=stand.x + round(far * cos), y=stand.y + round(far * sin))
    if kind == 1:
        return stand._replace(x=stand.x - round(far * sin), y=stand.y + round(far * cos))
    if kind == 2:
        return stand._replace(facing=(stand.facing + rng.choice((90_000, 180_000))) % 360_000)
    if kind == 3:
        return wheel(stand, rng.randrange(4), rng.choice((30_000, -90_000, 12_345)))
    if kind == 4:
        return stand
    return a_stand(rng)._replace(frontage=stand.frontage, depth=stand.depth)


def test_shifts_equal_the_plain_twin_and_shapely() -> None:
    rng = random.Random(34)
    stopped = at_once = 0
    for _ in range(CROWDS):
        stand = a_stand(rng)
        shapes = crowd(rng, stand)
        turns = [rng.randrange(360_000), stand.facing, (stand.facing + 90_000) % 360_000]
        ways, clearance, tol = [unit(turn) for turn in turns], rng.choice((0.0, 0.0, 500.0)), rng.choice((1.0, 10.0))
        args = (part(stand), flat(ways), 9000.0, clearance, tol)
        _, all_far = both(kernel_shifts, "shifts", (kernel_shifts.DIFFERENCE, 3), Stands(shapes).rows, *args)
        both(
            kernel_shifts,
            "touches",
            (kernel_shifts.DIFFERENCE, 8),
            Stands(shapes).rows,
            part(stand),
            *ways[0],
            *args[2:],
        )
        assert Stands(shapes).shifts([stand], ways, 9000, clearance, tol) == [min(f, 9000) for f in all_far]
        each = [Stands((shape,)).shifts([stand], ways, 9000, clearance, tol) for shape in shapes]
        assert [min(f, 9000) for f in all_far] == [min(far) for far in zip(*each, strict=True)]
        for shape, far in zip(shapes, each, strict=True):
            for way, found in zip(ways, far, strict=True):
                slow = first_touch(stand, way, 9000, shape, clearance, tol)
                if slow is not None:
                    assert found == pytest.approx(min(slow, 9000), abs=1e-2), (stand, way, shape, clearance, tol)
                    stopped, at_once = stopped + (0 < found < 9000), at_once + (found == 0)
    assert stopped > CROWDS
    assert at_once > CROWDS


def test_shifts_of_many_stands_agree_with_single_ones() -> None:
    rng = random.Random(35)
    for _ in range(cases(40, 400)):
        stand = a_stand(rng)
        moving = (stand, beside(rng, stand), beside(rng, stand))
        shapes = tuple(a_stand(rng, 12_000) for _ in range(6))
        cos, sin = unit(a_facing(rng))
        by = (9000 * cos, 9000 * sin)
        far, met = shift_stop(moving, by, shapes)
        found = Stands(shapes).shift(moving, by)
        assert math.floor(found.far + 1e-6) == far
        assert found.met == met


@pytest.mark.parametrize(
    ("ahead", "clearance", "far"),
    [(5000, 0, 3000), (5000, 500, 2500), (2000, 0, 0), (2000, 500, 0), (2300, 500, 0), (2500, 500, 0), (2501, 500, 1)],
)
def test_a_shift_ends_at_contact_or_at_the_clearance(ahead: int, clearance: int, far: int) -> None:
    other = STAND._replace(y=STAND.y + ahead)
    assert Stands((other,)).shift((STAND,), (0, 8000), clearance) == (far, ((0, 0),))
    assert Stands((other,)).shift((STAND,), (0, -8000), clearance) == (8000, ())  # away is free, however near
    assert Stands((other,)).shift((STAND,), (8000, 0), clearance) == (8000, ())  # along: no nearer than before


def test_a_shift_past_a_corner_with_a_clearance_rounds_it() -> None:
    corner = Rect(13_000, 14_000, 2000, 2000, 0)  # its lower left corner is 0 aside and 2000 ahead of the stand's
    found = Stands((corner,)).shift((STAND._replace(x=9700),), (0, 8000), clearance=500)
    assert found.far == pytest.approx(2000 - math.sqrt(500**2 - 300**2))
    assert Stands((corner,)).shift((STAND._replace(x=9500),), (0, 8000), clearance=500).met == ()


def test_contacts_and_their_lengths() -> None:
    rng = random.Random(36)
    edges = corner_only = 0
    for _ in range(CROWDS):
        stand = a_stand(rng)
        others = tuple(beside(rng, stand) for _ in range(8))
        tol = rng.choice((1, 10))
        (found,) = both(kernel_stands, "contacts", (24,), Stands(others).rows, part(stand), float(tol))
        told = Stands(others).contacts(stand, tol)
        for i, other in enumerate(others):
            apart = far_apart(stand, other)
            if abs(apart - tol) < 1e-5:
                continue
            assert (i in told) == (found[3 * i] >= 0) == (apart < tol), (stand, other)
            if i in told:
                plain = contact(stand, other, tol)
                assert plain is not None
                assert told[i].length == pytest.approx(plain.length, abs=1e-6)
                ran = _ran_along(stand, other, tol)  # less than the tolerances is what two sides have that cross
                assert told[i].length == pytest.approx(ran, abs=0.1) or max(told[i].length, ran) < 50, (stand, other)
                edges, corner_only = edges + (told[i].kind == "edge"), corner_only + (told[i].kind == "corner")
    assert edges > CROWDS
    assert corner_only > CROWDS / 8


def _ran_along(a: Rect, b: Rect, tol: float) -> float:
    """The longest stretch of a side of one within the tolerance of a parallel side of the other, by shapely."""
    best = 0.0
    for i in range(4):
        side = shapely.LineString((corners(a).pts[i], corners(a).pts[(i + 1) % 4]))
        for j in range(4):
            p, q = corners(b).pts[j], corners(b).pts[(j + 1) % 4]
            band = shapely.LineString((p, q)).buffer(tol + 1e-6, cap_style="flat")
            best = max(best, float(side.intersection(band).length))
    return best


@pytest.mark.parametrize(("offset", "kind"), [(3899, "edge"), (3900, "edge"), (3901, "corner"), (4000, "corner")])
def test_a_tenth_of_a_unit_of_shared_side_is_an_edge(offset: int, kind: str) -> None:
    other = Rect(10_000 + offset, 12_000, 4000, 2000, 270_000)
    assert Stands((other,)).contacts(STAND)[0].kind == kind
    assert kind == "corner" or Stands((other,)).contacts(STAND)[0][2:] == ("front", "front")
    assert Stands((other._replace(x=14_002),)).contacts(STAND) == {}
    assert Stands((other._replace(x=14_010),)).contacts(STAND, tol=10)[0].kind == "corner"


def test_free_stretches_agree_with_trying_places() -> None:
    rng = random.Random(37)
    bounded = 0
    for _ in range(cases(20, 400)):
        stand = Rect(20_000, 20_000, 4000, 2000, a_facing(rng))
        shapes = (stand, *(a_stand(rng) for _ in range(3)), *(beside(rng, stand) for _ in range(2)))
        side: Any = rng.choice(("front", "left", "rear", "right"))
        frontage, depth = rng.choice(((4000, 2000), (2000, 4000), (0, 300)))
        free = Stands(shapes).free_stretches(stand, side, frontage, depth)
        out = unit(stand.facing + {"front": 0, "left": 90_000, "rear": 180_000, "right": 270_000}[side])
        wide, deep = (4000, 2000) if side in ("front", "rear") else (2000, 4000)
        for at in range(-(wide + frontage) // 2, (wide + frontage) // 2 + 1, 50):
            if any(abs(at - end) < 1e-3 for stretch in free for end in stretch):
                continue
            x = stand.x + out[0] * (deep + depth) / 2 - out[1] * at
            y = stand.y + out[1] * (deep + depth) / 2 + out[0] * at
            turn = math.degrees(math.atan2(out[1], out[0])) * 1000 + 180_000
            placed = Rect(x, y, max(frontage, 1e-3), depth, round(turn) % 360_000)
            pts, most = corners(placed).pts, 1 if frontage else 1 - 1e-3
            deepest = max(how_deep(pts, shape) for shape in shapes[1:])
            if frontage and abs(deepest - most) > 1e-2:
                assert any(a <= at <= b for a, b in free) == (deepest < most), (stand, side, shapes, at, free)
        bounded += len(free) > 1 or not free or free[0] != (-(wide + frontage) / 2, (wide + frontage) / 2)
    assert bounded > cases(8, 120)


def test_free_stretches_of_an_edge_half_covered() -> None:
    enemy = Rect(20_000, 20_000, 4000, 2000, 90_000)
    cover = Rect(19_000, 22_000, 4000, 2000, 90_000)  # on the front edge, one centimetre to its left
    row_of = Stands((enemy, cover))
    assert _stretches(row_of, enemy, "front") == [(-2000, -999)]  # a thousandth is given
    assert _stretches(row_of, enemy, "front", 4000, 2000) == [(-4000, -2999)]
    assert _stretches(row_of, enemy, "rear") == [(-2000, 2000)]
    assert _stretches(row_of, enemy, "front", skip=(1,)) == [(-2000, 2000)]
    whole = Stands((enemy, cover._replace(x=20_000)))
    assert _stretches(whole, enemy, "front") == [(-2000, -1999), (1999, 2000)]
    beyond = Stands((enemy, cover._replace(x=15_999)))
    assert _stretches(beyond, enemy, "front", 4000, 2000) == [(-4000, 2)]


def _stretches(stands: Stands, *args: Any, **more: Any) -> list[tuple[int, int]]:
    return [(round(a), round(b)) for a, b in stands.free_stretches(*args, **more)]


def test_neighbours_and_what_is_within_reach() -> None:
    line = tuple(STAND._replace(x=10_000 + step) for step in (0, 4000, 8001, 12_003))
    assert Stands(line).neighbours(0) == ((1,), (0, 2), (1,), ())
    assert Stands(line).neighbours(0, tol=10) == ((1,), (0, 2), (1, 3), (2,))
    assert Stands(line).within(STAND, 4001) == (0, 1, 2)
    assert Stands(line).within(Disc(10_000, 14_000, 1250), 2356) == (0, 1)
    assert all(within(STAND, line[i], 4001) == (i in (0, 1, 2)) for i in range(4))
    assert not Stands(()).within(STAND, 9)
    assert not Stands(()).neighbours(9)


def test_what_is_skipped_bars_no_leg_and_a_clearance_widens() -> None:
    wall, friend = Segment(0, 15_000, 20_000, 15_000), STAND._replace(y=13_000)
    row_of = Stands((friend, wall))
    end = STAND._replace(y=20_000)
    assert row_of.leg(STAND, end) == 0
    assert row_of.leg(STAND, end, skip=(0,)) == 1
    assert row_of.leg(STAND, end, skip={0, 1}) is None
    assert row_of.leg(STAND, STAND._replace(y=11_000)) is None
    wide = Stands((friend,), clearance=100)
    assert wide.leg(STAND, STAND._replace(y=10_901)) is None
    assert wide.leg(STAND, STAND._replace(y=10_902)) == 0
    assert wide.plus(Stands((wall,))).leg(STAND, end, skip=(0,)) == 1
    assert Stands(()).leg(STAND, end) is None
    assert row_of.way_hit((STAND, STAND._replace(x=30_000), end._replace(x=30_000))) is None
    assert row_of.way_hit((STAND, STAND._replace(x=11_000), end)) == 0
    assert row_of.way_hit((STAND,)) is None


def test_a_hull_of_poses_that_hardly_differ_has_eight_corners_at_most() -> None:
    rng = random.Random(38)
    far = Stands((Rect(40_000, 40_000, 4000, 2000, 0),))
    for _ in range(cases(300, 3000)):
        start = Rect(rng.uniform(0, 9), rng.uniform(0, 9), 4000, 2000, rng.choice((*RIGHT, rng.randrange(360_000))))
        end = start._replace(x=start.x + rng.choice((0.0, 1e-9, 1e-7, 1e-3)), facing=start.facing + rng.randrange(2))
        assert far.leg(start, end) is None
        assert Stands((start,)).leg(start, end) == 0
        hull = drawn(start).union(drawn(end)).convex_hull
        corner: Point = hull.exterior.coords[0]
        assert Stands((Disc(*corner, 2),)).leg(start, end) == 0


@pytest.mark.parametrize(("x", "off"), [(2000, False), (1999, False), (1998, True), (58_001, False), (58_002, True)])
def test_a_table_has_a_width_and_a_height(x: int, off: bool) -> None:
    assert leaves(STAND._replace(x=x), 60_000, 40_000) is off
    assert leaves(Disc(x, 5000, 2000), 60_000, 40_000) is off
    assert leaves(STAND._replace(y=x, facing=0), 40_000, 60_000) is off


def test_the_row_equals_asking_pair_by_pair() -> None:
    rng = random.Random(39)
    for _ in range(cases(40, 400)):
        stand = a_stand(rng)
        shapes = crowd(rng, stand)
        end = _moved(rng, stand)
        assert Stands(shapes).overlaps(stand) == tuple(i for i, s in enumerate(shapes) if overlap(stand, s))
        assert Stands(shapes).leg(stand, end) == leg_hit(stand, end, shapes), (stand, end, shapes)


def test_gaps_of_groups_are_those_of_their_nearest_stands() -> None:
    rng, pairs, beyond = random.Random(37), 0, 0
    for most in (0.0, 2500.0, 9000.0):
        for _ in range(8):
            shapes = tuple(a_stand(rng, 15_000) for _ in range(14))
            groups = sorted({*range(5)} | {rng.randrange(5) for _ in shapes})
            groups = sorted([*groups, *(rng.choice(groups) for _ in range(14 - len(groups)))])
            slow = {
                (a, b): min(
                    gap(s, t)
                    for s, i in zip(shapes, groups, strict=True)
                    for t, j in zip(shapes, groups, strict=True)
                    if (i, j) == (a, b)
                )
                for a in range(5)
                for b in range(a + 1, 5)
            }
            found = {(a, b): far for a, b, far in Stands(shapes).group_gaps(groups, most)}
            assert found == pytest.approx({pair: far for pair, far in slow.items() if far <= most})
            pairs, beyond = pairs + len(found), beyond + len(slow) - len(found)
    assert pairs > 20
    assert beyond > 20
    assert Stands(()).group_gaps((), 10.0) == []
