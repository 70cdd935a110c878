"""Results of a choice, as people ask for their odds."""

from __future__ import annotations

from typing import Any

from sandtable.core import Event
from sandtable.rulesets.warcaster.attacks.resolution import Hit, Missed
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.rules import Position


def outcome(
    before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
) -> dict[str, bool | int]:
    """Hit, the target's damage (all it had left when it is gone), destroyed; the attacker's Arc and score."""
    was, now = before.state, after.state
    strike = next((r for r in returned if isinstance(r, Strike)), None)
    if strike is not None and len(about) < 2:  # asked in the middle of an attack
        about = (strike.attacker, strike.declared or strike.target)
    models = [name for name in about if name in was.models]
    found: dict[str, bool | int] = {}
    if not models:
        return {f"score {'ab'[seat]}": now.players[seat].vp - was.players[seat].vp for seat in (0, 1)}
    actor, target = models[0], models[-1]
    if actor != target:
        harm, gone = left(before, target) - left(after, target), target not in now.models
        if strike is not None and "spray" not in strike.quality:  # that is several attacks: hits are counted
            found["hit"] = strike.hit
        elif gone:
            found["hit"] = True  # the game is over, and nothing came back
        found["damage"] = harm
        found["destroy"] = gone
    unit, seat = was.models[actor].unit, was.seat_of(actor)
    found["arc"] = now.units[unit].arc if unit in now.units else 0
    found["score"] = now.players[seat].vp - was.players[seat].vp
    return found


def is_hit(event: Event, about: tuple[str, ...]) -> bool | None:
    """Of the attacks declared, whoever steps in their way; attacks in reaction and on bystanders do not count."""
    if not isinstance(event, Hit | Missed):
        return None
    strike = event.strike
    if strike.attacker != about[0] or about[-1] not in (strike.target, strike.declared) or strike.extra:
        return None
    return isinstance(event, Hit)


def left(p: Position, name: str) -> int:
    """Health left, of a gate its Arc; none of a model that is gone."""
    state = p.state
    if name not in state.models:
        return 0
    if state.is_gate(name):
        return state.units[name].arc
    model = state.models[name]
    return p.rules.cards.units[model.card].health - model.damage
