"""What somebody wants to measure: the measuring policy of a ruleset is asked per question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sandtable.core.refusals import Refusal
from sandtable.core.texts import before_colon

if TYPE_CHECKING:
    from sandtable.core.choices import Domain

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


def measured(domain: Domain, answer: Any = None) -> Measurement:
    """What an outline, a cost or a preview of an answer measures: one's own move, or what the answer would do."""
    return Measurement(
        domain.measures, getattr(domain, "piece", "") if domain.measures == "move" else "", answer=answer
    )


def without_figures(refusal: Refusal) -> Refusal:
    """A refusal where its shortfall may not be measured."""
    return Refusal(before_colon(refusal.reason), refusal.cite)
