"""What rules look at and what a step may change.

A `Position` is a table to ask questions of; a `Draft` is one that events change until the next wait, when the driver
freezes it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from sandtable.core.effects import Moment, ending
from sandtable.core.events import PARTS, EffectEnded, Ended, Event
from sandtable.core.memory import NumberNeeded, memo_key
from sandtable.core.queries import Query, Term, in_order

if TYPE_CHECKING:
    from sandtable.core.abilities import Hooks, Present
    from sandtable.core.frames import Frame
    from sandtable.core.ruleset import Ruleset

T = TypeVar("T")
HOOKS = "hooks"  # where a state keeps those that matter on it


class Position:
    """A state seen through its ruleset."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Ruleset, state: Any) -> None:
        self.rules = rules
        self.state = state

    @property
    def hooks(self) -> Hooks | Present:
        """The hooks that may have something to say on this table."""
        known = self.state.__dict__
        found: Hooks | Present | None = known.get(HOOKS)
        if found is None:
            found = known[HOOKS] = self.rules.hooks_at(self)
        return found

    def value(self, query: Query) -> int:
        """The number: base, then whatever abilities add. It follows from state and query alone, so it is remembered."""
        known = self.state.__dict__
        try:
            found: int | None = known.get(query)
        except NumberNeeded:
            return self._value_of_unread(query)
        if found is None:
            found = known[query] = query.resolve(self._terms(query))
        return found

    def _value_of_unread(self, query: Query) -> int:
        return self.memo(memo_key(query), lambda: query.resolve(self._terms(query)))

    def terms(self, query: Query) -> tuple[Term, ...]:
        """The same number as its reasons, in reading order."""
        return in_order(self._terms(query))

    def holds(self, query: Query) -> bool:
        return self.value(query) > 0

    def _terms(self, query: Query) -> list[Term]:
        terms = list(query.base(self))
        for modify in self.hooks.of("modifies", query.topic()):
            terms.extend(modify(self, query))
        return terms

    def memo(self, key: Hashable, make: Callable[[], T], of: frozenset[str] | None = None) -> T:
        """Remember something costly for as long as this table stands: it is kept with the state, whoever asks.

        `of` names the fields of the state it follows from: it is remembered until one of them changes.
        """
        known = self.state.__dict__
        if of is not None:
            parts = known.get(PARTS)
            if parts is None:
                parts = known[PARTS] = {}
            known = parts.get(of)
            if known is None:
                known = parts[of] = {}
        try:
            found = known.get(key, _MISSING)
        except NumberNeeded:
            return self.memo(memo_key(key), make, of)
        if found is _MISSING:
            found = known[key] = make()
        result: T = found
        return result

    def forget(self) -> None:
        """Drop what was remembered, when nobody will look at this table again."""
        self.state.__dict__.clear()

    def with_state(self, state: Any) -> Position:
        """A hypothetical table."""
        return Position(self.rules, state)


class Draft(Position):
    """The table in the middle of an answer."""

    __slots__ = ("events", "owed", "result")

    def __init__(self, rules: Ruleset, state: Any) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []
        self.owed: list[Frame] = []
        self.result: Ended | None = None

    def emit(self, event: Event) -> None:
        """It happens, now. What it forces is played before whatever the step decides."""
        self.state = event.apply(self.state)
        self.events.append(event)
        for forces in self.rules.hooks.forces.get(type(event), ()):
            self.owed.extend(forces(self, event))

    def reach(self, moment: Moment) -> None:
        """A moment comes: the effects that last until it end."""
        for effect in ending(self.state.effects, moment):
            self.emit(EffectEnded(effect=effect, cite=effect.cite))

    def end(self, winner: int | None, reason: str, cite: str = "") -> None:
        """The game is over; the driver drops the stack."""
        self.result = Ended(winner=winner, reason=reason, cite=cite)
        self.emit(self.result)


_MISSING = object()
