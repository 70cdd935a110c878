"""Rerolls of attack and defence rolls (`ROLLED`, WC-GEN-13)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Call, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.special_rules import all_rules
from sandtable.rulesets.warcaster.abilities.spikes import SpikeInAttack, can_spike, spiking
from sandtable.rulesets.warcaster.attacks.rerolls import Reroll
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.windows import ROLLED
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.stats import charged


class SpikeAndReroll(SpikeInAttack, frozen=True, kw_only=True):
    """A spike that rerolls."""

    side: str

    def use(self, d: Draft) -> Next:
        return Call(Reroll(strike=self.strike, side=self.side), then=self.rerolled)

    def rerolled(self, d: Draft, strike: Strike) -> Next:
        return Return(strike)


@offers(ROLLED, rule="targeter")
def targeter(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """A rule of the weapon: the bearer's other weapons have no use of it (WC-SPEC-1)."""
    if "targeter" not in strike.rules or strike.attacker not in d.state.models:
        return
    if d.state.seat_of(strike.attacker) == seat and charged(d.state, strike.attacker):
        again = Reroll(strike=strike.but(attack=0), side="attack")
        yield Offer(
            "reroll with targeter", again, cite="WC-ARC-7", carries=True, verb="reroll", actor=strike.attacker,
            ability="targeter",
        )  # fmt: skip


@offers(ROLLED, rule="refractor_field")
def refractor_field(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The model attacked rolls its defence again."""
    me = strike.target
    if not can_spike(d.state, me) or d.state.seat_of(me) != seat or "refractor_field" not in all_rules(d, me):
        return
    frame = SpikeAndReroll(model=me, rule="refractor_field", strike=strike.but(defence=0), side="defence")
    yield spiking(frame)._replace(carries=True)
