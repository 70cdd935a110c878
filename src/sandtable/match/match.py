"""One table being played: seats, dice, history, undo, branches, and what may be measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.chance import (
    BUDGET,
    SEED,
    WITHIN,
    Merge,
    Odds,
    OutOfDice,
    Policies,
    Source,
    choice_odds,
    describe,
    measurable,
    never,
)
from sandtable.core import (
    Ask,
    BadSetup,
    BoundAsk,
    Ended,
    Event,
    Game,
    Option,
    Position,
    Progress,
    Refusal,
    Refused,
    Roll,
    Ruleset,
    View,
    answer,
    concede,
    why_not,
)
from sandtable.core.cues import Told
from sandtable.core.dice import Faces
from sandtable.core.measurements import Measurement, measured, without_figures
from sandtable.core.values import shown, unfit
from sandtable.geometry.kernel_loading import load_kernels
from sandtable.match.eyes import Eyes
from sandtable.match.free_undo import free_answers
from sandtable.match.overlay import finished, with_ask, with_sight
from sandtable.match.preview import preview
from sandtable.match.told_events import cues_told, lines_told
from sandtable.scene import Preview

SeatName = int | str
MOST_THROWS = 10_000  # between two choices


class NeverCounts(RuntimeError):
    """Every throw of a roll was rejected."""


class Entry(NamedTuple):
    """One answer or throw, and where it led."""

    seat: int | None  # None: dice
    value: Any
    game: Game
    events: tuple[Event, ...]
    source: Source
    conceded: bool = False


class Match:
    """A game with its log. Copies are cheap: every position is kept by reference."""

    def __init__(
        self,
        rules: Ruleset,
        start: Progress,
        source: Source,
        *,
        options: Mapping[str, Any] | None = None,
        measuring: str = "",
        from_position: bool = False,
        new_dice: bool = False,
        before: int = 0,
    ) -> None:
        measuring = measuring or rules.measuring
        if measuring not in ("free", "book"):
            raise BadSetup(f"measuring is 'free' or 'book', not {measuring!r}")
        if bad := unfit(dict(options or {})):
            raise BadSetup(f"options that cannot be saved: {bad}")
        load_kernels()  # a match from a file has not begun in this process
        self.rules = rules
        self.start = start
        self.first_source = source
        self.options = dict(options or {})
        self.measuring = measuring
        self.from_position = from_position  # not reachable from options: the record carries the first position
        self.new_dice = new_dice  # branches may take other dice; otherwise `verify` reports a change as a fault
        self.before = before  # answers and rolls before the first position kept here (`resumed`)
        self.history: list[Entry] = []
        self.undone: list[tuple[Entry, ...]] = []  # what undo took back, newest last, until another answer is given
        self._throw()

    # --- the position ---
    @property
    def game(self) -> Game:
        return self.history[-1].game if self.history else self.start.game

    @property
    def source(self) -> Source:
        return self.history[-1].source if self.history else self.first_source

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def result(self) -> Ended | None:
        return self.game.result

    @property
    def ask(self) -> BoundAsk | None:
        """Who chooses, what for, and the domain of legal answers; None while dice are awaited or when it is over."""
        waiting = self.game.waiting
        return BoundAsk.at(self.position, waiting) if isinstance(waiting, Ask) else None

    @property
    def roll(self) -> Roll | None:
        waiting = self.game.waiting
        return waiting if isinstance(waiting, Roll) else None

    @property
    def position(self) -> Position:
        return Position(self.rules, self.game.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return (*self.start.events, *(event for entry in self.history for event in entry.events))

    @property
    def score(self) -> tuple[int, ...]:
        return self.rules.score(self.game.state)

    def seat(self, name: SeatName) -> int:
        if isinstance(name, int) and 0 <= name < len(self.rules.seats):
            return name
        if isinstance(name, str) and name in self.rules.seats:
            return self.rules.seats.index(name)
        raise BadSetup(f"no seat {shown(name, 40)}; seats here: {', '.join(self.rules.seats)}")

    def log(self, seat: SeatName | None = None) -> list[str]:
        """The log, one line an event that has one, with the rule: all of it, or what one seat may know."""
        return [line + (f"  [{event.cite}]" if event.cite else "") for event, line in self.event_lines(seat) if line]

    def event_lines(
        self, seat: SeatName | None = None, since: int = 0, *, opening: bool = True
    ) -> Iterator[tuple[Event, str]]:
        """Every event as a seat may know it, with its line; `since` so many answers and rolls.

        Those of the set-up come first, unless `opening` is false.
        """
        return lines_told(self, seat, since, opening)

    def events_of(self, number: int, seat: SeatName | None = None) -> Iterator[tuple[Event, str]]:
        """The events of one answer or roll, counted from 1, with their lines; 0: those of the set-up."""
        return self.fork(number).event_lines(seat, max(0, number - 1), opening=number == 0)

    def cues(self, seat: SeatName | None = None, since: int = 0) -> list[Told]:
        """What a client shows of every event since so many answers and rolls, as a seat may know it."""
        return cues_told(self, seat, since)

    # --- playing ---
    def answer(self, value: Any, seat: SeatName | None = None) -> tuple[Event, ...]:
        """Make a choice; dice are thrown until somebody must choose again. An illegal answer raises Refused."""
        waiting = self.game.waiting
        if isinstance(waiting, Roll):
            raise Refused(Refusal(f"the table waits for dice: {waiting.purpose}", waiting.cite))
        number = None if seat is None else self.seat(seat)
        try:
            progress = answer(self.rules, self.game, value, number)
        except Refused as e:
            raise Refused(self._measured(e.refusal)) from None
        assert isinstance(waiting, Ask)
        before = len(self.history)
        self._add(Entry(waiting.seat, waiting.domain.normal(value), progress.game, progress.events, self.source))
        self._throw()
        return tuple(event for entry in self.history[before:] for event in entry.events)

    def throw(self, faces: Sequence[Sequence[int]] | None = None) -> tuple[Event, ...]:
        """Dice thrown by people, pool by pool; without faces the match throws its own, as after an undo."""
        roll, before = self.roll, len(self.history)
        if roll is None:
            raise Refused(Refusal("no dice are awaited"))
        own = self._own(roll)
        if own is None and faces is None:
            raise Refused(Refusal(f"people throw these dice: {describe(roll)}", roll.cite))
        if faces is not None:
            progress = answer(self.rules, self.game, faces)
            thrown: Faces = tuple(tuple(pool) for pool in faces)
            if own is not None and own[0] != thrown:
                raise Refused(Refusal("the match throws its own dice here", roll.cite, instead=f"{own[0]}"))
            source = self.source if own is None else own[1]
            self._add(Entry(None, thrown, progress.game, progress.events, source))
        self._throw()
        return tuple(event for entry in self.history[before:] for event in entry.events)

    def concede(self, seat: SeatName, why: str = "") -> tuple[Event, ...]:
        """A seat gives up; `why` becomes part of the result and of the record."""
        if self.over:
            raise Refused(Refusal("the game is over"))
        number = self.seat(seat)
        if bad := unfit(why) if isinstance(why, str) else "it is no text":
            raise Refused(Refusal(f"this cannot be given as a reason: {bad}"))
        progress = concede(self.rules, self.game, number, why)
        self._add(Entry(number, why or None, progress.game, progress.events, self.source, conceded=True))
        return progress.events

    def why_not(self, value: Any, seat: SeatName | None = None) -> Refusal | None:
        refusal = why_not(self.rules, self.game, value, None if seat is None else self.seat(seat))
        return None if refusal is None else self._measured(refusal)

    def barred(self) -> list[tuple[Option, Refusal]]:
        """What the asked seat would look for and does not find, each with its reason, as far as it may be measured."""
        ask = self.ask
        return [] if ask is None else [(option, self._measured(why)) for option, why in ask.domain.barred()]

    def _add(self, entry: Entry) -> None:
        self.position.forget()
        self.undone.clear()  # what was undone does not follow from this
        self.history.append(entry)

    def _own(self, roll: Roll) -> tuple[Faces, Source] | None:
        """What the match's dice give; None: the table waits, whoever holds the dice says more."""
        try:
            return self.source.throw(roll, self.rules.dice)
        except OutOfDice:
            return None

    def _throw(self) -> None:
        for _ in range(MOST_THROWS):
            if (roll := self.roll) is None or (own := self._own(roll)) is None:
                return
            faces, source = own
            progress = answer(self.rules, self.game, faces, trusted=True)
            self._add(Entry(None, faces, progress.game, progress.events, source))
        raise NeverCounts(f"{MOST_THROWS} throws and none counted")

    def _measured(self, refusal: Refusal) -> Refusal:
        """Leave out the shortfall where measuring by the book is not allowed."""
        ask = self.game.waiting
        seat = ask.seat if isinstance(ask, Ask) else 0
        if refusal.short_by is None or self.may_measure(seat, Measurement("shortfall")):
            return refusal
        return without_figures(refusal)

    def may_measure(self, seat: SeatName, what: Measurement) -> bool:
        """Whether a seat may measure this now, by the policy of the table."""
        return self.measuring == "free" or self.rules.may_measure(self.position, self.seat(seat), what)

    # --- undo and forks ---
    def free_undo(self, seat: SeatName) -> int:
        """How many of its last answers a seat may take back as if they had not been given.

        None beyond a die, another seat's choice, or an answer that told the seat what it could not know before: a
        hidden card, or a distance that may not be measured before the declaration.
        """
        return free_answers(self, self.seat(seat))

    def undo(self, to: int | None = None) -> None:
        """Back to before the last answer of a seat, or to the given length of history.

        The dice source is rewound too: replaying rolls the same faces.
        """
        if to is None:
            to = max((i for i, entry in enumerate(self.history) if entry.seat is not None), default=-1)
        if type(to) is not int or not 0 <= to <= len(self.history):
            raise BadSetup(f"nothing to undo to: {shown(to, 40)} of {len(self.history)}")
        self.undone.append(tuple(self.history[to:]))
        del self.history[to:]

    def redo(self) -> None:
        """Take back the last undo, as long as nothing else was answered since."""
        if not self.undone:
            raise BadSetup("nothing to redo")
        self.history.extend(self.undone.pop())

    def fork(self, at: int | None = None, source: Source | None = None) -> Match:
        """Another match that shares everything up to a point; new dice on request, and its record says so."""
        if at is not None and (type(at) is not int or not 0 <= at <= len(self.history)):
            raise BadSetup(f"nothing to fork at: {shown(at, 40)} of {len(self.history)}")
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.history = list(self.history if at is None else self.history[:at])
        other.undone = []
        if source is not None:
            other.new_dice = True
            if other.history:
                other.history[-1] = other.history[-1]._replace(source=source)
            else:
                other.first_source = source
        return other

    # --- knowing ---
    def view(self, seat: SeatName) -> View:
        return View(self.rules, self.game, self.seat(seat), self.measuring)

    def odds(
        self,
        value: Any,
        policy: Policies = never,
        *,
        seat: SeatName | None = None,
        frames: int | None = None,
        budget: int = BUDGET,
        within: float | None = WITHIN,
        seed: int | str = SEED,
        merge: Merge | None = None,
    ) -> Odds:
        """The odds of what a choice or a plan leads to: the frames it calls, played to their end.

        Exact as far as the budget goes; for the rest dice are thrown from the seed, so many that no chance has a larger
        plus-minus than `within` (None: it is left open). Without a seat the odds are those of somebody who sees
        everything; a seat learns nothing that is hidden from it.
        """
        number = None if seat is None else self.seat(seat)
        ask = self.game.waiting
        if isinstance(ask, Ask) and not measurable(partial(self.may_measure, ask.seat), self.position, ask, value):
            raise Refused(
                Refusal("by the book nothing may be measured before it is declared", self.rules.measuring_rule)
            )
        try:
            return choice_odds(
                self.rules,
                self.game,
                value,
                policy,
                frames=frames,
                budget=budget,
                seat=number,
                within=within,
                seed=seed,
                merge=merge,
            )
        except Refused as e:
            raise Refused(self._measured(e.refusal)) from None

    def scene(self, seat: SeatName | None = None, *, sight: Sequence[tuple[str, str]] = (), reach: bool = True) -> Any:
        """The table as a drawing: everything, or as one seat or a spectator (`WATCHING`) may see it.

        With lines of sight between named pieces, and with the reach of the move that is asked for.
        """
        eyes = Eyes(self, seat)
        p, number = eyes.known(self.game.state), eyes.number
        drawing = with_sight(finished(self.rules.showing.scene(p, number), p, number), p, sight)
        ask = self.ask
        if ask is None or (seat is not None and number != ask.seat):
            return drawing
        shown = reach and self.may_measure(ask.seat, measured(ask.ask.domain))
        return with_ask(drawing, self.rules, ask, shown)

    def preview(self, value: Any) -> Preview:
        """What an answer would do, legal or not, as parts of a scene, as far as it may be measured."""
        ask = self.game.waiting
        if not isinstance(ask, Ask):
            return Preview()
        return preview(self.position, ask, value, self.may_measure(ask.seat, measured(ask.domain, value)))

    def __repr__(self) -> str:
        """``<Match duel: 12 answers and rolls, a: activate a model>``."""
        if self.result is not None:
            now = f"over: {self.result.reason}"
        elif self.ask is not None:
            now = f"{self.rules.seat_name(self.ask.seat)}: {self.ask.title}"
        else:
            now = "waits for dice"
        return f"<Match {self.rules.name}: {len(self.history)} answers and rolls, {now}>"

    def _repr_svg_(self) -> str:
        drawing: str = self.scene()._repr_svg_()
        return drawing

    # --- keeping ---
    def save(self, path: str | Path) -> None:
        from sandtable.match.files import save

        save(self, Path(path))
