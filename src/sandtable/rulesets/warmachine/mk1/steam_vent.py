"""Steam vent: a special action that lays a scalding cloud of 4 inches around the model (M1-CLOUD-2, M1-CLOUD-5)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return, Settle
from sandtable.rulesets.warmachine.common.abilities.special_attacks import acted
from sandtable.rulesets.warmachine.common.abilities.venting import Venting
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity


class SteamVent(Frame, frozen=True, kw_only=True):
    """Whoever is under it when it is laid has not entered it. It hurts other models than this one."""

    activity: Activity

    def start(self, d: Draft) -> Next:
        model = self.activity.model
        lay_cloud(d, d.state.models[model].at, 2000, 10, spares=model)
        return Call(Settle(), then=self.but(activity=acted(self.activity)).told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class SteamVentDeed(Venting):
    verb, rule = "steam_vent", "M1-CLOUD-2"

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return SteamVent(activity=a)
