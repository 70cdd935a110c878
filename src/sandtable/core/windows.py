"""Windows: where abilities may step in. One reusable frame carries a subject and returns it, perhaps another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sandtable.core.abilities import Offer
from sandtable.core.choices import Ask, Option
from sandtable.core.events import Event
from sandtable.core.frames import Call, Frame, Next, Return, Wait
from sandtable.core.options import Choice

if TYPE_CHECKING:
    from sandtable.core.position import Draft

PASS = "pass"
T = TypeVar("T")


class WindowName(Generic[T]):
    """A moment at which abilities may step in, as a constant: ``DECLARED = WindowName("W1", Strike)``.

    The key stands in saves; the title is what people read; the subject is what the window carries and returns.
    """

    __slots__ = ("key", "subject", "title")

    def __init__(self, key: str, subject: type[T], title: str = "") -> None:
        self.key, self.subject, self.title = key, subject, title or key

    def __repr__(self) -> str:
        return f"WindowName({self.key!r}, {self.subject.__name__})"

    def opened(self, d: Draft, subject: T, **more: Any) -> Window:
        """The window on a subject: the active seat acts first unless `seats` says otherwise."""
        more.setdefault("seats", d.rules.order(d.state))
        return Window(name=self.key, subject=subject, **more)


class Window(Frame, frozen=True, kw_only=True):
    """Offers what abilities allow here, seat by seat, each once; offers are recomputed after each use.

    What a reaction returns becomes the subject; later steps of the caller read only what comes back.
    """

    name: str
    subject: Any
    seats: tuple[int, ...]
    kind: str = "offers"
    used: tuple[str, ...] = ()
    cite: str = ""
    always: bool = False  # ask even with nothing to offer, where being asked would betray a secret
    secret: bool = False
    once: bool = False  # each seat uses at most one offer

    def abilities(self, d: Draft) -> tuple[Callable[..., Any], ...]:
        return d.hooks.offers[self.name] if self.kind == "offers" else d.hooks.of(self.kind, type(self.subject))

    def found(self, d: Draft) -> list[Offer]:
        offered = (offer for ability in self.abilities(d) for offer in ability(d, self.subject, self.seats[0]))
        return [offer for offer in offered if offer.key not in self.used]

    def at_once(self, d: Draft) -> tuple[Any, ...] | None:
        """Most windows pass with nothing on offer."""
        if self.always:
            return None
        subject, used = self.subject, self.used
        for ability in self.abilities(d):
            for seat in self.seats:
                for offer in ability(d, subject, seat):
                    if offer.key not in used:
                        return None
        return (subject,)

    def start(self, d: Draft) -> Next:
        window = self
        while window.seats:
            offers = window.found(d)
            if forced := next((o for o in offers if o.must), None):
                return window.play(forced)
            if offers or window.always:
                options = (*(o.option() for o in offers), Option(PASS, verb=PASS, ends=True))
                ask = Ask(
                    window.seats[0], window.name, Choice(options), PASS, window.cite, window.secret, window=window.name
                )
                return Wait(ask, then=window.chosen)
            window = window.but(seats=window.seats[1:])
        return Return(window.subject)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == PASS:
            return self.but(seats=self.seats[1:]).start(d)
        offered = (offer for ability in self.abilities(d) for offer in ability(d, self.subject, self.seats[0]))
        return self.play(next(offer for offer in offered if offer.key == key))

    def play(self, offer: Offer) -> Next:
        subject = None if offer.carries and self.kind == "offers" else self.subject
        return Call(offer.frame, then=self.but(used=(*self.used, offer.key), subject=subject).back)

    def back(self, d: Draft, *subject: Any) -> Next:
        window = self.but(subject=subject[0]) if subject else self
        if window.kind == "instead_of" and (window.subject is None or type(window.subject) is not type(self.subject)):
            return Return(window.subject)  # replaced: the offers were for the other event
        return (window.but(seats=window.seats[1:]) if window.once else window).start(d)


class Happen(Frame, frozen=True, kw_only=True):
    """An event that may be replaced or answered: replaced-by, before, happens, forced, after. Returns what happened."""

    event: Any

    def start(self, d: Draft) -> Next:
        return self.window(d, "instead_of", self.decided)

    def decided(self, d: Draft, event: Event | None = None) -> Next:
        if event is None:
            return Return(None)
        return self.but(event=event).window(d, "before", self.but(event=event).happens)

    def happens(self, d: Draft, event: Event | None = None) -> Next:
        if event is None:
            return Return(None)
        d.emit(event)
        return self.but(event=event).window(d, "after", self.but(event=event).told)

    def told(self, d: Draft, event: Event | None = None) -> Next:
        return Return(self.event)

    def window(self, d: Draft, kind: str, then: Any) -> Next:
        if not d.rules.hooks.of(kind, type(self.event)):
            step: Next = then(d, self.event)
            return step
        name = f"{kind.replace('_', ' ')} {type(self.event).__name__}"
        seats = d.rules.order(d.state)
        return Call(Window(kind=kind, name=name, subject=self.event, seats=seats, cite=self.event.cite), then=then)


class Settle(Frame, frozen=True, kw_only=True):
    """A checkpoint after one event in the rulebook's sense. `verdict` and `owed` are called only here."""

    def at_once(self, d: Draft) -> tuple[Any, ...] | None:
        d.rules.verdict(d)
        return () if d.result is not None or d.rules.owed(d) is None else None

    def start(self, d: Draft, *ignored: Any) -> Next:
        d.rules.verdict(d)
        if d.result is not None:
            return Return()
        owed = d.rules.owed(d)
        return Return() if owed is None else Call(owed, then=self.start)
