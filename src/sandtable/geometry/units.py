"""Whole thousandths: how lengths and angles are stored, and the tolerances every query shares.

Tolerances stay off the integer lattice where data could hit them exactly, so float noise never decides a ruling.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

MILLI = 1000  # thousandths to the table unit (inch or cm), and to the degree
FULL_TURN = 360 * MILLI
TOL = 1  # "within" and "does not overlap" favour the player by one thousandth
FIT = 0.25  # slack while searching for a place; FIT + rounding (0.7072) stays below TOL
GROW = 0.4  # sight blockers are grown by this: touching blockers leave no slit, a slit of 1 is open
LEAF = 0.05  # bundles of sight lines narrower than this do not count as sight
NOISE = 1e-6  # float noise, far below every tolerance above
FAR = 1e30
CORNERS = 64  # a path has at most so many


def milli(length: float | str | Decimal) -> int:
    """Table units or degrees to whole thousandths: ``milli(2.5) == 2500``."""
    return int((Decimal(str(length)) * MILLI).to_integral_value(ROUND_HALF_UP))


def text(length: float) -> str:
    """Thousandths as a person writes them: ``text(2100) == "2.1"``."""
    return (
        f"{Decimal(round(length)) / MILLI:f}".rstrip("0").rstrip(".")
        if round(length) % MILLI
        else str(round(length) // MILLI)
    )
