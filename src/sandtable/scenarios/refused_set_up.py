"""``refused:`` a position, a force or options that the rules do not allow, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import BadSetup, Ruleset
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import Items, ScenarioError
from sandtable.scenarios.vocabulary import vocabulary

KEYS = ("by", "says", "about")


def refused_set_up(rules: Ruleset, wanted: Items, e: BadSetup) -> Iterator[Failure]:
    """Each reason written is there, and each fault found is written: a misspelt key is no refusal by the rules."""
    found = [str(fault) for fault in e.faults] or [str(e)]
    unexplained = dict.fromkeys(found)
    for item, line in zip(wanted, wanted.lines, strict=True):
        spec = _spec(rules, item, line)
        hits = [text for text in found if _fits(text, spec)]
        for text in hits:
            unexplained.pop(text, None)
        if not hits:
            said = ", ".join(f"{key} {value}" for key, value in spec.items())
            yield Failure(f"a set-up refused: {said}", "; ".join(found), line)
    if e.faults and unexplained:
        yield Failure("no other reason to refuse the set-up", "; ".join(unexplained), wanted.line or None)


def _spec(rules: Ruleset, item: Any, line: int) -> Mapping[str, str]:
    spec = {"says": item} if isinstance(item, str) else item
    if not isinstance(spec, Mapping) or not spec or not set(spec) <= set(KEYS):
        raise ScenarioError("'refused:' is a text, or {by: RULE-ID, says: words, about: piece}", line)
    if not all(isinstance(value, str) and value.strip() for value in spec.values()):
        raise ScenarioError("'refused:' has texts: by, says, about", line)
    vocabulary(rules).rule_ids(spec.get("by"))
    return spec


def _fits(text: str, spec: Mapping[str, str]) -> bool:
    words = text.replace("(", " ").replace(")", " ").replace(",", " ").replace(":", " ").replace(";", " ").split()
    if "by" in spec and spec["by"] not in words:
        return False
    if "about" in spec and not any(word == spec["about"] or word.startswith(spec["about"] + ".") for word in words):
        return False
    return "says" not in spec or plain(spec["says"]) in plain(text)
