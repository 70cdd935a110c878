"""The furnace: a warjack knocked down in shallow water goes out and is inert; fire on the fallen ends there too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, EffectBegan, Frame, forces
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, FIRE, INERT, begin, card, end
from sandtable.rulesets.warmachine.common.state.events import FocusSet
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.terrain.features import stands_in


@forces(EffectBegan)
def put_out(d: Draft, event: EffectBegan) -> Iterator[Frame]:
    """M1-TERRAIN-7, M1-TERRAIN-8; it stays in its battlegroup (M1-INERT-5)."""
    name = event.effect.on
    if event.effect.name == DOWN and name in d.state.models and stands_in(d, d.state.models[name], "shallow_water"):
        end(d, name, FIRE, "M1-TERRAIN-8")
        if card(d, name).kind == "warjack":
            begin(d, Effect(INERT, name, cite="M1-TERRAIN-8"))
            if d.state.status[name].focus:
                d.emit(FocusSet(who=name, focus=0, cite="M1-INERT-6"))
    yield from ()
