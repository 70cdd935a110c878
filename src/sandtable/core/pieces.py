"""Pieces on a table by the names people type: for rulers, prompts and lists, without drawing code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.core.bodies import on_table, seat_of
from sandtable.geometry.shapes import Disc, Rect

if TYPE_CHECKING:
    from sandtable.core.position import Position


class Standing(NamedTuple):
    """A piece or a marker where it stands."""

    shape: Disc | Rect
    seat: int | None = None  # None: nobody's, such as an objective
    facing: int | None = None
    origin: tuple[int, int] | None = None  # what its place is counted from, where that is not its middle

    @property
    def at(self) -> tuple[int, int]:
        return self.origin or (round(self.shape.x), round(self.shape.y))


def from_drawing(piece: Any, seats: tuple[str, ...]) -> Standing:
    """A piece of a scene. The engine knows scenes by their fields only."""
    shape, seat = piece.shape, seats.index(piece.seat) if piece.seat in seats else None
    if hasattr(shape, "r"):
        return Standing(Disc(shape.x, shape.y, shape.r), seat, piece.facing)
    return Standing(Rect(shape.x, shape.y, shape.frontage, shape.depth, shape.facing), seat, shape.facing)


def marks(piece: Any) -> tuple[str, ...]:
    """What a drawing shows at a piece, in words: health, pips, badges, and whether it has acted."""
    found = []
    if piece.health is not None:
        left, most = piece.health
        found.append(f"health {left}/{most}")
    found += [f"{pips.name} {pips.n}" for pips in piece.pips]
    found += [badge.name or badge.text for badge in piece.badges]
    if piece.faded and not piece.badges:
        found.append("has acted")
    return tuple(found)


def fact_lines(facts: Mapping[str, Any]) -> list[str]:
    """Facts as lines; what is empty or false is left out."""
    lines = []
    for key, value in facts.items():
        if value is None or value is False or value == "" or value == [] or value == {}:
            continue
        if isinstance(value, Mapping):
            value = ", ".join(f"{k} {v}".strip() for k, v in value.items())
        elif isinstance(value, list | tuple):
            value = ", ".join(map(_short, value))
        lines.append(f"{key.replace('_', ' ')}: {'yes' if value is True else _short(value)}")
    return lines


def outcome_by_facts(before: Position, after: Position, about: tuple[str, ...]) -> dict[str, bool | int]:
    """Damage and destruction of the last piece named, and the score gained by the first one's seat."""
    found: dict[str, bool | int] = {}
    rules = before.rules
    pieces = [name for name in about if on_table(before, name)]
    if pieces:
        was, now = rules.scenarios.facts(before, pieces[-1]) or {}, rules.scenarios.facts(after, pieces[-1]) or {}
        gone = not on_table(after, pieces[-1])
        if isinstance(was.get("damage"), int):
            found["damage"] = was.get("health", 0) if gone else now["damage"] - was["damage"]
        found["destroy"] = gone
    seat = seat_of(before, pieces[0]) if pieces else None
    gained = [b - a for a, b in zip(rules.score(before.state), rules.score(after.state), strict=True)]
    if seat is not None:
        found["score"] = gained[seat]
    return found


def _short(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
