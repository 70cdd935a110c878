"""A ruleset is a guest: it brings state, events, frames, abilities and data; the engine knows no game.

Rulesets are found by the entry point group ``sandtable.rulesets``: each names a function or class that gives one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from importlib.metadata import entry_points
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import warn

from sandtable.core.abilities import Hooks, Present
from sandtable.core.dice import DiceSet
from sandtable.core.events import Event
from sandtable.core.frames import Frame
from sandtable.core.judging import compared
from sandtable.core.queries import Term
from sandtable.core.rosters import Rosters
from sandtable.core.rulebook import Rulebook
from sandtable.core.standing import Standing, from_drawing, marks, spoken, told
from sandtable.core.values import Codec
from sandtable.geometry.measure import gap

if TYPE_CHECKING:
    from sandtable.core.choices import Ask
    from sandtable.core.driver import Game
    from sandtable.core.position import Draft, Position

GROUP = "sandtable.rulesets"


class Start(NamedTuple):
    """Where a game begins: its first state and the frame that plays it."""

    state: Any
    frame: Frame


class Trial(NamedTuple):
    """A position set up for its odds: what is played, whom it is about (who acts first, who suffers last), in words."""

    start: Start
    about: tuple[str, ...]
    title: str


class UnknownRuleset(LookupError):
    """No such ruleset is installed."""


class BadSetup(ValueError):
    """Options or a position that cannot be set up: what, where, and what would do."""


class Ruleset:
    """What a guest brings. Override what applies; the defaults suit an open game for two."""

    name: str = ""
    title: str = ""
    version: int = 1  # of the frames and states: raise it with a migration
    data_version: str = "1"
    unit: str = "in"
    seats: tuple[str, ...] = ("a", "b")
    packages: tuple[str, ...] = ()  # where its values are defined, for saves
    dice: DiceSet = DiceSet()
    hooks: Hooks = Hooks()
    edition: Any = None  # the table of small functions and constants in which sibling rulesets differ
    rulebook: Rulebook = Rulebook("", "1", (), {})
    rosters: Rosters | None = None  # a game with army lists
    windows: Mapping[str, str] = {}  # how people call a window whose name is short: "W5": "after the attack"

    @cached_property
    def codec(self) -> Codec:
        return Codec(("sandtable.core", *self.packages))

    def seat_name(self, seat: int) -> str:
        return self.seats[seat] if 0 <= seat < len(self.seats) else f"seat {seat}"

    def hooks_at(self, p: Position) -> Hooks | Present:
        """The hooks to ask on a table; a ruleset with many rules leaves out those that nobody there has."""
        return self.hooks

    # --- playing ---
    def new_game(self, options: Mapping[str, Any]) -> Start:
        """Set up a game. Unknown or impossible options raise BadSetup."""
        raise BadSetup(f"{self.name} has no set-up")

    def variety(self) -> Sequence[Mapping[str, Any]]:
        """Options worth mixing when many games are played: missions, armies, tables."""
        return ({},)

    def order(self, state: Any) -> tuple[int, ...]:
        """Seats in the order they act in a window: the active one first."""
        active: int = getattr(state, "active", 0)
        return tuple((active + i) % len(self.seats) for i in range(len(self.seats)))

    def verdict(self, d: Draft) -> None:
        """At a checkpoint: call ``d.end`` if the game is decided."""

    def owed(self, d: Draft) -> Frame | None:
        """At a checkpoint: what must be played before the game goes on; None when nothing is left."""
        return None

    # --- who may know what ---
    def redact(self, state: Any, seat: int) -> Any:
        """The state with what the seat may not know taken out. An open game hides nothing."""
        return state

    def redeal(self, game: Game, seat: int, rng: Random) -> Game:
        """Another game the seat could not tell from this one: what is hidden from it dealt anew."""
        return game

    def may_measure(self, p: Position, seat: int) -> bool:
        """By the book, may the seat measure now? Tables that measure freely do not ask."""
        return True

    # --- showing ---
    def scene(self, p: Position, seat: int | None = None) -> Any:
        """The table as a drawing (`sandtable.scene`)."""
        raise BadSetup(f"{self.name} has no drawing")

    # --- telling: what a prompt, a list or a ruler says; the defaults read the drawing and the facts ---
    def pieces(self, p: Position) -> Mapping[str, Standing]:
        """What stands on the table, by the names people type."""
        return {piece.id: from_drawing(piece, self.seats) for piece in self.scene(p).pieces}

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        """How a piece is, in a few words each: ``("Arc 2", "activated")``."""
        return next((marks(piece) for piece in self.scene(p).pieces if piece.id == name), ())

    def describe(self, p: Position, name: str) -> list[str] | None:
        """All that can be said of a piece, a seat or a card, a line each; None: nobody is called that."""
        facts = self.facts(p, name)
        return None if facts is None else spoken(facts)

    def board(self, p: Position, seat: int) -> list[str]:
        """What lies beside the table and no piece shows, a line each: reserves, piles, cards in play."""
        return []

    def measure(self, p: Position, a: str, b: str) -> float:
        """How far apart two pieces are, in thousandths."""
        standing = self.pieces(p)
        return gap(standing[a].shape, standing[b].shape)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        """Whether one piece sees another; None: these rules do not say."""
        return None

    def sight_line(self, p: Position, a: str, b: str) -> Any:
        """The line of sight between two pieces as a drawing, with what blocks it; None: these rules do not say."""
        return None

    # --- checking ---
    def invariants(self, p: Position) -> list[str]:
        """What is wrong with this state; empty when it is sound."""
        return []

    # --- scenario files ---
    def position(self, given: Mapping[str, Any]) -> Start:
        """The position a scenario file describes."""
        raise BadSetup(f"{self.name} reads no scenario files")

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        """What can be said of a piece or seat by name, in table units; None: nobody is called that."""
        return None

    def score(self, state: Any) -> tuple[int, ...]:
        return tuple(0 for _ in self.seats)

    # --- odds ---
    wholes: tuple[type[Frame], ...] = ()  # asked in the middle of one of these, odds are those of all of it
    trial_options: Mapping[str, str] = {}  # what `trial` takes and in which words; a flag's words end in (flag)

    def trial(self, wanted: Mapping[str, str]) -> Trial:
        """The position a question about odds means: ``{"attacker": "dusk_wolf", "cover": ""}``."""
        raise BadSetup(f"{self.name} sets up no positions for odds; ask a match: match.odds(choice)")

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        """What became of a choice: truths and numbers whose odds people want, by name.

        The default tells of the last piece concerned by its facts, and of the score of the first one's seat.
        """
        return told(self, before, after, about)

    def is_hit(self, event: Event, about: tuple[str, ...]) -> bool | None:
        """Whether the first of these pieces hit the last or missed it, so that odds of several attacks can count.

        None: the event tells of something else.
        """
        return None

    def worth(self, p: Position, seat: int) -> int:
        """How good a position is for a seat when it must choose well: the score, and who still stands."""
        score = self.score(p.state)
        standing = [s.seat for s in self.pieces(p).values() if s.seat is not None]
        mine = 100 * score[seat] + standing.count(seat)
        others = [100 * score[s] + standing.count(s) for s in range(len(score)) if s != seat]
        return mine - max(others, default=0)

    # --- judging: all that bots and advice know of a game ---
    def appraise(self, p: Position, seat: int) -> Iterable[Term]:
        """How the table stands for a seat against the best of the others, in thousandths of a point of the score.

        What is scored, what will be, what is precious, what threatens: reasons that count against it are negative.
        """
        score = self.score(p.state)
        yield Term(1000 * (score[seat] - max(s for i, s in enumerate(score) if i != seat)), "the score")

    def outlook(self, p: Position, ask: Ask) -> Iterable[Term]:
        """What the seat that is asked may still gain in the middle of what it is doing: attacks it has left."""
        return ()

    points: str = "points"  # what the score counts

    def changes(self, before: Position, after: Position, seat: int) -> Iterable[Term]:
        """What a seat gains and loses between two tables, as a player would put it: ``takes the hill``.

        One term a topic, in the same units as `appraise`; a group names the topic where the words may differ. The
        default compares the two appraisals.
        """
        return compared(self.appraise(before, seat), self.appraise(after, seat))

    def unfinished(self, ask: Ask) -> bool:
        """Whether a position that waits for this is in the middle of one move: too soon to be judged."""
        return False

    def turn_of(self, state: Any) -> Hashable:
        """Whose turn of which round it is: while this stays the same, a turn goes on."""
        return tuple(getattr(state, field, None) for field in ("round", "turn", "active"))

    # --- old saves ---
    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        """Bring a saved game of an older version up to this one."""
        raise BadSetup(f"{self.name}: cannot read saves of version {version}, this is version {self.version}")


def installed() -> dict[str, Ruleset]:
    """Every ruleset that can be found, by name; one that cannot be loaded is left out with a warning."""
    found: dict[str, Ruleset] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        try:
            found[entry.name] = entry.load()()
        except Exception as e:  # somebody else's half-written ruleset must not take the others with it
            warn(f"the ruleset {entry.name!r} cannot be loaded: {type(e).__name__}: {e}", stacklevel=2)
    return found


def find(name: str) -> Ruleset:
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            ruleset: Ruleset = entry.load()()
            return ruleset
    known = sorted(e.name for e in entry_points(group=GROUP))
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise UnknownRuleset(f"no ruleset named {name!r}; {hint}installed: {', '.join(known) or 'none'}")
