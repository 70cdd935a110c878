"""The lines of a record: one JSON object for each answer, roll or concession, and one for the end."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from sandtable.chance import Source
from sandtable.core import LoadError
from sandtable.core.dice import Faces
from sandtable.core.texts import plain_text
from sandtable.core.values import unfit
from sandtable.record.faults import RecordError
from sandtable.record.record import FIRST, SOURCES, End, Line, tuples

HASH = re.compile(r"[0-9a-f]{16}")
KINDS = {"answer": {"seat", "answer"}, "roll": {"roll", "purpose"}, "concede": {"seat", "concede"}}
CUT = "the file ends too early; what is there can be opened with recover=True"


# --- writing ---
def to_json(value: Any) -> str:
    # Unsorted: a table listed in another order is offered in another order.
    if bad := unfit(value):
        raise RecordError(f"this cannot be written down: {bad}", found=value)
    try:
        return msgspec.json.encode(value, enc_hook=plain_text).decode()
    except (TypeError, ValueError, RecursionError) as e:
        raise RecordError(f"this cannot be written down: {e}", found=value) from e


def write_line(line: Line) -> str:
    data: dict[str, Any] = {"n": line.n}
    if line.roll is not None:
        data |= {"roll": line.roll, "purpose": line.purpose}
    elif line.concede:
        data |= {"seat": line.seat, "concede": True, **({"why": line.why} if line.why else {})}
    else:
        data |= {"seat": line.seat, "answer": line.answer}
    if line.dice is not None:
        data["dice"] = line.dice
    return to_json({**data, "hash": line.hash})


def write_end(end: End) -> str:
    return to_json({"end": True, "lines": end.lines, "dice": end.dice, "game": end.game})


# --- reading ---
def read_lines(rows: list[str], whole: bool, recover: bool) -> tuple[tuple[Line, ...], End | None]:
    """Everything after the header. `whole`: the file's last row is finished."""
    lines: list[Line] = []
    for at in range(FIRST, len(rows) + 1):
        row, last = rows[at - 1], at == len(rows)
        try:
            data = parse(row, at)
        except RecordError as e:
            if last and recover:
                return tuple(lines), None
            if last and not whole:
                raise RecordError(CUT, at, "", "a whole line of JSON", row, truncated=True) from e
            raise
        if not isinstance(data, dict):
            raise RecordError("this is no answer and no roll", at, "", "{…}", row)
        if "end" in data:
            end = read_end(data, at, len(lines))
            if not last:
                raise RecordError("lines after the end", at + 1, "end", "nothing", rows[at])
            return tuple(lines), end
        lines.append(read_line(data, at, len(lines) + 1))
    if not recover:
        raise RecordError(CUT, len(rows) + 1, "end", '{"end":true, …}', truncated=True)
    return tuple(lines), None


def read_line(data: dict[str, Any], at: int, n: int) -> Line:
    kind = next((k for k in KINDS if k in data), None)
    if kind is None:
        raise RecordError("this is no answer and no roll", at, "", "answer, roll or concede", data)
    fields(data, {"n", "hash", *KINDS[kind]}, at, {"dice", "why"} if kind == "concede" else {"dice"})
    must_be(data, "n", n, at)
    if kind == "concede":
        must_be(data, "concede", True, at)
    for field in ("seat", "purpose", "why"):
        if field in data and not isinstance(data[field], str):
            raise RecordError("this is no name", at, field, "a name", data[field])
    return Line(
        n=n,
        hash=as_hash(data["hash"], at),
        seat=data.get("seat"),
        answer=tuples(data.get("answer")),
        roll=as_faces(data["roll"], at) if kind == "roll" else None,
        purpose=data.get("purpose", ""),
        concede=kind == "concede",
        why=data.get("why", ""),
        dice=as_source(data["dice"], at) if "dice" in data else None,
    )


def read_end(data: dict[str, Any], at: int, lines: int) -> End:
    fields(data, {"end", "lines", "dice", "game"}, at)
    must_be(data, "end", True, at)
    must_be(data, "lines", lines, at)
    if not isinstance(data["game"], dict):
        raise RecordError("this is no game", at, "game", "{…}", data["game"])
    return End(lines, as_source(data["dice"], at), data["game"])


def parse(text: str, line: int, field: str = "") -> Any:
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as e:
        raise RecordError(f"this is not JSON: {e}", line, field, "JSON", text) from e
    except RecursionError as e:
        raise RecordError("nested too deeply", line, field, "JSON", text) from e
    if bad := unfit(found):
        raise RecordError(bad, line, field, "JSON", text)
    return found


def as_source(raw: Any, line: int) -> Source:
    try:
        source = SOURCES.revive(raw)
    except (LoadError, RecursionError) as e:
        raise RecordError(f"unknown dice: {e}", line, "dice", "a source of dice", raw) from e
    if not isinstance(source, Source):
        raise RecordError("these are no dice", line, "dice", "a source of dice", raw)
    return source


def as_hash(value: Any, line: int) -> str:
    if not isinstance(value, str) or HASH.fullmatch(value) is None:
        raise RecordError("this is no hash", line, "hash", "16 hex digits", value)
    return value


def as_faces(raw: Any, at: int) -> Faces:
    if not isinstance(raw, list) or not all(isinstance(p, list) and all(type(f) is int for f in p) for p in raw):
        raise RecordError("these are no faces", at, "roll", "[[3, 4]]", raw)
    return tuple(map(tuple, raw))


def fields(data: dict[str, Any], wanted: set[str], at: int, optional: frozenset[str] | set[str] = frozenset()) -> None:
    for field in sorted(wanted - set(data)):
        raise RecordError("a field is missing", at, field, field, ", ".join(data))
    for field in sorted(set(data) - wanted - optional):
        raise RecordError("nobody knows this field", at, field, ", ".join(sorted(wanted)), field)


def must_be(data: dict[str, Any], field: str, wanted: Any, at: int) -> None:
    found = data[field]
    if type(found) is not type(wanted) or found != wanted:
        raise RecordError("the file was altered or lines are missing", at, field, wanted, found)
