"""The ready-made lists of every version of the data, as digests: ``keep()`` adds those of a new version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core import Ruleset, find
from sandtable.core.data_versions import form_at

FILE = Path(__file__).parent / "golden" / "lists.json"
RULESETS = ("warmachine-mk1", "warmachine-escalation", "warmachine-mk2", "warmaster")
WORDS = {"id", "name", "plan", "points", "total", "break_point"}  # said of a list: no game depends on them

Digests = dict[str, dict[str, dict[str, str]]]  # by ruleset, version of the data, list


def ready_made(rules: Any) -> Mapping[str, Any]:
    return rules.library.lists if rules.name == "warmaster" else rules.cards.armies  # type: ignore[no-any-return]


def earlier(rules: Any) -> Mapping[str, Any]:
    return rules.library.earlier if rules.name == "warmaster" else rules.cards.earlier  # type: ignore[no-any-return]


def digest(chosen: Any) -> str:
    """In the order of the list: pieces are named and numbered by it."""
    plain = {key: value for key, value in msgspec.to_builtins(chosen).items() if key not in WORDS}
    return blake2b(json.dumps(plain).encode()).hexdigest()[:12]


def as_of(rules: Ruleset, data: str, name: str) -> str:
    """The digest of a list as a match begun with this data has it."""
    return digest({**ready_made(rules), **earlier(rules)}[form_at(name, data, earlier(rules))])


def kept() -> Digests:
    found: Digests = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def keep() -> None:
    """Add versions that are not there yet; what is there stays."""
    found = kept() if FILE.exists() else {}
    for name in RULESETS:
        rules = find(name)
        now = {key: digest(chosen) for key, chosen in ready_made(rules).items()}
        found.setdefault(name, {}).setdefault(rules.data_version, now)
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
