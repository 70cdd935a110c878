"""Furies are attacks channelled through a model with Arc Relay (WC-FURY)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.core import Offer, Query, Refusal, Term, forbids, offers
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, exposed, foes
from sandtable.rulesets.warcaster.cyphers.cypher_targets import phrase
from sandtable.rulesets.warcaster.cyphers.playing import PlayCard
from sandtable.rulesets.warcaster.measuring.line_of_sight import seen_among
from sandtable.rulesets.warcaster.state.printed import card_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import WHO, Table
from sandtable.rulesets.warcaster.suggestions.cypher_weights import weighted, worth


class FuryRange(Query, frozen=True):
    """RNG of Furies channelled through a model, in thousandths (WC-FURY-2)."""

    who: str

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(card_of(p, self.who).arc_relay, "Arc Relay", "WC-FURY-2", "base")
        yield Term(0, "RNG is never less", "WC-STAT-14", "least")


def relays(p: Position, seat: int) -> tuple[str, ...]:
    """Models that may channel, tokens or not (WC-FURY-1, WC-FURY-9)."""

    def find() -> tuple[str, ...]:
        state: Table = p.state
        able = [(n, m.unit) for n, m in state.models.items() if p.rules.cards.units[m.card].arc_relay]
        return tuple([n for n, unit in able if state.units[unit].seat == seat])

    return p.memo(("relays", seat), find, WHO)


def fury(p: Position, card: str, channeller: str, target: str) -> Strike:
    cypher = p.rules.cards.cyphers[card]
    power = cypher.pow if isinstance(cypher.pow, int) else None
    return Strike(
        attacker=channeller,
        target=target,
        declared=target,
        kind="fury",
        cypher=card,
        pow=power,
        energy=(cypher.energy,),
        quality=cypher.quality,
    )


@offers(
    "cypher cryo_lock", "cypher velocity_projector", "cypher pyrokinetic_surge", "cypher null_collider",
    "cypher malediction_rubric", "cypher instability_equation",
)  # fmt: skip
def channel(p: Position, card: str, seat: int) -> Iterator[Offer]:
    """Card, channelling model and target (WC-FURY-1): the tests of `barred`, cheapest first."""
    state: Table = p.state
    gates = p.rules.cards.cyphers[card].target == "enemy_model"  # WC-CYPHER-44
    for channeller in relays(p, seat):
        reach = p.value(FuryRange(channeller))
        close = [n for far, n in foes(p, channeller) if far <= reach + TOL]
        for target in seen_among(p, channeller, close):
            if not gates and state.models[target].card == "void_gate":
                continue
            strike = fury(p, card, channeller, target)
            if barred(p, strike, reach) is None:
                key = phrase(card, target, "through", channeller)
                yield Offer(key, PlayCard(seat=seat, card=card, on=target, effect=Attack(strike=strike)))


@offers(
    "thought cryo_lock", "thought velocity_projector", "thought pyrokinetic_surge", "thought null_collider",
    "thought malediction_rubric", "thought instability_equation",
)  # fmt: skip
def think_of_target(p: Position, card: str, seat: int, rng: Random) -> str:
    """Target after target in range, the worthy ones first, until one may be attacked."""
    state: Table = p.state
    gates = p.rules.cards.cyphers[card].target == "enemy_model"
    close: list[tuple[tuple[str, str], float]] = []
    for channeller in relays(p, seat):
        reach = p.value(FuryRange(channeller)) + TOL
        near = [n for far, n in foes(p, channeller) if far <= reach]
        close += [((channeller, n), worth(p, n)) for n in near if gates or state.models[n].card != "void_gate"]
    while close:
        pair = weighted(close, 1, rng)[0]
        if exposed(p, fury(p, card, *pair)):
            return phrase(card, pair[1], "through", pair[0])
        close = [other for other in close if other[0] != pair]
    return ""


@forbids("play fury")
def cannot_channel(p: Position, card: str, seat: int, words: list[str]) -> Refusal | None:
    state: Table = p.state
    if not relays(p, seat):
        return Refusal("you have no model with Arc Relay on the table", "WC-FURY-8")
    if len(words) != 6 or words[4] != "through":
        return Refusal(f"say through whom: {phrase(card, 'enemy', 'through', 'model')}", "WC-FURY-1")
    if words[5] not in relays(p, seat):
        return Refusal(f"{words[5]} is no friendly model with Arc Relay", "WC-FURY-1")
    target = state.models.get(words[3])
    if target is not None and target.card == "void_gate" and p.rules.cards.cyphers[card].target != "enemy_model":
        return Refusal(f"{p.rules.cards.cyphers[card].name} is played on unit models only", "WC-CYPHER-44")
    return barred(p, fury(p, card, words[5], words[3]), p.value(FuryRange(words[5])))
