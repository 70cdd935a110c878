"""Arcane Synthesis: a unit is charged from the well at once (WC-CYPHER-39)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Refusal, Return
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on
from sandtable.rulesets.warcaster.state.events import Charged
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position


class ArcaneSynthesis(CypherCard):
    """``play arcane_synthesis on rangers for 2``: any amount from the well up to the unit's limit; 0 is one too."""

    def room(self, p: Position, unit: str) -> int:
        """Arc it may hold besides what it has (WC-ARC-4)."""
        return p.rules.cards.arc_limit(unit_card(p, unit)) - p.state.units[unit].arc

    def most(self, p: Position, unit: str) -> int:
        """The most Arc it may be charged with now (WC-ARC-2, WC-ARC-4)."""
        return min(p.state.players[p.state.units[unit].seat].well, self.room(p, unit))

    def ways(self, p: Position, seat: int) -> Iterator[Way]:
        for unit in self.targets(p, seat):
            for amount in range(self.most(p, unit) + 1):
                yield unit, "for", str(amount)

    def sought(self, p: Position, seat: int) -> Iterator[Way]:
        for unit in p.state.in_play(seat):
            yield unit, "for", "1"

    def effect(self, p: Position, way: Way) -> Frame:
        unit, _, amount = way
        return ChargeUp(unit=unit, amount=int(amount))

    def offer(self, key: str, frame: Frame, way: Way) -> Offer:
        cost = (("Arc", int(way[2])),)
        return Offer(key, frame, verb="play for", target=way[0], using=self.id, cost=cost, group=self.id)

    def refusal(self, p: Position, seat: int, way: Way) -> Refusal | None:
        if len(way) != 3 or way[1] != "for" or not way[2].isdigit():
            return Refusal(say("say how much: {phrase}", phrase=self.phrase("unit", "for", "1")), "WC-CYPHER-39")
        unit, asked = way[0], int(way[2][:200])
        if barred := barred_on(p, seat, self.id, unit):
            return barred
        well, room = p.state.players[seat].well, self.room(p, unit)
        if asked > well:
            return Refusal(say("the well holds {well} Arc, not {asked}", well=well, asked=asked), "WC-ARC-2")
        return (
            Refusal(say("{unit} has room for {room} Arc, not {asked}", unit=unit, room=room, asked=asked), "WC-ARC-4")
            if asked > room
            else None
        )


class ChargeUp(Frame, frozen=True, kw_only=True):
    unit: str
    amount: int

    def start(self, d: Draft) -> Next:
        if self.amount:
            d.emit(Charged(unit=self.unit, amount=self.amount, cite="WC-CYPHER-39"))
        return Return()


ARCANE_SYNTHESIS = ArcaneSynthesis("arcane_synthesis")
