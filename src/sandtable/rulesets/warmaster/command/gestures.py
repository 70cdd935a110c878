"""Moves in words: one gesture for a whole body, or one for each unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core import Unspoken
from sandtable.core.words import direction as spoken_direction
from sandtable.core.words import number
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.rulesets.warmaster.command.spoken_names import one_name, words_in
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import column_at, line_at, middle
from sandtable.rulesets.warmaster.measuring.unit_poses import as_pose
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import Pose

STAY = (["stay"], ["hold"], ["stand"], ["all", "stay"])
FORMS = {"line": line_at, "column": column_at}


def gesture(p: Position, units: tuple[str, ...], words: str) -> tuple[Any, ...]:
    """``ahead 20`` for all; ``spears_1 ahead 12; swords_1 charge`` for each: those not named stay."""
    parts = [words_in(part.casefold()) for part in words.split(";") if part.strip()]
    if not parts:
        raise Unspoken("say how far: ahead 20, stay, column")
    named = [one_name(p, part, units) for part in parts]
    whole = [rest for name, rest in named if not name]
    if whole and len(parts) > 1:
        raise Unspoken(f"{' '.join(whole[0])!r} names no unit; units: {', '.join(units)}")
    if whole:
        return body(p, units, whole[0][1:] if whole[0][:1] in (["all"], ["march"]) and whole[0][1:] else whole[0])
    said = dict(named)
    moves = [(name, one(p, (name,), said[name])[name]) for name in said]
    return placed(p, [*moves, *((name, p.state.stands[name]) for name in units if name not in said)])


def body(p: Position, units: tuple[str, ...], words: list[str]) -> tuple[Any, ...]:
    """All of them as one, the foremost first."""
    ends = one(p, units, words)
    shift = [(e[0] - s[0], e[1] - s[1]) for u in units for s, e in zip(p.state.stands[u], ends[u] or (), strict=False)]
    dx, dy = sum(x for x, _ in shift), sum(y for _, y in shift)
    order = sorted(units, key=lambda u: -max(r.x * dx + r.y * dy for r in crowd(p).of(u)))
    return placed(p, [(name, ends[name]) for name in order])


def placed(p: Position, moves: Sequence[tuple[str, tuple[Pose, ...] | None]]) -> tuple[Any, ...]:
    """Units that keep their formation have one pose."""
    stands = p.state.stands
    return tuple((name, None if poses is None else as_pose(stands[name], poses) or poses) for name, poses in moves)


def one(p: Position, units: tuple[str, ...], words: list[str]) -> dict[str, tuple[Pose, ...] | None]:
    """Where the stands of a body go that is told one thing."""
    if not words or words in STAY:
        return {name: p.state.stands[name] for name in units}
    if words[0] in ("charge", "charges"):
        return dict.fromkeys(units)
    if words[0] in FORMS:
        return {name: formed(p, name, words) for name in units}
    rects = [r for name in units for r in crowd(p).of(name)]
    about, facing, turn = middle(rects), rects[0].facing, 0
    if words[0] in ("left", "right") and len(words) > 1:
        turn = number(words[1].removesuffix("deg").removesuffix("°")) * (1 if words[0] == "left" else -1)
        words = words[2:]
    by = (0.0, 0.0)
    if words:
        way, rest = spoken_direction(p, words, (round(about[0]), round(about[1])), turned(facing, turn))
        rest = [word for word in rest if word != "cm"]
        if len(rest) != 1:
            raise Unspoken("how far? ahead 20, toward orcs_1 12")
        far, (cos, sin) = number(rest[0]), direction(way)
        by = far * cos, far * sin
    return {name: wheeled(crowd(p).of(name), about, turn, by) for name in units}


def formed(p: Position, name: str, words: list[str]) -> tuple[Pose, ...]:
    """``line``, ``column``, ``line toward orcs_1``: about its middle, or behind its first stand."""
    stands = crowd(p).of(name)
    at = middle(stands) if words[0] == "line" else (stands[0].x, stands[0].y)
    facing = stands[0].facing
    if words[1:]:
        facing, _ = spoken_direction(p, words[1:], (round(at[0]), round(at[1])), facing)
    return FORMS[words[0]](at, facing, (stands[0].frontage, stands[0].depth), len(stands))


def wheeled(stands: tuple[Rect, ...], about: Point, turn: int, by: Point) -> tuple[Pose, ...]:
    """Stands turned about a point as they stand, then shifted; rounded once."""
    (x, y), (cos, sin) = about, direction(turn)
    if not turn:
        dx, dy = round(by[0]), round(by[1])
        return tuple((round(s.x) + dx, round(s.y) + dy, s.facing) for s in stands)
    return tuple(
        (
            round(x + (s.x - x) * cos - (s.y - y) * sin + by[0]),
            round(y + (s.x - x) * sin + (s.y - y) * cos + by[1]),
            turned(s.facing, turn),
        )
        for s in stands
    )
