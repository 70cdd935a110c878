"""Who could charge whom next, and what that would come to: one on one, by printed values and the stands left."""

from __future__ import annotations

from sandtable.geometry.corners import unit as direction
from sandtable.rulesets.warmaster.appraisal.clashes import Fighter, clash, pooled
from sandtable.rulesets.warmaster.ending.victory import points, unit_points
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, Crowd, crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, full_pace, rank
from sandtable.rulesets.warmaster.state.table import COMMAND, OTHER
from sandtable.rulesets.warmaster.terrain.land import INFANTRY

TOGETHER = 3  # units that charge one enemy together
BACKING = 1.0  # hits for each infantry unit in touch, about
ORDERED = 0.45  # how often a charge is made that needs an order
RETALIATES = 0.5  # how often those are charged in turn
FALLS = 0.4  # how often a beaten unit takes its characters with it
BEFORE, AFTER = 0.75, 0.9  # how much threats count in one's own turn, while orders are given and later
BATTLE = 250  # points: what winning the battle is worth
LAST = 50.0  # points that a fight is worth besides in the last turn: won if one is not ahead, not lost if one is
BOLD, WARY = 1.5, 0.4  # how much of it a charge that is sure to be won is expected to gain then, and any to lose
DARING = (1.0, 0.7, 0.5, 0.4, 0.3, 0.2)  # how much a side that is not ahead dares: in its last turn, the one before ...
CARELESS = 0.6  # how much less threats count then
AHEAD = (1.0, 0.7, 0.4)  # how much a side that is ahead keeps back then
CAREFUL = 0.8  # how much more threats count then
SAFE_LEAD = 120  # points: with a smaller lead it keeps back less, because one lost fight may turn it
HOLD = 0.7  # how much less it then wants to come up to the enemy
ENDLESS = 99
MOST = 0.9  # of a unit's points that can be at stake


def fighter(p: Position, unit: str) -> Fighter:
    return p.memo(("fighter", unit), _fighter, None, p, unit)


def _fighter(p: Position, unit: str) -> Fighter:
    found, own, stands = entry(p, unit), p.state.units[unit], len(p.state.stands[unit])
    left = unit_points(p.rules, own) * stands / max(1, own.start)
    worth = left + with_it(p, unit)
    return Fighter(
        found.attack * stands,
        stands,
        max(1, found.hits),
        unsaved(p, unit),
        worth,
        found.type,
        found.flyer,
        found.shots * stands,
    )


def unsaved(p: Position, unit: str) -> float:
    """How likely a hit on a unit is not saved."""
    armour = entry(p, unit).armour
    return 1.0 if armour is None else (armour - 1) / 6


def with_it(p: Position, unit: str) -> float:
    """Points at stake with the characters of a unit: they fall when it is destroyed, and with a General the battle."""
    found = 0.0
    for name, character in p.state.characters.items():
        if character.joined == unit and not character.slain:
            printed = rank(p, name)
            found += FALLS * (printed.points + (BATTLE if printed.kind == "general" else 0))
    return found


def threats(p: Position) -> dict[str, float]:
    """Points that enemies in reach may take from each unit by charging it together, each where it gains most."""
    return p.memo("threats", lambda: _threats(p))


def _threats(p: Position) -> dict[str, float]:
    table, found = crowd(p), dict[str, float]()
    chargers: dict[str, list[tuple[str, float]]] = {}
    for charger in table.spans:
        for target, far in table.close_by(charger).items():
            if may_charge(p, table, charger, target, far):
                chargers.setdefault(target, []).append((charger, 1.0 if far <= NEAR else ORDERED))
    best = {target: _strike(p, target, those) for target, those in chargers.items()}
    while best:
        target = max(best, key=lambda unit: best[unit][0])
        gain, used = best.pop(target)
        if gain <= 0:
            break
        found[target] = min(gain, MOST * fighter(p, target).points)
        for other in [unit for unit, (_, some) in best.items() if some & used]:
            best[other] = _strike(p, other, [c for c in chargers[other] if c[0] not in used])
        for those in chargers.values():
            those[:] = [c for c in those if c[0] not in used]
    return found


def _strike(p: Position, target: str, chargers: list[tuple[str, float]]) -> tuple[float, frozenset[str]]:
    """The most that some of the chargers may gain at a target together, and who they are."""
    struck, support = fighter(p, target), backing(p, target)
    ranked = [(sure * clash(fighter(p, unit), struck, support), unit, sure) for unit, sure in chargers]
    ranked.sort(reverse=True)
    best, used = 0.0, frozenset[str]()
    for many in range(1, min(TOGETHER, len(ranked)) + 1):
        some = ranked[:many]
        sure = sum(likely for _, _, likely in some) / many
        gain = sure * clash(pooled([fighter(p, unit) for _, unit, _ in some]), struck, support)
        if gain > best:
            best, used = gain, frozenset(unit for _, unit, _ in some)
    return best - (retaliation(p, target, used) if used else 0.0), used


def retaliation(p: Position, target: str, chargers: frozenset[str]) -> float:
    """Points that friends near a unit may take in their turn from those who charged it."""
    table, left = crowd(p), turns_after(p)
    friends = [
        fighter(p, other)
        for other, far in table.near[target].items()
        if far <= NEAR and table.seats[other] == table.seats[target] and not table.fought(other) and able(p, other)
    ]
    if not friends or not left:
        return 0.0
    struck = pooled([fighter(p, unit) for unit in sorted(chargers)])
    friends = sorted(friends, reverse=True)[: len(chargers) + 1]
    return RETALIATES * min(struck.points, max(0.0, clash(pooled(friends), struck)))


def able(p: Position, unit: str) -> bool:
    return not p.state.units[unit].confused and entry(p, unit).type != "artillery"


def backing(p: Position, unit: str) -> float:
    """Support a unit may expect from infantry in touch with it, in hits (WM-SUPP-1)."""
    table = crowd(p)
    if entry(p, unit).type != INFANTRY:
        return 0.0
    friends = [o for o in table.touching[unit] if table.seats[o] == table.seats[unit]]
    return BACKING * sum(entry(p, o).type == INFANTRY and not p.state.units[o].confused for o in friends)


def may_charge(p: Position, table: Crowd, unit: str, target: str, far: float) -> bool:
    """Near enough, ahead of it, and nothing keeps it from acting."""
    own = p.state.units[unit]
    if own.confused or far > full_pace(p, unit) or entry(p, unit).type == "artillery" or table.fought(unit):
        return False
    return ahead_of(table, unit, target)


def ahead_of(table: Crowd, unit: str, target: str) -> bool:
    here, there = table.of(unit)[0], table.of(target)[0]
    cos, sin = direction(here.facing)
    return (there.x - here.x) * cos + (there.y - here.y) * sin > 0


def turns_after(p: Position) -> int:
    """Turns of either side after this one; many where nothing limits the battle."""
    return p.state.last - p.state.turn if p.state.last else ENDLESS


def at_the_end(p: Position, seat: int) -> float:
    """How much a seat should dare in its last turns, up to 1, if it is not ahead: nothing is lost then by a lost fight.

    Below 0 if it is ahead: then it should keep what it has.
    """
    left = turns_after(p) // 2  # turns of its own after this one
    if left >= len(DARING) or p.state.active != seat:
        return 0.0

    def make() -> float:
        lead = points(p.rules, p.state, seat) - points(p.rules, p.state, OTHER[seat])
        if lead <= 0:
            return DARING[left]
        return -AHEAD[left] * min(1.0, lead / SAFE_LEAD) if left < len(AHEAD) else 0.0

    return p.memo(("at the end", seat), make)


def eager(p: Position, seat: int) -> float:
    """How much a seat wants to come up to the enemy: less when it is ahead and the battle ends soon."""
    return 1.0 + HOLD * min(0.0, at_the_end(p, seat))


def weights(p: Position, seat: int) -> tuple[float, float]:
    """How much threats to a seat's units count now, and how much its own: less the later they can be carried out.

    Threats that no turn is left for count nothing.
    """
    mine, orders, left = p.state.active == seat, p.state.phase == COMMAND and not p.state.closed, turns_after(p)
    if mine:
        risked, hoped = (BEFORE, 0.4) if orders else (AFTER, 0.4)
        end = at_the_end(p, seat)
        risked *= 1 - (CARELESS if end > 0 else CAREFUL) * end
        return risked if left > 0 else 0.0, hoped if left > 1 or orders else 0.0
    risked, hoped = (0.6, 0.6) if orders else (0.4, 0.8)
    return risked if left > 1 or orders else 0.0, hoped if left > 0 else 0.0
