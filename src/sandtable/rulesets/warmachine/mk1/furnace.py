"""The furnace: a warjack knocked down in shallow water goes out and is inert; fire on the fallen ends there too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, EffectBegan, Frame, forces
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, FIRE, INERT, begin, card, end, is_down
from sandtable.rulesets.warmachine.common.state.events import FocusSet, Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.terrain.features import stands_in

SHALLOW = "shallow_water"


@forces(EffectBegan, Moved)
def put_out(d: Draft, event: EffectBegan | Moved) -> Iterator[Frame]:
    name = event.effect.on if isinstance(event, EffectBegan) else event.who
    if name in d.state.models and stands_in(d, d.state.models[name], SHALLOW) and falls_in(d, name, event):
        go_out(d, name)
    yield from ()


def falls_in(d: Draft, name: str, event: EffectBegan | Moved) -> bool:
    """It is knocked down there, or lay on the ground already and is pushed, slammed or thrown there from elsewhere."""
    if isinstance(event, EffectBegan):
        return event.effect.name == DOWN
    x, y = event.path[0]
    return event.forced and is_down(d, name) and not stands_in(d, d.state.models[name].but(x=x, y=y), SHALLOW)


def go_out(d: Draft, name: str) -> None:
    """M1-TERRAIN-7, M1-TERRAIN-8; it stays in its battlegroup (M1-INERT-5)."""
    end(d, name, FIRE, "M1-TERRAIN-8")
    if card(d, name).kind == "warjack":
        begin(d, Effect(INERT, name, cite="M1-TERRAIN-8"))
        if d.state.status[name].focus:
            d.emit(FocusSet(who=name, focus=0, cite="M1-INERT-6"))
