"""Lists in files: TOML, JSON or plain text, in and out."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.core import BadSetup, Ruleset, find, installed
from sandtable.core.name_lookup import words
from sandtable.core.rosters import Problem, Rosters
from sandtable.core.values import unfit
from sandtable.roster.lines import GAME_WORDS, lines_of
from sandtable.roster.toml import toml

KINDS = ("text", "toml", "json")
ROMAN = {"i": "1", "ii": "2", "iii": "3"}
LARGEST = 1 << 20  # bytes of a file
BY_ENDING = {".toml": "toml", ".json": "json", ".txt": "text", ".md": "text", ".list": "text"}


class BadList(BadSetup):
    """A file that is no list at all: where it breaks off."""


def rosters_of(rules: Ruleset) -> Rosters:
    if rules.rosters is None:
        raise BadSetup(f"{rules.name} has no army lists")
    return rules.rosters


def kind_of(text: str, ending: str = "") -> str:
    """By the file's ending; otherwise by looking."""
    if kind := BY_ENDING.get(ending.lower()):
        return kind
    if text.lstrip().startswith("{"):
        return "json"
    try:
        return "toml" if tomllib.loads(text) else "text"
    except (ValueError, RecursionError):
        return "text"


def plain(text: str, kind: str) -> Mapping[str, Any]:
    """The data of a TOML or JSON list."""
    try:
        data = tomllib.loads(text) if kind == "toml" else json.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise BadList(f"not valid TOML: {e}") from e
    except json.JSONDecodeError as e:
        raise BadList(f"not valid JSON: {e.msg} at line {e.lineno}, column {e.colno}") from e
    except RecursionError as e:
        raise BadList("not a list: nested too deeply") from e
    except ValueError as e:
        raise BadList(f"not a list: {e}") from e
    if bad := unfit(data):
        raise BadList(f"not a list: {bad}")
    if not isinstance(data, dict):
        raise BadList(f"a list is a table of fields by name, not {type(data).__name__}")
    return data


def rules_for(text: str, kind: str, named: str = "") -> Ruleset:
    """The game a list is for: as asked, as the list says, or the one that knows most of its names."""
    if not named and kind == "text":
        named = next((line.value for line in lines_of(text) if words(line.head) in GAME_WORDS), "")
    elif not named:
        value = plain(text, kind).get("ruleset", "")
        named = value if isinstance(value, str) else ""
    able = {name: rules for name, rules in installed().items() if rules.rosters is not None}
    if named:
        able = {name: rules for name, rules in able.items() if spelled(name).startswith(spelled(named))}
        if not able or any(spelled(name) == spelled(named) for name in able):
            return find(next((name for name in able if spelled(name) == spelled(named)), named.strip().lower()))
    known = {name: len(getattr(read_list(rules, text, kind), "faults", ())) for name, rules in able.items()}
    likely = [name for name, faults in known.items() if faults == min(known.values())]
    if len(likely) != 1:
        raise BadSetup(f"for which game is this list? Say --ruleset, one of: {', '.join(likely) or 'none has lists'}")
    return able[likely[0]]


def spelled(game: str) -> str:
    """``Warmachine Mk II`` as installed games are named, without what stands between the words."""
    return "".join(ROMAN.get(word, word) for word in words(game))


def read_list(rules: Ruleset, text: str, kind: str) -> Any:
    """The army a text describes; whatever is wrong inside it is among its problems."""
    rosters = rosters_of(rules)
    if kind == "text":
        if bad := unfit(text):
            raise BadList(f"not a list: {bad}")
        return rosters.read(text)
    return rosters.read({name: value for name, value in plain(text, kind).items() if name != "ruleset"})


def read_file(path: Path, named: str = "") -> tuple[Ruleset, Any]:
    try:
        if path.stat().st_size > LARGEST:
            raise BadList(f"{path.name}: a list has at most {LARGEST} bytes, this file {path.stat().st_size}")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as e:
        raise BadList(f"{path.name}: this is not text (UTF-8); a list is plain text, TOML or JSON") from e
    kind = kind_of(text, path.suffix)
    try:
        rules = rules_for(text, kind, named)
        return rules, read_list(rules, text, kind)
    except BadList as e:
        raise BadList(f"{path.name}: {e}") from e


def write_list(rules: Ruleset, army: Any, kind: str = "text") -> str:
    """The list in one of KINDS; each can be read back."""
    rosters = rosters_of(rules)
    if kind == "text":
        return rosters.text(army)
    data = {"ruleset": rules.name, **rosters.data(army)}
    if kind == "json":
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    if kind == "toml":
        return toml(data)
    raise BadSetup(f"no format {kind!r}; formats: {', '.join(KINDS)}")


def grave(problems: list[Problem]) -> list[Problem]:
    return [p for p in problems if p.grave]
