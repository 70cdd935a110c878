"""Activating a unit: it may advance once and attack once, in either order (WC-ACT).

Elsewhere: WC-ACT-4 in attacks/attack_phrases; WC-ACT-5, WC-ACT-6, WC-ACT-7, WC-ACT-8, WC-ACT-9 in turn/activity;
WC-ACT-10 in terrain/features; WC-ACT-11 in abilities/activation_support; WC-ACT-12 in abilities/on_hit_spikes;
WC-ACT-14 in turn/deployment; WC-ACT-15 in abilities/activation_spikes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Frame,
    Next,
    Offer,
    Option,
    Options,
    Refusal,
    Return,
    Settle,
    Wait,
)
from sandtable.core.legality import Check, Checks, passing, refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.abilities.special_rules import unit_rules
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.attack_phrases import (
    attack_key,
    attack_option,
    misread,
    modes_of,
    read_attack,
)
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, foes, targets
from sandtable.rulesets.warcaster.attacks.windows import reactions
from sandtable.rulesets.warcaster.movement.squad_move import move_unit
from sandtable.rulesets.warcaster.state.events import ActivationBegan, ActivationOver, TokenGained
from sandtable.rulesets.warcaster.state.moments import ActivationEnded
from sandtable.rulesets.warcaster.state.printed import in_play, unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import weapons_of
from sandtable.rulesets.warcaster.state.table import PLAY
from sandtable.rulesets.warcaster.turn.activity import ATTACK_LEFT, Activity, MadeAttack, activated, may_attack
from sandtable.rulesets.warcaster.turn.windows import ACTIVATION_BEGINS, ACTIVATION_ENDS, IN_ACTIVATION

END = "end"


class ActivationMenu(Options, frozen=True, kw_only=True):
    """What the unit may do next."""

    activity: Activity

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("menu", self.activity), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        if not self.activity.moved:
            yield self.move()
        yield from self.attacks(p)
        for offer in offers(p, self.activity):
            yield offer.option()
        yield Option(END, cite="WC-ACT-3", verb="end activation", ends=True)

    def on_offer(self, p: Position, key: str) -> bool:
        """Only the attack that is named is judged, and abilities only where it is none."""
        if key == END:
            return True
        if key == "move":
            return not self.activity.moved
        read = self.read(p, key)
        if read is None:
            return any(offer.key == key for offer in offers(p, self.activity))
        model, slot, strike = read
        squad = unit_card(p, self.activity.unit).type == "squad"  # only a squad's models are named
        worded = attack_key(model if squad else "", strike.target, slot, key.partition(" as ")[2])
        return worded == key and self.refusal(p, model, slot, strike) is None

    def refusal(self, p: Position, model: str, slot: str, strike: Strike) -> Refusal | None:
        return refusal(ATTACK_LEFT, p, self.activity, model, slot) or barred(p, strike)

    def move(self) -> Option:
        return Option("move", cite="WC-ACT-2", verb="move", actor=self.activity.unit)

    def attacks(self, p: Position) -> Iterator[Option]:
        squad = unit_card(p, self.activity.unit).type == "squad"
        for model in p.state.models_of(self.activity.unit):
            for slot in weapons_of(p, model):
                if may_attack(p, self.activity, model, slot):
                    for mode in modes_of(p, slot):
                        for target in targets(p, model, slot, mode):
                            key = attack_key(model if squad else "", target, slot, mode)
                            yield attack_option(key, model, target, slot, mode)

    def sought(self, p: Position) -> Iterator[Option]:
        """Every enemy with every weapon, the nearest first; and the move it has made."""
        yield self.move()
        squad = unit_card(p, self.activity.unit).type == "squad"
        for model in p.state.models_of(self.activity.unit):
            for _, target in sorted(foes(p, model)):
                for slot in weapons_of(p, model):
                    mode = modes_of(p, slot)[0]
                    key = attack_key(model if squad else "", target, slot, mode)
                    yield attack_option(key, model, target, slot, mode)

    def missing(self, p: Position, key: str) -> Refusal:
        if key == "move":
            return Refusal(say("{unit} has moved in this activation", unit=self.activity.unit), "WC-ACT-2")
        read = self.read(p, key)
        if read is None:
            return misread(p, self.activity.unit, key) or self.unused(p, key) or super().missing(p, key)
        model, slot, strike = read
        return self.refusal(p, model, slot, strike) or super().missing(p, key)

    def unused(self, p: Position, key: str) -> Refusal | None:
        """Why an ability is not on offer: hooks of ``forbids(Activity)`` explain their own phrases."""
        return p.forbidden(Activity, self.activity, key)

    def read(self, p: Position, key: str) -> tuple[str, str, Strike] | None:
        """The attack a phrase means: ``rangers.1 attack marauder with battle_rifle as fire``."""
        return read_attack(p, p.state.models_of(self.activity.unit), key)


def offers(p: Position, activity: Activity) -> list[Offer]:
    """What abilities allow in this activation: spikes, special actions. A special rule it takes is the unit's own."""
    unit, seat = activity.unit, p.state.units[activity.unit].seat
    return list(p.offers(IN_ACTIVATION, activity, seat, among=unit_rules(p, unit)))


class Activation(Frame, frozen=True, kw_only=True):
    """One unit's activation, step by step. Cut short when the unit is gone or a fall has ended it (WC-FALL-5).

    A token gained meanwhile does not end it (WC-ACT-13).
    """

    activity: Activity

    def still(self, d: Draft) -> bool:
        if self.at in ("start", "over"):
            return True
        return bool(d.state.activating == self.activity.unit and d.state.units[self.activity.unit].place == PLAY)

    def cut(self, d: Draft) -> Next:
        return Call(ActivationEnds(unit=self.activity.unit), then=self.over)

    def start(self, d: Draft) -> Next:
        d.emit(ActivationBegan(unit=self.activity.unit, cite="WC-ACT-2"))
        return Call(reactions(d, ACTIVATION_BEGINS, self.activity), then=self.begun)

    def begun(self, d: Draft, activity: Activity) -> Next:
        return self.but(activity=activity).menu(d)

    def menu(self, d: Draft, *ignored: Any) -> Next:
        seat = d.state.units[self.activity.unit].seat
        domain = ActivationMenu(activity=self.activity)
        return Wait(
            Ask(
                seat,
                say("activate {unit}", unit=self.activity.unit),
                domain,
                END,
                "WC-ACT-2",
                about=(self.activity.unit,),
            ),
            then=self.chosen,
        )

    def chosen(self, d: Draft, key: str) -> Next:
        a = self.activity
        if key == END:
            return Call(ActivationEnds(unit=a.unit), then=self.over)
        if key == "move":
            moved = self.but(activity=a.but(moved=True, closed=a.closed or bool(a.attacks or a.acted)))
            return Call(move_unit(d, a.unit, None, "WC-ACT-2"), then=moved.did)
        attack = ActivationMenu(activity=a).read(d, key)
        if attack is not None:
            model, slot, strike = attack
            made = self.but(activity=a.after(MadeAttack(model=model, weapon=slot)))
            return Call(Attack(strike=activated(a, strike)), then=made.attacked)
        offer = next(o for o in offers(d, a) if o.key == key)
        return Call(offer.frame, then=self.used)

    def attacked(self, d: Draft, strike: Strike | None = None) -> Next:
        return self.did(d)

    def used(self, d: Draft, activity: Activity | None = None) -> Next:
        return (self if activity is None else self.but(activity=activity)).did(d)

    def did(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.menu)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class ActivationEnds(Frame, frozen=True, kw_only=True):
    """The unit gets its token (WC-ACT-3); skirmish missions score now (WC-SKIRMISH-6)."""

    unit: str

    def start(self, d: Draft) -> Next:
        return Call(reactions(d, ACTIVATION_ENDS, Activity(unit=self.unit)), then=self.token)

    def token(self, d: Draft, activity: Activity) -> Next:
        unit = d.state.units[self.unit]
        if unit.place == PLAY and not unit.token:
            d.emit(TokenGained(unit=self.unit, cite="WC-ACT-3"))
        if d.state.activating == self.unit:
            d.emit(ActivationOver(unit=self.unit, cite="WC-ACT-3"))
        d.reach(ActivationEnded(self.unit))
        return Call(Settle(), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


# Each check is asked with the position, the seat, whether only a solo is left to activate, and the unit.
IN_PLAY = Check(
    lambda p, seat, solo, unit: not p.state.is_in_play(unit, seat),
    lambda p, seat, solo, unit: Refusal(say("{unit} is no unit of yours in play", unit=unit), "WC-TURN-8"),
)
NO_TOKEN = Check(
    lambda p, seat, solo, unit: p.state.units[unit].token,
    lambda p, seat, solo, unit: Refusal(say("{unit} has an activation token", unit=unit), "WC-ACT-1"),
)
SOLO = Check(
    lambda p, seat, solo, unit: solo and unit_card(p, unit).type != "solo",
    lambda p, seat, solo, unit: Refusal("only one more solo may activate this turn", "WC-TURN-10"),
)
ACTIVATE: Checks = (IN_PLAY, NO_TOKEN, SOLO)


def able_to_activate(p: Position, seat: int, solo: bool = False) -> list[str]:
    """Units in play without a token; only solos when one is asked for."""
    open_to_all: Checks = (NO_TOKEN, SOLO) if solo else (NO_TOKEN,)  # the list is of units in play
    return passing(open_to_all, in_play(p, seat), p, seat, solo)


class WhichUnit(Options, frozen=True, kw_only=True):
    """The units that may activate now."""

    seat: int
    solo: bool = False  # only the additional solo is left
    optional: bool = False

    def options(self, p: Position) -> tuple[Option, ...]:
        found = [
            Option(f"activate {n}", cite="WC-TURN-8", verb="activate", actor=n)
            for n in able_to_activate(p, self.seat, self.solo)
        ]
        return (
            (*found, Option(END, cite="WC-TURN-8", verb="end activations", ends=True))
            if self.optional
            else tuple(found)
        )

    def sought(self, p: Position) -> Iterator[Option]:
        for unit in p.state.in_play(self.seat):
            yield Option(f"activate {unit}", cite="WC-TURN-8", verb="activate", actor=unit)

    def missing(self, p: Position, key: str) -> Refusal:
        unit = key.removeprefix("activate ")
        if unit in p.state.units and (barred := refusal(ACTIVATE, p, self.seat, self.solo, unit)) is not None:
            return barred
        if key == END:
            return Refusal("a unit that can activate must", "WC-TURN-9")
        return super().missing(p, key)


class Activations(Frame, frozen=True, kw_only=True):
    """Step 4: exactly one unit and optionally one additional solo, in either order (WC-TURN-8)."""

    seat: int
    done: tuple[str, ...] = ()  # types activated so far

    def start(self, d: Draft, *ignored: Any) -> Next:
        solo = len(self.done) == 1 and self.done[0] != "solo"
        free = able_to_activate(d, self.seat, solo)
        if len(self.done) == 2 or not free:
            return Return()
        domain = WhichUnit(seat=self.seat, solo=solo, optional=bool(self.done))
        default = END if self.done else f"activate {free[0]}"
        return Wait(Ask(self.seat, "activate a unit", domain, default, "WC-TURN-8"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == END:
            return Return()
        unit = key.removeprefix("activate ")
        after = self.but(done=(*self.done, unit_card(d, unit).type))
        return Call(Activation(activity=Activity(unit=unit)), then=after.start)
