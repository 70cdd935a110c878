"""Charges look the same from every side: mirrored, turned by half, turned otherwise, and in any order of listing."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from random import Random
from typing import Any

import pytest

from sandtable.core import BadSetup, Refusal
from sandtable.rulesets.warmaster.charging.targets import charges
from tests.rules.warmaster.kit import Bench

Stand = list[float]
Found = set[tuple[str, frozenset[tuple[int, int, int]]]] | str
CENTRE = 60
SIDES = {"left": "right", "right": "left"}
TABLE = {"size": [120, 120], "terrain": []}


def position(seed: int, loose: bool = False) -> dict[str, Any]:
    """A charger, a target of one to three stands, perhaps somebody beside it; loose: off every grid."""
    rng = Random(seed)
    if loose:
        return scattered(rng)
    charger = rng.choice(("knights", "halberdiers"))
    wide = 2 if charger == "knights" else 4
    x, y = rng.randrange(50, 71), rng.randrange(36, 44)
    pieces: dict[str, Any] = {
        "k": {"seat": "a", "unit": charger, "stands": [[x + wide * i, y, 90] for i in range(rng.randint(2, 3))]}
    }
    facing = rng.choice((270, 270, 240, 315, 0, 180))
    tx, ty, back = rng.randrange(48, 72), rng.randrange(50, 60), radians(facing)
    step = (sin(back) * 4, -cos(back) * 4)
    count = rng.randint(1, 3)
    pieces["t"] = {
        "seat": "b", "unit": "orc_warriors",
        "stands": [[round(tx + step[0] * i, 3), round(ty + step[1] * i, 3), facing] for i in range(count)],
    }  # fmt: skip
    if rng.random() < 0.5:
        pieces["n"] = {"seat": rng.choice("ab"), "unit": "goblins" if rng.random() < 0.5 else "halberdiers"}
        pieces["n"]["unit"] = "halberdiers" if pieces["n"]["seat"] == "a" else "goblins"
        pieces["n"]["stands"] = [[rng.randrange(44, 76), rng.randrange(46, 64), rng.randrange(0, 360, 90)]]
    return pieces


def scattered(rng: Random) -> dict[str, Any]:
    facing = rng.randrange(60, 120)
    wide, count = rng.choice((("knights", 2), ("halberdiers", 4))), rng.randint(1, 3)
    x, y = rng.uniform(52, 68), rng.uniform(36, 44)
    u, v, back = rng.uniform(48, 72), rng.uniform(50, 58), rng.randrange(0, 360)
    pieces: dict[str, Any] = {
        "k": {"seat": "a", "unit": wide[0], "stands": line(x, y, facing, wide[1], 3)},
        "t": {"seat": "b", "unit": "orc_warriors", "stands": line(u, v, back, 4, count)},
    }
    if rng.random() < 0.5:
        seat, aside = rng.choice((("a", "halberdiers"), ("b", "goblins"))), rng.uniform(0, 360)
        stands = line(rng.uniform(48, 72), rng.uniform(46, 60), round(aside), 4, rng.randint(1, 3))
        pieces["n"] = {"seat": seat[0], "unit": seat[1], "stands": stands}
    return pieces


def line(x: float, y: float, facing: float, wide: float, count: int) -> list[Stand]:
    across = sin(radians(facing)) * wide, -cos(radians(facing)) * wide
    return [[round(x + across[0] * i, 3), round(y + across[1] * i, 3), facing] for i in range(count)]


def found(pieces: dict[str, Any]) -> Found:
    p = Bench(pieces=pieces, step="orders", waits=True, table=TABLE).position
    made = charges(p, "k", "t")
    if isinstance(made, Refusal):
        return made.cite
    return {(onset.edge, frozenset(onset.poses)) for onset in made}


def turned(pieces: dict[str, Any], move: Callable[[Stand], Stand]) -> dict[str, Any]:
    return {name: {**piece, "stands": [move(stand) for stand in piece["stands"]]} for name, piece in pieces.items()}


def mirror(stand: Stand) -> Stand:
    return [2 * CENTRE - stand[0], stand[1], (180 - stand[2]) % 360]


def half_turn(stand: Stand) -> Stand:
    return [2 * CENTRE - stand[0], 2 * CENTRE - stand[1], (stand[2] + 180) % 360]


def by(degrees: int) -> Callable[[Stand], Stand]:
    c, s = cos(radians(degrees)), sin(radians(degrees))

    def move(stand: Stand) -> Stand:
        x, y = stand[0] - CENTRE, stand[1] - CENTRE
        return [round(CENTRE + x * c - y * s, 3), round(CENTRE + x * s + y * c, 3), (stand[2] + degrees) % 360]

    return move


def legal(seed: int, loose: bool = False) -> dict[str, Any] | None:
    pieces = position(seed, loose)
    try:
        Bench(pieces=pieces, step="orders", waits=True, table=TABLE)
    except BadSetup:
        return None
    return pieces


CASES = [(seed, pieces) for seed in range(90) if (pieces := legal(seed)) is not None]
IDS = [str(seed) for seed, _ in CASES]
LOOSE = [pieces for seed in range(60) if (pieces := legal(seed, loose=True)) is not None]


def test_there_are_enough_charges_among_them() -> None:
    made = [found(pieces) for _, pieces in CASES]
    assert len(CASES) >= 40
    assert sum(isinstance(f, set) for f in made) >= 25
    assert {edge for f in made if isinstance(f, set) for edge, _ in f} >= {"front", "left", "right"}


@pytest.mark.rule("WM-CHARGE-5", "WM-CHARGE-21")
@pytest.mark.parametrize("pieces", [pieces for _, pieces in CASES], ids=IDS)
def test_mirror_images_and_half_turns_are_exact(pieces: dict[str, Any]) -> None:
    made = found(pieces)
    for move in (mirror, half_turn):
        image = found(turned(pieces, move))
        if isinstance(made, str):
            assert image == made
            continue
        wanted = {
            (SIDES.get(edge, edge) if move is mirror else edge, frozenset(moved(pose, move) for pose in poses))
            for edge, poses in made
        }
        assert image == wanted


def moved(pose: tuple[int, int, int], move: Callable[[Stand], Stand]) -> tuple[int, int, int]:
    x, y, f = move([c / 1000 for c in pose])
    return round(x * 1000), round(y * 1000), round(f * 1000) % 360_000


@pytest.mark.parametrize("pieces", [pieces for _, pieces in CASES], ids=IDS)
def test_the_order_of_listing_never_matters(pieces: dict[str, Any]) -> None:
    assert found(dict(reversed(pieces.items()))) == found(pieces)


@pytest.mark.parametrize("degrees", [90, 37, 251])
def test_other_turns_agree_to_two_thousandths(degrees: int) -> None:
    """Positions off every grid have no ties."""
    made = [found(pieces) for pieces in LOOSE]
    images = [found(turned(pieces, by(degrees))) for pieces in LOOSE]
    agree = [alike(one, other, by(degrees)) for one, other in zip(made, images, strict=True)]
    assert sum(isinstance(one, set) for one in made) >= 20
    assert [i for i, same in enumerate(agree) if not same] == []


def alike(made: Found, image: Found, move: Callable[[Stand], Stand]) -> bool:
    if isinstance(made, str) or isinstance(image, str):
        return made == image
    turned_ = [(edge, [moved(pose, move) for pose in poses]) for edge, poses in made]
    return len(made) == len(image) and all(
        any(edge == other and near(wanted, list(poses)) for other, poses in image) for edge, wanted in turned_
    )


def near(wanted: list[tuple[int, int, int]], made: list[tuple[int, int, int]]) -> bool:
    """Each stand within 2 thousandths of one of the others."""
    return all(
        any(
            abs(a[0] - b[0]) <= 2 and abs(a[1] - b[1]) <= 2 and (a[2] - b[2]) % 360_000 in (0, 1, 359_999) for b in made
        )
        for a in wanted
    )
