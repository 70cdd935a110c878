"""Expectations about pieces and seats: ``marauder: {damage: 2}``, ``score: {a: 1}``, ``winner: a``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.core import Position, Rolled
from sandtable.core.form_parts import nearest
from sandtable.core.texts import plain_text
from sandtable.core.words import pieces_on
from sandtable.scenarios.compare import NOTHING, agrees, shown
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.snapshot import LoggedEvent, Snapshot

HERE = {"here", "there", "alive", "in play"}
EXPECTATIONS = (
    "score", "over", "winner", "event", "no event", "order", "log", "no log", "roll", "no roll", "ask", "between",
    "refuses", "sees", "hides",
)  # fmt: skip


def piece(snapshot: Snapshot, name: str, expected: Any) -> Iterator[Failure]:
    """What the ruleset says of a piece or seat."""
    facts = snapshot.rules.scenarios.facts(snapshot.position, name)
    here = facts is not None and snapshot.rules.scenarios.here(snapshot.position, name)
    word = plain(expected) if isinstance(expected, str) else "here" if expected is True else ""
    if expected is None or word in NOTHING:
        if here:
            yield Failure(f"{name} gone", f"{name} still there", None, last_about(snapshot, name))
        elif not known(snapshot, name):
            yield Failure(f"{name} gone", f"that nobody was ever called {name!r}{_near(snapshot, name)}")
        elif not was_here(snapshot, name):
            yield Failure(f"{name} gone", f"that {name} was never on the table")
        return
    if facts is None or (word in HERE and not here):
        found = f"{name} gone" if known(snapshot, name) else f"nobody called {name!r}{_near(snapshot, name)}"
        yield Failure(f"{name} {shown(expected)}", found, None, last_about(snapshot, name))
        return
    if word in HERE:
        return
    if not isinstance(expected, Mapping) or not expected:
        raise ScenarioError(f"'{name}:' is followed by {{what: value}}, here, or gone")
    yield from compared(snapshot, name, facts, expected)


def compared(snapshot: Snapshot, name: str, facts: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[Failure]:
    """Facts by name against what is expected of them."""
    for field, wanted in expected.items():
        if field not in facts:
            near = nearest(field, facts)
            hint = f"; did you mean {near!r}?" if near else ""
            yield Failure(f"{name} {field} {shown(wanted)}", f"no {field!r} (it has {', '.join(facts)}{hint})")
        elif not agrees(wanted, facts[field]):
            yield Failure(f"{name} {field} {shown(wanted)}", shown(facts[field]), None, last_about(snapshot, name))


def between(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    """``between: {from: wolf, to: marauder, distance: about 5.2, sight: true}``: two pieces, without an attack."""
    if not isinstance(expected, Mapping) or not {"from", "to"} <= set(expected) or len(expected) < 3:
        raise ScenarioError("'between:' is followed by {from: piece, to: piece, distance: …}")
    rules, p = snapshot.rules, snapshot.position
    for key in ("from", "to"):
        name = expected[key]
        if not isinstance(name, str) or name not in pieces_on(p):
            near = nearest(str(name), pieces_on(p))
            raise ScenarioError(
                f"{key}: no piece {shown(name)!r} on the table" + (f"; did you mean {near}?" if near else "")
            )
    a, b = expected["from"], expected["to"]
    if a == b:
        raise ScenarioError(f"'between:' needs two pieces, not {a} twice")
    wanted = {key: value for key, value in expected.items() if key not in ("from", "to")}
    yield from compared(snapshot, f"between {a} and {b}", rules.scenarios.between(p, a, b), wanted)


def was_here(snapshot: Snapshot, name: str) -> bool:
    """On the table at any time, or lost before the play began."""
    rules = snapshot.rules
    first = Position(rules, snapshot.states[0])
    if name in rules.scenarios.names(first) and rules.scenarios.facts(first, name) is None:
        return True
    return any(rules.scenarios.here(Position(rules, state), name) for state in snapshot.states)


def _near(snapshot: Snapshot, name: str) -> str:
    near = nearest(name, (*snapshot.names(), *EXPECTATIONS))
    return f"; did you mean {near!r}?" if near else ""


def known(snapshot: Snapshot, name: str) -> bool:
    """Whether a piece of this name was ever on the table: a misspelt name is not a piece that is gone."""
    rules = snapshot.rules
    if name in snapshot.names():
        return True
    return any(rules.scenarios.facts(Position(rules, state), name) is not None for state in snapshot.states)


def last_about(snapshot: Snapshot, name: str) -> str:
    """The last line of the log about a piece."""
    lines = [logged.line for logged in snapshot.logged if not isinstance(logged.event, Rolled) and about(logged, name)]
    return lines[-1] if lines else ""


def about(logged: LoggedEvent, name: str) -> bool:
    return plain(name) in plain(logged.line) or _names(msgspec.to_builtins(logged.event, enc_hook=plain_text), name)


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
