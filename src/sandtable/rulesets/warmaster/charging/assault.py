"""Who goes against fortified stands (WM-TERRAIN-25)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core import Flag, Term
from sandtable.rulesets.warmaster.state.rules import Position, entry

ASSAULTS = ("infantry",)  # and flyers and giants


class MayAssault(Flag, frozen=True):
    """Whether a unit may be placed in contact with fortified stands (WM-TERRAIN-25, WM-CHARGE-13, WM-FLY-8)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        found = entry(p, self.unit)
        if found.flyer or found.type in ASSAULTS:
            yield Term(1, "infantry or flyers", "WM-TERRAIN-25")
