"""Annihilation Vector: a blow with the warjack's bare strength (WC-CYPHER-23, WC-CYPHER-45)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Refusal, Return, forbids, forces, offers
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, exposed, foes
from sandtable.rulesets.warcaster.attacks.windows import BEFORE_DAMAGE
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on, phrase, units_for
from sandtable.rulesets.warcaster.cyphers.playing import PlayCard
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Str

VECTOR = "annihilation_vector"


def reach(p: Position) -> int:
    return 1000 * p.rules.cards.cyphers[VECTOR].figures["RNG"]


def vector_strike(p: Position, jack: str, target: str) -> Strike:
    """A melee attack with none of the warjack's weapons: POW is its STR (WC-CYPHER-23, WC-CYPHER-45)."""
    energy = (p.rules.cards.cyphers[VECTOR].energy,)
    power = p.value(Str(jack))
    return Strike(attacker=jack, target=target, declared=target, kind="melee", cypher=VECTOR, pow=power, energy=energy)


@offers("cypher annihilation_vector")
def annihilation_vector(p: Position, card: str, seat: int) -> Iterator[Offer]:
    far = reach(p) + TOL
    for jack in units_for(p, seat, card):
        for target in [n for away, n in foes(p, jack) if away <= far]:
            strike = vector_strike(p, jack, target)
            if exposed(p, strike):
                effect = Attack(strike=strike)
                yield Offer(
                    phrase(card, jack, "against", target), PlayCard(seat=seat, card=card, on=jack, effect=effect)
                )


@forbids("play annihilation_vector")
def vector_cannot(p: Position, card: str, seat: int, words: list[str]) -> Refusal | None:
    if len(words) != 6 or words[4] != "against":
        return Refusal(f"say what it attacks: {phrase(card, 'warjack', 'against', 'enemy')}", "WC-CYPHER-23")
    refusal = barred_on(p, seat, card, words[3])
    return refusal or barred(p, vector_strike(p, words[3], words[5]), reach(p))


class VectorPower(Frame, frozen=True, kw_only=True):
    """STR may have changed since the attack was declared."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        return Return(self.strike.but(pow=d.value(Str(self.strike.attacker))))


@offers(BEFORE_DAMAGE)
def vector_power(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    if strike.cypher == VECTOR and strike.attacker in d.state.models and seat == d.state.seat_of(strike.attacker):
        yield Offer(VECTOR, VectorPower(strike=strike), cite="WC-CYPHER-23", must=True)


@forces(Hit)
def vector_failure(d: Draft, event: Hit) -> Iterator[Frame]:
    """A warjack hit also gets System Failure."""
    s = event.strike
    if s.cypher == VECTOR and type_of(d, s.target) == "warjack":
        yield GainEffect(model=s.target, effect="system_failure", cite="WC-CYPHER-23")
