"""The furnace: a warjack knocked down in shallow water goes out and is inert; fire on the fallen ends there too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, EffectBegan, Frame, Refusal, forbids, forces
from sandtable.core.texts import say
from sandtable.geometry.distance import gap
from sandtable.geometry.shapes import Segment
from sandtable.geometry.units import NOISE, TOL
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.movement.forced_moves import ground_parts
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, FIRE, INERT, begin, card, end, is_down
from sandtable.rulesets.warmachine.common.state.events import FocusSet, Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.terrain.features import stands_in

SHALLOW = "shallow_water"


@forces(EffectBegan, Moved)
def put_out(d: Draft, event: EffectBegan | Moved) -> Iterator[Frame]:
    name = event.effect.on if isinstance(event, EffectBegan) else event.who
    if name in d.state.models and falls_in(d, name, event):
        go_out(d, name)
    yield from ()


def falls_in(d: Draft, name: str, event: EffectBegan | Moved) -> bool:
    """It is knocked down there, or lay on the ground already and is moved into it by force from elsewhere.

    Pushed or slammed it goes through all that is on its way; thrown it comes down at the end.
    """
    me = d.state.models[name]
    if isinstance(event, EffectBegan):
        return event.effect.name == DOWN and stands_in(d, me, SHALLOW)
    if not event.forced or not is_down(d, name):
        return False
    (x, y), end = event.path[0], event.path[-1]
    if stands_in(d, me.but(x=x, y=y), SHALLOW):
        return False
    way = Segment(*(end if event.thrown else (x, y)), *end)
    return any(gap(way, part) < radius(d, me) - TOL - NOISE for part in ground_parts(d, SHALLOW))


def go_out(d: Draft, name: str) -> None:
    """M1-TERRAIN-7, M1-TERRAIN-8; it stays in its battlegroup (M1-INERT-5)."""
    end(d, name, FIRE, "M1-TERRAIN-8")
    if card(d, name).kind == "warjack":
        begin(d, Effect(INERT, name, cite="M1-TERRAIN-8"))
        if d.state.status[name].focus:
            d.emit(FocusSet(who=name, focus=0, cite="M1-INERT-6"))


@forbids("take over")
def relit_by_its_own(p: Position, controller: str, warjack: str, verb: str) -> Refusal | None:
    """It stays in its battlegroup: nobody else reactivates it while its controller is in play (M1-INERT-5)."""
    master = p.state.status[warjack].master
    if master == controller or master not in p.state.models:
        return None
    return Refusal(say("{warjack} is under {master}", warjack=warjack, master=master), "M1-INERT-5")
