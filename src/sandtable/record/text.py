"""Records as text: a header people can read, then one JSON line for each answer and roll."""

from __future__ import annotations

import re
from typing import Any

from sandtable.record.faults import RecordError
from sandtable.record.lines import CUT, as_hash, as_source, parse, read_lines, to_json, write_end, write_line
from sandtable.record.record import ENGINE, FIRST, FORMAT, HEADER, Record, line_of, tuples

TITLE = re.compile(r"sandtable record ([0-9]{1,9})")
ENGINES = re.compile(r"[0-9]{1,9}")
NAMED = re.compile(r"(\S+) ([0-9]{1,9})")
RULE = "---"


def write(record: Record) -> str:
    """The text of a record: `read` gives the same record again."""
    header = {
        "engine": str(record.engine),
        "ruleset": f"{record.ruleset} {record.version}",
        "data": record.data,
        "options": to_json(record.options),
        "seats": ", ".join(record.seats),
        "measuring": record.measuring,
        "dice": to_json(record.dice),
        "start": "new" if record.start is None else to_json(record.start),
        "hash": record.hash,
    }
    rows = [f"sandtable record {FORMAT}", *(f"{field}: {header[field]}" for field in HEADER), RULE]
    rows += [write_line(line) for line in record.lines]
    if record.end is not None:
        rows.append(write_end(record.end))
    return "\n".join(rows) + "\n"


def read(text: str | bytes, *, recover: bool = False) -> Record:
    """A record from its text. `recover` takes what is whole of a file that was cut short."""
    if isinstance(text, bytes):
        text = decode(text)
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    whole = rows[-1] == ""
    if whole:
        rows.pop()
    check_title(rows[0] if rows else "")
    head = {field: header_value(rows, field) for field in HEADER}
    check_rule(rows)
    name, version = named(head["ruleset"])
    lines, end = read_lines(rows, whole, recover)
    return Record(
        ruleset=name,
        version=version,
        data=head["data"],
        options=tuples(as_object("options", head["options"])),
        seats=tuple(head["seats"].split(", ")),
        dice=as_source(as_object("dice", head["dice"]), line_of("dice")),
        hash=as_hash(head["hash"], line_of("hash")),
        lines=lines,
        end=end,
        start=None if head["start"] == "new" else as_object("start", head["start"]),
        measuring=measuring(head["measuring"]),
        engine=engine(head["engine"]),
    )


def decode(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as e:
        line = raw.count(b"\n", 0, e.start) + 1
        raise RecordError("this is not text", line, "", "UTF-8", f"byte {raw[e.start]:#x}") from e


def check_title(row: str) -> None:
    wanted = f"sandtable record {FORMAT}"
    found = TITLE.fullmatch(row)
    if found is None:
        raise RecordError("this is no record", 1, "format", wanted, row)
    if int(found[1]) != FORMAT:
        newer = int(found[1]) > FORMAT
        raise RecordError("made by a newer Sandtable" if newer else "no such format", 1, "format", wanted, row)


def header_value(rows: list[str], field: str) -> str:
    at, wanted = line_of(field), f"{field}: …"
    if len(rows) < at:
        raise RecordError(CUT, at, field, wanted, truncated=True)
    name, _, value = rows[at - 1].partition(": ")
    if name != field or not value:
        raise RecordError("a header line is missing or empty", at, field, wanted, rows[at - 1])
    return value


def check_rule(rows: list[str]) -> None:
    at = FIRST - 1
    if len(rows) < at:
        raise RecordError(CUT, at, "", RULE, truncated=True)
    if rows[at - 1] != RULE:
        raise RecordError("the header ends here", at, "", RULE, rows[at - 1])


def engine(value: str) -> int:
    if ENGINES.fullmatch(value) is None:
        raise RecordError("which engine?", line_of("engine"), "engine", "a version", value)
    if int(value) > ENGINE:
        raise RecordError("made by a newer Sandtable", line_of("engine"), "engine", f"{ENGINE} or older", value)
    return int(value)


def named(value: str) -> tuple[str, int]:
    found = NAMED.fullmatch(value)
    if found is None:
        raise RecordError("which rules?", line_of("ruleset"), "ruleset", "a name and a version", value)
    return found[1], int(found[2])


def measuring(value: str) -> str:
    if value not in ("free", "book"):
        raise RecordError("how is measured?", line_of("measuring"), "measuring", "free or book", value)
    return value


def as_object(field: str, value: str) -> dict[str, Any]:
    data = parse(value, line_of(field), field)
    if not isinstance(data, dict):
        raise RecordError("this is no JSON object", line_of(field), field, "{…}", value)
    return data
