"""Effects of destroyed models, before the attack is over (`AFTERMATH`)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Call, Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.rule_terms import CARD, figure, inches
from sandtable.rulesets.warcaster.attacks.damage import DamageEach, PlainDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.attacks.windows import AFTERMATH, BEFORE_DAMAGE
from sandtable.rulesets.warcaster.measuring.distance import near
from sandtable.rulesets.warcaster.state.events import Repaired
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position

EXPLOSIVE = ("explosive",)


class Remember(Frame, frozen=True, kw_only=True):
    """Who stands near the target just before the damage roll: afterwards there may be no target to measure from."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        found = near(d, self.strike.target, inches(d, "explosive_collapse", "range"))
        return Return(self.strike.but(beside=tuple(found)))


@offers(BEFORE_DAMAGE)
def about_to_collapse(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Comes before the choices of the window, such as the move of Delayed Blast."""
    if "explosive_collapse" in strike.rules:
        yield Offer("explosive_collapse", Remember(strike=strike), cite=CARD, must=True)


class Collapse(Frame, frozen=True, kw_only=True):
    """A damage roll on each model that stood near: friend, foe or gate, in the attacker's order."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        seat = seat_of_strike(d.state, self.strike)
        rolls = tuple(self.on(d, name, seat) for name in self.strike.beside)
        return Call(DamageEach(seat=seat, rolls=rolls, cite=CARD), then=self.collapsed)

    def on(self, d: Draft, name: str, seat: int) -> PlainDamage:
        """Explosive damage, as blasts are."""
        power, me = figure(d, "explosive_collapse", "POW"), self.strike.attacker
        what = f"collapse on {name}"
        return PlainDamage(model=name, pow=power, energy=EXPLOSIVE, purpose=what, by=seat, attacker=me, cite=CARD)

    def collapsed(self, d: Draft, gone: tuple[str, ...]) -> Next:
        return Return(self.strike.but(beside=(), destroyed=(*self.strike.destroyed, *gone)))


@offers(AFTERMATH)
def explosive_collapse(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Only if the target itself was destroyed."""
    if "explosive_collapse" not in strike.rules or strike.target not in strike.destroyed:
        return
    if strike.beside:
        yield Offer("explosive_collapse", Collapse(strike=strike), cite=CARD, must=True)


class Feast(Frame, frozen=True, kw_only=True):
    """Damage is removed from the bearer, not below 0 (WC-SPEC-6)."""

    strike: Strike
    points: int

    def start(self, d: Draft) -> Next:
        me = d.state.models[self.strike.attacker]
        d.emit(Repaired(model=self.strike.attacker, points=min(self.points, me.damage), cite=CARD))
        return Return(self.strike)


@offers(AFTERMATH)
def gorge(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """One point for each warrior model this weapon destroyed (WC-GEN-5)."""
    if not strike.destroyed or "gorge" not in strike.rules or strike.attacker not in d.state.models:
        return
    eaten = sum(1 for n in strike.destroyed if was_warrior(d, n))
    if eaten and d.state.models[strike.attacker].damage and weapon_has(d, strike, "gorge"):
        yield Offer("gorge", Feast(strike=strike, points=eaten * figure(d, "gorge", "heal")), cite=CARD, must=True)


def was_warrior(p: Position, gone: str) -> bool:
    """Of a model that has left: a collapsed gate's unit is gone altogether, others are in reserve or removed."""
    state = p.state
    unit = gone.partition(".")[0]
    return unit in state.units and unit_card(p, unit).type in ("squad", "solo")
