"""Forms: types and ranges are checked, all faults told, names found by id or title, and the schema says the same."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.form_parts import Either, Entry, List, Name, Record, Table, each, maybe, names, nearest
from sandtable.core.forms import DROPPED, Kind, Nothing, Number, Pair, Place, Text, Truth, Whole
from tests.seeds import examples

UNITS = Name("unit", {"dusk_wolf": "Dusk Wolf", "hunter": "Hunter"})
PIECE = Record({"unit": Entry(UNITS, "its card", needed=True), "arc": Entry(Whole(0, 3), "on it")})
FORM = Record(
    {
        "size": Entry(Number(6, 100), "of the table", basic=True),
        "pieces": Entry(Table(PIECE), "by name"),
        "hand": Entry(List(names("card", "fire", "ice"), 0, 3, once=True), "cards"),
    }
)


def told(kind: Kind, value: Any) -> list[str]:
    return [str(fault) for fault in kind.faults(value, ("x",))]


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (Whole(0, 3), (0, 3), (-1, 4, 1.0, True, "1", None, [])),
        (Number(0, 2, above=True), (0.001, 2), (0, 2.001, True, "1", float("nan"), float("inf"), None)),
        (Number(0, 2), (0, 2.0), (-0.001, 2.001)),
        (Truth(), (True, False), (0, 1, "true", None)),
        (Text(5), ("abcde",), ("abcdef", "", "  ", 5, None, "a\x00b")),
        (Place(), ([1, 2], (1.5, -2)), ([1], [1, 2, 3], ["1", 2], [1, True], [1e5, 0], {}, None, 7)),
        (Pair(Number(0, 4, above=True)), ([4, 0.5],), ([4, 0], [4], 4, ["x", 1])),
        (Nothing(), (None,), (0, "")),
        (UNITS, ("hunter", "Dusk Wolf", "DUSK_wolf"), ("dusk_wulf", 7, None, ["hunter"])),
        (List(Whole(), 1, 2), ([1], (1, 2)), ([], [1, 2, 3], ["x"], None, "ab", {})),
        (List(Whole()), (None, []), ({}, "")),
        (List(Whole(), once=True), ([1, 2],), ([1, 1],)),
        (Table(Whole(), most=1), ({"a": 1}, {}, None), ({"a": -1}, {"a": 1, "b": 2}, [1], 3)),
        (Table(Whole(), UNITS), ({"Dusk Wolf": 1},), ({"wulf": 1},)),
        (maybe(Place()), (None, [1, 2]), ([1], 7)),
        (each(Whole(0, 2)), (1, {"1": 2}, {1: 0}), (3, {"1": 3}, "x")),
    ],
)
def test_what_is_taken_and_what_is_not(kind: Kind, good: tuple[Any, ...], bad: tuple[Any, ...]) -> None:
    assert [value for value in good if told(kind, value)] == []
    assert [value for value in bad if not told(kind, value)] == []


def test_all_faults_are_told_with_their_place() -> None:
    given = {"siez": 5, "pieces": {"wolf": {"unit": "dusk wulf", "arc": 4}, "two": {}}, "hand": ["fyre", "ice", "ice"]}
    assert [str(fault) for fault in FORM.faults(given)] == [
        "siez: unknown key; did you mean size?; known here: size, pieces, hand",
        "siez: a number from 6 to 100, not 5",
        "wolf.unit: no unit 'dusk wulf'; did you mean dusk_wolf?; units: dusk_wolf, hunter",
        "wolf.arc: a whole number from 0 to 3, not 4",
        "two.unit: is missing: a unit: dusk_wolf, hunter",
        "hand.1: no card 'fyre'; did you mean fire?; cards: fire, ice",
        "hand: 'ice' is there twice",
    ]


def test_an_unknown_key_is_one_fault_where_its_value_is_of_another_type() -> None:
    """``sizzle: red`` is nothing like a size."""
    assert [str(fault) for fault in FORM.faults({"size": 30, "pieces": {}, "sizzle": "red"})] == [
        "sizzle: unknown key; known here: size, pieces, hand"
    ]


def test_reading_gives_ids_and_text_keys() -> None:
    given = {"pieces": {"w": {"unit": "Dusk Wolf"}}, "hand": None}
    assert FORM.read(given) == {"pieces": {"w": {"unit": "dusk_wolf"}}, "hand": []}
    assert each(Whole()).read({1: 2}) == {"1": 2}


def test_what_is_sound_is_kept_to_be_judged() -> None:
    given = {"size": 30, "pieces": {"wolf": {"unit": "wulf"}, "two": {"unit": "hunter"}}, "hand": ["fyre"], "x": 1}
    assert FORM.sound(given) == {"size": 30, "pieces": {"two": {"unit": "hunter"}}, "hand": []}
    assert PIECE.sound({"arc": 1}) is DROPPED
    assert FORM.sound(7) is DROPPED
    assert FORM.is_basic(("size",)) and FORM.is_basic(()) and not FORM.is_basic(("pieces", "wolf"))


def test_the_first_kind_that_takes_a_value_tells_its_faults() -> None:
    either = Either((Whole(0, 2), List(Whole(0, 2))))
    assert told(either, 5) == ["x: a whole number from 0 to 2, not 5"]
    assert told(either, [5]) == ["x.1: a whole number from 0 to 2, not 5"]
    assert told(either, "5") == ["x: a whole number from 0 to 2, or a list of a whole number from 0 to 2, not '5'"]


def test_the_nearest_name() -> None:
    assert nearest("hieght", ["kind", "height", "weight"]) == "height"
    assert nearest("zzz", ["kind", "height"]) is None
    assert nearest("x" * 5000, ["x"]) is None


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 120)
    | st.floats(-9, 120)
    | st.sampled_from(["hunter", "fire", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["size", "pieces", "hand", "unit", "arc", "w"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=examples(300), deadline=None)
@given(JSON)
def test_no_value_breaks_a_form_and_the_schema_agrees(value: Any) -> None:
    faults = list(FORM.faults(value))
    assert all(str(fault) for fault in faults)
    if not faults:
        FORM.read(value)
        jsonschema.validate(value, FORM.schema())
    sound = FORM.sound(value)
    if sound is not DROPPED:
        assert list(FORM.faults(sound)) == []
