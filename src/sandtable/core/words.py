"""Answers in words: how a person says a place, a direction, a share, so that prompt, files and bots agree.

Lengths are in table units, angles in degrees: ``12 8.5``, ``north 4``, ``45deg 3``, ``ahead 12``, ``toward scourge 5``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING

from sandtable.core.facets import BadSetup
from sandtable.core.pieces import Standing
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import FULL_TURN, MILLI, milli

if TYPE_CHECKING:
    from sandtable.core.position import Position

Point = tuple[int, int]
COMPASS = {
    "east": 0, "north-east": 45, "north": 90, "north-west": 135,
    "west": 180, "south-west": 225, "south": 270, "south-east": 315,
}  # fmt: skip
SHORT = {"e": 0, "ne": 45, "n": 90, "nw": 135, "w": 180, "sw": 225, "s": 270, "se": 315}
NUMBER = re.compile(r"[+-]?\d{1,6}(?:\.\d{1,6})?")
DEGREES = re.compile(r"([+-]?\d{1,6}(?:\.\d{1,6})?)(?:deg|°)")
LONGEST = 500  # characters that are read at all


class Unspoken(ValueError):
    """Words that mean no answer here; the text says what can be said."""


def words_of(text: str) -> list[str]:
    """The words, with brackets and commas between numbers taken as spaces."""
    if len(text) > LONGEST:
        raise Unspoken(f"more than {LONGEST} characters are no answer")
    return text.casefold().replace("[", " ").replace("]", " ").split()


def number(word: str) -> int:
    """A length or an angle, in thousandths."""
    if NUMBER.fullmatch(word) is None:
        raise Unspoken(f"{word!r} is no number")
    return milli(float(word))


def direction(p: Position, words: list[str], at: Point | None, facing: int | None) -> tuple[int, list[str]]:
    """The direction that the first words name, in thousandths of a degree, and the words left."""
    if not words:
        raise Unspoken("a direction is missing: north, 45deg, ahead, left 30, right 30, toward NAME")
    first, rest = words[0], words[1:]
    if first in COMPASS or first in SHORT:
        return MILLI * COMPASS.get(first, SHORT.get(first, 0)), rest
    if found := DEGREES.fullmatch(first):
        return number(found[1]) % FULL_TURN, rest
    if first in ("ahead", "back", "left", "right"):
        if facing is None:
            raise Unspoken(f"{first!r}: the piece faces nowhere; name a direction such as north or 45deg")
        if first in ("ahead", "back"):
            return (facing + (FULL_TURN // 2 if first == "back" else 0)) % FULL_TURN, rest
        if not rest:
            raise Unspoken(f"{first!r} by how many degrees?")
        turn = number(rest[0].removesuffix("deg").removesuffix("°"))
        return (facing + (turn if first == "left" else -turn)) % FULL_TURN, rest[1:]
    if first in ("toward", "towards", "facing") and rest:
        name, place = piece_named(p, rest[0])
        if at is None or place == at:
            raise Unspoken(f"no direction leads from here to {name}")
        return bearing(at, place), rest[1:]
    raise Unspoken(f"{first!r} is no direction: north, 45deg, ahead, left 30, right 30, toward NAME")


def facing_said(p: Position, text: str, at: Point | None, facing: int | None) -> tuple[str, int | None]:
    """A place with a facing after it, as the words of the place and the facing: ``12 8 facing scourge``.

    The facing is seen from where the place is.
    """
    words = words_of(text)
    if "facing" not in words[1:]:
        return text, None
    cut = len(words) - 1 - words[::-1].index("facing")
    where, said = " ".join(words[:cut]), words[cut + 1 :]
    if len(said) == 1 and NUMBER.fullmatch(said[0]):
        return where, number(said[0]) % FULL_TURN
    there = place(p, where, at, facing)
    way, rest = direction(p, said if said[:1] and is_way(said[0]) else ["facing", *said], (there[0], there[1]), facing)
    if rest:
        raise Unspoken(f"{' '.join(rest)!r} does not belong to a facing")
    return where, way


def is_way(word: str) -> bool:
    known = word in COMPASS or word in SHORT or word in ("ahead", "back", "left", "right")
    return known or DEGREES.fullmatch(word) is not None


def pieces_on(p: Position) -> Mapping[str, Standing]:
    """What stands on the table; nothing in a game without a drawing."""
    try:
        found: Mapping[str, Standing] = p.rules.showing.pieces(p)
    except BadSetup:
        return {}
    return found


def piece_named(p: Position, word: str) -> tuple[str, Point]:
    """A piece or body on the table by its name, or the only piece whose name begins so. A body is at its middle."""
    pieces = pieces_on(p)
    if word not in pieces and (body := p.rules.showing.bodies(p).get(word)) is not None and body.pieces:
        return word, middle([pieces[name].at for name in body.pieces])
    found = [word] if word in pieces else [name for name in pieces if name.casefold().startswith(word)]
    if len(found) != 1:
        many = f"could mean {', '.join(found[:8])}" if found else f"is not on the table; pieces: {', '.join(pieces)}"
        raise Unspoken(f"{word!r} {many}"[:400])
    return found[0], pieces[found[0]].at


def place(p: Position, text: str, at: Point | None, facing: int | None = None) -> tuple[int, ...]:
    """``12 8.5``, ``12 8.5 90``, ``north 4`` or ``toward scourge 5``, as a place in thousandths."""
    words = words_of(text)
    if words and NUMBER.fullmatch(words[0].rstrip(",")):
        numbers = [number(word.rstrip(",")) for word in words]
        if len(numbers) not in (2, 3):
            raise Unspoken(f"{text!r} is no place: write x y, or x y facing")
        return tuple(numbers)
    if at is None:
        raise Unspoken("a direction needs a piece that stands somewhere; write x y")
    way, rest = direction(p, words, at, facing)
    if len(rest) != 1:
        raise Unspoken("how far? north 4, ahead 12, toward scourge 5")
    return moved(at, way, number(rest[0]))


def moved(at: Point, way: int, far: int) -> Point:
    """The place this far from another in a direction, rounded once."""
    angle = radians(way / MILLI)
    return round(at[0] + far * cos(angle)), round(at[1] + far * sin(angle))


def middle(places: Sequence[tuple[int, ...]]) -> Point:
    """The place in the middle of some."""
    n = len(places)
    return round(sum(at[0] for at in places) / n), round(sum(at[1] for at in places) / n)
