"""Moves in words: one gesture for a whole body, or one for each unit."""

from __future__ import annotations

from typing import Any

from sandtable.core import Unspoken
from sandtable.core.words import direction as spoken_direction
from sandtable.core.words import number, words_of
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Rect, turned
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import column_at, line_at, middle
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import Pose


def gesture(p: Position, units: tuple[str, ...], words: str) -> tuple[Any, ...]:
    """``ahead 20`` for all; ``spears_1 ahead 12; swords_1 charge`` for each."""
    parts = [words_of(part) for part in words.split(";") if part.strip()]
    if not parts:
        raise Unspoken("say how far: ahead 20, stay, column")
    whole = [part for part in parts if not any(part[0] == name.casefold() for name in units)]
    if whole and len(parts) > 1:
        raise Unspoken(f"{' '.join(whole[0])!r} names no unit; units: {', '.join(units)}")
    if whole:
        facing = crowd(p).of(units[0])[0].facing
        return tuple((name, _moved(p, name, whole[0], facing)) for name in units)
    said = {part[0]: part[1:] for part in parts}
    named = {name: said.get(name.casefold(), ["stay"]) for name in units}
    order = sorted(units, key=lambda name: list(said).index(name.casefold()) if name.casefold() in said else len(said))
    return tuple((name, _moved(p, name, named[name], crowd(p).of(name)[0].facing)) for name in order)


def _moved(p: Position, name: str, words: list[str], facing: int) -> tuple[Pose, ...] | None:
    stands = crowd(p).of(name)
    if not words or words == ["stay"]:
        return p.state.stands[name]
    if words == ["charge"]:
        return None
    size = stands[0].frontage, stands[0].depth
    if words[0] in ("line", "column"):
        make = line_at if words[0] == "line" else column_at
        at = middle(stands) if words[0] == "line" else (stands[0].x, stands[0].y)
        return make(at, _facing(p, words[1:], stands), size, len(stands))
    turn = 0
    if words[0] in ("left", "right") and len(words) > 1:
        turn = number(words[1].removesuffix("deg")) * (1 if words[0] == "left" else -1)
        words = words[2:]
    turned_poses = _wheeled(stands, turn)
    if not words:
        return turned_poses
    x, y = middle(stands)
    way, rest = spoken_direction(p, words, (round(x), round(y)), turned(facing, turn))
    if len(rest) != 1:
        raise Unspoken("how far? ahead 20, toward orcs_1 12")
    far, (cos, sin) = number(rest[0]), direction(way)
    return tuple((round(px + far * cos), round(py + far * sin), f) for px, py, f in turned_poses)


def _facing(p: Position, words: list[str], stands: tuple[Rect, ...]) -> int:
    if not words:
        return stands[0].facing
    x, y = middle(stands)
    way, _ = spoken_direction(p, words, (round(x), round(y)), stands[0].facing)
    return way


def _wheeled(stands: tuple[Rect, ...], turn: int) -> tuple[Pose, ...]:
    """The unit turned about its middle as it stands."""
    (x, y), (cos, sin) = middle(stands), direction(turn)
    return tuple(
        (
            round(x + (s.x - x) * cos - (s.y - y) * sin),
            round(y + (s.x - x) * sin + (s.y - y) * cos),
            turned(s.facing, turn),
        )
        for s in stands
    )
