"""Kinds of terrain as data."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.geometry.shapes import Disc
from sandtable.tabletop.terrain.features import Feature, shapes
from sandtable.tabletop.terrain.kinds import read_kinds
from sandtable.tabletop.terrain.land import land, top
from tests.tabletop.field import KINDS, laid


def test_lengths_are_kept_in_thousandths_and_the_rest_has_defaults() -> None:
    kinds = read_kinds(KINDS)
    assert (kinds["wall"].climb, kinds["wall"].max_height, kinds["wood"].depth) == (3000, 2000, 2000)
    assert (kinds["road"].entry, kinds["road"].hides, kinds["road"].climb) == ("open", "nothing", None)
    assert list(kinds) == list(KINDS) and "moat" not in kinds and kinds.deepest == 2000
    assert read_kinds({}).deepest == 0
    step = read_kinds({"step": {"name": "Step", "climb": 0, "min_height": 0.5}})["step"]
    assert (step.climb, step.min_height) == (0, 500), "nothing and less than one are lengths too"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"name": "Fog", "murky": True}, ("terrain.fog", "murky", "rough")),
        ({"name": "Fog", "entry": "shut"}, ("terrain.fog", "entry")),
        ({"rough": True}, ("terrain.fog", "name")),
        ({"name": "Fog", "hides": "area"}, ("terrain.fog", "depth")),
        ({"name": "Fog", "depth": -1}, ("terrain.fog.depth", "-1")),
        ({"name": "Fog", "climb": True}, ("terrain.fog.climb", "True")),
        ({"name": "Fog", "min_height": 2, "max_height": 1}, ("terrain.fog", "max_height")),
    ],
)
def test_a_wrong_entry_is_named(raw: dict[str, Any], words: tuple[str, ...]) -> None:
    with pytest.raises(BadSetup) as error:
        read_kinds({"fog": raw})
    assert all(word in str(error.value) for word in words)


def test_a_map_in_shapes() -> None:
    hall = {"kind": "hall", "at": [20, 20], "size": 4, "height": 3}
    flat = {"kind": "wall", "at": [90, 20], "size": [4, 1]}  # without a height it hides nobody, and still covers
    wood = {"kind": "wood", "at": [60, 60], "radius": 5}
    p = laid(
        hall, {"kind": "lake", "at": [30, 30], "radius": 3}, wood, {"kind": "marsh", "at": [9, 9], "size": 2}, flat
    )
    ground = land(p.rules.kinds, p.state.map)
    assert [len(part) for part in (ground.solid, ground.closed, ground.cross, ground.rough)] == [1, 1, 1, 2]
    assert ground.hiding == ("hall_1", "wood_3") and ground.see_through == 2000
    assert [feature.id for feature, _ in ground.cover] == ["hall_1", "wall_5"]
    heights = {f.id: top(p.rules.kinds, f) for f in p.state.map.features}
    assert heights["hall_1"] == 3000 and heights["wood_3"] > 1e9 and heights["wall_5"] == 1


def test_what_a_kind_or_a_feature_does_not_say_it_does_not_do() -> None:
    road, plain = read_kinds({"road": {"name": "Road"}})["road"], Feature(id="road", kind="road", disc=(0, 0, 9))
    assert not (road.rough or road.unlimited or road.cover or road.standable or road.low)
    assert (road.depth, road.min_height, road.max_height) == (0, 0, None)
    assert (plain.height, plain.cover, plain.standable, plain.ladders) == (0, False, False, ())
    assert shapes(plain) == (Disc(0, 0, 9),)


def test_a_kind_may_have_one_height_only() -> None:
    slab = read_kinds({"slab": {"name": "Slab", "min_height": 1, "max_height": 1}})["slab"]
    assert slab.min_height == slab.max_height == 1000
    with pytest.raises(BadSetup, match="max_height is less than min_height"):
        read_kinds({"slab": {"name": "Slab", "min_height": 1, "max_height": 0.999}})
