"""What the editions of Duel differ in, apart from their models and abilities."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from duel.common.attacks import Strike
from duel.common.state import Draft, Position, Table
from sandtable.core import Checks, Edition, Figure
from sandtable.core.measurements import Measurement


@dataclass(frozen=True)
class Critical:
    """What a critical hit does before the damage roll."""

    def hit(self, d: Draft, strike: Strike) -> Strike:
        return strike


@dataclass(frozen=True)
class Measuring:
    """When a player may measure by the book."""

    def allowed(self, p: Position, seat: int, what: Measurement) -> bool:
        return True

    def by_eye(self, table: Table, seat: int, rng: Random) -> Table:
        """The table as a player estimates it who may not measure."""
        return table


@dataclass(frozen=True)
class DuelEdition(Edition):
    title: str
    free_strike_dice: Figure
    throwing: Checks  # what must hold when a throw is declared
    measuring: Measuring
    critical: Critical
