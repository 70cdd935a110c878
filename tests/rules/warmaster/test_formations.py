"""Formations and the size of stands (WM-FORMN, WM-GEO-3)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import in_column, in_line, regular
from tests.rules.warmaster.kit import Bench, foot, unit


def form(*stands: tuple[float, float, float], kind: str = "halberdiers", **more: Any) -> tuple[bool, bool, bool]:
    """Line, column, regular."""
    t = Bench(pieces={"h": unit(kind, "a", 0, 0, stands=[list(s) for s in stands], **more)}, step="orders")
    rects = crowd(t.position).of("h")
    return in_line(rects), in_column(rects), regular(t.position, "h")


@pytest.mark.rule("WM-FORMN-2", "WM-FORMN-4")
@pytest.mark.parametrize(
    ("stands", "line"),
    [
        (((40, 30, 90), (44, 30, 90), (48, 30, 90)), True),
        (((40, 30, 90), (44, 30.1, 90), (48, 30, 90)), True),
        (((40, 30, 90), (44, 30.2, 90), (48, 30, 90)), False),
        (((40, 30, 90), (44, 30, 270), (48, 30, 90)), False),
        (((40, 30, 90), (44, 30, 91), (48, 30, 90)), True),
    ],
)
def test_a_line_is_straight_and_faces_one_way(stands: tuple[tuple[float, float, float], ...], line: bool) -> None:
    try:
        assert form(*stands)[0] is line
    except BadSetup:  # a turned stand overlaps its neighbour by more than the tolerance
        assert not line or stands[1][2] == 91


@pytest.mark.rule("WM-FORMN-3", "WM-FORMN-4")
def test_a_column_may_bend_by_less_than_a_right_angle() -> None:
    assert form((40, 30, 90), (40, 28, 90), (40, 26, 90))[1:] == (True, True)
    assert form((40, 30, 90), (39.707, 25.879, 135), kind="knights")[1:] == (True, True)
    assert form((40, 30, 90), (41, 27, 180), kind="knights")[1:] == (False, False)
    assert form((40, 30, 90), (40, 26, 90), (40, 22, 90), kind="knights")[1:] == (True, True)
    wedge = form((40, 30, 90), (38, 28, 90), (42, 28, 90))
    assert wedge == (False, False, False)


@pytest.mark.rule("WM-FORMN-5")
def test_one_stand_is_regular() -> None:
    assert form((40, 30, 90), kind="giant")[2]


@pytest.mark.rule("WM-FORMN-1")
def test_a_unit_in_pieces_is_no_position() -> None:
    with pytest.raises(BadSetup, match="not in one piece"):
        form((40, 30, 90), (44.02, 30, 90), (48, 30, 90))


@pytest.mark.rule("WM-FORMN-9")
def test_a_skirmisher_stand_is_left_out_of_the_formation() -> None:
    stands = [[40, 30, 90], [44, 30, 90], [48, 30, 90], [44, 28, 90]]
    piece = unit("halberdiers", "a", 0, 0, stands=stands)
    guns = piece | {"unit": "cannon", "stands": [[40, 30, 90], [42, 31, 90]]}
    assert not regular(Bench(pieces={"h": guns}, step="orders").position, "h")
    t = Bench(pieces={"h": piece | {"skirmisher": True}}, step="orders")
    assert regular(t.position, "h")


@pytest.mark.rule("WM-GEO-3")
def test_infantry_face_a_long_edge_others_a_short_one_unless_their_entry_says() -> None:
    pieces = {"foot": foot(40, 30), "horse": unit("knights", "a", 70, 30), "beasts": unit("tusk_beasts", "a", 100, 30)}
    table = crowd(Bench(pieces=pieces, step="orders").position)
    assert [(r.frontage, r.depth) for r in (table.of("foot")[0], table.of("horse")[0], table.of("beasts")[0])] == [
        (4000, 2000), (2000, 4000), (4000, 2000),
    ]  # fmt: skip


@pytest.mark.rule("WM-GEO-2", "WM-GEO-5")
def test_distance_is_between_the_nearest_stands_and_touching_allows_a_hundredth() -> None:
    near = crowd(Bench(pieces={"a1": foot(40, 30), "a2": foot(52.01, 30)}, step="orders").position)
    assert near.touching["a1"] == ("a2",)
    far = crowd(Bench(pieces={"a1": foot(40, 30), "a2": foot(52.012, 30)}, step="orders").position)
    assert far.touching["a1"] == ()
    assert far.apart("a1", "a2") == pytest.approx(12)
