"""Who can reach whom next: charges, shots, and how much of it a warcaster would survive."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from sandtable.rulesets.warmachine.common.appraisal.figures import harm
from sandtable.rulesets.warmachine.common.appraisal.forces import Unit
from sandtable.rulesets.warmachine.common.state.cards import Library

NEAR = 14_000  # beyond it nobody is counted as threatened by a blow
GRADE = 14.0  # for each inch that a fighter is still away from its next charge
FARTHEST = 24.0
SHY = 22.0  # for each inch that a warcaster is nearer to enemies than it likes
COMFORT = 11_000


def gap(a: Unit, b: Unit) -> float:
    return sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.printed.radius - b.printed.radius


def strikes(cards: Library, mine: list[Unit], theirs: list[Unit]) -> Iterator[tuple[float, Unit, Unit, float]]:
    """For each model the best it can do next: value, who, whom, and the share of the target it would take."""
    for me in mine:
        if me.still:
            continue
        reach = max(me.printed.charge, me.printed.shot)
        best: tuple[float, Unit, float] | None = None
        for foe in theirs:
            dx, dy = abs(me.x - foe.x), abs(me.y - foe.y)
            far = reach + me.printed.radius + foe.printed.radius
            if dx > far or dy > far:
                continue
            away = gap(me, foe)
            found = harm(cards, me.card, foe.card)
            share = 0.0
            if away <= me.printed.melee:
                share = found.helpless if foe.still else found.melee
            elif away <= me.printed.charge:
                share = found.charge
            if away <= me.printed.shot and away > me.printed.melee:
                share = max(share, found.ranged)
            share = min(1.0, share / max(0.15, foe.share))
            value = share * foe.worth
            if value and (best is None or value > best[0]):
                best = value, foe, share
        if best is not None:
            yield best[0], me, best[1], best[2]


def mortal(cards: Library, hunters: list[Unit], caster: Unit) -> float:
    """The share of a warcaster's boxes that all who reach it would take together."""
    total = 0.0
    for foe in hunters:
        if foe.still:
            continue
        away = gap(foe, caster)
        found = harm(cards, foe.card, caster.card)
        part = 0.0
        if away <= foe.printed.charge:
            part = found.charge + (2 * found.bought if foe.printed.warjack else 0.0)
        if away <= foe.printed.shot:
            part = max(part, found.ranged)
        total += part
    return total / max(0.1, caster.share)


def closing(mine: list[Unit], theirs: list[Unit]) -> float:
    """Fighters want to be near enough to charge, shooters to shoot; warcasters stay behind. Never positive."""
    total = 0.0
    for me in mine:
        if not theirs:
            break
        away = min((me.x - foe.x) ** 2 + (me.y - foe.y) ** 2 for foe in theirs)
        far = sqrt(away) - 1500
        if me.printed.warcaster:
            total -= SHY * max(0.0, COMFORT - far) / 1000
            total -= GRADE / 2 * max(0.0, far - 2 * COMFORT) / 1000
        else:
            reach = max(me.printed.charge, me.printed.shot)
            total -= GRADE * min(FARTHEST, max(0.0, far - reach) / 1000)
    return total
