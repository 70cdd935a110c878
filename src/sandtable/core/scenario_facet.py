"""Positions written as files, and the words in which files speak of a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sandtable.core.facets import BadSetup, Start
from sandtable.core.form_parts import Record
from sandtable.core.forms import DROPPED, Fault
from sandtable.core.position import Position
from sandtable.core.scenario_words import Words
from sandtable.core.words import pieces_on
from sandtable.geometry.units import MILLI

WORD = re.compile(r"[\w.]+")


class ScenarioFacet:
    """What scenario files need to know of a game. A ruleset declares its form and builds positions from it."""

    def form(self, rules: Any) -> Record | None:
        """Every key of a position with its type and range; None: the ruleset does not declare them.

        `build` gets data that has been checked against it.
        """
        return None

    def words(self, rules: Any) -> Words:
        """Rolls, questions, answers and facts. Names in files are checked against them."""
        return Words()

    def position(self, rules: Any, given: Mapping[str, Any]) -> Start:
        """The position a scenario file describes. Raises BadSetup with every fault of it.

        The data is checked against the form, then as a whole (`faults`); the ruleset's invariants judge what is built.
        """
        form = self.form(rules)
        found: list[Fault] = []
        if form is not None:
            found = list(form.faults(given))
            sound = form.sound(given) if found else given
            if sound is DROPPED or any(form.is_basic(fault.path) for fault in found):
                raise BadSetup.of(found)
            given = form.read(sound)
        at_fault = list(found)
        for check in (self.faults, self._unsound):
            try:
                more = list(check(rules, without(given, at_fault)))
            except BadSetup as e:
                more = e.faults_at(())
            at_fault += more
            found += [fault for fault in more if not found or stands_alone(fault, given, found)]
        if found:
            raise BadSetup.of(found)
        return self.build(rules, given)

    def _unsound(self, rules: Any, given: Mapping[str, Any]) -> list[Fault]:
        state = self.build(rules, given).state
        return [Fault((), wrong) for wrong in self.unsound(Position(rules, state))]

    def made_up(self, rules: Any, given: Mapping[str, Any]) -> Start:
        """A position in the right form that no game need ever reach, for tests of single rules."""
        form = self.form(rules)
        if form is not None:
            if found := list(form.faults(given)):
                raise BadSetup.of(found)
            given = form.read(given)
        return self.build(rules, given)

    def faults(self, rules: Any, given: Mapping[str, Any]) -> Iterable[Fault]:
        """What is wrong beyond single keys: names that other keys give, what a card allows."""
        return ()

    def unsound(self, p: Position) -> list[str]:
        """What cannot be true of the table that was built. Each names a piece where it is about one."""
        wrong: list[str] = p.rules.invariants(p)
        return wrong

    def build(self, rules: Any, given: Mapping[str, Any]) -> Start:
        """The position of data in the ruleset's form, names as ids. Raises BadSetup."""
        raise BadSetup(f"{rules.name} reads no scenario files")

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        """The facts of a piece or seat by name, lengths in table units; None: no such name."""
        return None

    def between(self, p: Position, a: str, b: str) -> Mapping[str, Any]:
        """The facts of two pieces on the table: distance and sight. A ruleset adds cover and reach."""
        showing = p.rules.showing
        found: dict[str, Any] = {"distance": showing.measure(p, a, b) / MILLI}
        seen = showing.sees(p, a, b)
        return found if seen is None else found | {"sight": seen}

    def here(self, p: Position, name: str) -> bool:
        """Whether a piece is on the table; one that is in reserve or destroyed is not."""
        return self.facts(p, name) is not None

    def names(self, p: Position) -> Collection[str]:
        """The names that answers, rolls and facts may speak of: pieces, bodies, terrain."""
        return pieces_on(p)


def without(given: Mapping[str, Any], faults: list[Fault]) -> Mapping[str, Any]:
    """The data without the pieces, terrain and other entries that are at fault."""
    found: dict[str, Any] = dict(given)
    for fault in faults:
        top, *rest = fault.path or ("",)
        if isinstance(found.get(top), Mapping) and rest and rest[0] in found[top]:
            inner = found[top][rest[0]]
            deeper = top != "pieces" and len(rest) > 1
            kept = without({rest[0]: inner}, [Fault(tuple(rest), "")]) if deeper else {}
            found[top] = {**{key: part for key, part in found[top].items() if key != rest[0]}, **kept}
        elif isinstance(found.get(top), list) and rest and rest[0].isdecimal():
            found[top] = [part for n, part in enumerate(found[top], 1) if n != int(rest[0])]
    return found


def stands_alone(fault: Fault, given: Mapping[str, Any], earlier: list[Fault]) -> bool:
    """Whether a fault is one of its own: about a piece that is there, and about none that is at fault already."""
    words = set(WORD.findall(str(fault)))
    at_fault = {path[1] for path, _ in earlier if len(path) > 1 and path[0] == "pieces"}
    names = {word.partition(".")[0] for word in words}
    if at_fault & (words | names):
        return False
    if fault.path:
        return fault.path[:1] == ("pieces",) or fault.path[:1] not in {path[:1] for path, _ in earlier}
    return not names.isdisjoint(given.get("pieces", ()))
