"""The first edition: declare a throw before measuring, criticals bite, free strikes are boosted."""

from __future__ import annotations

from dataclasses import dataclass

from duel.common.attacks import HAS_KNIFE, IN_FRONT, IN_SIGHT, Strike
from duel.common.edition import Critical, DuelEdition, Measuring
from duel.common.state import Draft, Position
from sandtable.core import Figure
from sandtable.core.measurements import Measurement


@dataclass(frozen=True)
class Bites(Critical):
    """One more die of damage (DU-ATK-4)."""

    def hit(self, d: Draft, strike: Strike) -> Strike:
        return strike.but(dice=strike.dice + 1)


@dataclass(frozen=True)
class AfterDeclaring(Measuring):
    """Nobody measures before a throw is declared, except the way of a move (DU-THROW-2)."""

    def allowed(self, p: Position, seat: int, what: Measurement) -> bool:
        return what.kind == "move"


FIRST = DuelEdition(
    title="Duel, first edition",
    free_strike_dice=Figure(3, "DU-FREE-4"),
    throwing=(HAS_KNIFE, IN_FRONT, IN_SIGHT),  # DU-THROW-2: range is no part of it
    measuring=AfterDeclaring(),
    critical=Bites(),
)
