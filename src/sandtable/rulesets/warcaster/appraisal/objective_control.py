"""Who will secure what: for each objective, how many activations each side needs and how sure it then is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.rulesets.warcaster.appraisal.force_overview import (
    Force,
    Group,
    Markers,
    forces_of,
    gaps,
    markers,
    short_of,
    turns_left,
)
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OTHER, Objective

NEVER = 99.0
GROUND = frozenset({"models", "units", "objectives"})
STAKES = frozenset({"objectives", "round", "geyser", "sides"})
SURE, SLOWER = 0.9, 0.8  # a unit in place holds so often; each activation it still needs makes it less likely
BUSY = 0.45  # what is left when a side needs more activations than it has turns
BLOCKED, LURKING, FADING = 0.85, 0.5, 0.75  # an enemy stands there; one could come; the farther the less
LATER = 0.45  # what the next Pulse round counts beside this one
STRIDE = 6000.0  # how far a unit yet to be deployed will move
BESIDE = 1500.0  # how much nearer than its gate it arrives


Claim = tuple[float, int, str]  # activations needed, which objective, by whom


class Race(NamedTuple):
    """Activations needed for each objective, in the order of the markers."""

    hold: tuple[float, ...]  # to secure it
    block: tuple[float, ...]  # to contest it
    there: tuple[bool, ...]  # a holder stands there now


def races(p: Position) -> tuple[Race, Race]:
    return p.memo("races", lambda: _races(p), GROUND)


def _races(p: Position) -> tuple[Race, Race]:
    (one, two), marks, mission = forces_of(p), markers(p), p.state.mission
    return _race(p.rules.cards, mission, marks, one), _race(p.rules.cards, mission, marks, two)


@lru_cache(maxsize=20_000)
def _race(cards: Library, mission: str, marks: Markers, force: Force) -> Race:
    raw = cards.missions[mission]
    acting, holders = raw["score"]["when"] == "end_of_activation", raw["holders"]
    count = len(marks.names)
    block, there = (NEVER,) * count, (False,) * count
    claims: list[Claim] = []
    for g in force.groups:
        approach = _approach(marks, g, force.wait(g), acting)
        block = tuple(map(min, block, approach.needs))
        if g.card.type in holders:
            claims += approach.claims
            if approach.there is not None:
                there = tuple(map(max, there, approach.there))
    if force.gates:
        cheapest = min((c.dc for c in force.reserve if c.type in holders), default=99)
        for gate in force.gates:
            if gate.arc >= cheapest:
                far = gaps(marks.spots, ((*gate.at, 0),))
                claims += [(1.0 + max(0.5, (d - BESIDE) / STRIDE), i, gate.name) for i, d in enumerate(far)]
    return Race(_shared(claims, count), block, there)


class Approach(NamedTuple):
    """One unit's part in the race."""

    needs: tuple[float, ...]  # activations until it contests each objective
    claims: list[Claim]  # until it secures it
    there: tuple[bool, ...] | None  # where it stands; None: nowhere


@lru_cache(maxsize=50_000)
def _approach(marks: Markers, g: Group, wait: float, acting: bool) -> Approach:
    short = short_of(marks, g)
    needs = tuple(gap / g.speed + wait if gap else 0.0 for gap in short)
    holds = tuple(max(1.0, gap / g.speed) + wait for gap in short) if acting else needs
    claims = [(need, i, g.name) for i, need in enumerate(holds)]
    return Approach(needs, claims, tuple(not gap for gap in short) if 0.0 in short else None)


def _shared(claims: list[Claim], count: int) -> tuple[float, ...]:
    """Each unit goes to one objective, the nearest first."""
    hold, taken, left = [NEVER] * count, set[str](), count
    claims.sort()
    for need, i, name in claims:
        if hold[i] == NEVER and name not in taken:
            hold[i] = need
            taken.add(name)
            left -= 1
            if not left:
                break
    return tuple(hold)


@lru_cache(maxsize=20_000)
def chances(mine: Race, theirs: Race, turns: int, their_turns: int) -> tuple[list[float], list[float]]:
    """How likely a side secures each objective: in this Pulse round, and in a later one."""
    spent, now, later = 0.0, [0.0] * len(mine.hold), [0.0] * len(mine.hold)
    for i in sorted(range(len(mine.hold)), key=mine.hold.__getitem__):
        need, foe = mine.hold[i], theirs.block[i]
        spent += need
        later[i] = SURE * SLOWER ** min(need, 12.0) * (1.0 - LURKING * FADING ** min(foe, 8.0))
        if need > turns:
            continue
        free = 1.0 - (BLOCKED if foe == 0.0 else 0.0 if foe > their_turns else LURKING * FADING**foe)
        now[i] = SURE * SLOWER**need * free * (1.0 if spent <= turns else BUSY)
        if need == 0.0 and foe > their_turns:
            now[i] = 1.0
    return now, later


def points(p: Position, mission: str, o: Objective, side: int, number: int, now: bool, geyser: int) -> float:
    """What an objective is worth in a Pulse round to whoever has this side of the table."""
    score = p.rules.cards.missions[mission]["score"]
    if "active" in score:
        active, idle = float(score["active"]), float(score["inactive"])
        if not now or not geyser:
            return (active + 2 * idle) / 3
        return active if o.number == geyser else idle
    if "secured_by_pulse" in score:
        return float(score["secured_by_pulse"][number - 1])
    own = {"centre": "centre", "seat_one": 0, "seat_two": 1}[o.side]
    return float(score["centre" if own == "centre" else "own_side" if own == side else "other_side"])


def stakes(p: Position, seat: int) -> list[tuple[float, float]]:
    """Points for each objective: in this Pulse round, and in all later ones as far as they count now."""

    def build() -> list[tuple[float, float]]:
        state = p.state
        rounds = int(p.rules.cards.missions[state.mission]["pulses"])
        found = []
        for name in markers(p).names:
            o, side = state.objectives[name], state.sides[seat]
            later, fade = 0.0, LATER
            for number in range(state.round + 1, rounds + 1):
                later += fade * points(p, state.mission, o, side, number, False, 0)
                fade *= LATER
            found.append((points(p, state.mission, o, side, state.round, True, state.geyser), later))
        return found

    return p.memo(("stakes", seat), build, STAKES)


def securing(p: Position, seat: int) -> tuple[list[float], list[float]]:
    """How likely a seat secures each objective: in this Pulse round, and in a later one."""
    both, _state = races(p), p.state
    return chances(both[seat], both[OTHER[seat]], turns_left(p, seat), turns_left(p, OTHER[seat]))


def yet_to_come(p: Position) -> float:
    """The later Pulse rounds, as far as they count now."""
    state = p.state
    left = int(p.rules.cards.missions[state.mission]["pulses"]) - state.round
    return sum(LATER**n for n in range(1, left + 1))


def prospects(p: Position, seat: int) -> Iterator[tuple[int, str, str]]:
    """Points to come for one side, objective by objective."""
    state = p.state
    both = races(p)
    ours, foes = both[seat], both[OTHER[seat]]
    now, later = securing(p, seat)
    scored = state.players[seat].scored
    for i, (name, (soon, after)) in enumerate(zip(markers(p).names, stakes(p, seat), strict=True)):
        worth = after * later[i] + (0.0 if name in scored else soon * now[i])
        if worth > 0.0:
            yield round(1000 * worth), name, _words(ours, foes, i)


def _words(ours: Race, foes: Race, i: int) -> str:
    if ours.there[i]:
        return "is contested" if foes.block[i] == 0.0 else "is held"
    need = ours.hold[i]
    return "is within a move" if need <= 1.0 else "is two activations away" if need <= 2.0 else "is far"
