"""A scenario file as a value: how it begins, the dice, what is played and what must then be true."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.scenarios.plain_yaml import Fields, Items, ScenarioError, bare, line_of, read_yaml

KEYS = ("title", "notes", "ruleset", "rules", "options", "seed", "dice", "play", "expect")


class Scenario(NamedTuple):
    title: str
    ruleset: str
    rules: tuple[str, ...] = ()  # the ids it proves
    options: Mapping[str, Any] | None = None
    given: Mapping[str, Any] | None = None  # the position, in the ruleset's own words
    seed: int | None = None
    dice: Items | None = None
    play: Items = Items()
    expect: Items = Items()
    lines: Mapping[str, int] = {}  # where each key stands
    places: Mapping[str, int] = {}  # where each piece of the position stands

    @property
    def misspelt(self) -> str:
        """A key of the position that observer like a scenario's own: ``expects``."""
        for key in self.given or ():
            near = difflib.get_close_matches(key, KEYS, n=1, cutoff=0.7)
            if near:
                return f"; did you mean {near[0]!r} by {key!r}?"
        return ""

    def about(self, fault: str) -> int | None:
        """The line a fault of the position names: ``turn.step: …``, ``wolf: …`` or ``unknown paly``."""
        name = re.split(r"[.:]", fault, maxsplit=1)[0].strip()
        unknown = re.search(r"unknown (\w+)", fault)
        for key in (name, unknown[1] if unknown else ""):
            if key in self.lines:
                return self.lines[key]
        return self.places.get(name)


def read_scenario(text: str) -> Scenario:
    """Raises ScenarioError with the line of whatever is wrong."""
    data = read_yaml(text)
    if not isinstance(data, Fields):
        raise ScenarioError("a scenario is a list of 'name: value' lines, beginning with 'title:'", 1)
    for key in ("title", "ruleset"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise ScenarioError(f"'{key}:' is missing or no text", data.lines.get(key, 1))
    given = {key: bare(value) for key, value in data.items() if key not in KEYS}
    options = data.get("options")
    if "options" in data and given:
        named = ", ".join(given)
        raise ScenarioError(f"either 'options:' or a position ({named}), not both", data.lines["options"])
    if "options" in data and not isinstance(options, Fields):
        raise ScenarioError("'options:' holds 'name: value' lines", data.lines["options"])
    if data.get("seed") is not None and data.get("dice") is not None:
        raise ScenarioError("either 'dice:' or 'seed:', not both", data.lines["seed"])
    if data.get("seed") is not None and type(data["seed"]) is not int:
        raise ScenarioError("'seed:' is a whole number", data.lines["seed"])
    return Scenario(
        title=data["title"].strip(),
        ruleset=data["ruleset"].strip(),
        rules=_words(data, "rules"),
        options=bare(options),
        given=given or None,
        seed=data.get("seed"),
        dice=None if data.get("dice") is None else _items(data, "dice"),
        play=_items(data, "play"),
        expect=_items(data, "expect"),
        lines=data.lines,
        places=data["pieces"].lines if isinstance(data.get("pieces"), Fields) else {},
    )


def _items(data: Fields, key: str) -> Items:
    """A list; a single item may stand without one."""
    value = data.get(key)
    if isinstance(value, Items):
        return value
    return Items() if value is None else one(value, line_of(data, key))


def one(value: Any, line: int | None) -> Items:
    """A list of one."""
    return Items([value], line or 0, [line or 0])


def _words(data: Fields, key: str) -> tuple[str, ...]:
    value = data.get(key)
    words = [value] if isinstance(value, str) else value if isinstance(value, Items) else []
    if (value is not None and not words) or not all(isinstance(word, str) for word in words):
        raise ScenarioError(f"'{key}:' is a list of words", data.lines[key])
    return tuple(words)
