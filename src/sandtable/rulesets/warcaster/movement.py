"""Moving one model: an advance or a "move up to N inches" along a path (WC-MOVE)."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Ask, Draft, Frame, Next, Outline, Path, Pose, Position, Refusal, Return, Wait
from sandtable.geometry.ground import Fault, Ground
from sandtable.geometry.outline import outline
from sandtable.geometry.paths import drag
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.events import Moved
from sandtable.rulesets.warcaster.ground import land
from sandtable.rulesets.warcaster.state import Table
from sandtable.rulesets.warcaster.stats import Trait
from sandtable.rulesets.warcaster.table import disc, radius

FAULTS = {
    "too long": "WC-MOVE-1",
    "hits": "WC-MOVE-2",
    "off table": "WC-MOVE-9",
    "ends on": "WC-MOVE-4",
}


def ground_for(p: Position, model: str, *, flying: bool | None = None, without: tuple[str, ...] = ()) -> Ground:
    """What this model must go round, may pass but not end on, and is slowed by (WC-MOVE-2..-4, WC-FLIGHT)."""

    def build() -> Ground:
        state: Table = p.state
        me, ground = state.models[model], land(state.map)
        fly = p.holds(Trait(model, "flight")) if flying is None else flying
        easy = fly or p.holds(Trait(model, "pathfinder"))
        passes = fly or p.holds(Trait(model, "phasing"))  # through walls and models, if it gets wholly past
        others = [(n, m) for n, m in state.models.items() if n != model and n not in without and m.on == me.on]
        gates = tuple(disc(m) for _, m in others if m.card == "void_gate")
        bases = tuple(disc(m) for _, m in others if m.card != "void_gate")
        return Ground(
            r=radius(me),
            solid=ground.impassable if passes else (*ground.impassable, *ground.walls),
            cross=(*ground.obstacles, *ground.walls) if passes else ground.obstacles,
            rough=() if easy else ground.rough,
            width=state.map.size,
            height=state.map.size,
            bases=() if passes else bases,
            under=(*bases, *gates) if passes else gates,
        )

    return p.memo(("ground", model, flying, without), build)


class Advance(Path, frozen=True, kw_only=True):
    """A path for one model, up to an allowance in thousandths."""

    allowance: int

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        if not path:
            return None
        me = p.state.models[self.piece]
        fault = ground_for(p, self.piece).first_fault([me.at, *path], self.allowance)  # type: ignore[list-item]
        return None if fault is None else self.explain(fault)

    def explain(self, fault: Fault) -> Refusal:
        where = f"at {text(fault.where[0])}, {text(fault.where[1])}"
        words = {
            "too long": f"{text(fault.by)} in too far for {text(self.allowance)} in",
            "hits": f"{self.piece} runs into something {where}",
            "off table": f"{self.piece} would leave the table {where}",
            "ends on": f"{self.piece} may not end on something {where}",
        }
        return Refusal(words[fault.kind], FAULTS[fault.kind], short_by=round(fault.by))

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Towards objectives, enemies and friends, or somewhere about; staying is always possible."""
        if self.allowance <= 0:
            return [()]
        me = p.state.models[self.piece]
        ground, found = ground_for(p, self.piece), []
        for goal in goals(p, self.piece, n, rng):
            path = ground.stop_short([me.at, goal], self.allowance)
            way = tuple(path[1:])
            if way and way not in found and self.fault(p, way) is None:
                found.append(way)
        return found or [()]

    def outline(self, p: Position) -> Outline:
        me = p.state.models[self.piece]
        return Outline(tuple(outline(ground_for(p, self.piece), me.at, self.allowance)))

    def hint(self, p: Position) -> str:
        return f"a place or a path for {self.piece}, up to {text(self.allowance)} in"


def goals(p: Position, model: str, n: int, rng: Random) -> list[tuple[int, int]]:
    """Places worth going to."""
    state: Table = p.state
    seat, size = state.seat_of(model), state.map.size
    marks = [(o.x, o.y) for o in state.objectives.values() if not o.carrier]
    foes = [m.at for m in state.models.values() if state.units[m.unit].seat != seat]
    spread = 3000
    found = []
    for _ in range(n):
        kind = rng.random()
        pick = (
            marks
            if kind < 0.5 and marks
            else foes
            if kind < 0.85 and foes
            else [(rng.randrange(size), rng.randrange(size))]
        )
        x, y = rng.choice(pick)
        x, y = x + rng.randint(-spread, spread), y + rng.randint(-spread, spread)
        found.append((min(max(x, 0), size), min(max(y, 0), size)))
    return found


def toward(p: Position, model: str, goal: tuple[int, int], allowance: int) -> tuple[Any, ...]:
    """The legal way that ends nearest to a goal: for the prompt and for bots."""
    me = p.state.models[model]
    return tuple(drag(ground_for(p, model), me.at, goal, allowance).path[1:])


class Move(Frame, frozen=True, kw_only=True):
    """One model moves up to an allowance. Returns whether it moved."""

    model: str
    allowance: int
    cite: str = "WC-MOVE-1"
    prompt: str = "move"

    def start(self, d: Draft) -> Next:
        seat = d.state.seat_of(self.model)
        domain = Advance(piece=self.model, allowance=self.allowance)
        return Wait(
            Ask(seat, f"{self.prompt} {self.model}", domain, (), self.cite, about=(self.model,)), then=self.chosen
        )

    def chosen(self, d: Draft, path: tuple[tuple[int, int], ...]) -> Next:
        if not path:
            return Return(False)
        me = d.state.models[self.model]
        d.emit(Moved(model=self.model, path=path, z=me.z, on=me.on, cite=self.cite))
        return Return(True)
