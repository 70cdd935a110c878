"""A small network that was taught by games how far a side is ahead (`geometry/kernel/network.py`), with its weights.

The weights are data of a ruleset: several networks taught alike, whose leads are averaged, so that the errors of one
count less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, NamedTuple

import msgspec

from sandtable.geometry.compiled import kernel, row, scratch
from sandtable.geometry.kernel import network as kernel_network


class Side(NamedTuple):
    """One side of a table as numbers, in rows as kernels want them."""

    pieces: Any
    pairs: Any  # in which its pieces act on those of the other side
    around: Any


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """As they are in a file."""

    piece: int  # numbers of a piece
    pair: int
    around: int
    inner: int
    last: int
    networks: tuple[tuple[float, ...], ...]
    taught_by: str  # which games

    @property
    def sizes(self) -> tuple[int, int, int, int, int]:
        return self.piece, self.pair, self.around, self.inner, self.last


class Network:
    """Ready to be asked."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        wanted = size(*weights.sizes)
        if wrong := [len(one) for one in weights.networks if len(one) != wanted]:
            raise ValueError(f"a network of these sizes has {wanted} weights, not {wrong[0]}")
        self.rows = [row(one) for one in weights.networks]
        self.sizes = row(weights.sizes)
        self.ask = kernel(kernel_network)

    def chance(self, us: Side, them: Side) -> float:
        """How likely the first side is to win."""
        many = (len(us.pieces) + len(them.pieces)) // self.weights.piece
        room = scratch((2 * many + 5) * self.weights.inner + self.weights.last)
        total = sum(
            self.ask.lead(us.pieces, them.pieces, us.pairs, them.pairs, us.around, them.around, w, self.sizes, room)
            for w in self.rows
        )
        return 1.0 / (1.0 + exp(-total / len(self.rows)))


def size(piece: int, pair: int, around: int, inner: int, last: int) -> int:
    """How many weights a network has."""
    return (
        inner * (2 * piece + pair + 1) + inner * (piece + 2 * inner + 1) + last * (2 * inner + around + 1)
        + last + around
    )  # fmt: skip


def read_network(text: bytes) -> Network:
    return Network(msgspec.json.decode(text, type=Weights))


def flat(layers: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Layers as one row: weights and constants of pairs, pieces and sides, then what ends them."""
    return tuple(value for layer in layers for value in layer)
