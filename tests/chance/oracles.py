"""Attacks worked out a second and a third way: by icepool, and by throwing a million."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import icepool
import numpy as np
from numpy.typing import NDArray

ACTION, POWER = (0, 0, 0, 1, 1, 2), (0, 1, 1, 1, 1, 2)
A, P = icepool.Die(ACTION), icepool.Die(POWER)


class Shot(NamedTuple):
    """An attack by its figures."""

    attack: tuple[int, int]
    defence: tuple[int, int]
    pow: int
    arm: int
    health: int

    def words(self) -> dict[str, str]:
        return {
            "attack": dice(self.attack),
            "defence": dice(self.defence),
            "pow": str(self.pow),
            "arm": str(self.arm),
            "health": str(self.health),
        }


class Seen(NamedTuple):
    hit: Fraction
    damage: dict[int, Fraction]
    destroy: Fraction


def dice(pool: tuple[int, int]) -> str:
    return "+".join(f"{n}{name}" for n, name in zip(pool, "AP", strict=True) if n) or "0"


def some_shot(rng: Random) -> Shot:
    return Shot(
        (rng.randint(0, 6), rng.randint(0, 3)),
        (rng.randint(0, 5), rng.choice((0, 0, 1, 2))),
        rng.randint(0, 7),
        rng.randint(1, 6),
        rng.randint(1, 5),
    )


def pool(count: tuple[int, int]) -> Any:
    return count[0] @ A + count[1] @ P


def by_icepool(shot: Shot) -> Seen:
    margin = pool(shot.attack) - pool(shot.defence)
    hit, damage = Fraction(0), {0: Fraction(0)}
    for value, chance in chances(margin):
        if value <= 0:
            damage[0] += chance
            continue
        hit += chance
        points = (pool((shot.pow, value)) // shot.arm).map(lambda n: min(n, shot.health))
        for harm, share in chances(points):
            damage[harm] = damage.get(harm, Fraction(0)) + chance * share
    return Seen(hit, damage, damage.get(shot.health, Fraction(0)))


def chances(die: Any) -> list[tuple[int, Fraction]]:
    return [(value, Fraction(count, die.denominator())) for value, count in die.items()]


def thrown(shot: Shot, times: int, seed: int) -> dict[str, float]:
    """Shares among so many simulated attacks: numpy's own dice, our figures nowhere."""
    rng = np.random.default_rng(seed)
    margin = sums(rng, times, shot.attack) - sums(rng, times, shot.defence)
    hit = margin > 0
    extra = np.zeros(times, dtype=np.int64)
    for number in range(int(margin.max(initial=0))):
        extra += np.where(margin > number, faces(rng, times, POWER), 0)
    strikes = sums(rng, times, (shot.pow, 0)) + extra
    points = np.where(hit, np.minimum(strikes // shot.arm, shot.health), 0)
    shares = {f"damage {n}": float(np.mean(points == n)) for n in range(shot.health + 1)}
    return {"hit": float(hit.mean()), "destroy": float(np.mean(points == shot.health)), **shares}


def faces(rng: np.random.Generator, times: int, die: tuple[int, ...]) -> NDArray[np.int64]:
    thrown: NDArray[np.int64] = np.array(die, dtype=np.int64)[rng.integers(0, 6, times, dtype=np.int8)]
    return thrown


def sums(rng: np.random.Generator, times: int, count: tuple[int, int]) -> NDArray[np.int64]:
    total = np.zeros(times, dtype=np.int64)
    for number, die in zip(count, (ACTION, POWER), strict=True):
        for _ in range(number):
            total += faces(rng, times, die)
    return total
