"""Whatever a ruleset describes, the drawing is well formed."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.scene import Disc, Polygon, Rect, Scene, to_svg, values

LENGTHS = st.integers(-(10**7), 10**7)
AT = st.tuples(LENGTHS, LENGTHS)
WORDS = st.text(max_size=12)
st.register_type_strategy(Disc, st.builds(Disc, x=LENGTHS, y=LENGTHS, r=LENGTHS))
st.register_type_strategy(Rect, st.builds(Rect, x=LENGTHS, y=LENGTHS, frontage=LENGTHS, depth=LENGTHS, facing=LENGTHS))
st.register_type_strategy(Polygon, st.builds(Polygon, points=st.lists(AT, max_size=6).map(tuple)))


def some(kind: type[msgspec.Struct]) -> st.SearchStrategy[tuple[msgspec.Struct, ...]]:
    return st.lists(_built(kind), max_size=2).map(tuple)


def _built(kind: type[msgspec.Struct]) -> st.SearchStrategy[msgspec.Struct]:
    return st.builds(kind, **{field.name: _field(field.name, field.type) for field in msgspec.structs.fields(kind)})


def _field(name: str, type_: object) -> st.SearchStrategy[object]:
    fixed: dict[str, st.SearchStrategy[object]] = {
        "at": AT,
        "start": AT,
        "end": AT,
        "seat": st.sampled_from(("a", "b", "", "c")),
        "held": st.sampled_from(("a", "b", "")),
        "kind": st.sampled_from(("forest", "rough", "hill", "structure", "water", "impassable", "wall", "<&>")),
        "points": st.lists(AT, max_size=4).map(tuple),
        "rows": st.lists(st.tuples(WORDS, WORDS), max_size=3).map(tuple),
        "fans": st.lists(st.from_type(Disc) | st.from_type(Polygon) | st.from_type(Rect), max_size=3).map(tuple),
        "pips": some(values.Pips) if name == "pips" else st.none(),
        "badges": some(values.Badge) if name == "badges" else st.none(),
        "boxes": st.integers(-3, 40),
        "n": st.integers(-3, 40),
        "max": st.integers(-3, 40),
        "meter": st.none() | st.integers(-10, 2000),
        "label": WORDS,
    }
    if name == "points" and type_ == str | int:  # a score's points are not corners
        return WORDS | st.integers()
    return fixed[name] if name in fixed else st.from_type(type_)  # type: ignore[arg-type]


SCENES = st.builds(
    Scene,
    title=WORDS,
    subtitle=WORDS,
    unit=WORDS,
    width=LENGTHS,
    height=LENGTHS,
    grid=LENGTHS,
    terrain=some(values.Terrain),
    markers=some(values.Marker),
    pieces=some(values.Piece),
    zones=some(values.Zone),
    reach=some(values.Reach),
    sight=some(values.SightLine),
    arrows=some(values.Arrow),
    notes=some(values.Note),
    score=some(values.Score),
    tracks=some(values.Track),
    steps=st.lists(WORDS, max_size=3).map(tuple),
    step=st.none() | st.integers(-2, 4),
    panels=some(values.Panel),
    cards=some(values.Card),
    log=some(values.LogLine),
)


@settings(max_examples=60, deadline=None)
@given(scene=SCENES, width=st.integers(0, 2000), frame=st.booleans())
def test_any_scene_is_well_formed(scene: Scene, width: int, frame: bool) -> None:
    svg = to_svg(scene, width=width, frame=frame)
    root = ET.fromstring(svg)
    assert float(root.attrib["height"]) > 0
    assert svg == to_svg(scene, width=width, frame=frame)
