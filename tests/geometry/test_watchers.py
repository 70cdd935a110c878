"""Watchers with reach, front arc and sight, and what else is asked along a path."""

from __future__ import annotations

import math
import random

import pytest

from sandtable.geometry.compiled import compiled, listed, row
from sandtable.geometry.kernel import watch
from sandtable.geometry.measure import gap
from sandtable.geometry.motion import (
    Watcher,
    crossings,
    first_nearer,
    heading_at,
    last_place,
    leaves,
    next_crossing,
    path_length,
    point_at,
    seeing,
    stretches,
    watches,
)
from sandtable.geometry.rows import SOLID, block, flat, joined
from sandtable.geometry.shapes import Disc, Poly, Rect, Shape
from sandtable.geometry.sight import Base, Blocker, Blockers
from sandtable.geometry.watchers import _front
from tests.geometry.reach_cases import a_place, a_shape, along, apart
from tests.geometry.watch_cases import RADII, a_case, check, run
from tests.seeds import seeds

R = 591
FOE = Disc(0, 0, R)
REACH = 2000  # base to base: centres within 3182 and the tolerance


def found(watcher: Watcher, *path: tuple[int, int]) -> list[tuple[float, str]]:
    return [(round(c.distance, 3), c.way) for c in crossings(path, R, [watcher])]


def test_walking_round_into_the_back_arc_is_leaving() -> None:
    north = Watcher(FOE, REACH, front=90_000)
    assert found(north, (2000, 2000), (2000, -2000)) == [(2591, "leave")], "when the last of its base is behind"
    assert found(north, (2000, -2000), (2000, 2000)) == [(1409, "enter")]
    assert found(Watcher(FOE, REACH), (2000, 2000), (2000, -2000)) == []
    assert found(north, (2000, -591), (-2000, -591)) == [], "the border of the arc is in it"
    assert found(north, (2000, -592), (-2000, -592)) == []
    assert not stretches(((2000, -592), (-2000, -592)), R, [north])


def test_reach_and_arc_end_whichever_comes_first() -> None:
    north = Watcher(FOE, 500, front=90_000)  # centres within 1683
    assert found(north, (0, 1500), (9000, 1500)) == [(round(math.sqrt(1683**2 - 1500**2), 3), "leave")]
    assert found(north, (1400, 0), (1400, -9000)) == [(591, "leave")]


@pytest.mark.parametrize(("arc", "at"), [(90_000, 45), (60_000, 30), (180_000, 90), (270_000, 135), (300_000, 150)])
def test_arcs_of_any_width(arc: int, at: int) -> None:
    """A point walks round a circle of small legs: it leaves where the border of the arc is."""
    ring = [(round(3000 * math.sin(t / 200)), round(3000 * math.cos(t / 200))) for t in range(620)]
    (gone,) = crossings(ring, 0, [Watcher(FOE, 9000, 90_000, arc)])
    x, y = along(ring, gone.distance)
    assert gone.way == "leave"
    assert math.degrees(math.atan2(x, y)) == pytest.approx(at, abs=1e-6)
    everywhere = Watcher(FOE, 9000, 90_000, 360_000)
    assert not list(crossings(ring, 0, [everywhere]))


def test_a_wide_arc_is_left_and_entered_again_on_one_leg() -> None:
    wide = Watcher(FOE, 9000, 90_000, 270_000)
    assert [way for _, way in found(wide, (-6000, -2500), (6000, -2500))] == ["leave", "enter"]
    (out, _), (back, _) = found(wide, (-6000, -2500), (6000, -2500))
    inner = 2500 - R * math.sqrt(2)  # the whole base is in the wedge behind
    assert out == pytest.approx(6000 - inner, abs=0.01)
    assert back == pytest.approx(6000 + inner, abs=0.01)


def test_a_stand_watches_from_its_front_edge() -> None:
    stand = Watcher(Rect(0, 0, 4000, 2000, 90_000), 3000, front=90_000)
    assert found(stand, (3000, 3000), (3000, -3000)) == [(3000 - 1000 + R, "leave")]


def test_going_behind_a_blocker_is_leaving() -> None:
    wall = Blocker(Poly(((1200, -5000), (1300, -5000), (1300, 0), (1200, 0))))
    crowd = Blockers((wall,)).among([Base(FOE, 1750, 1), Base(Disc(2500, 1500, R), 1750, 1)])
    path = ((2500, 1500), (2500, -1600))
    watcher = Watcher(FOE, 5000, sight=seeing(crowd, viewer=0, mover=1))
    (gone,) = crossings(path, R, [watcher])
    assert gone.way == "leave" and 1000 < gone.distance < 3000
    place = point_at(path, gone.distance - 1), point_at(path, gone.distance + 2)
    assert [watches(watcher, Disc(*p, R)) for p in place] == [True, False]
    spared = Watcher(FOE, 5000, sight=seeing(crowd, 0, 1, exempt=(0,)))
    assert not list(crossings(path, R, [spared]))


def test_a_base_hides_a_mover_of_its_rank_and_not_a_larger_one() -> None:
    for rank, count in ((1, 2), (2, 2), (3, 0)):
        mover = Base(Disc(-5000, 5000, RADII[rank - 1]), 1750, rank)
        crowd = Blockers().among([Base(FOE, 1750, 1), mover, Base(Disc(0, 2500, 787), 1750, 2)], grow=1)
        eye = Disc(0, 0, 0)
        watcher = Watcher(FOE, 9000, sight=seeing(crowd, 0, 1, eye=eye))
        assert len(list(crossings(((-5000, 5000), (5000, 5000)), mover.shape[2], [watcher]))) == count  # type: ignore[misc]


def test_interruptions_of_several_watchers_come_in_order() -> None:
    foes = [Watcher(Disc(x, 0, R), 500, front=90_000) for x in (0, 3000, 6000)]
    path = ((0, 1200), (9000, 1200))
    every = list(crossings(path, R, foes))
    assert [(c.which, c.way) for c in every] == [
        (0, "leave"), (1, "enter"), (1, "leave"), (2, "enter"), (2, "leave"),
    ]  # fmt: skip
    step, seen = next_crossing(path, R, foes), []
    while step:
        seen.append(step)
        step = next_crossing(path, R, foes, step)
    assert seen == every


def test_watched_where_it_stands_agrees_with_the_stretches() -> None:
    rng, seen = random.Random(3), 0
    for _ in range(60):
        path, r, watcher = a_case(rng)
        for _, start, end in stretches(path, r, [watcher]):
            if end - start > 2:
                x, y = along(path, (start + end) / 2)
                assert watches(watcher, Disc(x, y, r))
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("seed", seeds(20))
def test_watchers_against_sampling(seed: int) -> None:
    assert run(25, seed).paths == 25


def test_sampling_would_notice_a_place_missed_or_invented() -> None:
    """The check has teeth: half of a stretch left out, or a lapse put in, fails it."""
    rng, tried = random.Random(8), 0
    while tried < 5:
        case = a_case(rng)
        good = stretches(case.path, case.r, [case.watcher])
        if not good or good[0].end - good[0].start < 100:
            continue
        tried += 1
        check(case)
        (_, start, end), rest = good[0], good[1:]
        middle = (start + end) / 2
        for wrong in (
            good[0]._replace(end=middle),
            good[0]._replace(start=start + 20),
        ):
            with pytest.raises(AssertionError):
                check(case, (wrong, *rest))
        with pytest.raises(AssertionError):
            check(case, (good[0]._replace(end=middle), good[0]._replace(start=middle + 0.01), *rest))
        with pytest.raises(AssertionError):
            check(case, rest)


def test_the_kernel_and_its_plain_twin_agree() -> None:
    rng = random.Random(21)
    for _ in range(80):
        shapes = [a_shape(rng) for _ in range(4)]
        fronts = [
            value
            for shape in shapes
            for value in _front(
                shape,
                rng.randrange(360_000) if isinstance(shape, Disc | Rect) else None,
                rng.choice((90_000, 180_000, 300_000)),
            )
        ]
        rows = joined([row((R, 0.0, 0.0, 1e30, 1e30)), *(block(SOLID, (shape,), 800.0) for shape in shapes)])
        path = flat([a_place(rng) for _ in range(4)])
        one, two = row([0.0] * 200), [0.0] * 200
        count = compiled(watch).stretches(rows, row(fronts), path, 1.0, one)
        assert count == watch.stretches(listed(rows), fronts, listed(path), 1.0, two)
        assert listed(one)[: 3 * count] == two[: 3 * count]
        assert compiled(watch).nearer(rows, path, 1.0) == watch.nearer(listed(rows), listed(path), 1.0)


def test_heading_along_a_path() -> None:
    path = ((0, 0), (1000, 0), (1000, 0), (1000, 1000), (0, 1000))
    assert [heading_at(path, s) for s in (0, 500, 1000, 1001, 2000, 2500, 9000)] == [
        0, 0, 0, 90_000, 90_000, 180_000, 180_000,
    ]  # fmt: skip
    assert heading_at(((5, 5), (5, 5)), 0) is None
    assert heading_at(((5, 5),), 0) is None
    assert heading_at(((0, 0), (0, 0), (0, -7)), 0) == 270_000


def test_the_last_place_where_something_holds() -> None:
    path = ((0, 0), (3000, 0), (3000, 3000))
    stop = last_place(path, lambda p: p[1] <= 1234)
    assert stop and stop.spot == (3000, 1234) and stop.distance == pytest.approx(4234, abs=1)
    end = last_place(path, lambda p: True)
    assert end == (6000, (3000, 3000))
    assert last_place(path, lambda p: p[0] > 0) is None
    again = last_place(path, lambda p: not 500 <= p[0] < 600, after=700)
    assert again == (6000, (3000, 3000)), "what is before the start of the search does not count"
    early = last_place(path, lambda p: not 500 <= p[0] < 600)
    assert early and early.spot == (499, 0)
    assert last_place(((7, 7),), lambda p: True) == (0, (7, 7))


def test_never_nearer_to_a_foe() -> None:
    away = ((3000, 0), (6000, 0))
    assert first_nearer(away, R, [FOE]) is None
    towards = first_nearer(((3000, 0), (3000, 4000), (1000, 4000)), R, [FOE])
    assert towards and (towards.which, towards.spot) == (0, (2998, 4000))
    assert towards.by == pytest.approx(5000 - math.hypot(1000, 4000), abs=2)
    spiral = [
        (round((3000 + 2 * t) * math.cos(t / 100)), round((3000 + 2 * t) * math.sin(t / 100))) for t in range(200)
    ]
    assert first_nearer(spiral, R, [FOE]) is None
    assert first_nearer(spiral[::-1], R, [FOE]) is not None
    chord = first_nearer(((3000, 0), (0, 3000)), R, [Disc(20_000, 20_000, R), FOE])
    assert chord and chord.which == 1, "the first one along the path"
    assert first_nearer(((3000, 0), (3000, 0)), R, [FOE]) is None
    one = first_nearer(((3000, 0), (2999, 0)), R, [FOE])
    two = first_nearer(((3000, 0), (2998, 0)), R, [FOE])
    assert one is None and two is not None and two.by == pytest.approx(2)


def test_never_nearer_agrees_with_small_steps() -> None:
    rng, seen = random.Random(9), []
    for _ in range(120):
        path, shapes = [a_place(rng) for _ in range(3)], [a_shape(rng) for _ in range(3)]
        answer = first_nearer(path, R, shapes)
        total = path_length(path)
        steps = sorted((*(total * i / 600 for i in range(601)), math.dist(path[0], path[1])))
        until = answer.distance if answer else total
        for shape in shapes:
            gaps = [apart(along(path, s), shape) for s in steps if s <= until]
            drop = max((max(gaps[: i + 1]) - g for i, g in enumerate(gaps) if g > 0), default=0)
            assert drop <= 1.001
        if answer:
            seen.append(answer)
            before = max(apart(along(path, s), shapes[answer.which]) for s in steps if s <= answer.distance + 1e-6)
            after = apart(along(path, min(answer.distance + 3, total)), shapes[answer.which])
            assert after <= 0 or before - after > 0.9 or answer.distance + 3 > total
    assert 60 < len(seen) < 121


def test_leaving_a_shape_of_any_kind() -> None:
    shapes: list[Shape] = [Poly(((0, 0), (1000, 0), (0, 1000))), Rect(0, 0, 500, 500, 45_000)]
    for shape in shapes:
        (gone,) = leaves(((0, 0), (9000, 0)), R, shape, 500)
        assert gap(Disc(gone, 0, R), shape) == pytest.approx(501, abs=0.01)
