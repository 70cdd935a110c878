"""Rules after an attack is resolved (`RESOLVED`): shared tests, and moves (WC-REACT-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Offer, Return, Settle, offers
from sandtable.rulesets.warcaster.abilities.rule_terms import has, inches
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.windows import AFTER_SPRAY, RESOLVED
from sandtable.rulesets.warcaster.movement.move import Move
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.rulesets.warcaster.state.table import OTHER, Table


def standing(p: Position, model: str, seat: int) -> bool:
    """In play and of this seat: a destroyed model does not react (WC-REACT-4)."""
    return model in p.state.models and p.state.seat_of(model) == seat


def by_enemy(p: Position, strike: Strike, seat: int) -> bool:
    """The attack was the other seat's, also when the attacker is gone by now."""
    return seat_of_strike(p.state, strike) == OTHER[seat]


def hit(strike: Strike) -> bool:
    """Hit, and not ignored."""
    return strike.hit and not strike.void


def enemies_destroyed(p: Position, strike: Strike, seat: int) -> bool:
    """The attack destroyed an enemy unit model. A gate collapses: that is no destruction."""
    state: Table = p.state
    owners = (state.units.get(name.partition(".")[0]) for name in strike.destroyed)
    return any(unit is not None and unit.seat != seat for unit in owners)


def after(rule: str, model: str, frame: Frame, cite: str) -> Offer:
    return Offer(f"{rule} of {model}", frame, cite=cite, verb="react", actor=model, ability=rule)


class AfterAttack(Frame, frozen=True, kw_only=True):
    """Something follows the attack, which itself is over: the strike comes back as it was."""

    strike: Strike
    what: Frame

    def start(self, d: Draft) -> Next:
        return Call(self.what, then=self.settle)

    def settle(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.strike)


def move_after(p: Position, strike: Strike, rule: str, model: str) -> Offer:
    """A single model moves, also one of a squad (WC-SQUAD-8)."""
    move = Move(model=model, allowance=inches(p, rule, "move"), cite="WC-REACT-7")
    return after(rule, model, AfterAttack(strike=strike, what=move), "WC-REACT-7")


@offers(RESOLVED, AFTER_SPRAY, rule=("fire_and_displace", "battle_cruiser", "bomber"))
def attacker_moves(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """Fire and Displace, Battle Cruiser, Bomber: after the whole of its attack, a spray's last roll."""
    if not strike.weapon or strike.more_to_come or not standing(p, strike.attacker, seat):
        return
    if strike.kind == "ranged":
        for rule in ("fire_and_displace", "battle_cruiser"):
            if has(p, strike.attacker, rule):
                yield move_after(p, strike, rule, strike.attacker)
    explosive = "explosive" in strike.energy and has(p, strike.attacker, "bomber")
    if explosive and p.holds(Trait(strike.attacker, "flight")):
        yield move_after(p, strike, "bomber", strike.attacker)


@offers(RESOLVED, rule="relentless")
def relentless(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    if strike.kind != "melee" or not strike.destroyed or not standing(p, strike.attacker, seat):
        return
    if has(p, strike.attacker, "relentless") and enemies_destroyed(p, strike, seat):
        yield move_after(p, strike, "relentless", strike.attacker)


@offers(RESOLVED, rule="heightened_reflexes")
def heightened_reflexes(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """The model the attack was declared on, hit or missed, even if another one took the hit."""
    model = strike.declared or strike.target
    if strike.extra and strike.target != model:
        return  # a bystander's roll of the same attack
    if standing(p, model, seat) and has(p, model, "heightened_reflexes"):
        yield move_after(p, strike, "heightened_reflexes", model)
