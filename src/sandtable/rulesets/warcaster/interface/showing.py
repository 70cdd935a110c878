"""The table as a drawing and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sandtable.core import Showing, Standing
from sandtable.core.bodies import Body
from sandtable.core.guides import Guide
from sandtable.core.sheets import Sheet
from sandtable.rulesets.warcaster.interface import descriptions
from sandtable.rulesets.warcaster.interface.bodies import bodies
from sandtable.rulesets.warcaster.interface.drawing import draw, sight_line
from sandtable.rulesets.warcaster.interface.guide import guide
from sandtable.rulesets.warcaster.interface.names import names
from sandtable.rulesets.warcaster.interface.phrases import PHRASES
from sandtable.rulesets.warcaster.interface.printed_pages import pages
from sandtable.rulesets.warcaster.interface.sheets import sheet
from sandtable.rulesets.warcaster.measuring.line_of_sight import sees
from sandtable.rulesets.warcaster.state.rules import Position, WarcasterRules
from sandtable.scene import Scene, SightLine


class WarcasterShowing(Showing):
    phrases: ClassVar[Mapping[str, str]] = PHRASES

    def names(self, p: Position) -> Mapping[str, str]:
        return names(p)

    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return draw(p, seat)

    def pieces(self, p: Position) -> Mapping[str, Standing]:
        return descriptions.pieces(p)

    def sheet(self, p: Position, id: str) -> Sheet | None:
        return sheet(p, id)

    def up(self, p: Position, seat: int | None) -> int:
        """From the side the seat has taken (WC-SETUP-6)."""
        return 90_000 if seat is None or p.state.sides[seat] == 0 else 270_000

    def bodies(self, p: Position) -> Mapping[str, Body]:
        return bodies(p)

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        return descriptions.status(p, name)

    def describe(self, p: Position, name: str) -> list[str] | None:
        return descriptions.describe(p, name)

    def board(self, p: Position, seat: int) -> list[str]:
        return descriptions.board(p, seat)

    def pages(self, rules: WarcasterRules) -> Iterator[Sheet]:
        return pages(rules.cards)

    def guide(self, p: Position, seat: int) -> Guide:
        return guide(p, seat)

    def measure(self, p: Position, a: str, b: str) -> float:
        return descriptions.measure(p, a, b)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b)

    def sight_line(self, p: Position, a: str, b: str) -> SightLine:
        return sight_line(p, a, b)
