"""The whole judgement: models as they stand, threats of both sides, danger of the warcasters, the score."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from sandtable.core import Ask, Term
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.clash import Clash, clash
from sandtable.rulesets.warmachine.common.appraisal.figures import Harm, harm
from sandtable.rulesets.warmachine.common.appraisal.forces import LEAST, Unit, army, means
from sandtable.rulesets.warmachine.common.appraisal.threats import gap
from sandtable.rulesets.warmachine.common.interface.names import names
from sandtable.rulesets.warmachine.common.setup.victory import pit as pit_of
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import OTHER
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, RUN, Activity
from sandtable.rulesets.warmachine.common.units.unit_menus import UnitMenu

NEXT, EXPOSED = 0.22, 0.22  # how much of a threat is counted: ours in the next turn, and theirs before
READY = HOPE = 0.62  # ours in this turn, and those in hand in the middle of an activation
KILL = 2600  # the value of a warcaster that could be killed next turn
HUNT, LATER = 0.4, 0.12  # of it for the one who hunts: this turn, and the next
WASTED = 20.0  # a focus point left on a warjack that is done
FURTHER, RUNNING = 0.55, 70.0  # of what a bought attack is worth; a focus point to run or charge with
PIT, HOLDS, ALONE = 120, 3, 1800  # a model in the area of the scenario, how many count, being alone in it
TOWARD_PIT = 9.0  # for each inch that one of the nearest is outside
PIT_MATTERS = 2  # from this round on
CUT_OFF, FARTHER = 220.0, 25.0  # a warjack out of its warcaster's control area, and each inch more
AHEAD = {0: 2500, 1: 1200, 2: 500}  # being ahead when so many rounds are left after this one


def appraise(p: Position, seat: int) -> Iterator[Term]:
    """Nothing in it jumps when a turn ends: what is lost then is only what was still to be done in it."""
    state, cards = p.state, p.rules.cards
    a, b = state.points[seat], state.points[OTHER[seat]]
    if a != b:
        lead = AHEAD.get(rounds_left(p), 0) * (1 if a > b else -1)
        yield Term(300 * (a - b) + lead, f"{a} to {b} points", group="score")
    if not state.turn:
        return
    mine, theirs = army(p, seat), army(p, OTHER[seat])
    for value, why in means(p, seat, mine):
        yield Term(round(value), why, group=f"own {why}")
    for value, why in means(p, OTHER[seat], theirs, True):
        yield Term(-round(value), f"enemy {why}", group=f"enemy {why}")
    ours_on_theirs = clash(cards, mine, theirs)
    theirs_on_ours = ours_on_theirs.other_way()
    ready = [to_come(p, u) for u in mine] if state.active == seat else None
    last = last_turns(p)
    ours = 0.0 if last[seat] else NEXT * ours_on_theirs.strikes(later=True)
    if ready is not None:
        ours += READY * ours_on_theirs.strikes(ready)
    if ours:
        yield Term(round(ours), "attacks to come", group="strikes")
    if not last[OTHER[seat]] and (danger := theirs_on_ours.strikes()):
        yield Term(-round(EXPOSED * danger), "attacks the enemy may make", group="danger")
    if fuel := focus_in_hand(p, ours_on_theirs):
        yield Term(round(fuel), "focus of its warjacks", group="focus")
    for units, sign, whose in ((mine, -1, "own"), (theirs, 1, "enemy")):
        if cut_off := out_of_control(p, units):
            yield Term(sign * round(cut_off), "warjacks out of control", group=f"{whose} control")
    yield from hunted(p, seat, ours_on_theirs, theirs_on_ours, ready)
    yield Term(round(ours_on_theirs.closing()), "places of its models", group="places")
    yield from pit(p, mine, theirs)


def rounds_left(p: Position) -> int:
    """After the present one; -1: the scenario has no limit."""
    rounds = p.rules.cards.scenarios[p.state.scenario].rounds
    return max(0, rounds - p.state.round) if rounds else -1


def last_turns(p: Position) -> tuple[bool, bool]:
    """Whose turns are over when the present one ends."""
    state = p.state
    if rounds_left(p):
        return False, False
    first_is_done = (state.first == 0, state.first == 1)
    return first_is_done if state.active == state.first else (True, True)


def to_come(p: Position, unit: Unit) -> bool:
    """Whether its activation is still to come this turn."""
    status = p.state.status[unit.name]
    return status.seat == p.state.active and (status.unit or unit.name) not in p.state.activated


def focus_in_hand(p: Position, ours: Clash) -> float:
    """Focus on warjacks that are still to activate: to run with, or by what one more attack would be worth."""
    total = 0.0
    for jack in ours.mine:
        if not (jack.focus and jack.printed.warjack):
            continue
        if jack.still or not to_come(p, jack):
            total -= WASTED * jack.focus
            continue
        if best := ours.bought(jack, KILL):
            total += FURTHER * best * min(3, jack.focus)
        else:
            total += (0.0 if jack.slow else RUNNING) - WASTED * (jack.focus - 1)
    return total


def out_of_control(p: Position, units: list[Unit]) -> float:
    """Warjacks too far from their warcaster to be given focus."""
    casters = {u.name: u for u in units if u.printed.warcaster}
    total = 0.0
    for jack in units:
        if not jack.printed.warjack or (caster := casters.get(p.state.status[jack.name].master)) is None:
            continue
        far = gap(jack, caster) / MILLI - 2 * p.rules.cards.models[caster.card].stats.get("FOC", 0)
        if far > 0:
            total += CUT_OFF + FARTHER * far
    return total


def hunted(p: Position, seat: int, ours: Clash, theirs: Clash, ready: list[bool] | None) -> Iterator[Term]:
    """Warcasters in reach of enough enemies to fall."""
    last = last_turns(p)
    for caster in (u for u in ours.mine if u.printed.warcaster and not last[OTHER[seat]]):
        if risk := min(1.5, theirs.mortal(caster)):
            name = names(p)[caster.name]
            yield Term(-round(KILL * risk * risk), f"{name} may be attacked", group=f"hunted {caster.name}")
    for caster in (u for u in ours.theirs if u.printed.warcaster):
        chance = 0.0 if last[seat] else LATER * min(1.5, ours.mortal(caster, later=True)) ** 2
        if ready is not None:
            chance += HUNT * min(1.5, ours.mortal(caster, ready)) ** 2
        if chance:
            name = names(p)[caster.name]
            yield Term(round(KILL * chance), f"{name} is in reach", group=f"hunts {caster.name}")


def pit(p: Position, mine: list[Unit], theirs: list[Unit]) -> Iterator[Term]:
    """Models in the area that decides the scenario: whoever is alone in it wins."""
    area = pit_of(p)
    if area is None:
        return
    x, y, r = area

    def depths(units: list[Unit]) -> list[float]:
        """How far each is inside, the whole base; negative: outside."""
        found = [r - u.printed.radius - sqrt((u.x - x) ** 2 + (u.y - y) ** 2) for u in units if not u.still]
        return sorted(found, reverse=True)[:HOLDS]

    def touching(units: list[Unit]) -> bool:
        return any((u.x - x) ** 2 + (u.y - y) ** 2 < (r + u.printed.radius) ** 2 for u in units)

    own, other = depths(mine), depths(theirs)
    inside, against = sum(d >= 0 for d in own), sum(d >= 0 for d in other)
    way = sum(min(0.0, d) for d in own) - sum(min(0.0, d) for d in other)
    value = PIT * (inside - against) + TOWARD_PIT * way / MILLI
    if p.state.round >= PIT_MATTERS:
        value += ALONE * (bool(inside and not touching(theirs)) - bool(against and not touching(mine)))
    if value:
        yield Term(round(value), f"{inside} against {against} models in the pit", group="pit")


def outlook(p: Position, ask: Ask) -> Iterator[Term]:
    """Attacks an activation still has, with somebody in reach."""
    going = [a for a in activities_of(ask.domain) if a.model in p.state.models]
    ready = [a for a in going if a.may_act and not a.over and a.moved != RUN]
    if not ready:
        return
    units = {u.name: u for seat in OTHER for u in army(p, seat)}
    hope = sum(attacks_left(p, a, units[a.model]) for a in ready)
    if hope:
        yield Term(round(HOPE * hope), "attacks in hand")


def activities_of(domain: object) -> tuple[Activity, ...]:
    """Of the model or the troopers that a menu is for."""
    if isinstance(domain, ActivationMenu):
        return (domain.activity,)
    return domain.activities if isinstance(domain, UnitMenu) else ()


def attacks_left(p: Position, a: Activity, me: Unit) -> float:
    """The best of what a model that may act can still do in its activation."""
    status = p.state.status[a.model]
    printed, best = me.printed, 0.0
    bought = status.focus if printed.warjack or printed.warcaster else 0
    reach = max(printed.melee, printed.ranged) + printed.radius
    for foe in army(p, OTHER[status.seat]):
        far = reach + foe.printed.radius
        if abs(me.x - foe.x) > far or abs(me.y - foe.y) > far:
            continue
        away = gap(me, foe)
        found = harm(p.rules.cards, status.card, foe.card)
        share = 0.0
        if away <= printed.melee and a.action in ("", "melee", "power"):
            share = found.bought * bought + (0.0 if a.action else initial_attacks(a, foe, found))
        elif away <= printed.ranged and not a.action and a.moved != CHARGE:
            share = found.ranged
        worth = foe.worth + (2 * KILL if foe.printed.warcaster else 0)
        best = max(best, min(1.0, me.might * share / max(LEAST, foe.share)) * worth)
    return best


def initial_attacks(a: Activity, foe: Unit, found: Harm) -> float:
    """The share of a target that the melee attacks take that cost nothing."""
    if foe.still:
        return found.helpless
    return found.charge if charges(a, foe) else found.melee


def charges(a: Activity, foe: Unit) -> bool:
    return a.moved == CHARGE and a.charged == foe.name and a.far >= 3 * MILLI
