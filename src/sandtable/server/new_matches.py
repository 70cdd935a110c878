"""What a client gives for a new match, checked against what the game offers. Nothing else reaches the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.bots import LEVELS
from sandtable.core import BadSetup, Ruleset
from sandtable.core.match_options import MatchOption
from sandtable.core.rosters import Problem
from sandtable.server.shapes import SeatGiven, Wrong
from sandtable.server.storage import SeatRow

LONGEST = 200  # of a text option


class BadOptions(Exception):
    """Everything that is wrong with what was given."""

    def __init__(self, faults: list[Wrong]) -> None:
        super().__init__(faults[0].text if faults else "bad options")
        self.faults = tuple(faults)


def checked_options(rules: Ruleset, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the ruleset takes them. Raises BadOptions."""
    known = {option.key: option for option in rules.match_options()}
    faults: list[Wrong] = []
    found: dict[str, Any] = {}
    defaults = {option.key: option.default for option in known.values() if option.default is not None}
    forces_last = sorted(given, key=lambda key: key in known and known[key].kind == "force")
    for key in forces_last:
        value = given[key]
        if key not in known:
            faults.append(Wrong(where=key[:80], text=f"no such option; options: {', '.join(known) or 'none'}"))
        elif value is not None:
            found[key] = _value(rules, known[key], value, faults, {**defaults, **found})
    if faults:
        raise BadOptions(faults)
    return found


def _value(rules: Ruleset, option: MatchOption, value: Any, faults: list[Wrong], others: Mapping[str, Any]) -> Any:
    if option.each_seat:
        if isinstance(value, str) and value in {chosen.value for chosen in option.together}:
            return value
        if not isinstance(value, list) or len(value) != len(rules.seats):
            faults.append(Wrong(where=option.key, text=f"one for each seat: {', '.join(rules.seats)}"))
            return None
        places = [f"{option.key}.{seat}" for seat in rules.seats]
        return tuple(_one(rules, option, one, place, faults, others) for one, place in zip(value, places, strict=True))
    return _one(rules, option, value, option.key, faults, others)


def _one(
    rules: Ruleset, option: MatchOption, value: Any, where: str, faults: list[Wrong], others: Mapping[str, Any]
) -> Any:
    if option.kind == "force" and isinstance(value, dict):
        return _own_force(rules, value, where, faults, others)
    fault = ""
    if option.kind == "number":
        if type(value) is not int or not option.least <= value <= option.most:
            fault = f"a number from {option.least} to {option.most}"
    elif option.kind == "flag":
        if not isinstance(value, bool):
            fault = "true or false"
    elif option.kind == "text":
        if not isinstance(value, str) or len(value) > LONGEST:
            fault = f"a text of at most {LONGEST} letters"
    elif not isinstance(value, str) or value not in {chosen.value for chosen in option.choices}:
        fault = f"one of: {', '.join(chosen.value for chosen in option.choices)}"
    if fault:
        faults.append(Wrong(where=where, text=fault))
    return value


def _own_force(
    rules: Ruleset, value: dict[str, Any], where: str, faults: list[Wrong], others: Mapping[str, Any]
) -> Any:
    """``{"list": text}``: a list of one's own."""
    text = value.get("list")
    if rules.rosters is None or set(value) != {"list"} or not isinstance(text, str):
        faults.append(Wrong(where=where, text='one of the choices, or {"list": "text of a list"}'))
        return None
    army = rules.rosters.read(text)
    grave = [problem for problem in rules.rosters.check(army, others) if problem.grave]
    faults += [wrong(problem, where) for problem in grave]
    return None if grave else rules.rosters.data(army)


def wrong(problem: Problem, where: str = "") -> Wrong:
    return Wrong(
        where=": ".join(filter(None, (where, problem.where))),
        text=problem.text,
        cite=problem.rule,
        line=problem.line,
        suggestion=problem.suggestion,
        grave=problem.grave,
    )


def seat_rows(rules: Ruleset, given: list[SeatGiven]) -> tuple[list[SeatRow], list[str]]:
    """The seats, and which of them are the caller's. Raises BadOptions."""
    if not given:
        given = [SeatGiven(kind="me"), *(SeatGiven(kind="bot", level="recruit") for _ in rules.seats[1:])]
    if len(given) != len(rules.seats):
        raise BadOptions([Wrong(where="seats", text=f"one for each of {', '.join(rules.seats)}")])
    rows, mine, faults = [], [], []
    for seat, one in zip(rules.seats, given, strict=True):
        if one.kind == "bot" and one.level not in LEVELS:
            faults.append(Wrong(where=f"seats.{seat}", text=f"a bot is one of: {', '.join(LEVELS)}"))
        kind = "person" if one.kind == "me" else one.kind
        rows.append(SeatRow("", seat, kind, one.level if one.kind == "bot" else "", one.name))
        if one.kind == "me":
            mine.append(seat)
    if faults:
        raise BadOptions(faults)
    return rows, mine


def faults_of(error: BadSetup) -> tuple[Wrong, ...]:
    return tuple(Wrong(where=".".join(fault.path), text=fault.text) for fault in error.faults)
