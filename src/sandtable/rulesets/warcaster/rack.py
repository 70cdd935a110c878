"""Rack, hand and discard pile (WC-RACK). The rack is a bag: a draw is a roll whose result only its player sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Choice, Draft, Frame, Next, Option, Pool, Return, Roll, Wait, forces
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.events import Collapsed, Discarded, Drawn, Left, Reshuffled
from sandtable.rulesets.warcaster.stats import HandSize, printed_rules

KEEP = "keep"


class Draw(Frame, frozen=True, kw_only=True):
    """Draw until the hand holds so many cards (WC-TURN-15, WC-RACK-8, WC-RACK-10)."""

    seat: int
    upto: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        player = d.state.players[self.seat]
        if len(player.hand) >= self.upto:
            return Return()
        if not player.rack:
            if not player.discard:
                return Return()
            d.emit(Reshuffled(seat=self.seat, cite="WC-RACK-10"))
            player = d.state.players[self.seat]
        pool = Pool("draw", ((f"d{len(player.rack)}", 1),), self.seat)
        return Wait(Roll("draw a card", (pool,), cite="WC-TURN-15", eyes=(self.seat,)), then=self.drawn)

    def drawn(self, d: Draft, number: int) -> Next:
        player = d.state.players[self.seat]
        d.emit(Drawn(seat=self.seat, card=player.rack[number - 1], cite="WC-TURN-15"))
        after = d.state.players[self.seat]
        if not after.rack and after.discard:
            d.emit(Reshuffled(seat=self.seat, cite="WC-RACK-8"))
        return self.start(d)


class DrawStep(Frame, frozen=True, kw_only=True):
    """Step 9."""

    seat: int

    def start(self, d: Draft) -> Next:
        return Call(Draw(seat=self.seat, upto=d.value(HandSize(self.seat))), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class DiscardStep(Frame, frozen=True, kw_only=True):
    """Step 8: discard one card, or none (WC-TURN-14)."""

    seat: int

    def start(self, d: Draft) -> Next:
        options = (*card_options(d.state.players[self.seat].hand, "discard "), Option(KEEP, "keep all", "WC-RACK-6"))
        return Wait(
            Ask(self.seat, "discard a card", Choice(options), KEEP, "WC-TURN-14", secret=True), then=self.chosen
        )

    def chosen(self, d: Draft, key: str) -> Next:
        if key != KEEP:
            d.emit(Discarded(seat=self.seat, card=key.removeprefix("discard "), cite="WC-RACK-6"))
        return Return()


class TrimHand(Frame, frozen=True, kw_only=True):
    """The maximum fell: discard down to it at once, owner's choice (WC-RACK-12)."""

    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        hand = d.state.players[self.seat].hand
        if len(hand) <= d.value(HandSize(self.seat)):
            return Return()
        domain = Choice(card_options(hand, "discard "))
        ask = Ask(
            self.seat, "discard down to the maximum hand", domain, f"discard {hand[-1]}", "WC-RACK-12", secret=True
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        d.emit(Discarded(seat=self.seat, card=key.removeprefix("discard "), cite="WC-RACK-12"))
        return self.start(d)


def card_options(cards: tuple[str, ...], verb: str) -> tuple[Option, ...]:
    return tuple(Option(f"{verb}{c}", f"{verb}{library().cyphers[c].name}", library().cyphers[c].rule) for c in cards)


@forces(Left, Collapsed)
def hand_size_falls(d: Draft, event: Left) -> Iterator[Frame]:
    """Losing the source of a hand-size bonus is a decrease (WC-RACK-13)."""
    card = event.model.partition(".")[0]
    unit = d.state.units.get(card)
    if unit is None or "psycho_relay" not in printed_rules(unit.card, unit.cortex):
        return
    if len(d.state.players[unit.seat].hand) > d.value(HandSize(unit.seat)):
        yield TrimHand(seat=unit.seat)
