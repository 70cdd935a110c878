"""What rules look at and what a step may change.

A `Position` is a table to ask questions of; a `Draft` is one that events change until the next wait, when the driver
freezes it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic

from sandtable.core.effects import Effect, Moment, ending
from sandtable.core.events import NO_PARTS, PARTS, EffectBegan, EffectEnded, Ended, Event, Parts, State
from sandtable.core.memo_keys import NumberNeeded, memo_key
from sandtable.core.queries import Query, Term, in_order

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from sandtable.core.abilities import ActiveHooks, Hooks, Offer
    from sandtable.core.frames import Frame
    from sandtable.core.refusals import Refusal
    from sandtable.core.ruleset import Ruleset
    from sandtable.core.windows import WindowName

    # Without parameters a Position is one of any game: general rooms write just `Position`.
    S_co = TypeVar("S_co", bound=State, default=Any, covariant=True)
    R_co = TypeVar("R_co", bound="Ruleset", default=Any, covariant=True)
else:
    from typing import TypeVar

    S_co, R_co = TypeVar("S_co"), TypeVar("R_co")

T = TypeVar("T")
HOOKS = "hooks"  # the key of the active hooks in a state's __dict__


class Position(Generic[S_co, R_co]):
    """A state seen through its ruleset. A game names both once: ``Position = core.Position[Table, MyRules]``."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: R_co, state: S_co) -> None:
        self.rules = rules
        self.state = state

    @property
    def hooks(self) -> Hooks | ActiveHooks:
        """The hooks to call on this table."""
        known = self.state.__dict__
        found: Hooks | ActiveHooks | None = known.get(HOOKS)
        if found is None:
            found = known[HOOKS] = self.rules.hooks_at(self)
        return found

    def value(self, query: Query) -> int:
        """The number: base, then what abilities add. It depends on state and query alone and is cached."""
        known: dict[Any, Any] = self.state.__dict__
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
        terms = [*query.base(self)]
        hooks = self.state.__dict__.get(HOOKS) or self.hooks  # asked for every number: mostly known
        for modify in hooks.modifies[query.topic()]:
            terms += modify(self, query)
        return terms

    def offers(
        self, window: WindowName[T], subject: T, seat: int, among: Iterable[str] | None = None
    ) -> Iterator[Offer]:
        """What abilities allow here; `among` names the special rules whose hooks alone are asked."""
        hooks = self.hooks if among is None else self.rules.hooks.active(among)
        for ability in hooks.offers[window.key]:
            yield from ability(self, subject, seat)

    def forbidden(self, key: type | str, *subject: Any) -> Refusal | None:
        """The first refusal of an ability that forbids this: ``@forbids(Attack)``."""
        for forbid in self.hooks.of("forbids", key):
            refusal: Refusal | None = forbid(self, *subject)
            if refusal is not None:
                return refusal
        return None

    def memo(self, key: Hashable, make: Callable[..., T], of: frozenset[str] | None = None, *given: Any) -> T:
        """Cache something costly with the state: what `make(*given)` returns.

        `of` names the fields of the state it depends on: it is kept until one of them changes. A function of the module
        with what it is given costs less than one made for each call, which counts where the answer is mostly known.
        """
        known: dict[Any, Any] = self.state.__dict__
        if of is not None:
            parts = known.get(PARTS)
            part = None if parts is None else parts[1].get(of)
            known = self.state.cached(of) if part is None else part
        try:
            found = known.get(key, _MISSING)
        except NumberNeeded:
            return self.memo(memo_key(key), make, of, *given)
        if found is _MISSING:
            found = known[key] = make(*given)
        result: T = found
        return result

    def known(self, key: Hashable, of: frozenset[str]) -> Any:
        """What `memo` keeps under a key of these fields; None: nothing yet."""
        parts: Parts = self.state.__dict__.get(PARTS, NO_PARTS)
        part = parts[1].get(of)
        return None if part is None else part.get(key)

    def forget(self) -> None:
        """Drop the cache of a table that is no longer needed."""
        self.state.__dict__.clear()

    def with_state(self, state: Any) -> Position[S_co, R_co]:
        """A hypothetical table."""
        return Position(self.rules, state)


class Draft(Position[S_co, R_co]):
    """The table in the middle of an answer."""

    __slots__ = ("events", "owed", "result")

    def __init__(self, rules: R_co, state: S_co) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []
        self.owed: list[Frame] = []
        self.result: Ended | None = None

    def emit(self, event: Event) -> None:
        """Apply an event now. The frames it forces are played before what the step decides."""
        self.state = event.apply(self.state)
        self.events.append(event)
        for forces in self.rules.hooks.forces.get(type(event), ()):
            self.owed.extend(forces(self, event))

    def force(self, *frames: Frame) -> None:
        """Frames to be played before what the step decides, as those an event forces."""
        self.owed.extend(frames)

    def reach(self, moment: Moment, cite: str = "") -> None:
        """A moment comes: the effects that last until it end, by a rule of the moment or their own."""
        for effect in ending(self.state.effects, moment):
            self.emit(EffectEnded(effect=effect, cite=cite or effect.cite))

    def begin(self, effect: Effect, cite: str = "") -> None:
        """An effect begins; others that it displaces end first, each with its event. A repeat renews its own."""
        for other in self.state.effects:
            if effect.displaces(other) and other.name != effect.name:
                self.emit(EffectEnded(effect=other, cite=cite or effect.cite))
        self.emit(EffectBegan(effect=effect, cite=cite or effect.cite))

    def end(self, winner: int | None, reason: str, cite: str = "") -> None:
        """The game is over; the driver drops the stack."""
        self.result = Ended(winner=winner, reason=reason, cite=cite)
        self.emit(self.result)


_MISSING = object()
