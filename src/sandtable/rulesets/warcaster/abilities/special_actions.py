"""Special actions: used by a model in place of its attacks, either side of its move (WC-ACT-8, WC-ACT-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Offer, Pool, Return, Roll, Wait, offers
from sandtable.rulesets.warcaster.abilities.special_rules import holders
from sandtable.rulesets.warcaster.measuring.distance import within
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.events import EffectExpired, Repaired
from sandtable.rulesets.warcaster.state.printed import type_of, unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.turn.activity import Activity
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION


def may_act(activity: Activity, model: str) -> bool:
    """One special action instead of attacking: none after an attack, none once the attack step is over."""
    return not activity.closed and model not in activity.acted and not activity.made_by(model)


def actors(p: Position, activity: Activity, action: str) -> Iterator[str]:
    """Models of the activating unit that may use an action now; in a squad each chooses for itself (WC-ACT-9)."""
    for model in holders(p, action):
        if p.state.models[model].unit == activity.unit and may_act(activity, model):
            yield model


def action_key(p: Position, activity: Activity, model: str, words: str) -> str:
    """A squad names the model first, as for its attacks."""
    return f"{model} {words}" if unit_card(p, activity.unit).type == "squad" else words


class SpecialAction(Frame, frozen=True, kw_only=True):
    """The model has acted; a subclass says how. Returns the activity."""

    activity: Activity
    model: str
    target: str = ""

    def acted(self) -> Next:
        return Return(self.activity.but(acted=(*self.activity.acted, self.model)))


def friends_beside(p: Position, model: str, rule: str) -> Iterator[str]:
    """Friendly unit models in range of an action, the model itself among them (WC-MEAS-9)."""
    state: Table = p.state
    me, seat, reach = state.models[model], state.seat_of(model), 1000 * p.rules.cards.figure(rule, "range")
    for name, m in state.models.items():
        if state.units[m.unit].seat == seat and m.card != "void_gate" and within(p, me, m, reach):
            yield name


class Repair(SpecialAction, frozen=True, kw_only=True):
    """Not below 0 damage, and not for a destroyed model (WC-SPEC-6)."""

    def start(self, d: Draft) -> Next:
        dice = Pool("repair", (("A", d.rules.cards.figure("repair", "action_dice")),), d.state.seat_of(self.model))
        return Wait(Roll(f"repair {self.target}", (dice,), cite="WC-ACT-8"), then=self.rolled)

    def rolled(self, d: Draft, strikes: int) -> Next:
        points = min(strikes, d.state.models[self.target].damage)
        if points:
            d.emit(Repaired(model=self.target, points=points, cite="WC-SPEC-6"))
        return self.acted()


@offers(IN_ACTIVATION, rule="repair")
def repair(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    for model in actors(p, activity, "repair"):
        for name in friends_beside(p, model, "repair"):
            if p.state.models[name].damage:
                key = action_key(p, activity, model, f"repair {name}")
                frame = Repair(activity=activity, model=model, target=name)
                yield Offer(key, frame, cite="WC-ACT-8", verb="repair", actor=model, target=name, ability="repair")


class TuneUp(SpecialAction, frozen=True, kw_only=True):
    """Whatever continuous effects it has end, then it gets Tune Up."""

    def start(self, d: Draft) -> Next:
        for effect in d.state.models[self.target].effects:
            d.emit(EffectExpired(model=self.target, effect=effect, cite="WC-ACT-8"))
        return Call(GainEffect(model=self.target, effect="tune_up", cite="WC-CE-10"), then=self.tuned)

    def tuned(self, d: Draft, *ignored: Any) -> Next:
        return self.acted()


@offers(IN_ACTIVATION, rule="tune_up")
def tune_up(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    for model in actors(p, activity, "tune_up"):
        for name in friends_beside(p, model, "tune_up"):
            if type_of(p, name) == "warjack":
                key = action_key(p, activity, model, f"tune up {name}")
                frame = TuneUp(activity=activity, model=model, target=name)
                yield Offer(key, frame, cite="WC-ACT-8", verb="tune up", actor=model, target=name, ability="tune_up")
