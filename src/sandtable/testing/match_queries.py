"""Questions a test asks of a match: what happened, which rules were cited, what is on offer, what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from sandtable.core import Event, Refusal, Refused, Roll, Rolled
from sandtable.geometry.units import milli
from sandtable.match import Match

E = TypeVar("E", bound=Event)


def happened(events: Iterable[Event], kind: type[E], **fields: Any) -> list[E]:
    """The events of a kind with these fields."""
    return [e for e in events if isinstance(e, kind) and all(getattr(e, name) == v for name, v in fields.items())]


def rolls(events: Iterable[Event], purpose: str = "") -> list[Roll]:
    """What was thrown, in order; for one purpose, or for all."""
    thrown = (event.roll for event in events if isinstance(event, Rolled))
    return [roll for roll in thrown if isinstance(roll, Roll) and purpose in ("", roll.purpose)]


def cites(events: Iterable[Event]) -> set[str]:
    """Every rule cited by an event, a roll or a term of a roll."""
    events = tuple(events)
    found = {event.cite for event in events}
    for roll in rolls(events):
        found |= {roll.cite, *(term.cite for pool in roll.pools for term in pool.terms)}
    return found - {""}


def offers(match: Match) -> list[str]:
    """The keys on offer now."""
    ask = match.ask
    if ask is None:
        raise AssertionError(f"nobody is asked; waiting for {match.game.waiting}")
    return [option.key for option in ask.domain.options or ()]


def refusal(match: Match, value: Any, by: str | None = None, *, short: int | None = None) -> Refusal:
    """The refusal of an answer that must be refused for a rule of the rulebook and leave the game as it was.

    `by`: for this rule. `short`: by so many thousandths.
    """
    before, codec = match.game, match.rules.codec
    saved = codec.save(before)
    found = match.why_not(value)
    if found is None:
        raise AssertionError(f"{value!r} is legal")
    try:
        match.answer(value)
    except Refused as e:
        if e.refusal != found:
            raise AssertionError(f"{value!r}: asked, it is refused by {found}; answered, by {e.refusal}") from None
    else:
        raise AssertionError(f"{value!r} was accepted, though why_not says {found}")
    if match.game is not before or codec.save(before) != saved:
        raise AssertionError(f"{value!r} was refused and changed the game")
    if not found.cite:
        raise AssertionError(f"{value!r} is refused without a rule: {found.reason}")
    if found.cite not in match.rules.rulebook:
        raise AssertionError(f"{value!r} is refused by {found.cite!r}, which is not in the rulebook")
    if by is not None and found.cite != by:
        raise AssertionError(f"{value!r} should be refused by {by}, not by {found.cite}: {found.reason}")
    if short is not None and found.short_by != short:
        raise AssertionError(f"{value!r} should be {short} thousandths short, not {found.short_by}: {found.reason}")
    return found


def milli_at(*places: float) -> tuple[int, ...]:
    """Table units and degrees in thousandths: ``milli_at(12, 8.5)``."""
    return tuple(milli(value) for value in places)
