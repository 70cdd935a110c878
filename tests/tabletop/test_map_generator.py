"""Generated tables: fair, clear where they must be, on a table that is no square."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.geometry.distance import gap
from sandtable.geometry.shapes import Disc
from sandtable.tabletop.terrain.features import Feature, shapes
from sandtable.tabletop.terrain.kinds import read_kinds
from sandtable.tabletop.terrain.map_generator import Boxes, Layout, Ovals, generated_features, swapped_feature
from sandtable.tabletop.terrain.reading import read_feature
from tests.tabletop.field import KINDS

LAYOUT = Layout(
    width=180,
    height=120,
    deck=("hall", "soft", "wall", "soft", "hall", "wall"),
    mixed={"soft": ("wood", "marsh", "lake")},
    pieces={"hall": Boxes(((12, 8), (9, 9)), (2, 3)), "wall": Boxes(((14, 1),), (1,))}
    | dict.fromkeys(("wood", "marsh", "lake"), Ovals((6, 9), (5, 7))),
    counts=(2, 3),
    gap=5,
    deep=20,
    clear=((90, 60, 10), (40, 40, 6), (140, 80, 6)),
    mirror=False,
)
SEEDS = range(12)


def made(layout: Layout, seed: object) -> tuple[Feature, ...]:
    kinds = read_kinds(KINDS)

    def read(raw: Mapping[str, Any], name: str) -> Feature:
        return read_feature(kinds, raw, Feature, name)

    return generated_features(layout, f"field {seed}", read)


def look(feature: Feature) -> tuple[object, ...]:
    return feature.kind, feature.height, frozenset(feature.outline)


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_each_side_meets_the_same(seed: int, mirror: bool) -> None:
    features = made(replace(LAYOUT, mirror=mirror), seed)
    image = {look(swapped_feature(180_000, 120_000, f, f.id, mirror)) for f in features}
    assert image == {look(f) for f in features} and 8 <= len(features) <= 12
    assert len({f.id for f in features}) == len(features)


@pytest.mark.parametrize("seed", SEEDS)
def test_clearances_are_kept(seed: int) -> None:
    features = made(LAYOUT, seed)
    for one, two in combinations(features, 2):
        assert min(gap(a, b) for a in shapes(one) for b in shapes(two)) >= 5000 - 2, (one.id, two.id)
    for feature in features:
        for x, y, r in LAYOUT.clear:
            assert all(gap(part, Disc(1000 * x, 1000 * y, 1000 * r)) >= 0 for part in shapes(feature))
            assert min(gap(part, Disc(1000 * x, 1000 * y, 0)) for part in shapes(feature)) >= 1000 * r - 2
        xs, ys = [x for x, _ in feature.outline], [y for _, y in feature.outline]
        assert min(xs) >= 5000 - 2 and max(xs) <= 175_002, "along the ends of the wide table"
        assert min(ys) >= 20_000 - 2 and max(ys) <= 100_002, "the rear edges stay open"


def test_a_seed_is_a_table_and_seeds_differ() -> None:
    assert made(LAYOUT, 3) == made(LAYOUT, 3)
    assert len({frozenset(map(look, made(LAYOUT, seed))) for seed in SEEDS}) == len(SEEDS)
    kinds = {f.kind for seed in SEEDS for f in made(LAYOUT, seed)}
    assert kinds == {"hall", "wall", "wood", "marsh", "lake"}


def test_a_layout_without_room_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"no table 180 x 120 from seed 'field 1' in 60 layouts"):
        made(replace(LAYOUT, deep=55), 1)


def test_a_mirror_keeps_the_outline_anticlockwise() -> None:
    hall = Feature(
        id="hall", kind="hall", outline=((0, 0), (4000, 0), (4000, 2000), (0, 2000)), ladders=((4000, 1000),)
    )
    image = swapped_feature(180_000, 120_000, hall, "other", mirror=True)
    assert image.outline == ((0, 118_000), (4000, 118_000), (4000, 120_000), (0, 120_000))
    assert image.ladders == ((4000, 119_000),) and image.id == "other"
    turned = swapped_feature(180_000, 120_000, Feature(id="p", kind="lake", disc=(10, 20, 5)), "q", mirror=False)
    assert turned.disc == (179_990, 119_980, 5)
