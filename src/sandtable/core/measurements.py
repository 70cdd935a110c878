"""What somebody wants to measure: the measuring policy of a ruleset is asked per question."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Kind = Literal[
    "distance",  # a ruler between two pieces
    "move",  # cost, reach and outline of one's own move
    "odds",  # the odds of an answer
    "shortfall",  # by how much an answer is refused
    "hint",  # previews, advice, the order of candidates
]


class Measurement(NamedTuple):
    kind: Kind
    a: str = ""
    b: str = ""
    answer: Any = None
