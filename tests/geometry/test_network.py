"""The network of the kernel: the same sums as in whole arrays, compiled or not; two sides are judged alike."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from sandtable.geometry.compiled import compiled, row, scratch
from sandtable.geometry.kernel import encounters as kernel_encounters
from sandtable.geometry.kernel import network as kernel_network
from sandtable.lab.learning.arrays import Arrays
from sandtable.lab.learning.fitting import Layers, begin, leads
from sandtable.tabletop.network import Network, Side, Weights, flat

PIECE, PAIR, AROUND, INNER, LAST = 5, 3, 4, 6, 7


def sides(rng: np.random.Generator, n: int, m: int) -> tuple[Side, Side]:
    """Some of the numbers are 0, as most numbers of a table are."""

    def numbers(size: int) -> Any:
        return row((rng.normal(size=size) * (rng.random(size) < 0.6)).tolist())

    return (
        Side(numbers(n * PIECE), numbers(n * m * PAIR), numbers(AROUND)),
        Side(numbers(m * PIECE), numbers(m * n * PAIR), numbers(AROUND)),
    )


def layers(rng: np.random.Generator) -> Layers:
    made = begin(PIECE, PAIR, AROUND, INNER, LAST, rng)
    return made._replace(
        pair_constant=rng.normal(size=INNER), piece_constant=rng.normal(size=INNER), side_constant=rng.normal(size=LAST)
    )


def weights(*made: Layers) -> Weights:
    return Weights(
        piece=PIECE, pair=PAIR, around=AROUND, inner=INNER, last=LAST, taught_by="nobody",
        networks=tuple(flat([np.ravel(part).tolist() for part in one]) for one in made),
    )  # fmt: skip


def as_arrays(us: Side, them: Side, n: int, m: int) -> Arrays:
    most = max(n, m)
    pieces, there = np.zeros((1, 2, most, PIECE)), np.zeros((1, 2, most))
    pairs = np.zeros((1, 2, most, most, PAIR))
    for i, (side, own, other) in enumerate(((us, n, m), (them, m, n))):
        pieces[0, i, :own], there[0, i, :own] = np.reshape(side.pieces, (own, PIECE)), 1
        pairs[0, i, :own, :other] = np.reshape(side.pairs, (own, other, PAIR))
    around = np.array([[us.around, them.around]])
    none = np.zeros(1)
    return Arrays(pieces, there, pairs, around, none, none, none, none)


def lead(ask: Any, us: Side, them: Side, one: Any) -> float:
    room = scratch(200 * INNER)
    sizes = row((PIECE, PAIR, AROUND, INNER, LAST))
    found: float = ask.lead(us.pieces, them.pieces, us.pairs, them.pairs, us.around, them.around, one, sizes, room)
    return found


@pytest.mark.parametrize("ask", [kernel_network, compiled(kernel_network)], ids=["plain", "compiled"])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 3), (2, 4), (4, 1)])
def test_the_kernel_says_what_arrays_say(ask: ModuleType, n: int, m: int) -> None:
    rng = np.random.default_rng(10 * n + m)
    us, them = sides(rng, n, m)
    made = layers(rng)
    found = lead(ask, us, them, row(weights(made).networks[0]))
    assert found == pytest.approx(float(leads(made, as_arrays(us, them, n, m)).lead[0]), rel=1e-5, abs=1e-6)


def test_the_other_side_sees_the_same_lead_with_another_sign() -> None:
    rng = np.random.default_rng(3)
    us, them = sides(rng, 2, 3)
    network = Network(weights(layers(rng), layers(rng)))
    assert network.chance(us, them) + network.chance(them, us) == pytest.approx(1.0)
    assert network.chance(us, them) != pytest.approx(0.5, abs=1e-3)


def test_the_leads_of_several_networks_are_averaged() -> None:
    rng = np.random.default_rng(4)
    us, them = sides(rng, 2, 2)
    one, other = layers(rng), layers(rng)
    found = [lead(kernel_network, us, them, row(weights(made).networks[0])) for made in (one, other)]
    both = Network(weights(one, other)).chance(us, them)
    assert both == pytest.approx(1 / (1 + np.exp(-sum(found) / 2)))


def test_weights_of_another_size_are_refused() -> None:
    good = weights(layers(np.random.default_rng(5)))
    short = Weights(
        piece=PIECE, pair=PAIR, around=AROUND, inner=INNER, last=LAST, networks=(good.networks[0][:-1],), taught_by=""
    )
    with pytest.raises(ValueError, match=f"has {len(good.networks[0])} weights, not {len(good.networks[0]) - 1}"):
        Network(short)


# --- pairs ---
def piece(**given: float) -> list[float]:
    """At the origin, looking along x, 5 inches fast; it charges 8.5 inches and has no gun."""
    known = {
        "X": 0.0, "Y": 0.0, "RADIUS": 500.0, "FACING": 0.0, "REACH": 8500.0, "SHOT": 0.0, "MELEE": 500.0,
        "SPEED": 5000.0, "MIGHT": 1.0, "POINTS": 0.0, "MOST": 3.0, "LEADER": 0.0, "AWAITS": 1.0, "BOXES": 10.0,
    } | given  # fmt: skip
    found = [0.0] * kernel_encounters.COLUMNS
    for name, value in known.items():
        found[getattr(kernel_encounters, name)] = value
    return found


def met(a: list[float], b: list[float], *harms: float) -> list[float]:
    """The numbers of one pair, by both versions of the kernel."""
    found = []
    for ask in (kernel_encounters, compiled(kernel_encounters)):
        out = scratch(kernel_encounters.NUMBERS)
        ask.encounters(row(a), row(b), row(harms), out)
        found.append([float(value) for value in out])
    assert found[0] == pytest.approx(found[1])
    return found[0]


def test_a_pair_that_touches() -> None:
    """5 points of all blows, 2 more for a charge, 3 for a blow that is bought."""
    a, b = piece(POINTS=2.0), piece(X=1400.0, FACING=180_000.0)
    found = met(a, b, 5, 2, 3, 0, 0)
    assert found[0] == pytest.approx(0.04)  # 400 apart
    assert found[3] == 1.0
    near = 1 / (1 + np.exp(-8100 / 800))
    assert found[4] == pytest.approx(near * 0.7)  # a charge
    assert found[5] == pytest.approx(near * 1.3)  # and two blows bought: no focus for the charge
    assert found[11] == pytest.approx(1.6)  # and three
    assert found[13] == pytest.approx(0.0) and found[14] == pytest.approx(0.0)  # face to face
    assert found[19] == pytest.approx(1.1)  # without the charge


def test_a_charge_from_afar_costs_a_point() -> None:
    found = met(piece(POINTS=2.0), piece(X=6000.0), 5, 2, 3, 0, 0)
    near = 1 / (1 + np.exp(-3500 / 800))
    assert found[3] == 0.0
    assert found[5] == pytest.approx(near * 1.0)
    assert found[11] == pytest.approx(1.3)
    assert found[18] == pytest.approx(near)
    assert found[13] == pytest.approx(1.0)  # from behind


def test_shots_are_paid_for() -> None:
    gun = piece(SHOT=15_000.0, POINTS=1.0)
    found = met(gun, piece(X=11_000.0, LEADER=1.0), 0, 0, 0, 4, 7)
    near = 1 / (1 + np.exp(-5000 / 800))
    assert found[6] == pytest.approx(near * 0.7)
    assert found[9] == pytest.approx(near * 0.7) and found[10] == pytest.approx(found[9])
    assert met(piece(SHOT=15_000.0), piece(X=11_000.0), 0, 0, 0, 4, 7)[6] == pytest.approx(near * 0.4)
    assert met(gun, piece(X=11_000.0), 0, 0, 0, 4, 7)[10] == 0.0  # no leader


def test_who_has_activated_has_nothing_to_come() -> None:
    found = met(piece(AWAITS=0.0, POINTS=3.0), piece(X=1400.0), 5, 2, 3, 4, 7)
    assert found[4] == found[5] == found[6] == found[19] == 0.0
    assert found[7] > 0.0
