"""Is what was found what the file expects? Numbers in table units, comparisons in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from decimal import Decimal
from typing import Any

import msgspec

from sandtable.scenarios.phrases import plain

LONGEST = 300  # characters of a value in a message

SIGNS = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "at least": lambda a, b: a >= b,
    "at most": lambda a, b: a <= b,
    "more than": lambda a, b: a > b,
    "less than": lambda a, b: a < b,
}
COMPARED = re.compile(rf"({'|'.join(SIGNS)})\s*(-?[0-9.]+)")
ABOUT = re.compile(r"about\s+(-?[0-9]*\.?[0-9]+)")
RANGE = re.compile(r"(-?[0-9]*\.?[0-9]+)\s+to\s+(-?[0-9]*\.?[0-9]+)")
NOTHING = {"gone", "none", "nothing", "nobody"}
CLOSE = 0.0005  # half a thousandth: what is stored cannot differ by less


def agrees(expected: Any, found: Any) -> bool:
    """``2``, ``">= 2"``, ``about 3.2``, ``2 to 4``, ``not 3``, ``has stunned``, ``lacks stunned``, lists, null."""
    if expected is None:
        return found is None or found == ""
    if isinstance(expected, bool) or isinstance(found, bool):
        return isinstance(expected, bool) and isinstance(found, bool) and expected == found
    if isinstance(expected, int | float) and isinstance(found, int | float | Decimal):
        return abs(float(expected) - float(found)) < CLOSE
    if isinstance(expected, str):
        return _text(expected.strip(), found)
    if isinstance(expected, list):
        return _list(expected, found)
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return all(key in found and agrees(value, found[key]) for key, value in expected.items())
    return bool(expected == found)


def _text(expected: str, found: Any) -> bool:
    if isinstance(found, str) and plain(expected) == plain(found):
        return True
    head, _, rest = expected.partition(" ")
    if head == "not" and rest:
        return not agrees(value_of(rest), found)
    if head in ("has", "lacks") and rest:
        return _holds(value_of(rest), found) is (head == "has")
    if isinstance(found, int | float | Decimal) and not isinstance(found, bool):
        return _number(expected, float(found))
    return (found is None or found == "") and expected.casefold() in NOTHING


def _number(expected: str, found: float) -> bool:
    if sign := COMPARED.fullmatch(expected):
        limit = _float(sign[2])
        nudge = CLOSE if sign[1] in (">=", "at least") else -CLOSE if sign[1] in ("<=", "at most") else 0
        return limit is not None and bool(SIGNS[sign[1]](found + nudge, limit))
    if about := ABOUT.fullmatch(expected):
        digits = len(about[1].partition(".")[2])
        return bool(abs(found - float(about[1])) <= 0.5 / 10**digits + CLOSE)
    if span := RANGE.fullmatch(expected):
        return float(span[1]) - CLOSE <= found <= float(span[2]) + CLOSE
    number = _float(expected)
    return number is not None and abs(number - found) < CLOSE


def _list(expected: list[Any], found: Any) -> bool:
    if isinstance(found, Set):
        return len(expected) == len(found) and all(_holds(each, found) for each in expected)
    return (
        isinstance(found, list | tuple)
        and len(expected) == len(found)
        and all(agrees(e, f) for e, f in zip(expected, found, strict=True))
    )


def _holds(expected: Any, found: Any) -> bool:
    if isinstance(found, str):
        return isinstance(expected, str) and plain(expected) in plain(found)
    return isinstance(found, list | tuple | Set | Mapping) and any(agrees(expected, each) for each in found)


def value_of(text: str) -> Any:
    """A word of a phrase as the value it stands for."""
    known = {"true": True, "false": False, "null": None}
    if text in known:
        return known[text]
    if text[:1] == "[" and text[-1:] == "]" and "[" not in text[1:]:
        return [value_of(part.strip()) for part in text[1:-1].split(",")]
    number = _float(text)
    return text if number is None else number


def _float(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < 1e12 else None


def shown(value: Any) -> str:
    """A value as a person writes it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | Decimal):
        return f"{float(value):.3f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, Set):
        return "[" + ", ".join(sorted(map(shown, value))) + "]"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(each)}" for key, each in value.items()) or "nothing"
    if isinstance(value, msgspec.Struct):
        return f"a {type(value).__name__}"
    return str(value)[:LONGEST]
