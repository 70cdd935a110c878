"""Special actions that terrain grants: a model in contact with a fixed gun may fire it in place of its attacks.

A mission grants one the same way: another ``offers(IN_ACTIVATION)`` hook that yields a `SpecialAction`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Next, Offer, offers
from sandtable.geometry.measure import gap
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.abilities.special_actions import SpecialAction, action_key, may_act
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.targets import declare, targets
from sandtable.rulesets.warcaster.measuring.distance import disc
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import LAND, Table
from sandtable.rulesets.warcaster.terrain.features import Feature, shapes
from sandtable.rulesets.warcaster.turn.activity import Activity, AttacksAllowed, activated
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION


def guns(p: Position) -> tuple[Feature, ...]:
    return p.memo("guns", lambda: tuple(f for f in p.state.map.features if f.gun), LAND)


class FireGun(SpecialAction, frozen=True, kw_only=True):
    """One attack with the gun, by all the rules of attacks; range and sight are the model's.

    The gun is none of its weapons: System Failure does not bar it (WC-CE-14).
    """

    gun: str

    def start(self, d: Draft) -> Next:
        strike = declare(d, self.model, self.target, self.gun, fixed_gun=True)
        return Call(Attack(strike=activated(self.activity, strike)), then=self.fired)

    def fired(self, d: Draft, *ignored: Any) -> Next:
        return self.acted()


@offers(IN_ACTIVATION)
def gun_emplacement(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    state: Table = p.state
    for feature in guns(p):
        for model in state.models_of(activity.unit):
            here = disc(p, state.models[model])
            if not may_act(activity, model) or not p.value(AttacksAllowed(activity, model)):
                continue  # firing it is an attack: none follows an Afterburner
            if any(gap(here, part) <= TOL for part in shapes(feature)):
                for target in targets(p, model, feature.gun, fixed_gun=True):
                    key = action_key(p, activity, model, f"fire {feature.id} at {target}")
                    frame = FireGun(activity=activity, model=model, target=target, gun=feature.gun)
                    yield Offer(
                        key, frame, cite="WC-ACT-10", verb="fire gun", actor=model, target=target, using=feature.id,
                        odds=True,
                    )  # fmt: skip
