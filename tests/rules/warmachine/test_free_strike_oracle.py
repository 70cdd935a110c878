"""Free strikes against a sampling oracle: random paths past enemies with arcs, reach and models that hide.

A leaving counts as clear when the mover was engaged for a while before it and is not for a while after it; the others
are too fine for samples and are not judged. 10,000 paths in a long run, a seeded slice otherwise.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin
from random import Random
from typing import Any, NamedTuple

import pytest

from sandtable.core import Position, find
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.movement.travel import next_leaving
from tests.rules.warmachine.kit import MK1, MK2, both
from tests.soak import cases

STEP, CLEAR, APART = 10, 40, 30  # thousandths: between samples, of a clear stretch, between the two answers
CARDS = {
    MK1: ("juggernaut", "ironclad", "iron_fangs", "long_gunners", "lancer", "stryker"),
    MK2: ("juggernaut", "ironclad", "iron_fangs", "long_gunners", "lancer", "stryker", "stormguard"),
}


class Leaving(NamedTuple):
    at: float
    clear: bool


def table(game: str, rng: Random) -> Any:
    """A mover in the middle and enemies around it, some of them in each other's way of sight."""
    pieces: dict[str, Any] = {"mover": {"seat": "a", "at": [24, 24], "facing": 90, "card": rng.choice(CARDS[game])}}
    for i in range(rng.randint(1, 5)):
        for _ in range(20):
            x, y = 24 + rng.uniform(-5, 5), 24 + rng.uniform(-5, 5)
            if all(hypot(x - p["at"][0], y - p["at"][1]) > 2 for p in pieces.values()):
                seat = "b" if rng.random() < 0.8 else "a"
                card = rng.choice(CARDS[game])
                pieces[f"m{i}"] = {"seat": seat, "at": [x, y], "facing": rng.uniform(0, 360), "card": card}
                break
    rules = find(game)
    start = rules.scenarios.position(rules, {"pieces": pieces, "table": {"size": [48, 48], "terrain": []}})
    return Position(rules, start.state)


def random_path(rng: Random) -> tuple[tuple[int, int], ...]:
    x, y = 24_000, 24_000
    path = [(x, y)]
    for _ in range(rng.randint(1, 3)):
        angle, far = rng.uniform(0, 360), rng.uniform(500, 5000)
        x, y = round(x + far * cos(radians(angle))), round(y + far * sin(radians(angle)))
        path.append((x, y))
    return tuple(path)


def place(path: tuple[tuple[int, int], ...], s: float) -> tuple[float, float]:
    for a, b in pairwise(path):
        size = hypot(b[0] - a[0], b[1] - a[1])
        if s <= size and size:
            return a[0] + (b[0] - a[0]) * s / size, a[1] + (b[1] - a[1]) * s / size
        s -= size
    return path[-1]


def in_reach(p: Any, foe: str, x: float, y: float) -> bool:
    """By distance alone, computed here."""
    m, cards = p.state.models[foe], p.rules.cards.models
    radii = cards[m.card].footing.radius + cards[p.state.models["mover"].card].footing.radius
    return bool(hypot(m.x - x, m.y - y) - radii <= p.value(MeleeRange(foe)) + 0.5)


def ahead(p: Any, foe: str, x: float, y: float) -> bool:
    """Any part of the mover's base in the front half-plane, computed here."""
    m, r = p.state.models[foe], p.rules.cards.models[p.state.models["mover"].card].footing.radius
    angle = radians(m.facing / 1000)
    return bool((x - m.x) * cos(angle) + (y - m.y) * sin(angle) >= -r)


def engaged(p: Any, foe: str, x: float, y: float) -> bool:
    if not in_reach(p, foe, x, y) or not ahead(p, foe, x, y):
        return False
    there = p.with_state(p.state.with_model("mover", x=round(x), y=round(y)))
    return bool(sees(there, foe, "mover"))


def oracle(p: Any, game: str, foe: str, path: tuple[tuple[int, int], ...]) -> list[Leaving]:
    """Every leaving along a path, by samples: of the distance in Mk I, of reach, arc or sight in Mk II."""
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    places = [place(path, min(i * STEP, length)) for i in range(int(length // STEP) + 2)]
    inside = [(engaged if game == MK2 else in_reach)(p, foe, *at) for at in places]
    found = []
    for i, (a, b) in enumerate(pairwise(inside)):
        if not a or b:
            continue
        if game == MK1 and not engaged(p, foe, *places[i]):
            near = any(engaged(p, foe, *places[j]) for j in range(max(0, i - CLEAR // STEP), i))
            if near:  # the arc or the sight was lost just before: too fine for samples
                found.append(Leaving(i * STEP, False))
            continue
        wide = CLEAR // STEP
        before, after = inside[max(0, i - wide) : i + 1], inside[i + 1 : i + 1 + wide]
        clear = len(before) > wide and all(before) and len(after) == wide and not any(after)
        if game == MK1:
            clear = clear and all(engaged(p, foe, *places[j]) for j in range(i - wide, i + 1))
        found.append(Leaving(i * STEP, clear))
    return found


def grazes(p: Any, foe: str, path: tuple[tuple[int, int], ...], at: float) -> bool:
    """Whether the mover is engaged near a place for less than a sample's step, or right at its start."""
    return any(engaged(p, foe, *place(path, max(0.0, at + i / 2))) for i in range(-2 * STEP, 2 * STEP))


def lets_go(p: Any, foe: str, path: tuple[tuple[int, int], ...], at: float) -> bool:
    """Whether the mover is out of it for less than a sample's step after a place."""
    return any(not engaged(p, foe, *place(path, at + i / 2)) for i in range(2 * STEP))


def strikes(p: Any, path: tuple[tuple[int, int], ...]) -> dict[str, float]:
    """Who would strike by the rules, and where."""
    found: dict[str, float] = {}
    while (leaving := next_leaving(p, "mover", path, tuple(found))) is not None:
        found |= dict.fromkeys(*leaving)
    return found


@both
@pytest.mark.rule("M1-FREE-1", "M1-FREE-5", "M1-FREE-6", "M2-ENGAGE-8")
def test_free_strikes_agree_with_samples_along_random_paths(game: str) -> None:
    """Nothing missed and nothing invented."""
    clear = 0
    for seed in range(cases(120, 5000)):
        rng = Random(seed)
        p, path = table(game, rng), random_path(rng)
        made = strikes(p, path)
        for foe in p.state.enemies("mover"):
            sampled = oracle(p, game, foe, path)
            first = next((leaving for leaving in sampled if leaving.clear), None)
            if first is not None:
                clear += 1
                earlier = any(not leaving.clear and leaving.at <= first.at for leaving in sampled)
                assert foe in made, f"{game}, seed {seed}: {foe} is left at {first.at} and does not strike"
                there = earlier or abs(made[foe] - first.at) <= APART or lets_go(p, foe, path, made[foe])
                assert there, f"{game}, seed {seed}: {foe} strikes elsewhere"
            elif foe in made:
                near = any(abs(leaving.at - made[foe]) <= APART for leaving in sampled)
                near = near or grazes(p, foe, path, made[foe])
                assert near, f"{game}, seed {seed}: {foe} strikes at {made[foe]}, but is not left"
    assert clear > cases(12, 600)
