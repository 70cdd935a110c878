"""Overdrives that lie with a warjack (WC-CYPHER-20, WC-CYPHER-21, WC-CYPHER-25); two have files of their own."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Offer, Term, modifies, offers
from sandtable.rulesets.warcaster.attacks.slams import SlamBy, slam_by
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.windows import SLAMS
from sandtable.rulesets.warcaster.cyphers.cards_in_play import bearers, lies_with
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard
from sandtable.rulesets.warcaster.measuring.distance import radius, within
from sandtable.rulesets.warcaster.state.printed import is_warrior
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Def, Spd, Str, Trait
from sandtable.rulesets.warcaster.state.table import Table

INTERDICTION_PROTOCOL = CypherCard("interdiction_protocol")
MOMENTUM_CALIBRATOR = CypherCard("momentum_calibrator")
ASCENSION_CATALYST = CypherCard("ascension_catalyst")


@modifies(Def)
def interdiction_protocol(p: Position, q: Def) -> Iterator[Term]:
    """Warrior models near the warjack are harder to hit, judged at each defence roll (WC-CYPHER-20)."""
    state: Table = p.state
    card = "interdiction_protocol"
    jacks = [j for j in bearers(state, card) if state.units[j].seat == state.seat_of(q.who)]
    if jacks and is_warrior(p, q.who):
        me, reach = state.models[q.who], 1000 * INTERDICTION_PROTOCOL.figure(p, "range")
        if any(within(p, state.models[jack], me, reach) for jack in jacks):
            yield Term(INTERDICTION_PROTOCOL.figure(p, "DEF"), "Interdiction Protocol", "WC-CYPHER-20", group=card)


@offers(SLAMS)
def momentum_calibrator(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Melee hits on a base no larger than its own slam it, an inch for each strike on STR dice (WC-CYPHER-21)."""
    state: Table = d.state
    if strike.kind != "melee" or strike.attacker not in state.models:
        return
    if not lies_with(state, state.models[strike.attacker].unit, "momentum_calibrator"):
        return
    if radius(d, state.models[strike.target]) <= radius(d, state.models[strike.attacker]):
        power = d.value(Str(strike.attacker))
        yield slam_by(
            strike, SlamBy(name="momentum_calibrator", distance=0, dice=power, collateral=power, cite="WC-CYPHER-21")
        )


@modifies(Spd)
def ascension_speed(p: Position, q: Spd) -> Iterator[Term]:
    if lies_with(p.state, p.state.models[q.who].unit, "ascension_catalyst"):
        bonus = 1000 * ASCENSION_CATALYST.figure(p, "SPD")
        yield Term(bonus, "Ascension Catalyst", "WC-CYPHER-25", group="ascension_catalyst")


@modifies("flight")
def ascension_flight(p: Position, q: Trait) -> Iterator[Term]:
    if lies_with(p.state, p.state.models[q.who].unit, "ascension_catalyst"):
        yield Term(YES, "Ascension Catalyst", "WC-CYPHER-25")
