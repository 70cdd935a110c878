"""Throws as people read them: named purposes, faces, and the number they make."""

from typing import Any

from sandtable.core import Pool, Position, Roll
from sandtable.core.dice import Each, Pair, Reading, Total
from sandtable.core.events import Rolled
from sandtable.core.texts import Text, say

P: Any = Position(None, None)


def rolled(reading: Reading, *faces: int) -> Rolled:
    roll = Roll(say("{who} attacks", who="charger"), (Pool("attack", (("d6", len(faces)),)),), reading)
    return Rolled(roll=roll, faces=(faces,), results=roll.read((faces,)))


def test_a_roll_that_means_more_than_a_number_tells_its_number() -> None:
    thrown = rolled(Pair(), 3, 4, 6)
    assert thrown.line(P) == "charger attacks: attack 3 4 6 = 13"
    (cue,) = thrown.cues(P, P)
    assert cue.results == (13,)  # type: ignore[union-attr]


def test_a_roll_without_a_number_tells_its_faces() -> None:
    assert rolled(Each(), 3, 4).line(P) == "charger attacks: attack 3 4"
    assert rolled(Total(), 3, 4).line(P) == "charger attacks: attack 3 4 = 7"


def test_nothing_is_said_twice() -> None:
    """Neither the name of the only dice, which the purpose ends with, nor the face of the only die."""

    def line(purpose: str, *pools: tuple[str, int]) -> str:
        roll = Roll(purpose, tuple(Pool(name, (("d6", 1),)) for name, _ in pools))
        faces = tuple((face,) for _, face in pools)
        return Rolled(roll=roll, faces=faces, results=roll.read(faces)).line(P)

    assert line("deviation: direction", ("direction", 6)) == "deviation: direction: 6"
    assert line("blast", ("blast", 2)) == "blast: 2"
    assert line("first player", ("seat a", 4), ("seat b", 5)) == "first player: seat a 4, seat b 5"


def test_the_purpose_keeps_its_names() -> None:
    line = rolled(Total(), 5).line(P)
    assert isinstance(line, Text) and isinstance(line.args["purpose"], Text)
