"""Which order to give next: what a body would do with it, how likely it is obeyed, and what a failure would end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.rulesets.warmaster.appraisal.approaches import way_to_foe
from sandtable.rulesets.warmaster.appraisal.body_ways import progress
from sandtable.rulesets.warmaster.appraisal.charge_plans import charges_of
from sandtable.rulesets.warmaster.appraisal.postures import nearness, reach_of
from sandtable.rulesets.warmaster.appraisal.support_plans import best_support
from sandtable.rulesets.warmaster.appraisal.threats import eager
from sandtable.rulesets.warmaster.command.brigades import MOST
from sandtable.rulesets.warmaster.command.movement import Pace
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.command.orders import groups_for, issuers, may_brigade
from sandtable.rulesets.warmaster.ending.victory import unit_points
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position, rank

LIKELY = (0.0, 0.0, 1 / 36, 3 / 36, 6 / 36, 10 / 36, 15 / 36, 21 / 36, 26 / 36, 30 / 36, 33 / 36)
BODIES = 3  # that one character may order in a turn
WORTH_GIVING = 0.2  # points: with less to gain nobody is ordered


class Plan(NamedTuple):
    """An order, and the points it is expected to gain."""

    character: str
    body: tuple[str, ...]
    gain: float
    sure: float = 1.0  # how likely it is obeyed


def likely(needed: int) -> float:
    """How often two dice show at most this; twelve always fails."""
    return LIKELY[max(0, min(10, needed))]


def ranked_orders(p: Position) -> tuple[Plan, ...]:
    """Orders worth giving, the best first; the General's last, because his failure ends all orders."""

    def make() -> tuple[Plan, ...]:
        plans = {character: worth_giving(p, character) for character in issuers(p)}
        general = next((character for character in plans if rank(p, character).kind == "general"), "")
        last = sorted(plans.pop(general, ()), key=lambda plan: -plan.gain)
        return (*sorted(_weighed(p, plans, last), key=lambda plan: -plan.gain), *last)

    return p.memo("ranked orders", make)


def worth_giving(p: Position, character: str) -> list[Plan]:
    return [plan for plan in of_character(p, character) if plan.gain > WORTH_GIVING]


def _weighed(p: Position, plans: dict[str, list[Plan]], generals: list[Plan]) -> Iterator[Plan]:
    """What orders gain with those that may follow, less what the General could gain by ordering the same units."""
    now, known = p.state.issuing, dict[tuple[str, ...], float]()

    def without(units: tuple[str, ...]) -> float:
        if units not in known:
            known[units] = one_after_another(generals, units)
        return known[units]

    def kept(plan: Plan, before: tuple[str, ...] = ()) -> float:
        return plan.gain - without(before) + without(before + plan.body)

    for character, found in plans.items():
        passed = best_beside(plans.get(now, []), ()) if now != character else 0.0  # who passes gives no more orders
        found.sort(key=lambda plan: -plan.gain)
        for plan in found:
            more = [other for other in found if not set(other.body) & set(plan.body)][:BODIES]
            then = max((kept(other, plan.body) for other in more), default=0.0)
            if (gain := kept(plan) + plan.sure * max(0.0, then) - passed) > 0:
                yield plan._replace(gain=gain)


def best_beside(plans: list[Plan], units: tuple[str, ...]) -> float:
    """The most that can be gained by orders to other units."""
    return max((plan.gain for plan in plans if not set(plan.body) & set(units)), default=0.0)


def one_after_another(plans: list[Plan], units: tuple[str, ...]) -> float:
    """What a character may expect to gain by orders to other units, the best first, until one is not obeyed."""
    total, goes_on, left = 0.0, 1.0, [plan for plan in plans if not set(plan.body) & set(units)]
    for _ in range(BODIES):
        if not left:
            break
        best = left[0]
        total += goes_on * best.gain
        goes_on *= best.sure
        left = [plan for plan in left if not set(plan.body) & set(best.body)]
    return total


def of_character(p: Position, character: str) -> Iterator[Plan]:
    """From every unit bodies grown by the neighbour that gains most; only units as fast as it, that none is slowed."""
    for units, links in groups_for(p, character):
        single = {unit: p.value(OrderTest(character, (unit,))) for unit in units}
        paces = {unit: p.value(Pace(unit)) for unit in units}
        found = dict[tuple[str, ...], None]()
        for first in units:
            body: tuple[str, ...] = (first,)
            found[body] = None
            while len(body) < MOST:
                near = {o for unit in body for o in links.get(unit, ()) if paces.get(o) == paces[first]} - set(body)
                grown = [tuple([u for u in units if u in body or u == other]) for other in sorted(near)]
                grown = [more for more in grown if may_brigade(p, more)]
                if not grown:
                    break
                body = max(grown, key=lambda more: (likely(min(single[u] for u in more)) * wish(p, more), more))
                found[body] = None
        for body in found:
            sure = likely(p.value(OrderTest(character, body)))
            yield Plan(character, body, sure * wish(p, body, exact=True), sure)


def wish(p: Position, body: tuple[str, ...], exact: bool = False) -> float:
    """Points that an obeyed order gains: charges, support of friends who fight, the others one move nearer to a foe.

    Exactly: as far as the body as it stands finds room.
    """
    slowest: float = min(p.value(Pace(unit)) for unit in body)
    if exact:
        slowest = progress(p, body, slowest)
    moves = {unit: approach_wish(p, unit, slowest) for unit in body}
    total = sum(moves.values())
    supported = set[str]()
    for unit in body:
        better = best_support(p, unit, p.value(Pace(unit)))
        if better is not None and better.friend not in supported:
            supported.add(better.friend)
            total += max(0.0, better.gain - moves[unit])
    for units, gain in charges_of(p, body, exact):
        total += max(0.0, gain - sum(moves[unit] for unit in units))
    return total


def approach_wish(p: Position, unit: str, pace: float) -> float:
    """Points that a move towards the enemy is worth to a unit."""
    table = crowd(p)
    if not table.foes[table.seats[unit]]:
        return 0.0
    far, reach = way_to_foe(p, unit), reach_of(p, unit)
    nearer = nearness(max(reach, far - pace), reach) - nearness(far, reach)
    return eager(p, table.seats[unit]) * max(0.0, nearer) * unit_points(p.rules, p.state.units[unit])
