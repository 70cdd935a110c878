"""The words a scenario file may use with one ruleset: event kinds and fields, rules, dice, phrases, names.

An unknown word is an error that names the nearest known one. Otherwise `no event: {kind: Destroyd}` would hold always.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from sandtable.core import Event, Position, Ruleset
from sandtable.core.form_parts import nearest, plain
from sandtable.core.scenario_words import Reader, Words, words_in
from sandtable.scenarios.compare import shown
from sandtable.scenarios.plain_yaml import ScenarioError

OF_EVENT = ("kind", "text", "cites", "cite", "times")
OF_ROLL = ("purpose", "pool", "cites", "faces", "result", "seat", "dice", "counted", "times")
COMPARISONS = ("not ", "has ", "lacks ", "at least ", "at most ", "more than ", "less than ", "about ", "<", ">")


class Vocabulary:
    """The words of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    @cached_property
    def words(self) -> Words:
        return self.rules.scenarios.words(self.rules)

    @cached_property
    def events(self) -> Mapping[str, type[Event]]:
        """Event kinds by name; those that others build on are among them."""
        found = {kind.__name__: kind for kind in self.rules.codec.kinds.values() if issubclass(kind, Event)}
        return dict(sorted(found.items()))

    def kind(self, name: Any) -> type[Event]:
        """The event kind of this name. Raises ScenarioError with the nearest."""
        if not isinstance(name, str):
            raise ScenarioError(f"an event kind is a word, not {name!r}")
        word = name.removeprefix("not ").strip()
        for known, kind in self.events.items():
            if plain(known) == plain(word):
                return kind
        raise ScenarioError(f"no event kind {word!r}{self._near(word, self.events)}")

    def event_keys(self, spec: Mapping[str, Any]) -> None:
        """Raises ScenarioError when the kind, a key or a rule of an event is unknown."""
        kinds = [self.kind(spec["kind"])] if "kind" in spec else list(self.events.values())
        fields = {field for kind in kinds for sub in self._family(kind) for field in sub.__struct_fields__}
        for key in spec:
            if key not in fields and key not in OF_EVENT:
                known = sorted(fields - {"cite"}) if "kind" in spec else fields
                listed = f"; it has {', '.join(known) or 'no fields'}" if "kind" in spec else ""
                where = f"{spec['kind']} has no" if "kind" in spec else "no event has a"
                near = nearest(key, [*fields, *OF_EVENT])
                hint = f"; did you mean {near}?" if near else "" if listed else f"; {self.all_words}"
                raise ScenarioError(f"{where} {key!r}{hint}{listed}")
        for key in ("cites", "cite"):
            self.rule_ids(spec.get(key))

    def _family(self, kind: type[Event]) -> list[type[Event]]:
        return [kind, *(other for other in self.events.values() if issubclass(other, kind))]

    def rule_ids(self, given: Any) -> None:
        """Raises ScenarioError for what is no rule of the book."""
        for rule in given if isinstance(given, list) else [] if given is None else [given]:
            if not isinstance(rule, str) or rule not in self.rules.rulebook:
                book = self.rules.rulebook
                raise ScenarioError(f"no rule {shown(rule)!r} in the rulebook{self._near(str(rule), list(book.rules))}")

    def roll_keys(self, spec: Mapping[str, Any], thrown: Iterable[str]) -> None:
        """Raises ScenarioError for a key that is neither a roll's own, a die nor a face."""
        dice = {name: self.rules.dice[name] for name in {*self.rules.dice.own, *thrown}}
        names = [plain(name) for name in dice]
        labels = {plain(die.label(face)) for die in dice.values() for face in die.faces}
        for key in spec:
            word = plain(key)
            named = word in names or (len(word) > 1 and any(word.startswith(n) or n.startswith(word) for n in names))
            numbered = word[:1] == "d" and word[1:].isdigit()
            if key not in OF_ROLL and not named and not numbered and word not in labels:
                near = nearest(key, [*OF_ROLL, *dice])
                hint = f"; did you mean {near}?" if near else ""
                raise ScenarioError(
                    f"a roll has no {key!r}{hint}; it has {', '.join(OF_ROLL)}, dice by name and faces by label"
                )
        self.rule_ids(spec.get("cites"))

    def roll_name(self, name: Any, reader: Reader, *, pool: bool) -> None:
        """Raises ScenarioError for what no roll is thrown for. Without declared words nothing is said."""
        words = self.words
        if not isinstance(name, str) or not words.rolls:
            return
        phrases = [*words.pools] if pool else [*words.rolls, *words.pools]
        if reader.fits(name, phrases) or (not pool and self._part(name, phrases, reader)):
            return
        wrong = str(reader.why_not(name, phrases, "pool" if pool else "roll"))
        raise ScenarioError(wrong if "did you mean" in wrong else f"{wrong}; {self.all_words}")

    @staticmethod
    def _part(name: str, phrases: list[str], reader: Reader) -> bool:
        """Whether it is some words of one phrase: ``blast`` of ``blast on {piece}``."""
        said = set(plain(name).split())
        names = {word for piece in reader.pieces for word in plain(piece).split()}
        return any(said & words_in([p]) and said <= words_in([p]) | (names if "{" in p else set()) for p in phrases)

    @property
    def all_words(self) -> str:
        return f"all words: sandtable scenario words {self.rules.name}"

    def _near(self, word: str, known: Iterable[str]) -> str:
        near = nearest(word, known)
        return f"; did you mean {near}?" if near else f"; {self.all_words}"


@lru_cache(maxsize=32)
def vocabulary(rules: Ruleset) -> Vocabulary:
    """One for each ruleset: there is one object a ruleset in a process."""
    return Vocabulary(rules)


def names_in(rules: Ruleset, state: Any) -> tuple[str, ...]:
    """The names on a table and beside it, seats among them."""
    return (*rules.seats, *rules.scenarios.names(Position(rules, state)))


def misspelt_name(value: Any, reader: Reader) -> str:
    """The name somebody probably meant, where a value looks like one that is misspelt."""
    if not isinstance(value, str) or value.startswith(COMPARISONS) or len(value) < 3:
        return ""
    names = {plain(n) for kinds in reader.names.values() for pair in kinds.items() for n in pair}
    names |= {plain(n) for n in reader.pieces}
    if plain(value) in names:
        return ""
    return _near_name(value, tuple(reader.pieces))


@lru_cache(maxsize=256)
def _near_name(value: str, names: tuple[str, ...]) -> str:
    return nearest(value, names) or ""
