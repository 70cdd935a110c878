"""The whole judgement: models as they stand, threats of both sides, danger of the warcasters, the score."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Ask, Term
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.figures import harm, profile
from sandtable.rulesets.warmachine.common.appraisal.forces import Unit, army, means
from sandtable.rulesets.warmachine.common.appraisal.threats import closing, gap, mortal, strikes
from sandtable.rulesets.warmachine.common.interface.names import names
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import OTHER
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, RUN, Activity
from sandtable.rulesets.warmachine.common.units.unit_menus import UnitMenu

STRIKE, EXPOSED = 0.12, 0.3  # how much of a threat is counted: ours, and theirs
READY = 0.5  # ours in this turn
HOPE = 0.7  # an attack in hand is nearly an attack made
KILL = 2600  # the value of a warcaster that could be killed next turn
WASTED = 20.0  # a focus point left on a warjack that is done
FURTHER, RUNNING = 0.55, 70.0  # of what a bought attack is worth; a focus point to run or charge with
PIT = 70  # a model in the area of the scenario


def appraise(p: Position, seat: int) -> Iterator[Term]:
    state, cards = p.state, p.rules.cards
    a, b = state.points[seat], state.points[OTHER[seat]]
    if a != b:
        yield Term(300 * (a - b), f"{a} to {b} points", group="score")
    if not state.turn:
        return
    mine, theirs = army(p, seat), army(p, OTHER[seat])
    for value, why in means(p, seat, mine):
        yield Term(round(value), why, group=f"own {why}")
    for value, why in means(p, OTHER[seat], theirs):
        yield Term(-round(value), f"enemy {why}", group=f"enemy {why}")
    now = state.active == seat
    ready = [u for u in mine if to_come(p, u)] if now else mine
    ours = sum(value for value, *_ in strikes(cards, ready, theirs))
    if ours:
        yield Term(round((READY if now else STRIKE) * ours), "attacks to come", group="strikes")
    danger = sum(value for value, *_ in strikes(cards, theirs, mine))
    if danger:
        yield Term(-round(EXPOSED * danger), "attacks the enemy may make", group="danger")
    if fuel := focus_in_hand(p, mine, theirs):
        yield Term(round(fuel), "focus of its warjacks", group="focus")
    yield from hunted(p, mine, theirs)
    yield Term(round(closing(mine, theirs)), "places of its models", group="places")
    yield from pit(p, mine, theirs)


def to_come(p: Position, unit: Unit) -> bool:
    """Whether its activation is still to come this turn."""
    return (p.state.status[unit.name].unit or unit.name) not in p.state.activated


def waits(p: Position, unit: Unit) -> bool:
    """Whether it may still act this turn."""
    name = p.state.status[unit.name].unit or unit.name
    return name not in p.state.activated or name == p.state.activating


def focus_in_hand(p: Position, mine: list[Unit], theirs: list[Unit]) -> float:
    """Focus on warjacks that still activate, by what one more attack would be worth."""
    total = 0.0
    for jack in mine:
        if not (jack.focus and jack.printed.warjack):
            continue
        if not waits(p, jack):
            total -= WASTED * jack.focus
        elif not jack.still:
            best = 0.0
            for foe in theirs:
                if gap(jack, foe) <= jack.printed.charge:
                    prize = foe.worth + (KILL if foe.printed.warcaster else 0)
                    share = harm(p.rules.cards, jack.card, foe.card).bought / max(0.15, foe.share)
                    best = max(best, share * prize)
            total += RUNNING + FURTHER * best * min(3, jack.focus)
    return total


def hunted(p: Position, mine: list[Unit], theirs: list[Unit]) -> Iterator[Term]:
    """Warcasters in reach of enough enemies to fall."""
    cards = p.rules.cards
    for caster in (u for u in mine if u.printed.warcaster):
        if risk := min(1.5, mortal(cards, theirs, caster)):
            name = names(p)[caster.name]
            yield Term(-round(KILL * risk * risk), f"{name} may be attacked", group=f"hunted {caster.name}")
    for caster in (u for u in theirs if u.printed.warcaster):
        ready = [u for u in mine if waits(p, u)] if p.state.active == p.state.status[mine[0].name].seat else mine
        if chance := min(1.5, mortal(cards, ready, caster)):
            name = names(p)[caster.name]
            yield Term(round(0.4 * KILL * chance * chance), f"{name} is in reach", group=f"hunts {caster.name}")


def pit(p: Position, mine: list[Unit], theirs: list[Unit]) -> Iterator[Term]:
    """Models in the area that decides the scenario."""
    area = p.rules.cards.scenarios[p.state.scenario].zone
    if area is None:
        return
    x, y, r = area.at[0] * MILLI, area.at[1] * MILLI, area.radius * MILLI

    def inside(units: list[Unit]) -> int:
        return sum(1 for u in units if (u.x - x) ** 2 + (u.y - y) ** 2 < (r + u.printed.radius) ** 2)

    own, other = inside(mine), inside(theirs)
    if own != other:
        yield Term(PIT * (own - other), f"{own} against {other} models in the pit", group="pit")


def outlook(p: Position, ask: Ask) -> Iterator[Term]:
    """Attacks an activation still has, with somebody in reach."""
    domain = ask.domain
    activities = (
        (domain.activity,)
        if isinstance(domain, ActivationMenu)
        else domain.activities
        if isinstance(domain, UnitMenu)
        else ()
    )
    hope = sum(attacks_left(p, a) for a in activities if a.model in p.state.models)
    if hope:
        yield Term(round(HOPE * hope), "attacks in hand")


def attacks_left(p: Position, a: Activity) -> float:
    """The best of what a model may still do in its activation."""
    if not a.may_act or a.over or (a.moved == RUN):
        return 0.0
    status, m = p.state.status[a.model], p.state.models[a.model]
    printed = profile(p.rules.cards, status.card)
    me = Unit(a.model, status.card, printed, m.x, m.y, 1.0, 0.0, False, status.focus)
    best = 0.0
    bought = status.focus if printed.warjack or printed.warcaster else 0
    for foe in army(p, OTHER[status.seat]):
        dx, dy = abs(m.x - foe.x), abs(m.y - foe.y)
        if dx > 20 * MILLI or dy > 20 * MILLI:
            continue
        away = gap(me, foe)
        found = harm(p.rules.cards, status.card, foe.card)
        share = 0.0
        if away <= printed.melee and a.action in ("", "melee", "power"):
            fresh = (
                0.0 if a.action else found.helpless if foe.still else found.charge if charges(a, foe) else found.melee
            )
            share = fresh + found.bought * bought
        elif away <= printed.ranged and not a.action and a.moved != CHARGE:
            share = found.ranged
        worth = foe.worth + (2 * KILL if foe.printed.warcaster else 0)
        best = max(best, min(1.0, share / max(0.15, foe.share)) * worth)
    return best


def charges(a: Activity, foe: Unit) -> bool:
    return a.moved == CHARGE and a.charged == foe.name and a.far >= 3 * MILLI
