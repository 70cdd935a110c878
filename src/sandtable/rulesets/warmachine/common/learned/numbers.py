"""A situation as numbers for a network: of each model, of each pair of enemies, and of what surrounds a side.

What a number means must not change while weights are in use that were learned from it: a new meaning is a new number.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import hypot
from typing import NamedTuple

from sandtable.geometry.compiled import kernel, row, scratch
from sandtable.geometry.kernel import encounters as kernel_encounters
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.figures import Profile, hits, hurt, profile
from sandtable.rulesets.warmachine.common.learned.situation import Figure, Situation
from sandtable.rulesets.warmachine.common.state.cards import MELEE, Library, Weapon
from sandtable.rulesets.warmachine.common.state.table import OTHER
from sandtable.tabletop.network import Side

OF_A_PIECE = (
    "warcaster", "heavy", "light", "share", "boxes", "might", "slow", "still", "knocked down", "focus of a warjack",
    "focus of a warcaster", "awaits", "active", "feat", "defense", "armour", "speed", "charge", "shot", "power",
    "beyond control", "systems out", "spells of friends", "spells of enemies", "disrupted", "burns", "activates",
    "may move", "may act", "charged", "in the pit", "there is a pit", "stationary",
)  # fmt: skip
AROUND_A_SIDE = (
    "active", "asked", "first", "no limit", "last round", "one round more", "two rounds more", "many rounds more",
    "there is a pit", "has had its last turn", "lead", "lead with a limit", "lead in the last round",
    "lead in the last two", "ahead in the last round", "round", "worth", "worth to the other", "control", "activation",
)  # fmt: skip
PIECE, PAIR, AROUND = len(OF_A_PIECE), kernel_encounters.NUMBERS, len(AROUND_A_SIDE)
HEAVY = 2600  # the worth of a heavy warjack
CONDITIONS = frozenset(
    {"knocked_down", "stationary", "inert", "fire", "corrosion", "stall", "disrupted", "dazzled"}
)  # all other effects are spells and feats
LYING = 5  # the defense of a model that cannot evade
PAID, CAST = 3, 6  # attacks that a warjack and a warcaster may pay for in a turn
LEAD, AHEAD = 8, 5000  # points and worth by which a side is far ahead
LATE = 12  # rounds


class Bonus(NamedTuple):
    """What spells and feats add to a model."""

    defense: int
    armour: int
    speed: int


class Target(NamedTuple):
    """What decides how much an attack takes."""

    card: str
    armour: int  # added to what is printed
    defense: int
    helpless: bool
    boxes: int


class Harms(NamedTuple):
    """Damage points on the average, at most the boxes that are left (see the kernel)."""

    blows: float
    charged: float
    blow: float
    shots: float
    all_shots: float


def sides(cards: Library, s: Situation, seat: int) -> tuple[Side, Side]:
    """Of a seat and of the other."""
    bearers = {f.name: f for side in s.sides for f in side}
    shapes = [shape(cards, side) for side in s.sides]
    targets = [[target(cards, f) for f in side] for side in s.sides]
    found, ask = [], kernel(kernel_encounters)
    for one in (seat, OTHER[seat]):
        own, others = s.sides[one], targets[OTHER[one]]
        taken = row([value for f in own for other in others for value in harms(cards, f.card, other)])
        pairs = scratch(PAIR * len(own) * len(others))
        ask.encounters(shapes[one], shapes[OTHER[one]], taken, pairs)
        pieces = row([value for f in own for value in piece(cards, s, one, f, bearers)])
        found.append(Side(pieces, pairs, row(list(around(cards, s, one)))))
    return found[0], found[1]


def within(value: float, low: float = -1.0, high: float = 1.0) -> float:
    return low if value < low else high if value > high else value


# --- a model ---
def piece(cards: Library, s: Situation, seat: int, f: Figure, bearers: dict[str, Figure]) -> tuple[float, ...]:
    printed, effects = profile(cards, f.card), {name for name, _ in f.effects}
    heavy = printed.worth >= HEAVY and not printed.warcaster
    others = [own for name, own in f.effects if name not in CONDITIONS]
    mine = s.doing if s.doing is not None and s.doing.model == f.name else None
    zone = cards.scenarios[s.scenario].zone
    depth = 0.0
    if zone is not None:
        inside = zone.radius - printed.radius / MILLI - hypot((f.x - s.middle[0]) / MILLI, (f.y - s.middle[1]) / MILLI)
        depth = within(inside / 6, -2.0, 1.0)
    return (
        printed.warcaster, heavy, not printed.warcaster and not heavy, f.share, f.boxes / 20, f.might, f.slow, f.still,
        "knocked_down" in effects, 0.0 if printed.warcaster else f.focus / 3, f.focus / 6 if printed.warcaster else 0.0,
        f.awaits, seat == s.active, f.feat, *by_card(cards, f.card), beyond_control(cards, f, bearers), f.out / 3,
        sum(others) / 2, (len(others) - sum(others)) / 2, "disrupted" in effects,
        ("fire" in effects) + ("corrosion" in effects), mine is not None, mine is not None and mine.may_move,
        mine is not None and mine.may_act, mine is not None and mine.charged, depth, zone is not None,
        "stationary" in effects,
    )  # fmt: skip


@cache
def by_card(cards: Library, id: str) -> tuple[float, ...]:
    printed, card = profile(cards, id), cards.models[id]
    power = max((w.pow + card.stats.get("STR", 0) for w in card.weapons if w.kind == MELEE), default=0)
    return (
        (card.stats["DEF"] - 13) / 4, (card.stats["ARM"] - 17) / 4, card.stats.get("SPD", 5) / 6,
        printed.charge / 10_000, printed.shot / 15_000, (power - 16) / 5,
    )  # fmt: skip


def beyond_control(cards: Library, f: Figure, bearers: dict[str, Figure]) -> float:
    """How far a warjack is outside the control area of its warcaster; negative: inside."""
    master = bearers.get(f.master)
    if master is None:
        return 0.0
    radii = profile(cards, f.card).radius + profile(cards, master.card).radius
    far = (hypot(f.x - master.x, f.y - master.y) - radii) / MILLI
    return within((far - 2 * cards.models[master.card].stats.get("FOC", 0)) / 6, -1.0, 2.0)


# --- a pair ---
def shape(cards: Library, side: tuple[Figure, ...]) -> object:
    """The numbers that the kernel compares."""
    return row([value for f in side for value in _shape(f, profile(cards, f.card), bonus(cards, f.effects))])


def _shape(f: Figure, printed: Profile, added: Bonus) -> tuple[float, ...]:
    charges = not (f.slow or added.speed < 0)
    return (
        f.x, f.y, printed.radius, f.facing, printed.charge if charges else printed.melee + printed.speed, printed.shot,
        printed.melee, printed.speed, f.might, f.focus, CAST if printed.warcaster else PAID, printed.warcaster,
        f.awaits, max(1, f.boxes),
    )  # fmt: skip


@cache
def bonus(cards: Library, effects: tuple[tuple[str, bool], ...]) -> Bonus:
    found = [s.bonus for name, _ in effects if (s := cards.spells.get(name) or cards.feats.get(name)) is not None]
    return Bonus(*(sum(one.get(stat, 0) for one in found) for stat in ("DEF", "ARM", "SPD")))


def target(cards: Library, f: Figure) -> Target:
    added = bonus(cards, f.effects)
    armour = added.armour + (f.focus if profile(cards, f.card).warcaster else 0)
    helpless = any(name in ("knocked_down", "stationary") for name, _ in f.effects)
    return Target(f.card, armour, added.defense, helpless, max(1, f.boxes))


@cache
def harms(cards: Library, one: str, other: Target) -> Harms:
    me, foe, boxes = cards.models[one], cards.models[other.card], other.boxes
    evades = LYING if other.helpless else foe.stats["DEF"] + other.defense

    def points(weapon: Weapon, dice: int, to_hit: int) -> float:
        melee = weapon.kind == MELEE
        need = evades - me.stats.get("MAT" if melee else "RAT", 0)
        hit = 1.0 if melee and other.helpless else hits(need, to_hit)
        power = weapon.pow + (me.stats.get("STR", 0) if melee else 0)
        return hit * boxes * hurt(dice, power - foe.stats["ARM"] - other.armour, boxes)

    melee = [w for w in me.weapons if w.kind == MELEE]
    ranged = [w for w in me.weapons if w.kind != MELEE]
    blows = [points(w, 2, 2) for w in melee]
    best = max(blows, default=0.0)
    return Harms(
        sum(blows),
        max((points(w, 3, 2) for w in melee), default=0.0) - best,
        best,
        sum(points(w, 2, 2) for w in ranged),
        max((points(w, 2, 3) * max(1, w.rof) for w in ranged), default=0.0),
    )


# --- what surrounds a side ---
def around(cards: Library, s: Situation, seat: int) -> Iterator[float]:
    """Whose turn it is, how much of the game is left, who is ahead in points and by the appraisal."""
    scenario = cards.scenarios[s.scenario]
    left = max(0, scenario.rounds - s.round) if scenario.rounds else -1
    lead = within((s.points[seat] - s.points[OTHER[seat]]) / LEAD)
    yield from (s.active == seat, s.asked == seat, s.first == seat)
    yield from (left < 0, left == 0, left == 1, left == 2, left > 2, scenario.zone is not None)
    yield left == 0 and s.active != s.first and seat == s.first
    yield from (lead, lead * (left >= 0), lead * (left == 0), lead * (0 <= left <= 1))
    yield ((lead > 0) - (lead < 0)) * (left == 0)
    yield min(s.round, LATE) / LATE
    yield within(s.worth[seat] / AHEAD, -3.0, 3.0)
    yield within(-s.worth[OTHER[seat]] / AHEAD, -3.0, 3.0)
    yield from (s.phase == "control", s.phase == "activation")
