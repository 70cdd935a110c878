"""Declare before measuring: what a seat may measure now, and how it estimates what it may not.

Attacks at a distance, charges, slams and spells name their target first. Own moves, melee range and what has been
declared may be measured; whose control areas and command ranges, and when, is the edition's (`edition.measuring`).
"""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

from sandtable.core.measurements import Measurement
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, control_area, near
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability
from sandtable.rulesets.warmachine.common.state.table import OTHER, PLACES, Model, Table

ERROR = 0.08  # of a distance that is judged by eye
CLOSE = 3 * MILLI  # up to here an eye does not err: melee range may be measured
STEP, FIRST = MILLI, 250  # farther off, distances are told apart in whole inches; no range ends near such a step
NEVER = -MILLI  # less than touching
GUESS = 1500  # how far off a guess by eye may be
DECLARED = (
    "charge", "charges", "slam", "all",  # "all charge", "all attack"
    "throw", "double-hand-throw",  # whom the thrown model meets
    "dazzle", "smoke_shell", "tremor", "vent_steam", "steam_vent",
)  # fmt: skip


def may_measure(p: Position, seat: int, what: Measurement) -> bool:
    if what.kind in ("move", "shortfall"):
        return True  # of its own move; no refusal before a declaration tells a distance
    if what.kind == "distance":
        return what.a in p.state.models and what.b in p.state.models and _pair(p, seat, what.a, what.b)
    if isinstance(what.answer, str):
        return not is_declaration(p, what.answer)
    return what.answer is not None and not shoots_together(p, what.answer)


def is_declaration(p: Position, key: str) -> bool:
    """Whether an option names a target whose distance is measured only afterwards."""
    words = key.split(" ")
    if words[0] in p.state.models:
        actor, words = words[0], words[1:]
    else:
        actor = p.state.activating
    if not words:
        return False
    if words[0] in ("attack", "combine"):
        weapon = p.rules.cards.weapons[p.state.models[actor].card].get(words[-1]) if actor in p.state.models else None
        return weapon is None or weapon.kind != MELEE
    return words[0] in DECLARED or (words[0] == "cast" and "at" in words)


def shoots_together(p: Position, answer: Any) -> bool:
    """Whether it names the helpers of a combined shot: one who is out of range has helped in vain."""
    names = answer if isinstance(answer, tuple | list) else ()
    models = p.state.models
    return any(isinstance(n, str) and n in models and has_ability(p, n, "combined_ranged_attack") for n in names)


def _pair(p: Position, seat: int, a: str, b: str) -> bool:
    """Within an area that the seat may measure now, from either of two models."""
    return any(near(p, one, other, _reach(p, seat, one)) for one, other in ((a, b), (b, a)))


def _reach(p: Position, seat: int, name: str) -> int:
    """How far from a model its player may measure now."""
    status, policy = p.state.status[name], p.rules.edition.measuring
    if status.seat != seat:
        return NEVER
    found = [NEVER]
    if card(p, name).kind == "warcaster" and policy.control_area(p, seat):
        found.append(control_area(p, name))
    if policy.command_range(p, name):
        found.append(command_area(p, name))
    if p.state.active == seat and p.state.activating and p.state.activating in (name, status.unit):
        found.append(p.value(MeleeRange(name)))
    return max(found)


def by_eye(p: Position, seat: int, rng: Random, looked: Table | None = None) -> Table:
    """Each enemy seems to stand some whole inches from the nearest of one's own models, give or take.

    In an imagined table that is still the distance from where these models stood when the seat looked. Only who is near
    enough to be measured then is where it is.
    """
    state, seed = p.state, rng.getrandbits(32)
    before = Position(p.rules, state if looked is None else looked)
    if not before.state.of(seat):
        return state
    estimates = before.memo(("by eye", seat, seed), dict[str, tuple[Model, Model]], PLACES)
    errors = before.memo(("errors", seat, seed), lambda: _errors(before.state, seat, seed), PLACES)
    models, bases, stood = dict(state.models), p.rules.bases, before.state.models
    moved = [(m.x, m.y, bases[m.card].radius) for n in state.of(seat) if (m := models[n]) is not stood.get(n)]
    for name in state.of(OTHER[seat]):
        foe = models[name]
        known = estimates.get(name)
        if known is None or known[0] is not foe:
            known = estimates[name] = foe, seeming(p, nearest(before, seat, foe), foe, errors.get(name, 1.0))
        close = CLOSE + bases[foe.card].radius
        for x, y, r in moved:
            if (x - foe.x) ** 2 + (y - foe.y) ** 2 <= (r + close) ** 2:
                break
        else:
            models[name] = known[1]
    return state.placed(models)


def nearest(p: Position, seat: int, foe: Model) -> Model:
    """The nearest model of a seat."""

    def build() -> Model:
        own = [p.state.models[n] for n in p.state.of(seat)]
        return min(own, key=lambda m: (m.x - foe.x) ** 2 + (m.y - foe.y) ** 2)

    return p.memo(("nearest", seat, foe), build, PLACES)


def _errors(state: Table, seat: int, seed: int) -> dict[str, float]:
    rng = Random(seed)
    return {name: rng.uniform(1 - ERROR, 1 + ERROR) for name in state.of(OTHER[seat])}


def seems(far: float) -> float:
    """A distance between two bases, by eye."""
    return max(0.0, far) if far <= CLOSE else (far + FIRST) // STEP * STEP + STEP / 2 - FIRST


def apart(p: Position, one: str, other: str) -> float:
    """Between the edges of two bases, by eye."""
    a, b = p.state.models[one], p.state.models[other]
    return seems(hypot(a.x - b.x, a.y - b.y) - p.rules.bases[a.card].radius - p.rules.bases[b.card].radius)


def seeming(p: Position, me: Model, foe: Model, error: float) -> Model:
    bases = p.rules.bases[me.card].radius + p.rules.bases[foe.card].radius
    far = hypot(foe.x - me.x, foe.y - me.y)
    if far - bases <= CLOSE:
        return foe
    share = (bases + max(CLOSE, seems(far - bases) * error)) / far
    at = (me.x + (foe.x - me.x) * share, me.y + (foe.y - me.y) * share)
    r, size = p.rules.bases[foe.card].radius, (p.state.map.width, p.state.map.height)
    x, y = (min(max(round(c), r), side - r) for c, side in zip(at, size, strict=True))
    return foe.but(x=x, y=y)
