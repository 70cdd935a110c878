"""The table as a drawing and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from sandtable.core import Effect, Option, Showing, Standing
from sandtable.core.bodies import Body
from sandtable.core.guides import Guide
from sandtable.core.sheets import Sheet
from sandtable.rulesets.warmachine.common.damage.grid import left
from sandtable.rulesets.warmachine.common.interface.bodies import bodies
from sandtable.rulesets.warmachine.common.interface.descriptions import describe, lost_systems
from sandtable.rulesets.warmachine.common.interface.drawing import draw, sight_line
from sandtable.rulesets.warmachine.common.interface.guide import guide
from sandtable.rulesets.warmachine.common.interface.names import KEPT, names, weapons, words
from sandtable.rulesets.warmachine.common.interface.phrases import PHRASES
from sandtable.rulesets.warmachine.common.interface.printed_pages import pages
from sandtable.rulesets.warmachine.common.interface.sheets import sheet
from sandtable.rulesets.warmachine.common.magic.casting import CAST
from sandtable.rulesets.warmachine.common.measuring.distance import disc, gap
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.conditions import card, effects_on
from sandtable.rulesets.warmachine.common.state.rules import Position, WarmachineRules
from sandtable.rulesets.warmachine.common.units.terror import BRAVED, FACED
from sandtable.scene import Scene, SightLine

USED = ("using", "slot")  # arguments of texts that are weapons
UNNAMED = re.compile(r"[a-z]+(?:_[a-z]+)+")


class WarmachineShowing(Showing):
    phrases: ClassVar[Mapping[str, str]] = PHRASES

    def names(self, p: Position) -> Mapping[str, str]:
        return names(p)

    def name(self, p: Position, id: str) -> str:
        """Effects without a name of their own are said in words."""
        return names(p).get(id) or (words(id) if UNNAMED.fullmatch(id) else id)

    def named(self, p: Position, part: str, id: str) -> str:
        """A crew and its gun may have one id: what is used is the gun."""
        return (weapons(p.rules.cards).get(id) if part in USED else None) or self.name(p, id)

    def untold(self, p: Position, effect: Effect) -> bool:
        """What a check was made against is told of the unit, not of each trooper."""
        trooper = effect.on in p.state.status and p.state.status[effect.on].unit
        return effect.name in KEPT or effect.name.startswith((BRAVED, FACED) if trooper else FACED)

    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return draw(p, seat)

    def sheet(self, p: Position, id: str) -> Sheet | None:
        return sheet(p, id)

    def describe(self, p: Position, name: str) -> list[str] | None:
        return describe(p, name)

    def pages(self, rules: WarmachineRules) -> Iterator[Sheet]:
        return pages(rules)

    def guide(self, p: Position, seat: int) -> Guide:
        return guide(p, seat)

    def bodies(self, p: Position) -> Mapping[str, Body]:
        return bodies(p)

    def up(self, p: Position, seat: int | None) -> int:
        """Away from the edge of the seat."""
        return 90_000 if seat is None or p.state.sides[seat] == 0 else 270_000

    def pieces(self, p: Position) -> Mapping[str, Standing]:
        status = p.state.status
        return p.memo(
            "standing", lambda: {n: Standing(disc(p, m), status[n].seat, m.facing) for n, m in p.state.models.items()}
        )

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        """``("boxes 12/32", "focus 2", "knocked down", "activated")``."""
        if name not in p.state.models:
            return ()
        status, printed, known = p.state.status[name], card(p, name), names(p)
        found = [f"boxes {left(printed, status.marks)}/{printed.most}"] if printed.most > 1 else []
        found += lost_systems(p, name)
        found += [f"focus {status.focus}"] if status.focus else []
        found += [known.get(e.name, words(e.name)) for e in effects_on(p, name)]
        return (*found, "activated") if (status.unit or name) in p.state.activated else tuple(found)

    def measure(self, p: Position, a: str, b: str) -> float:
        return gap(p, a, b)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b)

    def sight_line(self, p: Position, a: str, b: str) -> SightLine:
        return sight_line(p, a, b)

    def origin(self, option: Option) -> str:
        """A spell that is channelled comes from the arc node."""
        return option.also[0] if option.verb == CAST and option.also else option.actor
