"""The order to give: what moves promise is compared with the table after them, so that nobody obeys and then stays."""

from __future__ import annotations

from random import Random

from sandtable.rulesets.warmaster.appraisal.charge_plans import charges_of
from sandtable.rulesets.warmaster.appraisal.order_plans import Plan, ranked_orders
from sandtable.rulesets.warmaster.command.march import March, Moves, ends_at, goals_of
from sandtable.rulesets.warmaster.measuring.crowd import suppose
from sandtable.rulesets.warmaster.state.rules import Position

TRIED = 4  # orders whose moves are looked at
MOVES = (2, 5)  # of each body: a few, then more


def best_order(p: Position) -> Plan | None:
    """The order to give now; None: better none. The General's come last, because his failure ends all orders."""
    found = ranked_orders(p)
    return next((plan for plan in found[:TRIED] if of_use(p, plan.body)), None) or next(iter(found[TRIED:]), None)


def of_use(p: Position, body: tuple[str, ...]) -> bool:
    """Whether a body that obeys charges, or has a move that is better than staying."""
    return next(charges_of(p, body, exact=True), None) is not None or better_away(p, body)


def better_away(p: Position, body: tuple[str, ...]) -> bool:
    """Whether one of a body's suggested moves makes the table better, as the whole of it is judged."""

    def make() -> bool:
        return any(better(p, answer) for many in MOVES for answer in March(pieces=body).candidates(p, many, Random(0)))

    return p.memo(("better away", body), make)


def better(p: Position, answer: Moves) -> bool:
    after = suppose(p, {name: ends_at(goals_of(p, name, place)) for name, place in answer if place is not None})
    return after is not p and appraised(after, p.state.active) > appraised(p, p.state.active)


def appraised(p: Position, seat: int) -> int:
    return p.memo(("appraised", seat), lambda: sum(t.value for t in p.rules.judging.appraise(p, seat)))
