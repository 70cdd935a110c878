"""A game saved by version 1 of a ruleset loads and goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sandtable.match import load

GOLDEN = Path(__file__).parent / "golden"
REPLAYED = ("warmachine-mk1", "warmachine-escalation")  # the rules that changed do not occur in these games
GOES_ON_FROM_THE_END = ("warmachine-mk2", "warmaster")  # its lines mean another game now; the position is kept
ANSWERS = 40


@pytest.mark.parametrize("name", [*REPLAYED, *GOES_ON_FROM_THE_END])
def test_a_game_of_version_1_goes_on(name: str) -> None:
    match = load(GOLDEN / f"{name}.version-1.sand", recover=name in GOES_ON_FROM_THE_END)
    rng = Random(1)
    for _ in range(ANSWERS):
        if match.ask is None:
            break
        found = match.ask.ask.domain.candidates(match.position, 1, rng)
        match.answer(found[0] if found else match.ask.default)
    else:
        return
    assert match.over
