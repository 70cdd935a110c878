"""The bench of rule tests (`sandtable.testing`) with words of Warmaster.

    t = Bench(pieces={"h1": foot(40, 30), "hero": hero(40, 26)}, step="orders", dice=["34"])
    t.play("hero orders h1")
    assert t.cited("WM-CMD-3")

Positions are those of scenario files (interface/scenario_facet.py), in cm and degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sandtable import testing
from sandtable.rulesets.warmaster import Warmaster
from sandtable.rulesets.warmaster.state.table import Character, Table, Unit


@cache
def rules() -> Warmaster:
    return Warmaster()


class Bench(testing.Bench[Table]):
    def __init__(self, *, dice: Sequence[str] = (), frame: Any = None, options: Any = None, **given: Any) -> None:
        """A position, or with `options` a new game from its set-up."""
        waits = given.pop("waits", False)
        super().__init__(
            rules(), given if options is None else None, options=options, dice=dice, frame=frame, waits=waits
        )

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def character(self, name: str) -> Character:
        return self.state.characters[name]

    def stands(self, name: str) -> list[tuple[float, float, float]]:
        """Where a unit's stands are, in cm and degrees."""
        return [(x / 1000, y / 1000, f / 1000) for x, y, f in self.state.stands[name]]

    def gone(self, name: str) -> bool:
        return name not in self.state.stands


def unit(kind: str, seat: str, x: float, y: float, facing: float = 90, **more: Any) -> dict[str, Any]:
    """A unit in line about a point."""
    if "stands" in more or "column" in more:
        return {"seat": seat, "unit": kind, **more}
    return {"seat": seat, "unit": kind, "line": [x, y, facing], **more}


def foot(x: float, y: float, seat: str = "a", **more: Any) -> dict[str, Any]:
    """Halberdiers, looking at the enemy's side."""
    more.setdefault("facing", 90 if seat == "a" else 270)
    return unit("halberdiers", seat, x, y, **more)


def orcs(x: float, y: float, seat: str = "b", **more: Any) -> dict[str, Any]:
    more.setdefault("facing", 90 if seat == "a" else 270)
    return unit("orc_warriors", seat, x, y, **more)


def goblins(x: float, y: float, seat: str = "b", **more: Any) -> dict[str, Any]:
    more.setdefault("facing", 90 if seat == "a" else 270)
    return unit("goblins", seat, x, y, **more)


def knights(x: float, y: float, seat: str = "a", **more: Any) -> dict[str, Any]:
    more.setdefault("facing", 90 if seat == "a" else 270)
    return unit("knights", seat, x, y, **more)


def crossbows(x: float, y: float, seat: str = "a", **more: Any) -> dict[str, Any]:
    more.setdefault("facing", 90 if seat == "a" else 270)
    return unit("crossbowmen", seat, x, y, **more)


def chief(kind: str, x: float, y: float, seat: str = "a", **more: Any) -> dict[str, Any]:
    return {"seat": seat, "character": kind, "at": [x, y], **more}


def general(x: float, y: float, seat: str = "a", **more: Any) -> dict[str, Any]:
    return chief("general" if seat == "a" else "orc_general", x, y, seat, **more)


def hero(x: float, y: float, seat: str = "a", **more: Any) -> dict[str, Any]:
    return chief("hero" if seat == "a" else "orc_hero", x, y, seat, **more)


def poses(*places: tuple[float, float, float]) -> tuple[tuple[int, int, int], ...]:
    """Poses in thousandths."""
    return tuple((round(x * 1000), round(y * 1000), round(f * 1000)) for x, y, f in places)
