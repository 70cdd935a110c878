"""Slams: driven straight away from the attacker before damage (WC-SLAM)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Draft, Frame, Next, Return, Value
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike


class SlamBy(Value, frozen=True, kw_only=True):
    """One effect that slams the model hit: hooks of ``offers("slam")`` yield these."""

    name: str
    distance: int  # thousandths
    collateral: int  # POW
    dice: int = 0  # Action dice rolled for the distance, one inch a strike, instead of a fixed one
    cite: str = "WC-SLAM-1"


class SlamFirst(Frame, frozen=True, kw_only=True):
    """Slams the model hit if an effect says so; the attacker picks one of several (WC-SLAM-18)."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        return Return(self.strike)


class Collateral(Frame, frozen=True, kw_only=True):
    """Damage rolls on the models a slammed one ran into (WC-SLAM-7)."""

    strike: Strike
    left: tuple[tuple[str, int], ...] | None = None

    def start(self, d: Draft) -> Next:
        return self.but(left=self.strike.collateral).following(d)

    def following(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            return Return(self.strike)
        (name, power), rest = self.left[0], self.left[1:]
        seat = d.state.units[self.strike.attacker.partition(".")[0]].seat
        roll = PlainDamage(
            model=name, pow=power, energy=self.strike.energy, purpose=f"collateral on {name}", by=seat, cite="WC-SLAM-7"
        )
        return Call(roll, then=self.but(left=rest).following)
