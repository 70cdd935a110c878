"""Repulsor Ram: a model that has hit the bearer in melee is slammed away from it (`RESOLVED`)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Offer, offers
from sandtable.rulesets.warcaster.abilities.after_attack import by_enemy, hit, standing
from sandtable.rulesets.warcaster.abilities.after_hits import SpikeAfter
from sandtable.rulesets.warcaster.abilities.rule_terms import inches
from sandtable.rulesets.warcaster.abilities.special_rules import all_rules
from sandtable.rulesets.warcaster.abilities.spikes import can_spike, spiking
from sandtable.rulesets.warcaster.attacks.slams import SlamAndDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import power_of
from sandtable.rulesets.warcaster.attacks.windows import RESOLVED
from sandtable.rulesets.warcaster.state.rules import Position


@offers(RESOLVED, rule="repulsor_ram")
def repulsor_ram(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """The POW of the slam and of collateral is that of the weapon it was hit with, of the same energy (WC-SLAM-16)."""
    model = strike.target
    if strike.kind != "melee" or not hit(strike) or strike.attacker not in p.state.models:
        return
    if not standing(p, model, seat) or not can_spike(p.state, model) or not by_enemy(p, strike, seat):
        return
    if "repulsor_ram" in all_rules(p, model):
        power = power_of(p, strike)
        slam = SlamAndDamage(
            model=strike.attacker,
            source=model,
            distance=inches(p, "repulsor_ram", "slam"),
            pow=power,
            collateral=power,
            by=seat,
            energy=strike.energy,
        )
        yield spiking(SpikeAfter(strike=strike, model=model, rule="repulsor_ram", what=slam))
