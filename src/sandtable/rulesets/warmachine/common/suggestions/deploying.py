"""Where bots put down their army: fighters together in the middle of the front, warcasters behind them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.setup.deployment import NORTH, SOUTH, Deployment, strip
from sandtable.rulesets.warmachine.common.state.rules import Position

BEHIND = 3500  # how far warcasters keep from the front edge of the strip
STEP, WIDE = 900, 6  # between places that are tried; models in a rank
ROOM = 200  # between the bases of a rank


@suggests(Deployment)
def deployments(p: Position, domain: Deployment, n: int, rng: Random) -> list[Any]:
    """The first places that are free, from the middle outwards; one answer alone is any legal one."""
    if n == 1:
        return domain.sample(p, 1, rng)
    found: list[Any] = []
    for placed in outwards(p, domain):
        if domain.refuse(p, placed) is None:
            found.append(placed)
            break
    return [*found, *domain.sample(p, n - len(found), rng)]


def outwards(p: Position, domain: Deployment) -> Iterator[tuple[Any, ...]]:
    """Blocks of ranks, front rank first, farther and farther from the middle, then farther back."""
    x0, y0, x1, y1 = (round(side) for side in strip(p, domain.seat, domain.advanced))
    cards, status = p.rules.cards.models, p.state.status
    far = p.state.sides[domain.seat] == 1
    r = max(p.rules.bases[status[name].card].radius for name in domain.pieces)
    step, wide, ahead = 2 * r + ROOM, min(len(domain.pieces), WIDE), -1 if far else 1
    behind = BEHIND if any(cards[status[name].card].kind == "warcaster" for name in domain.pieces) else 0
    middle = (x0 + x1) // 2 - (wide - 1) * step // 2
    facing = SOUTH if far else NORTH
    front = (y0 + r if far else y1 - r) - ahead * behind
    for back in range(0, y1 - y0, 2 * MILLI):
        for aside in range(0, x1 - x0, STEP):
            for x in (middle + aside, middle - aside):
                if x0 + r <= x and x + (wide - 1) * step <= x1 - r:
                    yield tuple(
                        (name, (x + i % wide * step, front - ahead * (back + i // wide * step), facing))
                        for i, name in enumerate(domain.pieces)
                    )
