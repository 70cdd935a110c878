"""Small positions for tests of the duel: a few models, scripted dice, answers in order."""

from __future__ import annotations

from typing import Any

from duel import DuelFirst, DuelSecond
from duel.common.ruleset import Duel

from sandtable.core import Event
from sandtable.match import Match
from sandtable.testing import Bench, happened, milli_at

FIRST, SECOND = DuelFirst(), DuelSecond()
WALL = {"kind": "wall", "at": [10, 14], "size": [4, 0.5]}
WOOD = {"kind": "wood", "at": [10, 14], "size": [6, 4]}
FAR = {"rosalind": [1, 1], "gunther": [23, 23]}  # champions that only have to be somewhere


def at(x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"at": [x, y], **more}


def table(
    *dice: tuple[int, ...],
    rules: Duel = SECOND,
    turn: str = "a",
    round: int = 1,
    terrain: tuple[dict[str, Any], ...] = (),
    tricks: dict[str, list[str]] | None = None,
    **pieces: dict[str, Any],
) -> Match:
    """A match in mid-turn. Each roll has one pool; where the dice run out the match waits."""
    pieces = {name: at(*place) for name, place in FAR.items() if name not in pieces} | pieces
    given = {
        "table": {"terrain": list(terrain)},
        "pieces": pieces,
        "turn": {"seat": turn, "round": round},
        "tricks": tricks or {},
    }
    bench: Bench[Any] = Bench(rules, given, dice=dice, waits=True)
    return bench.match


def play(match: Match, *answers: Any) -> tuple[Event, ...]:
    """Answer in order; everything that happened."""
    return tuple(event for answer in answers for event in match.answer(answer))


def cites(events: tuple[Event, ...], kind: type[Event]) -> list[str]:
    return [event.cite for event in happened(events, kind)]


def inches(*places: tuple[float, float]) -> list[list[int]]:
    return [list(milli_at(*place)) for place in places]
