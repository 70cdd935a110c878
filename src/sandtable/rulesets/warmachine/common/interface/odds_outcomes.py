"""Results of a choice, as people ask for their odds: boxes marked, systems out, destroyed, knocked down, focus left."""

from __future__ import annotations

from typing import Any

from sandtable.core import Event
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.state.cards import HULL, SYSTEMS
from sandtable.rulesets.warmachine.common.state.conditions import is_down
from sandtable.rulesets.warmachine.common.state.events import Struck
from sandtable.rulesets.warmachine.common.state.rules import Position

NEAR = 3000  # thousandths: a little beyond the longest melee range


def outcome(
    before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
) -> dict[str, bool | int]:
    """Of the last model named; the focus and damage of the first; points where nobody is named."""
    was, now = before.state, after.state
    models = [name for name in about if name in was.models]
    if not models:
        return {f"score {seat}": now.points[n] - was.points[n] for n, seat in enumerate(before.rules.seats)}
    actor, target = models[0], models[-1]
    found = harm(before, after, target)
    if actor == target:
        return found
    if threatened(before, actor):
        found["own damage"] = boxes(before, actor) - boxes(after, actor)
        found["own loss"] = actor not in now.models
    if was.status[actor].focus:
        found["focus"] = now.status[actor].focus if actor in now.models else 0
    return found


def threatened(p: Position, actor: str) -> bool:
    """Whether an enemy is near enough to strike back in the same activation: a move may pass it."""
    return any(near(p, actor, enemy, NEAR) for enemy in p.state.enemies(actor))


def harm(before: Position, after: Position, target: str) -> dict[str, bool | int]:
    """What became of a model."""
    gone = target not in after.state.models
    found: dict[str, bool | int] = {"damage": boxes(before, target) - boxes(after, target), "destroy": gone}
    card = before.rules.cards.models[before.state.status[target].card]
    systems = sorted({letter for column in card.grid for letter in column} - {HULL})
    already = disabled(card, before.state.status[target].marks)
    out = disabled(card, after.state.status[target].marks)
    for letter in systems:
        if letter not in already:
            found[f"{SYSTEMS[letter]} out"] = gone or letter in out
    if not is_down(before, target):
        found["knocked down"] = not gone and is_down(after, target)
    return found


def boxes(p: Position, name: str) -> int:
    """Damage boxes left; none of a model that is gone."""
    if name not in p.state.models:
        return 0
    status = p.state.status[name]
    return left(p.rules.cards.models[status.card], status.marks)


def is_hit(event: Event, about: tuple[str, ...]) -> bool | None:
    """Attacks of the first of these models on the last."""
    if isinstance(event, Struck) and event.by == about[0] and event.who == about[-1]:
        return bool(event.hit)
    return None
