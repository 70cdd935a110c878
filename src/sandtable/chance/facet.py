"""Everything odds ask of a ruleset beyond play, in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.core import Event, Frame, OddsFacet, Position, Ruleset, Trial

FLAG = "(flag)"  # how the words of an option without a value end


def wholes(rules: Ruleset) -> tuple[type[Frame], ...]:
    """Frames that count as a whole when somebody asks in the middle of one."""
    return rules.odds.wholes


def trial_options(rules: Ruleset) -> Mapping[str, str]:
    return rules.odds.trial_options


def trial(rules: Ruleset, wanted: Mapping[str, str]) -> Trial:
    return rules.odds.trial(rules, wanted)


def outcome(
    rules: Ruleset, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
) -> Mapping[str, bool | int]:
    return rules.odds.outcome(before, after, about, returned)


def follows(rules: Ruleset, p: Position, value: Any) -> Frame | None:
    return rules.odds.follows(p, value)


def is_hit(rules: Ruleset, event: Event, about: tuple[str, ...]) -> bool | None:
    return rules.odds.is_hit(event, about)


def worth(rules: Ruleset, p: Position, seat: int) -> int:
    return sum(term.value for term in rules.judging.appraise(p, seat))


def merging(rules: Ruleset, about: tuple[str, ...]) -> Callable[[Any], Any] | None:
    """What the ruleset drops from states for a question about these pieces; None: nothing."""
    facet = rules.odds
    return None if type(facet).merge is OddsFacet.merge else lambda state: facet.merge(state, about)


def known_options(rules: Ruleset) -> str:
    return ", ".join(f"--{name}" for name in trial_options(rules)) or "none"
