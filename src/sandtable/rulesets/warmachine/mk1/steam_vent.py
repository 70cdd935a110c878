"""Steam vent: a special action that lays a scalding cloud of 4 inches around the model (M1-CLOUD-2, M1-CLOUD-5)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Option, Refusal
from sandtable.rulesets.warmachine.common.abilities.special_attacks import SpecialAction, special_barred
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed

VERB = "steam_vent"


class SteamVent(SpecialAction, frozen=True, kw_only=True):
    """Whoever is under it when it is laid has not entered it."""

    def act(self, d: Draft) -> None:
        lay_cloud(d, d.state.models[self.activity.model].at, 2000, 10)


class Venting(Deed):
    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if VERB in card(p, a.model).abilities and special_barred(p, a) is None:
            yield self.option(p, a, VERB, "M1-CLOUD-2")

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        return special_barred(p, a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return SteamVent(activity=a)
