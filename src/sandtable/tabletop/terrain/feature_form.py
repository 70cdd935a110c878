"""The form of terrain in map and scenario files (`reading` says what each key means)."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.form_parts import Either, Entry, List, Name, Record, names
from sandtable.core.forms import Number, Pair, Place, Text, Truth
from sandtable.tabletop.terrain.kinds import Kinds

CORNERS = 64
TALLEST = 100
SIDE = Number(0, 1_000, above=True)


def feature_form(kinds: Kinds, unit: str, own: Mapping[str, Entry] = {}, *, needs_kind: bool = True) -> Record:
    """A piece of terrain; `own` are the ruleset's keys."""
    entries = {
        "id": Entry(Text(60), "its name; without one it is kind and number: wall_1"),
        "kind": Entry(Name("kind of terrain", {kind: kinds[kind].name for kind in kinds}), "what it is", needs_kind),
        "at": Entry(Place(), "the middle of a rectangle or disc"),
        "size": Entry(Either((SIDE, Pair(SIDE))), "a rectangle's width and height before the turn"),
        "turn": Entry(Number(-360, 360), "degrees a rectangle is turned, counter-clockwise"),
        "radius": Entry(SIDE, "of a disc"),
        "points": Entry(List(Place(), 3, CORNERS), "the corners of an outline whose sides do not cross"),
        "line": Entry(List(Place(), 2, CORNERS), "the middle line of a road or river"),
        "width": Entry(SIDE, "of a line"),
        "shape": Entry(names("shape", "rect", "disc", "polygon", "line"), "may be said; the keys above settle it"),
        "height": Entry(Number(0, TALLEST), f"how tall it is, in {unit}"),
        "cover": Entry(Truth(), "whether it gives cover; otherwise as its kind"),
        "standable": Entry(Truth(), "whether its top may be stood on; otherwise as its kind"),
        "ladders": Entry(List(Place(), 0, CORNERS), "points of its outline where it can be climbed"),
        **own,
    }
    return Record(entries, "terrain", "{kind: …, at: [x, y], size: [4, 1]}, or a radius, points, or a line")
