"""Small positions of the lines example: pieces in centimetres, dice roll by roll."""

from __future__ import annotations

from typing import Any

import pytest
from lines import Lines

from sandtable.chance import Scripted
from sandtable.core import Refusal, Refused, Rolled, begin
from sandtable.match import Match

RULES = Lines()
Faces = tuple[tuple[int, ...], ...]
PASSES: Faces = ((1, 1),)  # an order roll of 2
FAILS: Faces = ((6, 6),)


def piece(seat: str, x: float, y: float, **more: Any) -> Any:
    return {"seat": seat, "at": [x, y], **more}


def table(*dice: Faces, step: str = "orders", seat: str = "a", number: int = 1, last: int = 12, **pieces: Any) -> Match:
    """A match at the given step. Reserves in far corners keep small armies from breaking."""
    far = {"a9": piece("a", 8, 2), "b9": piece("b", 8, 58)}
    turn = {"step": step, "seat": seat, "number": number}
    start = RULES.scenarios.position(RULES, {"pieces": {**far, **pieces}, "turn": turn, "last": last})
    return Match(RULES, begin(RULES, start.state, start.frame), Scripted(dice), from_position=True)


def unit(match: Match, name: str) -> Any:
    return match.game.state.units[name]


def keys(match: Match) -> list[str]:
    assert match.ask is not None
    return [option.key for option in match.ask.domain.options or ()]


def cited(match: Match, kind: str) -> list[str]:
    """The rules cited by events of a kind."""
    return [event.cite for event in match.events if type(event).__name__ == kind]


def rolled(match: Match, purpose: str) -> Rolled:
    """The last throw for a purpose."""
    return [e for e in match.events if isinstance(e, Rolled) and e.roll.purpose == purpose][-1]


def refused(match: Match, value: Any) -> Refusal:
    """The answer is refused, and the game is the very same."""
    before = RULES.codec.save(match.game)
    with pytest.raises(Refused) as caught:
        match.answer(value)
    assert RULES.codec.save(match.game) == before
    return caught.value.refusal


def move(name: str, x: float, y: float, facing: float = 90) -> tuple[str, tuple[int, int, int]]:
    return name, (round(x * 1000), round(y * 1000), round(facing * 1000))
