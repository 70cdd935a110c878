"""Falls: off a height, down to the surface below (WC-FALL).

Off the table by a forced move: attacks/slams.py (WC-EDGE-1, WC-EDGE-2, WC-EDGE-3, WC-EDGE-4).

Elsewhere: WC-FALL-2 in movement/paths; WC-FALL-8 in attacks/slams; WC-FALL-9 in movement/placing.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return
from sandtable.geometry.spots import spot
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.movement.obstacles import standing
from sandtable.rulesets.warcaster.state.events import ActivationOver, Fell, TokenGained
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.terrain.surfaces import GROUND, below

INCH = 1000


class Fall(Frame, frozen=True, kw_only=True):
    """A model falls from where it is: to the foot of the feature, then damage.

    Rules: WC-FALL-3, WC-FALL-4, WC-FALL-5, WC-FALL-6.

    After a slam its damage comes before the damage of the slam (WC-FALL-7).
    """

    model: str
    by: int | None = None  # the seat whose effect threw it down; None: nobody is credited
    harmed: int = 0  # damage before the fall

    def start(self, d: Draft) -> Next:
        state: Table = d.state
        me = state.models[self.model]
        surface = below(state.map, me.at, radius(d, me), me.z)
        place = spot(standing(d, self.model, surface), me.at, me.at, 2 * state.map.size)
        if place is None and surface.on:
            surface = GROUND
            place = spot(standing(d, self.model, surface), me.at, me.at, 2 * state.map.size)
        if place is None:
            leave(d, self.model, "destroyed", by=self.by, cite="WC-MOVE-7")
            return Return()
        height = me.z - surface.z
        d.emit(
            Fell(model=self.model, x=place[0], y=place[1], height=height, z=surface.z, on=surface.on, cite="WC-FALL-1")
        )
        if height < INCH:
            return Return()
        roll = PlainDamage(
            model=self.model, pow=height // INCH, purpose=f"fall of {self.model}", by=self.by, cite="WC-FALL-3"
        )
        return Call(roll, then=self.but(harmed=me.damage).landed)

    def landed(self, d: Draft, *ignored: Any) -> Next:
        """A warjack or solo hurt by it is activated, and its activation is over (WC-FALL-5)."""
        me = d.state.models.get(self.model)
        if me is None or me.damage == self.harmed or type_of(d, self.model) == "squad":
            return Return()
        if not d.state.units[me.unit].token:
            d.emit(TokenGained(unit=me.unit, cite="WC-FALL-5"))
        if d.state.activating == me.unit:
            d.emit(ActivationOver(unit=me.unit, cite="WC-FALL-5"))
        return Return()
