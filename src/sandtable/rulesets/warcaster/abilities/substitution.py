"""Reactions of the side that was hit, before any effect of the hit (`HIT`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.reposition import RepositionModel
from sandtable.rulesets.warcaster.abilities.rule_terms import inches
from sandtable.rulesets.warcaster.abilities.special_rules import charged_holders
from sandtable.rulesets.warcaster.abilities.spikes import SpikeInAttack, spiking
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.windows import HIT
from sandtable.rulesets.warcaster.measuring.distance import within
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import Table


def targeted(strike: Strike) -> bool:
    """The model hit is the declared target: not another one on a spray's line, nor one hit in its place."""
    return strike.declared in ("", strike.target)


def hit_by_enemy(state: Table, strike: Strike, seat: int) -> bool:
    """An enemy attack hits a model of this seat, and the hit was not replaced or ignored."""
    if strike.void or strike.target not in state.models or strike.attacker not in state.models:
        return False
    return state.seat_of(strike.target) == seat != state.seat_of(strike.attacker)


@offers(HIT, rule="intercept_driver")
def intercept_driver(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Another model takes the hit: the margin stays, all else is its own; no range or sight is needed (WC-SPEC-7)."""
    if not targeted(strike):
        return
    guards = charged_holders(d, "intercept_driver", seat)
    if not guards or not hit_by_enemy(d.state, strike, seat):
        return
    hit, reach = d.state.models[strike.target], inches(d, "intercept_driver", "range")
    for guard in guards:
        if guard != strike.target and within(d, hit, d.state.models[guard], reach):
            frame = SpikeInAttack(model=guard, rule="intercept_driver", strike=strike.but(target=guard))
            yield spiking(frame, named=True)


class JumpAway(SpikeInAttack, frozen=True, kw_only=True):
    """Damage and effects of the attack are ignored and the model is somewhere else."""

    def use(self, d: Draft) -> Next:
        place = RepositionModel(
            model=self.model,
            reach=inches(d, self.rule, "reposition"),
            seat=d.state.seat_of(self.model),
            cite="WC-ARC-8",
        )
        return Call(place, then=self.jumped)

    def jumped(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.strike.but(void=True))


@offers(HIT, rule="void_jumper")
def void_jumper(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    if strike.target in charged_holders(d, "void_jumper", seat) and hit_by_enemy(d.state, strike, seat):
        yield spiking(JumpAway(model=strike.target, rule="void_jumper", strike=strike))


@offers(HIT, rule="impulse_reciprocator")
def impulse_reciprocator(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The spike; its attack follows once this one is resolved. None after a reaction attack (WC-REACT-10)."""
    if strike.reaction or not targeted(strike):
        return
    if strike.target in charged_holders(d, "impulse_reciprocator", seat) and hit_by_enemy(d.state, strike, seat):
        after = strike.but(owed=(*strike.owed, ("impulse_reciprocator", strike.target)))
        frame = SpikeInAttack(model=strike.target, rule="impulse_reciprocator", strike=after)
        yield spiking(frame)
