"""A table by a seed: pairs of features that a half-turn maps onto each other (WM-SCEN-4)."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from random import Random
from typing import Any

from sandtable.geometry.pairs import gap
from sandtable.geometry.polygons import hull
from sandtable.geometry.shapes import Poly
from sandtable.rulesets.warmaster.terrain.features import Map, read_map

KINDS = ("hill", "wood", "broken", "loose", "village", "low_linear")
APART = 6.0  # cm between features


def random_table(kinds: Mapping[str, Any], seed: int, size: tuple[int, int] = (180, 120)) -> Map:
    """Six to ten features between the deployment zones."""
    rng = Random(seed)
    width, height = size
    pairs, placed, features = rng.randint(3, 5), list[Poly](), list[dict[str, Any]]()
    for _ in range(400):
        if len(features) >= 2 * pairs:
            break
        kind = KINDS[(len(features) // 2) % len(KINDS)] if len(features) < 4 else rng.choice(KINDS)
        x, y = rng.uniform(0.12, 0.88) * width, rng.uniform(0.22, 0.5) * height
        wide, deep, turn = rng.uniform(5, 9), rng.uniform(4, 7), rng.uniform(0, pi)
        around = [
            (
                x + wide * cos(a) * cos(turn) - deep * sin(a) * sin(turn),
                y + wide * cos(a) * sin(turn) + deep * sin(a) * cos(turn),
            )
            for a in (0.3, 1.3, 2.4, 3.4, 4.5, 5.5)
        ]
        shape = hull(around)
        twin = Poly(tuple((width - px, height - py) for px, py in shape.pts))
        if gap(shape, twin) < APART or any(gap(shape, other) < APART for other in placed):
            continue
        if any(not (1 <= px <= width - 1 and 0.18 * height <= py <= 0.82 * height) for px, py in shape.pts):
            continue
        placed += [shape, twin]
        for n, part in enumerate((shape, twin)):
            points = [[round(px, 1), round(py, 1)] for px, py in part.pts]
            name = f"{kind}_{len(features) // 2 + 1}{'ab'[n]}"
            if kind == "low_linear":
                features.append({"id": name, "kind": kind, "line": points[:3]})
            else:
                features.append({"id": name, "kind": kind, "points": points})
    return read_map({"size": size, "terrain": features}, kinds, f"random {seed}")
