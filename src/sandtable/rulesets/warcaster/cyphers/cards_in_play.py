"""Cards in play: which lie with a unit, and how they go to the pile (WC-CYPHER-7, WC-CYPHER-8, WC-CYPHER-9)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Happen, Next, Return
from sandtable.rulesets.warcaster.state.events import CypherExpired, CypherUnmade
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import OTHER, Table


def lies_with(state: Table, unit: str, card: str) -> bool:
    """Whether a card, of either player, lies with a unit: it affects all the unit's models (WC-CYPHER-4).

    Asked for every number, so the usual case of no card in play comes first.
    """
    one, two = state.players
    return bool((one.in_play and (card, unit) in one.in_play) or (two.in_play and (card, unit) in two.in_play))


def bearers(state: Table, card: str) -> list[str]:
    """The units a card lies with: at most one of each player's copy."""
    one, two = state.players
    return [unit for name, unit in one.in_play + two.in_play if name == card and unit]


def under(p: Position, unit: str, card_type: str) -> str:
    """The card of a type that lies with a unit, of either player (WC-CYPHER-7)."""
    state = p.state
    for player in state.players:
        for card, on in player.in_play:
            if on == unit and p.rules.cards.cyphers[card].type == card_type:
                return card
    return ""


def expire_cards(d: Draft, seat: int, expiry: str, cite: str) -> None:
    """Cards that last so long go to their owner's pile (WC-CYPHER-9)."""
    for card, _ in d.state.players[seat].in_play:
        if d.rules.cards.cyphers[card].expiry == expiry:
            d.emit(CypherExpired(seat=seat, card=card, cite=cite))


class Unmake(Frame, frozen=True, kw_only=True):
    """Every card the opponent of a seat has on a unit expires, one by one; each may be prevented."""

    unit: str
    by: int
    cite: str
    done: tuple[str, ...] = ()

    def start(self, d: Draft, *ignored: Any) -> Next:
        owner = OTHER[self.by]
        for card, on in d.state.players[owner].in_play:
            if on == self.unit and card not in self.done:
                event = CypherUnmade(seat=owner, card=card, unit=self.unit, cite=self.cite)
                return Call(Happen(event=event), then=self.but(done=(*self.done, card)).start)
        return Return()
