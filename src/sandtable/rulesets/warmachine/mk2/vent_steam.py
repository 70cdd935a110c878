"""Vent steam: a 5 inch cloud around the model for one round; living models in it are scalded (M2-TERRAIN-16)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return, Settle
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.abilities.special_attacks import acted
from sandtable.rulesets.warmachine.common.abilities.venting import Venting
from sandtable.rulesets.warmachine.common.attacks.area import whose_damage
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.measuring.distance import gap, touches
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
        near_by = (n for n in d.state.models if n != self.activity.model and is_living(d, n) and touches(d, n, area))
        left = tuple(sorted(near_by, key=lambda n: (round(gap(d, self.activity.model, n)), n)))
        return self.but(activity=acted(self.activity), left=left).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        """In the attacker's order (M2-AOE-14)."""
        left = tuple(name for name in self.left if name in d.state.models)
        if not left:
            return Call(Settle(), then=self.told)
        return whose_damage(d, d.state.status[self.activity.model].seat, left, self.but(left=left).scald)

    def scald(self, d: Draft, name: str) -> Next:
        seat = d.state.status[self.activity.model].seat
        blow = Blow(target=name, power=POWER, seat=seat, boostable=False)
        return Call(Damage(blow=blow), then=self.but(left=tuple(n for n in self.left if n != name)).each)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class VentSteamDeed(Venting):
    verb, rule = "vent_steam", "M2-TERRAIN-16"

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return VentSteam(activity=a)
