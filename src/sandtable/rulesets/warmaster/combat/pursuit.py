"""Pursuit: winners go after those who retreated from their fight (WM-PURSUE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandtable.core import Refusal
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import SIDES
from sandtable.geometry.pairs import contact, gap, nearest
from sandtable.geometry.shapes import Rect, turned
from sandtable.geometry.stands import OUT, Stands, leaves
from sandtable.geometry.units import MILLI
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.charging.placing import CONTACT, on_edge
from sandtable.rulesets.warmaster.charging.targets import charges
from sandtable.rulesets.warmaster.combat.attacks import exposed
from sandtable.rulesets.warmaster.combat.retreats import facing_side
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.support import aligned
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.formations import SAME_FACING, connected, turn_between
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.ways import Fault, ground_for, stand_way, troops
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry, full_pace, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose
from sandtable.rulesets.warmaster.terrain.cover import fortified_start

ENDLESS = 400 * MILLI
MOUNTED = ("cavalry", "chariot")


def charged_in_flank(p: Position, unit: str, enemy: str) -> bool:
    """Whether a unit charged this turn and is not before the enemy's front."""
    if not p.state.units[unit].charged:
        return False
    pairs = [(gap(own, other), own, other) for own in crowd(p).of(unit) for other in crowd(p).of(enemy)]
    _, own, other = min(pairs, key=lambda pair: pair[0])
    return facing_side(other, own) != "front"


FLANKED: Switch[Callable[[Position, str, str], bool]] = (
    Switch(  # whether infantry may pursue mounted troops (WM-PURSUE-2)
        "infantry_pursue_cavalry_if_flanked",
        {"false": lambda p, unit, enemy: False, "true": charged_in_flank},
        "WM-PURSUE-7",
    )
)
REACH: Switch[Callable[[int], int]] = Switch(  # how far a stand may go straight ahead, by the unit's full pace
    "pursuit_reach", {"unlimited_straight": lambda pace: ENDLESS, "full_pace": lambda pace: pace}, "WM-PURSUE-8"
)
OTHERS: Switch[Callable[[Iterator[Rect], Iterator[Rect]], Iterator[Rect]]] = (
    Switch(  # places of the other stands, in order
        "pursuit_other_stands",
        {
            "must_contact": lambda touching, free: chain(touching, free),
            "free": lambda touching, free: chain(free, touching),
        },
        "WM-PURSUE-9",
    )
)


def chain(one: Iterator[Rect], two: Iterator[Rect]) -> Iterator[Rect]:
    yield from one
    yield from two


def barred(p: Position, unit: str, enemy: str) -> Refusal | None:
    """Why a unit may not pursue an enemy, by what the two are (WM-PURSUE-7, WM-FLY-7)."""
    own, other = entry(p, unit), entry(p, enemy)
    if own.type == "artillery":
        return Refusal("artillery never pursues", "WM-PURSUE-3")
    if fortified_start(p, unit) and not exposed(p, unit):
        return Refusal("fortified units never pursue", "WM-PURSUE-4")
    if own.type == "infantry" and other.type in MOUNTED and not FLANKED.of(p)(p, unit, enemy):
        return Refusal("infantry cannot pursue cavalry or chariots", "WM-PURSUE-2")
    if other.flyer and not own.flyer:
        return Refusal("only flyers pursue flyers", "WM-PURSUE-6")
    return None


def retreated_enemies(p: Position, unit: str, outcome: Outcome, key: str) -> tuple[str, ...]:
    """Whom a unit may pursue: those it fought, else others that retreated from the fight (WM-PURSUE-20).

    Those who left the table cannot be pursued, even if they are back at once (WM-OFFT-12).
    """
    there = [u for u in p.state.engagements[key].units if may_be_pursued(p, unit, u)]
    own = [u for u in dict(outcome.touched).get(unit, ()) if u in there]
    reached = tuple(u for u in own if pursuits(p, unit, u))
    return reached or tuple(u for u in there if u not in own and pursuits(p, unit, u))


def may_be_pursued(p: Position, unit: str, enemy: str) -> bool:
    """Whether an enemy has retreated and is on the table, and the unit may go after it."""
    own, other = p.state.units[unit], p.state.units[enemy]
    gone = enemy not in p.state.stands or other.frozen
    return not gone and other.seat != own.seat and other.retreated and barred(p, unit, enemy) is None


def pursuits(p: Position, unit: str, enemy: str) -> tuple[tuple[Pose, ...], ...]:
    """Places for a pursuit of one enemy: front edge of at least one stand against an enemy edge (WM-PURSUE-21).

    Sight is not asked for: winners always see those who retreated from their fight (WM-VIS-9).
    """
    fight = next((f.units for f in p.state.engagements.values() if unit in f.units and enemy in f.units), ())
    others = tuple(u for u in fight if u != enemy and may_be_pursued(p, unit, u))
    key = ("pursuits", unit, enemy, others, tuple(p.state.readings.items()))
    return p.memo(key, lambda: tuple(_pursuits(p, unit, enemy, others)), PLACES)


def _pursuits(p: Position, unit: str, enemy: str, others: tuple[str, ...]) -> list[tuple[Pose, ...]]:
    starts, table = crowd(p).of(unit), crowd(p)
    pace = full_pace(p, unit)
    straight: dict[int, Rect] = {}
    for i in sorted(range(len(starts)), key=lambda i: min(gap(starts[i], foe) for foe in table.of(enemy))):
        end = straight_ahead(p, unit, starts[i], enemy)
        if end is not None and not any(_over(end, other) for other in straight.values()):
            straight[i] = end  # a stand behind one that goes ahead does not
    if straight:
        found = follow(p, unit, (enemy, *others), starts, straight, pace)
        return [found] if found is not None else []
    if table.fought(unit):
        return []
    ways = charges(p, unit, enemy, pace, blind=True)  # WM-PURSUE-10
    return [] if isinstance(ways, Refusal) else [onset.poses for onset in ways[:3]]


def straight_ahead(p: Position, unit: str, rect: Rect, enemy: str) -> Rect | None:
    """Where a stand lays its front edge on an enemy stand by going straight ahead (WM-PURSUE-17)."""
    table = crowd(p)
    others = [i for i, o in enumerate(table.owners) if o != unit]
    way = direction(rect.facing)
    most = REACH.of(p)(full_pace(p, unit))
    row = Stands(tuple(table.rects[i] for i in others))
    met = row.shift((rect,), (way[0] * most, way[1] * most), tol=EPS)
    hit = [others[j] for _, j in met.met if table.owners[others[j]] == enemy]
    if not hit:
        return None
    for number in hit:
        end = laid_on(rect, shifted(rect, way, met.far), table.rects[number])
        if end is not None and clear(p, unit, rect, end, ()):
            return end
    return None


def laid_on(start: Rect, at: Rect, enemy: Rect) -> Rect | None:
    """The stand in contact, turned about the first point of contact where the edges are not parallel."""
    met = contact(at, enemy, EPS)
    if met is not None and met.kind == "edge" and met.side_a == "front" and met.length >= CONTACT:
        return at
    against = turned(at.facing, 180_000)
    side = min(SIDES, key=lambda s: turn_between(turned(enemy.facing, OUT[s]), against))
    out = turned(enemy.facing, OUT[side])
    if turn_between(out, against) <= SAME_FACING:
        return None
    _, here, _ = nearest(at, enemy)
    left = direction(turned(out, 90_000))
    along = (here[0] - enemy.x) * left[0] + (here[1] - enemy.y) * left[1]
    found = on_edge(enemy, side, (at.frontage, at.depth), along)
    return found._replace(x=round(found.x), y=round(found.y))


def clear(p: Position, unit: str, start: Rect, end: Rect, placed: Sequence[Rect]) -> bool:
    """On the table, over nobody, on open ground, and the leg there is clear (WM-PURSUE-5, WM-PURSUE-23)."""
    table = crowd(p)
    if leaves(end, p.state.map.width, p.state.map.height, EPS) or any(_over(end, r) for r in placed):
        return False
    others = Stands(tuple(r for r, o in zip(table.rects, table.owners, strict=True) if o != unit))
    path = swept(start, end)
    return not others.overlaps(path, EPS) and not land(p).closed_afoot(troops(p, unit)).overlaps(path, EPS)


def _over(a: Rect, b: Rect) -> bool:
    return bool(Stands((b,)).overlaps(a, EPS))


def follow(
    p: Position, unit: str, enemies: Sequence[str], starts: tuple[Rect, ...], straight: dict[int, Rect], pace: int
) -> tuple[Pose, ...] | None:
    """Those who go straight ahead, then the others one by one, each in touch with one placed (WM-PURSUE-22).

    The first of the enemies is the one pursued, the others retreated from the same fight.
    """
    placed = dict(straight)
    while len(placed) > 1 and not connected(list(placed.values())) and not _bridged(starts, placed):
        placed.pop(max(placed))  # unless that would split the unit (WM-PURSUE-9)
    left = [i for i in range(len(starts)) if i not in placed]
    for i in left:
        end = next_place(p, unit, enemies, starts[i], list(placed.values()), pace)
        if end is None:
            return None
        placed[i] = end
    rects = [placed[i] for i in range(len(starts))]
    return poses_of(rects) if connected(rects) else None


def _bridged(starts: tuple[Rect, ...], placed: dict[int, Rect]) -> bool:
    """Whether stands still to be placed could join the placed ones up: those between them."""
    return len(placed) < len(starts)


def next_place(
    p: Position, unit: str, enemies: Sequence[str], start: Rect, placed: list[Rect], pace: int
) -> Rect | None:
    """Front edge to an edge of the pursued unit where possible, else of another that retreated, else in touch with its
    own unit (WM-PURSUE-24)."""
    ground = ground_for(p, unit, charging=True)
    touching = (
        goal
        for some in (enemies[:1], enemies[1:])
        for goal in best_first(start, [found for enemy in some for found in striking(p, enemy, start, placed)])
    )
    for goal in OTHERS.of(p)(touching, beside(start, placed)):
        end = goal._replace(x=round(goal.x), y=round(goal.y))
        if any(_over(end, r) for r in placed) or ground.among.overlaps(end, EPS):
            continue
        if not any(contact(end, r, EPS) for r in placed):
            continue
        if not isinstance(stand_way(p, ground, start, poses_of((end,))[0], pace, placed, False), Fault):
            return end
    return None


def best_first(start: Rect, found: list[tuple[int, Rect]]) -> list[Rect]:
    """Places of the first kind, the nearest first, then those of the next."""
    ranked = sorted(found, key=lambda f: (f[0], (f[1].x - start.x) ** 2 + (f[1].y - start.y) ** 2))
    return [goal for _, goal in ranked]


def striking(p: Position, enemy: str, start: Rect, placed: list[Rect]) -> Iterator[tuple[int, Rect]]:
    """Places with the front edge on a retreated stand, by kind: beside a placed stand, on a free part of an edge as
    near to its middle as may be, at an end of that part."""
    foes, size = crowd(p).of(enemy), (start.frontage, start.depth)
    for goal in beside(start, placed):
        for foe in foes:
            met = contact(goal._replace(x=round(goal.x), y=round(goal.y)), foe, EPS)
            if met is not None and met.side_a == "front" and met.length >= CONTACT:
                yield 0, goal
    row = Stands((*crowd(p).rects, *placed))
    for foe in foes:
        for side in SIDES:
            wide = foe.frontage if side in ("front", "rear") else foe.depth
            most = (wide + size[0]) / 2 - CONTACT
            for low, high in row.free_stretches(foe, side, *size):
                low, high = max(low, -most), min(high, most)  # a shorter contact is a corner (WM-GEO-9)
                if low <= high + 1:
                    yield 1, on_edge(foe, side, size, min(max(0.0, low), high))
                    yield from ((2, on_edge(foe, side, size, along)) for along in (low, high))


def beside(start: Rect, placed: list[Rect]) -> Iterator[Rect]:
    """Flush beside placed stands, then behind them, then where it is."""
    for r in placed:
        for sign in (1, -1):
            lx, ly = direction(turned(r.facing, sign * 90_000))
            yield r._replace(x=r.x + lx * r.frontage, y=r.y + ly * r.frontage)
    for r in placed:
        cos, sin = direction(r.facing)
        yield r._replace(x=r.x - cos * r.depth, y=r.y - sin * r.depth)
    yield start


def supporting_pursuit(p: Position, unit: str) -> tuple[Pose, ...] | None:
    """Infantry that reaches no enemy goes straight ahead into a supporting place (WM-PURSUE-11)."""
    table = crowd(p)
    if entry(p, unit).type != "infantry" or table.fought(unit):
        return None
    others = [i for i, o in enumerate(table.owners) if o != unit]
    row = Stands(tuple(table.rects[i] for i in others))
    for rect in table.of(unit):
        way = direction(rect.facing)
        met = row.shift((rect,), (way[0] * ENDLESS, way[1] * ENDLESS), tol=EPS)
        for _, j in met.met:
            friend = table.owners[others[j]]
            if not p.state.units[friend].pursued or p.state.units[friend].seat != p.state.units[unit].seat:
                continue
            moved = [shifted(r, way, met.far) for r in table.of(unit)]
            ok = all(clear(p, unit, a, b, ()) for a, b in zip(table.of(unit), moved, strict=True))
            if ok and aligned(shifted(rect, way, met.far), table.rects[others[j]]) and met.far > EPS:
                return poses_of(moved)
    return None
