"""Who can reach whom next: charges, shots, and how much of it a warcaster would survive."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from sandtable.rulesets.warmachine.common.appraisal.figures import Harm, harm
from sandtable.rulesets.warmachine.common.appraisal.forces import LEAST, Unit, charge_range
from sandtable.rulesets.warmachine.common.state.cards import Library

GRADE = 16.0  # for each inch that a fighter is still away from its next charge
FARTHEST = 24.0
TOWARD = 4.0  # for each inch between a fighter and the enemy's warcaster
SHY = 22.0  # for each inch that a warcaster is nearer to enemies than it likes
COMFORT, BEHIND = 11.0, 16.0  # inches
CENTRES = 1500  # about two radii
SURE, DOUBT = 0.9, 0.3  # how likely a charge at the shortest distance is to be made, and how much less at the longest


def gap(a: Unit, b: Unit) -> float:
    return sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.printed.radius - b.printed.radius


def share_taken(me: Unit, away: float, found: Harm, helpless: bool) -> float:
    """The share of a fresh target that a model takes in its next activation, without focus."""
    share = 0.0
    if away <= me.printed.melee:
        return me.might * (found.helpless if helpless else found.melee)
    if away <= (reach := charge_range(me)):
        share = found.charge * (SURE - DOUBT * away / reach)
    if away <= me.printed.shot:
        share = max(share, found.ranged)
    return me.might * share


def strikes(cards: Library, mine: list[Unit], theirs: list[Unit], later: bool = False) -> float:
    """What all of these can do next, each against its best target; nobody is taken twice.

    `later`: the others have a turn before, in which whoever lies on the ground stands up.
    """
    taken: dict[str, float] = {}
    for me in mine:
        if me.still:
            continue
        reach = max(charge_range(me), me.printed.shot) + me.printed.radius
        best, share_of_best, target = 0.0, 0.0, ""
        for foe in theirs:
            far = reach + foe.printed.radius
            if abs(me.x - foe.x) > far or abs(me.y - foe.y) > far:
                continue
            found = harm(cards, me.card, foe.card)
            share = share_taken(me, gap(me, foe), found, foe.still and not later) / max(LEAST, foe.share)
            value = (share if share < 1.0 else 1.0) * foe.worth
            if value > best:
                best, share_of_best, target = value, share, foe.name
        if target:
            taken[target] = taken.get(target, 0.0) + share_of_best
    return sum(min(1.0, taken[foe.name]) * foe.worth for foe in theirs if foe.name in taken)


def bought(cards: Library, jack: Unit, theirs: list[Unit], kill: float) -> float:
    """The most that one attack more of a warjack is worth; `kill`: how much more a warcaster counts."""
    best, reach = 0.0, charge_range(jack)
    for foe in theirs:
        if gap(jack, foe) <= reach:
            prize = foe.worth + (kill if foe.printed.warcaster else 0)
            share = jack.might * harm(cards, jack.card, foe.card).bought / max(LEAST, foe.share)
            best = max(best, min(1.0, share) * prize)
    return best


def close_enough(mine: list[Unit], theirs: list[Unit]) -> bool:
    """Whether a third of mine can strike, or be struck, next: the time for what lasts one round only."""
    met = sum(1 for me in mine if any(gap(me, foe) <= max(threat(me), threat(foe)) for foe in theirs))
    return 3 * met >= len(mine)


def threat(unit: Unit) -> int:
    return max(charge_range(unit), unit.printed.shot)


def mortal(cards: Library, hunters: Iterable[Unit], caster: Unit, later: bool = False) -> float:
    """The share of a warcaster's boxes that all who reach it would take together."""
    total = 0.0
    for foe in hunters:
        far = max(foe.printed.charge, foe.printed.shot) + foe.printed.radius + caster.printed.radius
        if foe.still or abs(foe.x - caster.x) > far or abs(foe.y - caster.y) > far:
            continue
        away = gap(foe, caster)
        found = harm(cards, foe.card, caster.card)
        part = share_taken(foe, away, found, caster.still and not later)
        if foe.printed.warjack and away <= charge_range(foe):
            part += 2 * found.bought * foe.might
        total += part
    return total / max(0.1, caster.share)


def closing(mine: list[Unit], theirs: list[Unit]) -> float:
    """Fighters want to be near enough to charge, shooters to shoot; warcasters stay behind. Never positive."""
    if not theirs:
        return 0.0
    fighters = sum(1 for u in theirs if not u.printed.warcaster)
    shy = shyness(mine, fighters)
    kings = [u for u in theirs if u.printed.warcaster]
    total = 0.0
    for me in mine:
        far = (min(centres(me, foe) for foe in theirs) - CENTRES) / 1000
        to_king = min(centres(me, foe) for foe in kings) / 1000 if kings else None
        total += place_of(me, far, to_king, fighters, shy)
    return total


def centres(a: Unit, b: Unit) -> float:
    return sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)


def shyness(mine: list[Unit], fighters: int) -> float:
    """A warcaster whose enemies have lost their fighters need not stay back."""
    return SHY * min(1.0, fighters / max(1, sum(1 for u in mine if not u.printed.warcaster)))


def place_of(me: Unit, far: float, to_king: float | None, fighters: int, shy: float) -> float:
    """The value of one model's place: inches to the nearest enemy and to their warcaster."""
    if me.printed.warcaster:
        near, away = max(0.0, COMFORT - far), max(0.0, far - (BEHIND if fighters else 0.0))
        return -shy * near - GRADE / 2 * away
    reach = max(me.printed.charge, me.printed.shot) / 1000
    return -GRADE * min(FARTHEST, max(0.0, far - reach)) - (TOWARD * to_king if to_king is not None else 0.0)
