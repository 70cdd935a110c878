"""One seat's force as a planner sees it: who stands where, how soon each may act, how many turns are left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sandtable.rulesets.warcaster.missions.objectives import SECURE
from sandtable.rulesets.warcaster.state.cards import Card, Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OBJECTIVES, RESERVE, STEPS, Model, Unit

BEFORE = frozenset(STEPS[: STEPS.index("activation") + 1])  # steps in which the turn's activation is still to come
PATIENCE = 3  # a unit with a token waits for the others, but not for ever
FORCES = frozenset({"models", "units"})
Spot = tuple[int, int]
Place = tuple[int, int, int]  # with a radius


@dataclass(frozen=True, eq=False, slots=True)
class Markers:
    """The permanent objectives. The same table has the same one, so it is known by identity."""

    names: tuple[str, ...]
    spots: tuple[Place, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """A unit in play. The same unit in the same place is the same group, so what follows from it is looked up fast."""

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


@dataclass(frozen=True, eq=False, slots=True)
class Force:
    """Both in play and in reserve. The same force is the same object, as a group is."""

    groups: tuple[Group, ...]
    gates: tuple[Gate, ...]
    late: float  # turns until a unit with a token may act
    reserve: tuple[Card, ...]

    def wait(self, g: Group) -> float:
        return self.late if g.token else 0.0


def forces_of(p: Position) -> tuple[Force, Force]:
    return p.memo("appraised forces", lambda: _forces(p), FORCES)


def _forces(p: Position) -> tuple[Force, Force]:
    state = p.state
    found: dict[str, list[Model]] = {}
    for m in state.models.values():
        models = found.get(m.unit)
        if models is None:
            found[m.unit] = [m]
        else:
            models.append(m)
    groups: tuple[list[Group], list[Group]] = ([], [])
    gates: tuple[list[Gate], list[Gate]] = ([], [])
    reserve: tuple[list[str], list[str]] = ([], [])
    for name, unit in state.units.items():
        if unit.place == RESERVE:
            reserve[unit.seat].append(unit.card)
        elif name in found:
            if unit.card == "void_gate":
                gates[unit.seat].append(Gate(name, found[name][0].at, unit.arc))
            else:
                groups[unit.seat].append(_group(p.rules.cards, name, unit, tuple(found[name])))
    one, two = (_force(p.rules.cards, tuple(groups[s]), tuple(gates[s]), tuple(reserve[s])) for s in (0, 1))
    return one, two


@lru_cache(maxsize=20_000)
def _force(cards: Library, groups: tuple[Group, ...], gates: tuple[Gate, ...], reserve: tuple[str, ...]) -> Force:
    ready = sum(1 for g in groups if not g.token)
    return Force(groups, gates, float(min(PATIENCE, max(1, ready))), tuple(cards.units[name] for name in reserve))


@lru_cache(maxsize=50_000)
def _group(cards: Library, name: str, unit: Unit, models: tuple[Model, ...]) -> Group:
    units = cards.units
    card = units[unit.card]
    whole = card.health * card.size
    left = sum(units[m.card].health - m.damage for m in models)
    speed = 1000.0 * card.stats["SPD"] or 1.0
    longest = max((cards.weapon(s).rng for s in unit.weapons or card.weapons), default=0)
    return Group(
        name,
        card,
        tuple((m.x, m.y, units[m.card].base.radius) for m in models),
        unit.token,
        unit.arc,
        unit.weapons,
        min(1.2, left / whole) if whole else 1.0,
        speed,
        speed + longest,
        tuple(bool(m.carrying) for m in models),
    )


def turns_left(p: Position, seat: int) -> int:
    """Activations a seat still has before the end of this Pulse round."""
    state = p.state
    if not state.turn:
        return p.rules.cards.turns_each
    after = p.rules.cards.turns_each - max(1, state.box)
    if state.active == seat:
        return after + (1 if state.step in BEFORE else 0)
    return after + (1 if seat != state.first else 0)


def time_left(p: Position) -> float:
    """How much of the game is still to come: what is not scored yet counts less and less."""
    state = p.state
    rounds = int(p.rules.cards.missions[state.mission]["pulses"])
    turns = p.rules.cards.turns_each * (rounds - state.round) + p.rules.cards.turns_each - max(1, state.box) + 1
    return min(1.0, 0.1 + turns / 9.0)


@lru_cache(maxsize=100_000)
def short_of(markers: Markers, g: Group) -> tuple[float, ...]:
    """How far the nearest base of a unit is from being within an inch of each marker."""
    return gaps(markers.spots, g.places)


def gaps(spots: tuple[Place, ...], places: tuple[Place, ...]) -> tuple[float, ...]:
    return tuple(
        max(0.0, min(((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 - r for x, y, r in places) - o - SECURE)
        for ox, oy, o in spots
    )


def markers(p: Position) -> Markers:
    """The permanent objectives: names, and places with radius."""

    def build() -> Markers:
        r = p.rules.cards.markers["permanent"]["radius"]
        found = {n: (o.x, o.y, r) for n, o in p.state.objectives.items() if o.kind == "permanent"}
        return _markers(tuple(found), tuple(found.values()))

    return p.memo("permanent markers", build, OBJECTIVES)


@lru_cache(maxsize=100)
def _markers(names: tuple[str, ...], spots: tuple[Place, ...]) -> Markers:
    return Markers(names, spots)
