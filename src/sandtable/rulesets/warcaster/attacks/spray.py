"""Spray: every model on the line is attacked, friend or foe (WC-SPRAY)."""

from __future__ import annotations

from sandtable.core import Call, Draft, Frame, Next, Return
from sandtable.geometry.measure import gap, spray
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import reach_of
from sandtable.rulesets.warcaster.state import Table
from sandtable.rulesets.warcaster.table import disc

HEIGHT = 3000


def on_the_line(d: Draft, strike: Strike) -> list[str]:
    """Models the line overlaps, nearest first; too high or too low ones are out of it (WC-SPRAY-2..-6)."""
    state: Table = d.state
    a, t = state.models[strike.attacker], state.models[strike.target]
    line = spray(disc(a), disc(t), reach_of(d, strike))
    found = [
        ((m.x - a.x) ** 2 + (m.y - a.y) ** 2, n)
        for n, m in state.models.items()
        if n != strike.attacker and abs(m.z - a.z) < HEIGHT and gap(line, disc(m)) <= TOL
    ]
    return [n for _, n in sorted(found)]


class Spray(Frame, frozen=True, kw_only=True):
    """A separate attack roll for each model on the line, the declared target first (WC-SPRAY-3, WC-SPRAY-9)."""

    strike: Strike
    left: tuple[str, ...] | None = None

    def start(self, d: Draft) -> Next:
        hit = on_the_line(d, self.strike)
        first = [n for n in hit if n == self.strike.target]
        return self.but(left=(*first, *(n for n in hit if n != self.strike.target))).following(d)

    def following(self, d: Draft, *ended: Strike) -> Next:
        from sandtable.rulesets.warcaster.attacks.attack import Resolve

        left = tuple(n for n in self.left or () if n in d.state.models)
        if not left or self.strike.attacker not in d.state.models:
            return Return(self.strike)
        strike = self.strike.but(target=left[0], declared=self.strike.target)
        return Call(Resolve(strike=strike), then=self.but(left=left[1:]).following)
