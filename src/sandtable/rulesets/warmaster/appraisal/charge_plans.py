"""What charges would gain: one unit's, together with friends in the same fight, and those of a whole body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sandtable.rulesets.warmaster.appraisal.clashes import clash, likely_won, pooled
from sandtable.rulesets.warmaster.appraisal.threats import (
    BOLD,
    LAST,
    WARY,
    able,
    at_the_end,
    fighter,
    may_charge,
    turns_after,
)
from sandtable.rulesets.warmaster.charging.targets import can_charge
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, REACH, crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, full_pace

ANSWERED, FAR_ANSWERED = 0.3, 0.5  # how often enemies near a fight charge who is in it, and one that came flying
HOPELESS = -25.0  # points: charges that look worse are not tried
MANY = 3  # no more enemies count


def charge_gains(p: Position, unit: str) -> list[tuple[float, str]]:
    """What a charge at each enemy in reach would gain, roughly: more where friends fight him already."""

    def make() -> list[tuple[float, str]]:
        table, found = crowd(p), []
        for target in in_reach(p, unit):
            friends = [other for other in table.fought(target) if other != unit]
            before = clash(pooled([fighter(p, u) for u in friends]), fighter(p, target)) if friends else 0.0
            found.append((joint_gain(p, (unit, *friends), target) - before, target))
        return found

    return p.memo(("charge gains", unit), make)


def in_reach(p: Position, unit: str) -> list[str]:
    """The enemies a unit may be able to charge."""
    table = crowd(p)
    near = table.close_by(unit)
    if full_pace(p, unit) > REACH:
        near = {enemy: table.apart(unit, enemy) for enemy in table.foes[table.seats[unit]]}
    return [target for target, far in near.items() if may_charge(p, table, unit, target, far)]


def joint_gain(p: Position, units: tuple[str, ...], target: str) -> float:
    """What a charge by several at one enemy would gain; enemies near him may answer by charging the first."""

    def make() -> float:
        near = [o for o, far in crowd(p).near[target].items() if far <= NEAR and o not in units]
        chargers, struck = pooled([fighter(p, unit) for unit in units]), fighter(p, target)
        end = at_the_end(p, crowd(p).seats[units[0]])
        share = BOLD * likely_won(chargers, struck) if end > 0 else WARY
        return clash(chargers, struck) - answered(p, units[0], near) + LAST * end * share

    return p.memo(("joint gain", units, target), make)


def charges_of(p: Position, body: Sequence[str], exact: bool = False) -> Iterator[tuple[tuple[str, ...], float]]:
    """The charges that a body could make when it obeys, one or two units at an enemy: who, and what it gains.

    One that flies and did not charge when it was ordered before will not do it now. Exactly: only charges that find a
    way.
    """
    spent = [unit for unit in body if p.state.units[unit].orders and full_pace(p, unit) > REACH]
    reached = {u: {} if u in spent else {target: gain for gain, target in charge_gains(p, u)} for u in body}
    if exact:
        for unit, targets in reached.items():
            reached[unit] = {t: gain for t, gain in targets.items() if gain > HOPELESS and can_charge(p, unit, t)}
    found = list[tuple[tuple[str, ...], str, float]]()
    for unit in body:
        found += [((unit,), target, gain) for target, gain in reached[unit].items()]
    for one, two in combinations(body, 2):
        for target in reached[one].keys() & reached[two].keys():
            found.append(((one, two), target, joint_gain(p, (one, two), target)))
    found.sort(key=lambda charge: (-charge[2] / len(charge[0]), charge[:2]))
    taken = set[str]()
    for units, target, gain in found:
        if gain > 0 and not taken & {*units, target}:
            taken |= {*units, target}
            yield units, gain


def answered(p: Position, unit: str, around: Sequence[str]) -> float:
    """Points that enemies about a fight, more of them than friends, may take from a unit in it by charging it next."""
    table, own = crowd(p), fighter(p, unit)
    foes = [o for o in around if table.seats[o] != table.seats[unit] and able(p, o)]
    many = min(MANY, 2 * len(foes) - len(around))
    if many <= 0 or not turns_after(p):
        return 0.0
    foes = sorted(foes, key=lambda foe: -clash(fighter(p, foe), own))[:many]
    gain = max(clash(pooled([fighter(p, foe) for foe in foes[:count]]), own) for count in range(1, many + 1))
    return (FAR_ANSWERED if entry(p, unit).flyer else ANSWERED) * max(0.0, min(gain, own.points))


def answer_in_fight(p: Position, unit: str, fight: Sequence[str]) -> float:
    """Points that enemies near a unit that fights, besides those in the fight, may take from it next."""
    near = [o for o, far in crowd(p).near[unit].items() if far <= NEAR and o not in fight]
    return answered(p, unit, near)
