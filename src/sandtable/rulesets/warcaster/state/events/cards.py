"""Cyphers between hand, rack, pile and play (WC-RACK, WC-CYPHER)."""

from __future__ import annotations

from typing import Self

from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table


class CardEvent(Change, frozen=True, kw_only=True):
    """Something happens to a card; hidden from the other seat unless it is open."""

    seat: int
    card: str


class CypherPlayed(CardEvent, frozen=True, kw_only=True):
    """A card leaves the hand; lasting ones lie with their unit, others go to the pile when resolved."""

    unit: str = ""  # the unit it lies with
    on: str = ""  # what it is played on, for the log

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        in_play = (*player.in_play, (self.card, self.unit))
        return state.with_player(self.seat, hand=_less(player.hand, self.card), in_play=in_play)

    def line(self, p: Position) -> str:
        on = f" on {self.on or self.unit}" if self.on or self.unit else ""
        return say("{name} is played{on}", name=p.rules.cards.cyphers[self.card].name, on=on)


class CypherExpired(CardEvent, frozen=True, kw_only=True):
    """A card in play goes to its owner's discard pile (WC-RACK-7)."""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        kept = tuple(pair for pair in player.in_play if pair[0] != self.card)
        return state.with_player(self.seat, in_play=kept, discard=tuple(sorted((*player.discard, self.card))))

    def line(self, p: Position) -> str:
        return say("{name} goes to the discard pile", name=p.rules.cards.cyphers[self.card].name)


class CypherUnmade(CypherExpired, frozen=True, kw_only=True):
    """An enemy effect makes a card in play expire; rules may prevent it with ``@instead_of(CypherUnmade)``."""

    unit: str  # the unit it lies with


class CypherReturned(CardEvent, frozen=True, kw_only=True):
    """A card comes back to hand, from play or from the open discard pile."""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        kept = tuple(pair for pair in player.in_play if pair[0] != self.card)
        pile = player.discard if kept != player.in_play else _less(player.discard, self.card)
        hand = tuple(sorted((*player.hand, self.card)))
        return state.with_player(self.seat, in_play=kept, discard=pile, hand=hand)

    def line(self, p: Position) -> str:
        return say("{name} returns to hand", name=p.rules.cards.cyphers[self.card].name)


class Drawn(CardEvent, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        hand = tuple(sorted((*player.hand, self.card)))
        return state.with_player(self.seat, rack=_less(player.rack, self.card), hand=hand)

    def line(self, p: Position) -> str:
        return say(
            "Seat {seat} draws {name}",
            seat="ab"[self.seat],
            name=p.rules.cards.cyphers[self.card].name if self.card else "a card",
        )

    def seen_by(self, seat: int) -> Self | None:
        return self if seat == self.seat else self.but(card="")


class Discarded(CardEvent, frozen=True, kw_only=True):
    """From hand to the open pile (WC-RACK-7)."""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        pile = tuple(sorted((*player.discard, self.card)))
        return state.with_player(self.seat, hand=_less(player.hand, self.card), discard=pile)

    def line(self, p: Position) -> str:
        return say("{name} is discarded", name=p.rules.cards.cyphers[self.card].name)


class Reshuffled(Change, frozen=True, kw_only=True):
    """The discard pile becomes the rack. Cards in hand and in play take no part (WC-RACK-9)."""

    seat: int

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        rack = tuple(sorted((*player.rack, *player.discard)))
        return state.with_player(self.seat, rack=rack, discard=())

    def line(self, p: Position) -> str:
        return say("Seat {seat} shuffles the discard pile into a new rack", seat="ab"[self.seat])


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
