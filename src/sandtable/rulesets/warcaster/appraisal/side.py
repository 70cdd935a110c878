"""One seat's force as a planner sees it: who stands where, how soon each may act, how many turns are left."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.core import Position
from sandtable.rulesets.warcaster.cards import Card, library, weapon_named
from sandtable.rulesets.warcaster.objectives import SECURE
from sandtable.rulesets.warcaster.state import RESERVE, STEPS, Table

BEFORE = frozenset(STEPS[: STEPS.index("activation") + 1])  # steps in which the turn's activation is still to come
TURNS: int = library().game["pulse"]["turns"]
PATIENCE = 3  # a unit with a token waits for the others, but not for ever
FORCES = frozenset({"models", "units"})
OBJECTIVES = frozenset({"objectives"})
Spot = tuple[int, int]
Place = tuple[int, int, int]  # with a radius
Base = tuple[int, int, str, int, bool]  # place, card, damage, whether it carries something


class Group(NamedTuple):
    """A unit in play."""

    name: str
    card: Card
    places: tuple[Place, ...]
    token: bool
    arc: int
    weapons: tuple[str, ...]
    strength: float  # of a full unit
    speed: float
    reach: float  # of a move and its longest weapon
    hands: tuple[bool, ...]  # which models carry something


class Gate(NamedTuple):
    name: str
    at: Spot
    arc: int


class Force(NamedTuple):
    """Both in play and in reserve."""

    seat: int
    groups: tuple[Group, ...]
    gates: tuple[Gate, ...]
    late: float  # turns until a unit with a token may act
    reserve: tuple[Card, ...]

    def wait(self, g: Group) -> float:
        return self.late if g.token else 0.0


def forces_of(p: Position) -> tuple[Force, Force]:
    return p.memo("appraised forces", lambda: _forces(p.state), FORCES)


def _forces(state: Table) -> tuple[Force, Force]:
    found: dict[str, list[Base]] = {}
    for m in state.models.values():
        bases = found.get(m.unit)
        base = (m.x, m.y, m.card, m.damage, bool(m.carrying))
        if bases is None:
            found[m.unit] = [base]
        else:
            bases.append(base)
    groups: tuple[list[Group], list[Group]] = ([], [])
    gates: tuple[list[Gate], list[Gate]] = ([], [])
    reserve: tuple[list[Card], list[Card]] = ([], [])
    cards = library().units
    for name, unit in state.units.items():
        if unit.place == RESERVE:
            reserve[unit.seat].append(cards[unit.card])
        elif name in found:
            if unit.card == "void_gate":
                gates[unit.seat].append(Gate(name, found[name][0][:2], unit.arc))
            else:
                g = _group(name, unit.card, unit.token, unit.arc, unit.weapons, tuple(found[name]))
                groups[unit.seat].append(g)
    one, two = (Force(s, tuple(groups[s]), tuple(gates[s]), _late(groups[s]), tuple(reserve[s])) for s in (0, 1))
    return one, two


def _late(groups: list[Group]) -> float:
    ready = sum(1 for g in groups if not g.token)
    return float(min(PATIENCE, max(1, ready)))


@lru_cache(maxsize=50_000)
def _group(name: str, kind: str, token: bool, arc: int, weapons: tuple[str, ...], bases: tuple[Base, ...]) -> Group:
    cards = library().units
    card = cards[kind]
    whole = card.health * card.size
    left = sum(cards[b[2]].health - b[3] for b in bases)
    speed = 1000.0 * card.stats["SPD"] or 1.0
    longest = max((weapon_named(s).rng for s in weapons or card.weapons), default=0)
    return Group(
        name,
        card,
        tuple((b[0], b[1], cards[b[2]].base.radius) for b in bases),
        token,
        arc,
        weapons,
        min(1.2, left / whole) if whole else 1.0,
        speed,
        speed + longest,
        tuple(b[4] for b in bases),
    )


def turns_left(state: Table, seat: int) -> int:
    """Activations a seat still has before the end of this Pulse round."""
    if not state.turn:
        return TURNS
    after = TURNS - max(1, state.box)
    if state.active == seat:
        return after + (1 if state.step in BEFORE else 0)
    return after + (1 if seat != state.first else 0)


def time_left(state: Table) -> float:
    """How much of the game is still to come: what is not scored yet counts less and less."""
    rounds = int(library().missions[state.mission]["pulses"])
    turns = TURNS * (rounds - state.round) + TURNS - max(1, state.box) + 1
    return min(1.0, 0.1 + turns / 9.0)


@lru_cache(maxsize=100_000)
def short_of(spots: tuple[Place, ...], places: tuple[Place, ...]) -> tuple[float, ...]:
    """How far the nearest base of a unit is from being within an inch of each marker."""
    return tuple(
        max(0.0, min(((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 - r for x, y, r in places) - o - SECURE)
        for ox, oy, o in spots
    )


def markers(p: Position) -> tuple[tuple[str, ...], tuple[Place, ...]]:
    """The permanent objectives: names, and places with radius."""

    def build() -> tuple[tuple[str, ...], tuple[Place, ...]]:
        r = library().markers["permanent"]["radius"]
        found = {n: (o.x, o.y, r) for n, o in p.state.objectives.items() if o.kind == "permanent"}
        return tuple(found), tuple(found.values())

    return p.memo("permanent markers", build, OBJECTIVES)
