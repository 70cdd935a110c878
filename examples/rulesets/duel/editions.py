"""The two editions of the book, as a list of what changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from duel.attacks import Strike, critical_bites, critical_fells
from sandtable.core import Draft


@dataclass(frozen=True)
class Edition:
    """Everything the editions differ in."""

    title: str
    free_strike_dice: int
    measure_first: bool  # before a throw is declared
    critical: Callable[[Draft, Strike], Strike]

    def but(self, **changes: Any) -> Edition:
        return replace(self, **changes)


FIRST = Edition(
    title="Duel, first edition",
    free_strike_dice=3,  # DU-FREE-4
    measure_first=False,  # DU-THROW-2
    critical=critical_bites,  # DU-ATK-4
)

SECOND = FIRST.but(
    title="Duel",
    free_strike_dice=2,  # DU-FREE-5
    measure_first=True,  # DU-THROW-3
    critical=critical_fells,  # DU-ATK-5
)
