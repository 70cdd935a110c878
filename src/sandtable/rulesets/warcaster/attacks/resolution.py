"""The rolls of an attack against one model and all that follows, in the order of WC-ATK-11 (windows of WC-REACT-9)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Event, Frame, Next, Return, Roll, Settle, Wait
from sandtable.core.cues import AnyCue, Struck
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.blast import Blast, BlastMiss, Neighbours
from sandtable.rulesets.warcaster.attacks.damage import hurt, points_of
from sandtable.rulesets.warcaster.attacks.dice_pools import AttackDice, DamageDice, DefenceDice, pool
from sandtable.rulesets.warcaster.attacks.slams import Collateral, SlamFirst
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.windows import (
    AFTERMATH,
    BEFORE_DAMAGE,
    HIT,
    HIT_SPIKES,
    ON_HIT,
    RESOLVED,
    ROLLED,
    reactions,
)
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import OTHER, Table


class Hit(Event, frozen=True, kw_only=True):
    """The attack hits, after whatever could replace or prevent that. Spikes on the hit and its effects follow."""

    strike: Strike

    def line(self, p: Position) -> str:
        return say("{target} is hit, margin {margin}", target=self.strike.target, margin=self.strike.margin)

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        return (Struck(actor=self.strike.attacker, target=self.strike.target, hit=True),)


class Missed(Event, frozen=True, kw_only=True):
    """No damage roll and no on-hit effects follow, except for a blast (WC-ATK-10, WC-BLAST-4)."""

    strike: Strike

    def line(self, p: Position) -> str:
        return say("{attacker} misses {target}", attacker=self.strike.attacker, target=self.strike.target)

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        return (Struck(actor=self.strike.attacker, target=self.strike.target, hit=False),)


class Resolve(Frame, frozen=True, kw_only=True):
    """The rolls of one attack against one model and what follows, resolved completely (WC-ATK-13).

    The target of a Fury rolls defence like any other, and hit, margin and damage are the same (WC-FURY-6, WC-FURY-7).
    Returns the strike as it ended.
    """

    strike: Strike

    def start(self, d: Draft) -> Next:
        s = self.strike
        if s.attacker not in d.state.models or s.target not in d.state.models:
            return Return(s)
        state: Table = d.state
        attack = pool(d, AttackDice, s, "attack", state.seat_of(s.attacker))
        defence = pool(d, DefenceDice, s, "defence", state.seat_of(s.target))
        return Wait(Roll("attack and defence", (attack, defence), cite="WC-ATK-4"), then=self.rolled)

    def rolled(self, d: Draft, attack: int, defence: int) -> Next:
        """Rerolls: the attacker's first, whoever is active (WC-ATK-11)."""
        seat = seat_of_strike(d.state, self.strike)
        subject = self.strike.but(attack=attack, defence=defence)
        return Call(reactions(d, ROLLED, subject, seats=(seat, OTHER[seat])), then=self.compare)

    def compare(self, d: Draft, strike: Strike) -> Next:
        margin = max(0, strike.attack - strike.defence)
        me = self.but(strike=strike.but(attack=0, defence=0, margin=margin, hit=margin > 0))
        if margin > 0:
            return Call(reactions(d, HIT, me.strike), then=me.substituted)
        d.emit(Missed(strike=me.strike, cite="WC-ATK-6"))
        if "blast" in strike.quality:
            return Call(BlastMiss(strike=me.strike), then=me.done)
        return me.done(d, me.strike)

    def substituted(self, d: Draft, strike: Strike) -> Next:
        """Whoever is hit now is the target; a blast catches those near it at this moment (WC-BLAST-6).

        The target of a blast is resolved like any other (WC-BLAST-1).
        """
        if strike.void or strike.target not in d.state.models:
            return self.done(d, strike)
        d.emit(Hit(strike=strike, cite="WC-ATK-6"))
        if "blast" in strike.quality:
            return Call(Neighbours(strike=strike), then=self.spikes)
        return self.spikes(d, strike)

    def spikes(self, d: Draft, strike: Strike) -> Next:
        return Call(reactions(d, HIT_SPIKES, strike), then=self.on_hit)

    def on_hit(self, d: Draft, strike: Strike) -> Next:
        """On-hit effects come before the damage roll (WC-ATK-12); a spike may have replaced one."""
        if strike.target not in d.state.models:  # a gate emptied by a spike
            return self.aftermath(d, strike)
        d.force(*(offer.frame for offer in d.offers(ON_HIT, strike, seat_of_strike(d.state, strike))))
        return Call(SlamFirst(strike=strike), then=self.slammed)

    def slammed(self, d: Draft, strike: Strike) -> Next:
        if strike.target not in d.state.models:
            return self.aftermath(d, strike)
        return Call(reactions(d, BEFORE_DAMAGE, strike), then=self.damage)

    def damage(self, d: Draft, strike: Strike) -> Next:
        me = self.but(strike=strike)
        if strike.pow is None or strike.target not in d.state.models:
            return me.aftermath(d, strike)
        dice = pool(d, DamageDice, strike, "damage", seat_of_strike(d.state, strike))
        rolled = self.but(strike=strike.but(margin=0, power=0))  # they are in the dice now
        return Wait(Roll("damage", (dice,), cite="WC-ATK-8"), then=rolled.damaged)

    def damaged(self, d: Draft, strikes: int) -> Next:
        s, state = self.strike, d.state
        had_arc = state.unit_of(s.target).arc > 0
        by = seat_of_strike(state, s)
        points = points_of(d, s.target, strikes, s.energy, s)
        if hurt(d, s.target, points, by=by, cite="WC-ATK-9", attack=s.kind, attacker=s.attacker):
            s = s.but(destroyed=(*s.destroyed, s.target), charged_victim=had_arc)
        return self.aftermath(d, s)

    def aftermath(self, d: Draft, strike: Strike) -> Next:
        """Blast and collateral rolls, then effects of destroyed models. The margin is used up."""
        strike = strike.but(margin=0, power=0)
        me = self.but(strike=strike)
        if strike.neighbours:
            return Call(Blast(strike=strike), then=me.blasted)
        return me.blasted(d, strike)

    def blasted(self, d: Draft, strike: Strike) -> Next:
        if strike.collateral:
            return Call(Collateral(strike=strike), then=self.collided)
        return self.collided(d, strike)

    def collided(self, d: Draft, strike: Strike) -> Next:
        return Call(reactions(d, AFTERMATH, strike), then=self.done)

    def done(self, d: Draft, strike: Strike) -> Next:
        return Call(Settle(), then=self.but(strike=strike).settled)

    def settled(self, d: Draft, *ignored: Any) -> Next:
        return Call(reactions(d, RESOLVED, self.strike), then=self.end)

    def end(self, d: Draft, strike: Strike) -> Next:
        return Return(strike)
