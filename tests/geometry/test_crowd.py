"""Sight in a crowd: bases that hide one another by rank, exemptions, and what is ahead of a viewer."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import shapely

from sandtable.geometry.corners import unit
from sandtable.geometry.kernel.boxes import EDGE, PART, R, X, Y
from sandtable.geometry.kernel.front import clip_ends
from sandtable.geometry.kernel.rows import Rows, add_part
from sandtable.geometry.measure import ahead, gap, outline, touching
from sandtable.geometry.shapes import Disc, Poly, Rect, Segment, Shape
from sandtable.geometry.sight import (
    Base,
    Blocker,
    Blockers,
    from_edge,
    sees,
    sight,
    sight_all,
    sight_among,
    sight_row,
)
from tests.geometry.sight_cases import a_shape, fair, random_segments
from tests.seeds import seeds

RADII = {1: 591, 2: 787, 3: 984}
TOP = 2000


def base(x: float, y: float, rank: int = 1, **more: float) -> Base:
    return Base(Disc(x, y, RADII[rank]), TOP, rank, **more)


def answers(crowd: Blockers, viewer: int, *targets: int, **how: Any) -> list[bool]:
    return sight_among(crowd, viewer, targets, **how).clear


@pytest.mark.parametrize("target", RADII)
@pytest.mark.parametrize("between", RADII)
def test_a_base_hides_its_own_size_and_smaller_ones(between: int, target: int) -> None:
    crowd = Blockers().among([base(0, 0, 3), base(5000, 0, between), base(10_000, 0, target)], grow=1)
    lone = Blockers().among([base(0, 0), base(3000, 0, 3), base(10_000, 0)])
    assert not answers(lone, 0, 2)[0]
    wall = Blockers((Blocker(Disc(5000, 0, 984)),)).among([base(0, 0, 3), base(10_000, 0, target)])
    assert not answers(wall, 0, 1)[0], "terrain hides every size"
    # a small base before a wide viewer leaves lines past it; from the middle of the viewer nothing passes an equal base
    eye = Disc(0, 0, 0)
    assert answers(crowd, 0, 2, eye=eye) == [between < target]
    assert answers(crowd, 0, 1, eye=eye) == [True]


def test_the_rank_of_the_target_counts_and_not_that_of_the_viewer() -> None:
    crowd = Blockers().among([base(0, 0, 1), base(5000, 0, 2), base(10_000, 0, 3)], grow=1)
    assert answers(crowd, 0, 2) == [True], "a large target shows over a medium base"
    assert answers(crowd, 2, 0, eye=Disc(10_000, 0, 0)) == [False], "and does not see a small one behind it"


def test_knocked_down_bases_and_low_ones_are_not_in_the_way() -> None:
    for hides, seen in ((0, True), (TOP, True), (TOP + 1, False)):
        crowd = Blockers().among([base(0, 0), base(5000, 0, 3, hides=hides), base(10_000, 0)])
        assert answers(crowd, 0, 2) == [seen]


def test_exemptions_are_for_one_pair() -> None:
    wall = Blocker(Poly(((4000, -9000), (4100, -9000), (4100, 9000), (4000, 9000))))
    crowd = Blockers((wall,)).among([base(0, 0), base(5500, 0, 3), base(10_000, 0), base(10_000, 6000)])
    both = {0: (0, crowd.number(1)), 1: (0,)}
    assert answers(crowd, 0, 2, 3) == [False, False]
    assert answers(crowd, 0, 2, 3, exempt=both) == [True, True]
    assert answers(crowd, 0, 2, 3, exempt={0: (0,), 1: (0,)}) == [False, True]
    assert answers(crowd, 0, 3, 2, exempt=both) == [True, False], "by place among the targets, not by base"
    found = sight_among(crowd, 0, (2,), exempt={0: (0,)}).sighting(0)
    assert found.blocked_by == (crowd.number(1),)
    a, b = Disc(0, 0, 591), Disc(10_000, 0, 591)
    assert sees(a, TOP, b, TOP, [wall], exempt=(0,))
    assert sight_row(a, TOP, [(b, TOP), (b, TOP)], [wall], exempt={1: (0,)}).clear == [False, True]


def test_wrong_numbers_are_told() -> None:
    crowd = Blockers().among([base(0, 0), base(5000, 0)])
    with pytest.raises(ValueError, match="no base has the number 2; there are 2"):
        answers(crowd, 0, 2)
    with pytest.raises(ValueError, match="no blocker has the number 7; there are 2"):
        answers(crowd, 0, 1, exempt={0: (7,)})
    with pytest.raises(ValueError, match="no target has the number 1"):
        answers(crowd, 0, 1, exempt={1: (0,)})


def test_the_depth_of_forests_must_be_said() -> None:
    forest, cloud = Blocker(Disc(0, 0, 4000), feature=1), Blocker(Disc(0, 0, 4000), feature=1, weight=0.0)
    a, b = Disc(-4000, 0, 591), Disc(6000, 0, 591)
    with pytest.raises(ValueError, match="say how deep"):
        sees(a, TOP, b, TOP, [forest])
    assert not sees(a, TOP, b, TOP, [forest], 3000)
    assert sees(a, TOP, b, TOP, [forest], 8000)
    assert sees(a, TOP, b, TOP, [cloud]), "a cloud has no depth to limit"


@pytest.mark.parametrize(("first", "second", "each", "total"), [
    (2000, 1000, True, True), (2000, 2000, True, False), (2001, 2000, False, False), (2000, 2001, False, False),
    (1500, 1500, True, True), (1500, 1501, True, False),
])  # fmt: skip
def test_depth_counts_for_each_wood_or_for_all(first: int, second: int, each: bool, total: bool) -> None:
    def strip(x0: float, x1: float, feature: int) -> Blocker:
        return Blocker(Poly(((x0, -30_000), (x1, -30_000), (x1, 30_000), (x0, 30_000))), feature=feature)

    woods = [strip(-9000, 0, 1), strip(3000, 12_000, 2)]
    a, b = Disc(-first - 591, 0, 591), Disc(3000 + second + 591, 0, 591)
    assert sees(a, TOP, b, TOP, woods, 2000, each=True) == each
    assert sees(a, TOP, b, TOP, woods, 3000) == total
    third = strip(1000, 1100, 3)
    assert not sees(a, TOP, b, TOP, [*woods, third], 20_000, each=True), "a wood that holds neither end stops the line"


@pytest.mark.parametrize("seed", range(5))
def test_depth_for_each_wood_against_sampled_segments(seed: int) -> None:
    rng, draws, seen = random.Random(seed), np.random.default_rng(seed), set()
    for _ in range(40):
        a, b = (Disc(rng.randrange(20_000, 30_000), rng.randrange(20_000, 30_000), 591) for _ in "ab")
        woods = [Blocker(a_shape(rng), feature=n) for n in range(6)]
        if touching(a, b):
            continue
        found = sight(a, TOP, b, TOP, woods, 800, each=True)
        seen.add((found.clear, sight(a, TOP, b, TOP, woods, 800).clear))
        if found.line:
            p, q = (np.array([end], float) for end in found.line)
            assert fair(p, q, TOP, TOP, woods, -0.6, 800, each=True)[0]
        else:
            p, q = random_segments(draws, a, b, 2000)
            assert not fair(p, q, TOP, TOP, woods, 1.0, 800, each=True).any()
    assert (True, True) in seen and (False, False) in seen


def a_crowd(rng: random.Random, bases: int, stands: bool = False) -> tuple[Blockers, list[int]]:
    """Bases that do not overlap among some terrain, and their facings."""
    placed: list[Base] = []
    terrain = [Blocker(a_shape(rng), rng.choice((1500, 4000)), rng.choice((-1, n))) for n in range(3)]
    while len(placed) < bases:
        x, y, rank = rng.randrange(18_000, 32_000), rng.randrange(18_000, 32_000), rng.choice((1, 1, 2, 3))
        shape: Shape = Disc(x, y, RADII[rank])
        if stands and len(placed) % 3:
            shape = Rect(x, y, 2000, 1000, rng.randrange(360_000))
        if not any(touching(shape, other.shape, 5) for other in placed):
            placed.append(Base(shape, TOP, rank, rng.choice((0.0, 1e30, 1e30, 1e30))))
    return Blockers(tuple(terrain)).among(placed, grow=1), [rng.randrange(360_000) for _ in placed]


def listed(crowd: Blockers, viewer: int, target: int) -> list[Blocker]:
    """What is in the way of one pair, as plain blockers."""
    items = list(crowd.items)
    for i, (shape, _, rank, hides) in enumerate(crowd.bases):
        if i not in (viewer, target) and rank >= crowd.bases[target].rank:
            wide = shape._replace(r=shape.r + 1) if isinstance(shape, Disc) else shape
            items.append(Blocker(wide, hides))
    return items


@pytest.mark.parametrize("seed", range(6))
def test_a_crowd_against_sampled_segments(seed: int) -> None:
    rng, draws, seen = random.Random(seed), np.random.default_rng(seed), []
    crowd, facings = a_crowd(rng, 16)
    for viewer in range(len(facings)):
        targets = [i for i in range(len(facings)) if i != viewer]
        row = sight_among(crowd, viewer, targets, 3000, facings[viewer])
        here = crowd.bases[viewer].shape
        assert isinstance(here, Disc)
        nx, ny, c = ahead(here, facings[viewer])
        for target, found in zip(targets, row.all(), strict=True):
            there, items = crowd.bases[target].shape, listed(crowd, viewer, target)
            assert isinstance(there, Disc)
            seen.append(found.clear)
            if found.line:
                p, q = (np.array([end], float) for end in found.line)
                assert gap(Disc(*found.line[0], 0), here) < 0.01 and gap(Disc(*found.line[1], 0), there) < 0.01
                assert nx * found.line[1][0] + ny * found.line[1][1] + c > -0.02, "ends ahead of the viewer"
                assert fair(p, q, TOP, TOP, items, -0.6)[0]
            else:
                p, q = random_segments(draws, here, there, 600)
                front = q @ np.array((nx, ny)) + c > 1.0
                assert not (fair(p, q, TOP, TOP, items, 1.0) & front).any()
    assert 10 < sum(seen) < len(seen) - 10


@pytest.mark.parametrize("stands", [False, True])
def test_rows_of_a_crowd_give_the_answers_of_single_questions(stands: bool) -> None:
    crowd, facings = a_crowd(random.Random(11), 14, stands)
    for viewer, (here, *_) in enumerate(crowd.bases):
        targets = [i for i in range(14) if i != viewer]
        for front in (None, facings[viewer]):
            row = sight_among(crowd, viewer, targets, 3000, front)
            for target, found in zip(targets, row.all(), strict=True):
                there, _, rank, _ = crowd.bases[target]
                alone = sight(here, TOP, there, TOP, crowd, 3000, front, (viewer, target), rank=rank)
                assert alone == found
                if not stands:
                    assert sight(here, TOP, there, TOP, listed(crowd, viewer, target), 3000, front)[:2] == found[:2]


@pytest.mark.parametrize("stands", [False, True])
def test_the_plain_twin_of_a_crowd_agrees_bit_by_bit(stands: bool) -> None:
    rng = random.Random(12)
    crowd, facings = a_crowd(rng, 12, stands)
    cloud = Blocker(Disc(25_000, 25_000, 3000), feature=9, weight=0.0, by_model=True)
    crowd = Blockers((*crowd.items, cloud)).among(crowd.bases, grow=1)
    for viewer in range(12):
        targets = [i for i in range(12) if i != viewer]
        here = crowd.bases[viewer].shape
        assert isinstance(here, Disc | Rect)
        eye = from_edge(here) if isinstance(here, Rect) else here._replace(r=0)
        exempt = {0: (crowd.number(targets[2]),), 3: (0, 1)}
        ways: list[dict[str, Any]] = [
            {},
            {"front": facings[viewer]},
            {"front": facings[viewer], "eye": eye, "exempt": exempt},
        ]
        for how in ways:
            rows = [sight_among(crowd, viewer, targets, 2000, each=True, plain=p, **how).all() for p in (False, True)]
            assert rows[0] == rows[1]


def test_a_model_inside_a_cloud_is_seen_by_the_crowd() -> None:
    cloud = Blocker(Disc(5000, 0, 2000), feature=1, weight=0.0, by_model=True)
    crowd = Blockers((cloud,)).among([base(0, 0), base(10_000, 0), base(3000, 1500), base(7500, 0)])
    assert answers(crowd, 0, 1, 2, 3) == [False, True, True]
    assert answers(crowd, 2, 1, eye=Disc(3000, 1500, 0)) == [True], "the model is inside, whatever its eye is"


def test_tables_with_ranks_are_not_mutual() -> None:
    ends, ranks = [(Disc(0, 0, 591), TOP), (Disc(5000, 0, 787), TOP), (Disc(10_000, 0, 984), TOP)], (1, 2, 3)
    hiding = [Blocker(shape._replace(r=shape.r + 400), owner=i, rank=ranks[i]) for i, (shape, _) in enumerate(ends)]
    table = sight_all(ends, hiding, owners=(0, 1, 2), ranks=ranks)
    assert [table.row(i) for i in range(3)] == [[True, True, True], [True, True, True], [False, True, True]]
    line = table.sighting(2, 1).line
    assert line and line[0][0] > line[1][0], "from the viewer to the target"


FACINGS = range(0, 360_000, 5000)  # 72 of them


@pytest.mark.parametrize("viewer", [Disc(20_000, 30_000, 591), Rect(20_000, 30_000, 2000, 1000, 0)])
@pytest.mark.parametrize("turn", [0, 90_000, 45_000, 180_000])
def test_an_edge_on_the_front_line_is_seen_at_every_facing(viewer: Disc | Rect, turn: int) -> None:
    answers = set()
    for facing in FACINGS:
        seer = viewer if isinstance(viewer, Disc) else viewer._replace(facing=facing)
        cos, sin = unit(facing)
        edge = 0.0 if isinstance(seer, Disc) else 500.0
        deep = {0: 1000.0, 90_000: 2000.0, 45_000: 1500 * 2**0.5, 180_000: 1000.0}[turn]  # extent along the facing
        for off in (-1.0, 0.0, 1.0):  # behind the line, on it, ahead of it
            along = edge + off - deep / 2
            x, y = seer.x + along * cos - 6000 * sin, seer.y + along * sin + 6000 * cos
            target = Rect(x, y, 2000, 1000, (facing + turn) % 360_000)
            for plain in (False, True):
                answers.add((off, sees(seer, TOP, target, TOP, front=facing, plain=plain)))
    assert answers == {(-1.0, False), (0.0, True), (1.0, True)}


@pytest.mark.parametrize("seed", seeds(4))
def test_what_is_left_ahead_of_a_line_against_shapely(seed: int) -> None:
    """The corners and sides of clipped polygons: the same area, and every side where its half-plane says."""
    rng, cut = random.Random(seed), 0
    for _ in range(60):
        shape = a_shape(rng)
        if isinstance(shape, Disc):
            continue
        x, y, facing = rng.randrange(21_000, 29_000), rng.randrange(21_000, 29_000), rng.randrange(360_000)
        nx, ny, c = ahead(Disc(x, y, 0), facing)
        rows: Rows = ([], [])
        add_part(rows, shape, 0.0, TOP)
        out, edge = [0.0] * PART, [0.0] * (len(rows[1]) + 2 * EDGE)
        count = clip_ends(rows[0], rows[1], [nx, ny, c], out, edge)
        far, half = 1e6, [(x - 1e6 * ny, y + 1e6 * nx), (x + 1e6 * ny, y - 1e6 * nx)]
        front = shapely.Polygon([*half, *((px + far * nx, py + far * ny) for px, py in half[::-1])])
        left = shapely.Polygon(outline(shape)).intersection(front)
        if left.area < 1:
            assert (out[R] < 0) == (shapely.distance(shapely.Polygon(outline(shape)), front) > 0)
            continue
        cut += left.area < shapely.Polygon(outline(shape)).area - 1
        corners = [(edge[EDGE * i], edge[EDGE * i + 1]) for i in range(count)]
        assert shapely.Polygon(corners).area == pytest.approx(left.area, abs=left.length * 0.02)
        assert shapely.Polygon(corners).exterior.is_ccw
        for i, (px, py) in enumerate(corners):
            qx, qy = corners[(i + 1) % count]
            ex, ey, ec = edge[EDGE * i + 2 : EDGE * i + 5]
            assert abs(ex * px + ey * py + ec) < 1e-6 and abs(ex * qx + ey * qy + ec) < 1e-6
            assert (px - out[X]) ** 2 + (py - out[Y]) ** 2 <= out[R] ** 2
    assert cut > 2


def test_a_stand_is_not_in_the_way_of_its_own_front_edge() -> None:
    for facing in FACINGS:
        cos, sin = unit(facing)

        def at(
            ahead: float, left: float, turn: int = 0, cos: float = cos, sin: float = sin, facing: int = facing
        ) -> Rect:
            return Rect(ahead * cos - left * sin, ahead * sin + left * cos, 4000, 2000, (facing + turn) % 360_000)

        stand, neighbour, foe = at(0, 0), at(0, 4000), at(9000, 1000, 180_000)
        unit_stands = [Blocker(stand), Blocker(neighbour)]
        eye = from_edge(stand)
        assert sees(eye, TOP, foe, TOP, unit_stands, front=facing)
        assert not sees(eye, TOP, foe, TOP, [*unit_stands, Blocker(at(6000, 0)), Blocker(at(6000, 4000))], front=facing)
        assert not sees(eye, TOP, at(-9000, 0), TOP, unit_stands), "its own stand hides what is behind it"
        level, first = at(0, -9000), at(1, -9000)
        assert not sees(eye, TOP, level, TOP, unit_stands, front=facing), "what is level with the edge is not ahead"
        assert sees(eye, TOP, first, TOP, unit_stands, front=facing), "one thousandth ahead is"


def test_shapes_without_depth_are_ends_and_blockers() -> None:
    flat, dot = Rect(5000, 0, 3000, 0, 0), Segment(5000, 0, 5000, 0)
    a, b = Disc(0, 0, 0), Disc(10_000, 0, 0)
    for shape in (flat, dot):
        assert not sees(a, TOP, b, TOP, [Blocker(shape)])
        assert sees(a, TOP, shape, TOP)
        assert sees(shape, TOP, b, TOP, [Blocker(Disc(5000, 4000, 500))])


@pytest.mark.parametrize("stands", [False, True])
def test_a_few_targets_are_seen_as_among_many(stands: bool) -> None:
    crowd, facings = a_crowd(random.Random(21), 14, stands)
    clouds = [  # behind the eye, but on the base
        Blocker(Disc(base.shape.x + 900, base.shape.y + 500, 700), feature=9 + i, weight=0.0, by_model=True)
        for i, base in enumerate(crowd.bases)
        if isinstance(base.shape, Disc | Rect)
    ]
    crowd = Blockers((*crowd.items, *clouds)).among(crowd.bases, grow=1)
    seen = set()
    for viewer in range(14):
        here = crowd.bases[viewer].shape
        assert isinstance(here, Disc | Rect)
        targets = [(viewer + 1) % 14, (viewer + 5) % 14]
        ways: list[dict[str, Any]] = [
            {},
            {"front": facings[viewer], "exempt": {1: (0, crowd.number(targets[0]))}},
            {"front": facings[viewer], "eye": from_edge(here) if isinstance(here, Rect) else here._replace(r=0)},
        ]
        for how in ways:
            few = sight_among(crowd, viewer, targets, 2000, each=True, **how)
            many = sight_among(crowd, viewer, [*targets, *range(14)], 2000, each=True, **how)
            assert few.all() == many.all()[:2]
            seen.update(few.clear)
    assert seen == {False, True}
