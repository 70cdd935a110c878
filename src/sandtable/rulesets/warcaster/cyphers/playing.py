"""Playing a Cypher in step 3 or 5 (WC-CYPHER)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Offer, Option, Options, Refusal, Return, Settle, Wait
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on
from sandtable.rulesets.warcaster.state.events import CypherExpired, CypherPlayed
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.suggestions.cypher_weights import appeal, most_appeal, weighted
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import lots

NONE = "no card"
EAGER = 0.9  # how often random play thinks of a card at all


def card_offers(p: Position, seat: int, card: str) -> Iterator[Offer]:
    """Ways to play one card: each card's own file says on what and how (hook ``offers("cypher <id>")``)."""
    for ability in p.rules.hooks.of("offers", f"cypher {card}"):
        yield from ability(p, card, seat)


def one_way(p: Position, seat: int, card: str, rng: Random) -> str:
    """A way to play one card, or nothing when it does not tempt.

    A card that would have to look at much names one way at random itself: hook ``offers("thought <id>")``.
    """
    reluctance = rng.random()
    if reluctance >= most_appeal(p.state, card):
        return ""
    for think in p.rules.hooks.of("offers", f"thought {card}"):
        key: str = think(p, card, seat, rng)
        return key if key and reluctance < appeal(p, seat, key) else ""
    ways = [(o.key, appeal(p, seat, o.key)) for o in card_offers(p, seat, card)]
    if ways and reluctance < max(weight for _, weight in ways):
        found: str = weighted(ways, 1, rng)[0]
        return found
    return ""


def fighters(frame: Frame) -> tuple[str, ...]:
    """Of a card that is an attack: who channels it and at whom."""
    effect = frame.effect if isinstance(frame, PlayCard) else None
    return (effect.strike.attacker, effect.strike.target) if isinstance(effect, Attack) else ()


class CypherMenu(Options, frozen=True, kw_only=True):
    """Every card of the hand on every legal target, or no card."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("cyphers", self.seat), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for card in p.state.players[self.seat].hand:
            rule = p.rules.cards.cyphers[card].rule if card in p.rules.cards.cyphers else ""
            for offer in card_offers(p, self.seat, card):
                yield Option(offer.key, offer.label or offer.key, offer.cite or rule, fighters(offer.frame))
        yield Option(NONE, "play no card", "WC-CYPHER-2")

    def missing(self, p: Position, key: str) -> Refusal:
        words = key.split()
        if len(words) < 2 or words[0] != "play" or words[1] not in p.rules.cards.cyphers:
            return super().missing(p, key)
        card = words[1]
        if card not in p.state.players[self.seat].hand:
            return Refusal(f"{card} is not in your hand", "WC-CYPHER-2")
        return self.explain(p, card, words) or Refusal(f"{card} cannot be played so", "WC-CYPHER-10")

    def explain(self, p: Position, card: str, words: list[str]) -> Refusal | None:
        """A card or type with more to say hooks ``forbids("play <card or type>")``: (p, card, seat, words)."""
        cypher = p.rules.cards.cyphers[card]
        for name in (card, cypher.type):
            for forbid in p.rules.hooks.of("forbids", f"play {name}"):
                refusal: Refusal | None = forbid(p, card, self.seat, words)
                if refusal is not None:
                    return refusal
        if cypher.type == "fury" or len(words) < 4:
            return None
        model = p.state.models.get(words[3])
        return barred_on(p, self.seat, card, model.unit if model is not None else words[3])

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Cards with a use come up more often than others, a card more often than none."""
        if n == 1:
            return [self.pick(p, rng)]
        keys = [o.key for o in self.options(p)]
        return weighted([(k, 0.3 if k == NONE else appeal(p, self.seat, k)) for k in keys], n, rng)

    def pick(self, p: Position, rng: Random) -> str:
        """One card after another is thought of; only those are looked into."""
        for card in lots(p.state.players[self.seat].hand, rng) if rng.random() < EAGER else ():
            if key := one_way(p, self.seat, card, rng):
                return key
        return NONE

    def hint(self, p: Position) -> str:
        return "a card of your hand and what to play it on, or no card"


class CypherStep(Frame, frozen=True, kw_only=True):
    """At most one card (WC-TURN-7, WC-TURN-11). Always asked: being asked must not tell what the hand holds."""

    seat: int

    def start(self, d: Draft) -> Next:
        ask = Ask(self.seat, "play a Cypher", CypherMenu(seat=self.seat), NONE, "WC-CYPHER-2", secret=True)
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == NONE:
            return Return()
        words = key.split()
        card = words[1]
        for play in d.rules.hooks.of("offers", f"played {card}"):  # where to look through all the ways is dear
            return Call(play(d, card, self.seat, words), then=self.finish)
        offer = next(o for o in card_offers(d, self.seat, card) if o.key == key)
        return Call(offer.frame, then=self.finish)


class PlayCard(Frame, frozen=True, kw_only=True):
    """Puts the card down, plays its effect, and discards it unless it lasts (WC-CYPHER-8). It costs no Arc."""

    seat: int
    card: str
    on: str = ""  # the unit or model it is played on; a lasting card lies with this unit
    effect: Frame | None = None

    def start(self, d: Draft) -> Next:
        cypher = d.rules.cards.cyphers[self.card]
        unit = "" if cypher.expiry == "instant" else self.on
        d.emit(CypherPlayed(seat=self.seat, card=self.card, unit=unit, on=self.on, cite=cypher.rule))
        return Call(self.effect, then=self.resolved) if self.effect is not None else self.resolved(d)

    def resolved(self, d: Draft, *ignored: Any) -> Next:
        """A card that came back to hand meanwhile is not discarded."""
        if (self.card, "") in d.state.players[self.seat].in_play:
            d.emit(CypherExpired(seat=self.seat, card=self.card, cite="WC-CYPHER-8"))
        return Call(Settle(), then=self.finish)
