"""Furies are attacks channelled through a model with Arc Relay (WC-FURY).

What follows is an attack: attacks/targets.py (WC-FURY-3), dice_pools.py (WC-FURY-4, WC-FURY-5), resolution.py
(WC-FURY-6, WC-FURY-7).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Offer, Query, Refusal, Term
from sandtable.core.texts import say
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, exposed, foes
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.measuring.line_of_sight import seen_among
from sandtable.rulesets.warcaster.state.printed import card_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import WHO, Table


class FuryRange(Query, frozen=True):
    """RNG of Furies channelled through a model, in thousandths (WC-FURY-2)."""

    who: str

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(card_of(p, self.who).arc_relay, "Arc Relay", "WC-FURY-2", "base")
        yield Term(0, "RNG is never less", "WC-STAT-14", "least")


def relays(p: Position, seat: int) -> tuple[str, ...]:
    """Models that may channel, tokens or not (WC-FURY-1, WC-FURY-9)."""
    return p.memo(("relays", seat), _relays, WHO, p, seat)


def _relays(p: Position, seat: int) -> tuple[str, ...]:
    state: Table = p.state
    able = [(n, m.unit) for n, m in state.models.items() if p.rules.cards.units[m.card].arc_relay]
    return tuple([n for n, unit in able if state.units[unit].seat == seat])


class Fury(CypherCard):
    """``play cryo_lock on marauder through coalition_weaver``: card, target and channelling model (WC-FURY-1)."""

    def strike(self, p: Position, channeller: str, target: str) -> Strike:
        printed = self.printed(p)
        return Strike(
            attacker=channeller,
            target=target,
            declared=target,
            kind="fury",
            cypher=self.id,
            pow=printed.pow if isinstance(printed.pow, int) else None,
            energy=(printed.energy,),
            quality=printed.quality,
        )

    def spares(self, p: Position, target: str) -> bool:
        """Some Furies are played on unit models only, not on void gates (WC-CYPHER-44)."""
        model = p.state.models.get(target)
        return model is not None and model.card == "void_gate" and self.printed(p).target != "enemy_model"

    def in_range(self, p: Position, channeller: str) -> list[str]:
        reach = p.value(FuryRange(channeller)) + TOL
        return [n for far, n in foes(p, channeller) if far <= reach]

    def ways(self, p: Position, seat: int) -> Iterator[Way]:
        for channeller in relays(p, seat):
            for target in seen_among(p, channeller, self.in_range(p, channeller)):
                if not self.spares(p, target) and exposed(p, self.strike(p, channeller, target)):
                    yield target, "through", channeller

    def sought(self, p: Position, seat: int) -> Iterator[Way]:
        """Every enemy through every model that may channel, the nearest first."""
        for channeller in relays(p, seat):
            for _, target in sorted(foes(p, channeller)):
                yield target, "through", channeller

    def effect(self, p: Position, way: Way) -> Frame:
        target, _, channeller = way
        return Attack(strike=self.strike(p, channeller, target))

    def offer(self, key: str, frame: Frame, way: Way) -> Offer:
        return Offer(key, frame, verb="play", actor=way[2], target=way[0], using=self.id, group=self.id, odds=True)

    def refusal(self, p: Position, seat: int, way: Way) -> Refusal | None:
        if not relays(p, seat):
            return Refusal("you have no model with Arc Relay on the table", "WC-FURY-8")
        if len(way) != 3 or way[1] != "through":
            return Refusal(
                say("say through whom: {phrase}", phrase=self.phrase("enemy", "through", "model")), "WC-FURY-1"
            )
        target, _, channeller = way
        if channeller not in relays(p, seat):
            return Refusal(say("{channeller} is no friendly model with Arc Relay", channeller=channeller), "WC-FURY-1")
        if self.spares(p, target):
            return Refusal(say("{name} is played on unit models only", name=self.printed(p).name), "WC-CYPHER-44")
        return barred(p, self.strike(p, channeller, target), p.value(FuryRange(channeller)))
