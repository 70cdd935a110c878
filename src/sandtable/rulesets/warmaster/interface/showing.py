"""What prompts, rulers, lists and drawings say about a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sandtable.core import Position as AnyPosition
from sandtable.core import Showing, Standing
from sandtable.core.bodies import Body
from sandtable.core.guides import Guide
from sandtable.core.sheets import Sheet
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.order_test import distance
from sandtable.rulesets.warmaster.interface.bodies import bodies
from sandtable.rulesets.warmaster.interface.drawing import picture
from sandtable.rulesets.warmaster.interface.guide import guide
from sandtable.rulesets.warmaster.interface.names import names
from sandtable.rulesets.warmaster.interface.phrases import PHRASES
from sandtable.rulesets.warmaster.interface.printed_pages import pages
from sandtable.rulesets.warmaster.interface.sheets import form, sheet
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token
from sandtable.rulesets.warmaster.measuring.sight import sees
from sandtable.rulesets.warmaster.state.rules import Position, WarmasterRules
from sandtable.scene import Scene

UP = {"south": 90_000, "north": 270_000, "west": 0, "east": 180_000}


class WarmasterShowing(Showing):
    phrases: ClassVar[Mapping[str, str]] = PHRASES

    def names(self, p: Position) -> Mapping[str, str]:
        return names(p)

    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return picture(p)

    def up(self, p: Position, seat: int | None) -> int:
        """Away from the seat's own edge."""
        return UP[p.state.sides[seat or 0].edge]

    def pieces(self, p: AnyPosition) -> Mapping[str, Standing]:
        """Units by their first stand's facing and their middle, characters by their token."""
        found = {}
        for name in p.state.stands:
            rects = crowd(p).of(name)
            x, y = round(sum(r.x for r in rects) / len(rects)), round(sum(r.y for r in rects) / len(rects))
            middle = min(rects, key=lambda r: (r.x - x) ** 2 + (r.y - y) ** 2)
            found[name] = Standing(Rect(*middle), p.state.units[name].seat, rects[0].facing, origin=(x, y))
        for name in p.state.spots:
            found[name] = Standing(token(p, name), p.state.characters[name].seat)
        return found

    def bodies(self, p: Position) -> Mapping[str, Body]:
        return bodies(p)

    def sheet(self, p: Position, id: str) -> Sheet | None:
        return sheet(p, id)

    def pages(self, rules: WarmasterRules) -> Iterator[Sheet]:
        return pages(rules.library)

    def guide(self, p: Position, seat: int) -> Guide:
        return guide(p, seat)

    def measure(self, p: Position, a: str, b: str) -> float:
        if a in p.state.stands and b in p.state.stands:
            return crowd(p).apart(a, b)
        if a in p.state.spots and b in p.state.stands:
            return distance(p, a, b)
        if b in p.state.spots and a in p.state.stands:
            return distance(p, b, a)
        return super().measure(p, a, b)

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        unit = p.state.units.get(name)
        if unit is None or name not in p.state.stands:
            return ()
        count = len(p.state.stands[name])
        marks = {"confused": unit.confused, "engaged": engaged(p, name), "charged": unit.charged}
        hits = (f"{unit.hits} hits",) if unit.hits else ()
        stands = f"{count} stand{'' if count == 1 else 's'}"
        return (stands, form(p, name), *hits, *(word for word, holds in marks.items() if holds))

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b) if a in p.state.stands and b in p.state.stands else None
