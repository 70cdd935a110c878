"""Which order to give next: what a body would do with it, how likely it is obeyed, and what a failure would end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.rulesets.warmaster.appraisal.approaches import way_to_foe
from sandtable.rulesets.warmaster.appraisal.body_ways import progress
from sandtable.rulesets.warmaster.appraisal.postures import nearness, reach_of
from sandtable.rulesets.warmaster.appraisal.threats import clash, fighter, may_charge
from sandtable.rulesets.warmaster.command.brigades import MOST
from sandtable.rulesets.warmaster.command.movement import Pace
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.command.orders import groups_for, issuers, may_brigade
from sandtable.rulesets.warmaster.ending.victory import unit_points
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, REACH, crowd
from sandtable.rulesets.warmaster.state.rules import Position, full_pace, rank

LIKELY = (0.0, 0.0, 1 / 36, 3 / 36, 6 / 36, 10 / 36, 15 / 36, 21 / 36, 26 / 36, 30 / 36, 33 / 36)
LATER = 0.6  # of what a character could still order, lost when he fails
GENERAL = 0.6  # the General waits for the others unless his order is much better: his failure ends all orders
AMONG, MANY = 0.2, 3  # of its points a charger may lose by each enemy more than friends near its target, up to so many
WORTH_GIVING = 0.2  # points: with less to gain nobody is ordered


class Plan(NamedTuple):
    """An order, and the points it is expected to gain."""

    character: str
    body: tuple[str, ...]
    gain: float


def likely(needed: int) -> float:
    """How often two dice show at most this; twelve always fails."""
    return LIKELY[max(0, min(10, needed))]


def best_order(p: Position) -> Plan | None:
    """The order to give now; None: better none."""
    found = ranked_orders(p)
    return found[0] if found else None


def ranked_orders(p: Position) -> tuple[Plan, ...]:
    """Orders worth giving, the best first."""
    return p.memo("ranked orders", lambda: tuple(sorted(_weighed(p), key=lambda plan: -plan.gain)))


def _weighed(p: Position) -> Iterator[Plan]:
    """What orders gain, less what ends when they fail, and what the character who gives orders now could still do."""
    plans = {character: list(of_character(p, character)) for character in issuers(p)}
    tops = {character: max((plan.gain for plan in found), default=0.0) for character, found in plans.items()}
    for character, found in plans.items():
        general = rank(p, character).kind == "general"
        others, now = sum(top for name, top in tops.items() if name != character), p.state.issuing
        passed = tops[now] if now in tops and now != character else 0.0  # who passes gives no more orders
        for plan in found:
            if plan.gain > WORTH_GIVING:
                rest = max((other.gain for other in found if not set(other.body) & set(plan.body)), default=0.0)
                ends = LATER * rest + (others if general else 0.0)
                gain = plan.gain - (1 - likely(p.value(OrderTest(character, plan.body)))) * ends - passed
                yield plan._replace(gain=GENERAL * gain if general and others else gain)


def of_character(p: Position, character: str) -> Iterator[Plan]:
    """From every unit a body grown as long as it gains by it."""
    for units, links in groups_for(p, character):
        single = {unit: p.value(OrderTest(character, (unit,))) for unit in units}
        for first in units:
            body: tuple[str, ...] = (first,)
            gain = likely(single[first]) * wish(p, (first,))
            while len(body) < MOST:
                near = {o for unit in body for o in links.get(unit, ()) if o in single} - set(body)
                grown = [tuple([u for u in units if u in body or u == other]) for other in sorted(near)]
                better, more = max(
                    (
                        (likely(min(single[u] for u in more)) * wish(p, more), more)
                        for more in grown
                        if may_brigade(p, more)
                    ),
                    default=(0.0, body),
                )
                if better <= gain:
                    break
                body, gain = more, better
            for some in dict.fromkeys((body, (first,))):
                yield Plan(character, some, likely(p.value(OrderTest(character, some))) * wish(p, some, exact=True))


def wish(p: Position, body: tuple[str, ...], exact: bool = False) -> float:
    """Points that an obeyed order gains: charges by whoever can, the others one move nearer to the enemy.

    Exactly: as far as the body as it stands finds room.
    """
    slowest: float = min(p.value(Pace(unit)) for unit in body)
    if exact:
        slowest = progress(p, body, slowest)
    return sum(max(charge_wish(p, unit), approach_wish(p, unit, slowest)) for unit in body)


def charge_wish(p: Position, unit: str) -> float:
    """Points expected from the best charge a unit could make."""

    def make() -> float:
        return max((gain for gain, _ in charge_gains(p, unit)), default=0.0)

    return p.memo(("charge wish", unit), make)


def charge_gains(p: Position, unit: str) -> list[tuple[float, str]]:
    """What a charge at each enemy in reach would gain, roughly."""
    table, own = crowd(p), fighter(p, unit)
    near = table.close_by(unit)
    if full_pace(p, unit) > REACH:
        near = {enemy: table.apart(unit, enemy) for enemy in table.foes[table.seats[unit]]}
    found = []
    for target, far in near.items():
        if may_charge(p, table, unit, target, far):
            found.append((clash(own, fighter(p, target)) - AMONG * own.points * outnumbered(p, unit, target), target))
    return found


def outnumbered(p: Position, unit: str, target: str) -> float:
    """By how many enemy units more than friends near a target a charger is met, up to three."""
    table, balance = crowd(p), 0
    for other, far in table.near[target].items():
        if far <= NEAR and other != unit:
            balance += 1 if table.seats[other] == table.seats[target] else -1
    return max(0, min(MANY, balance))


def approach_wish(p: Position, unit: str, pace: float) -> float:
    """Points that a move towards the enemy is worth to a unit."""
    table = crowd(p)
    if not table.foes[table.seats[unit]]:
        return 0.0
    far, reach = way_to_foe(p, unit), reach_of(p, unit)
    nearer = nearness(max(reach, far - pace), reach) - nearness(far, reach)
    return max(0.0, nearer) * unit_points(p.rules, p.state.units[unit])
