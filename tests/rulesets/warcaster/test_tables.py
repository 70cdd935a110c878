"""The hand-made Warcaster tables: fair to both seats, off the objectives, made of legal terrain."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulesets.warcaster.files import Table, read

Point = tuple[float, float]

MAPS: Table = read("data/maps.toml")["map"]
TERRAIN: Table = read("data/terrain.toml")["terrain"]
MISSIONS: Table = read("data/missions.toml")["mission"]
MARKERS: Table = read("data/bases.toml")["marker"]
STRIP: int = read("data/game.toml")["deployment"]["initial_strip"]


def corners(feature: Table) -> list[Point]:
    if feature["shape"] == "polygon":
        return [(x, y) for x, y in feature["points"]]
    (x, y), (w, d), turn = feature["at"], feature["size"], math.radians(feature["turn"])
    c, s = math.cos(turn), math.sin(turn)
    half = ((-w / 2, -d / 2), (w / 2, -d / 2), (w / 2, d / 2), (-w / 2, d / 2))
    return [(x + c * dx - s * dy, y + s * dx + c * dy) for dx, dy in half]


def gap(feature: Table, point: Point) -> float:
    """From a point to a feature; points inside a convex outline are at 0."""
    if feature["shape"] == "disc":
        return max(0.0, math.dist(feature["at"], point) - float(feature["radius"]))
    outline = corners(feature)
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    if all((bx - ax) * (point[1] - ay) >= (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in edges):
        return 0.0
    return min(to_edge(point, a, b) for a, b in edges)


def to_edge(point: Point, a: Point, b: Point) -> float:
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    t = min(1.0, max(0.0, along))
    return math.dist(point, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def fingerprint(feature: Table, side: float, turned: bool = False, mirrored: bool = False) -> tuple[Any, ...]:
    """What the feature is and where, after turning the table half a circle or mirroring it left to right."""

    def moved(point: Point) -> Point:
        x, y = (side - point[0], side - point[1]) if turned else point
        return (round(side - x if mirrored else x, 3), round(y, 3))

    where: list[Point] = [feature["at"]] if feature["shape"] == "disc" else corners(feature)
    ladders = sorted(moved((x, y)) for x, y in feature.get("ladders", []))
    return (
        feature["kind"], feature.get("height"), feature.get("radius"), tuple(sorted(map(moved, where))), tuple(ladders),
    )  # fmt: skip


def markers(side: int) -> Iterator[tuple[float, Point]]:
    for mission in MISSIONS.values():
        for marker in mission["objectives"] if mission["table"] == side else ():
            for place in (marker["at"], marker.get("inner", marker["at"])):
                yield MARKERS[marker["kind"]]["radius"] / 1000, place


def test_two_tables_of_each_size() -> None:
    assert Counter(table["table"] for table in MAPS.values()) == {48: 2, 30: 2}


@pytest.mark.parametrize("name", MAPS)
def test_features_are_of_known_kinds_and_fitting_heights(name: str) -> None:
    features = MAPS[name]["features"]
    assert len({feature["id"] for feature in features}) == len(features)
    assert len({feature["kind"] for feature in features}) >= 4
    for feature in features:
        kind = TERRAIN[feature["kind"]]
        assert ("height" in feature) != kind.get("unlimited", False)
        assert kind.get("min_height", 0) <= feature.get("height", 0) <= kind.get("max_height", 9)
        for ladder in feature.get("ladders", []):
            outline = corners(feature)
            edges = zip(outline, [*outline[1:], outline[0]], strict=True)
            assert min(to_edge(ladder, a, b) for a, b in edges) < 1e-9


@pytest.mark.parametrize("name", MAPS)
def test_tables_are_fair(name: str) -> None:
    side, features = MAPS[name]["table"], MAPS[name]["features"]
    seen = Counter(fingerprint(feature, side) for feature in features)
    assert Counter(fingerprint(feature, side, turned=True) for feature in features) == seen
    if side == 30:  # the objectives of Boiling Point are mirrored, not turned
        assert Counter(fingerprint(feature, side, mirrored=True) for feature in features) == seen


@pytest.mark.parametrize("name", MAPS)
def test_features_keep_off_objectives_and_deployment_strips(name: str) -> None:
    side = MAPS[name]["table"]
    for feature in MAPS[name]["features"]:
        for radius, place in markers(side):
            assert gap(feature, place) - radius >= 2, (feature["id"], place)
        reach = feature.get("radius", 0)
        outline = [feature["at"]] if feature["shape"] == "disc" else corners(feature)
        assert all(reach <= x <= side - reach for x, _ in outline)
        assert all(STRIP + reach <= y <= side - STRIP - reach for _, y in outline)


@pytest.mark.parametrize("name", MAPS)
def test_two_or_three_features_in_each_quadrant(name: str) -> None:
    middle = MAPS[name]["table"] / 2
    quadrants: Counter[tuple[bool, bool]] = Counter()
    for feature in MAPS[name]["features"]:
        where = [feature["at"]] if "at" in feature else corners(feature)
        x, y = (sum(axis) / len(where) for axis in zip(*where, strict=True))
        if x != middle and y != middle:  # a piece on a middle line belongs to no quadrant
            quadrants[x > middle, y > middle] += 1
    assert sorted(quadrants.values()) in ([2, 2, 2, 2], [3, 3, 3, 3])


@pytest.mark.parametrize("name", MAPS)
def test_outlines_are_convex_and_anticlockwise(name: str) -> None:
    for feature in MAPS[name]["features"]:
        if feature["shape"] == "disc":
            continue
        outline = corners(feature)
        for (ax, ay), (bx, by), (cx, cy) in zip(
            outline, outline[1:] + outline[:1], outline[2:] + outline[:2], strict=True
        ):
            assert (bx - ax) * (cy - by) > (by - ay) * (cx - bx), feature["id"]
