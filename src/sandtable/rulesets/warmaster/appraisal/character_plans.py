"""Where a character goes: near the units he should order next turn, mostly alone, out of reach of the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from sandtable.geometry.corners import unit as direction
from sandtable.geometry.units import FAR
from sandtable.rulesets.warmaster.appraisal.charge_plans import answer_in_fight
from sandtable.rulesets.warmaster.appraisal.expected_fights import expected_fights
from sandtable.rulesets.warmaster.appraisal.order_plans import likely, wish
from sandtable.rulesets.warmaster.appraisal.threats import fighter, threats, turns_after
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.characters import REFUGE, STAY, Ride
from sandtable.rulesets.warmaster.command.order_test import BAND, Command, command_range
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, REACH, crowd
from sandtable.rulesets.warmaster.setup.deployment import DeployCharacter
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank
from sandtable.rulesets.warmaster.state.table import SETUP, Spot

MIDDLES = 4_000  # what lies between the middles of two units besides the gap, roughly
UNITS = 4  # whose orders count: a brigade
SECOND = 0.5  # of what a second brigade counts
SHARED = 0.85  # less is gained where another character can give the order as well
BACK = (8_000, 4_000)  # behind a unit: near enough to order it, and to flee to it
FIGHTING_GENERAL = 60.0
JOINED_GENERAL = 25.0  # points: alone he cannot be fought (WM-CHAR-7)
IN_DANGER = 0.5  # of what the enemy may gain by charging his unit
EAGER = 4.0  # points that a Hero's attacks are worth in a fight that is about to be won
LOST = 300.0  # points that a General is worth who may be overrun with no friend to flee to
OVERRUN = 0.25  # how often an enemy in reach goes over a character who is alone
FLEES = 0.02  # how often one who flees to a unit is lost all the same
DOOMED = 0.4  # of its points at stake: no unit to flee to
CLOSE = 12_000  # from the middle of an enemy unit: many ways of it lead over him


def best_ride(p: Position, character: str) -> Any:
    """Where a character should be: with a unit, alone behind one, or where he is if that is as good."""
    domain = Ride(character=character)
    now, here = p.state.characters[character].joined, p.state.spots[character]
    least = rated(p, character, here, now) + 0.5
    found: list[tuple[float, Any]] = []
    for unit in crowd(p).foes[1 - p.state.characters[character].seat]:
        found.append((rated(p, character, crowd(p).middles[unit], unit), f"join {unit}"))
        found += [(rated(p, character, spot, ""), spot) for spot in behind(p, unit)]
    for value, answer in sorted(found, key=lambda option: -option[0]):
        if value <= least:
            break
        if domain.refuse(p, answer) is None:
            return answer
    return STAY


def best_place(p: Position, character: str) -> Spot | None:
    """Where a character should deploy: behind the unit from which most hear him; None: nowhere there."""
    domain, seat = DeployCharacter(piece=character), p.state.characters[character].seat
    spots = [spot for unit in crowd(p).foes[1 - seat] for spot in behind(p, unit) if domain.fault(p, spot) is None]
    return max(spots, key=lambda spot: heard(p, character, spot), default=None)


def behind(p: Position, unit: str) -> Iterator[Spot]:
    """Places behind the middle of a unit."""
    (x, y), facing = crowd(p).middles[unit], crowd(p).of(unit)[0].facing
    cos, sin = direction(facing)
    for far in BACK:
        yield round(x - far * cos), round(y - far * sin)


def rated(p: Position, character: str, at: tuple[float, float], unit: str) -> float:
    return heard(p, character, at) - risk(p, character, at, unit)


def heard(p: Position, character: str, at: tuple[float, float]) -> float:
    """Points that his orders may gain from a place; none when no turn of his is left."""
    if turns_after(p) < (2 if p.state.active == p.state.characters[character].seat else 1):
        return 0.0
    found = p.memo(("wanted of", character), lambda: tuple(wanted(p, character)))
    gains = sorted([gain * chance(p, character, at, unit) for unit, gain in found], reverse=True)
    return sum(gains[:UNITS]) + SECOND * sum(gains[UNITS : 2 * UNITS])


def wanted(p: Position, character: str) -> Iterator[tuple[str, float]]:
    """What each unit would gain by an order, less where another of his side can give it as well."""
    seat = p.state.characters[character].seat
    others = [n for n in p.state.leaders(seat) if n != character]
    if p.state.phase != SETUP:
        others = [name for name in others if p.state.characters[name].moved]
    for unit in crowd(p).foes[1 - seat]:
        gain = wish(p, (unit,))
        if gain > 0 and not engaged(p, unit):
            covered = max((chance(p, name, p.state.spots[name], unit) for name in others), default=0.0)
            yield unit, gain * (1 - SHARED * covered)


def chance(p: Position, character: str, at: tuple[float, float], unit: str) -> float:
    """How likely a unit obeys a character who stands there."""
    table, own = crowd(p), p.state.units[unit]
    x, y = table.middles[unit]
    far = max(0.0, hypot(x - at[0], y - at[1]) - MIDDLES)
    reach = command_range(p, character, unit)
    if reach is not None and far > reach:
        return 0.0
    bands = 0 if entry(p, unit).flyer else max(0, int(far / BAND))
    near = 1 if table.enemies(unit, NEAR) else 0
    return likely(p.value(Command(character)) - bands - near - own.lost - own.penalty)


def risk(p: Position, character: str, at: tuple[float, float], unit: str) -> float:
    """Points that may be lost by being there."""
    general = rank(p, character).kind == "general"
    if not unit or unit not in p.state.stands:
        return alone(p, character, at)
    if engaged(p, unit):
        won = next((f.wins[p.state.units[unit].seat] for f in expected_fights(p) if unit in f.units), 0.5)
        later = answer_in_fight(p, unit, crowd(p).fought(unit)) / max(1.0, fighter(p, unit).points)
        lost = 1 - won * (1 - later)  # beaten now, or charged after winning
        return FIGHTING_GENERAL if general else rank(p, character).points * lost - EAGER * won
    worth = rank(p, character).points + (LOST if general else 0.0)
    share = threats(p).get(unit, 0.0) / max(1.0, fighter(p, unit).points)
    return (JOINED_GENERAL if general else 0.0) + IN_DANGER * worth * min(1.0, share)


def alone(p: Position, character: str, at: tuple[float, float]) -> float:
    """Only who is moved onto is in danger, and only if there is no unit to flee to that is not fighting (WM-CHAR-9)."""
    table, seat = crowd(p), p.state.characters[character].seat

    def far(unit: str) -> float:
        return hypot(table.middles[unit][0] - at[0], table.middles[unit][1] - at[1])

    nearest = min((far(unit) for unit in table.foes[seat]), default=FAR)
    if nearest > REACH:
        return 0.0
    worth = rank(p, character).points + (LOST if rank(p, character).kind == "general" else 0.0)
    safe = any(far(unit) < REFUGE and not engaged(p, unit) and holds(p, unit) for unit in table.foes[1 - seat])
    return worth * (OVERRUN if not safe else FLEES if nearest < CLOSE else FLEES / 4)


def holds(p: Position, unit: str) -> bool:
    """Whether a unit is likely to be there after the enemy's charges."""
    return threats(p).get(unit, 0.0) < DOOMED * fighter(p, unit).points
