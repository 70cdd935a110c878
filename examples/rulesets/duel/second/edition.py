"""The second edition: measure first, criticals fell, free strikes are plain."""

from __future__ import annotations

from dataclasses import dataclass

from duel.common.attacks import HAS_KNIFE, IN_FRONT, IN_RANGE, IN_SIGHT, Strike
from duel.common.edition import Critical, DuelEdition, Measuring
from duel.common.state import Draft, knocked_down
from sandtable.core import Figure


@dataclass(frozen=True)
class Fells(Critical):
    """The target is knocked down (DU-ATK-5)."""

    def hit(self, d: Draft, strike: Strike) -> Strike:
        d.begin(knocked_down(strike.target, "DU-ATK-5"))
        return strike


SECOND = DuelEdition(
    title="Duel",
    free_strike_dice=Figure(2, "DU-FREE-5"),
    throwing=(HAS_KNIFE, IN_FRONT, IN_RANGE, IN_SIGHT),  # DU-THROW-3
    measuring=Measuring(),
    critical=Fells(),
)
