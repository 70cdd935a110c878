"""Faults of position files, all at once and each with what would be legal."""

from __future__ import annotations

from sandtable.tabletop.position_files import unknown_keys, unknown_name


def test_unknown_keys_are_told_together() -> None:
    assert list(unknown_keys({"at": 1, "tall": 2, "big": 3}, {"seat", "at"}, "wolf")) == [
        "wolf: unknown big, tall; known: at, seat"
    ]
    assert list(unknown_keys({"at": 1}, {"seat", "at"}, "wolf")) == []


def test_a_name_is_mended_where_one_is_near() -> None:
    cards = ("dusk_wolf", "hunter")
    assert list(unknown_name("dusk_wolfe", cards, "x.unit", "unit")) == [
        "x.unit: no unit 'dusk_wolfe'; did you mean dusk_wolf?"
    ]
    assert list(unknown_name(None, cards, "x.unit", "unit")) == ["x.unit: no unit None"]
    assert list(unknown_name("hunter", cards, "x.unit", "unit")) == []
