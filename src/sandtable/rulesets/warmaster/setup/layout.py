"""Where an army deploys by itself: lines facing the enemy, brigades of up to four in touch (WM-SCEN-5)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Rect
from sandtable.geometry.stands import Stands, leaves
from sandtable.rulesets.warmaster.command.character_places import rider, riding_ground
from sandtable.rulesets.warmaster.measuring.crowd import crowd, size, stand
from sandtable.rulesets.warmaster.measuring.formations import line_at
from sandtable.rulesets.warmaster.measuring.ways import road_leads, troops
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, TOKEN, Pose, Side, Spot

FACING = {"south": 90_000, "north": 270_000, "west": 0, "east": 180_000}
STEP = 1_000
RANKS = ("artillery", "infantry", "monster", "machine", "chariot", "cavalry")  # from the middle outwards


def facing_of(side: Side) -> int:
    """Towards the enemy."""
    return FACING[side.edge]


def deploying_order(p: Position, seat: int) -> list[str]:
    """Missile troops and artillery first, so that they stand in the front rank; mounted troops on the wings."""
    waiting = [n for n, u in p.state.units.items() if u.seat == seat and n not in p.state.stands]

    def rank(name: str) -> tuple[int, int, str]:
        found = entry(p, name)
        return RANKS.index(found.type), 0 if found.shots else 1, name

    return sorted(waiting, key=rank)


def zone_rows(side: Side, deep: int) -> Iterator[tuple[int, int]]:
    """Depth from the front line of the zone, row by row: (distance from the front, step along)."""
    x0, y0, x1, y1 = side.zone
    across = (y1 - y0) if side.edge in ("south", "north") else (x1 - x0)
    at = deep // 2
    while at + deep // 2 <= across:
        yield at, STEP
        at += 2_500


def spot_of(side: Side, ahead: int, along: int) -> Spot:
    """A point of the zone: this far behind its front line, this far along it from its middle."""
    x0, y0, x1, y1 = side.zone
    if side.edge == "south":
        return (x0 + x1) // 2 + along, y1 - ahead
    if side.edge == "north":
        return (x0 + x1) // 2 - along, y0 + ahead
    if side.edge == "west":
        return x1 - ahead, (y0 + y1) // 2 - along
    return x0 + ahead, (y0 + y1) // 2 + along


def place_for(p: Position, unit: str) -> tuple[Pose, ...] | None:
    """The first free line for a unit: beside a friend of its brigade, else outwards from the middle."""
    side, wide = p.state.sides[p.state.units[unit].seat], size(p.rules, p.state.units[unit].entry)
    facing = facing_of(side)
    length = (side.zone[2] - side.zone[0]) if side.edge in ("south", "north") else (side.zone[3] - side.zone[1])
    across = 1 if side.edge in ("south", "north") else 0  # the coordinate that counts the rows
    middles, half = [(r.x, r.y) for r in crowd(p).rects], wide[0] * p.state.units[unit].start / 2
    for ahead, step in zone_rows(side, wide[1]):
        row = spot_of(side, ahead, 0)[across]
        taken = sorted([at[1 - across] for at in middles if abs(at[across] - row) < wide[1] / 2 - EPS])
        for k in range(length // step):
            along = (k + 1) // 2 * step * (1 if k % 2 else -1)
            spot = spot_of(side, ahead, along)
            at = bisect_right(taken, spot[1 - across] - half + EPS)
            if at < len(taken) and taken[at] < spot[1 - across] + half - EPS:
                continue  # it would lie on the middle of a stand
            poses = in_line_at(p, unit, (*spot, facing))
            if fits(p, unit, [stand(wide, pose) for pose in poses]):
                return poses
    return None


def in_line_at(p: Position, unit: str, at: Pose) -> tuple[Pose, ...]:
    """A unit in line about a place; a skirmisher stands behind its middle."""
    own = p.state.units[unit]
    wide = size(p.rules, own.entry)
    poses = line_at(at[:2], at[2], wide, own.start)
    return (*poses, behind(poses[own.start // 2], wide)) if own.skirmisher else poses


def line_pose(p: Position, unit: str, poses: tuple[Pose, ...]) -> Pose:
    """The place that `in_line_at` was given for a line."""
    line = poses[: p.state.units[unit].start]
    return (
        round(sum(x for x, _, _ in line) / len(line)),
        round(sum(y for _, y, _ in line) / len(line)),
        line[0][2],
    )


def behind(pose: Pose, wide: tuple[int, int]) -> Pose:
    cos, sin = direction(pose[2])
    return round(pose[0] - wide[1] * cos), round(pose[1] - wide[1] * sin), pose[2]


def fits(p: Position, unit: str, rects: Sequence[Rect]) -> bool:
    """In its zone, over nobody, on ground it may enter or land on."""
    row = crowd(p).row
    if any(row.overlaps(rect, EPS) for rect in rects):  # mostly it is this
        return False
    return misfit(p, unit, rects) is None


def misfit(p: Position, unit: str, rects: Sequence[Rect]) -> Refusal | None:
    """Why stands may not be deployed so: outside their zone (WM-SCEN-1), over others, on closed ground (WM-DATA-8)."""
    x0, y0, x1, y1 = p.state.sides[p.state.units[unit].seat].zone
    ground, row = land(p), crowd(p).row
    flyer = entry(p, unit).flyer
    shut = ground.no_landing if flyer else ground.closed(troops(p, unit))
    if not flyer and any(shut.overlaps(rect, EPS) for rect in rects) and road_leads(p, unit, tuple(rects)):
        shut = ground.closed(troops(p, unit), True)
    for rect in rects:
        if leaves(rect._replace(x=rect.x - x0, y=rect.y - y0), x1 - x0, y1 - y0, EPS):
            return Refusal(say("{unit} must stand in your zone", unit=unit), "WM-SCEN-1")
        if row.overlaps(rect, EPS):
            return Refusal(say("{unit}: others stand there", unit=unit), "WM-GEO-2")
        if shut.overlaps(rect, EPS):
            return Refusal(say("{unit} must stand on ground open to it", unit=unit), "WM-DATA-8")
    return None


def character_place(p: Position, character: str) -> Spot:
    """2 cm behind the middle of the units, where his mount may be (WM-SCEN-5)."""
    seat = p.state.characters[character].seat
    side = p.state.sides[seat]
    ground = riding_ground(p, seat, rider(p, character))
    across = (side.zone[3] - side.zone[1]) if side.edge in ("south", "north") else (side.zone[2] - side.zone[0])
    others = [s for n, s in p.state.spots.items() if p.state.characters[n].seat == seat]
    row = Stands(crowd(p).rects)
    length = (side.zone[2] - side.zone[0]) if side.edge in ("south", "north") else (side.zone[3] - side.zone[1])
    for ahead in range(4_000, across - TOKEN, 1_000):
        for k in range(length // 4_000):
            spot = spot_of(side, ahead, (k + 1) // 2 * 4_000 * (1 if k % 2 else -1))
            if not in_zone(side, spot) or not ground.free(spot) or row.within(_disc(spot), 0, 0):
                continue
            if all(abs(x - spot[0]) + abs(y - spot[1]) > 2 * TOKEN for x, y in others):
                return spot
    return spot_of(side, across - TOKEN, 0)


def _disc(spot: Spot) -> Rect:
    return Rect(spot[0], spot[1], 2 * TOKEN, 2 * TOKEN, 0)


def in_zone(side: Side, spot: Spot) -> bool:
    x0, y0, x1, y1 = side.zone
    return x0 + TOKEN <= spot[0] <= x1 - TOKEN and y0 + TOKEN <= spot[1] <= y1 - TOKEN
