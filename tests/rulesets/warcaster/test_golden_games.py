"""A change of the code changes no game: records of today's rules replay, and seeded games end as they did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.match.files import load
from sandtable.record import hash_of, read, verify
from tests.rules.warcaster.kit import rules
from tests.rulesets.warcaster.golden_games import GOLDEN, HASHES, hashes, play

NAMES = ("skirmish", "48-inches", "reaction", "spike")


def today(name: str) -> Path:
    return GOLDEN / f"version-{rules().version}-{name}.sand"


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_these_rules_replays_line_by_line(name: str) -> None:
    record = read(today(name).read_bytes())
    assert record.version == rules().version
    verdict = verify(rules(), record)
    assert not verdict.faults and verdict.compared == verdict.lines
    match = load(today(name), rules())
    assert hash_of(rules(), match.game) == record.lines[-1].hash


def test_a_game_saved_in_mid_reaction_goes_on_to_its_end() -> None:
    match = load(today("reaction"), rules())
    assert sum(type(frame).__name__ == "Resolve" for frame in match.game.stack) == 2
    assert play(match, 3).result is not None


def test_seeded_games_end_as_they_did() -> None:
    kept = json.loads(HASHES.read_text(encoding="utf-8"))
    assert hashes() == kept, "games or suggested moves changed: see golden_games.keep_hashes"
