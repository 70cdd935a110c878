"""Areas laid out for many questions say what polygons say one after another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.core import Outline
from sandtable.geometry import areas
from sandtable.geometry.areas import Area
from sandtable.geometry.kernel import rings
from sandtable.geometry.regions import Ring, circle, edge_places

MOST = 24


def area_of(outline: Outline) -> Area:
    return Area((part.fans, part.holes) for part in outline.parts())


def outlines(seed: int, many: int) -> Iterator[Outline]:
    """Fans that wind, holes over their edges, parts with holes of their own, rings without area."""
    rng = Random(seed)

    def star() -> Ring:
        x, y, r = rng.randrange(9000), rng.randrange(9000), rng.randrange(1, 4000)
        return tuple((x + rng.randint(-r, r), y + rng.randint(-r, r)) for _ in range(rng.randint(1, 9)))

    def round_one() -> Ring:
        return circle(rng.randrange(9000), rng.randrange(9000), rng.randrange(10, 2500))

    for _ in range(many):
        also = tuple(Outline((star(),), (round_one(),)) for _ in range(rng.randrange(3)))
        yield Outline((star(), round_one()), tuple(round_one() for _ in range(rng.randrange(4))), also)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_area_is_the_outline_it_was_made_of(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled:
        monkeypatch.setattr(areas, "kernel", lambda module: module)
    rng, inside, near = Random(7), 0, 0
    for outline in outlines(3, 60):
        area = area_of(outline)
        every = [ring for part in outline.parts() for ring in (*part.fans, *part.holes) if len(ring) > 2]
        corner = rng.choice(every)[0]
        for goal in ((rng.randrange(9000), rng.randrange(9000)), (rng.randint(-9000, 18000), 20_000), corner):
            assert area.has(goal) == outline.has(goal)
            assert list(area.edge_places(goal)) == list(edge_places(every, goal))
            assert area.toward(goal, MOST) == outline.toward(goal, MOST)
            inside, near = inside + area.has(goal), near + len(area.toward(goal, 3))
    assert inside > 10 < near


def test_an_area_of_nothing_has_nothing() -> None:
    for nothing in (Outline(), Outline(((),)), Outline((((5, 5), (9, 5)),))):
        assert not area_of(nothing).has((5, 5))
        assert area_of(nothing).toward((5, 5), MOST) == []


def test_the_rim_counts_as_for_one_polygon() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    area = Area([((square,), (((4, 4), (6, 4), (6, 6), (4, 6)),))])
    for x in range(-1, 12):
        for y in range(-1, 12):
            assert area.has((x, y)) == Outline((square,), (((4, 4), (6, 4), (6, 6), (4, 6)),)).has((x, y))
    assert rings.inside(area.rings, area.rows, 5.0, 1.0)
