"""A match in which programs play some seats. A program that breaks the protocol concedes this match only."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from sandtable.bots.stdio.bot import StdioBot
from sandtable.bots.stdio.limits import Forfeit
from sandtable.core import View
from sandtable.match import Match

Chooser = Callable[[View], Any]


class Forfeited(NamedTuple):
    """A seat that lost by the rules of the protocol."""

    seat: int
    bot: str
    why: str
    stderr: str


class Programs:
    """The seats of a match that are played by programs. Use it as a context: at its end every process is gone."""

    def __init__(self, match: Match, bots: Mapping[int, StdioBot]) -> None:
        self.match, self.bots = match, dict(bots)
        self.sent: dict[int, int] = {}  # how many answers and rolls each program has been sent
        self.forfeited: Forfeited | None = None
        self.closing = ExitStack()

    def __enter__(self) -> Programs:
        for bot in self.bots.values():
            self.closing.enter_context(bot)
        return self

    def __exit__(self, *raised: Any) -> None:
        self.closing.close()

    def begin(self) -> None:
        """Start them all; one that does not come up concedes."""
        for seat, bot in self.bots.items():
            if not self.match.over:
                self._kept(seat, partial(bot.begin, self.match.rules, seat, self.match.options))

    def step(self, seat: int, making: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        """The program of this seat answers the match's question, or concedes. The move itself is made in `making`."""
        match = self.match
        self._tell(seat)

        def choose() -> None:
            value = self.bots[seat].choose(match.view(seat), match.why_not)
            with making():
                match.answer(value)

        self._kept(seat, choose)

    def over(self) -> None:
        """Tell those who are left how it ended, and let them go."""
        for seat, bot in self.bots.items():
            self._tell(seat)
            bot.over(self.match.rules, self.match.result, self.match.score)

    def _tell(self, seat: int) -> None:
        known = seat in self.sent
        since = min(self.sent.get(seat, 0), len(self.match.history))  # an undo may have gone back behind it
        events = self.match.event_lines(seat, since)
        if known and not since:  # from the beginning means with the set-up, and that was sent before
            setup = sum(event.seen_by(seat) is not None for event in self.match.start.events)
            events = islice(events, setup, None)
        self.bots[seat].tell(events)
        self.sent[seat] = len(self.match.history)

    def _kept(self, seat: int, act: Callable[[], None]) -> None:
        try:
            act()
        except Forfeit as e:
            self.forfeited = Forfeited(seat, self.bots[seat].name, str(e), e.stderr)
            self.match.concede(seat, str(e))


def play_out(
    match: Match,
    programs: Mapping[int, StdioBot],
    others: Mapping[int, Chooser],
    most: int = 50_000,
    on_choice: Callable[[int, float], None] = lambda seat, seconds: None,
) -> Forfeited | None:
    """A whole match, or `most` answers of it. Every process is ended whatever happens, also on Ctrl-C.

    `on_choice` gets the seconds each seat took to choose.
    """
    with Programs(match, programs) as seats:
        seats.begin()
        for _ in range(most):
            if (ask := match.ask) is None:
                break
            if ask.seat in programs:
                used = programs[ask.seat].used
                seats.step(ask.seat)
                on_choice(ask.seat, programs[ask.seat].used - used)
            else:
                began = time.perf_counter()
                value = others[ask.seat](match.view(ask.seat))
                on_choice(ask.seat, time.perf_counter() - began)
                match.answer(value)
        seats.over()
    return seats.forfeited
