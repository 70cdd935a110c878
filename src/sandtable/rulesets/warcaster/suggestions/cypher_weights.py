"""How tempting a card is: weights for candidates, so that random play resembles play. No rule reads them."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table

READY = ("impulse_inducer", "temporal_cycle", "encrypted_command")  # remove a token
LATE = ("momentum_calibrator", "kinetic_accelerator", "ascension_catalyst", "reiteration_complex")  # need an activation


def appeal(p: Position, seat: int, key: str) -> float:
    """A weight for playing a card in this manner: ``play <card> on <target> …``."""
    _, card, _, on, *more = key.split()
    return appeal_on(p, seat, card, on, *more)


def most_appeal(state: Table, card: str) -> float:
    """The highest weight a card can have now: a card that is hardly ever played need not be judged."""
    if state.step != "cypher_a" and (card in READY or card in LATE):
        return 0.5 if card in READY else 0.05
    return 0.3 if card == "recall_initiative" else 2.0


def appeal_on(p: Position, seat: int, card: str, on: str, *more: str) -> float:
    state = p.state
    if p.rules.cards.cyphers[card].type == "fury":
        return worth(p, on) * (0.5 if card == "cryo_lock" and state.units[state.models[on].unit].token else 1.0)
    unit = state.units[state.models[on].unit if on in state.models else on]
    if card in READY:
        return 2.0 if unit.token and state.step == "cypher_a" else 0.5 if unit.token else 0.02
    if card in LATE:
        return 1.5 if state.step == "cypher_a" and not unit.token else 0.05
    if card == "recall_initiative":
        hurt = any(m.damage for m in state.models.values() if m.unit == on) or bool(unit.lost)
        return 0.3 if hurt and len(state.in_play(seat)) > 2 else 0.01
    if card == "arcane_synthesis":
        return 0.5 * int(more[1])
    if card in ("annihilation_vector", "aggression_theorem", "mortality_destabilizer"):
        return 2.0
    return 1.0


def worth(p: Position, model: str) -> float:
    """An enemy model as a Fury's target: costly units, and those already hurt."""
    state = p.state
    m = state.models[model]
    card = p.rules.cards.units[m.card]
    if m.card == "void_gate":
        return 0.5 + 0.3 * state.units[m.unit].arc
    return 0.5 + 0.4 * card.dc + (1.5 * m.damage / card.health if m.damage else 0.0)


def weighted(pairs: list[tuple[Any, float]], n: int, rng: Random) -> list[Any]:
    """Up to n different ones, the heavier the likelier."""
    left, found = list(pairs), []
    for _ in range(min(n, len(left))):
        point = rng.random() * sum([w for _, w in left])
        at = 0
        for at, (_, weight) in enumerate(left):  # noqa: B007
            point -= weight
            if point <= 0:
                break
        found.append(left.pop(at)[0])
    return found
