"""Bodies, the viewer's side, looks of terrain, coordinates, damage grids, and the published schema."""

from __future__ import annotations

import re

import jsonschema
import msgspec
import pytest
from msgspec.structs import replace

from sandtable.match import new_match
from sandtable.scene import (
    Badge,
    Body,
    Disc,
    GridBox,
    Panel,
    Piece,
    Polygon,
    Rect,
    Scene,
    Terrain,
    resolved,
    theme,
    to_svg,
)
from sandtable.scene.schema import FILE, schema_text
from sandtable.scene.view import View
from tests.scene.samples import SAMPLES

NEW = ("cloud", "wreck", "trench", "road", "river", "rampart")


def scene(**more: object) -> Scene:
    stands = tuple(
        Piece(id=f"u {i}", name=f"stand {i}", seat="a", shape=Rect(x=4000 * i, y=5000, frontage=4000, depth=2000))
        for i in (1, 2, 3)
    )
    return replace(Scene(title="t", width=20_000, height=10_000, unit="cm", grid=5_000, pieces=stands), **more)


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]+)<", svg)


def test_a_body_has_one_label_and_one_outline() -> None:
    body = Body(id="u", name="Foot", seat="a", pieces=("u 1", "u 2", "u 3"), badges=(Badge(text="c", name="charged"),))
    svg = to_svg(scene(bodies=(body,)), width=900, frame=False)
    assert words(svg).count("Foot · charged") == 1
    assert "S1" not in words(svg)  # no letters on its stands
    assert svg.count('stroke-dasharray="4 3"') == 1
    marked = to_svg(scene(bodies=(replace(body, selected=True),)), width=900, frame=False)
    assert marked.count('stroke-dasharray="6 3.6"') == 1


def test_forty_units_are_all_labelled_on_a_large_table() -> None:
    svg = to_svg(new_match("lines", seed=3, units=20).scene("a"), width=1200)
    found = words(svg)
    assert all(sum(f"{seat}{n}" in text.split() for text in found) == 1 for seat in "ab" for n in range(1, 21))


@pytest.mark.parametrize(
    ("up", "corner", "facing"),
    [(90_000, (0, 500), 90_000), (180_000, (0, 0), 0), (270_000, (1000, 0), -90_000), (0, (500, 1000), -180_000)],
)
def test_a_table_is_drawn_from_the_viewers_side(up: int, corner: tuple[float, float], facing: int) -> None:
    """The table's own corner, and a piece that faces away from seat a."""
    view = View.of(1000, 500, fit=500 if up % 180_000 == 0 else 1000, key="", up=up)
    assert view.at((0, 0)) == corner
    assert (view.turned(90_000) - facing) % 360_000 == 0


def test_each_seat_looks_from_its_own_side() -> None:
    match = new_match("duel", seed=2)
    assert (match.scene("a").up, match.scene("b").up, match.scene().up) == (90_000, 270_000, 90_000)


def test_grid_lines_and_their_numbers_agree_from_both_sides() -> None:
    for up in (90_000, 270_000):
        svg = to_svg(scene(width=13_000, up=up), width=1300, frame=False)
        lines = {float(x) for x in re.findall(r"M([\d.]+) 0V", svg)}
        numbers = {float(x) for x in re.findall(r'<text x="([\d.]+)" y="993', svg)}
        assert numbers
        assert numbers <= lines


@pytest.mark.parametrize("kind", NEW)
def test_every_kind_has_a_look_as_an_area_and_as_a_course(kind: str) -> None:
    assert kind in theme.TERRAIN
    area = Terrain(kind=kind, shape=Disc(x=5000, y=5000, r=2000))
    course = Terrain(kind=kind, width=1500, shape=Polygon(points=((0, 0), (9000, 4000), (20_000, 4000))))
    for feature in (area, course):
        assert theme.TERRAIN[kind].fill in to_svg(scene(terrain=(feature,)), frame=False)


def test_nothing_is_left_to_defaults_in_a_resolved_scene() -> None:
    wall, wood = (
        Terrain(kind="wall", shape=Disc(x=1, y=1, r=1), height=3000),
        Terrain(kind="moor", shape=Disc(x=1, y=1, r=1)),
    )
    found = resolved(scene(terrain=(wall, wood)))
    assert [feature.label for feature in found.terrain] == ["3 cm", "moor"]
    assert all(feature.look is not None for feature in found.terrain)
    assert [piece.label for piece in found.pieces] == ["S1", "S2", "S3"]
    assert resolved(found) == found
    assert to_svg(found) == to_svg(scene(terrain=(wall, wood)))
    assert all(piece.label for piece in new_match("duel", seed=1).scene().pieces)


def test_a_damage_grid_strikes_marked_boxes() -> None:
    boxes = tuple(GridBox(column=c, row=r, system="L" if r == 2 else "", marked=c == 1) for c in (1, 2) for r in (1, 2))
    svg = to_svg(scene(panels=(Panel(title="Jack", grid=boxes),)))
    assert words(svg).count("L") == 2
    assert svg.count(f'stroke="{theme.NO}" stroke-width="1.6"') == 2


def test_a_damage_grid_with_wrong_numbers_makes_no_huge_file() -> None:
    boxes = tuple(GridBox(column=n, row=n) for n in (-5, 0, 1, 10**9))
    assert len(to_svg(scene(panels=(Panel(title="Jack", grid=boxes),)))) < 20_000


def test_the_published_schema_is_current_and_fits_the_samples() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), "run sandtable.scene.schema.publish()"
    schema = msgspec.json.decode(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, sample in SAMPLES.items():
        data = msgspec.json.decode(msgspec.json.encode(resolved(sample())))
        assert not list(jsonschema.Draft202012Validator(schema).iter_errors(data)), name
