"""A Cypher card as an object: what it may be played on, the ways to play it, and why not.

Rules: WC-CYPHER-1, WC-CYPHER-2, WC-CYPHER-3, WC-CYPHER-4, WC-CYPHER-5, WC-CYPHER-6, WC-CYPHER-7, WC-CYPHER-8,
WC-CYPHER-9, WC-CYPHER-10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Call, Frame, Next, Offer, Refusal, Settle
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on, units_for
from sandtable.rulesets.warcaster.state.cards import Cypher
from sandtable.rulesets.warcaster.state.events import CypherExpired, CypherPlayed
from sandtable.rulesets.warcaster.state.rules import Draft, Position

Way = tuple[str, ...]  # the words after ``play <card> on``: the target, and what else a card needs


@dataclass(frozen=True)
class CypherCard:
    """One card. As it stands: a card played on a unit that lies with it and changes what it can do.

    A card that does something at once overrides `effect`; one that needs more words than a unit also overrides `ways`
    and `refusal`. Terms and offers while it lies with a unit are hooks in the card's file.
    """

    id: str

    def printed(self, p: Position) -> Cypher:
        return p.rules.cards.cyphers[self.id]

    def figure(self, p: Position, name: str) -> int:
        return self.printed(p).figures[name]

    def targets(self, p: Position, seat: int) -> list[str]:
        """The units it may be played on."""
        return units_for(p, seat, self.id)

    def ways(self, p: Position, seat: int) -> Iterator[Way]:
        """Every way to play it now."""
        for unit in self.targets(p, seat):
            yield (unit,)

    def sought(self, p: Position, seat: int) -> Iterator[Way]:
        """The ways a person would look for, legal or not."""
        for unit in p.state.in_play(seat):
            yield (unit,)

    def effect(self, p: Position, way: Way) -> Frame | None:
        """What it does at once when played this way."""
        return None

    def phrase(self, *way: str) -> str:
        """``play force_barrier on rangers``, ``play cryo_lock on marauder through coalition_weaver``."""
        return " ".join(("play", self.id, "on", *way))

    def play(self, p: Position, seat: int, way: Way) -> Frame:
        return PlayCard(seat=seat, card=self.id, on=way[0], effect=self.effect(p, way))

    def offers(self, p: Position, seat: int) -> Iterator[Offer]:
        for way in self.ways(p, seat):
            yield self.offer(self.phrase(*way), self.play(p, seat, way), way)

    def offer(self, key: str, frame: Frame, way: Way) -> Offer:
        """This way to play it, on offer."""
        return Offer(key, frame, verb="play", target=way[0], using=self.id, group=self.id)

    def refusal(self, p: Position, seat: int, way: Way) -> Refusal | None:
        """Why it may not be played this way; None when it may: for what `ways` yields, and nothing else."""
        if len(way) != 1:
            return Refusal(say("say what it is played on: {phrase}", phrase=self.phrase("unit")), "WC-CYPHER-10")
        (name,) = way
        model = p.state.models.get(name)
        unit = model.unit if model is not None else name
        if barred := barred_on(p, seat, self.id, unit):
            return barred
        return (
            None
            if unit == name
            else Refusal(say("it is played on the unit: {phrase}", phrase=self.phrase(unit)), "WC-CYPHER-10")
        )


class PlayCard(Frame, frozen=True, kw_only=True):
    """Puts the card down, plays its effect, and discards it unless it lasts (WC-CYPHER-8).

    It costs no Arc (WC-CYPHER-3). A Fury is used up, hit or miss (WC-FURY-11).
    """

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
