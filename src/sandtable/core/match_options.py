"""The options of a new match, so that a prompt or a home screen can ask for them without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal

from msgspec import Struct

from sandtable.core.facets import BadSetup

YES, NO = frozenset({"yes", "true", "on"}), frozenset({"no", "false", "off"})


class Chosen(Struct, frozen=True):
    """One value an option may have."""

    value: str
    name: str  # as printed
    note: str = ""  # one line: size, faction, what is special


class MatchOption(Struct, frozen=True, kw_only=True):
    """`kind` choice: one of `choices`; number: from `least` to `most`; flag: yes or no; force: one of `choices`, or a
    list of one's own. With `each_seat` the value is a list, one for each seat, or one of `together`."""

    key: str
    title: str
    kind: Literal["choice", "number", "flag", "force", "text"] = "choice"
    choices: tuple[Chosen, ...] = ()
    default: Any = None
    least: int = 0
    most: int = 0
    each_seat: bool = False
    together: tuple[Chosen, ...] = ()  # values for all seats as one
    help: str = ""


def read_options(schema: Sequence[MatchOption], given: Sequence[str]) -> dict[str, Any]:
    """``["turns=6", "units=8"]`` as options of a new match. Raises BadSetup: what is wrong, what is meant."""
    known = {option.key: option for option in schema}
    found: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"{text!r}: write KEY=VALUE, for example {_example(schema)}")
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise BadSetup(f"no option {key!r}; {hint}options: {', '.join(known) or 'none'}")
        found[key] = _read(known[key], value)
    return found


def _read(option: MatchOption, value: str) -> Any:
    if option.each_seat and value not in (chosen.value for chosen in option.together):
        return [_one(option, part.strip()) for part in value.split(",")]
    return _one(option, value)


def _one(option: MatchOption, value: str) -> Any:
    if option.kind == "number":
        if not value.lstrip("-").isdecimal() or not option.least <= int(value) <= option.most:
            raise BadSetup(f"{option.key} is a number from {option.least} to {option.most}, not {value!r}")
        return int(value)
    if option.kind == "flag":
        if value.casefold() not in YES | NO:
            raise BadSetup(f"{option.key} is yes or no, not {value!r}")
        return value.casefold() in YES
    if option.kind == "choice" and option.choices and value not in (chosen.value for chosen in option.together):
        by_name = {chosen.name.casefold(): chosen.value for chosen in option.choices}
        by_value = {chosen.value: chosen.value for chosen in option.choices}
        wanted = by_value.get(value) or by_name.get(value.casefold())
        if wanted is None:
            near = get_close_matches(value, by_value, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise BadSetup(f"no {option.key} {value!r}; {hint}one of: {', '.join(by_value)}")
        return wanted
    return value


def _example(schema: Sequence[MatchOption]) -> str:
    for option in schema:
        if option.choices:
            return f"{option.key}={option.choices[0].value}"
    return next((f"{option.key}={option.default}" for option in schema), "key=value")


def defaults(schema: Sequence[MatchOption]) -> Mapping[str, Any]:
    return {option.key: option.default for option in schema if option.default is not None}
