"""A ruleset brings state, events, frames, abilities and data; the engine knows no game.

Rulesets are found by the entry point group ``sandtable.rulesets``: each names a function or class that makes one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any
from warnings import warn

from sandtable.core.abilities import ActiveHooks, Hooks
from sandtable.core.data_versions import options_at
from sandtable.core.dice import DiceSet
from sandtable.core.facets import BadSetup, Judging, OddsFacet, Showing, Start
from sandtable.core.frames import Frame
from sandtable.core.rosters import Rosters
from sandtable.core.rulebook import Rulebook
from sandtable.core.scenario_facet import ScenarioFacet
from sandtable.core.values import Codec
from sandtable.core.windows import WindowName

if TYPE_CHECKING:
    from sandtable.core.driver import Game
    from sandtable.core.match_options import MatchOption
    from sandtable.core.measurements import Measurement
    from sandtable.core.position import Draft, Position

GROUP = "sandtable.rulesets"


class UnknownRuleset(LookupError):
    """No such ruleset is installed."""


class Ruleset:
    """One game. Override what applies; the defaults suit an open game for two.

    A subclass adds what its rules read: cards, constants, policies (``p.rules.cards``).
    """

    name: str = ""
    title: str = ""
    version: int = 1  # of the frames and states: raise it with a migration
    data_version: str = "1"  # cards, then a dot and how often ready-made lists have changed since (`data_versions`)
    unit: str = "in"
    seats: tuple[str, ...] = ("a", "b")
    packages: tuple[str, ...] = ()  # where its values are defined, for saves
    modules: tuple[str, ...] = ()  # its chapters in book order: hooks are asked in this order
    dice: DiceSet = DiceSet()
    edition: Any = None  # the table of small policies and numbers in which sibling rulesets differ
    rulebook: Rulebook = Rulebook("", "1", (), {})
    measuring: str = "free"  # how its tables measure unless they say otherwise: free, or by the book (`may_measure`)
    measuring_rule: str = ""  # the rule on what is measured when, for what may not be measured
    windows: tuple[WindowName[Any], ...] = ()  # those with a title of their own

    showing: Showing = Showing()
    odds: OddsFacet = OddsFacet()
    judging: Judging = Judging()
    scenarios: ScenarioFacet = ScenarioFacet()
    rosters: Rosters | None = None  # a game with army lists

    @cached_property
    def codec(self) -> Codec:
        self.chapters()  # imported, so that every kind of value is known
        return Codec(("sandtable.core", *self.packages))

    @cached_property
    def hooks(self) -> Hooks:
        return Hooks(self.chapters())

    def chapters(self) -> list[ModuleType]:
        """The listed modules, imported."""
        return [import_module(name) for name in self.modules]

    @cached_property
    def window_titles(self) -> Mapping[str, str]:
        return {window.key: window.title for window in self.windows}

    def cite(self, topic: str) -> str:
        """The rule of this edition on a topic: shared chapters name topics, each edition's book the ids."""
        return self.rulebook.on_topic(topic)

    def seat_name(self, seat: int) -> str:
        return self.seats[seat] if 0 <= seat < len(self.seats) else f"seat {seat}"

    def hooks_at(self, p: Position[Any, Any]) -> Hooks | ActiveHooks:
        """The hooks to ask on a table; a ruleset with many special rules leaves out those that no piece there has."""
        return self.hooks

    # --- playing ---
    def new_game(self, options: Mapping[str, Any]) -> Start:
        """Set up a game. Unknown or impossible options raise BadSetup."""
        raise BadSetup(f"{self.name} has no set-up")

    def sample_options(self) -> Sequence[Mapping[str, Any]]:
        """Options to mix when many games are played: missions, armies, tables."""
        return ({},)

    def match_options(self) -> tuple[MatchOption, ...]:
        """What may be chosen for a new match: missions, maps, forces."""
        return ()

    def order(self, state: Any) -> tuple[int, ...]:
        """Seats in the order they act in a window: the active one first."""
        active: int = getattr(state, "active", 0)
        return tuple((active + i) % len(self.seats) for i in range(len(self.seats)))

    def verdict(self, d: Draft[Any, Any]) -> None:
        """At a checkpoint: call ``d.end`` if the game is decided."""

    def owed(self, d: Draft[Any, Any]) -> Frame | None:
        """At a checkpoint: what must be played before the game goes on; None when nothing is left."""
        return None

    def score(self, state: Any) -> tuple[int, ...]:
        return tuple(0 for _ in self.seats)

    def invariants(self, p: Position[Any, Any]) -> list[str]:
        """What is wrong with this state; empty when it is sound."""
        return []

    # --- who may know what ---
    def redact(self, state: Any, seat: int) -> Any:
        """The state with what the seat may not know taken out. An open game hides nothing."""
        return state

    def redeal(self, game: Game, seat: int, rng: Random) -> Game:
        """Another game the seat could not tell from this one: what is hidden from it dealt anew."""
        return game

    def may_measure(self, p: Position[Any, Any], seat: int, what: Measurement) -> bool:
        """By the book, may the seat measure this now? Tables that measure freely do not ask."""
        return True

    def by_eye(self, state: Any, seat: int, rng: Random, looked: Any = None) -> Any:
        """The table as a seat estimates it that may not measure: places of others only about right.

        `looked` is the table in which it looked, where `state` is imagined: an imagined move shows nothing new.

        It must not tell apart tables that differ by less than one can see, such as just within and just out of range.
        """
        return state

    # --- old saves ---
    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        """Bring a saved game of an older version up to this one."""
        raise BadSetup(f"{self.name}: cannot read saves of version {version}, this is version {self.version}")

    def migrate_options(self, options: Mapping[str, Any], data: str, version: int) -> Mapping[str, Any]:
        """The options of a match begun with older data or rules, so that they make the same game with these."""
        earlier = self.rosters.earlier() if self.rosters is not None else ()
        return options_at(options, self.match_options(), data, earlier) if earlier else options


def installed() -> dict[str, Ruleset]:
    """Every ruleset that can be found, by name; one that cannot be loaded is left out with a warning."""
    found: dict[str, Ruleset] = {}
    for entry in sorted(_entries(), key=lambda e: e.name):
        try:
            found[entry.name] = _load(entry)
        except Exception as e:  # somebody else's half-written ruleset must not take the others with it
            warn(f"the ruleset {entry.name!r} cannot be loaded: {type(e).__name__}: {e}", stacklevel=2)
    return found


def find(name: str) -> Ruleset:
    """The ruleset of this name: one object for the whole process."""
    for entry in _entries():
        if entry.name == name:
            return _load(entry)
    known = sorted(e.name for e in _entries())
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise UnknownRuleset(f"no ruleset named {name!r}; {hint}installed: {', '.join(known) or 'none'}")


def _entries() -> Iterable[EntryPoint]:
    return entry_points(group=GROUP)


@cache
def _load(entry: EntryPoint) -> Ruleset:
    ruleset: Ruleset = entry.load()()
    return ruleset
