"""Positions of scenario files: all errors are told at once, each with a suggested fix."""

from __future__ import annotations

import pytest

from sandtable.core import BadSetup, find


def test_all_faults_are_told_at_once() -> None:
    given = {
        "mision": "boiling_point",
        "mission": "boiling_pot",
        "pieces": {
            "wolf": {"seat": "c", "unit": "dusk_wulf", "at": [3, 3], "ark": 2},
            "hunter": {"seat": "a", "unit": "hunter", "at": [9, 9], "carrying": "ore_centre"},
            "rangers": [3, 3],
        },
        "seats": {"a": {"wel": 4}, "c": {}},
        "turn": {"seat": "d", "step": "activate"},
    }
    with pytest.raises(BadSetup) as caught:
        find("warcaster").scenarios.position(find("warcaster"), given)
    said = str(caught.value)
    for fault in (
        "mision: unknown key; did you mean mission?",
        "mission: no mission 'boiling_pot'; did you mean boiling_point?",
        "wolf.ark: unknown key; did you mean arc?",
        "wolf.unit: no unit 'dusk_wulf'; did you mean dusk_wolf?",
        "wolf.seat: no seat 'c'; seats: a, b",
        "rangers: {seat: a",
        "seats.a.wel: unknown key; did you mean well?",
        "seats.c: unknown key",
        "turn.seat: no seat 'd'",
        "turn.step: no step 'activate'; did you mean activation?",
    ):
        assert fault in said
