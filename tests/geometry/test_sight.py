"""Sight by the book: edge conventions, heights, forests, facing, rows."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

from sandtable.geometry.measure import ahead, convex_parts, gap, in_front
from sandtable.geometry.polygons import clip
from sandtable.geometry.shapes import Disc, Poly, Rect, Segment
from sandtable.geometry.sight import Blocker, Blockers, Sighting, from_edge, sees, sight, sight_all, sight_row

SMALL, MEDIUM, LARGE = (591, 1750), (787, 2250), (984, 2750)


def wall(x0: float, y0: float, x1: float, y1: float, top: float = 9000, feature: int = -1) -> Blocker:
    return Blocker(Poly(((x0, y0), (x1, y0), (x1, y1), (x0, y1))), top, feature)


def level(a: Disc, b: Disc, *blockers: Blocker, front: int | None = None) -> Sighting:
    return sight(a, 2000, b, 2000, blockers, 3000, front)


WEST, EAST = Disc(-5000, 0, 591), Disc(5000, 0, 591)


@pytest.mark.rule("WC-LOS-7", "WC-LOS-8")
@pytest.mark.parametrize("viewer", [SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize(
    ("top", "hidden"), [(1500, []), (2000, [SMALL]), (2500, [SMALL, MEDIUM]), (3000, [SMALL, MEDIUM, LARGE])]
)
def test_a_wall_hides_the_models_that_are_lower_right_behind_it(
    top: int, hidden: list[tuple[int, int]], viewer: tuple[int, int]
) -> None:
    fence = [wall(-500, -30_000, 0, 30_000, top)]
    seer = Disc(-15_000, 0, viewer[0])
    targets = [SMALL, MEDIUM, LARGE]
    unseen = [t for t in targets if not sees(seer, viewer[1], Disc(t[0] + 2, 0, t[0]), t[1], fence)]
    assert unseen == hidden


@pytest.mark.rule("WC-LOS-5")
def test_a_line_exactly_at_the_top_is_not_blocked() -> None:
    assert sees(WEST, 2000, EAST, 2000, [wall(-500, -9000, 500, 9000, top=2000)])
    assert not sees(WEST, 2000, EAST, 2000, [wall(-500, -9000, 500, 9000, top=2001)])


def test_abutting_walls_leave_no_slit_and_a_slit_of_one_is_open() -> None:
    for opening, clear in ((0, False), (1, True), (2, True)):
        found = level(WEST, EAST, wall(-500, -9000, 500, 0), wall(-500, opening, 500, 9000))
        assert found.clear == clear
        assert found.cells < 200
    corners = wall(-9000, -9000, 0, 0), wall(0, 0, 9000, 9000)
    across = level(Disc(-4000, 4000, 591), Disc(4000, -4000, 591), *corners)
    assert not across.clear
    assert across.blocked_by == (0, 1)
    assert across.cells < 50


def test_walls_as_segments_and_turned_walls_that_touch_at_a_point() -> None:
    assert not level(WEST, EAST, Blocker(Segment(0, -9000, 0, 9000))).clear
    assert level(WEST, EAST, Blocker(Segment(0, -9000, 0, -592))).clear
    tip = Rect(0, 5000, 10_000, 10_000, 45_000)
    reach = 5000 * 2**0.5
    pair = [Blocker(tip._replace(y=reach)), Blocker(tip._replace(y=-reach))]
    assert not level(WEST, EAST, *pair).clear


def test_sight_past_a_corner_needs_more_than_the_corner() -> None:
    for edge, clear in ((591, False), (590, True)):
        assert level(WEST, EAST, wall(-500, -9000, 500, edge)).clear == clear


@pytest.mark.rule("WC-TERRAIN-6", "WC-TERRAIN-7", "WC-TERRAIN-8")
def test_forests_let_sight_through_for_three_inches_from_inside() -> None:
    forest = wall(0, -30_000, 20_000, 30_000, feature=1)
    for depth, clear in ((1, True), (2999, True), (3000, True), (3002, False), (6000, False)):
        assert level(Disc(-5000, 0, 591), Disc(depth + 591, 0, 591), forest).clear == clear
    assert not level(WEST, EAST, wall(0, -30_000, 10, 30_000, feature=1)).clear, "however thin, from outside"
    inside = Disc(5000, 0, 591), Disc(8000 + 2 * 591, 0, 591)
    assert level(*inside, forest).clear
    assert not level(inside[0], inside[1]._replace(x=inside[1].x + 2), forest).clear


def test_overlapping_forests_count_once() -> None:
    deep = [wall(0, -9000, 9000, 9000, feature=1), wall(500, -9000, 9000, 9000, feature=2)]
    assert level(Disc(-5000, 0, 591), Disc(2591, 0, 591), *deep).clear
    parts = convex_parts([(0, -9000), (9000, -9000), (9000, 0), (4000, 0), (4000, 9000), (0, 9000)])
    assert len(parts) == 2
    ell = [Blocker(part, feature=7) for part in parts]
    assert level(Disc(-5000, 0, 591), Disc(3591, 0, 591), *ell).clear
    assert not level(Disc(-5000, 0, 591), Disc(3593, 0, 591), *ell).clear


def test_clouds_are_free_from_inside_and_closed_from_outside() -> None:
    cloud = Blocker(Disc(0, 0, 4000), feature=1, weight=0.0, by_model=True)
    assert not level(WEST, EAST, cloud).clear
    assert level(WEST._replace(x=-4500), EAST, cloud).clear, "any part of the base inside is enough"
    by_point = cloud._replace(by_model=False)
    beside = Disc(-4500, -300, 591)
    assert level(beside, EAST, by_point).clear


def test_a_model_is_no_blocker_to_itself() -> None:
    crowd = [Blocker(Disc(x, 0, 592), owner=i) for i, x in enumerate((-5000, 0, 5000))]
    assert not sees(WEST, 2000, EAST, 2000, crowd, owners=(0, 2))
    assert sees(WEST, 2000, Disc(0, 0, 591), 2000, crowd, owners=(0, 1))
    assert sees(WEST, 2000, EAST, 2000, Blockers(tuple(crowd)).without(1), owners=(0, 2))


def test_an_equal_base_in_line_blocks_when_touching_counts() -> None:
    assert not level(WEST, EAST, Blocker(Disc(0, 0, 592))).clear


def test_the_line_must_end_in_the_part_of_the_target_that_is_ahead() -> None:
    seer, target = Disc(0, 0, 591), Disc(200, 5000, 984)
    assert level(seer, target, front=0).clear
    assert not level(seer, target._replace(x=-985), front=0).clear, "wholly behind"
    assert level(seer, target._replace(x=-984), front=0).clear, "the border is included"
    screen = wall(-300, 2000, 9000, 2500)
    assert level(seer, target, screen).clear, "round the end of the wall to the left half"
    lens = _many_corners(target, seer, 0)
    for left in range(-1200, 400, 100):
        screen = wall(left, 3900, 9000, 3950)
        assert level(seer, target, screen, front=0).clear == sees(seer, 2000, lens, 2000, [screen])


def _many_corners(disc: Disc, seer: Disc, facing: int) -> Poly:
    turns = [i * math.tau / 720 for i in range(720)]
    rim = [(disc.x + disc.r * math.cos(t), disc.y + disc.r * math.sin(t)) for t in turns]
    return Poly(clip(rim, [ahead(seer, facing)]))


def test_a_stand_sees_from_its_front_edge() -> None:
    stand, behind, beside = Rect(0, 0, 4000, 2000, 0), Rect(-6000, 0, 4000, 2000, 0), Rect(-1000, 5000, 4000, 2000, 0)
    edge = from_edge(stand)
    assert gap(edge, Disc(1000, 0, 0)) == 0
    assert sees(edge, 2000, Rect(6000, 0, 4000, 2000, 180_000), 2000, front=0)
    assert not sees(edge, 2000, behind, 2000, front=0)
    assert not sees(edge, 2000, beside, 2000, front=0)
    assert not in_front(stand, 0, behind)
    other = Blocker(Rect(3000, 0, 12_000, 500, 0))
    assert not sees(edge, 2000, Rect(6000, 0, 4000, 2000, 180_000), 2000, [other], front=0)


def test_bases_in_contact_see_each_other_whatever_stands_around() -> None:
    around = wall(-300, -300, 300, 300)
    found = level(Disc(-591, 0, 591), Disc(591, 0, 591), around)
    assert found.clear
    assert found.line == ((0, 0), (0, 0))


def test_points_see_and_are_seen() -> None:
    for r in (0, 591):
        assert level(Disc(-5000, 0, 0), Disc(5000, 0, r)).clear
        assert not level(Disc(-5000, 0, 0), Disc(5000, 0, r), wall(0, -2000, 10, 2000)).clear


def test_rows_and_tables_give_the_answers_of_single_questions() -> None:
    places = (0, 0, 1750), (9000, 500, 2750), (300, 8000, 2250), (8000, 9000, 1750)
    ends = [(Disc(x, y, 591), z) for x, y, z in places]
    forest = wall(5500, 6500, 6500, 8500, feature=3)
    blockers = Blockers((wall(4000, 0, 5000, 6000, 2500), wall(0, 4000, 3000, 4100, 2000), forest))
    everyone = sight_all(ends, blockers, 3000)
    for i, (a, za) in enumerate(ends):
        row = sight_row(a, za, ends, blockers, 3000)
        assert len(row) == len(ends)
        assert row.clear == everyone.row(i)
        for j, (b, zb) in enumerate(ends):
            if i != j:
                assert sight(a, za, b, zb, blockers, 3000) == row.sighting(j) == everyone.sighting(i, j)
    assert 0 < sum(map(sum, (everyone.row(i) for i in range(4)))) < 16


def test_importing_sight_does_not_load_the_compiler() -> None:
    code = "import sys, sandtable.geometry.sight; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
