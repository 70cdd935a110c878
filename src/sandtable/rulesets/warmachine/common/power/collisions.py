"""What a slammed or thrown model suffers, and those it runs into: knocked down, damage by the attacker's strength."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Settle
from sandtable.rulesets.warmachine.common.attacks.attack import affects
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.measuring.distance import rank
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.state.stats import stat
from sandtable.rulesets.warmachine.common.turn.activity import SLAM
from sandtable.rulesets.warmachine.common.units.terror import Frights


class Crash(Frame, frozen=True, kw_only=True):
    """The damage of the model that was moved, then collateral damage in order of contact."""

    strike: Strike
    collided: bool
    met: tuple[str, ...]
    size: int = 0  # the base of the model that was moved

    @property
    def slams(self) -> bool:
        return self.strike.power == SLAM

    def start(self, d: Draft) -> Next:
        target = self.strike.target
        if target not in d.state.models:  # lost where it was hurled to
            return self.collateral(d)
        if affects(d, self.strike, target):
            slammed = d.rules.cite("slammed models are knocked down")
            knock_down(d, target, slammed if self.slams else d.rules.cite("thrown models are knocked down"))
        return Call(Frights(), then=self.damage)

    def damage(self, d: Draft, *ignored: Any) -> Next:
        collision = "a collision in a slam" if self.slams else "a collision in a throw"
        blow = Blow(
            target=self.strike.target,
            power=stat(d, self.strike.attacker, "STR"),
            seat=d.state.status[self.strike.attacker].seat,
            strike=self.strike,
            origin=self.strike.attacker,
            topic="damage of a slam" if self.slams else "damage of a throw",
            collided=collision if self.collided else "",
        )
        return Call(Damage(blow=blow), then=self.collateral)

    def collateral(self, d: Draft, *ignored: Any) -> Next:
        """Models of the same or a smaller base are knocked down and hurt; larger ones are not affected."""
        left = [n for n in self.met if n in d.state.models and rank(d, n) <= self.size]
        if not left or self.strike.attacker not in d.state.models:
            return Call(Settle(), then=self.finish)
        name = left[0]
        rest = self.but(met=self.met[self.met.index(name) + 1 :])
        topic = "collateral damage" if self.slams else "collateral damage of a throw"
        if affects(d, self.strike, name):
            slammed, thrown = d.rules.cite("collateral damage"), d.rules.cite("collateral damage of a throw")
            knock_down(d, name, slammed if self.slams else thrown)
        blow = Blow(
            target=name,
            power=stat(d, self.strike.attacker, "STR"),
            seat=d.state.status[self.strike.attacker].seat,
            strike=self.strike.but(target=name),
            origin=self.strike.attacker,
            boostable=False,
            topic=topic,
        )
        return Call(Damage(blow=blow), then=rest.collateral)
