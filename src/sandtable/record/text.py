"""Records as text: a header people can read, then one JSON line for each answer and roll."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

import msgspec

from sandtable.chance import Source
from sandtable.core import Game, Ruleset
from sandtable.record.faults import RecordError
from sandtable.record.lines import CUT, as_hash, as_source, parse, read_lines, to_json, write_end, write_line
from sandtable.record.record import ENGINE, FIRST, FORMAT, HEADER, Record, hash_of, line_of, tuples

TITLE = re.compile(r"sandtable record ([0-9]{1,9})")
ENGINES = re.compile(r"[0-9]{1,9}")
NAMED = re.compile(r"(\S+) ([0-9]{1,9})")
RULE = "---"
CHANGES, FREE = "changes", "free"  # in the dice of the header: branches may take other dice


def write(record: Record) -> str:
    """The text of a record: `read` gives the same record again."""
    rows = [f"{header(record)}hash: {record.hash}", RULE, *(write_line(line) for line in record.lines)]
    if record.end is not None:
        rows.append(write_end(record.end))
    return "\n".join(rows) + "\n"


def header(record: Record) -> str:
    """The lines before the hash, which covers them."""
    dice: Any = msgspec.to_builtins(record.dice)
    values = {
        "engine": str(record.engine),
        "ruleset": f"{record.ruleset} {record.version}",
        "data": record.data,
        "options": to_json(record.options),
        "seats": ", ".join(record.seats),
        "measuring": record.measuring,
        "dice": to_json({**dice, CHANGES: FREE} if record.new_dice else dice),
        "start": "new" if record.start is None else to_json(record.start),
    }
    return f"sandtable record {record.format}\n" + "".join(f"{field}: {values[field]}\n" for field in HEADER[:-1])


def first_hash(rules: Ruleset, record: Record, game: Game) -> str:
    """The hash of the header: it covers every field of it and the first game."""
    if record.format == 1:
        return hash_of(rules, game)
    return blake2b(header(record).encode() + rules.codec.canonical(game)).hexdigest()[:16]


def read(text: str | bytes, *, recover: bool = False) -> Record:
    """A record from its text. `recover` takes what is whole of a file that was cut short."""
    if isinstance(text, bytes):
        text = decode(text)
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    whole = rows[-1] == ""
    if whole:
        rows.pop()
    form = title(rows[0] if rows else "")
    head = {field: header_value(rows, field) for field in HEADER}
    check_rule(rows)
    name, version = named(head["ruleset"])
    dice, new_dice = dice_of(as_object("dice", head["dice"]))
    lines, end = read_lines(rows, whole, recover)
    return Record(
        ruleset=name,
        version=version,
        data=head["data"],
        options=tuples(as_object("options", head["options"])),
        seats=tuple(head["seats"].split(", ")),
        dice=dice,
        hash=as_hash(head["hash"], line_of("hash")),
        lines=lines,
        end=end,
        start=None if head["start"] == "new" else as_object("start", head["start"]),
        measuring=measuring(head["measuring"]),
        engine=engine(head["engine"]),
        format=form,
        new_dice=new_dice,
    )


def decode(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as e:
        line = raw.count(b"\n", 0, e.start) + 1
        raise RecordError("this is not text", line, "", "UTF-8", f"byte {raw[e.start]:#x}") from e


def title(row: str) -> int:
    wanted = f"sandtable record {FORMAT}"
    found = TITLE.fullmatch(row)
    if found is None:
        raise RecordError("this is no record", 1, "format", wanted, row)
    if not 1 <= int(found[1]) <= FORMAT:
        newer = int(found[1]) > FORMAT
        raise RecordError("made by a newer Sandtable" if newer else "no such format", 1, "format", wanted, row)
    return int(found[1])


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
    if int(value) < 1:
        raise RecordError("no such engine", line_of("engine"), "engine", f"1 to {ENGINE}", value)
    return int(value)


def named(value: str) -> tuple[str, int]:
    found = NAMED.fullmatch(value)
    if found is None:
        raise RecordError("which rules?", line_of("ruleset"), "ruleset", "a name and a version", value)
    if int(found[2]) < 1:
        raise RecordError("no such version", line_of("ruleset"), "ruleset", "version 1 or later", value)
    return found[1], int(found[2])


def dice_of(raw: dict[str, Any]) -> tuple[Source, bool]:
    """The dice of the header, and whether the match allowed others later."""
    given = {key: value for key, value in raw.items() if key != CHANGES}
    if raw.get(CHANGES, FREE) != FREE:
        raise RecordError("may the dice change?", line_of("dice"), "dice", f'"{CHANGES}":"{FREE}" or nothing', raw)
    return as_source(given, line_of("dice")), CHANGES in raw


def measuring(value: str) -> str:
    if value not in ("free", "book"):
        raise RecordError("how is measured?", line_of("measuring"), "measuring", "free or book", value)
    return value


def as_object(field: str, value: str) -> dict[str, Any]:
    data = parse(value, line_of(field), field)
    if not isinstance(data, dict):
        raise RecordError("this is no JSON object", line_of(field), field, "{…}", value)
    return data
