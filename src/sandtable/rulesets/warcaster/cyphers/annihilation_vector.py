"""Annihilation Vector: a blow with the warjack's bare strength (WC-CYPHER-23, WC-CYPHER-45)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Refusal, Return, offers
from sandtable.core.texts import say
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, exposed, foes
from sandtable.rulesets.warcaster.attacks.windows import BEFORE_DAMAGE, ON_HIT, hit_effect
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Str

VECTOR = "annihilation_vector"


class AnnihilationVector(CypherCard):
    """``play annihilation_vector on dusk_wolf against marauder``"""

    def reach(self, p: Position) -> int:
        return 1000 * self.figure(p, "RNG")

    def strike(self, p: Position, jack: str, target: str) -> Strike:
        """A melee attack with none of the warjack's weapons: POW is its STR (WC-CYPHER-23, WC-CYPHER-45)."""
        return Strike(
            attacker=jack,
            target=target,
            declared=target,
            kind="melee",
            cypher=self.id,
            pow=p.value(Str(jack)),
            energy=(self.printed(p).energy,),
        )

    def ways(self, p: Position, seat: int) -> Iterator[Way]:
        far = self.reach(p) + TOL
        for jack in self.targets(p, seat):
            for target in [n for away, n in foes(p, jack) if away <= far]:
                if exposed(p, self.strike(p, jack, target)):
                    yield jack, "against", target

    def sought(self, p: Position, seat: int) -> Iterator[Way]:
        for jack in p.state.in_play(seat):
            for _, target in sorted(foes(p, jack)) if jack in p.state.models else ():
                yield jack, "against", target

    def effect(self, p: Position, way: Way) -> Frame:
        jack, _, target = way
        return Attack(strike=self.strike(p, jack, target))

    def offer(self, key: str, frame: Frame, way: Way) -> Offer:
        verb = "play against"
        return Offer(key, frame, verb=verb, actor=way[0], target=way[2], using=self.id, group=self.id, odds=True)

    def refusal(self, p: Position, seat: int, way: Way) -> Refusal | None:
        if len(way) != 3 or way[1] != "against":
            return Refusal(
                say("say what it attacks: {phrase}", phrase=self.phrase("warjack", "against", "enemy")), "WC-CYPHER-23"
            )
        jack, _, target = way
        return barred_on(p, seat, self.id, jack) or barred(p, self.strike(p, jack, target), self.reach(p))


ANNIHILATION_VECTOR = AnnihilationVector(VECTOR)


class VectorPower(Frame, frozen=True, kw_only=True):
    """STR may have changed since the attack was declared."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        return Return(self.strike.but(pow=d.value(Str(self.strike.attacker))))


@offers(BEFORE_DAMAGE)
def vector_power(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    if strike.cypher == VECTOR and strike.attacker in d.state.models and seat == d.state.seat_of(strike.attacker):
        yield Offer(VECTOR, VectorPower(strike=strike), cite="WC-CYPHER-23", must=True)


@offers(ON_HIT)
def vector_failure(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """A warjack hit also gets System Failure."""
    if strike.cypher == VECTOR and type_of(d, strike.target) == "warjack":
        failure = GainEffect(model=strike.target, effect="system_failure", cite="WC-CYPHER-23")
        yield hit_effect(failure, "WC-CYPHER-23")
