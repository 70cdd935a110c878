"""Waiting for a seat: the one legal-choice API. Every candidate is accepted; a refusal changes nothing.

A domain is data (ids, limits, a rule) evaluated against a position when somebody looks. Answers are plain JSON-like
values: words for `Options`, ``(x, y)`` or ``(x, y, facing)`` in thousandths for places, tuples of those for paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sandtable.core.outlines import Outline
from sandtable.core.refusals import Refusal
from sandtable.core.texts import say
from sandtable.core.values import Value, unfit
from sandtable.core.words import Unspoken
from sandtable.geometry.shapes import Disc, Rect

if TYPE_CHECKING:
    from sandtable.core.position import Position

SEQUENCES = (list, tuple)
Pose = tuple[int, ...]  # (x, y), (x, y, facing) or, where pieces climb, (x, y, height)


class Option(Value, frozen=True, omit_defaults=True):
    """One thing on offer. The key is a short phrase a person can type: ``attack marauder with rail_gun``."""

    key: str
    label: str = ""  # English that the phrase of its verb cannot say; usually empty (`Showing.label`)
    cite: str = ""
    about: tuple[str, ...] = ()  # what it concerns, for highlighting; () means actor and target
    verb: str = ""  # what is done: attack, move, play, end; the ruleset has a phrase for each
    actor: str = ""  # ids of pieces, bodies, cards, reserves, weapons
    target: str = ""
    using: str = ""
    how: str = ""  # in which way: an attack mode, a side, a stand
    also: tuple[str, ...] = ()  # ids of others that do it too: the rest of a brigade, attachments
    cost: tuple[tuple[str, int], ...] = ()  # (("Arc", 2),)
    group: str = ""  # shown together under this heading: an id, or words
    ends: bool = False  # gives up the rest of a step: pass, done, end
    odds: bool = False  # its odds are worth asking for
    ability: str = ""  # the special rule it uses, for presets of reactions

    @property
    def concerns(self) -> tuple[str, ...]:
        """What to highlight: the pieces it is about."""
        return self.about or tuple(filter(None, (self.actor, self.target)))

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id it names. Each is on the table, in the hand, in reserve or printed (a law)."""
        named = (*self.about, self.actor, self.target, self.using, *self.also, self.ability)
        return tuple(filter(None, named))


class Judged(Value, frozen=True):
    """An answer in the hand, legal or not: what it costs so far and how far it is legal."""

    refusal: Refusal | None = None
    cost: int | None = None  # in thousandths, by the rules: slow ground and climbing counted
    left: int | None = None  # of what the piece may spend
    upto: Pose | None = None  # the last legal place on the way
    legs: tuple[int, ...] = ()  # the cost of each leg


class Domain(Value, frozen=True):
    """What may be answered."""

    measures: ClassVar[Literal["hint", "move"]] = "hint"  # what outlines, costs and previews measure: one's own move?

    def normal(self, answer: Any) -> Any:
        """The answer in canonical form: lists become tuples. Never raises for what `judge` lets through."""
        return _tuples(answer)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return Refusal("nothing may be answered here")

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Up to n sensible legal answers; at least one whenever a legal answer exists.

        A ruleset's suggestions (``@suggests``) come first; without one the domain samples by itself.
        """
        suggest = p.rules.hooks.suggests.get(type(self))
        found: list[Any] = self.sample(p, n, rng) if suggest is None else suggest(p, self, n, rng)
        return found

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Legal answers without any knowledge of good play."""
        return []

    def options(self, p: Position) -> tuple[Option, ...] | None:
        """All answers when they are few and finite."""
        return None

    def fallback(self, p: Position) -> Any:
        """The default answer when the ask gives none. Computed only when it is needed."""
        found = self.candidates(p, 1, Random(0))
        return found[0] if found else None

    def outline(self, p: Position) -> Outline | None:
        """Where an answer may lie, for drawing. Holds within 20 thousandths; `refuse` rules."""
        return None

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        """The bases of the pieces it places, on the table or not, so that a ghost can be drawn anywhere."""
        return {}

    def preview(self, p: Position, answer: Any) -> Iterable[Any]:
        """What an answer would do, as parts of a scene: what the ruleset's ``@previews`` function says."""
        show = p.rules.hooks.previews.get(type(self))
        return () if show is None else show(p, self, answer)

    def judged(self, p: Position, answer: Any) -> Judged:
        """Cost, what is left and how far it is legal: for an answer while it is being made."""
        return Judged(self.refuse(p, self.normal(answer)))

    def barred(self, p: Position) -> Iterable[tuple[Option, Refusal]]:
        """What a person would look for and does not find, each with its reason."""
        return ()

    def hint(self, p: Position) -> str:
        """How a person answers this, in a few words."""
        return ""

    def spoken(self, p: Position, words: str) -> Any:
        """The answer that words mean, legal or not: what prompt, files and programs say. Raises Unspoken."""
        raise Unspoken(self.hint(p) or "this is not answered in words")

    def begun(self, p: Position, words: str) -> tuple[Any, str] | None:
        """The answer that the first of some words mean, and the words that are left for the next question of the same
        seat: ``order spears ahead 20``. None: words are taken whole here, by `spoken`."""
        return None

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Any:
        """The legal answer that comes nearest to a place, going at most so far; None: this domain does not say."""
        return None


class Ask(Value, frozen=True, omit_defaults=True):
    """Waiting for a seat to choose."""

    seat: int
    prompt: str
    domain: Domain
    default: Any  # what silence means; None: the domain's fallback
    cite: str = ""
    secret: bool = False  # the other seats see only that a choice is pending
    about: tuple[str, ...] = ()
    window: str = ""  # the stable id of the window it belongs to, for presets

    def silence(self, p: Position) -> Any:
        """The default answer on this table."""
        return self.domain.fallback(p) if self.default is None else self.default


def judge(domain: Domain, p: Position, answer: Any, cite: str = "") -> Refusal | None:
    """The refusal of any answer, junk included; None when it is legal.

    A refusal names a rule: its own, or the rule by which the seat is asked.
    """
    bad = unfit(answer)
    refusal = (
        domain.refuse(p, domain.normal(answer)) if bad is None else Refusal(say("this is no answer: {bad}", bad=bad))
    )
    return None if refusal is None else with_cite(refusal, cite)


def with_cite(refusal: Refusal, cite: str) -> Refusal:
    return refusal if refusal.cite else refusal.but(cite=cite)


def _tuples(raw: Any) -> Any:
    if isinstance(raw, SEQUENCES):
        return tuple(map(_tuples, raw))
    return raw
