"""The law of measuring: what may not be measured yet changes nothing that a seat is told."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from sandtable.chance import plan
from sandtable.core.refusals import Refused
from sandtable.lab.broken import Broken
from sandtable.match import Match


def told(match: Match, answers: Iterable[Any]) -> dict[str, Any]:
    """Everything the seat that is asked can learn without answering, by the table and by its view."""
    view = match.view(match.ask.seat) if match.ask is not None else None
    assert view is not None and view.ask is not None
    domain = view.ask.domain
    found: dict[str, Any] = {
        "prompt": (view.ask.title, view.ask.window, view.ask.forced, domain.hint()),
        "options": domain.options,
        "barred": domain.barred(),
        "candidates": domain.candidates(8, Random(2)),
        "outline": domain.outline(),
    }
    for answer in answers:
        found[f"refusal of {answer!r}"] = domain.refuse(answer), match.why_not(answer)
        found[f"judgement of {answer!r}"] = domain.judged(answer)
        found[f"preview of {answer!r}"] = domain.preview(answer), match.preview(answer)
        found[f"odds of {answer!r}"] = _odds(match, answer)
        if isinstance(answer, str):
            found[f"odds of a plan of {answer!r}"] = _odds(match, [answer]), _odds(match, plan(answer))
    return found


def tell_the_same(near: Match, far: Match, answers: Iterable[Any]) -> None:
    """Two tables by the book that differ only in what the seat may not measure. Raises Broken."""
    answers = tuple(answers)
    here, there = told(near, answers), told(far, answers)
    for what, value in here.items():
        if there[what] != value:
            raise Broken(f"{what} tells a distance that may not be measured: {value!r}, but {there[what]!r}")


def _odds(match: Match, answer: Any) -> Any:
    try:
        return str(match.odds(answer, seat=match.ask.seat if match.ask is not None else None))
    except Refused as e:
        return e.refusal
