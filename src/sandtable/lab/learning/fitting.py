"""Fit the network of `geometry/kernel/network.py` to arrays, by its gradient.

The same sums as the kernel's, for many positions at once. Weights are rows by number, as the kernel wants them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from typing import Any, NamedTuple

import numpy as np

from sandtable.lab.learning.arrays import Arrays

RATE, LEAST_RATE, WARMING = 4e-3, 1e-5, 0.3  # the most a weight moves in a step, the least, and when it is most
BATCH = 512
DECAY = 0.02  # of weights, times the rate
LEFT_OUT = 0.1  # of the sums of a side, by chance, so that none is relied on
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # Adam's


class Layers(NamedTuple):
    pair: Any
    pair_constant: Any
    piece: Any
    piece_constant: Any
    side: Any
    side_constant: Any
    last: Any
    around: Any


class Seen(NamedTuple):
    """What one way through has worked out, for the way back."""

    lead: Any
    met: list[Any]
    piece_in: list[Any]
    piece_out: list[Any]
    dropped: list[Any]
    side_in: list[Any]
    side_out: list[Any]


def begin(piece: int, pair: int, around: int, inner: int, last: int, rng: np.random.Generator) -> Layers:
    """Small weights by chance."""

    def layer(size: int, width: int) -> Any:
        return rng.uniform(-1, 1, (size, width)).astype(np.float32) / np.float32(np.sqrt(size))

    none = np.zeros
    return Layers(
        layer(2 * piece + pair, inner), none(inner, np.float32), layer(piece + 2 * inner, inner),
        none(inner, np.float32), layer(2 * inner + around, last), none(last, np.float32), layer(last, 1)[:, 0],
        layer(around, 1)[:, 0],
    )  # fmt: skip


def leads(layers: Layers, a: Arrays, drop: np.random.Generator | None = None) -> Seen:
    """The lead of seat 0 in each position."""
    size = a.pieces.shape[-1]
    acts, suffers, meets = layers.pair[:size], layers.pair[size : 2 * size], layers.pair[2 * size :]
    met, piece_in, piece_out, sums = [], [], [], []
    for i in (0, 1):
        mask = a.there[:, i][:, :, None, None] * a.there[:, 1 - i][:, None, :, None]
        value = (a.pieces[:, i] @ acts)[:, :, None] + (a.pieces[:, 1 - i] @ suffers)[:, None]
        met.append(np.maximum(value + a.pairs[:, i] @ meets + layers.pair_constant, 0) * mask)
    for i in (0, 1):
        piece_in.append(np.concatenate([a.pieces[:, i], met[i].sum(2), met[1 - i].sum(1)], -1))
        out = np.maximum(piece_in[i] @ layers.piece + layers.piece_constant, 0) * a.there[:, i][..., None]
        piece_out.append(out)
        sums.append(out.sum(1))
    dropped, side_in, side_out, stands = [], [], [], []
    for i in (0, 1):
        both = np.concatenate([sums[i], sums[1 - i]], -1)
        kept = (
            np.ones_like(both)
            if drop is None
            else (drop.random(both.shape) > LEFT_OUT).astype(both.dtype) / (1 - LEFT_OUT)
        )
        dropped.append(kept)
        side_in.append(np.concatenate([both * kept, a.around[:, i]], -1))
        side_out.append(np.maximum(side_in[i] @ layers.side + layers.side_constant, 0))
        stands.append(side_out[i] @ layers.last + a.around[:, i] @ layers.around)
    return Seen(stands[0] - stands[1], met, piece_in, piece_out, dropped, side_in, side_out)


def gradient(layers: Layers, a: Arrays, seen: Seen, slope: Any) -> Layers:
    """How the weights change what `slope` says of each lead."""
    size, inner = a.pieces.shape[-1], layers.pair.shape[1]
    found = [np.zeros_like(one) for one in layers]
    to_sums: list[Any] = [0, 0]
    for i, sign in ((0, 1), (1, -1)):
        up = sign * slope
        found[7] += a.around[:, i].T @ up
        found[6] += seen.side_out[i].T @ up
        back = up[:, None] * layers.last * (seen.side_out[i] > 0)
        found[4] += seen.side_in[i].T @ back
        found[5] += back.sum(0)
        both = (back @ layers.side.T)[:, : 2 * inner] * seen.dropped[i]
        to_sums[i] = to_sums[i] + both[:, :inner]
        to_sums[1 - i] = to_sums[1 - i] + both[:, inner:]
    to_met: list[Any] = [0, 0]
    for i in (0, 1):
        back = to_sums[i][:, None] * (seen.piece_out[i] > 0)
        found[2] += flattened(seen.piece_in[i]).T @ flattened(back)
        found[3] += back.sum((0, 1))
        inwards = back @ layers.piece.T
        to_met[i] = to_met[i] + inwards[:, :, None, size : size + inner]
        to_met[1 - i] = to_met[1 - i] + inwards[:, None, :, size + inner :]
    for i in (0, 1):
        back = to_met[i] * (seen.met[i] > 0)
        found[1] += back.sum((0, 1, 2))
        found[0][:size] += flattened(a.pieces[:, i]).T @ flattened(back.sum(2))
        found[0][size : 2 * size] += flattened(a.pieces[:, 1 - i]).T @ flattened(back.sum(1))
        found[0][2 * size :] += flattened(a.pairs[:, i]).T @ flattened(back)
    return Layers(*found)


def flattened(values: Any) -> Any:
    return values.reshape(-1, values.shape[-1])


def chances(layers: Layers, a: Arrays) -> Any:
    """How likely seat 0 is to win."""
    parts = [leads(layers, a.part(slice(at, at + 16 * BATCH))).lead for at in range(0, len(a.won), 16 * BATCH)]
    return 1 / (1 + np.exp(-np.concatenate(parts)))


def fit(
    layers: Layers,
    a: Arrays,
    wanted: Any,
    weight: Any,
    rounds: int,
    rng: np.random.Generator,
    progress: Callable[[int, float], None] = lambda number, loss: None,
    highest: float = RATE,
) -> Layers:
    """So many times through all positions; `wanted` are the chances it should find, `weight` how much each counts."""
    now = [one.copy() for one in layers]
    mean, spread = [np.zeros_like(one) for one in now], [np.zeros_like(one) for one in now]
    batches = len(wanted) // BATCH or 1
    for number in range(rounds):
        order, losses = rng.permutation(len(wanted)), 0.0
        for batch in range(batches):
            step = number * batches + batch
            chosen = order[batch * BATCH : (batch + 1) * BATCH]
            part, target, counts = a.part(chosen), wanted[chosen], weight[chosen]
            seen = leads(Layers(*now), part, rng)
            chance = 1 / (1 + np.exp(-seen.lead))
            slope = ((chance - target) * counts / len(chosen)).astype(np.float32)
            losses += loss(chance, target, counts)
            rate = rate_at(step / (rounds * batches), highest)
            for k, slopes in enumerate(gradient(Layers(*now), part, seen, slope)):
                mean[k] = FIRST * mean[k] + (1 - FIRST) * slopes
                spread[k] = SECOND * spread[k] + (1 - SECOND) * slopes**2
                size = np.sqrt(spread[k] / (1 - SECOND ** (step + 1))) + TINY
                now[k] = now[k] * (1 - rate * DECAY) - rate * mean[k] / (1 - FIRST ** (step + 1)) / size
        progress(number + 1, losses / batches)
    return Layers(*(one.astype(np.float32) for one in now))


def rate_at(part: float, highest: float = RATE) -> float:
    """It rises to the highest and then falls to the lowest."""
    along = part / WARMING - 1 if part < WARMING else (part - WARMING) / (1 - WARMING)
    return LEAST_RATE + (highest - LEAST_RATE) * (1 + cos(pi * along)) / 2


def loss(chance: Any, wanted: Any, weight: Any) -> float:
    """The surprise on the average."""
    safe = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(np.mean(-weight * (wanted * np.log(safe) + (1 - wanted) * np.log(1 - safe))))
