"""What two rulesets of one family decide differently, and why: policies, figures and chapters, with their rules."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import getdoc
from typing import Any, NamedTuple

from sandtable.core import BadSetup, Figure, Ruleset
from sandtable.core.texts import sentence
from sandtable.geometry.units import text

RULE = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z]+-\d+\b")
SHOWN = ("previews",)  # modules that draw, and decide nothing


class Difference(NamedTuple):
    """One thing that both decide, or only one of them knows."""

    what: str
    here: str  # empty: not there
    there: str

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(RULE.findall(f"{self.here} {self.there}")))


def differences(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Policies and figures of the edition tables first, then chapters that are not the same, then what can be done."""
    if type(one.edition) is not type(other.edition) or one.edition is None:
        raise BadSetup(f"{one.name} and {other.name} are no editions of one game")
    found = [
        Difference(name.replace("_", " "), told(here), told(there))
        for name, here, there in one.edition.differences(other.edition)
        if name != "title" and told(here) != told(there)
    ]
    return [*found, *chapters(one, other), *topics(one, other)]


def told(value: Any) -> str:
    """A policy by what it says of itself; a figure with its rule."""
    if isinstance(value, Figure):
        said = f"{text(value.value)} {value.unit}" if value.unit else str(value.value)
        return f"{said} ({value.cite})"
    if isinstance(value, str):
        return value
    return first_line(type(value))


def first_line(thing: Any) -> str:
    return " ".join((getdoc(thing) or "").split("\n\n")[0].split())


def chapters(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Modules of their own, side by side where both have one of that name."""
    mine = {name.rpartition(".")[2]: name for name in one.modules if name not in other.modules}
    theirs = {name.rpartition(".")[2]: name for name in other.modules if name not in one.modules}
    found = []
    for name in dict.fromkeys((*mine, *theirs)):
        if name in SHOWN:
            continue
        here, there = (first_line(import_module(own[name])) if name in own else "" for own in (mine, theirs))
        found.append(Difference(name.replace("_", " "), here, there))
    return found


def topics(one: Ruleset, other: Ruleset) -> list[Difference]:
    """What one book has a rule on that shared chapters cite, and the other has not."""
    a, b = one.rulebook.topics, other.rulebook.topics
    found = [Difference(topic, f"{one.rulebook[id].title} ({id})", "") for topic, id in a.items() if topic not in b]
    return found + [Difference(t, "", f"{other.rulebook[id].title} ({id})") for t, id in b.items() if t not in a]


def as_table(one: Ruleset, other: Ruleset) -> str:
    """Markdown: what differs, here and there."""
    lines = [f"| | {one.title} | {other.title} |", "| --- | --- | --- |"]
    for found in differences(one, other):
        cells = (sentence(found.what), found.here or "not there", found.there or "not there")
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
