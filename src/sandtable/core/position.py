"""What rules look at and what a step may change.

A `Position` is a table to ask questions of; a `Draft` is one that events change until the next wait, when the driver
freezes it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from sandtable.core.effects import Moment, ending
from sandtable.core.events import EffectEnded, Ended, Event
from sandtable.core.queries import Query, Term, in_order

if TYPE_CHECKING:
    from sandtable.core.frames import Frame
    from sandtable.core.ruleset import Ruleset

T = TypeVar("T")


class Position:
    """A state seen through its ruleset."""

    __slots__ = ("_memo", "rules", "state")

    def __init__(self, rules: Ruleset, state: Any) -> None:
        self.rules = rules
        self.state = state
        self._memo: dict[Hashable, Any] = {}

    def value(self, query: Query) -> int:
        """The number: base, then whatever abilities add."""
        return query.resolve(self._terms(query))

    def terms(self, query: Query) -> tuple[Term, ...]:
        """The same number as its reasons, in reading order."""
        return in_order(self._terms(query))

    def holds(self, query: Query) -> bool:
        return self.value(query) > 0

    def _terms(self, query: Query) -> Iterator[Term]:
        yield from query.base(self)
        for modify in self.rules.hooks.modifies.get(type(query), ()):
            yield from modify(self, query)

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Remember something costly for as long as this table stands."""
        found = self._memo.get(key, _MISSING)
        if found is _MISSING:
            found = self._memo[key] = make()
        result: T = found
        return result

    def with_state(self, state: Any) -> Position:
        """A hypothetical table."""
        return Position(self.rules, state)


class Draft(Position):
    """The table in the middle of an answer."""

    __slots__ = ("events", "owed", "result")

    def __init__(self, rules: Ruleset, state: Any) -> None:
        super().__init__(rules, state)
        self.events: list[Event] = []
        self.owed: list[Frame] = []
        self.result: Ended | None = None

    def emit(self, event: Event) -> None:
        """It happens, now. What it forces is played before whatever the step decides."""
        self.state = event.apply(self.state)
        self.events.append(event)
        if self._memo:
            self._memo = {}
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
