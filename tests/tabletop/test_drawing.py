"""Terrain and sight lines as parts of a drawing."""

from __future__ import annotations

from sandtable.scene import Disc, Polygon
from sandtable.tabletop.drawing import footprint, sight_line, terrain
from sandtable.tabletop.measuring.line_of_sight import Volume, in_the_way, look
from tests.tabletop.field import Piece, laid

HALL = {"kind": "hall", "id": "hall", "at": [20, 20], "size": [2, 12], "height": 3}


def test_features_by_the_look_and_label_of_their_kind() -> None:
    hall, lake = laid(HALL, {"kind": "lake", "at": [60, 60], "radius": 4}).state.map.features
    assert footprint(lake) == Disc(x=60_000, y=60_000, r=4000) and footprint(hall) == Polygon(points=hall.outline)
    drawn = terrain(hall, {"hall": "structure"}, {"lake": "deep"})
    assert (drawn.kind, drawn.height, drawn.label) == ("structure", 3000, None)
    flat = terrain(lake, {"hall": "structure"}, {"lake": "deep"})
    assert (flat.kind, flat.height, flat.label) == ("lake", None, "deep")


def test_a_sight_line_is_labelled_in_the_games_unit_or_names_what_hides() -> None:
    p = laid(HALL)
    a, b = Piece(9000, 20_000), Piece(31_000, 20_000)
    me: Volume = (9000, 20_000, 1000, 2000)
    hidden: Volume = (31_000, 20_000, 1000, 2000)
    line = sight_line(p, a, b, look(p, me, hidden), in_the_way(p, me, hidden))
    assert (line.start, line.end, line.clear) == (a.at, b.at, False)
    assert line.label == "no line of sight: hall" and line.blocked_by == footprint(p.state.map.features[0])
    aside: Volume = (31_000, 60_000, 1000, 2000)
    open_line = sight_line(p, a, Piece(31_000, 60_000), look(p, me, aside), ())
    assert open_line.clear and open_line.label is not None and open_line.label.endswith(" cm")
