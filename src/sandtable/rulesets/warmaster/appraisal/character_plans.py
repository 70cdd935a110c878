"""Where a character goes: near the units he should order next turn, the General out of reach of the enemy."""

from __future__ import annotations

from math import hypot

from sandtable.rulesets.warmaster.appraisal.expected_fights import expected_fights
from sandtable.rulesets.warmaster.appraisal.order_plans import likely, wish
from sandtable.rulesets.warmaster.appraisal.threats import threats
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.characters import STAY, Ride
from sandtable.rulesets.warmaster.command.order_test import BAND, Command, command_range
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, REACH, crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank

MIDDLES = 4_000  # what lies between the middles of two units besides the gap, roughly
UNITS = 4  # whose orders count
SHARED = 0.95  # less is gained where another character can give the order as well
CLOSE_TO_GENERAL = 8.0  # points that a place within a charge of the enemy costs a General
FEAR = 0.3  # of what the enemy may gain by charging his unit
FIGHTING_GENERAL = 60.0
NEAR_ENEMY = 0.04  # of a character's points: his unit may be charged at once
ALONE = 3.0  # what it costs to be with nobody
EAGER = 4.0  # points that a Hero's attacks are worth in a fight that is about to be won


def best_ride(p: Position, character: str) -> str:
    """With whom a character should be; he stays where he is if that is as good."""
    joins = Ride(character=character).joins(p)
    now = p.state.characters[character].joined
    here = p.state.spots[character]
    best, found = rated(p, character, here, now) + 0.5, STAY
    for key in joins:
        unit = key.removeprefix("join ")
        value = rated(p, character, crowd(p).middles[unit], unit)
        if value > best:
            best, found = value, key
    return found


def rated(p: Position, character: str, at: tuple[float, float], unit: str) -> float:
    return heard(p, character, at) - risk(p, character, at, unit)


def heard(p: Position, character: str, at: tuple[float, float]) -> float:
    """Points that his orders may gain from a place, those that others of his side can give as well taken off."""
    table, seat = crowd(p), p.state.characters[character].seat
    gains = []
    for unit in table.foes[1 - seat]:
        wanted = wish(p, (unit,))
        if wanted > 0 and not engaged(p, unit):
            mine = chance(p, character, at, unit)
            others = [
                chance(p, name, p.state.spots[name], unit)
                for name in p.state.leaders(seat)
                if name != character and p.state.characters[name].moved
            ]
            gains.append(wanted * mine * (1 - SHARED * max(others, default=0.0)))
    return sum(sorted(gains, reverse=True)[:UNITS])


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
    table, general = crowd(p), rank(p, character).kind == "general"
    if unit and unit in p.state.stands:
        if engaged(p, unit):
            won = next((f.wins[p.state.units[unit].seat] for f in expected_fights(p) if unit in f.units), 0.5)
            return FIGHTING_GENERAL if general else rank(p, character).points * (1 - won) - EAGER * won
        near = min(table.close_by(unit).values(), default=float(REACH))
        if general:
            return (CLOSE_TO_GENERAL if near < REACH else 0.0) + FEAR * threats(p).get(unit, 0.0)
        return NEAR_ENEMY * rank(p, character).points if near <= NEAR else 0.0
    foes = table.foes[p.state.characters[character].seat]
    close = any(hypot(table.middles[u][0] - at[0], table.middles[u][1] - at[1]) < REACH for u in foes)
    return ALONE + (CLOSE_TO_GENERAL if general and close else 0.0)
