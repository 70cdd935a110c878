"""Tables (WC-SETUP-2): hand-made and generated, fair to both sides."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from sandtable.core import Position
from sandtable.geometry.distance import gap
from sandtable.geometry.shapes import Disc
from sandtable.lab.checks import check_game
from sandtable.rulesets.warcaster.missions.mission_objectives import objectives_of
from sandtable.rulesets.warcaster.state.events import TableLaid
from sandtable.rulesets.warcaster.terrain.features import Feature, Map, read_map, shapes
from sandtable.rulesets.warcaster.terrain.map_generator import generated, swapped
from sandtable.rulesets.warcaster.turn.deployment_places import STRIP
from tests.rules.warcaster.kit import Bench, rules

LARGEST = max(b.radius for b in rules().cards.bases.values())
SEEDS = range(40)


def corners(feature: Feature) -> list[tuple[float, float]]:
    if feature.disc is not None:
        x, y, r = feature.disc
        return [(x - r, y - r), (x + r, y + r)]
    return [(float(x), float(y)) for x, y in feature.outline]


def shown(table: Map) -> set[Any]:
    """What is on the table, whatever it is called and wherever an outline begins."""
    return {
        (f.kind, f.height, f.cover, f.standable, frozenset(f.outline), f.disc, frozenset(f.ladders))
        for f in table.features
    }


def marks(size: int) -> list[Disc]:
    radius = {kind: m["radius"] for kind, m in rules().cards.markers.items()}
    names = [n for n, m in rules().cards.missions.items() if 1000 * m["table"] == size]
    return [Disc(o.x, o.y, radius[o.kind]) for n in names for o in objectives_of(rules().cards, n).values()]


def tables() -> list[Any]:
    made = [pytest.param(read_map(rules().cards, name), id=name) for name in rules().cards.maps]
    return made + [pytest.param(generated(rules().cards, i, s), id=f"{i} seed {s}") for i in (48, 30) for s in SEEDS]


@pytest.mark.parametrize("table", tables())
def test_fair_to_both_sides(table: Map) -> None:
    assert shown(swapped(rules().cards, table)) == shown(table)
    objectives = marks(table.size)
    mirror = table.size == 30000
    image = {(o.x if mirror else table.size - o.x, table.size - o.y) for o in objectives}
    assert image == {(o.x, o.y) for o in objectives}, "the same turn leaves the objectives where they are"


@pytest.mark.parametrize("table", tables())
def test_objectives_and_strips_are_clear(table: Map) -> None:
    for feature in table.features:
        for part in shapes(feature):
            assert all(gap(part, mark) >= 2000 - 1 for mark in marks(table.size)), feature.id
        low, high = min(y for _, y in corners(feature)), max(y for _, y in corners(feature))
        assert low >= STRIP and high <= table.size - STRIP, feature.id


@pytest.mark.rule("WC-SETUP-2")
@pytest.mark.parametrize("inches", [48, 30])
@pytest.mark.parametrize("seed", SEEDS)
def test_two_or_three_pieces_in_each_quarter(inches: int, seed: int) -> None:
    table, half = generated(rules().cards, inches, seed), 500 * inches
    quarters: Counter[tuple[bool, bool]] = Counter()
    for feature in table.features:
        sides = {(x > half, y > half) for x, y in corners(feature)}
        assert len(sides) == 1, f"{feature.id} lies across a middle line"
        quarters.update(sides)
    assert len(quarters) == 4 and set(quarters.values()) <= {2, 3}


@pytest.mark.parametrize("inches", [48, 30])
@pytest.mark.parametrize("seed", SEEDS)
def test_kinds_are_mixed_and_every_base_passes_between(inches: int, seed: int) -> None:
    table = generated(rules().cards, inches, seed)
    assert len({f.kind for f in table.features}) >= 2
    assert any(f.kind == "structure" for f in table.features) or any(f.kind == "obstacle" for f in table.features)
    for one, two in combinations(table.features, 2):
        between = min(gap(a, b) for a in shapes(one) for b in shapes(two))
        assert between >= 2 * LARGEST, (one.id, two.id)
    for feature in table.features:
        xs = [x for x, _ in corners(feature)]
        assert min(xs) >= 2 * LARGEST and max(xs) <= table.size - 2 * LARGEST


def test_tables_differ_and_heights_too() -> None:
    many = [generated(rules().cards, 48, s) for s in SEEDS]
    assert len({frozenset(shown(t)) for t in many}) == len(many)
    assert len({f.height for t in many for f in t.features}) >= 5
    assert {f.kind for t in many for f in t.features} >= {
        "structure",
        "obstacle",
        "forest",
        "rough",
        "obscuring",
        "impassable",
    }


def test_a_seed_is_a_table() -> None:
    one, two = (rules().new_game({"mission": "strange_matter", "map": {"random": 7}}).state.map for _ in range(2))
    assert one is two and one.name == "random 7", "equal tables are one and the same"
    assert {f.id for f in one.features} >= {"p1", "p2", "p3", "p4"}, "objectives that are terrain are added"


@pytest.mark.rule("WC-SETUP-2")
def test_a_die_picks_the_table() -> None:
    t = Bench(options={"map": "random"}, dice=["9", "11111", "11111", "6", "1"])
    (laid,) = t.happened(TableLaid, cite="WC-SETUP-2")
    bare = generated(rules().cards, 30, 9)
    assert isinstance(laid, TableLaid) and laid.map.name == bare.name
    assert laid.map.features[: len(bare.features)] == bare.features
    assert {f.id for f in t.state.map.features} == {f.id for f in bare.features} | {"w", "se", "ne"}


@pytest.mark.parametrize("seed", [0, 5])
def test_generated_tables_are_sound_to_play_on(seed: int) -> None:
    check_game(rules(), seed, {"mission": "random", "map": "random", "secondaries": ("recon", "body_count")}, every=40)
    assert rules().showing.scene(Position(rules(), rules().new_game({"mission": "random"}).state), 0).title
