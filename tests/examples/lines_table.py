"""Small positions of the lines example: pieces in centimetres, dice roll by roll."""

from __future__ import annotations

from typing import Any

from lines import Lines

from sandtable.core import Rolled
from sandtable.match import Match
from sandtable.testing import Bench, happened, milli_at
from sandtable.testing import offers as keys
from sandtable.testing import refusal as refused

RULES = Lines()
Faces = tuple[tuple[int, ...], ...]
PASSES: Faces = ((1, 1),)  # an order roll of 2
FAILS: Faces = ((6, 6),)


def piece(seat: str, x: float, y: float, **more: Any) -> Any:
    return {"seat": seat, "at": [x, y], **more}


def table(*dice: Faces, step: str = "orders", seat: str = "a", number: int = 1, last: int = 12, **pieces: Any) -> Match:
    """A match at the given step; it waits where the dice run out. Reserves in far corners keep small armies whole."""
    far = {"a9": piece("a", 8, 2), "b9": piece("b", 8, 58)}
    turn = {"step": step, "seat": seat, "number": number}
    given = {"pieces": {**far, **pieces}, "turn": turn, "last": last}
    bench: Bench[Any] = Bench(RULES, given, dice=[pool for roll in dice for pool in roll if pool], waits=True)
    return bench.match


def unit(match: Match, name: str) -> Any:
    return match.game.state.units[name]


def cited(match: Match, kind: str) -> list[str]:
    """The rules cited by events of a kind."""
    return [event.cite for event in match.events if type(event).__name__ == kind]


def rolled(match: Match, purpose: str) -> Rolled:
    """The last throw for a purpose."""
    return [e for e in happened(match.events, Rolled) if e.roll.purpose == purpose][-1]


def move(name: str, x: float, y: float, facing: float = 90) -> tuple[str, tuple[int, ...]]:
    return name, milli_at(x, y, facing)


__all__ = ["FAILS", "PASSES", "RULES", "Faces", "cited", "keys", "move", "piece", "refused", "rolled", "table", "unit"]
