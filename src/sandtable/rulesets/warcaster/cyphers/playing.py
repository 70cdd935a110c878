"""Playing a Cypher in step 3 or 5 (WC-CYPHER)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Draft, Frame, Next, Offer, Option, Options, Position, Refusal, Return, Wait
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.events import CypherExpired, CypherPlayed
from sandtable.rulesets.warcaster.state import Table

NONE = "no card"


def expire_cards(d: Draft, seat: int, expiry: str, cite: str) -> None:
    """Cards that last so long go to their owner's pile (WC-CYPHER-9)."""
    for card, _ in d.state.players[seat].in_play:
        if library().cyphers[card].expiry == expiry:
            d.emit(CypherExpired(seat=seat, card=card, cite=cite))


def under(state: Table, unit: str, card_type: str) -> str:
    """The card of a type that lies with a unit, of either player (WC-CYPHER-7)."""
    for player in state.players:
        for card, on in player.in_play:
            if on == unit and library().cyphers[card].type == card_type:
                return card
    return ""


def card_offers(p: Position, seat: int, card: str) -> Iterator[Offer]:
    """Ways to play one card: each card's own file says on what and how (hook ``offers("cypher <id>")``)."""
    for ability in p.rules.hooks.of("offers", f"cypher {card}"):
        yield from ability(p, card, seat)


class CypherMenu(Options, frozen=True, kw_only=True):
    """Every card of the hand on every legal target, or no card."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("cyphers", self.seat), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for card in p.state.players[self.seat].hand:
            for offer in card_offers(p, self.seat, card):
                yield Option(offer.key, offer.label or offer.key, offer.cite or library().cyphers[card].rule)
        yield Option(NONE, "play no card", "WC-CYPHER-2")

    def missing(self, p: Position, key: str) -> Refusal:
        words = key.split()
        if len(words) > 1 and words[0] == "play" and words[1] in library().cyphers:
            if words[1] not in p.state.players[self.seat].hand:
                return Refusal(f"{words[1]} is not in your hand", "WC-CYPHER-2")
            return Refusal(f"{words[1]} has no such legal target", "WC-CYPHER-10")
        return super().missing(p, key)

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        keys = [o.key for o in self.options(p)]
        if len(keys) > 1 and rng.random() < 0.8:
            keys.remove(NONE)
        return keys if len(keys) <= n else rng.sample(keys, n)


class CypherStep(Frame, frozen=True, kw_only=True):
    """At most one card (WC-TURN-7, WC-TURN-11). Always asked: being asked must not tell what the hand holds."""

    seat: int

    def start(self, d: Draft) -> Next:
        ask = Ask(self.seat, "play a Cypher", CypherMenu(seat=self.seat), NONE, "WC-CYPHER-2", secret=True)
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == NONE:
            return Return()
        card = key.split()[1]
        offer = next(o for o in card_offers(d, self.seat, card) if o.key == key)
        return Call(offer.frame, then=self.played)

    def played(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class PlayCard(Frame, frozen=True, kw_only=True):
    """Puts the card down, plays its effect, and discards it unless it lasts (WC-CYPHER-8)."""

    seat: int
    card: str
    unit: str = ""  # the unit a lasting or targeted card is played on
    effect: Frame | None = None

    def start(self, d: Draft) -> Next:
        lasting = library().cyphers[self.card].expiry != "instant"
        unit = self.unit if lasting else ""
        d.emit(CypherPlayed(seat=self.seat, card=self.card, unit=unit, cite=library().cyphers[self.card].rule))
        return Call(self.effect, then=self.resolved) if self.effect is not None else self.resolved(d)

    def resolved(self, d: Draft, *ignored: Any) -> Next:
        player = d.state.players[self.seat]
        if library().cyphers[self.card].expiry == "instant" and any(c == self.card for c, _ in player.in_play):
            d.emit(CypherExpired(seat=self.seat, card=self.card, cite="WC-CYPHER-8"))
        return Return()
