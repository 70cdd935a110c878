"""Charges where their placing meets other rules (WM-CHARGE, WM-TERRAIN-25)."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmaster.charging.targets import charges
from tests.rules.warmaster.kit import Bench, foot, general, unit


@pytest.mark.rule("WM-CHARGE-7", "WM-TERRAIN-25", "WM-DATA-7")
def test_horse_strikes_the_head_of_a_column_that_leaves_a_fort_clear_of_those_inside() -> None:
    """In the middle of the flank its front corner would touch the stand behind, which is fortified."""
    wall = {"kind": "high_linear", "width": 1}
    walls = [{"id": "w", "line": [[30, 20], [40, 20]], **wall}, {"id": "v", "line": [[60, 20], [70, 20]], **wall}]
    points = [[30, 20], [70, 20], [70, 50], [30, 50]]
    court = {"id": "court", "kind": "clear", "points": points, "fort": ["w", "v"]}
    pieces = {
        "o": unit("orc_warriors", "b", 0, 0, column=[50, 51, 90]), "bg": general(170, 110, "b"),
        "k": unit("knights", "a", 0, 0, column=[68, 51, 180]), "g": general(150, 10), "z": foot(170, 10),
    }  # fmt: skip
    t = Bench(pieces=pieces, step="orders", table={"size": [180, 120], "terrain": [*walls, court]}, waits=True)
    found = charges(t.position, "k", "o")
    assert isinstance(found, tuple) and {onset.edge for onset in found} == {"right"}
    assert all((54_000, 51_012, 180_000) in onset.poses for onset in found)
