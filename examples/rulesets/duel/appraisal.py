"""What a player of Duel looks at: health, the champions above all, who can strike whom, tricks in hand."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from duel.attacks import RANGE
from duel.state import Model, Table
from sandtable.core import Position, Term
from sandtable.core.effects import on
from sandtable.geometry.arcs import in_front
from sandtable.geometry.units import MILLI

CHAMPION = 600  # a point of a champion's health, beside the point itself
FALLEN = 2500  # a model gone
BLOW = 0.35  # of a model's power over armour, for standing where it can strike next
TRICK = 250
GUARD = 200


def appraise(p: Position, seat: int) -> Iterator[Term]:
    for side, sign, whose in ((seat, 1, ""), (1 - seat, -1, "the enemy's ")):
        for m in p.state.of(side):
            worth = m.health * (1000 + (CHAMPION if m.profile.champion else 0)) + FALLEN
            yield Term(sign * worth, f"{whose}{m.name} has {m.health} health", group=f"health of {m.name}")
            if reach := best_blow(p, m):
                yield Term(sign * reach, f"{m.name} can strike", group=f"blow of {m.name}")
            if on(p.state.effects, m.name, "guard"):
                yield Term(sign * GUARD, f"{m.name} is on guard")
        tricks = len(p.state.tricks[side].hand)
        if tricks:
            yield Term(sign * TRICK * tricks, f"{whose}tricks in hand")


def best_blow(p: Position, m: Model) -> int:
    """The nearer to a foe it can hurt, the better; at arm's length and facing it, best."""
    table: Table = p.state
    best = 0.0
    for foe in table.enemies(m.name):
        far = max(0.0, hypot(m.x - foe.x, m.y - foe.y) - 2 * m.base.r)
        harm = max(1, 7 + m.profile.power - foe.profile.armour) * (1.6 if foe.profile.champion else 1.0)
        moves = far / (m.profile.speed * MILLI)
        value = 1000 * BLOW * harm / 4 * 0.6**moves
        if m.knives and far <= RANGE:
            value *= 1.2
        best = max(best, value * (1.0 if in_front(m.base, m.facing, foe.base) else 0.7))
    return round(best)
