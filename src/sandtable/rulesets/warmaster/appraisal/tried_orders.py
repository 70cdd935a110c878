"""The order to give: what moves promise is compared with the table after them, so that nobody obeys and then stays."""

from __future__ import annotations

from random import Random

from sandtable.rulesets.warmaster.appraisal.charge_plans import charges_of
from sandtable.rulesets.warmaster.appraisal.order_plans import Plan, ranked_orders
from sandtable.rulesets.warmaster.command.march import March, ends_at, goals_of
from sandtable.rulesets.warmaster.measuring.crowd import suppose
from sandtable.rulesets.warmaster.state.rules import Position

TRIED = 4  # orders whose moves are looked at
MOVES = 5  # of each body
POINT = 1000


def best_order(p: Position) -> Plan | None:
    """The order to give now; None: better none. The General's come last, because his failure ends all orders."""
    found = ranked_orders(p)
    return next((plan for plan in found[:TRIED] if of_use(p, plan.body)), None) or next(iter(found[TRIED:]), None)


def of_use(p: Position, body: tuple[str, ...]) -> bool:
    """Whether a body that obeys charges, or has a move that is better than staying."""
    return next(charges_of(p, body, exact=True), None) is not None or march_gain(p, body) > 0


def march_gain(p: Position, body: tuple[str, ...]) -> float:
    """Points that the best of a body's suggested moves gains, as the whole table is judged."""

    def make() -> float:
        seat, now = p.state.active, appraised(p)
        found = 0.0
        for answer in March(pieces=body).candidates(p, MOVES, Random(0)):
            after = suppose(p, {name: ends_at(goals_of(p, name, place)) for name, place in answer if place is not None})
            found = max(found, (sum(t.value for t in p.rules.judging.appraise(after, seat)) - now) / POINT)
        return found

    return p.memo(("march gain", body), make)


def appraised(p: Position) -> float:
    return p.memo("appraised", lambda: sum(t.value for t in p.rules.judging.appraise(p, p.state.active)))
