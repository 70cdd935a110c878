"""Putting models down again: within a distance of a model, on any surface, without moving (WC-MOVE-6, WC-SQUAD-3)."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from sandtable.core import Pose
from sandtable.geometry.ground import Spot
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.state.events import Repositioned
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.suggestions.move_goals import random_goal
from sandtable.rulesets.warcaster.terrain.surfaces import surface_at
from sandtable.tabletop.placing import beside, followers

SPACING = 2000  # squad members stay within this of the model that moved (WC-SQUAD-2)


class Beside(beside.Beside, frozen=True, kw_only=True):
    """A legal spot within a distance of another model, on any surface that holds the base (WC-TERRAIN-2)."""

    no_surface: ClassVar[str] = "WC-TERRAIN-2"
    no_room: ClassVar[str] = "WC-MOVE-7"


class Reposition(followers.AroundLeader, frozen=True, kw_only=True):
    """The rest of a squad around the model that moved. A model is lost only where it has no room (WC-SQUAD-4, -5)."""

    beside: ClassVar[type[beside.Beside]] = Beside
    near: ClassVar[str] = "WC-SQUAD-2"
    must_place: ClassVar[str] = "WC-SQUAD-4"

    def goal(self, p: Position, rng: Random) -> Spot:
        return random_goal(p, self.of, rng)


def put(d: Draft, model: str, pose: Pose, cite: str) -> None:
    """Reposition a model: on whatever surface holds it there, without moving or falling (WC-MOVE-6, WC-FALL-9)."""
    surface = surface_at(d.state.map, pose, radius(d, d.state.models[model]))
    d.emit(Repositioned(model=model, x=pose[0], y=pose[1], z=surface.z, on=surface.on, cite=cite))
