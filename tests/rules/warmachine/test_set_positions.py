"""Set positions for what is rare on its own: each is played to its end with every event checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.positions import positions_of
from sandtable.core import find
from sandtable.lab.simulate import SetPosition, simulate

SCENARIOS = Path(__file__).parents[3] / "examples" / "scenarios"
NAMES = ("warmachine-mk2", "warmachine-escalation")
GAMES = [(name, one) for name in NAMES for one in positions_of(find(name), [SCENARIOS / name / "rare"])]


def test_every_file_is_a_position() -> None:
    files = [file for name in NAMES for file in (SCENARIOS / name / "rare").iterdir()]
    assert [one.name for _, one in GAMES] == [
        file.stem for name in NAMES for file in sorted(files) if name in file.parts
    ]


@pytest.mark.parametrize(("name", "position"), GAMES, ids=[one.name for _, one in GAMES])
def test_a_set_position_is_played_to_its_end(name: str, position: SetPosition) -> None:
    report = simulate(name, 1, seed=5, check=True, positions=[position])
    assert report.finished == 1, report.problems


@pytest.mark.parametrize(
    ("file", "what", "games"),
    [
        ("suborn", "frame Suborn", 4),
        ("a-solo-flees", "frame FleeingActivation", 1),
        ("masterless", "frame TakeOver", 12),
        ("a-gunner-struck-as-he-flees", "hook stays_there", 12),
    ],
)
def test_what_is_rare_occurs(file: str, what: str, games: int) -> None:
    name, position = next((name, one) for name, one in GAMES if one.name == file)
    report = simulate(name, games, seed=50, usage=True, positions=[position])
    assert report.usage.get(what)
