"""Words of WARMACHINE for rule tests: small tables in one edition or in both.

@both
def test_a_hit(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 12.5)}, dice=["1 2", "5 6", "3"])
    t.activate("ironclad", "attack juggernaut with quake_hammer").done()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.damage.grid import disabled, taken
from sandtable.rulesets.warmachine.common.state.conditions import card, effects_on
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.testing import Bench

MK1, ESCALATION, MK2 = "warmachine-mk1", "warmachine-escalation", "warmachine-mk2"
both = pytest.mark.parametrize("game", [MK1, MK2])
every = pytest.mark.parametrize("game", [MK1, ESCALATION, MK2])

SMALL, MEDIUM, LARGE = 0.591, 0.787, 0.984
STEP = 2 * SMALL + 0.2  # from trooper to trooper of a row
NORTH, SOUTH, EAST, WEST = 90, 270, 0, 180
KEEP = ()  # no path: it stays


def at(x: float, y: float, facing: float = NORTH, **more: Any) -> dict[str, Any]:
    """A piece of seat a."""
    return {"seat": "a", "at": [x, y], "facing": facing, **more}


def foe(x: float, y: float, facing: float = SOUTH, **more: Any) -> dict[str, Any]:
    """A piece of seat b."""
    return {"seat": "b", "at": [x, y], "facing": facing, **more}


def row(
    n: int,
    card: str = "long_gunners",
    unit: str = "guns",
    y: float = 10,
    x: float = 12,
    step: float = STEP,
    **more: Any,
) -> dict[str, Any]:
    """A unit of seat a side by side, its leader first; `more` goes to every trooper (seat="b")."""
    return {
        f"{unit}.{i + 1}": {**at(x + i * step, y, card=card, unit=unit, role="leader" if i == 0 else "grunt"), **more}
        for i in range(n)
    }


class Game(Bench[Table]):
    """A table of one ruleset. Both sides have a warcaster far away unless they are among the pieces."""

    def __init__(
        self,
        game: str,
        pieces: Mapping[str, Any],
        *,
        dice: Sequence[Any] = (),
        turn: Mapping[str, Any] | None = None,
        terrain: Sequence[Mapping[str, Any]] = (),
        casters: bool = True,
        **more: Any,
    ) -> None:
        waits = more.pop("waits", False)
        full = dict(pieces)
        if casters:
            full = {**full, **self.far_casters(pieces)}
        given: dict[str, Any] = {"pieces": full, "turn": dict(turn or {}), **more}
        if "map" not in given:
            given["table"] = {"size": [48, 48], "terrain": list(terrain)}
        super().__init__(find(game), given, dice=dice, waits=waits)

    @staticmethod
    def far_casters(pieces: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for seat, name, x in (("a", "stryker", 46.0), ("b", "sorscha", 46.0)):
            if name not in pieces and not any(raw.get("caster") for raw in pieces.values()):
                found[name] = {"seat": seat, "at": [x, 2.0 if seat == "a" else 46.0], "facing": WEST}
        return found

    def activate(self, name: str, *answers: Any) -> Self:
        """Activate a model or unit, then go on; the last one left activates by itself."""
        if self.state.activating != name:
            self.play(f"activate {name}")
        return self.play(*answers)

    def damage(self, name: str) -> int:
        return taken(self.state.status[name].marks)

    def marks(self, name: str) -> tuple[int, ...]:
        return self.state.status[name].marks

    def out(self, name: str) -> set[str]:
        """Its disabled systems."""
        return set(disabled(card(self.position, name), self.state.status[name].marks))

    def focus(self, name: str) -> int:
        return self.state.status[name].focus

    def effects(self, name: str) -> set[str]:
        return {e.name for e in effects_on(self.position, name)}

    def gone(self, name: str) -> bool:
        return name in self.state.lost and name not in self.state.models

    def place(self, name: str) -> tuple[float, float]:
        m = self.state.models[name]
        return m.x / 1000, m.y / 1000

    def facing(self, name: str) -> float:
        return self.state.models[name].facing / 1000


def to_next_turn(t: Game) -> Game:
    """Defaults until the turn has passed."""
    seat = t.state.active
    while t.state.active == seat:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    return t
