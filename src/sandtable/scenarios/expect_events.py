"""Expectations about what happened: events by kind, rule and fields, and lines of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import Event, Ruleset
from sandtable.core.form_parts import nearest
from sandtable.core.forms import is_coordinate
from sandtable.geometry.units import milli
from sandtable.scenarios.compare import agrees, shown
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.snapshot import LoggedEvent, Snapshot
from sandtable.scenarios.vocabulary import OF_EVENT, misspelt_name

Spec = Mapping[str, Any]


def event(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    spec = known_spec(snapshot, expected)
    hits = [logged for logged in snapshot.logged if fits(snapshot.rules, logged, spec)]
    times = spec.get("times")
    if (times is None and hits) or (times is not None and agrees(times, len(hits))):
        return
    wanted = f"an event {described(spec)}"
    yield Failure(wanted, f"{len(hits)} of them" if times is not None and hits else nearest_event(snapshot, spec))


def no_event(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    spec = known_spec(snapshot, expected)
    reader = snapshot.reader()
    for key, value in spec.items():
        if key not in OF_EVENT and (near := misspelt_name(value, reader)):
            raise ScenarioError(f"{key}: nobody is called {value!r}; did you mean {near}?")
    hits = [logged for logged in snapshot.logged if fits(snapshot.rules, logged, spec)]
    if hits:
        yield Failure(f"no event {described(spec)}", one_line(hits[0]))


def order(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    """Events one after another, others between them allowed."""
    if not isinstance(expected, list) or len(expected) < 2:
        raise ScenarioError("'order:' is a list of two or more events")
    specs = [known_spec(snapshot, each) for each in expected]
    if any("times" in spec for spec in specs):
        raise ScenarioError("'times:' has no meaning in 'order:'; write the event as often as it happens")
    at = 0
    for number, spec in enumerate(specs, 1):
        hit = next((i for i in range(at, len(snapshot.logged)) if fits(snapshot.rules, snapshot.logged[i], spec)), None)
        if hit is None:
            earlier = [logged for logged in snapshot.logged[:at] if fits(snapshot.rules, logged, spec)]
            after = f" after {described(specs[number - 2])}" if number > 1 else ""
            found = f"it earlier: {one_line(earlier[-1])}" if earlier else nearest_event(snapshot, spec)
            yield Failure(f"event {number} in order, {described(spec)},{after}", found)
            return
        at = hit + 1


def log(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    if not any(plain(str(expected)) in plain(logged.line) for logged in snapshot.logged):
        last = "; ".join(logged.line for logged in snapshot.logged[-3:])
        yield Failure(f"the log to say {str(expected)!r}", f"no such line; it ends: {last or 'empty'}")


def no_log(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    for logged in snapshot.logged:
        if plain(str(expected)) in plain(logged.line):
            yield Failure(f"the log not to say {str(expected)!r}", repr(logged.line))
            return


def spec_of(expected: Any) -> Spec:
    """``Damaged`` alone is a kind, any other text a piece of the line."""
    if isinstance(expected, str):
        return {"kind": expected} if expected.isidentifier() and expected[:1].isupper() else {"text": expected}
    if isinstance(expected, Mapping) and expected:
        return expected
    raise ScenarioError("an event is given by {kind: …, cites: …, who: …} or {text: …}")


def known_spec(snapshot: Snapshot, expected: Any) -> Spec:
    """An event as written, its kind, keys and rules known. Raises ScenarioError."""
    spec = spec_of(expected)
    words = snapshot.vocabulary
    if isinstance(expected, str) and expected.isidentifier() and "text" in spec:
        near = nearest(expected, words.events)
        if near:
            raise ScenarioError(
                f"no event kind {expected!r}; did you mean {near}? words of the log: {{text: {expected}}}"
            )
    words.event_keys(spec)
    for key in ("text", "kind"):
        if key in spec and not isinstance(spec[key], str):
            raise ScenarioError(f"'{key}:' of an event is a text, not {shown(spec[key])}")
    return spec


def fits(rules: Ruleset, logged: LoggedEvent, spec: Spec) -> bool:
    for key, wanted in spec.items():
        if key == "times":
            continue
        if key == "kind":
            if not any(agrees(wanted, kind.__name__) for kind in type(logged.event).__mro__):
                return False
        elif key == "text":
            if plain(str(wanted)) not in plain(logged.line):
                return False
        elif key in ("cites", "cite"):
            if logged.event.cite not in (wanted if isinstance(wanted, list) else [wanted]):
                return False
        elif key not in type(logged.event).__struct_fields__ or not field_fits(
            rules, wanted, getattr(logged.event, key)
        ):
            return False
    return True


def field_fits(rules: Ruleset, wanted: Any, found: Any) -> bool:
    """Seats may be given by name and places in table units."""
    if type(found) is int and isinstance(wanted, str) and wanted in rules.seats:
        return found == rules.seats.index(wanted)
    if isinstance(wanted, list) and isinstance(found, tuple) and found and all(type(c) is int for c in found):
        numbers = all(map(is_coordinate, wanted))
        if numbers and tuple(milli(c) for c in wanted) == found:
            return True
    return agrees(wanted, found)


def described(spec: Spec) -> str:
    return ", ".join(f"{key} {shown(value)}" for key, value in spec.items())


def nearest_event(snapshot: Snapshot, spec: Spec) -> str:
    """Events of the same kind, or what there was at all."""
    for keys in (("kind", "cites", "cite"), ("kind",), ("cites", "cite")):
        part = {key: spec[key] for key in keys if key in spec}
        hits = [logged for logged in snapshot.logged if part and fits(snapshot.rules, logged, part)]
        if hits:
            return "; ".join(map(one_line, hits[-3:]))
    kinds = Counter(type(logged.event).__name__ for logged in snapshot.logged)
    return "none; there were " + (", ".join(f"{n} {kind}" for kind, n in kinds.items()) or "no events at all")


def one_line(logged: LoggedEvent) -> str:
    cite = f" [{logged.event.cite}]" if logged.event.cite else ""
    return f"{type(logged.event).__name__} ({fields_of(logged.event)}): {logged.line}{cite}"


def fields_of(happened: Event) -> str:
    names = [name for name in type(happened).__struct_fields__ if name not in ("cite", "roll")]
    return ", ".join(f"{name} {shown(getattr(happened, name))}" for name in names)
