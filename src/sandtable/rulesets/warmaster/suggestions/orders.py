"""Orders worth trying: those likely to be obeyed, large bodies first."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.command.orders import END, OrderMenu
from sandtable.rulesets.warmaster.state.rules import Position, rank

LIKELY = (0.0, 0.0, 1 / 36, 3 / 36, 6 / 36, 10 / 36, 15 / 36, 21 / 36, 26 / 36, 30 / 36, 33 / 36)
LOOKED_AT = 24  # options whose chance is worked out


@suggests(OrderMenu)
def orders(p: Position, domain: OrderMenu, n: int, rng: Random) -> list[Any]:
    options = domain.options(p)
    some = list(options[:-1])
    if len(some) > LOOKED_AT:
        some = rng.sample(some, LOOKED_AT)
    weighed = []
    for option in some:
        character, *units = option.about
        value = max(0, min(10, p.value(OrderTest(character, tuple(units)))))
        weight = LIKELY[value] ** 2 * (0.4 + len(units)) + 0.001
        if rank(p, character).kind == "general":
            weight *= 0.35  # his failure ends all orders
        weighed.append((weight * rng.random(), option.key))
    weighed.sort(reverse=True)
    found = [key for _, key in weighed[:n]]
    if not found or (n > 1 and len(found) == n) or rng.random() < 0.06:
        found = [*found[: n - 1], END]
    return found
