"""Every word a scenario file may use with one ruleset: as data, as text, and as a JSON Schema for editors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, get_args, get_type_hints

from sandtable.core import Event, Ruleset
from sandtable.core.form_parts import Either, List, Record, Table
from sandtable.core.forms import Kind
from sandtable.scenarios.vocabulary import OF_EVENT, vocabulary

UNITS = {"in": "inches"}
PLAIN = {int: "whole number", str: "text", bool: "true or false", float: "number"}


@cache
def _schema_text() -> str:
    return files("sandtable.scenarios").joinpath("scenario.schema.json").read_text(encoding="utf-8")


def words_of(rules: Ruleset) -> dict[str, Any]:
    """The whole reference as plain data."""
    form, said = rules.scenarios.form(rules), vocabulary(rules).words
    return {
        "ruleset": rules.name,
        "unit": rules.unit,
        "seats": list(rules.seats),
        "position": [] if form is None else list(_keys(form)),
        "facts": {kind: dict(facts) for kind, facts in said.facts.items()},
        "between": dict(said.between),
        "rolls": dict(said.rolls),
        "pools": dict(said.pools),
        "dice": {die.name: [die.label(face) for face in die.faces] for die in rules.dice.own.values()},
        "questions": dict(said.questions),
        "answers": dict(said.answers),
        "events": {name: _fields(kind) for name, kind in vocabulary(rules).events.items()},
        "names": {kind: dict(names) for kind, names in said.names.items()},
    }


def _keys(form: Record, above: str = "") -> Iterator[dict[str, Any]]:
    """Each key of a form with type, range and meaning; parts after the whole."""
    for key, entry in form.entries.items():
        path = f"{above}{key}"
        yield {"key": path, "type": _told(entry.kind), "about": entry.about, "needed": entry.needed}
        yield from _parts(entry.kind, path)


def _parts(kind: Kind, path: str) -> Iterator[dict[str, Any]]:
    if isinstance(kind, Record):
        yield from _keys(kind, f"{path}.")
    elif isinstance(kind, Table) and isinstance(kind.of, Record):
        yield from _keys(kind.of, f"{path}.NAME.")
    elif isinstance(kind, List) and isinstance(kind.of, Record):
        yield from _keys(kind.of, f"{path}[].")
    elif isinstance(kind, Either):
        for each in kind.kinds:
            yield from _parts(each, path)


def _told(kind: Kind) -> str:
    """Type and range; what is listed key by key below is not listed here."""
    if isinstance(kind, Record):
        return "keys as below"
    if isinstance(kind, Table) and isinstance(kind.of, Record):
        return f"up to {kind.most} by name, each with the keys below"
    if isinstance(kind, List) and isinstance(kind.of, Record):
        return f"a list of up to {kind.most}, each with the keys below"
    return kind.told


def _fields(kind: type[Event]) -> dict[str, str]:
    hints = get_type_hints(kind)
    return {name: _hint(hints[name]) for name in kind.__struct_fields__ if name != "cite"}


def _hint(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    args = [_hint(arg) for arg in get_args(hint) if arg is not ... and arg is not type(None)]
    origin = getattr(hint, "__origin__", None)
    if origin in (tuple, list):
        return f"list of {' and '.join(dict.fromkeys(args))}" if args else "list"
    if origin is dict:
        return "table"
    if args:
        return " or ".join(dict.fromkeys(args))
    return getattr(hint, "__name__", str(hint))


def reference(rules: Ruleset) -> str:
    """The reference as text, one word a line."""
    words = words_of(rules)
    unit = UNITS.get(rules.unit, rules.unit)
    lines = [f"Scenario words of {rules.title or rules.name} (lengths in {unit}, angles in degrees)"]
    lines += _section("A position", {e["key"]: _entry(e) for e in words["position"]})
    for kind, facts in words["facts"].items():
        lines += _section(f"Facts of a {kind}", facts)
    lines += _section("Facts between two pieces", words["between"])
    lines += _section("Rolls (purpose)", words["rolls"])
    lines += _section("Pools", words["pools"])
    lines += _section("Dice and their faces", {name: " ".join(faces) for name, faces in words["dice"].items()})
    lines += _section("Questions", words["questions"])
    lines += _section("Answers by name", words["answers"])
    lines += _section("Events and their fields", {n: _listed(f) for n, f in words["events"].items()})
    for kind, names in words["names"].items():
        lines += _section(f"Names: {kind.replace('_', ' ')}", names)
    return "\n".join(lines)


def _entry(entry: Mapping[str, Any]) -> str:
    return f"{entry['about']} [{entry['type']}{', must be there' if entry['needed'] else ''}]"


def _listed(fields: Mapping[str, str]) -> str:
    return ", ".join(f"{name} ({hint})" for name, hint in fields.items()) or "no fields"


def _section(title: str, rows: Mapping[str, str]) -> list[str]:
    if not rows:
        return []
    width = min(36, max(map(len, rows)))
    return ["", title, *(f"  {key:<{width}}  {text}".rstrip() for key, text in rows.items())]


def schema(rules: Ruleset | None = None) -> dict[str, Any]:
    """The JSON Schema of scenario files, for editors; of one ruleset, with its own words."""
    found: dict[str, Any] = json.loads(_schema_text())
    if rules is None:
        return found
    found["title"] = f"Sandtable scenario of {rules.title or rules.name}"
    found["properties"]["ruleset"] = {"const": rules.name}
    form, words = rules.scenarios.form(rules), vocabulary(rules)
    if form is not None:
        position = form.schema()
        position = position["anyOf"][0] if "anyOf" in position else position
        found["properties"] |= position["properties"]
        found["additionalProperties"] = False
    defs = found["$defs"]
    event = defs["event"]["anyOf"][1]
    fields = {field for kind in words.events.values() for field in kind.__struct_fields__}
    event["properties"]["kind"] = {"enum": list(words.events)}
    event["propertyNames"] = {"enum": sorted({*fields, *OF_EVENT})}
    if words.words.rolls:
        named = [phrase for phrase in (*words.words.rolls, *words.words.pools) if "{" not in phrase]
        defs["roll"]["anyOf"][1]["properties"]["purpose"] = {"type": "string", "examples": named}
        dice = [*rules.dice.own, *(die.label(face) for die in rules.dice.own.values() for face in die.faces)]
        defs["roll"]["anyOf"][1]["properties"] |= {each: {"type": ["integer", "string"]} for each in dice}
        defs["roll"]["anyOf"][0] = {"type": "string", "examples": named}
    if words.words.questions:
        defs["ask"]["anyOf"][1]["properties"]["prompt"] |= {"examples": list(words.words.questions)}
    if words.words.answers:
        defs["answer"]["anyOf"][0] = {"type": ["string", "integer"], "examples": list(words.words.answers)}
    if words.words.facts:
        facts = {fact: {"description": about} for own in words.words.facts.values() for fact, about in own.items()}
        defs["facts"]["anyOf"][0] = {"type": "object", "properties": facts, "additionalProperties": False}
    if words.words.between:
        between = defs["expectation"]["properties"]["between"]
        between["properties"] |= {fact: {"description": about} for fact, about in words.words.between.items()}
        between["additionalProperties"] = False
    rule_ids = {"enum": list(rules.rulebook.rules)}
    defs["words"] = {"anyOf": [rule_ids, {"type": "array", "items": rule_ids}, {"type": "null"}]}
    return found
