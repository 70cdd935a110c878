"""Deep water: only forced movement leads into it. A warjack there is lost; others can do nothing but leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Happen, Next, Refusal, Return, Settle, forbids, forces
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import FIRE, card, end
from sandtable.rulesets.warmachine.common.state.events import Destroyed, Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.terrain.features import WATER, stands_in
from sandtable.rulesets.warmachine.common.turn.activity import Activity


class Sink(Frame, frozen=True, kw_only=True):
    """A warjack that enters deep water is lost at once."""

    model: str

    def start(self, d: Draft) -> Next:
        if self.model not in d.state.models:
            return Return()
        gone = d.rules.edition.loss.sinks_for_good()
        event = Destroyed(
            who=self.model, removed=gone, at=d.state.models[self.model].at, cite=d.rules.cite("warjacks in deep water")
        )
        return Call(Happen(event=event), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.finish)


@forces(Moved)
def into_the_water(d: Draft, event: Moved) -> Iterator[Frame]:
    if not event.forced or event.who not in d.state.models or not stands_in(d, d.state.models[event.who], WATER):
        return
    policy = d.rules.edition.deep_water
    if card(d, event.who).kind == "warjack":
        yield Sink(model=event.who)
    elif policy.puts_out_fire():
        end(d, event.who, FIRE, d.rules.cite("helpless in deep water"))


@forbids("attack", "special", "power attack", "cast", "charge")
def helpless_in_water(p: Position, a: Activity, *more: Any) -> Refusal | None:
    """While any part of its base is in it, a model does nothing but move out."""
    if stands_in(p, p.state.models[a.model], WATER):
        return Refusal(say("{model} is in deep water", model=a.model), p.rules.cite("helpless in deep water"))
    return None


@forbids("run")
def no_run_in_water(p: Position, a: Activity, *more: Any) -> Refusal | None:
    policy = p.rules.edition.deep_water
    return None if policy.may_run() else helpless_in_water(p, a)


@forbids("free strike")
def no_strike_from_the_water(p: Position, model: str) -> Refusal | None:
    if stands_in(p, p.state.models[model], WATER):
        return Refusal(say("{model} is in deep water", model=model), p.rules.cite("helpless in deep water"))
    return None
