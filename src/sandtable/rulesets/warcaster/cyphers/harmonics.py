"""Harmonics, for friendly units (WC-CYPHER-38..-43)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.core import Frame, Next, Offer, Refusal, Return, Term, forbids, modifies, offers
from sandtable.rulesets.warcaster.attacks.attack_phrases import modes_of
from sandtable.rulesets.warcaster.attacks.immediate_attack import AttackNow, ImmediateAttack
from sandtable.rulesets.warcaster.attacks.targets import Ignores, each_target
from sandtable.rulesets.warcaster.cyphers.cards_in_play import lies_with
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on, phrase, units_for
from sandtable.rulesets.warcaster.cyphers.playing import PlayCard
from sandtable.rulesets.warcaster.state.events import Charged
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import WeaponPower, WeaponRange
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import lots
from sandtable.rulesets.warcaster.suggestions.move_goals import worth_a_look
from sandtable.rulesets.warcaster.turn.deployment import Recall


@modifies(WeaponRange, WeaponPower)
def divination_algorithm(p: Position, q: WeaponRange | WeaponPower) -> Iterator[Term]:
    """Ranged weapons reach further and hit harder (WC-CYPHER-38)."""
    card = "divination_algorithm"
    if lies_with(p.state, p.state.models[q.who].unit, card) and p.rules.cards.weapon(q.weapon).kind == "ranged":
        figures = p.rules.cards.cyphers[card].figures
        value = 1000 * figures["RNG"] if isinstance(q, WeaponRange) else figures["POW"]
        yield Term(value, "Divination Algorithm", "WC-CYPHER-38", group=card)


@modifies(Ignores)
def revelation_matrix(p: Position, q: Ignores) -> Iterator[Term]:
    """The unit ignores Stealth (WC-CYPHER-43)."""
    if q.what == "stealth" and lies_with(p.state, p.state.models[q.strike.attacker].unit, "revelation_matrix"):
        yield Term(1, "Revelation Matrix", "WC-CYPHER-43")


@offers("cypher recall_initiative")
def recall_initiative(p: Position, card: str, seat: int) -> Iterator[Offer]:
    """A recall that leaves the Deployment step as it is (WC-CYPHER-41)."""
    for unit in units_for(p, seat, card):
        yield Offer(phrase(card, unit), PlayCard(seat=seat, card=card, on=unit, effect=Recall(unit=unit)))


# --- Arcane Synthesis ---------------------------------------------------------------------------------


def chargeable(p: Position, unit: str) -> int:
    """The most Arc it may be charged with now (WC-ARC-2, WC-ARC-4)."""
    state = p.state
    u = state.units[unit]
    return min(state.players[u.seat].well, p.rules.cards.arc_limit(unit_card(p, unit)) - u.arc)


@offers("cypher arcane_synthesis")
def arcane_synthesis(p: Position, card: str, seat: int) -> Iterator[Offer]:
    """Any amount from the well up to the unit's limit; none is an amount too (WC-CYPHER-39)."""
    for unit in units_for(p, seat, card):
        for amount in range(chargeable(p, unit) + 1):
            effect = ChargeUp(unit=unit, amount=amount)
            yield Offer(phrase(card, unit, "for", str(amount)), PlayCard(seat=seat, card=card, on=unit, effect=effect))


@offers("thought arcane_synthesis")
def think_of_synthesis(p: Position, card: str, seat: int, rng: Random) -> str:
    """Much rather than little."""
    units = units_for(p, seat, card)
    rooms = [chargeable(p, unit) for unit in units]
    if not any(rooms):
        return phrase(card, units[0], "for", "0") if units else ""
    unit, room = rng.choices(list(zip(units, rooms, strict=True)), rooms)[0]
    return phrase(card, unit, "for", str(max(rng.randint(1, room), rng.randint(1, room))))


@forbids("play arcane_synthesis")
def synthesis_cannot(p: Position, card: str, seat: int, words: list[str]) -> Refusal | None:
    if len(words) != 6 or words[4] != "for" or not words[5].isdigit():
        return Refusal(f"say how much: {phrase(card, 'unit', 'for', '1')}", "WC-CYPHER-39")
    if refusal := barred_on(p, seat, card, words[3]):
        return refusal
    u, asked = p.state.units[words[3]], int(words[5][:9])
    if asked > p.state.players[seat].well:
        return Refusal(f"the well holds {p.state.players[seat].well} Arc, not {asked}", "WC-ARC-2")
    room = p.rules.cards.arc_limit(unit_card(p, words[3])) - u.arc
    return Refusal(f"{words[3]} has room for {room} Arc, not {asked}", "WC-ARC-4") if asked > room else None


class ChargeUp(Frame, frozen=True, kw_only=True):
    unit: str
    amount: int

    def start(self, d: Draft) -> Next:
        if self.amount:
            d.emit(Charged(unit=self.unit, amount=self.amount, cite="WC-CYPHER-39"))
        return Return()


# --- Aggression Theorem -------------------------------------------------------------------------------


@offers("cypher aggression_theorem")
def aggression_theorem(p: Position, card: str, seat: int) -> Iterator[Offer]:
    """One unit model that has something to attack attacks at once (WC-CYPHER-42)."""
    for unit in units_for(p, seat, card):
        for model in p.state.models_of(unit):
            if any(AttackNow(model=model).attacks(p)):
                effect = ImmediateAttack(model=model, optional=False, cite="WC-CYPHER-42")
                yield Offer(phrase(card, model), PlayCard(seat=seat, card=card, on=model, effect=effect))


@offers("thought aggression_theorem")
def think_of_aggression(p: Position, card: str, seat: int, rng: Random) -> str:
    """Model after model until one has somebody to attack."""
    state: Table = p.state
    units = set(units_for(p, seat, card))
    models = [n for n, m in state.models.items() if m.unit in units]
    for model in lots(models, rng):
        for slot in worth_a_look(p, model):
            if any(next(each_target(p, model, slot, mode, shuffled=rng), "") for mode in modes_of(p, slot)):
                return phrase(card, model)
    return ""


@forbids("play aggression_theorem")
def aggression_cannot(p: Position, card: str, seat: int, words: list[str]) -> Refusal | None:
    model = p.state.models.get(words[3]) if len(words) == 4 else None
    if model is None:
        return Refusal("it is played on one model on the table", "WC-CYPHER-42")
    return barred_on(p, seat, card, model.unit) or Refusal(f"{words[3]} has nobody to attack", "WC-CYPHER-10")
