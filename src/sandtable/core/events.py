"""Events are the only way the table changes: past tense, frozen, with a reason and one line of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from msgspec.structs import replace

from sandtable.core.cues import AnyCue, Threw
from sandtable.core.effects import Effect
from sandtable.core.texts import say
from sandtable.core.values import Value

if TYPE_CHECKING:
    from sandtable.core.position import Position

PARTS = "parts"  # the key in a state's __dict__ of what depends on some fields only
# All fields that some part depends on, and the cached results by fields. States share it until one of those fields
# changes, so it is replaced, never changed in place: another state may differ in fields that no part depends on yet.
Parts = tuple[frozenset[str], dict[frozenset[str], dict[Any, Any]]]
NO_PARTS: Parts = (frozenset(), {})


class State(Value, frozen=True, dict=True, gc=True):
    """The table. A ruleset subclasses it. What can be computed from places is a query and not stored.

    The ``__dict__`` is a cache and no part of the value (`Position.memo`). Results that depend on some fields only are
    passed on to the next state until one of those fields changes.
    """

    effects: tuple[Effect, ...] = ()

    def but(self, **changes: Any) -> Self:
        after = replace(self, **changes)
        parts: Parts | None = self.__dict__.get(PARTS)
        if parts is not None:
            after.__dict__[PARTS] = parts if parts[0].isdisjoint(changes) else _left(parts, changes)
        return after

    def keeping(self, *several: frozenset[str], **changes: Any) -> Self:
        """Another state, with the cached results of these fields although they change: they do not depend on how."""
        after = replace(self, **changes)
        parts: Parts | None = self.__dict__.get(PARTS)
        if parts is not None:
            after.__dict__[PARTS] = _left(parts, changes, several)
        return after

    def cached(self, of: frozenset[str]) -> dict[Any, Any]:
        """The cached results that depend on these fields only."""
        parts: Parts = self.__dict__.get(PARTS, NO_PARTS)
        known = parts[1].get(of)
        if known is None:
            known = {}
            self.__dict__[PARTS] = parts[0] | of, {**parts[1], of: known}
        return known


def _left(parts: Parts, changes: Iterable[str], several: tuple[frozenset[str], ...] = ()) -> Parts:
    """The parts that depend on no change, and those named."""
    left = {}
    for of, known in parts[1].items():
        if of.isdisjoint(changes) or of in several:
            left[of] = known
    return parts[0], left


class Event(Value, frozen=True, kw_only=True):
    cite: str = ""  # the rule that made it happen

    def apply(self, state: Any) -> Any:
        return state

    def line(self, p: Position) -> str:
        """One line for the log; the position is the one just after it happened."""
        return type(self).__name__

    def seen_by(self, seat: int) -> Self | None:
        """What one seat may know of it; None: nothing."""
        return self

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        """What the drawings before and after do not show: the way of a move, how a piece left, who struck whom.

        What moved, came, went or changed is added by comparing the drawings (`Showing.cues`).
        """
        return ()


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were thrown. The log keeps the faces; the rules got only the reading."""

    roll: Any  # the Roll answered
    faces: tuple[tuple[int, ...], ...]
    results: tuple[Any, ...] = ()
    counted: bool = True  # False: thrown again

    def line(self, p: Position) -> str:
        return say("{purpose}: {dice}", purpose=self.roll.purpose, dice=self.thrown())

    def thrown(self) -> str:
        """``attack 3 4 6 = 13``: faces, and the number they make if they make another one. Ids may name pools."""
        pools = [
            ("" if self.named_once else f"{{pool{n}}} ") + (" ".join(map(str, own)) or "no dice") + made(own, told)
            for n, (own, told) in enumerate(zip(self.faces, self.told(), strict=False))
        ]
        again = "" if self.counted else " (thrown again)"
        return say(
            (", ".join(pools) or "hidden") + again, **{f"pool{n}": p.name for n, p in enumerate(self.roll.pools)}
        )

    @property
    def named_once(self) -> bool:
        """The purpose ends with the name of the only dice: ``deviation: direction``."""
        pools, purpose = self.roll.pools, str(self.roll.purpose)
        return len(pools) == 1 and f" {purpose}".endswith(f" {pools[0].name}")

    def told(self) -> tuple[Any, ...]:
        """The results as people read them."""
        return tuple([self.roll.reading.told(result) for result in self.results])

    def seen_by(self, seat: int) -> Self | None:
        if self.roll.eyes is None or seat in self.roll.eyes:
            return self
        return self.but(faces=(), results=())

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        pools = tuple(pool.name for pool in self.roll.pools)
        purpose = say("{purpose}[ ({again})]", purpose=self.roll.purpose, again="" if self.counted else "thrown again")
        return (Threw(purpose=purpose, pools=pools, faces=self.faces, results=self.told()),)


def made(faces: tuple[int, ...], told: Any) -> str:
    """`` = 13``, where that is more than the face of a single die."""
    return f" = {told}" if isinstance(told, int) and faces != (told,) else ""


class EffectBegan(Event, frozen=True, kw_only=True):
    effect: Effect

    def apply(self, state: Any) -> Any:
        kept = tuple(e for e in state.effects if not self.effect.displaces(e))
        return state.but(effects=(*kept, self.effect))

    def line(self, p: Position) -> str:
        said = say("{on}: {name} begins", on=self.effect.on, name=self.effect.name)
        return "" if p.rules.showing.untold(p, self.effect) else said


class EffectEnded(Event, frozen=True, kw_only=True):
    effect: Effect

    def apply(self, state: Any) -> Any:
        return state.but(effects=tuple(e for e in state.effects if e != self.effect))

    def line(self, p: Position) -> str:
        said = say("{on}: {name} ends", on=self.effect.on, name=self.effect.name)
        return "" if p.rules.showing.untold(p, self.effect) else said


class Ended(Event, frozen=True, kw_only=True):
    """The game is over."""

    winner: int | None
    reason: str

    def line(self, p: Position) -> str:
        return self.reason
