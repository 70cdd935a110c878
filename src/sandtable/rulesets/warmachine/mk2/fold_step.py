"""Fold Step: a spell that places its target, which is no movement."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Any

from sandtable.core import Ask, Next, Outline, Pose, Refusal, Region, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.outline import standing_room
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warmachine.common.magic.special_spells import SpecialSpell
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.movement.obstacles import room_for
from sandtable.rulesets.warmachine.common.state.events import Placed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.terrain.features import WATER, stands_in

FOLD = 5000
RAYS = 72  # of a circle as it is drawn
PLACED = "M2-MOVE-1"


class PlacingSpot(Region, frozen=True, kw_only=True):
    """A place completely within some distance of where a model stands, and its facing."""

    far: int
    cite: str = ""

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        m = p.state.models[self.piece]
        r = radius(p, m)
        out = hypot(pose[0] - m.x, pose[1] - m.y) - self.far
        if out > TOL:
            return Refusal(say("{far} in too far away", far=text(round(out))), self.cite, short_by=round(out))
        at = m.but(x=pose[0], y=pose[1])
        if stands_in(p, at, WATER):
            return Refusal(say("{piece} does not enter deep water", piece=self.piece), p.rules.cite("deep water"))
        inside = min(pose[0], pose[1], p.state.map.width - pose[0], p.state.map.height - pose[1]) >= r - TOL
        if not inside or not room_for(p, self.piece, r).free((pose[0], pose[1])):
            return Refusal(say("{piece} does not fit there", piece=self.piece), p.rules.cite("bases in the way"))
        return None

    def outline(self, p: Position) -> Outline:
        """A circle without terrain and bases."""
        m = p.state.models[self.piece]
        angles = [2 * pi * i / RAYS for i in range(RAYS)]
        area = tuple((round(m.x + self.far * cos(a)), round(m.y + self.far * sin(a))) for a in angles)
        ground = room_for(p, self.piece, radius(p, m))
        return Outline(*standing_room(ground, (area,), m.at, float(self.far)))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        m = p.state.models[self.piece]
        found: list[Any] = [(m.x, m.y, m.facing)]
        for _ in range(20 * n):
            angle, far = rng.uniform(0, 2 * pi), rng.uniform(0, self.far)
            pose = (round(m.x + far * cos(angle)), round(m.y + far * sin(angle)), m.facing)
            if self.refuse(p, pose) is None:
                found.insert(0, pose)
                if len(found) > n:
                    break
        return found[:n]


class FoldStep(SpecialSpell, frozen=True, kw_only=True):
    """The target is placed completely within 5 inches of where it stood."""

    def start(self, d: Draft) -> Next:
        m = d.state.models[self.target]
        domain = PlacingSpot(piece=self.target, facing=True, far=FOLD, cite=PLACED)
        seat = d.state.status[self.target].seat
        ask = Ask(
            seat, say("place {target}", target=self.target), domain, (m.x, m.y, m.facing), PLACED, about=(self.target,)
        )
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, pose: tuple[int, int, int]) -> Next:
        (x, y, facing), was = pose, d.state.models[self.target].at
        d.emit(Placed(who=self.target, x=x, y=y, facing=facing, was=was, cite=PLACED))
        return Return()


def asked_by_own_rule(raw: dict[str, Any]) -> None:
    """Saves before version 9 ask for the place by the rule on upkeep spells."""
    waiting = raw["waiting"] or {}
    domain = waiting.get("domain") or {}
    if domain.get("type") == PlacingSpot.__name__:
        waiting["cite"] = domain["cite"] = PLACED
