"""The drawing as a file: well formed, self-contained, safe, small, and the same every time."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sandtable.scene import (
    Badge,
    Card,
    Disc,
    LogLine,
    Marker,
    Note,
    Panel,
    Piece,
    Pips,
    Polygon,
    Scene,
    Score,
    SightLine,
    Terrain,
    Track,
    Zone,
    to_svg,
)
from tests.scene.samples import SAMPLES

GOLDEN = Path(__file__).parent / "golden"
HOSTILE = "</text><script>alert('1')</script>&\"\x00\ud800\u202e]]>"


def texts(svg: str) -> str:
    return " ".join(ET.fromstring(svg).itertext())


def small() -> Scene:
    return Scene(
        title="Small",
        width=12_000,
        height=8_000,
        grid=6_000,
        terrain=(Terrain(kind="wall", shape=Polygon(points=((5000, 2000), (7000, 2000), (7000, 2500), (5000, 2500)))),),
        pieces=(
            Piece(id="1", name="Dusk Wolf", seat="a", shape=Disc(x=3000, y=2000, r=984), health=(2, 3), selected=True),
            Piece(id="2", name="Scourge", seat="b", shape=Disc(x=9000, y=6000, r=787), facing=225_000, front_arc=True),
        ),
        sight=(SightLine(start=(3000, 2000), end=(9000, 6000)),),
    )


@pytest.mark.parametrize("frame", [True, False])
@pytest.mark.parametrize("width", [0, 390, 900, 1440])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_well_formed_at_every_width(name: str, width: int, frame: bool) -> None:
    root = ET.fromstring(to_svg(SAMPLES[name](), width=width, frame=frame))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert float(root.attrib["height"]) > 0


@pytest.mark.parametrize("name", SAMPLES)
def test_equal_scenes_give_equal_bytes(name: str) -> None:
    assert to_svg(SAMPLES[name]()) == to_svg(SAMPLES[name]())


@pytest.mark.parametrize("frame", [True, False])
def test_golden(frame: bool) -> None:
    """After a wanted change of looks: write `to_svg(small(), width=400, frame=...)` over the file and look at it."""
    path = GOLDEN / f"small-{'framed' if frame else 'bare'}.svg"
    assert to_svg(small(), width=400, frame=frame) + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_outside_is_needed(name: str) -> None:
    svg = to_svg(SAMPLES[name]()).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|@import|@font-face|<script|<image|<foreignObject|href=", svg)
    ids = set(re.findall(r'\bid="([^"]+)"', svg))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= ids


@pytest.mark.parametrize("name", SAMPLES)
def test_numbers_have_two_decimals_at_most(name: str) -> None:
    assert not re.search(
        r"\d\.\d{3}|\bnan\b|\binf\b|\de-\d", re.sub(r"<style>.*?</style>", "", to_svg(SAMPLES[name]()))
    )


def test_screen_readers_get_a_title_and_the_table_in_words() -> None:
    root = ET.fromstring(to_svg(SAMPLES["skirmish"]()))
    title, desc = root[0], root[1]
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], desc.attrib["id"]]
    assert title.text == "Warcaster"
    assert desc.text is not None
    for words in ("30″ by 30″", "Dusk Wolf, seat a, health 2 of 3, arc 2 of 3, selected", "2 × Riflemen", "blocked"):
        assert words in desc.text


def test_hostile_names_are_only_text() -> None:
    scene = Scene(
        title=HOSTILE,
        subtitle=HOSTILE,
        unit=HOSTILE,
        width=10_000,
        height=10_000,
        terrain=(Terrain(kind=HOSTILE, shape=Disc(x=5000, y=5000, r=900), height=1),),
        markers=(Marker(at=(1, 1), label=HOSTILE, name=HOSTILE, held=HOSTILE),),
        pieces=(
            Piece(
                id=HOSTILE,
                name=HOSTILE,
                label=HOSTILE,
                seat=HOSTILE,
                shape=Disc(x=1, y=1, r=900),
                pips=(Pips(name=HOSTILE, n=1),),
                badges=(Badge(text=HOSTILE, name=HOSTILE),),
            ),
        ),
        zones=(Zone(shape=Disc(x=5, y=5, r=900), label=HOSTILE, seat=HOSTILE),),
        sight=(SightLine(start=(0, 0), end=(9, 9), label=HOSTILE),),
        notes=(Note(at=(5, 5), text=HOSTILE, title=HOSTILE),),
        score=(Score(seat=HOSTILE, name=HOSTILE, points=HOSTILE),),
        tracks=(Track(name=HOSTILE, boxes=2),),
        steps=(HOSTILE,),
        panels=(Panel(title=HOSTILE, rows=((HOSTILE, HOSTILE),)),),
        cards=(Card(title=HOSTILE, kind=HOSTILE, text=HOSTILE),),
        log=(LogLine(text=HOSTILE, cite=HOSTILE),),
    )
    svg = to_svg(scene)
    root = ET.fromstring(svg)
    svg.encode("utf-8")
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert "\u202e" not in svg
    assert (root[0].text or "").startswith("</text><script>")
