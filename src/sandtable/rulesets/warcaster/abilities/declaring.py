"""Spikes when an attack is declared (`DECLARED`)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Offer, Term, modifies, offers
from sandtable.rulesets.warcaster.abilities.rule_terms import term
from sandtable.rulesets.warcaster.abilities.spikes import SpikeInAttack, attacker_spikes, can_spike, spiking
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import Unseen
from sandtable.rulesets.warcaster.attacks.windows import DECLARED
from sandtable.rulesets.warcaster.measuring.line_of_sight import sees
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import bears


@modifies(Unseen, rule="hunter_killer_rounds")
def rounds_that_hunt(p: Position, q: Unseen) -> Iterator[Term]:
    """A target out of sight may be declared if Arc can pay for Hunter-Killer Rounds; the spike then follows at once."""
    if can_spike(p.state, q.attacker) and bears(p, q.attacker, p.rules.cards.weapon(q.slot), "hunter_killer_rounds"):
        yield term(p, YES, "hunter_killer_rounds", "WC-LOS-10")


@offers(DECLARED, rule="hunter_killer_rounds")
def hunter_killer_rounds(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """No line of sight needed, cover ignored; range and Stealth still count. Not optional for an unseen target."""
    if attacker_spikes(d, strike, "hunter_killer_rounds", seat):
        after = strike.but(sight=False).marked("hunter_killer_rounds")
        frame = SpikeInAttack(model=strike.attacker, rule="hunter_killer_rounds", strike=after)
        unseen = strike.sight and not sees(d, strike.attacker, strike.target)
        yield spiking(frame, must=unseen)


@offers(DECLARED, rule="shockwave")
def shockwave(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """This attack is a spray; one that is a spray anyway stays one."""
    if attacker_spikes(d, strike, "shockwave", seat):
        after = strike.but(quality=tuple(dict.fromkeys((*strike.quality, "spray"))))
        frame = SpikeInAttack(model=strike.attacker, rule="shockwave", strike=after)
        yield spiking(frame)
