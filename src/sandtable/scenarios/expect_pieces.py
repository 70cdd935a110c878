"""Expectations about pieces and seats: ``marauder: {damage: 2}``, ``score: {a: 1}``, ``winner: a``."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.core import Position, Rolled
from sandtable.scenarios.compare import NOTHING, agrees, shown
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.snapshot import LoggedEvent, Snapshot

HERE = {"here", "there", "alive", "in play"}


def piece(snapshot: Snapshot, name: str, expected: Any) -> Iterator[Failure]:
    """What the ruleset says of a piece or seat."""
    facts = snapshot.rules.scenarios.facts(snapshot.position, name)
    if expected is None or (isinstance(expected, str) and plain(expected) in NOTHING):
        if facts is not None:
            yield Failure(f"{name} gone", f"{name} still there", None, last_about(snapshot, name))
        elif not known(snapshot, name):
            yield Failure(f"{name} gone", f"that nobody was ever called {name!r}")
        return
    if facts is None:
        found = f"{name} gone" if known(snapshot, name) else f"nobody called {name!r}"
        yield Failure(f"{name} {shown(expected)}", found, None, last_about(snapshot, name))
        return
    if expected is True or (isinstance(expected, str) and plain(expected) in HERE):
        return
    if not isinstance(expected, Mapping):
        raise ScenarioError(f"'{name}:' is followed by {{what: value}}, here, or gone")
    for field, wanted in expected.items():
        if field not in facts:
            near = difflib.get_close_matches(field, list(facts), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            yield Failure(f"{name} {field} {shown(wanted)}", f"no {field!r} (it has {', '.join(facts)}{hint})")
        elif not agrees(wanted, facts[field]):
            yield Failure(f"{name} {field} {shown(wanted)}", shown(facts[field]), None, last_about(snapshot, name))


def known(snapshot: Snapshot, name: str) -> bool:
    """Whether a piece of this name was ever on the table: a misspelt name is not a piece that is gone."""
    rules = snapshot.rules
    return any(rules.scenarios.facts(Position(rules, state), name) is not None for state in snapshot.states)


def last_about(snapshot: Snapshot, name: str) -> str:
    """The last line of the log about a piece."""
    lines = [logged.line for logged in snapshot.logged if not isinstance(logged.event, Rolled) and about(logged, name)]
    return lines[-1] if lines else ""


def about(logged: LoggedEvent, name: str) -> bool:
    return plain(name) in plain(logged.line) or _names(msgspec.to_builtins(logged.event), name)


def _names(data: Any, name: str) -> bool:
    if isinstance(data, Mapping):
        return any(_names(value, name) for value in data.values())
    if isinstance(data, list | tuple):
        return any(_names(value, name) for value in data)
    return bool(data == name)


def score(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    found = dict(zip(snapshot.rules.seats, snapshot.rules.score(snapshot.position.state), strict=False))
    if isinstance(expected, list):
        expected = dict(zip(snapshot.rules.seats, expected, strict=False))
    if not isinstance(expected, Mapping) or not set(expected) <= set(found):
        raise ScenarioError(f"'score:' is followed by {{seat: points}}; seats are {', '.join(found)}")
    for seat, wanted in expected.items():
        if not agrees(wanted, found[seat]):
            yield Failure(f"score {seat} {shown(wanted)}", f"{shown(found[seat])} ({shown(found)})")


def over(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    if not isinstance(expected, bool):
        raise ScenarioError("'over:' is true or false")
    if snapshot.game.over != expected:
        result = snapshot.game.result
        found = f"it over ({result.reason})" if result else "it over" if snapshot.game.over else waiting(snapshot)
        yield Failure("the game over" if expected else "the game still going on", found)


def winner(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    wanted = "draw" if expected is None else plain(str(expected))
    if wanted not in (*map(plain, snapshot.rules.seats), "draw"):
        raise ScenarioError(f"'winner:' is {', '.join(snapshot.rules.seats)} or draw")
    result = snapshot.game.result
    if result is None:
        yield Failure(f"winner {wanted}", f"nobody yet: {waiting(snapshot)}")
        return
    found = "draw" if result.winner is None else snapshot.rules.seat_name(result.winner)
    if plain(found) != wanted:
        yield Failure(f"winner {wanted}", found, None, result.reason)


def waiting(snapshot: Snapshot) -> str:
    """What the game waits for, in words."""
    request = snapshot.game.waiting
    if request is None:
        return "the game over"
    if hasattr(request, "purpose"):
        return f"the game waiting for dice: {request.purpose}"
    return f"{snapshot.rules.seat_name(request.seat)} asked {request.prompt!r}"
