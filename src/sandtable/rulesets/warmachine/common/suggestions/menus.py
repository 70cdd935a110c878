"""What bots look at first in an activation: blows and shots before moves, moves before ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot, inf
from random import Random
from typing import Any

from sandtable.core import Option, suggests
from sandtable.rulesets.warmachine.common.appraisal.forces import army
from sandtable.rulesets.warmachine.common.appraisal.threats import close_enough
from sandtable.rulesets.warmachine.common.magic.casting import CAST
from sandtable.rulesets.warmachine.common.magic.feats import FEAT
from sandtable.rulesets.warmachine.common.measuring.by_the_book import GUESS, apart, seems
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.state.conditions import card, has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import OTHER
from sandtable.rulesets.warmachine.common.suggestions.goals import likely_charge, worth_attacking
from sandtable.rulesets.warmachine.common.suggestions.tastes import taste
from sandtable.rulesets.warmachine.common.turn.activation import END, ActivationMenu
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.control import HEAL, UPKEEP, Allocation
from sandtable.rulesets.warmachine.common.units.members import members
from sandtable.rulesets.warmachine.common.units.orders import NO_ORDER, SHIELD_WALL, OrderMenu
from sandtable.rulesets.warmachine.common.units.unit_menus import DECLARED, ChargeTargets, UnitMenu

WEIGHTS = {
    "stand": 30.0, "attack": 12.0, "charge": 9.0, "slam": 3.5, "trample": 1.0, "advance": 8.0, "run": 1.5, "feat": 1.0,
    "cast": 1.5, "heal": 1.5, "head-butt": 1.5, "push": 0.6, "throw": 3.0, "double-hand-throw": 3.0, "lock": 3.0,
    "release": 1.0, "break": 3.0,
}  # fmt: skip
SPECIAL = 8.0  # of a spell that does something of its own
OTHERS = 2.0  # weight of a deed without a taste of its own
HOSTILE = ("attack", "combine", "charge", "slam", "head-butt", "push", "throw", "double-hand-throw", "lock")
MANY = {"attack": 3, "charge": 2, "cast": 3, "stand": 2}  # of a verb that are looked at before others
AS_ONE = 0.03  # how often a unit does something in one answer
CLOSING_UP = 0.8  # the same where the order is to stand base to base
CHARGES = 0.9  # how often another charge is named before all are declared
NEAR = 3500  # enemies farther away feel no blow at the ground
LAST = 0.4  # of ending while there is something to do


@suggests(ActivationMenu)
def deeds(p: Position, domain: ActivationMenu, n: int, rng: Random) -> list[Any]:
    """Some options by weight; where several are looked at, the most promising of each verb come first."""
    if n > 1:
        return promising(p, domain.activity, wise(p, domain.activity, domain.options(p)), n, rng) or [END]
    return [by_chance_of_verbs(p, domain.activity, rng)]


def by_chance_of_verbs(p: Position, a: Activity, rng: Random) -> str:
    """A verb by its weight, the average of its options, then one of them. Only verbs that are drawn are listed.

    A verb is drawn by the most it can weigh, and then taken in proportion to what it does; if it is not, it stays with
    that weight. So each has the chance that it would have in a full list.
    """
    known: dict[int, list[Option]] = {}
    weights = [most_weight(p, a, deed.verb) for deed in p.rules.deeds]
    weights.append(LAST if a.may_move or not a.action else 1.0)
    while (i := pick(weights, rng)) < len(p.rules.deeds):
        if i not in known:
            known[i] = [o for o in p.rules.deeds[i].at_enemies(p, a) if sensible(p, a, o)]
        each = [weight(p, o) for o in known[i]]
        mean = sum(each) / len(each) if each else 0.0
        if rng.random() * weights[i] < mean:
            return known[i][pick(each, rng)].key
        weights[i] = mean
    return END


def most_weight(p: Position, a: Activity, verb: str) -> float:
    if verb == CAST:
        return SPECIAL if card(p, a.model).spells else 0.0
    return WEIGHTS.get(verb, OTHERS)


def promising(p: Position, a: Activity, options: list[Option], n: int, rng: Random) -> list[Any]:
    """The best two of each verb, verbs by weight; then the others in any order."""
    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option.verb, []).append(option)
    first: list[tuple[float, Option]] = []
    rest: list[Option] = []
    for verb, found in by_verb.items():
        rng.shuffle(found)
        found.sort(key=lambda o: -taste(p, a.model, o))
        many = MANY.get(verb, 1)
        first += [(WEIGHTS.get(verb, OTHERS) - rank, o) for rank, o in enumerate(found[:many])]
        rest += found[many:]
    first.sort(key=lambda pair: -pair[0])
    rng.shuffle(rest)
    return [o.key for o in (*(o for _, o in first), *rest)][:n]


def pick(weights: list[float], rng: Random) -> int:
    at = rng.random() * sum(weights)
    for i, weight in enumerate(weights):
        at -= weight
        if at <= 0:
            return i
    return len(weights) - 1


def weight(p: Position, option: Option) -> float:
    if option.verb == CAST and p.rules.cards.spells[option.using].special:
        return SPECIAL
    return WEIGHTS.get(option.key.split(" ")[0], OTHERS)


def wise(p: Position, a: Activity, options: Iterable[Option]) -> list[Option]:
    """The sensible ones; no feat before the armies are in reach, no blow at the ground with nobody near."""
    found = [o for o in options if sensible(p, a, o)]
    if any(o.verb == FEAT for o in found) and not armies_in_reach(p, a.model):
        found = [o for o in found if o.verb != FEAT]
    if any(at_the_ground(o) for o in found) and not any(apart(p, a.model, e) <= NEAR for e in p.state.enemies(a.model)):
        found = [o for o in found if not at_the_ground(o)]
    return found


def at_the_ground(option: Option) -> bool:
    """A special attack with a weapon that names nobody."""
    return bool(option.using) and not option.target and option.verb not in WEIGHTS


def armies_in_reach(p: Position, model: str) -> bool:
    seat = p.state.status[model].seat
    return close_enough(army(p, seat), army(p, OTHER[seat]))


def sensible(p: Position, a: Activity, option: Option, key: str = "") -> bool:
    """Not at friends, and no charge that looks far too long. `key`: without the name of a trooper."""
    key = key or option.key
    verb, status = key.split(" ", 1)[0], p.state.status
    if verb in HOSTILE and len({status[name].seat for name in option.about if name in status}) < 2:
        return False
    if verb == CAST:
        return sensible_spell(p, a, option, key)
    if verb in ("charge", "slam"):
        return likely_charge(p, a.model, option.about[-1])
    if verb in ("attack", "combine"):
        return worth_attacking(p, a.model, option.about[-1], key.rpartition(" with ")[2])
    return True


def sensible_spell(p: Position, a: Activity, option: Option, key: str) -> bool:
    """Attacks at enemies that look near enough; no spell that is on its target already."""
    spell = p.rules.cards.spells[option.using]
    if not option.target:
        return not any(e.name == option.using and e.source == a.model for e in p.state.effects)
    if spell.offensive and p.state.status[option.target].seat == p.state.status[a.model].seat:
        return False
    node = key.partition(" through ")[2]
    if apart(p, node or a.model, option.target) > spell.reach + 2 * GUESS:
        return False
    return not (spell.upkeep and has(p, option.target, option.using))


def sensible_of_troopers(p: Position, domain: UnitMenu) -> Iterator[Option]:
    """Of one trooper after the other: what is not aimed at friends or far out of range."""
    for a in domain.activities:
        if not a.over and (not a.action or a.model == domain.current):
            yield from (o for o in domain.of(p, a) if sensible(p, a, o, o.key.partition(" ")[2]))


@suggests(UnitMenu)
def troopers(p: Position, domain: UnitMenu, n: int, rng: Random) -> list[Any]:
    """The deeds of a random trooper; when all have moved or attacked, on."""
    last = "end" if domain.acting else "act"
    in_ranks = not domain.acting and any(a.order == SHIELD_WALL for a in domain.activities)
    as_one = CLOSING_UP if in_ranks else AS_ONE
    if n == 1 and rng.random() < as_one and (keys := [o.key for o in domain.together(p)]):
        return [rng.choice(keys)]
    left = [a for a in domain.activities if not a.over and (not a.action or a.model == domain.current)]
    left = left if domain.acting else [a for a in left if a.may_move or a.down]
    rng.shuffle(left)
    found: list[Any] = [o.key for o in domain.together(p)] if n > 1 and in_ranks else []
    for a in left:
        listed = domain.at_enemies(p, a) if n == 1 else domain.of(p, a)
        options = [o for o in listed if sensible(p, a, o, o.key.partition(" ")[2])]
        if options and n > 1:
            found += [key for key in promising(p, a, options, n, rng) if key not in found]
        elif options:
            found.append(options[pick([WEIGHTS.get(o.verb, OTHERS) for o in options], rng)].key)
        if len(found) >= n:
            break
    return found[:n] or [last]


@suggests(ChargeTargets)
def charge_targets(p: Position, domain: ChargeTargets, n: int, rng: Random) -> list[Any]:
    """Likely charges first, most of them; then done."""
    if n == 1 and rng.random() < AS_ONE and (keys := [o.key for o in domain.together(p, list(domain.found(p)))]):
        return [rng.choice(keys)]
    likely = [o.key for o in domain.found(p) if likely_charge(p, o.actor, o.target)]
    rng.shuffle(likely)
    if n == 1:
        return [likely[0] if likely and rng.random() < CHARGES else DECLARED]
    return [*likely[: n - 1], DECLARED]


@suggests(OrderMenu)
def orders(p: Position, domain: OrderMenu, n: int, rng: Random) -> list[Any]:
    """A charge where an enemy looks near, a run where all are far, otherwise an advance."""
    keys = [o.key for o in domain.options(p)]
    near = nearest_enemy(p, domain.unit)
    wanted = ["order charge"] if near < 11_000 else ["order run"] if near > 20_000 else []
    rng.shuffle(keys)
    likely = [k for k in keys if k in wanted] if rng.random() < 0.7 else []
    return list(dict.fromkeys([*likely, NO_ORDER if rng.random() < 0.6 else keys[0], *keys]))[:n]


def nearest_enemy(p: Position, unit: str) -> float:
    """How near an enemy seems to be to any trooper of a unit."""
    models, least = p.state.models, inf
    for name in members(p, unit):
        me, r = models[name], radius(p, models[name])
        gaps = [
            hypot(me.x - m.x, me.y - m.y) - r - radius(p, m) for m in map(models.__getitem__, p.state.enemies(name))
        ]
        least = min(least, *gaps) if gaps else least
    return seems(least) if least < inf else 99_000.0  # of the least: what seems nearer is no farther


@suggests(Allocation)
def allocations(p: Position, domain: Allocation, n: int, rng: Random) -> list[Any]:
    """Most of the focus to warjacks, some kept; upkeep more often paid than not."""
    found: list[Any] = []
    for shares in (*(planned(p, domain) if n > 1 else ()), *(by_chance(domain, rng) for _ in range(4 * n))):
        answer = domain.normal(shares)
        if answer not in found and domain.refuse(p, answer) is None:
            found.append(answer)
            if len(found) == n:
                break
    return found or [()]


def planned(p: Position, domain: Allocation) -> Iterator[dict[str, int]]:
    """Upkeep or none, then all that is spared to the warjacks nearest to an enemy."""
    jacks = [(name, most) for name, most in domain.limits if name in p.state.models]
    jacks.sort(key=lambda pair: min((apart(p, pair[0], e) for e in p.state.enemies(pair[0])), default=0.0))
    kept = [name for name, _ in domain.limits if name.startswith(UPKEEP)]
    for spared in (0, 2, 4):
        for upkeep in (kept, []) if kept else ([],):
            shares, left = dict.fromkeys(upkeep, 1), max(0, domain.total - len(upkeep) - spared)
            for name, most in jacks:
                shares[name] = min(left, most)
                left -= shares[name]
            yield shares


def by_chance(domain: Allocation, rng: Random) -> dict[str, int]:
    left = domain.total
    given: dict[str, int] = {}
    names = list(domain.limits)
    rng.shuffle(names)
    for name, most in names:
        if name == HEAL:
            points = min(left, most, rng.choice((0, 0, 1, 2)))
        elif name.startswith(UPKEEP):
            points = min(left, int(rng.random() < 0.6))
        else:
            points = min(left, most, rng.choice((0, 1, 2, 3, 3)))
        given[name] = points
        left -= points
    return given
