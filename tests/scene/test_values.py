"""Scenes are plain values: they survive JSON, compare by content, and start from exact shapes."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.geometry import shapes as exact
from sandtable.scene import Disc, Piece, Polygon, Rect, Scene, Shape, box, drawn
from tests.scene.samples import SAMPLES


@pytest.mark.parametrize("name", SAMPLES)
def test_a_scene_survives_json(name: str) -> None:
    scene = SAMPLES[name]()
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_json_names_every_kind_of_shape() -> None:
    text = msgspec.json.encode(SAMPLES["battle"]()).decode()
    assert all(f'"type":"{kind}"' in text for kind in ("Scene", "Disc", "Rect", "Polygon", "Piece", "Zone"))


def test_a_label_of_four_letters_is_refused_on_reading() -> None:
    piece = Piece(id="1", name="Wolf", seat="a", shape=Disc(x=0, y=0, r=500), label="WOLF")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(piece), type=Piece)


@pytest.mark.parametrize(
    ("shape", "scene"),
    [
        (exact.Disc(1000.4, 2000, 590), Disc(x=1000, y=2000, r=590)),
        (exact.Rect(1, 2, 40, 20, 90_000), Rect(x=1, y=2, frontage=40, depth=20, facing=90_000)),
        (exact.Segment(0, 0, 5, 6), Polygon(points=((0, 0), (5, 6)))),
        (exact.Poly(((0, 0), (4, 0), (0, 4))), Polygon(points=((0, 0), (4, 0), (0, 4)))),
    ],
)
def test_exact_shapes_become_scene_shapes(shape: exact.Shape, scene: Shape) -> None:
    assert drawn(shape) == scene


def test_a_box_is_given_by_two_corners() -> None:
    assert box(0, 1, 2, 3) == Polygon(points=((0, 1), (2, 1), (2, 3), (0, 3)))


def test_notebooks_show_a_scene() -> None:
    assert SAMPLES["duel"]()._repr_svg_().startswith("<svg ")
