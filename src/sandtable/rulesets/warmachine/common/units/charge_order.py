"""In which order the troopers of a unit charge, and where each one goes, so that as many as can get their attacks.

Whole plans are played through on imagined tables, the plainest first. The first one that gives everybody what he can
hope for is taken, or else the best one.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from sandtable.geometry.distance import foot
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmachine.common.measuring.distance import gap, radius
from sandtable.rulesets.warmachine.common.movement.charge import charge_line
from sandtable.rulesets.warmachine.common.movement.straight_lines import (
    Prospect,
    StraightAt,
    best_line,
    prospect,
)
from sandtable.rulesets.warmachine.common.movement.straight_moves import end_of
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.units.members import is_in_formation

Answer = tuple[int, int]
Lanes = dict[str, tuple[Spot, ...]]  # where the lines of a charger end that come up to what he can hope for


class Manner(NamedTuple):
    """How a plan is made."""

    patient: bool = False  # who has not what he can hope for lets others go first
    sparing: bool = False  # who has a choice leaves others their lines, and who has the least choice goes first


MANNERS = (Manner(), Manner(patient=True), Manner(patient=True, sparing=True))


class Charger(NamedTuple):
    """A trooper that is to charge."""

    activity: Activity
    line: StraightAt
    hope: Prospect  # what would come of it without the others

    @property
    def model(self) -> str:
        return self.activity.model


class Plan(NamedTuple):
    """Who goes first, where, and how it comes out for all of them: the less, the better."""

    cost: tuple[int, ...]
    lost: tuple[int, int]
    first: Activity
    line: Answer


def next_charge(p: Position, going: tuple[Activity, ...]) -> tuple[Activity, Answer]:
    """Who charges next, and along which line."""
    chargers = [charger(p, a, [b.model for b in going if b is not a]) for a in going]
    least = attacks_lost([c.hope for c in chargers])
    best: Plan | None = None
    for manner in MANNERS if len(chargers) > 1 else MANNERS[:1]:
        plan = made(p, chargers, manner)
        if best is None or plan.cost < best.cost:
            best = plan
        if plan.lost <= least:
            break
    assert best is not None
    return best.first, best.line


def charger(p: Position, a: Activity, others: list[str]) -> Charger:
    line = charge_line(p, a.model, a.declares)
    alone = p.with_state(p.state.but(models={n: m for n, m in p.state.models.items() if n not in others}))
    return Charger(a, line, best_line(alone, line)[0])


def attacks_lost(prospects: list[Prospect]) -> tuple[int, int]:
    """How many get no attack, and how many no charge attack."""
    return sum(one.in_vain for one in prospects), sum(one.short for one in prospects)


def cost_of(prospects: list[Prospect], astray: int) -> tuple[int, ...]:
    """How many get no attack, end out of formation, come to harm, get no charge attack."""
    in_vain, _, harm, short = (sum(column) for column in zip(*prospects, strict=True))
    return in_vain, astray, harm, short


def made(p: Position, chargers: list[Charger], manner: Manner) -> Plan:
    left, prospects, steps = list(chargers), list[Prospect](), list[tuple[Activity, Answer]]()
    lanes = {c.model: ends_of(p, c) for c in chargers} if manner.sparing else {}
    while left:
        one, found, answer = chosen(p, left, manner, lanes)
        left.remove(one)
        prospects.append(found)
        steps.append((one.activity, answer))
        p = gone(p, one.model, answer)
        if manner.sparing:
            end, r = p.state.models[one.model].at, radius(p, p.state.models[one.model])
            lanes = {c.model: kept(p, c.model, lanes[c.model], end, r) for c in left}
    astray = sum(not is_in_formation(p, c.model) for c in chargers)
    return Plan(cost_of(prospects, astray), attacks_lost(prospects), *steps[0])


def chosen(p: Position, left: list[Charger], manner: Manner, lanes: Lanes) -> tuple[Charger, Prospect, Answer]:
    """Who goes next in a plan, and where."""

    def rank(c: Charger) -> tuple[int, float]:
        return len(lanes[c.model]) if manner.sparing else 0, gap(p, c.model, c.activity.declares)

    best: tuple[Charger, Prospect, Answer] | None = None
    for one in sorted(left, key=rank):
        others = [c for c in left if c is not one]
        there = foreseen(p, others)
        r = radius(p, p.state.models[one.model])

        def astray(end: Spot, there: Position = there, name: str = one.model) -> bool:
            return not is_in_formation(there.with_state(there.state.with_model(name, x=end[0], y=end[1])), name)

        def taken(end: Spot, others: list[Charger] = others, r: int = r) -> tuple[int, int]:
            """How many others would be left without a line, and how many lines they would lose."""
            rest = [(len(lanes[c.model]), len(kept(p, c.model, lanes[c.model], end, r))) for c in others]
            return sum(had > 0 and not has for had, has in rest), sum(had - has for had, has in rest)

        found, answer = best_line(p, one.line, astray, taken if manner.sparing else None)
        if not manner.patient or found <= one.hope:
            return one, found, answer
        if best is None or found < best[1]:
            best = one, found, answer
    assert best is not None
    return best


def gone(p: Position, model: str, answer: Answer) -> Position:
    """The table after a charge that nothing comes between."""
    (x, y), way = end_of(p.state.models[model].at, *answer), answer[0]
    return p.with_state(p.state.with_model(model, x=x, y=y, facing=way))


def foreseen(p: Position, others: list[Charger]) -> Position:
    """The table as it will about be when others have charged: only who stands where, roughly."""
    places = {c.model: end_of(p.state.models[c.model].at, *c.line.best(p)) for c in others}
    models = {n: m.but(x=places[n][0], y=places[n][1]) if n in places else m for n, m in p.state.models.items()}
    return p.with_state(p.state.placed(models))


def ends_of(p: Position, c: Charger) -> tuple[Spot, ...]:
    """Where the lines of a charger end that come up to what he can hope for."""
    at = p.state.models[c.model].at
    legal = (answer for answer in c.line.tried(p) if c.line.refuse(p, answer) is None)
    good = (answer for answer in legal if prospect(p, c.line, *answer) <= c.hope)
    return tuple(dict.fromkeys(end_of(at, *answer) for answer in good))


def kept(p: Position, model: str, ends: tuple[Spot, ...], taken: Spot, r: int) -> tuple[Spot, ...]:
    """The ends that a model still gets to past a base that stands there now."""
    at, apart = p.state.models[model].at, r + radius(p, p.state.models[model]) - TOL
    return tuple(end for end in ends if far_from(taken, at, end) >= apart)


def far_from(place: Spot, start: Spot, end: Spot) -> float:
    x, y = foot(place, start, end)
    return hypot(place[0] - x, place[1] - y)
