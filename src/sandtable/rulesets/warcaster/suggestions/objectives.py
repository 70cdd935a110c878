"""Portable objectives are mostly picked up."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.rulesets.warcaster.missions.objectives import Pick
from sandtable.rulesets.warcaster.state.rules import Position

PICKS_UP = 0.9


@suggests(Pick)
def pick_up(p: Position, domain: Pick, n: int, rng: Random) -> list[Any]:
    keys = [o.key for o in domain.offered]
    return keys[:n] if rng.random() < PICKS_UP else keys[::-1][:n]
