"""Check `expect:`: each item goes to the check of its name; any other name is a piece or seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.scenarios import expect_asks, expect_events, expect_pieces, expect_rolls
from sandtable.scenarios.answers import BadAnswer
from sandtable.scenarios.compare import shown
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.plain_yaml import Items, ScenarioError, line_of
from sandtable.scenarios.scenario import one
from sandtable.scenarios.snapshot import Observer, Snapshot

Check = Callable[[Snapshot, Any], Iterator[Failure]]

CHECKS: dict[str, Check] = {
    "score": expect_pieces.score,
    "over": expect_pieces.over,
    "winner": expect_pieces.winner,
    "event": expect_events.event,
    "no event": expect_events.no_event,
    "order": expect_events.order,
    "log": expect_events.log,
    "no log": expect_events.no_log,
    "roll": expect_rolls.roll,
    "no roll": expect_rolls.no_roll,
    "ask": expect_asks.ask,
    "between": expect_pieces.between,
}
UNSEEN = {"event": "no event", "log": "no log", "roll": "no roll"}
SECRET = (None, "hidden", "?", "unknown")


def check(observer: Observer, expected: Any, line: int | None) -> list[Failure]:
    """Every failure of a list of expectations; an expectation that cannot be read is a failure too."""
    items = expected if isinstance(expected, Items) else one(expected, line)
    failures: list[Failure] = []
    for item, at in zip(items, items.lines, strict=True):
        if not isinstance(item, Mapping):
            failures.append(Failure("an expectation, 'name: value'", repr(shown(item)), at))
            continue
        for name, wanted in _claims(item):
            where = line_of(item, name) or at
            try:
                failures += [f if f.line else f._replace(line=where) for f in _one(observer, name, wanted)]
            except (ScenarioError, BadAnswer) as e:
                failures.append(Failure(f"'{name}:' as it can be checked", f"{name}: {e}", where, fault=True))
    return failures


def _claims(item: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The reasons of a refusal may stand beside it."""
    if "refuses" in item:
        inner = item["refuses"]
        beside = {key: item[key] for key in expect_asks.REFUSAL if key in item}
        if isinstance(inner, Mapping) and "answer" in inner:
            yield "refuses", {**inner, **beside}
        else:
            yield "refuses", {"answer": inner, **beside}
    for name, wanted in item.items():
        if name != "refuses" and not ("refuses" in item and name in expect_asks.REFUSAL):
            yield name, wanted


def _one(observer: Observer, name: str, wanted: Any) -> Iterator[Failure]:
    if name == "refuses":
        return expect_asks.refusal_item(observer.snapshot(), wanted, "answer")
    if name in ("sees", "hides"):
        return _for_seat(observer, name, wanted)
    return _look(observer.snapshot(), name, wanted)


def _look(snapshot: Snapshot, name: str, wanted: Any) -> Iterator[Failure]:
    known = CHECKS.get(name)
    return known(snapshot, wanted) if known is not None else expect_pieces.piece(snapshot, name, wanted)


def _for_seat(observer: Observer, name: str, wanted: Any) -> Iterator[Failure]:
    seats = observer.match.rules.seats
    if not isinstance(wanted, Mapping) or wanted.get("seat") not in seats or len(wanted) < 2:
        raise ScenarioError(f"'{name}:' is followed by {{seat: {' or '.join(seats)}, piece: {{…}}}}")
    seat = wanted["seat"]
    snapshot = observer.snapshot(seats.index(seat))
    for what, value in wanted.items():
        if what == "seat":
            continue
        if name == "sees":
            found = _look(snapshot, what, value)
        elif what in UNSEEN:
            found = _look(snapshot, UNSEEN[what], value)
        else:
            found = _hidden(observer.snapshot(), snapshot, what, value)
        for failure in found:
            yield failure._replace(expected=f"{seat} to {'see' if name == 'sees' else 'miss'} {failure.expected}")


def _hidden(truth: Snapshot, snapshot: Snapshot, name: str, fields: Any) -> Iterator[Failure]:
    """The seat cannot tell what is there: a whole piece, or some of its fields."""
    real = truth.rules.scenarios.facts(truth.position, name)
    if real is None:
        yield Failure(f"{name}", f"nobody called {name!r}, so nothing is hidden")
        return
    seen = snapshot.rules.scenarios.facts(snapshot.position, name)
    if fields is True or fields is None:
        if seen is not None:
            yield Failure(name, f"{name}: {shown(seen)}")
        return
    for field in fields if isinstance(fields, list | Mapping) else [fields]:
        if not isinstance(field, str):
            raise ScenarioError(f"'hides:' names facts of {name}, not {shown(field)}")
        if field not in real or real[field] in SECRET:
            yield Failure(f"{name} {field}", "nothing there to hide")
        elif seen is not None and field in seen and seen[field] not in SECRET:
            yield Failure(f"{name} {field}", shown(seen[field]))
