"""Where characters may be: how far they ride, what they may enter, where they stand with a unit (WM-CHAR-1 to
WM-CHAR-4)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import distance
from sandtable.geometry.pairs import overlap
from sandtable.geometry.paths import shortest
from sandtable.geometry.shapes import Disc, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warmaster.measuring.crowd import crowd, own_rects, token, token_gaps
from sandtable.rulesets.warmaster.state.rules import Position, land, mount
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, TOKEN, Spot
from sandtable.rulesets.warmaster.terrain.land import FLYER, INFANTRY

RIDE, FLIGHT = 60_000, 100_000  # WM-CHAR-1, WM-MOVE-18
QUARTER = 90_000
JOIN = "join"  # what special rules forbid by this name


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


def ride_fault(p: Position, character: str, spot: Spot, most: int, cite: str = "WM-CHAR-1") -> Refusal | None:
    """Why a character cannot ride to a place."""
    here, seat = p.state.spots[character], p.state.characters[character].seat
    far = distance(here, spot)
    if far > most + EPS:
        return Refusal(say("{far} of {most} cm", far=text(far), most=text(most)), cite, int(far - most))
    ground = riding_ground(p, seat, rider(p, character))
    if leaves(Disc(*spot, TOKEN), p.state.map.width, p.state.map.height, EPS):
        return Refusal(say("{character} would leave the table", character=character), "WM-MOVE-19")
    if not ground.free(spot):
        return Refusal(say("{character} cannot end there", character=character), "WM-CHAR-2")
    if ground.free(here) and shortest(ground, here, spot, most + EPS) is None:
        return Refusal(
            say("{character} finds no way of {most} cm there", character=character, most=text(most)), "WM-CHAR-2"
        )
    return None


def perches(p: Position, unit: str) -> Iterator[Spot]:
    """Places for a token in touch with a unit: behind its stands, beside, ahead."""
    for turn in (2, 1, 3, 0):
        for rect in crowd(p).of(unit):
            cos, sin = direction(turned(rect.facing, turn * QUARTER))
            deep = rect.depth if turn in (0, 2) else rect.frontage
            far = deep / 2 + TOKEN
            yield round(rect.x + far * cos), round(rect.y + far * sin)


def perch(p: Position, unit: str) -> Spot:
    """Where a character who has joined a unit stands; on a surrounded unit, on a stand itself (WM-GEO-6)."""
    table, seat = crowd(p), p.state.units[unit].seat
    enemies = Stands(tuple(r for r, o in zip(table.rects, table.owners, strict=True) if table.seats[o] != seat))
    for spot in perches(p, unit):
        disc = Disc(*spot, TOKEN)
        if not leaves(disc, p.state.map.width, p.state.map.height, EPS) and not enemies.overlaps(disc, TOL):
            return spot
    first = table.of(unit)[0]
    x = min(max(round(first.x), TOKEN), p.state.map.width - TOKEN)
    return x, min(max(round(first.y), TOKEN), p.state.map.height - TOKEN)


def open_to(p: Position, character: str, unit: str) -> bool:
    """Whether at least one stand is on ground open to his mount (WM-CHAR-14)."""
    troops = rider(p, character)
    if troops in (INFANTRY, FLYER):
        return True
    shut = land(p).closed(troops)
    return any(not shut.overlaps(rect, EPS) for rect in crowd(p).of(unit))


def join_fault(p: Position, character: str, unit: str, most: int, cite: str = "WM-CHAR-4") -> Refusal | None:
    """Why a character cannot join a unit, riding at most so far."""
    seat = p.state.characters[character].seat
    if unit not in p.state.stands or p.state.units[unit].seat != seat:
        return Refusal(say("{unit!r} is no unit of yours on the table", unit=unit), cite)
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
            cite,
            int(far - most),
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
