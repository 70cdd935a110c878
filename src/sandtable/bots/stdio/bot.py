"""A bot in its own process, played like any other: `choose(view)` gives a legal answer or raises Forfeit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import PurePath
from types import TracebackType
from typing import Any, NoReturn, Self

from sandtable.bots.stdio import messages
from sandtable.bots.stdio.command import words_of
from sandtable.bots.stdio.limits import Forfeit, Limits, seconds
from sandtable.bots.stdio.messages import EventLine, Malformed, Message, plain
from sandtable.bots.stdio.process import Child, TimedOut
from sandtable.bots.stdio.signals import uninterrupted
from sandtable.core import BadSetup, BoundDomain, Ended, Refusal, Ruleset, Unspoken, View

LOG = logging.getLogger("sandtable.bots.stdio")
WhyNot = Callable[[Any], Refusal | None]


class StdioBot:
    """One program for one seat of one game; the next game gets a process of its own."""

    def __init__(self, command: str, *, seed: int = 0, limits: Limits | None = None) -> None:
        self.words = words_of(command)
        self.name = PurePath(self.words[-1] if len(self.words) > 1 else self.words[0]).name
        self.seed, self.limits = seed, limits or Limits()
        self.child: Child | None = None
        self.asked = 0
        self.used = 0.0  # seconds of the game's time
        self.lost: Forfeit | None = None
        self.unsent: list[EventLine] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def stderr(self) -> str:
        """The last it wrote to standard error."""
        return "" if self.child is None else self.child.errors.decode("utf-8", "replace").strip()

    # --- a game ---
    def begin(self, rules: Ruleset, seat: int, options: Mapping[str, Any] | None = None) -> None:
        """Start the program and tell it which game this is."""
        if self.child is not None:
            raise BadSetup("a bot in its own process plays one game; make another")
        with self._held_to(f"did not say hello within {seconds(self.limits.start)}"):
            with uninterrupted():  # a program that has started is known, or nobody could end it
                self.child = Child(self.words, self.limits)
            until = time.monotonic() + self.limits.start
            self.child.send(messages.hello(), until)
            said, infos = self._next(until), 0
            while said.kind == "info":
                infos += 1
                self._few(infos)
                said = self._next(until)
            if said.kind != "hello":
                raise Forfeit("answered before it was asked" if said.kind == "answer" else "did not say hello")
            self.name = plain(said.body.get("name") or self.name, 60)
            game = messages.new_game(rules, seat, options or {}, luck(self.seed, seat), self.limits)
            self.child.send(game, until)

    def tell(self, events: Iterable[EventLine]) -> None:
        """What happened, as the seat sees it: sent with the next question."""
        self.unsent.extend(events)

    def choose(self, view: View, why_not: WhyNot | None = None) -> Any:
        """The bot's answer to the question of this view, legal by `why_not`. Raises Forfeit."""
        if self.lost is not None:
            raise self.lost
        if view.ask is None:
            raise BadSetup("nothing is asked of this seat")
        if self.child is None:
            self.begin(view.rules, view.seat)
        events, self.unsent = self.unsent, []
        self.asked += 1
        line = messages.question(self.asked, view, events, self.limits.line)
        began = time.monotonic()
        left = self.limits.game - self.used
        spent = f"used up its {seconds(self.limits.game)} for the game"
        late = spent if left <= self.limits.answer else f"timed out after {seconds(self.limits.answer)}"
        try:
            with self._held_to(late):
                until = began + min(self.limits.answer, left)
                return self._answer(line, until, why_not or view.ask.domain.refuse, view.ask.domain)
        finally:
            self.used += time.monotonic() - began

    def over(self, rules: Ruleset, result: Ended | None, score: Iterable[int] = ()) -> None:
        """Say how it ended, let the program leave, and end it. What it does now costs it nothing."""
        if self.child is not None and self.lost is None and not self.child.ended:
            until = time.monotonic() + self.limits.leave
            try:
                self.child.send(messages.game_over(rules, result, score, self.unsent), until)
                self.child.send(messages.leave(), until)
                self.child.leave()
            except (TimedOut, Forfeit):
                LOG.info("%s did not wait for the end", self.name)
        self.close()

    def close(self) -> None:
        """End the program, whatever it is doing. Harmless twice."""
        if self.child is not None:
            self.child.end()

    # --- one question ---
    def _answer(self, line: bytes, until: float, why_not: WhyNot, domain: BoundDomain) -> Any:
        child = self.child
        assert child is not None
        infos = self._early(child)
        child.send(line, until)
        tries = 0
        while True:
            said = self._next(until)
            if said.kind == "info":
                infos += 1
                self._few(infos)
                continue
            if said.kind == "hello":
                raise Forfeit("said hello twice")
            number = said.body["id"]
            if type(number) is not int or number != self.asked:
                raise Forfeit(f"answered question {plain(number, 20)}, not {self.asked}")
            value, tries = said.body["value"], tries + 1
            judging = time.monotonic()
            value = in_words(domain, value)
            refusal = judged(why_not, value)
            until += self._not_its_time(judging)
            if refusal is None:
                return value
            if tries >= self.limits.tries:
                raise Forfeit(f"answered illegally {tries} times, last {plain(value, 60)}: {plain(str(refusal))}")
            LOG.info("%s is refused %s: %s", self.name, plain(value, 200), refusal)
            child.send(messages.refused(self.asked, refusal, self.limits.tries - tries), until)

    def _not_its_time(self, since: float) -> float:
        """Seconds the engine was at work, given back: judging is slow where a kernel is compiled for the first time."""
        spent = time.monotonic() - since
        self.used -= spent
        return spent

    def _early(self, child: Child) -> int:
        """What came since the last answer: info is welcome, an answer cannot be."""
        child.look()
        infos = 0
        while (raw := child.waiting_line()) is not None:
            if self._heard(raw).kind != "info":
                raise Forfeit("answered before it was asked")
            infos += 1
            self._few(infos)
        return infos

    def _next(self, until: float) -> Message:
        assert self.child is not None
        return self._heard(self.child.line(until))

    def _heard(self, raw: bytes) -> Message:
        said = messages.read(raw)
        if said.kind == "info":
            LOG.info("%s: %s", self.name, plain(messages.short_text(said.body)))
        return said

    def _few(self, infos: int) -> None:
        if infos > self.limits.infos:
            raise Forfeit(f"sent more than {self.limits.infos} info lines in a row")

    @contextmanager
    def _held_to(self, late: str) -> Iterator[None]:
        """Whatever breaks the protocol in here forfeits the game; whatever else goes wrong ends the program too."""
        try:
            yield
        except TimedOut:
            self._forfeit(Forfeit(late))
        except Malformed as e:
            self._forfeit(Forfeit(str(e)))
        except Forfeit as e:
            self._forfeit(e)
        except BaseException:
            self.close()
            raise

    def _forfeit(self, e: Forfeit) -> NoReturn:
        """End the program first, then say why: its last words belong to the report."""
        self.close()
        self.lost = Forfeit(e.why, self.stderr)
        raise self.lost from e


def in_words(domain: BoundDomain, value: Any) -> Any:
    """The answer that a bot says in words where there are no options: ``north 4``, ``all toward scourge``."""
    if not isinstance(value, str) or domain.options is not None:
        return value
    try:
        return domain.spoken(value)
    except Unspoken:
        return value  # refused as it stands


def judged(why_not: WhyNot, value: Any) -> Refusal | None:
    """None: legal. Junk on which the rules fail is refused like any other."""
    try:
        return why_not(value)
    except Exception as e:
        LOG.warning("the rules failed on an answer: %s", plain(repr(e)), exc_info=True)
        return Refusal("this cannot be read as an answer")


def luck(seed: int, seat: int) -> int:
    """A number for the bot's own choices: the same for the same game, and not the seed of its dice."""
    return int.from_bytes(blake2b(f"bot {seed} {seat}".encode(), digest_size=2).digest(), "big")
