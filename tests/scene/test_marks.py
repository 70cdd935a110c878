"""What each part of a scene puts on the board, and that colour is never the only sign."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from sandtable.scene import (
    Arrow,
    Badge,
    Disc,
    Marker,
    Note,
    Piece,
    Pips,
    Polygon,
    Reach,
    Rect,
    Scene,
    SightLine,
    Terrain,
    Zone,
    box,
    resolved,
    theme,
    to_svg,
)
from tests.scene.samples import SAMPLES

SQUARE = box(1000, 1000, 4000, 4000)


def board(**parts: Any) -> str:
    """The board's own marks, without the style sheet."""
    svg = to_svg(Scene(title="t", width=10_000, height=10_000, **parts), width=500, frame=False)
    return re.sub(r"<style>.*?</style>", "", svg)


def piece(**more: Any) -> Piece:
    fields = {"id": "1", "name": "Dusk Wolf", "seat": "a", "shape": Disc(x=5000, y=5000, r=500), **more}
    return Piece(**fields)


def test_badges_and_pips_lie_over_every_base() -> None:
    """Of troopers in ranks the one behind is drawn later."""
    neighbour = piece(id="2", shape=Disc(x=5000, y=4000, r=500))
    svg = board(pieces=(piece(badges=(Badge(text="KD"),), pips=(Pips(name="arc", n=1),)), neighbour))
    last = svg.rindex('class="base"')
    assert svg.index(">KD<") > last and svg.index('class="pip"') > last


@pytest.mark.parametrize("kind", [*theme.TERRAIN, "swamp"])
def test_every_kind_of_terrain_has_its_own_look(kind: str) -> None:
    svg = board(terrain=(Terrain(kind=kind, shape=SQUARE),))
    fill = theme.TERRAIN.get(kind, theme.OTHER_TERRAIN).fill
    assert fill in svg
    assert (f">{kind}<" in svg) == (kind not in theme.UNNAMED)


def test_terrain_says_how_high_it_is() -> None:
    assert ">ruin · 2.5″<" in board(terrain=(Terrain(kind="structure", shape=SQUARE, label="ruin", height=2500),))


def test_trees_stand_where_the_wood_is() -> None:
    def trees(svg: str) -> list[str]:
        return re.findall(r'<circle [^>]*class="tree"/>', svg)

    here = board(terrain=(Terrain(kind="forest", shape=SQUARE),))
    there = board(terrain=(Terrain(kind="forest", shape=box(5000, 5000, 8000, 8000)),))
    assert len(trees(here)) >= 3
    assert trees(here) != trees(there)
    for tree in trees(here):
        x, y = (float(value) for value in re.findall(r'c[xy]="([^"]+)"', tree))
        assert 50 < x < 200
        assert 300 < y < 450


@pytest.mark.parametrize(
    ("parts", "mark"),
    [
        ({"pieces": (piece(),)}, ">DW<"),
        ({"pieces": (piece(health=(1, 2)),)}, 'class="hp0"'),
        ({"pieces": (piece(facing=0),)}, 'class="tip"'),
        ({"pieces": (piece(facing=0, front_arc=True),)}, 'class="front"'),
        ({"pieces": (piece(pips=(Pips(name="arc", n=1),)),)}, 'class="pip"'),
        ({"pieces": (piece(pips=(Pips(name="arc", n=9),)),)}, ">×9<"),
        ({"pieces": (piece(badges=(Badge(text="✓"),)),)}, 'class="sign"'),
        ({"pieces": (piece(badges=(Badge(text="KD"),)),)}, ">KD<"),
        ({"pieces": (piece(selected=True),)}, 'class="sel"'),
        ({"pieces": (piece(target=True),)}, 'class="tgt"'),
        ({"pieces": (piece(faded=True),)}, 'class="done"'),
        ({"pieces": (piece(ghost=True),)}, 'class="ghost"'),
        ({"markers": (Marker(at=(5000, 5000), label="3", ring=2000, held="b"),)}, ">3<"),
        ({"zones": (Zone(shape=SQUARE, filled=True, seat="a"),)}, 'fill-opacity=".09"'),
        ({"zones": (Zone(shape=Disc(x=5000, y=5000, r=3000), label="aura"),)}, ">aura<"),
        ({"reach": (Reach(fans=(SQUARE,)),)}, "<mask "),
        ({"arrows": (Arrow(points=((0, 0), (5000, 5000)), label="6″"),)}, ">6″<"),
        ({"notes": (Note(at=(5000, 5000), text="hit 65%", meter=650),)}, ">hit 65%<"),
        ({"notes": (Note(at=(5000, 5000), text="Knights", boxed=False),)}, ">Knights<"),
    ],
)
def test_every_mark_is_drawn(parts: dict[str, Any], mark: str) -> None:
    assert mark in board(**parts)
    assert mark not in board()


def test_the_frame_holds_score_tracks_steps_panels_cards_and_log() -> None:
    words = " ".join(ET.fromstring(to_svg(SAMPLES["skirmish"]())).itertext())
    for word in ("Marcher Worlds", "Pulse 2", "Activate", "WEAPONS", "18″ POW 5", "Force Barrier", "WC-ATK-9"):
        assert word in words


def test_a_long_log_shows_its_end() -> None:
    from sandtable.scene import LogLine

    log = tuple(LogLine(text=f"event {i}") for i in range(500))
    svg = to_svg(Scene(title="t", width=10_000, height=10_000, log=log))
    assert ">event 499<" in svg
    assert ">event 1<" not in svg


def test_the_board_clips_what_leaves_it() -> None:
    svg = board(pieces=(piece(shape=Disc(x=-200, y=5000, r=500)),))
    root = ET.fromstring(svg)
    clipped = next(node for node in root if "clip-path" in node.attrib)
    clip = next(node for node in root if node.tag.endswith("clipPath"))
    assert clipped.attrib["clip-path"] == f"url(#{clip.attrib['id']})"
    assert (clip[0].attrib["width"], clip[0].attrib["height"]) == ("500", "500")
    assert "translate(-10 250)" in ET.tostring(clipped, encoding="unicode")


def test_seats_differ_without_colour() -> None:
    def grey(svg: str) -> str:
        return re.sub(r"#[0-9a-f]{6}|seat [ab]|s[0-9a-f]{8}", "", svg)

    stand = Rect(x=5000, y=5000, frontage=4000, depth=2000, facing=90_000)
    for shape in (Disc(x=5000, y=5000, r=500), stand):
        ours, theirs = (board(pieces=(piece(seat=seat, shape=shape),)) for seat in "ab")
        assert grey(ours) != grey(theirs)


def test_sight_differs_without_colour() -> None:
    line = SightLine(start=(0, 0), end=(9000, 9000))
    clear = board(sight=(line,))
    blocked = board(sight=(SightLine(start=line.start, end=line.end, clear=False, label="wood", blocked_by=SQUARE),))
    assert 'stroke-dasharray="6 5"' in blocked
    assert 'stroke-dasharray="6 5"' not in clear
    assert ">wood<" in blocked


def test_y_grows_away_from_seat_a_and_facing_turns_anticlockwise() -> None:
    svg = board(pieces=(piece(shape=Disc(x=1000, y=2000, r=500), facing=90_000),))
    assert "translate(50 400)" in svg
    assert "rotate(-90)" in svg


def test_stands_are_true_to_scale() -> None:
    stand = Rect(x=5000, y=5000, frontage=4000, depth=2000, facing=90_000)
    rects = re.findall(r'<rect [^>]*class="sh"[^>]*/>', board(pieces=(piece(shape=stand),)))
    assert 'width="100" height="200"' in rects[0]  # depth lies along the facing, before turning


@pytest.mark.parametrize(("style", "strokes"), [("infantry", 2), ("cavalry", 1)])
def test_arms_have_their_map_sign(style: Any, strokes: int) -> None:
    stand = Rect(x=5000, y=5000, frontage=4000, depth=2000)
    sign = re.search(r'<path d="([^"]+)" class="fill"', board(pieces=(piece(shape=stand, style=style),)))
    assert sign is not None
    assert sign[1].count("M") == strokes


def test_overlapping_fans_wind_the_same_way() -> None:
    back = Polygon(points=SQUARE.points[::-1])
    assert board(reach=(Reach(fans=(SQUARE,)),)).count("M50 450") == board(reach=(Reach(fans=(back,)),)).count(
        "M50 450"
    )


@pytest.mark.parametrize(
    ("name", "label", "shown"),
    [("Dusk Wolf", "", "DW"), ("Marauder", "", "MA"), ("a b c d", "", "ABC"), ("x", "LONG", "LON"), ("", "", "")],
)
def test_letters(name: str, label: str, shown: str) -> None:
    (found,) = resolved(Scene(title="", width=1, height=1, pieces=(piece(name=name, label=label),))).pieces
    assert found.label[:3] == shown
