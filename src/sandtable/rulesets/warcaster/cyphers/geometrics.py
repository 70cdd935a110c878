"""Geometrics, for friendly squads.

Rules: WC-CYPHER-26, WC-CYPHER-27, WC-CYPHER-28, WC-CYPHER-29, WC-CYPHER-30, WC-CYPHER-31, WC-CYPHER-46.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Call, Frame, Next, Offer, Refusal, Return, Term, modifies, offers
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.attack_phrases import modes_of
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import declare, targets
from sandtable.rulesets.warcaster.cyphers.cards_in_play import lies_with
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.movement.rejoin_squad import Rejoin, can_rejoin
from sandtable.rulesets.warcaster.movement.squad_move import SquadMove
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Arm, Spd, Trait, weapons_of
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.turn.activity import Activity, MadeAttack, activated
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION

AGAIN = "reiteration_complex"


@modifies("cover")
def force_barrier(p: Position, q: Trait) -> Iterator[Term]:
    """The squad has cover wherever it stands (WC-CYPHER-26, WC-COVER-8)."""
    if lies_with(p.state, p.state.models[q.who].unit, "force_barrier"):
        yield Term(YES, "Force Barrier", "WC-CYPHER-26")


@modifies(Arm, Spd)
def plexus_densifier(p: Position, q: Arm | Spd) -> Iterator[Term]:
    """Harder and slower (WC-CYPHER-30)."""
    if lies_with(p.state, p.state.models[q.who].unit, "plexus_densifier"):
        value = PLEXUS_DENSIFIER.figure(p, "ARM") if isinstance(q, Arm) else 1000 * PLEXUS_DENSIFIER.figure(p, "SPD")
        yield Term(value, "Plexus Densifier", "WC-CYPHER-30", group="plexus_densifier")


class MortalityDestabilizer(CypherCard):
    """One destroyed trooper comes back, if there is one and room for it (WC-CYPHER-28)."""

    def ways(self, p: Position, seat: int) -> Iterator[Way]:
        for unit in self.targets(p, seat):
            if can_rejoin(p, unit):
                yield (unit,)

    def effect(self, p: Position, way: Way) -> Frame:
        (unit,) = way
        return Rejoin(unit=unit, cite="WC-CYPHER-28")

    def refusal(self, p: Position, seat: int, way: Way) -> Refusal | None:
        if barred := super().refusal(p, seat, way):
            return barred
        (unit,) = way
        if can_rejoin(p, unit):
            return None
        return Refusal(say("{way} has lost no trooper, or there is no room for one", way=unit), "WC-CYPHER-10")


class DisplacementIndex(CypherCard):
    """The squad moves at once, whatever its SPD (WC-CYPHER-31)."""

    def effect(self, p: Position, way: Way) -> Frame:
        (unit,) = way
        return SquadMove(unit=unit, allowance=1000 * self.figure(p, "move"), cite="WC-CYPHER-31")


FORCE_BARRIER = CypherCard("force_barrier")
MORTALITY_DESTABILIZER = MortalityDestabilizer("mortality_destabilizer")
REITERATION_COMPLEX = CypherCard(AGAIN)
PLEXUS_DENSIFIER = CypherCard("plexus_densifier")
DISPLACEMENT_INDEX = DisplacementIndex("displacement_index")


# --- Reiteration Complex ------------------------------------------------------------------------------


@offers(IN_ACTIVATION)
def reiteration_complex(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    """One extra ranged attack for each model, with any ranged weapon, whatever else it does.

    Rules: WC-CYPHER-29, WC-CYPHER-46.
    """
    state: Table = p.state
    if activity.closed or not lies_with(state, activity.unit, AGAIN):
        return
    for model in state.models_of(activity.unit):
        if any(made.extra and made.model == model for made in activity.attacks):
            continue
        for slot in weapons_of(p, model):
            if p.rules.cards.weapon(slot).kind != "ranged":
                continue
            for target in targets(p, model, slot):
                for mode in modes_of(p, slot):
                    key = f"{model} fire {slot} again at {target}" + (f" as {mode}" if mode else "")
                    strike = declare(p, model, target, slot, mode)
                    frame = ExtraAttack(activity=activity, strike=strike)
                    yield Offer(
                        key, frame, cite="WC-CYPHER-29", verb="fire again", actor=model, target=target, using=slot,
                        how=mode, group=model, odds=True,
                    )  # fmt: skip


class ExtraAttack(Frame, frozen=True, kw_only=True):
    """The attack is part of the attack step, yet does not count against what the model may do otherwise."""

    activity: Activity
    strike: Strike

    def start(self, d: Draft) -> Next:
        s = self.strike
        made = self.activity.after(MadeAttack(model=s.attacker, weapon=s.weapon, extra=True))
        strike = activated(self.activity, self.strike)
        return Call(Attack(strike=strike), then=self.but(activity=made).made)

    def made(self, d: Draft, *ignored: Strike) -> Next:
        return Return(self.activity)
