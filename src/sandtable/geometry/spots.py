"""Is there room, and where: the legal place nearest to a wish, squads, and spread-out candidates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any

from sandtable.geometry.compiled import kernel, listed, scratch
from sandtable.geometry.corners import unit
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.kernel import spots as kernel_spots
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Disc, Point
from sandtable.geometry.units import FAR, FIT, FULL_TURN, TOL

ORDERS = 24


def spot(ground: Ground, wish: Point, centre: Point, reach: float) -> Spot | None:
    """The legal place nearest to the wish with the base's centre within reach of a point; None proves there is none.

    The search allows FIT, the ruling TOL: room missing by less than a quarter thousandth is room.
    """
    place = rounded(wish)
    if place == tuple(wish) and distance(place, centre) <= reach + TOL and ground.free(place):
        return place
    rows = ground.rows
    aim = float(wish[0]), float(wish[1]), float(centre[0]), float(centre[1]), float(reach)
    away, x, y = _kernel().spot(rows, *aim, FIT, scratch(2 * len(rows) + 64))
    return None if away >= FAR else rounded((x, y))


def pack(
    ground: Ground, wishes: Sequence[Point], centre: Point, reach: float, orders: int = ORDERS
) -> list[Spot | None]:
    """Place a squad of equal bases: the order that seats most, then the one that moves them least from their wishes."""

    def seat(order: Sequence[int]) -> tuple[int, float, list[Spot | None]]:
        got: list[Spot | None] = [None] * len(wishes)
        now, off = ground, 0.0
        for i in order:
            got[i] = place = spot(now, wishes[i], centre, reach)
            if place:
                off += distance(place, wishes[i])
                now = now.plus(Disc(place[0], place[1], ground.r))
        return got.count(None), off, got

    best = seat(range(len(wishes)))
    if best[0] or best[1] > len(wishes) * TOL:
        for order in islice(permutations(range(len(wishes))), 1, orders):
            best = min(best, seat(order), key=lambda s: s[:2])
    return best[2]


def ring(ground: Ground, centre: Point, reach: float, n: int, seed: int = 0) -> tuple[Spot, ...]:
    """Up to n well spread legal places with the base's centre within reach of a point: candidates for a bot."""
    return _spread(ground, centre, reach, n, seed, walk=False)


def strides(ground: Ground, p: Point, limit: float, n: int, seed: int = 0) -> tuple[Spot, ...]:
    """Up to n well spread places that a base at p can move straight to within the limit, rough ground included."""
    return _spread(ground, p, limit, n, seed, walk=True)


def approach(ground: Ground, p: Point, goal: Point, allowance: float, least: float, fan: Any) -> Spot | None:
    """The place nearest to a goal that a base at p can move straight to: ahead, else in a fan of turns (`flat` rows).

    None where nothing comes nearer than `least` of the squared way to go.
    """
    if p[0] == goal[0] and p[1] == goal[1]:
        return None
    args = (float(p[0]), float(p[1]), float(goal[0]), float(goal[1]), float(allowance), least)
    away, x, y = _kernel().approach(ground.rows, *args, fan)
    return None if away >= FAR else (int(x), int(y))


def _spread(ground: Ground, centre: Point, reach: float, n: int, seed: int, walk: bool) -> tuple[Spot, ...]:
    out = scratch(2 * n)
    turn = seed * 137508 % FULL_TURN
    args = (float(centre[0]), float(centre[1]), float(reach), *unit(turn), turn / FULL_TURN)
    got = _kernel().ring(ground.rows, *args, walk, out)
    places = map(int, listed(out)[: 2 * got])
    return tuple(zip(places, places, strict=True))


def _kernel() -> Any:
    return kernel(kernel_spots)
