"""Where characters may be: how far they ride, what they may enter, where they stand with a unit (WM-CHAR-1 to
WM-CHAR-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.ground import Ground, rounded
from sandtable.geometry.measure import distance
from sandtable.geometry.pairs import nearest, overlap, within
from sandtable.geometry.paths import shortest
from sandtable.geometry.shapes import Disc, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.measuring.crowd import crowd, own_rects, token, token_gaps
from sandtable.rulesets.warmaster.measuring.ways import on_the_road
from sandtable.rulesets.warmaster.state.rules import Position, land, mount
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, TOKEN, Spot
from sandtable.rulesets.warmaster.terrain.land import FLYER, INFANTRY

RIDE, FLIGHT = 60_000, 100_000  # WM-CHAR-1, WM-MOVE-18
QUARTER = 90_000
MIDDLE, APART = (0.0,), (-0.5, 0.5, -1.0, 1.0)  # parts of an edge, from its middle to its ends
EVERYWHERE = (*MIDDLE, *APART)
SPARE = 8_000  # how much farther ways are sought: a place too far away tells the same of those near it
BESIDE = 1_000  # every place in touch with a unit is so near to one of these parts
JOIN = "join"  # what special rules forbid by this name


def measures_with(p: Position, character: str) -> str:
    """The engaged or surrounded unit he has joined: his player measures from any one of its stands (WM-GEO-6). Empty:
    from his token."""
    return p.memo(("measures with", character), _measures_with, None, p, character)


def _measures_with(p: Position, character: str) -> str:
    joined = p.state.characters[character].joined
    if joined not in p.state.stands:
        return ""
    middle = Disc(*p.state.spots[character], 0)  # it lies on a stand where there is no place beside one
    return joined if engaged(p, joined) or any(within(middle, r, 0, 0) for r in crowd(p).of(joined)) else ""


def rider(p: Position, character: str) -> str:
    """The troop type whose ground he keeps to: infantry, or as his mount (WM-CHAR-2, WM-DATA-10)."""
    beast = mount(p, character)
    if beast is None:
        return INFANTRY
    return {"flying_monster": FLYER, "monster": "monster", "chariot": "chariot"}[beast.kind]


def ride(p: Position, character: str) -> int:
    beast = mount(p, character)
    return FLIGHT if beast is not None and beast.flies else RIDE


def riding_ground(p: Position, seat: int, troops: str) -> Ground:
    """What a character goes round: enemy stands and ground closed to him; friends let him through (WM-MOVE-15)."""

    def make() -> Ground:
        table = crowd(p)
        enemies = tuple(r for r, o in zip(table.rects, table.owners, strict=True) if table.seats[o] != seat)
        shut = land(p).closed(troops).shapes
        if troops == FLYER:
            return Ground(
                TOKEN, cross=(*enemies, *land(p).no_landing.shapes), width=p.state.map.width, height=p.state.map.height
            )
        return Ground(TOKEN, solid=(*enemies, *shut), width=p.state.map.width, height=p.state.map.height)

    return p.memo(("riding ground", seat, troops), make, PLACES)


def own_ground(p: Position, character: str) -> Ground:
    return riding_ground(p, p.state.characters[character].seat, rider(p, character))


def way_out(p: Position, character: str, past: str = "") -> Ground:
    """What he goes round from where he is: not what lies on him there, nor a unit that has come onto him."""
    ground, here = own_ground(p, character), p.state.spots[character]
    gone = crowd(p).of(past) if past in p.state.stands else ()
    if not gone and ground.free(here):
        return ground

    def make() -> Ground:
        on_him = Stands(ground.solid).overlaps(Disc(*here, TOKEN), TOL)
        return replace(ground, solid=tuple(s for i, s in enumerate(ground.solid) if i not in on_him and s not in gone))

    seat = p.state.characters[character].seat
    return p.memo(("way out", here, seat, rider(p, character), past), make, PLACES)


def ride_fault(p: Position, character: str, spot: Spot, most: int, cite: str = "WM-CHAR-1") -> Refusal | None:
    """Why a character cannot ride to a place."""
    here = p.state.spots[character]
    far = distance(here, spot)
    if far > most + EPS:
        return Refusal(say("{far} of {most} cm", far=text(far), most=text(most)), cite, int(far - most))
    if leaves(Disc(*spot, TOKEN), p.state.map.width, p.state.map.height, EPS):
        return Refusal(say("{character} would leave the table", character=character), "WM-MOVE-19")
    if not own_ground(p, character).free(spot):
        return Refusal(say("{character} cannot end there", character=character), "WM-CHAR-2")
    if shortest(way_out(p, character), here, spot, most + EPS) is None:
        return Refusal(
            say("{character} finds no way of {most} cm there", character=character, most=text(most)), "WM-CHAR-2"
        )
    return None


def perches(p: Position, unit: str, parts: tuple[float, ...] = MIDDLE) -> Iterator[Spot]:
    """Places for a token in touch with a unit: behind its stands, beside, ahead; at these parts of each edge."""
    for part in parts:
        for turn in (2, 1, 3, 0):
            for rect in crowd(p).of(unit):
                cos, sin = direction(turned(rect.facing, turn * QUARTER))
                deep, wide = (rect.depth, rect.frontage) if turn in (0, 2) else (rect.frontage, rect.depth)
                far, along = deep / 2 + TOKEN, part * wide / 2
                yield round(rect.x + far * cos - along * sin), round(rect.y + far * sin + along * cos)


def perch(p: Position, character: str, unit: str, near: bool = False) -> Spot:
    """Where a character stands who is with a unit; on a surrounded unit, on a stand itself (WM-GEO-6).

    `near`: where he is, if he touches it there, or as near to it as can be.
    """
    ground, spots = own_ground(p, character), perches(p, unit, EVERYWHERE)
    if near:
        here = p.state.spots[character]
        if token_gaps(p, character)[unit] <= EPS and ground.free(here) and not covered(p, character, unit):
            return here
        spots = iter(sorted(spots, key=lambda spot: distance(here, spot)))
    if (free := next((spot for spot in spots if ground.free(spot)), None)) is not None:
        return free
    shut, rects = land(p).closed_afoot(rider(p, character)), crowd(p).of(unit)
    first = next((rect for rect in rects if not shut.overlaps(rect, EPS)), rects[0])
    x = min(max(round(first.x), TOKEN), p.state.map.width - TOKEN)
    return x, min(max(round(first.y), TOKEN), p.state.map.height - TOKEN)


def open_to(p: Position, character: str, unit: str) -> bool:
    """Whether at least one stand is on ground open to his mount (WM-CHAR-14, WM-DATA-5); a flying one must be able to
    land."""
    troops = rider(p, character)
    if troops == INFANTRY:
        return True
    shut, paved = land(p).closed_afoot(troops), on_the_road(p, unit)  # on a road a column's stand is on clear ground
    return any(not shut.overlaps(r, EPS) or (paved and land(p).on_road(r, EPS)) for r in crowd(p).of(unit))


def joining_place(p: Position, character: str, unit: str, most: int, past: str = "") -> Spot | None:
    """Where a character comes to stand who joins a unit by a way of at most so much; None: he cannot (WM-CHAR-4)."""
    seat = p.state.characters[character].seat
    key = "joining", p.state.spots[character], seat, rider(p, character), unit, most, past
    return p.memo(key, _joining_place, PLACES, p, character, unit, most, past)


def _joining_place(p: Position, character: str, unit: str, most: int, past: str) -> Spot | None:
    """The first free place in touch straight on, else one round what is in the way, else where he is."""
    here, ground, out = p.state.spots[character], own_ground(p, character), way_out(p, character, past)
    tried: list[Spot] = []
    for spots in (perches(p, unit), (_touching(here, [rect]) for rect in crowd(p).of(unit)), perches(p, unit, APART)):
        found = list(spots)
        free = [spot for spot, is_free in zip(found, ground.free_many(found), strict=True) if is_free]
        for spot, cost in zip(free, out.straight_many(here, free), strict=True):
            if cost <= most + EPS + TOL:
                return spot
        tried += free
    if out.solid and (round_things := _round_things(ground, out, here, tried, crowd(p).of(unit), most + EPS)):
        return round_things
    return here if token_gaps(p, character)[unit] <= EPS else None


def _round_things(
    ground: Ground, out: Ground, here: Spot, spots: Sequence[Spot], rects: Sequence[Rect], most: int
) -> Spot | None:
    """The first of some places in touch with stands that he can get to, or one nearer to him on the way there."""
    known: list[tuple[Spot, float]] = []  # places out of reach, and how far they are at least
    for spot in spots:
        if any(far - distance(at, spot) > most + BESIDE and out.straight(at, spot) for at, far in known):
            continue
        route = shortest(out, here, spot, most + SPARE)
        if route is None:
            known.append((spot, most + SPARE))
            continue
        if route.cost <= most + TOL:
            return spot
        bend = route.path[-2]
        short = _touching(bend, rects)
        if ground.free(short):
            cost = route.cost - distance(bend, spot) + out.straight_many(bend, [short])[0]
            if cost <= most + TOL:
                return short
        known.append((spot, route.cost))
    return None


def _touching(start: Spot, rects: Sequence[Rect]) -> Spot:
    """Where a token that goes straight at the nearest of some stands comes to touch it."""
    far, _, at = min(nearest(Disc(*start, 0), rect) for rect in rects)
    if far <= TOKEN:
        return start
    return rounded((at[0] + (start[0] - at[0]) * TOKEN / far, at[1] + (start[1] - at[1]) * TOKEN / far))


def join_fault(p: Position, character: str, unit: str, most: int, past: str = "") -> Refusal | None:
    """Why a character cannot join a unit, riding at most so far; a unit he gets past is not in his way."""
    seat = p.state.characters[character].seat
    if unit not in p.state.stands or p.state.units[unit].seat != seat:
        return Refusal(say("{unit!r} is no unit of yours on the table", unit=unit), "WM-CHAR-4")
    if found := p.forbidden(JOIN, character, unit):
        return found
    if not open_to(p, character, unit):
        return Refusal(
            say("the ground of {unit} is closed to {character}'s mount", unit=unit, character=character), "WM-CHAR-14"
        )
    far = token_gaps(p, character)[unit]
    if far > most + EPS:
        return Refusal(
            say(
                "{unit} is {far} cm away, {character} rides {most}",
                unit=unit,
                far=text(far),
                character=character,
                most=text(most),
            ),
            "WM-CHAR-4",
            int(far - most),
        )
    if joining_place(p, character, unit, most, past) is None:
        return Refusal(
            say("{character} finds no way of {most} cm to {unit}", character=character, most=text(most), unit=unit),
            "WM-CHAR-2",
        )
    return None


def covered(p: Position, character: str, unit: str) -> bool:
    """Whether stands of a unit lie on a character's token."""
    disc = token(p, character)
    return any(_may_meet(disc, rect) and overlap(disc, rect, EPS) for rect in own_rects(p, unit))


def _may_meet(disc: Disc, rect: Rect) -> bool:
    """Whether a disc and a stand can overlap at all, by the square round both."""
    reach = disc.r + rect.frontage + rect.depth
    return abs(disc.x - rect.x) < reach and abs(disc.y - rect.y) < reach
