"""What a side has: units in play, Arc where it works, gates near what matters, cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from sandtable.rulesets.warcaster.appraisal.force_overview import Force, Gate, Markers, forces_of, markers
from sandtable.rulesets.warcaster.appraisal.threat import BASE, BY_COST
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.suggestions.cypher_weights import LATE, READY

UNREADY = 35.0  # less for a unit that has acted
CHARGED = 60.0  # a point of Arc on a unit that may act
SPENT = 25.0  # and on one that has
OPEN = 55.0  # a point of Arc in a gate, with a unit for it in reserve
IDLE = 10.0  # in the well
NEAR, FAR = 6000.0, 24000.0  # a gate this near to an objective is worth its Arc in full
LASTING = 70  # a card in play
ALONE = 900  # with nothing left on the table the game is lost
BY_TYPE = {"fury": 25, "overdrive": 12, "geometric": 12, "harmonic": 12}


def means(p: Position, seat: int) -> Iterator[tuple[int, str]]:
    state = p.state
    force = forces_of(p)[seat]
    units, arc, gates = _assets(markers(p), force)
    if force.groups:
        yield round(units), "units in play"
    elif state.started:
        yield -ALONE, "no unit in play"
    if gates:
        yield round(gates), "Arc in a gate"
    yield round(arc + IDLE * state.players[seat].well), "Arc at hand"
    lasting = sum(1 for _, unit in state.players[seat].in_play if unit)
    if lasting:
        yield LASTING * lasting, "Cyphers in play"


@lru_cache(maxsize=20_000)
def _assets(marks: Markers, force: Force) -> tuple[float, float, float]:
    """Units in play, Arc on them, Arc in gates."""
    units = arc = 0.0
    for g in force.groups:
        units += (BASE + BY_COST * g.card.dc) * g.strength - (UNREADY if g.token else 0.0)
        arc += g.arc * (SPENT if g.token else CHARGED)
    return units, arc, sum(_gate(marks, force, gate) for gate in force.gates)


def _gate(marks: Markers, force: Force, gate: Gate) -> float:
    """Arc counts while there is something to deploy, and the more the nearer the gate is to where it matters."""
    if not any(c.dc <= gate.arc for c in force.reserve):
        return 5.0 * gate.arc
    near = min((hypot(x - gate.at[0], y - gate.at[1]) for x, y, _ in marks.spots), default=NEAR)
    reach = 1.0 - 0.7 * min(1.0, max(0.0, near - NEAR) / (FAR - NEAR))
    return OPEN * gate.arc * reach


def cards(p: Position, seat: int) -> tuple[int, str]:
    """The hand is filled up again every turn, so a card counts only by what is better about it than the next one."""
    state = p.state
    known, hand = p.rules.cards.cyphers, state.players[seat].hand
    total = sum(30 if c in READY or c in LATE else BY_TYPE[known[c].type] for c in hand if c in known)
    return total + 18 * max(0, 5 - len(hand)), "cards in hand"
