"""The path of an advance: of any shape within an allowance, over obstacles where it has the movement to climb them."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Outline, Path, Pose, Refusal
from sandtable.core.texts import say
from sandtable.geometry.units import text
from sandtable.rulesets.warmachine.common.movement.climbing import climbing_fault
from sandtable.rulesets.warmachine.common.movement.obstacles import explained, ground_for
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.tabletop.moving.reach import leg_costs, reach, way_toward

CROWDED = 720  # rays of an outline among many bases


class Advance(Path, frozen=True, kw_only=True):
    """A path for one model, up to an allowance in thousandths."""

    allowance: int
    cite: str = ""  # the rule on its length, if it is not that of an advance

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        if not path:
            return None
        whole = [p.state.models[self.piece].at, *((q[0], q[1]) for q in path)]
        fault = ground_for(p, self.piece).first_fault(whole, self.allowance)
        if fault is None:
            return None
        over = climbing_fault(p, self.piece, whole, self.allowance)
        found = explained(p, self.piece, fault, self.allowance, whole) if isinstance(over, str) else over
        too_far = found is not None and self.cite and found.cite == p.rules.cite("length of a move")
        return found.but(cite=self.cite) if too_far and found is not None else found

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Staying is always possible."""
        return [()]

    def most(self, p: Position) -> int:
        return self.allowance

    def price(self, p: Position, path: tuple[Pose, ...]) -> tuple[int, ...]:
        return leg_costs(ground_for(p, self.piece), p.state.models[self.piece].at, path)

    def outline(self, p: Position) -> Outline:
        at = p.state.models[self.piece].at
        return p.memo(("outline", self), lambda: reach(ground_for(p, self.piece), at, self.allowance, CROWDED))

    def hint(self, p: Position) -> str:
        return say(
            "a place or a path for {piece}, up to {allowance} in", piece=self.piece, allowance=text(self.allowance)
        )

    def begun(self, p: Position, words: str) -> tuple[Any, str] | None:
        """``north 4 facing scourge``: where it goes, then where it faces."""
        where, _, way = words.casefold().partition(" facing ")
        return (self.spoken(p, where), f"facing {way}") if way else None

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Any:
        limit = self.allowance if far is None else min(far, self.allowance)
        at, ground = p.state.models[self.piece].at, ground_for(p, self.piece)
        drawn = self.outline(p) if limit == self.allowance else reach(ground, at, limit, CROWDED)
        return way_toward(ground, at, (goal[0], goal[1]), limit, drawn, self.corners)
