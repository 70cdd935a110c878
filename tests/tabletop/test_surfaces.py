"""Tops of features: which bases they hold."""

from __future__ import annotations

import pytest

from sandtable.tabletop.terrain.features import shapes
from sandtable.tabletop.terrain.land import cover_extents, extent
from sandtable.tabletop.terrain.surfaces import GROUND, Surface, below, rim, surface_at, surface_of, tops
from tests.tabletop.field import Piece, laid

TOWER = {"kind": "hall", "id": "tower", "at": [30, 20], "radius": 5, "height": 4}
BOX = {"kind": "hall", "id": "box", "at": [60, 20], "size": [10, 6], "height": 3}
ELL = {"kind": "wall", "id": "ell", "points": [[10, 50], [20, 50], [20, 52], [12, 52], [12, 60], [10, 60]], "height": 1}


@pytest.mark.parametrize(("x", "y"), [(4000, 0), (-4000, 0), (0, 4000), (0, -4000), (2400, 3200), (-2400, -3200)])
def test_a_round_top_holds_a_base_up_to_its_rim(x: int, y: int) -> None:
    table = laid(TOWER).state.map
    assert surface_at(table, (30_000 + x, 20_000 + y), 1000) == Surface("tower", 4000)
    further = (30_000 + x + (x > 0) * 3 - (x < 0) * 3, 20_000 + y + (y > 0) * 3 - (y < 0) * 3)
    assert surface_at(table, further, 1000) == GROUND


@pytest.mark.parametrize(("x", "y"), [(64_000, 20_000), (56_000, 20_000), (60_000, 22_000), (60_000, 18_000)])
def test_a_square_top_holds_a_base_up_to_each_side(x: int, y: int) -> None:
    table = laid(BOX).state.map
    assert surface_at(table, (x, y), 1000) == Surface("box", 3000)
    off = (x + (x > 60_000) * 3 - (x < 60_000) * 3, y + (y > 20_000) * 3 - (y < 20_000) * 3)
    assert surface_at(table, off, 1000) == GROUND


def test_what_lies_below_a_base_in_the_air() -> None:
    low = {**BOX, "id": "low", "at": [30, 20], "height": 2, "size": [20, 20]}
    table = laid(TOWER, low).state.map
    assert [top.feature.id for top in tops(table)] == ["tower", "low"]
    assert surface_at(table, (30_000, 20_000), 1000).on == "tower"
    assert below(table, (30_000, 20_000), 1000, 4000) == Surface("low", 2000)
    assert below(table, (30_000, 20_000), 1000, 4001) == Surface("tower", 4000)
    assert below(table, (30_000, 20_000), 1000, 2000) == GROUND


def test_what_has_no_height_has_no_top() -> None:
    flat = {"kind": "wall", "id": "kerb", "at": [60, 20], "size": [10, 6], "standable": True}
    for height, found in ((0, []), (0.001, ["kerb"])):
        table = laid({**flat, "height": height}).state.map
        assert [top.feature.id for top in tops(table)] == found
        assert surface_at(table, (60_000, 20_000), 1000).on == "".join(found)


def test_strips_round_a_top_lie_outside_it_one_on_each_side() -> None:
    boxes = [extent(strip) for strip in rim(laid(BOX).state.map.features[0])]
    sides = [(x1 <= 55_000, x0 >= 65_000, y1 <= 17_000, y0 >= 23_000) for x0, y0, x1, y1 in boxes]
    assert [side.count(True) for side in sides] == [1, 1, 1, 1]
    assert len(set(sides)) == 4


def test_the_extent_of_cover_of_several_parts() -> None:
    p = laid(ELL)
    ((_, parts, box),) = cover_extents(p.rules.kinds, p.state.map)
    assert len(parts) == len(shapes(p.state.map.features[0])) > 1
    assert box == (10_000, 50_000, 20_000, 60_000)


def test_what_a_piece_says_it_stands_on() -> None:
    assert surface_of(Piece(0, 0)) == GROUND
    assert surface_of(Piece(0, 0, z=2000, on="box")) == Surface("box", 2000)
    assert surface_of(Piece(0, 0, z=2000)) == Surface("", 2000), "driven off a top, it has not fallen yet"
