"""Vent steam: a 5 inch cloud around the model for one round; living models in it are scalded (M2-TERRAIN-16)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return, Settle
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.abilities.special_attacks import acted
from sandtable.rulesets.warmachine.common.abilities.venting import Venting
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.measuring.distance import touches
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.mk2.living import is_living

RADIUS, POWER = 2500, 12


class VentSteam(Frame, frozen=True, kw_only=True):
    activity: Activity
    left: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        at = d.state.models[self.activity.model].at
        lay_cloud(d, at, RADIUS, 0)
        area = Disc(at[0], at[1], RADIUS)
        left = tuple(n for n in d.state.models if n != self.activity.model and is_living(d, n) and touches(d, n, area))
        return self.but(activity=acted(self.activity), left=left).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            return Call(Settle(), then=self.told)
        seat = d.state.status[self.activity.model].seat
        blow = Blow(target=self.left[0], power=POWER, seat=seat, boostable=False)
        return Call(Damage(blow=blow), then=self.but(left=self.left[1:]).each)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class VentSteamDeed(Venting):
    verb, rule = "vent_steam", "M2-TERRAIN-16"

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return VentSteam(activity=a)
