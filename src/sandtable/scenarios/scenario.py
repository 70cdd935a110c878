"""A scenario file as a value: how it begins, the dice, what is played and what must then be true.

A file with `cases:` is several scenarios: each case changes the position of the file and adds to its dice, play and
expectations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.core.form_parts import nearest
from sandtable.core.forms import Fault
from sandtable.scenarios.plain_yaml import Fields, Items, ScenarioError, bare, line_of, read_yaml

KEYS = ("title", "notes", "ruleset", "rules", "options", "seed", "dice", "play", "expect", "refused", "cases")
OF_CASE = ("case", "notes", "rules", "options", "seed", "dice", "play", "expect", "refused")
LISTS = ("rules", "dice", "play", "expect")  # those of a case come after those of the file
MOST_CASES = 50


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
    refused: Items | None = None  # why it cannot be set up
    lines: Mapping[str, int] = {}  # where each key stands
    data: Fields = Fields()  # as written, with lines
    case: str = ""

    def misspelt(self, fault: Fault) -> str:
        """The scenario's own key that was probably meant by an unknown key of the position: ``expects``."""
        for word in fault.path if len(fault.path) == 1 else ():
            if word not in KEYS and (near := nearest(word, KEYS)):
                return f"; did you mean {near!r} by {word!r}?"
        return ""

    def line_of(self, fault: Fault) -> int | None:
        """The line a fault of the set-up is on; one that names a piece is on the piece's line."""
        path = fault.path or self._named(fault.text)
        at: Any = self.data if "options" not in self.data else self.data.get("options")
        line = self.lines.get("options")
        for key in path:
            if isinstance(at, Fields) and key in at:
                line, at = at.lines[key], at[key]
            elif isinstance(at, Items) and key.isdecimal() and 0 < int(key) <= len(at):
                line, at = at.lines[int(key) - 1], at[int(key) - 1]
            else:
                break
        return line

    def _named(self, text: str) -> tuple[str, ...]:
        pieces = self.data.get("pieces")
        if isinstance(pieces, Fields):
            for word in text.replace(":", " ").replace(",", " ").split():
                for name in (word, word.partition(".")[0]):
                    if name in pieces:
                        return "pieces", name
        return ()


def read_scenario(text: str) -> Scenario:
    """A file of one scenario, or the first of several. Raises ScenarioError with the line of whatever is wrong."""
    return read_scenarios(text)[0]


def read_scenarios(text: str) -> tuple[Scenario, ...]:
    """The scenario of a file, or one for each of its cases. Raises ScenarioError with the line."""
    data = read_yaml(text)
    if not isinstance(data, Fields):
        raise ScenarioError("a scenario is a list of 'name: value' lines, beginning with 'title:'", 1)
    for key in ("title", "ruleset"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise ScenarioError(f"'{key}:' is missing or no text", data.lines.get(key, 1))
    if "cases" not in data:
        return (_scenario(data),)
    cases, line = data["cases"], data.lines["cases"]
    if not isinstance(cases, Items) or not 0 < len(cases) <= MOST_CASES:
        raise ScenarioError(f"'cases:' is a list of 1 to {MOST_CASES} cases", line)
    found = [_case(data, case, at) for case, at in zip(cases, cases.lines, strict=True)]
    names = [scenario.case for scenario in found]
    for scenario, at in zip(found, cases.lines, strict=True):
        if names.count(scenario.case) > 1:
            raise ScenarioError(f"two cases called {scenario.case!r}", at)
    return tuple(found)


def _case(data: Fields, case: Any, line: int) -> Scenario:
    if not isinstance(case, Fields) or not isinstance(case.get("case"), str) or not case["case"].strip():
        raise ScenarioError("a case is 'name: value' lines, beginning with 'case:' and what it shows", line)
    for key in ("title", "ruleset", "cases"):
        if key in case:
            raise ScenarioError(f"'{key}:' belongs to the file, not to a case", case.lines[key])
    whole = merged(data, case)
    for key in ("case", "cases"):
        whole.pop(key, None)
    for key in LISTS:
        if key in data and key in case and key != "dice":
            whole[key] = _joined(_items(data, key), _items(case, key))
    if data.get("dice") is not None and case.get("dice") is not None:
        whole["dice"] = _joined(_items(data, "dice"), _items(case, "dice"))
    if case.get("seed") is not None and "dice" not in case:
        whole.pop("dice", None)
    if case.get("dice") is not None and "seed" not in case:
        whole.pop("seed", None)
    return _scenario(whole)._replace(case=case["case"].strip())


def merged(base: Fields, change: Fields) -> Fields:
    """The base with the changes: tables key by key, anything else replaced, null takes away."""
    found = Fields(base.items(), base.line, base.lines)
    for key, value in change.items():
        old = found.get(key)
        if value is None and key not in OF_CASE:
            found.pop(key, None)
            continue
        found[key] = merged(old, value) if isinstance(old, Fields) and isinstance(value, Fields) else value
        found.lines[key] = change.lines[key]
    return found


def _joined(first: Items, second: Items) -> Items:
    return Items([*first, *second], first.line, [*first.lines, *second.lines])


def _scenario(data: Fields) -> Scenario:
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
    refused = _items(data, "refused") if data.get("refused") is not None else None
    if refused is not None and (more := [key for key in ("dice", "play", "expect") if data.get(key)]):
        raise ScenarioError(f"what is refused is not played: no {', '.join(more)} beside 'refused:'", refused.line)
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
        refused=refused,
        lines=data.lines,
        data=data,
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
