"""Games saved by earlier versions of a ruleset load and go on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sandtable.match import load, new_match
from sandtable.match.files import record_of

GOLDEN = Path(__file__).parent / "golden"
REPLAYED = (  # the rules that changed do not occur in these games
    "warmachine-mk1.version-2",
    "warmachine-escalation.version-2",
    "warmachine-mk2.version-2",
    "warmachine-mk1.version-4",
    "warmachine-escalation.version-4",
    "warmachine-mk1.version-5",
    "warmachine-mk2.version-5",
    "warmaster.version-5",
    "warmachine-mk1.version-6",
    "warmachine-escalation.version-6",
    "warmachine-mk2.version-6",
    "warmaster.version-6",
    "warmachine-mk1.version-7",
    "warmachine-mk2.version-7",
    "warmachine-mk1.version-8",
    "warmachine-escalation.version-8",
    "warmachine-mk2.version-8",
    "warmachine-mk2.version-8-own-list",
    "warmachine-mk1.version-9",
    "warmachine-escalation.version-9",
    "warmachine-mk2.version-9",
)
GOES_ON_FROM_THE_END = (  # its lines mean another game now; the position is kept
    "warmachine-mk1.version-1",
    "warmachine-mk2.version-1",
    "warmachine-escalation.version-1",
    "warmaster.version-1",
    "warmaster.version-2",
    "warmaster.version-3",
    "warmaster.version-4",
    "warmachine-mk1.version-3",
    "warmachine-escalation.version-3",
    "warmachine-mk2.version-3",
    "warmachine-mk2.version-4",
    "warmachine-escalation.version-5",
    "warmachine-escalation.version-7",
    "warmachine-mk1.version-9-all-charge",
)
ANSWERS = 40


@pytest.mark.parametrize("name", [*REPLAYED, *GOES_ON_FROM_THE_END])
def test_an_old_game_goes_on(name: str) -> None:
    match = load(GOLDEN / f"{name}.sand", recover=name in GOES_ON_FROM_THE_END)
    rng = Random(1)
    for _ in range(ANSWERS):
        if match.ask is None:
            break
        found = match.ask.ask.domain.candidates(match.position, 1, rng)
        match.answer(found[0] if found else match.ask.default)
    else:
        return
    assert match.over


def test_an_old_choice_of_places_beside_a_push_is_asked_anew() -> None:
    match = load(GOLDEN / "warmaster.version-3.sand", recover=True)
    assert match.ask is not None and match.ask.ask.prompt == "does p make way for o"
    match.answer("move aside")
    assert match.ask is not None and match.ask.ask.prompt == "where p moves aside to"


def test_a_list_of_ones_own_had_the_table_of_boxes() -> None:
    """Before version 9; a new match with it is played on a table of its size."""
    match = load(GOLDEN / "warmachine-mk2.version-8-own-list.sand")
    assert match.game.state.map.size == (36_000, 36_000)
    armies = record_of(match).options["armies"]
    assert new_match("warmachine-mk2", armies=armies, seed=1).game.state.map.size == (48_000, 48_000)
