"""The furnace: a warjack knocked down in shallow water goes out and is inert; fire on the fallen ends there too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, EffectBegan, Frame, forces
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, FIRE, INERT, begin, card, end, is_down
from sandtable.rulesets.warmachine.common.state.events import FocusSet, Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.terrain.features import stands_in

SHALLOW = "shallow_water"


@forces(EffectBegan)
def put_out(d: Draft, event: EffectBegan) -> Iterator[Frame]:
    name = event.effect.on
    if event.effect.name == DOWN and name in d.state.models and stands_in(d, d.state.models[name], SHALLOW):
        go_out(d, name)
    yield from ()


@forces(Moved)
def put_out_lying(d: Draft, event: Moved) -> Iterator[Frame]:
    """A model that lay on the ground already and is pushed, slammed or thrown into it."""
    if event.forced and event.who in d.state.models and is_down(d, event.who):
        x, y = event.path[0]
        now = d.state.models[event.who]
        if stands_in(d, now, SHALLOW) and not stands_in(d, now.but(x=x, y=y), SHALLOW):
            go_out(d, event.who)
    yield from ()


def go_out(d: Draft, name: str) -> None:
    """M1-TERRAIN-7, M1-TERRAIN-8; it stays in its battlegroup (M1-INERT-5)."""
    end(d, name, FIRE, "M1-TERRAIN-8")
    if card(d, name).kind == "warjack":
        begin(d, Effect(INERT, name, cite="M1-TERRAIN-8"))
        if d.state.status[name].focus:
            d.emit(FocusSet(who=name, focus=0, cite="M1-INERT-6"))
