"""Playing a Cypher in step 3 or 5 (WC-CYPHER)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.cyphers.cypher_card import PlayCard
from sandtable.rulesets.warcaster.state.rules import Draft, Position

NONE = "no card"


class CypherMenu(Options, frozen=True, kw_only=True):
    """Every card of the hand on every legal target, or no card."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("cyphers", self.seat), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for name in p.state.players[self.seat].hand:
            if card := p.rules.cypher_cards.get(name):  # a hidden card has no ways
                rule = card.printed(p).rule
                for offer in card.offers(p, self.seat):
                    yield offer.option(rule)
        yield Option(NONE, cite="WC-CYPHER-2", verb="no card", ends=True)

    def on_offer(self, p: Position, key: str) -> bool:
        """Only the card that is named is asked."""
        if key == NONE:
            return True
        words = key.split(" ")
        if len(words) < 4 or words[0] != "play" or words[2] != "on":
            return False
        card = p.rules.cypher_cards.get(words[1])
        if card is None or card.id not in p.state.players[self.seat].hand:
            return False
        return card.refusal(p, self.seat, tuple(words[3:])) is None

    def sought(self, p: Position) -> Iterator[Option]:
        """Every card of the hand on everything of the kind it is played on."""
        for name in p.state.players[self.seat].hand:
            if card := p.rules.cypher_cards.get(name):
                for way in card.sought(p, self.seat):
                    yield card.offer(card.phrase(*way), self.blank(name), way).option(card.printed(p).rule)

    def blank(self, card: str) -> Frame:
        """A card that only is spoken of."""
        return PlayCard(seat=self.seat, card=card)

    def missing(self, p: Position, key: str) -> Refusal:
        words = key.split()
        card = p.rules.cypher_cards.get(words[1]) if len(words) > 1 and words[0] == "play" else None
        if card is None:
            return super().missing(p, key)
        if card.id not in p.state.players[self.seat].hand:
            return Refusal(say("{id} is not in your hand", id=card.id), "WC-CYPHER-2")
        return card.refusal(p, self.seat, tuple(words[3:])) or super().missing(p, key)

    def hint(self, p: Position) -> str:
        return "a card of your hand and what to play it on, or no card"


class CypherStep(Frame, frozen=True, kw_only=True):
    """At most one card (WC-TURN-7, WC-TURN-11), before the first activation and after the last (WC-CYPHER-47).

    Always asked: being asked must not tell what the hand holds.
    """

    seat: int

    def start(self, d: Draft) -> Next:
        ask = Ask(self.seat, "play a Cypher", CypherMenu(seat=self.seat), NONE, "WC-CYPHER-2", secret=True)
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == NONE:
            return Return()
        _, card, _, *way = key.split()
        return Call(d.rules.cypher_cards[card].play(d, self.seat, tuple(way)), then=self.finish)
