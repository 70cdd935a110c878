"""What a seat may know of a game: redacted state, events and asks. The stack is never shown."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sandtable.core.choices import Ask, Domain, Option, Outline, Refusal, judge
from sandtable.core.dice import Roll
from sandtable.core.driver import Game
from sandtable.core.events import Ended, Event
from sandtable.core.position import Position
from sandtable.core.values import Value

if TYPE_CHECKING:
    from sandtable.core.ruleset import Ruleset


class Pending(Value, frozen=True):
    """Somebody else is choosing."""

    seat: int
    prompt: str
    cite: str = ""


class BoundDomain:
    """A domain together with the table it is asked about and the rule by which it is asked."""

    __slots__ = ("cite", "domain", "position")

    def __init__(self, position: Position, domain: Domain, cite: str = "") -> None:
        self.position, self.domain, self.cite = position, domain, cite

    def refuse(self, answer: Any) -> Refusal | None:
        return judge(self.domain, self.position, answer, self.cite)

    def candidates(self, n: int = 8, seed: int | Random = 0) -> list[Any]:
        rng = seed if isinstance(seed, Random) else Random(seed)
        return self.domain.candidates(self.position, n, rng)

    @property
    def options(self) -> tuple[Option, ...] | None:
        return self.domain.options(self.position)

    def outline(self) -> Outline | None:
        return self.domain.outline(self.position)

    def hint(self) -> str:
        return self.domain.hint(self.position)

    def spoken(self, words: str) -> Any:
        """The answer that words mean, legal or not. Raises Unspoken."""
        return self.domain.spoken(self.position, words)


class BoundAsk:
    """Who chooses, what for, by which rule, and the domain of legal answers."""

    __slots__ = ("ask", "domain")

    def __init__(self, position: Position, ask: Ask) -> None:
        self.ask = ask
        self.domain = BoundDomain(position, ask.domain, ask.cite)

    @property
    def seat(self) -> int:
        return self.ask.seat

    @property
    def prompt(self) -> str:
        return self.ask.prompt

    @property
    def cite(self) -> str:
        return self.ask.cite

    @property
    def default(self) -> Any:
        return self.ask.silence(self.domain.position)


class View:
    """One seat's knowledge of a game: it holds nothing that is hidden from that seat.

    `state` is redacted; `ask` is there only when the seat must choose, and is judged on the redacted table: what is
    legal never depends on what a seat cannot know.
    """

    __slots__ = ("__weakref__", "ask", "pending", "result", "rules", "seat", "state")

    def __init__(self, rules: Ruleset, game: Game, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.state: Any = rules.redact(game.state, seat)
        self.result: Ended | None = game.result
        self.ask: BoundAsk | None = None
        self.pending: Pending | Roll | None = None  # what the game waits for when it is not this seat's choice
        waiting = game.waiting
        if isinstance(waiting, Ask) and waiting.seat == seat:
            self.ask = BoundAsk(Position(rules, self.state), waiting)
        elif isinstance(waiting, Ask):
            prompt = "is choosing" if waiting.secret else waiting.prompt
            self.pending = Pending(waiting.seat, prompt, "" if waiting.secret else waiting.cite)
        else:
            self.pending = waiting
        _behind[self] = game

    def imagine(self, seed: int | Random) -> Game:
        """A full game the seat cannot tell from the real one: hidden things are dealt anew. For search."""
        rng = seed if isinstance(seed, Random) else Random(seed)
        return self.rules.redeal(_behind[self], self.seat, rng)

    def position(self) -> Position:
        return Position(self.rules, self.state)

    def data(self) -> dict[str, Any]:
        """The view as plain data: what goes over a wire, and what the leak test compares."""
        ask = None
        if self.ask is not None:
            options = self.ask.domain.options
            ask = {
                "seat": self.ask.seat,
                "prompt": self.ask.prompt,
                "cite": self.ask.cite,
                "kind": type(self.ask.ask.domain).__name__,
                "options": None if options is None else [o.key for o in options],
                "candidates": self.ask.domain.candidates(3, 0),
            }
        return {"seat": self.seat, "state": self.state, "ask": ask, "pending": self.pending, "result": self.result}

    def _repr_svg_(self) -> str:
        drawing: str = self.rules.showing.scene(self.position(), self.seat)._repr_svg_()
        return drawing


# The game each view is of, for `imagine` alone: kept here, so that whoever holds a view does not hold the game.
_behind: WeakKeyDictionary[View, Game] = WeakKeyDictionary()


def seen(events: Iterable[Event], seat: int) -> tuple[Event, ...]:
    """The events as one seat may know them."""
    return tuple(e for e in (event.seen_by(seat) for event in events) if e is not None)
