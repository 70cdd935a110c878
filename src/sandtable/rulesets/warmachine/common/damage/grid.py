"""Boxes: how damage is marked in columns, and which systems are out.

A model without a grid has one column. Marks are bits, one a box, the top box first.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.rulesets.warmachine.common.state.cards import HULL, ModelCard

Marks = tuple[int, ...]


def columns(card: ModelCard) -> tuple[str, ...]:
    return card.grid or (HULL * card.boxes,)


def unmarked(card: ModelCard) -> Marks:
    return (0,) * len(columns(card))


def taken(marks: Marks) -> int:
    """Boxes marked."""
    return sum(mark.bit_count() for mark in marks)


def left(card: ModelCard, marks: Marks) -> int:
    """Boxes that are still clear."""
    return card.most - taken(marks)


def marked(card: ModelCard, marks: Marks, column: int, points: int) -> Marks:
    """The marks after damage that starts in a column: from the top down, on in the next one to the right, and round.

    Marked boxes are skipped; what is left over when every box is marked is lost.
    """
    grid, after = columns(card), list(marks)
    points = min(points, left(card, marks))
    at = column
    while points:
        for box in range(len(grid[at])):
            if points and not after[at] >> box & 1:
                after[at] |= 1 << box
                points -= 1
        at = (at + 1) % len(grid)
    return tuple(after)


def first_hurt(before: Marks, after: Marks, column: int) -> int:
    """The first column, from 1, that damage starting in a column marked."""
    order = [(column + i) % len(before) for i in range(len(before))]
    return next((c + 1 for c in order if before[c] != after[c]), 0)


def cleared(marks: Marks, boxes: tuple[tuple[int, int], ...]) -> Marks:
    """The marks without some boxes, given as column and box."""
    after = list(marks)
    for column, box in boxes:
        after[column] &= ~(1 << box)
    return tuple(after)


def boxes_marked(marks: Marks) -> tuple[tuple[int, int], ...]:
    return tuple((c, b) for c, mark in enumerate(marks) for b in range(mark.bit_length()) if mark >> b & 1)


def disabled(card: ModelCard, marks: Marks) -> frozenset[str]:
    """The systems of a warjack whose boxes are all marked; the hull is one of them."""
    return _disabled(card.grid, marks) if card.grid else frozenset()


@lru_cache(maxsize=4096)
def _disabled(grid: tuple[str, ...], marks: Marks) -> frozenset[str]:
    clear: set[str] = set()
    every: set[str] = set()
    for column, mark in zip(grid, marks, strict=True):
        for box, letter in enumerate(column):
            every.add(letter)
            if not mark >> box & 1:
                clear.add(letter)
    return frozenset(every - clear)
