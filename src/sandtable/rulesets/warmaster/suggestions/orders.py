"""Orders worth trying: those likely to be obeyed, large bodies first."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.rulesets.warmaster.command.brigades import MOST
from sandtable.rulesets.warmaster.command.order_test import BAND, OrderTest
from sandtable.rulesets.warmaster.command.orders import END, OrderMenu, groups_for, issuers, may_brigade, order_option
from sandtable.rulesets.warmaster.ending.victory import unit_points
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, full_pace, rank

LIKELY = (0.0, 0.0, 1 / 36, 3 / 36, 6 / 36, 10 / 36, 15 / 36, 21 / 36, 26 / 36, 30 / 36, 33 / 36)
OUT_OF_REACH = 20_600  # as near as one comes without being charged on initiative
DRAWN = 6  # bodies drawn for each order wanted, their chances worked out
SIZES = (1, 2, 3, 4, 4, 4)


@suggests(OrderMenu)
def orders(p: Position, domain: OrderMenu, n: int, rng: Random) -> list[Any]:
    """Drawn, not listed: a large army has hundreds of bodies."""
    groups = [(c, units, links) for c in issuers(p) for units, links in groups_for(p, c) if units]
    weighed: dict[tuple[str, tuple[str, ...]], float] = {}
    for _ in range(DRAWN * min(n, 4) if groups else 0):
        character, units, links = groups[int(rng.random() * len(groups))]
        body = drawn(p, units, links, rng)
        if (character, body) not in weighed:
            noise = rng.random() if n == 1 else rng.uniform(0.7, 1.0)
            weighed[character, body] = weight(p, character, body) * noise
    best = sorted(weighed, key=lambda order: -weighed[order])[:n]
    found = [order_option(*order).key for order in best]
    if not found or (n > 1 and len(found) == n) or rng.random() < 0.06:
        found = [*found[: n - 1], END]
    return found


def drawn(p: Position, units: list[str], links: dict[str, set[str]], rng: Random) -> tuple[str, ...]:
    """A body grown from one of the units, neighbour by neighbour."""
    body = [units[int(rng.random() * len(units))]]
    size = min(SIZES[int(rng.random() * len(SIZES))], MOST)
    while len(body) < size:
        near = [u for u in units if u not in body and any(u in links.get(b, ()) for b in body)]
        if not near:
            break
        body.append(near[int(rng.random() * len(near))])
    whole = tuple([u for u in units if u in body])
    return whole if may_brigade(p, whole) else (body[0],)


def weight(p: Position, character: str, body: tuple[str, ...]) -> float:
    """How likely the order is obeyed, and how much there is to do for those who get it."""
    value = max(0, min(10, p.value(OrderTest(character, body))))
    found: float = LIKELY[value] ** 1.5 * sum(eager(p, unit) for unit in body) + 0.001
    if len(body) > 1 and any(entry(p, unit).type == "artillery" for unit in body):
        found *= 0.3  # all would move at its pace
    if rank(p, character).kind != "general":
        return found
    return found * (0.1 if len(issuers(p)) > 1 else 0.5)  # his failure ends all orders: he goes last


def eager(p: Position, unit: str) -> float:
    """How much an order is worth to a unit: those that can charge or are far behind want one most."""
    table = crowd(p)
    if not table.foes[table.seats[unit]]:
        return 0.1
    worth, far = unit_points(p.rules, p.state.units[unit]) / 100, table.nearest_foe(unit)[0]
    if far <= full_pace(p, unit):
        return worth
    return worth * max(0.1, min(1.0, (far - OUT_OF_REACH) / BAND))
