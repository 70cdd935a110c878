"""The table as a drawing and in words."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core import Showing, Standing
from sandtable.rulesets.warmachine.common.interface.drawing import draw, sight_line
from sandtable.rulesets.warmachine.common.measuring.distance import disc, gap
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.scene import Scene, SightLine


class WarmachineShowing(Showing):
    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return draw(p, seat)

    def pieces(self, p: Position) -> Mapping[str, Standing]:
        return {name: Standing(disc(p, m), p.state.status[name].seat, m.facing) for name, m in p.state.models.items()}

    def measure(self, p: Position, a: str, b: str) -> float:
        return gap(p, a, b)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b)

    def sight_line(self, p: Position, a: str, b: str) -> SightLine:
        return sight_line(p, a, b)
