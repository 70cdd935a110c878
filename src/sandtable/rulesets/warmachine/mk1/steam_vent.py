"""Steam vent: a special action that lays a scalding cloud of 4 inches around the model (M1-CLOUD-2, M1-CLOUD-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Option, Refusal, Return, Settle
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.abilities.special_attacks import acted, special_barred
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed

VERB = "steam_vent"


class SteamVent(Frame, frozen=True, kw_only=True):
    """Whoever is under it when it is laid has not entered it. It hurts other models than this one."""

    activity: Activity

    def start(self, d: Draft) -> Next:
        model = self.activity.model
        lay_cloud(d, d.state.models[model].at, 2000, 10, spares=model)
        return Call(Settle(), then=self.but(activity=acted(self.activity)).told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Venting(Deed):
    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if VERB in card(p, a.model).abilities and special_barred(p, a) is None:
            yield self.option(p, a, VERB, "M1-CLOUD-2")

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if VERB not in card(p, a.model).abilities:
            return Refusal(say("{model} vents no steam", model=a.model), "M1-CLOUD-2")
        return special_barred(p, a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return SteamVent(activity=a)
