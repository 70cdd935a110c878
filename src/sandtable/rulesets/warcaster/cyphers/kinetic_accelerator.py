"""Kinetic Accelerator: melee attacks sweep round the warjack (WC-CYPHER-22)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Call, Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.attacks.resolution import Resolve
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import reach_of
from sandtable.rulesets.warcaster.attacks.windows import ROLLED_OTHERWISE
from sandtable.rulesets.warcaster.cyphers.cards_in_play import lies_with
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard
from sandtable.rulesets.warcaster.measuring.distance import distance, within
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.rulesets.warcaster.state.table import OTHER, Table

KINETIC_ACCELERATOR = CypherCard("kinetic_accelerator")


@offers(ROLLED_OTHERWISE)
def kinetic_accelerator(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """A melee attack of the activation is rolled against every enemy within RNG instead (WC-CYPHER-22)."""
    if strike.kind != "melee" or not strike.in_activation:
        return
    if lies_with(d.state, d.state.models[strike.attacker].unit, "kinetic_accelerator"):
        yield Offer("kinetic_accelerator", Sweep(strike=strike), must=True)


def swept(p: Position, strike: Strike) -> tuple[str, ...]:
    """Every enemy model within the weapon's RNG, seen or not; flyers only by a flyer. The declared target first."""
    state: Table = p.state
    me, reach = state.models[strike.attacker], reach_of(p, strike)
    foe = OTHER[state.seat_of(strike.attacker)]
    close = [n for n, m in state.models.items() if state.units[m.unit].seat == foe and within(p, me, m, reach)]
    if not p.holds(Trait(strike.attacker, "flight")):
        close = [n for n in close if not p.holds(Trait(n, "flight"))]
    return tuple(sorted(close, key=lambda n: (n != strike.target, distance(p, me, state.models[n]), n)))


class Sweep(Frame, frozen=True, kw_only=True):
    """One pair of rolls against each; each model hit takes the full effect."""

    strike: Strike
    left: tuple[str, ...] | None = None

    def start(self, d: Draft) -> Next:
        return self.but(left=swept(d, self.strike)).following(d)

    def following(self, d: Draft, *ended: Strike) -> Next:
        left = tuple(n for n in self.left or () if n in d.state.models)
        if not left or self.strike.attacker not in d.state.models:
            return Return(self.strike)
        target, *others = left
        bystander = target != self.strike.target
        strike = self.strike.but(
            target=target,
            declared=self.strike.target,
            extra=self.strike.extra or bystander,
            more_to_come=bool(others),
        )
        return Call(Resolve(strike=strike), then=self.but(left=tuple(others)).following)
