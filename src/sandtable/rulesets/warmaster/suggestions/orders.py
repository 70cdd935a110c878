"""Orders worth trying: the best by what they are expected to gain; one alone is drawn."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.rulesets.warmaster.appraisal.order_plans import ranked_orders
from sandtable.rulesets.warmaster.command.brigades import MOST
from sandtable.rulesets.warmaster.command.orders import END, OrderMenu, groups_for, issuers, may_brigade, order_option
from sandtable.rulesets.warmaster.state.rules import Position, rank

SIZES = (1, 2, 3, 4, 4, 4)
STOPS = 0.06  # how often nobody is ordered any more


@suggests(OrderMenu)
def orders(p: Position, domain: OrderMenu, n: int, rng: Random) -> list[Any]:
    if n == 1:
        return [anyone(p, rng)]
    found = dict.fromkeys(order_option(plan.character, plan.body).key for plan in ranked_orders(p))
    return [*list(found)[: n - 1], END]


def anyone(p: Position, rng: Random) -> str:
    """Any order: whoever gives orders now goes on, or somebody begins, the General last; now and then nobody."""
    able = issuers(p)
    now = [c for c in able if c == p.state.issuing]
    others = [c for c in able if rank(p, c).kind != "general"]
    if rng.random() < STOPS:
        return END
    for some in (now, others, able):
        for character in rng.sample(some, len(some)):
            groups = [(units, links) for units, links in groups_for(p, character) if units]
            if groups:
                units, links = groups[int(rng.random() * len(groups))]
                return order_option(character, drawn(p, units, links, rng)).key
    return END


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
