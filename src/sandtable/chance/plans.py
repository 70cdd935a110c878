"""Plans: what a seat means to answer each time the same ask comes back.

    plan("attack marauder with rail_gun", "attack marauder with battle_rifle")     one after another
    plan("strike gunther").until(lambda p: "gunther" not in p.state.models)        again and again
    everything_at("marauder")                                                      whatever is on offer against it
    as_plan(lambda p, ask: …)                                                      a function; None stops

An answer that is not legal when its turn comes is left out: its target may be dead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from sandtable.core import Ask, BadSetup, Position

Holds = Callable[[Position], bool]


class Plan(Protocol):
    def next(self, p: Position, ask: Ask, step: int) -> tuple[Any, int] | None:
        """The next answer and how far the plan is then; None: the plan is at its end."""


class InTurn(NamedTuple):
    """Each answer once, in order."""

    answers: tuple[Any, ...]

    def next(self, p: Position, ask: Ask, step: int) -> tuple[Any, int] | None:
        for number in range(step, len(self.answers)):
            if legal(p, ask, self.answers[number]):
                return self.answers[number], number + 1
        return None

    def until(self, holds: Holds) -> Again:
        """The same from the beginning again until this holds or nothing of it is legal."""
        return Again(self.answers, holds)


class Again(NamedTuple):
    answers: tuple[Any, ...]
    holds: Holds

    def next(self, p: Position, ask: Ask, step: int) -> tuple[Any, int] | None:
        if self.holds(p):
            return None
        count = len(self.answers)
        for further in range(count):
            number = (step + further) % count
            if legal(p, ask, self.answers[number]):
                return self.answers[number], (number + 1) % count
        return None


class EverythingAt(NamedTuple):
    """The first option that concerns a piece, as long as there is one."""

    piece: str

    def next(self, p: Position, ask: Ask, step: int) -> tuple[Any, int] | None:
        silence = ask.silence(p)
        found = (o.key for o in ask.domain.options(p) or () if self.piece in o.concerns and o.key != silence)
        key = next(found, None)
        return None if key is None else (key, 0)


class ByFunction(NamedTuple):
    function: Callable[[Position, Ask], Any]

    def next(self, p: Position, ask: Ask, step: int) -> tuple[Any, int] | None:
        value = self.function(p, ask)
        return None if value is None else (value, 0)


def plan(*answers: Any) -> InTurn:
    return InTurn(answers)


def everything_at(piece: str) -> EverythingAt:
    return EverythingAt(piece)


def as_plan(raw: Any) -> Plan:
    """A plan, a list of answers, or a function of position and ask."""
    if isinstance(raw, InTurn | Again | EverythingAt | ByFunction):
        return raw
    if isinstance(raw, Sequence) and not isinstance(raw, str):
        return InTurn(tuple(raw))
    if callable(raw):
        return ByFunction(raw)
    raise BadSetup(f"a plan is a list of answers or a function of position and ask, not {raw!r}"[:200])


def answers_of(p: Position, ask: Ask, plan: Plan) -> tuple[Any, ...] | None:
    """What a plan may answer here; None: it is a function, and nobody can tell."""
    if isinstance(plan, InTurn | Again):
        return plan.answers
    if isinstance(plan, EverythingAt):
        return tuple(o.key for o in ask.domain.options(p) or () if plan.piece in o.concerns)
    return None


def legal(p: Position, ask: Ask, answer: Any) -> bool:
    return ask.domain.refuse(p, ask.domain.normal(answer)) is None
