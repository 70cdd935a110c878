"""Rack, hand and discard pile (WC-RACK). The rack is a bag: a draw is a roll whose result only its player sees.

Elsewhere: WC-RACK-1, WC-RACK-2, WC-RACK-3 in lists/rack_building; WC-RACK-4 in state/stats; WC-RACK-5 follows from
WC-CYPHER-2; WC-RACK-7, WC-RACK-9 in state/events/cards; WC-RACK-11 in abilities/arc_economy; WC-RACK-14 in
abilities/activation_support.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Picks, Pool, Refusal, Return, Roll, Wait, forces
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.events import Collapsed, Discarded, Drawn, Left, Reshuffled
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import HandSize, printed_rules

KEEP = "keep"
ANY = "any"  # silence when a card must go


class Draw(Frame, frozen=True, kw_only=True):
    """Draw until the hand holds so many cards (WC-TURN-15, WC-RACK-8, WC-RACK-10).

    One roll for all of them. Where the rack runs out on the way, the rest comes from the new one: a second pool.
    """

    seat: int
    upto: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        player = d.state.players[self.seat]
        if not player.rack and player.discard and len(player.hand) < self.upto:
            d.emit(Reshuffled(seat=self.seat, cite="WC-RACK-10"))
            player = d.state.players[self.seat]
        wanted = min(self.upto - len(player.hand), len(player.rack) + len(player.discard))
        if wanted <= 0:
            return Return()
        pools = [self.pool("draw", len(player.rack), wanted)]
        if wanted > len(player.rack):
            pools.append(self.pool("draw from the new rack", len(player.discard), wanted - len(player.rack)))
        return Wait(Roll("draw cards", tuple(pools), Picks(), "WC-TURN-15", eyes=(self.seat,)), then=self.drawn)

    def pool(self, name: str, cards: int, wanted: int) -> Pool:
        """A die with as many faces as cards are left, for each card drawn."""
        return Pool(name, tuple((f"d{cards - n}", 1) for n in range(min(cards, wanted))), self.seat)

    def drawn(self, d: Draft, *racks: tuple[int, ...]) -> Next:
        for places in racks:
            rack = d.state.players[self.seat].rack
            for place in places:
                d.emit(Drawn(seat=self.seat, card=rack[place - 1], cite="WC-TURN-15"))
            if len(places) == len(rack) and d.state.players[self.seat].discard:
                d.emit(Reshuffled(seat=self.seat, cite="WC-RACK-8"))
        return self.start(d)


class DrawStep(Frame, frozen=True, kw_only=True):
    """Step 9."""

    seat: int

    def start(self, d: Draft) -> Next:
        return Call(Draw(seat=self.seat, upto=d.value(HandSize(self.seat))), then=self.finish)


class FromHand(Options, frozen=True, kw_only=True):
    """A card to discard. Read from the hand when somebody looks, so that dealing anew what is hidden stays legal."""

    seat: int
    keep: bool  # none is an answer too

    def options(self, p: Position) -> tuple[Option, ...]:
        cards = p.rules.cards.cyphers
        hand = p.state.players[self.seat].hand
        found = tuple(Option(f"discard {c}", cite=cards[c].rule, verb="discard", using=c) for c in hand)
        return (*found, Option(KEEP, cite="WC-RACK-6", verb="keep hand", ends=True)) if self.keep else found

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return None if answer == ANY and not self.keep else super().refuse(p, answer)

    def missing(self, p: Position, key: str) -> Refusal:
        if key == KEEP:
            return Refusal("the hand must come down to its maximum", "WC-RACK-12")
        return Refusal(say("{key!r} is not in your hand", key=key.removeprefix("discard ")), "WC-RACK-6")


class DiscardStep(Frame, frozen=True, kw_only=True):
    """Step 8: discard one card, or none (WC-TURN-14)."""

    seat: int

    def start(self, d: Draft) -> Next:
        domain = FromHand(seat=self.seat, keep=True)
        return Wait(Ask(self.seat, "discard a card", domain, KEEP, "WC-TURN-14", secret=True), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key != KEEP:
            d.emit(Discarded(seat=self.seat, card=key.removeprefix("discard "), cite="WC-RACK-6"))
        return Return()


class TrimHand(Frame, frozen=True, kw_only=True):
    """The maximum fell: discard down to it at once, owner's choice (WC-RACK-12)."""

    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        if len(d.state.players[self.seat].hand) <= d.value(HandSize(self.seat)):
            return Return()
        domain = FromHand(seat=self.seat, keep=False)
        ask = Ask(self.seat, "discard down to the maximum hand", domain, ANY, "WC-RACK-12", secret=True)
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        card = d.state.players[self.seat].hand[-1] if key == ANY else key.removeprefix("discard ")
        d.emit(Discarded(seat=self.seat, card=card, cite="WC-RACK-12"))
        return self.start(d)


@cache
def hand_rules(cards: Library) -> frozenset[str]:
    """The special rules that set a hand size."""
    return frozenset(rule for rule, raw in cards.special.items() if "hand" in raw.get("figures", {}))


@forces(Left, Collapsed)
def hand_size_falls(d: Draft, event: Left) -> Iterator[Frame]:
    """Losing the source of a hand-size bonus is a decrease (WC-RACK-13)."""
    unit = d.state.units.get(event.model.partition(".")[0])
    if unit is None or not hand_rules(d.rules.cards) & printed_rules(d.rules.cards, unit.card, unit.cortex):
        return
    if len(d.state.players[unit.seat].hand) > d.value(HandSize(unit.seat)):
        yield TrimHand(seat=unit.seat)
