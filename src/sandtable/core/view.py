"""What a seat may know of a game: redacted state, events and asks. The stack is never shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Self
from weakref import ref

from sandtable.core.choices import Ask, Domain, Judged, Option, Pose, judge, with_cite
from sandtable.core.dice import Roll
from sandtable.core.driver import Game
from sandtable.core.events import Ended, Event
from sandtable.core.measurements import Measurement, measured, without_figures
from sandtable.core.outlines import Outline
from sandtable.core.position import Position
from sandtable.core.refusals import Refusal
from sandtable.core.texts import with_names
from sandtable.core.values import Value
from sandtable.geometry.shapes import Disc, Rect

if TYPE_CHECKING:
    from sandtable.core.ruleset import Ruleset


SPARE = 64  # games of views that are gone, kept until the next sweep


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

    def may_measure(self, what: Measurement) -> bool:
        """Whether it may be measured by who holds this; a table that is known whole has no secrets."""
        return True

    def refuse(self, answer: Any) -> Refusal | None:
        return self._told(judge(self.domain, _judged_on(self), answer, self.cite))

    def _told(self, refusal: Refusal | None) -> Refusal | None:
        if refusal is None or refusal.short_by is None or self.may_measure(Measurement("shortfall")):
            return refusal
        return without_figures(refusal)

    def candidates(self, n: int = 8, seed: int | Random = 0) -> list[Any]:
        rng = seed if isinstance(seed, Random) else Random(seed)
        return self.domain.candidates(_judged_on(self), n, rng)

    @property
    def options(self) -> tuple[Option, ...] | None:
        """What is on offer, with labels as people read them."""
        p = _judged_on(self)
        return labelled(p, self.domain.options(p))

    def barred(self) -> list[tuple[Option, Refusal]]:
        """What somebody would look for and does not find, each with its reason."""
        p = _judged_on(self)
        found = list(self.domain.barred(p))
        options = labelled(p, tuple(option for option, _ in found)) or ()
        told = [self._told(with_cite(refusal, self.cite)) for _, refusal in found]
        return [(option, refusal) for option, refusal in zip(options, told, strict=True) if refusal is not None]

    def judged(self, answer: Any) -> Judged:
        """Cost, what is left and how far an answer is legal, while it is being made; as far as it may be measured."""
        refusal = self.refuse(answer)
        if not self.may_measure(measured(self.domain, answer)):
            return Judged(refusal)
        return self.domain.judged(_judged_on(self), answer).but(refusal=refusal)

    def toward(self, goal: Pose, far: int | None = None, **held: Any) -> Any:
        """The legal answer that comes nearest to a place; None: this domain does not say.

        An arrangement takes `keep`, the formation, and `held`, the piece by which the group is held.
        """
        if not self.may_measure(measured(self.domain)):
            return None
        return self.domain.toward(_judged_on(self), goal, far, **held)

    def outline(self, **placed: Any) -> Outline | None:
        """Where an answer may lie. An arrangement takes `placed`, what stands already, and `piece`, who is next."""
        return self.domain.outline(_judged_on(self), **placed) if self.may_measure(measured(self.domain)) else None

    def shapes(self) -> Mapping[str, Disc | Rect]:
        """The bases of the pieces an answer places, on the table or not."""
        return self.domain.shapes(_judged_on(self))

    def preview(self, answer: Any) -> tuple[Any, ...]:
        """What an answer would do, as parts of a scene; legal or not, as far as it may be measured."""
        answer = self.domain.normal(answer)
        if not self.may_measure(measured(self.domain, answer)):
            return ()
        return tuple(self.domain.preview(_judged_on(self), answer))

    def hint(self) -> str:
        return self.domain.hint(_judged_on(self))

    def spoken(self, words: str) -> Any:
        """The answer that words mean, legal or not. Raises Unspoken."""
        return self.domain.spoken(_judged_on(self), words)

    def sought(self) -> tuple[Option, ...]:
        """What somebody would look for here, on offer or not."""
        found = getattr(self.domain, "sought", None)
        return () if found is None else labelled(p := _judged_on(self), tuple(found(p))) or ()

    def begun(self, words: str) -> tuple[Any, str] | None:
        """The answer that the first of some words mean, and the words left for the next question."""
        return self.domain.begun(_judged_on(self), words)


class SeatDomain(BoundDomain):
    """The domain of a view. `position` is what the seat may know.

    Answers are judged on the true table, out of reach of whoever holds this: that is cheaper, because the rules go on
    from that table, and the same, because what is legal never depends on what a seat cannot know (a law).
    """

    __slots__ = ("_key", "measuring", "rules", "seat")

    def __init__(self, rules: Ruleset, seat: int, key: _Key, ask: Ask, measuring: str = "free") -> None:
        self.rules, self.seat, self._key, self.domain, self.cite = rules, seat, key, ask.domain, ask.cite
        self.measuring = measuring

    def may_measure(self, what: Measurement) -> bool:
        return self.measuring == "free" or self.rules.may_measure(self.position, self.seat, what)

    def candidates(self, n: int = 8, seed: int | Random = 0) -> list[Any]:
        rng = seed if isinstance(seed, Random) else Random(seed)
        return self.domain.candidates(Position(self.rules, _games.of(self._key).state), n, rng)

    @property
    def position(self) -> Position:  # type: ignore[override]
        return Position(self.rules, self.rules.redact(_games.of(self._key).state, self.seat))


class BoundAsk:
    """Who chooses, what for, by which rule, and the domain of legal answers."""

    __slots__ = ("ask", "domain")

    def __init__(self, ask: Ask, domain: BoundDomain) -> None:
        self.ask, self.domain = ask, domain

    @classmethod
    def at(cls, position: Position, ask: Ask) -> Self:
        """An ask about a table that is known whole."""
        return cls(ask, BoundDomain(position, ask.domain, ask.cite))

    def __repr__(self) -> str:
        """``<Ask a: activate a model, 2 options>``."""
        p = _judged_on(self.domain)
        options = self.ask.domain.options(p)
        kind = type(self.ask.domain).__name__ if options is None else f"{len(options)} options"
        return f"<Ask {p.rules.seat_name(self.seat)}: {self.title}, {kind}>"

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
    def window(self) -> str:
        """The stable id of the window, for presets; empty outside of windows."""
        return self.ask.window

    @property
    def title(self) -> str:
        """The prompt as people read it."""
        p = _judged_on(self.domain)
        return p.rules.window_titles.get(self.ask.prompt) or with_names(p, self.ask.prompt)

    @property
    def forced(self) -> bool:
        """Only one answer is legal, and being asked hides nothing: it may be answered for the seat."""
        if self.ask.secret:
            return False
        options = self.ask.domain.options(_judged_on(self.domain))
        return options is not None and len(options) == 1

    @property
    def default(self) -> Any:
        return self.ask.silence(_judged_on(self.domain))


class View:
    """One seat's knowledge of a game: it holds nothing that is hidden from that seat.

    `state` is redacted when somebody looks; `ask` is there only when the seat must choose. `measuring` is the policy of
    the table, free or book.
    """

    __slots__ = ("_key", "_state", "ask", "measuring", "pending", "result", "rules", "seat")

    def __init__(self, rules: Ruleset, game: Game, seat: int, measuring: str = "") -> None:
        self.rules, self.seat, self._key = rules, seat, _games.keep(game)
        self.measuring = measuring or rules.measuring
        self._state: Any = None
        self.result: Ended | None = game.result
        self.ask: BoundAsk | None = None
        self.pending: Pending | Roll | None = None  # what the game waits for when it is not this seat's choice
        waiting = game.waiting
        if isinstance(waiting, Ask) and waiting.seat == seat:
            self.ask = BoundAsk(waiting, SeatDomain(rules, seat, self._key, waiting, measuring))
        elif isinstance(waiting, Ask):
            prompt = "is choosing" if waiting.secret else waiting.prompt
            self.pending = Pending(waiting.seat, prompt, "" if waiting.secret else waiting.cite)
        else:
            self.pending = waiting

    def __repr__(self) -> str:
        now = "over" if self.result else repr(self.ask) if self.ask else "somebody else chooses"
        return f"<View of {self.rules.name} by {self.rules.seat_name(self.seat)}: {now}>"

    @property
    def state(self) -> Any:
        """What the seat may know of the table."""
        if self._state is None:
            self._state = self.rules.redact(_games.of(self._key).state, self.seat)
        return self._state

    def imagine(self, seed: int | Random) -> Game:
        """A full game the seat cannot tell from the real one: hidden things are dealt anew. For search."""
        rng = seed if isinstance(seed, Random) else Random(seed)
        return self.rules.redeal(_games.of(self._key), self.seat, rng)

    def position(self) -> Position:
        return Position(self.rules, self.state)

    def worded(self, text: str) -> str:
        """A text as the seat reads it: with printed names."""
        return with_names(self.position(), text)

    def may_measure(self, what: Measurement) -> bool:
        """Whether the seat may measure this now, by the policy of the table."""
        return self.measuring == "free" or self.rules.may_measure(self.position(), self.seat, what)

    def data(self) -> dict[str, Any]:
        """The view as plain data: what goes over a wire, and what the leak test compares."""
        ask = None
        if self.ask is not None:
            ask = {
                "seat": self.ask.seat,
                "prompt": self.ask.prompt,
                "title": self.ask.title,
                "window": self.ask.window,
                "forced": self.ask.forced,
                "cite": self.ask.cite,
                "kind": type(self.ask.ask.domain).__name__,
                "options": self.ask.domain.options,
                "barred": self.ask.domain.barred(),
                "candidates": self.ask.domain.candidates(3, 0),
            }
        return {"seat": self.seat, "state": self.state, "ask": ask, "pending": self.pending, "result": self.result}

    def _repr_svg_(self) -> str:
        drawing: str = self.rules.showing.scene(self.position(), self.seat)._repr_svg_()
        return drawing


class _Key:
    """Stands for a game, for those who may not hold it."""

    __slots__ = ("__weakref__",)


class _Games:
    """The true games behind views, where nobody who holds a view can reach them.

    Games whose keys are gone are dropped when the next one is kept, not by a callback: an interrupt that arrives
    inside a callback is lost.
    """

    def __init__(self) -> None:
        self._known: dict[ref[_Key], Game] = {}
        self._enough = SPARE

    def keep(self, game: Game) -> _Key:
        key, known = _Key(), self._known
        for oldest in known:  # usually that of the view before, which is gone
            if oldest() is None:
                known.pop(oldest, None)
            break
        known[ref(key)] = game
        if len(known) > self._enough:
            self._sweep()
        return key

    def _sweep(self) -> None:
        for one in list(self._known):
            if one() is None:
                self._known.pop(one, None)
        self._enough = 2 * len(self._known) + SPARE

    def of(self, key: _Key) -> Game:
        return self._known[ref(key)]


_games = _Games()


def labelled(p: Position, options: tuple[Option, ...] | None) -> tuple[Option, ...] | None:
    """The options with their labels in English."""
    if options is None:
        return None
    label = p.rules.showing.label
    return tuple(option.but(label=label(p, option)) for option in options)


def _judged_on(bound: BoundDomain) -> Position:
    """The table on which answers are judged."""
    if type(bound) is SeatDomain:
        return Position(bound.rules, _games.of(bound._key).state)
    return bound.position


def seen(events: Iterable[Event], seat: int) -> tuple[Event, ...]:
    """The events as one seat may know them."""
    return tuple(e for e in (event.seen_by(seat) for event in events) if e is not None)
