"""Which order to give next: what a body would do with it, how likely it is obeyed, and what a failure would end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist, prod
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
BODIES = 4  # that one character may order in a turn
COMPARED, BEGUN = 12, 6  # orders of a character that are compared, and divisions of the army: those that gain most
PASSES = 0.8  # how often he comes to the next body: he may order the same one again first, and fail
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
    """Orders worth giving: those of the best division of the army first, as they are given; then the others.

    The General's come last in both, because his failure ends all orders (WM-CMD-14).
    """

    def make() -> tuple[Plan, ...]:
        plans = {character: worth_giving(p, character) for character in issuers(p)}
        general = next((character for character in plans if rank(p, character).kind == "general"), "")
        chosen = divided(plans)
        last = chosen.pop(general, ())
        turns = sorted(chosen, key=lambda c: (c != p.state.issuing, -chosen[c][0].gain, c))
        others = tuple([plan for character in turns for plan in chosen[character]])
        first = (*last, *others) if p.state.issuing == general and goes_on(last, chosen) else (*others, *last)
        rest = [plan for found in plans.values() for plan in found if plan not in first]
        return (*first, *sorted(rest, key=lambda plan: (plan.character == general, -plan.gain)))

    return p.memo("ranked orders", make)


def goes_on(generals: tuple[Plan, ...], others: dict[str, tuple[Plan, ...]]) -> bool:
    """Whether a General who gives orders now should go on: who passes gives no more orders (WM-CMD-15)."""
    after = sum(map(expected, others.values()))
    return expected(generals) + after * prod(plan.sure for plan in generals) > after


def worth_giving(p: Position, character: str) -> list[Plan]:
    return [plan for plan in of_character(p, character) if plan.gain > WORTH_GIVING]


def divided(plans: dict[str, list[Plan]]) -> dict[str, tuple[Plan, ...]]:
    """Who orders which bodies, one after another: the best of the divisions that begin with one of the best orders.

    A unit takes orders from one character only (WM-CMD-17), and he orders on until one is not obeyed (WM-CMD-13).
    """
    compared = [plan for found in plans.values() for plan in sorted(found, key=lambda plan: -plan.gain)[:COMPARED]]
    begun = sorted(compared, key=lambda plan: -plan.gain)[:BEGUN]
    found = [filled_up(compared, first) for first in begun]
    return max(found, key=lambda given: sum(map(expected, given.values())), default={})


def filled_up(plans: list[Plan], first: Plan) -> dict[str, tuple[Plan, ...]]:
    """A division that begins with one order; then always the order that adds most."""
    given: dict[str, tuple[Plan, ...]] = {first.character: (first,)}
    left = beside(plans, first)
    while left:
        rated = [added(given.get(plan.character, ()), plan) for plan in left]
        gain = max(rated)
        if gain <= 0:
            break
        best = left[rated.index(gain)]
        given[best.character] = in_best_order((*given.get(best.character, ()), best))
        left = beside(left, best)
        if len(given[best.character]) == BODIES:
            left = [plan for plan in left if plan.character != best.character]
    return given


def beside(plans: list[Plan], given: Plan) -> list[Plan]:
    """The orders to other units."""
    return [plan for plan in plans if not set(plan.body) & set(given.body)]


def added(before: tuple[Plan, ...], plan: Plan) -> float:
    return expected(in_best_order((*before, plan))) - expected(before) if before else plan.gain


def in_best_order(plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """The order that gains most in all: what gains most for the risk that nothing follows comes first."""
    return tuple(sorted(plans, key=lambda plan: (-plan.gain / max(0.01, 1 - plan.sure), plan.body)))


def expected(plans: tuple[Plan, ...]) -> float:
    """What a character may expect to gain by orders one after another, until one is not obeyed."""
    total, obeyed = 0.0, 1.0
    for plan in plans:
        total += obeyed * plan.gain
        obeyed *= plan.sure * PASSES
    return total


def of_character(p: Position, character: str) -> Iterator[Plan]:
    """From every unit bodies grown neighbour by neighbour; only units as fast as it, that none is slowed.

    By the neighbour that gains most, and by the nearest: those who stand behind each other move on together.
    """
    for units, links in groups_for(p, character):
        single = {unit: p.value(OrderTest(character, (unit,))) for unit in units}
        paces = {unit: p.value(Pace(unit)) for unit in units}

        found = dict[tuple[str, ...], None]()
        for first in units:
            for closed_up in (False, True):
                body: tuple[str, ...] = (first,)
                found[body] = None
                while len(body) < MOST:
                    near = {o for unit in body for o in links.get(unit, ()) if paces.get(o) == paces[first]} - set(body)
                    grown = [tuple([u for u in units if u in body or u == other]) for other in sorted(near)]
                    grown = [more for more in grown if may_brigade(p, more)]
                    if not grown:
                        break
                    if closed_up:
                        body = min(grown, key=lambda more: (spread(p, more), more))
                    else:
                        body = max(grown, key=lambda more: (likely(min(single[u] for u in more)) * wish(p, more), more))
                    found[body] = None
        for body in found:
            sure = likely(p.value(OrderTest(character, body)))
            yield Plan(character, body, sure * wish(p, body, exact=True), sure)


def spread(p: Position, body: tuple[str, ...]) -> float:
    """How far the units of a body are from each other, all in all."""
    spots = crowd(p).middles
    return sum(dist(spots[one], spots[two]) for one, two in combinations(body, 2))


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
