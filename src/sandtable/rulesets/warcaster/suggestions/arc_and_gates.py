"""Where Arc goes, and where gates are placed."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from sandtable.core import some, suggests
from sandtable.core.legality import allowed
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import in_random_order
from sandtable.rulesets.warcaster.turn.charging import CLEAR, NOTHING, Charging
from sandtable.rulesets.warcaster.turn.void_gates import (
    FREE_GATE,
    PASS,
    ROOM,
    GateCharge,
    GateMenu,
    gate_key,
    nominees,
)

CHARGES = 0.9  # how often Arc is charged rather than anything else
PLACES = 0.9  # how often a gate is placed that could be
POOR = 0.1  # how often a gate is placed with less Arc in the well than most units cost
CHEAP = 2  # Arc that pays for the cheapest units
EMPTY = 0.05  # how often a gate may be charged with less than that


@suggests(Charging)
def charging(p: Position, domain: Charging, n: int, rng: Random) -> list[Any]:
    charges = [f"charge {name}" for name in domain.able(p)]
    others = [CLEAR, NOTHING] if domain.may_clear(p) else [NOTHING]
    if len(charges) + len(others) > 2 and rng.random() < CHARGES:
        return some(charges or others, n, rng)
    return some([*charges, *others], n, rng)


@suggests(GateMenu)
def gates(p: Position, domain: GateMenu, n: int, rng: Random) -> list[Any]:
    """Places in random order until enough have room: only those are judged."""
    free = allowed((FREE_GATE,), p, domain.seat, "")
    if free and (p.state.players[domain.seat].well >= CHEAP or rng.random() < POOR) and rng.random() < PLACES:
        places = in_random_order([*nominees(p, domain.seat), ""], rng)
        roomy = (near for near in places if allowed((ROOM,), p, domain.seat, near))
        if found := [gate_key(near) for near in islice(roomy, n)]:
            return found
    return [PASS]


@suggests(GateCharge)
def gate_charge(p: Position, domain: GateCharge, n: int, rng: Random) -> list[Any]:
    """Enough to deploy something."""
    least = 0 if rng.random() < EMPTY else min(CHEAP, domain.most)
    return some([f"charge {amount}" for amount in range(domain.most, least - 1, -1)], n, rng)
