"""`--set KEY=VALUE`: the options of a new match, by the schema of its ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from sandtable.core import BadSetup, Ruleset
from sandtable.core.match_options import read_options
from sandtable.roster import resolve

Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; several times. --set help lists them."),
]


def options_given(rules: Ruleset, given: Sequence[str]) -> dict[str, Any]:
    """As typed, checked by the schema; lists of one's own are read from their files and checked."""
    schema = rules.match_options()
    if not schema and type(rules).match_options is Ruleset.match_options:
        return loosely(given)  # a ruleset that has not declared its options checks them itself
    found = read_options(schema, given)
    for option in schema:
        each = found.get(option.key)
        if option.each_seat and isinstance(each, list) and len(each) != len(rules.seats):
            example = option.default if isinstance(option.default, list | tuple) else [c.value for c in option.choices]
            said = ",".join(map(str, example[: len(rules.seats)]))
            raise BadSetup(f"--set {option.key}: one for each seat, with a comma between: {option.key}={said}")
        if option.kind == "force" and option.key in found:
            limits = {key: value for key, value in found.items() if key != option.key}
            value = found[option.key]
            one = isinstance(value, str)
            forces = tuple(resolve(rules, name, limits) for name in ([value] if one else value))
            found[option.key] = forces[0] if one else forces
    return found


def loosely(given: Sequence[str]) -> dict[str, Any]:
    """Numbers as numbers, commas as lists."""
    found: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"{text!r}: write KEY=VALUE")
        parts = [int(part) if part.lstrip("-").isdecimal() else part for part in value.split(",")]
        found[key] = parts[0] if len(parts) == 1 else parts
    return found


def option_lines(rules: Ruleset) -> list[str]:
    """What may be set, one line an option and one for each value."""
    lines = []
    for option in rules.match_options():
        usual = "" if option.default is None else f"; otherwise {said(option.default)}"
        range_ = f"{option.least} to {option.most}"
        what = {"number": range_, "flag": "yes or no", "force": "a name below or a file"}.get(option.kind, "")
        each = "one for each seat, with a comma between" if option.each_seat else ""
        lines.append(f"{option.key}: {', '.join(filter(None, (option.title, what, each)))}{usual}")
        for value in (*option.choices, *option.together):
            lines.append(f"    {value.value}  {value.name}" + (f", {value.note}" if value.note else ""))
    return lines or [f"{rules.name} has no options"]


def said(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(said, value)) if isinstance(value, list | tuple) else str(value)


def narrowed(rules: Ruleset, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The sample games with these options: those that have a value already, or all with the value put in."""
    found = [dict(options) for options in rules.sample_options()]
    for key, value in given.items():
        having = [options for options in found if options.get(key) == value]
        found = having or [{**options, key: value} for options in found]
    return list({repr(options): options for options in found}.values())
