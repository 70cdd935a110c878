"""An attack outside the activation: a card or a reaction lets one model attack now (WC-CYPHER-12, WC-REACT-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Offer, Option, Options, Refusal, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.attack_phrases import attack_key, attack_option, modes_of, read_attack
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, each_target, foes
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import weapons_of

PASS = "pass"


class AttackNow(Options, frozen=True, kw_only=True):
    """Every legal attack of one model, with the weapons and on the target a rule allows."""

    model: str
    kinds: tuple[str, ...] = ("melee", "ranged")
    target: str = ""
    weapon: str = ""
    optional: bool = True

    def slots(self, p: Position) -> Iterator[str]:
        for slot in weapons_of(p, self.model):
            if slot == (self.weapon or slot) and p.rules.cards.weapon(slot).kind in self.kinds:
                yield slot

    def attacks(self, p: Position) -> Iterator[Option]:
        if self.model not in p.state.models:
            return
        for slot in self.slots(p):
            for mode in modes_of(p, slot):
                for target in each_target(p, self.model, slot, mode):
                    if target == (self.target or target):
                        key = attack_key("", target, slot, mode)
                        yield attack_option(key, self.model, target, slot, mode)

    def options(self, p: Position) -> tuple[Option, ...]:
        found = p.memo(("attack now", self), lambda: tuple(self.attacks(p)))
        return (
            (*found, Option(PASS, cite="WC-REACT-8", verb="no attack", ends=True))
            if self.optional or not found
            else found
        )

    def sought(self, p: Position) -> Iterator[Option]:
        for _, target in sorted(foes(p, self.model)) if self.model in p.state.models else ():
            for slot in self.slots(p):
                mode = modes_of(p, slot)[0]
                yield attack_option(attack_key("", target, slot, mode), self.model, target, slot, mode)

    def missing(self, p: Position, key: str) -> Refusal:
        if key == PASS:
            return Refusal(say("{model} must attack", model=self.model), "WC-ATK-2")
        read = read_attack(p, (self.model,), key)
        if read is None:
            return super().missing(p, key)
        _, slot, strike = read
        if slot not in self.slots(p):
            return Refusal(say("{slot} is not a weapon for this attack", slot=slot), "WC-SPEC-5")
        if self.target and strike.target != self.target:
            return Refusal(say("only {target} may be attacked now", target=self.target), "WC-ATK-3")
        return barred(p, strike) or super().missing(p, key)


class ImmediateAttack(Frame, frozen=True, kw_only=True):
    """One model makes one attack now, with a weapon and on a target of its owner's choice.

    It is no part of an activation: tokens neither matter nor are gained (WC-CYPHER-12). Without a legal attack nothing
    happens. Returns the strike as it ended, or None.
    """

    model: str
    kinds: tuple[str, ...] = ("melee", "ranged")
    target: str = ""  # the only model that may be attacked; empty: any legal one
    reaction: bool = False  # a reaction: gives rise to no reaction attack (WC-REACT-10)
    optional: bool = True
    weapon: str = ""  # the only slot that may be used; empty: any of the kinds
    extra: bool = False  # granted by an attack: not chained
    in_activation: bool = False  # part of its unit's activation
    marks: tuple[str, ...] = ()  # go with the strike, for the rules that read them
    cite: str = "WC-ATK-2"

    def domain(self) -> AttackNow:
        return AttackNow(
            model=self.model, kinds=self.kinds, target=self.target, weapon=self.weapon, optional=self.optional
        )

    def start(self, d: Draft) -> Next:
        domain = self.domain()
        if not any(domain.attacks(d)):
            return Return(None)
        default = PASS if self.optional else next(iter(domain.options(d))).key
        ask = Ask(
            d.state.seat_of(self.model),
            say("{model} attacks", model=self.model),
            domain,
            default,
            self.cite,
            about=(self.model,),
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        read = read_attack(d, (self.model,), key) if key != PASS else None
        if read is None:
            return Return(None)
        strike = read[2].but(reaction=self.reaction, extra=self.extra, in_activation=self.in_activation)
        strike = strike.marked(*self.marks)
        return Call(Attack(strike=strike), then=self.attacked)

    def attacked(self, d: Draft, strike: Strike | None = None) -> Next:
        return Return(strike)


class ReactionAttack(Frame, frozen=True, kw_only=True):
    """A reaction attack in a window of another attack: the suspended strike comes back as it was (WC-REACT-3)."""

    strike: Strike
    attack: ImmediateAttack

    def start(self, d: Draft) -> Next:
        return Call(self.attack, then=self.made)

    def made(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.strike)


def reaction_attack(p: Position, strike: Strike, attack: ImmediateAttack, rule: str, cite: str) -> Iterator[Offer]:
    """The offer of a reaction attack: none to a reaction, none by a model that is gone (WC-REACT-4, WC-REACT-10)."""
    if strike.reaction or attack.model not in p.state.models:
        return
    if any(attack.domain().attacks(p)):
        frame = ReactionAttack(strike=strike, attack=attack.but(reaction=True, cite=cite))
        key, model = f"{rule} of {attack.model}", attack.model
        yield Offer(key, frame, cite=cite, verb="react", actor=model, target=attack.target, odds=True, ability=rule)
