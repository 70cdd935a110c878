"""Matches of the yard, played to somewhere by a seed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from sandtable.chance import Source
from sandtable.core import begin
from sandtable.match import Match, new_match, save
from sandtable.record.record import ENGINE
from tests.record.yard import RULES, Piece, Turn, Yard


def played(seed: int, answers: int = 100, source: Source | None = None) -> Match:
    match = new_match(RULES, seed=seed, source=source, turns=8)
    go_on(match, seed, answers)
    return match


def go_on(match: Match, seed: int, answers: int = 100) -> None:
    rng = Random(seed)
    for _ in range(answers):
        if match.ask is None:
            return
        match.answer(rng.choice(match.ask.domain.candidates(8, rng)))


def keep_golden() -> None:
    """Keep a record for this version of the engine beside the older ones."""
    save(played(59), Path(__file__).parent / "golden" / f"engine-{ENGINE}.sand")


def from_a_position(source: Source) -> Match:
    pieces = {"zebra": Piece(0, (0, 0)), "ant": Piece(1, (1000, 1000)), "mole": Piece(1, (2000, 0))}
    start = begin(RULES, Yard(pieces=pieces), Turn())
    return Match(RULES, start, source, from_position=True)
