"""Spray: every model on the line is attacked, friend or foe (WC-SPRAY).

The declared target is judged in targets.py (WC-SPRAY-1, WC-SPRAY-7).

Elsewhere: WC-SPRAY-8 in attacks/targets.
"""

from __future__ import annotations

from math import dist

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Return, Wait
from sandtable.geometry.measure import gap, spray
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.resolution import Resolve
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.targets import reach_of
from sandtable.rulesets.warcaster.attacks.windows import AFTER_SPRAY, reactions
from sandtable.rulesets.warcaster.measuring.distance import disc
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table


def on_the_line(p: Position, strike: Strike) -> list[str]:
    """Models the line overlaps or touches, nearest first, friends and gates too (WC-SPRAY-2, WC-SPRAY-3, WC-SPRAY-4).

    The attacker is not among them (WC-SPRAY-5), nor are models too high or too low (WC-SPRAY-6).
    """
    state: Table = p.state
    a, t = state.models[strike.attacker], state.models[strike.target]
    line = spray(disc(p, a), disc(p, t), reach_of(p, strike))
    found = [
        (dist(a.at, m.at), n)
        for n, m in state.models.items()
        if n != strike.attacker and abs(m.z - a.z) < p.rules.cards.attack.spray_height and gap(line, disc(p, m)) <= TOL
    ]
    return [n for _, n in sorted(found)]


class Spray(Frame, frozen=True, kw_only=True):
    """A separate attack on each model on the line: the declared target, then the attacker's order (WC-SPRAY-9).

    Each of them is resolved wholly, reactions included, before the next. A declared target out of height is not rolled
    against (WC-SPRAY-10). Returns the strike as declared.
    """

    strike: Strike
    left: tuple[str, ...] = ()
    last: bool = False  # the roll that closes the attack was made

    def start(self, d: Draft) -> Next:
        hit = tuple(on_the_line(d, self.strike))
        me = self.but(left=hit)
        return me.attack(d, self.strike.target) if self.strike.target in hit else me.following(d)

    def following(self, d: Draft) -> Next:
        left = tuple(n for n in self.left if n in d.state.models)
        if self.strike.attacker not in d.state.models or (not left and self.last):
            return Return(self.strike)
        if not left:
            return self.close(d)
        first, *others = left
        if not others:
            return self.but(left=left).attack(d, first)
        options = tuple(Option(n, cite="WC-SPRAY-9", verb="spray next", target=n, odds=True) for n in left)
        seat = seat_of_strike(d.state, self.strike)
        ask = Ask(seat, "whom the spray attacks next", Choice(options), first, "WC-SPRAY-9", about=left)
        return Wait(ask, then=self.but(left=left).attack)

    def attack(self, d: Draft, name: str) -> Next:
        rest = tuple(n for n in self.left if n != name)
        extra = self.strike.extra or name != self.strike.declared
        strike = self.strike.but(target=name, extra=extra, more_to_come=bool(rest))
        return Call(Resolve(strike=strike), then=self.but(left=rest, last=not rest).attacked)

    def attacked(self, d: Draft, ended: Strike) -> Next:
        return self.following(d)

    def close(self, d: Draft) -> Next:
        """No model was left for the last roll: what follows the whole attack is offered now (WC-REACT-7)."""
        return Call(reactions(d, AFTER_SPRAY, self.strike), then=self.closed)

    def closed(self, d: Draft, strike: Strike) -> Next:
        return Return(self.strike)
