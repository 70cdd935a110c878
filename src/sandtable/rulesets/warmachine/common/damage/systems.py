"""What follows when a system of a warjack is disabled, in both editions; and wrecks and inert warjacks."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, EffectEnded, Frame, forces
from sandtable.rulesets.warmachine.common.state.conditions import INERT, begin, card
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, FocusSet, TerrainLaid
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.terrain.features import round_feature


@forces(Damaged)
def cortex_out(d: Draft, event: Damaged) -> Iterator[Frame]:
    """Without a cortex a warjack loses its focus."""
    if "C" in event.systems and d.state.status[event.who].focus:
        d.emit(FocusSet(who=event.who, focus=0, cite=d.rules.cite("cortex")))
    yield from ()


def wreck_name(model: str) -> str:
    return f"wreck of {model}"


def leave_wreck(d: Draft, model: str, at: tuple[int, int]) -> None:
    r = d.rules.bases[d.state.status[model].card].radius
    feature = round_feature(wreck_name(model), "wreck", at[0], at[1], r)
    d.emit(TerrainLaid(feature=feature, cite=d.rules.cite("wrecks")))


@forces(Destroyed)
def wreck(d: Draft, event: Destroyed) -> Iterator[Frame]:
    """A lost warjack leaves a wreck marker of the size of its base."""
    if d.rules.cards.models[d.state.status[event.who].card].kind == "warjack" and not event.removed:
        leave_wreck(d, event.who, event.at)
    yield from ()


@forces(Destroyed)
def warcaster_lost(d: Draft, event: Destroyed) -> Iterator[Frame]:
    """His upkeep spells end, and the warjacks of his battlegroup become inert."""
    cite = d.rules.cite("inert warjacks")
    if d.rules.cards.models[d.state.status[event.who].card].kind == "warcaster":
        for effect in d.state.effects:
            source = d.rules.cards.spells.get(effect.name)
            if effect.source == event.who and source is not None and source.upkeep:
                own = effect.on in d.state.status and d.state.status[effect.on].master == event.who
                of_others = d.rules.cite("upkeep spells of a lost warcaster")
                d.emit(EffectEnded(effect=effect, cite=cite if own else of_others))
        for name in d.state.of(d.state.status[event.who].seat):
            if d.state.status[name].master == event.who and card(d, name).kind == "warjack":
                begin(d, Effect(INERT, name, cite=cite))
                if d.state.status[name].focus:
                    d.emit(FocusSet(who=name, focus=0, cite=d.rules.cite("focus of inert warjacks")))
    yield from ()
