"""What prompts, rulers and lists say about a table."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core import Position as AnyPosition
from sandtable.core import Showing, Standing
from sandtable.core.bodies import Body
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.order_test import distance
from sandtable.rulesets.warmaster.interface.drawing import initials, picture
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token
from sandtable.rulesets.warmaster.measuring.formations import in_column, in_line
from sandtable.rulesets.warmaster.measuring.sight import sees
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank
from sandtable.scene import Scene


class WarmasterShowing(Showing):
    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return picture(p)

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
        """A unit is one thing to a person; its stands are the pieces."""
        return {
            name: Body(
                id=name,
                name=self.name(p, name),
                seat=p.state.units[name].seat,
                pieces=tuple(f"{name}.{i + 1}" for i in range(len(poses))),
                label=initials(name),
            )
            for name, poses in p.state.stands.items()
        }

    def names(self, p: Position) -> Mapping[str, str]:
        """Printed names: of the entry and its number, of the character's rank."""
        found = {}
        for name in p.state.units:
            number = name.rpartition("_")[2]
            printed = entry(p, name).name
            found[name] = f"{printed} {number}" if number.isdigit() else printed
        for name in p.state.characters:
            number = name.rpartition("_")[2]
            found[name] = f"{rank(p, name).name} {number}" if number.isdigit() else rank(p, name).name
        return found

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
        rects = crowd(p).of(name)
        form = "line" if in_line(rects) else "column" if in_column(rects) else "irregular"
        marks = {"confused": unit.confused, "engaged": engaged(p, name), "charged": unit.charged}
        hits = (f"{unit.hits} hits",) if unit.hits else ()
        return (f"{len(rects)} stands", form, *hits, *(word for word, holds in marks.items() if holds))

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b) if a in p.state.stands and b in p.state.stands else None
