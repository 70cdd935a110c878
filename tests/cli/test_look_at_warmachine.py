"""`look` tells all about a model of WARMACHINE: figures, systems, weapons, effects, special rules; and any card."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.chance import Typed
from sandtable.core import begin, find
from sandtable.match import Match
from tests.cli.person import after, script, sit
from tests.cli.test_one_line import typed

PIECES = {
    "stryker": {"seat": "a", "at": [20, 4], "spells": {"blur": "stryker"}},
    "ironclad": {"seat": "a", "at": [20, 10], "facing": 90, "focus": 2, "marks": ["left_arm"]},
    "juggernaut": {"seat": "b", "at": [20, 12.2], "facing": 270, "down": True},
    "sorscha": {"seat": "b", "at": [40, 44], "facing": 270},
    "destroyer": {"seat": "b", "at": [17.8, 10], "facing": 0},
    "guns": {"seat": "b", "card": "long_gunners", "at": [[4, 40], [5.4, 40], None], "facing": 270},
}
SEEN = {
    "ironclad": (
        "Ironclad, heavy warjack, Cygnar, large base, of a",
        "focus 2",
        "facing 90°",
        "Quake Hammer: RNG 0.5",
        "Left arm out.",
        "Controlled by Commander Coleman Stryker.",
        "Open Fist: RNG 0.5",
        "Grid, columns from the top, x marked: 1 ",
    ),
    "juggernaut": ("knocked down", "Ice Axe: "),
    "destroyer": ("facing 0°, in melee",),
    "stryker": ("Effect Blur: ", "+3 DEF"),
    "guns": ("unit, 2 of 2 models on the table", "members: guns.1, guns.2", "RAT "),
    "b": ("Seat b", "points 0, models 5"),
    "Quake Hammer": ("Ironclad: Quake Hammer: RNG",),
    "fog of war": ("Fog of War, spell", "UP yes"),
    "charger": ("Charger, light warjack", "Dual Cannon: RNG 12, ROF"),
}


@pytest.mark.parametrize("game", ["warmachine-mk1", "warmachine-escalation", "warmachine-mk2"])
def test_all_about_a_piece_and_any_card(game: str, tmp_path: Path) -> None:
    rules = find(game)
    given = {"pieces": PIECES, "table": {"size": [48, 48]}, "turn": {"seat": "a"}}
    start = rules.scenarios.position(rules, given)
    match = Match(rules, begin(rules, start.state, start.frame), Typed(), from_position=True)
    _, shown = sit(match, script([f"look {who}" for who in SEEN]), tmp_path / "kept.sand", against="self")
    for who, words in SEEN.items():
        said = " ".join(after(shown, f"look {who}").split())
        for word in words:
            assert word in said, f"{who}: {word!r} was not said: {said}"


def test_the_board_tells_which_systems_are_out(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "board", "look ironclad", ironclad={"seat": "a", "at": [20, 10], "marks": ["cortex"]})
    assert "ironclad" in shown and "boxes 27/30, cortex out" in " ".join(shown.partition("look ironclad")[0].split())
    assert shown.partition("look ironclad")[2].lower().count("cortex out") == 1
