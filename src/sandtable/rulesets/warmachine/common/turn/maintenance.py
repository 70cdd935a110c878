"""The Maintenance Phase: focus is removed, what lasted until now ends, continuous effects are rolled for."""

from __future__ import annotations

from typing import Any, Self

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Return, Settle, Wait
from sandtable.rulesets.warmachine.common.damage.continuous_effects import Burn
from sandtable.rulesets.warmachine.common.state.conditions import CONTINUOUS, TOOK_OVER, borne
from sandtable.rulesets.warmachine.common.state.events import FocusSet, PhaseBegan
from sandtable.rulesets.warmachine.common.state.moments import TurnStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position

Afflicted = tuple[str, str]  # a model, and the effect on it


class WhichEffect(Options, frozen=True, kw_only=True):
    """The continuous effects that are still to be resolved."""

    left: tuple[Afflicted, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        cite = p.rules.cite("order of continuous effects")
        return tuple(
            Option(f"{effect} on {name}", "", cite, verb="resolve", target=name, using=effect)
            for name, effect in self.left
        )


class Maintenance(Frame, frozen=True, kw_only=True):
    seat: int
    left: tuple[Afflicted, ...] = ()
    followed: tuple[str, ...] = ()  # who took another's place in this phase, with what was on him

    def start(self, d: Draft) -> Next:
        d.emit(PhaseBegan(phase="maintenance", cite=d.rules.cite("phases of a turn")))
        for name in d.state.of(self.seat):
            if d.state.status[name].focus:
                d.emit(FocusSet(who=name, focus=0, cite=d.rules.cite("focus is removed")))
        before = d.state.effects
        d.reach(TurnStarts(self.seat), d.rules.cite("effects that run out"))
        me = self.but(left=afflicted(d, self.seat))
        if d.state.effects == before:
            return me.choose(d)
        return Call(Settle(), then=me.choose)  # a cause of fear may be up again

    def choose(self, d: Draft, *ignored: Any) -> Next:
        me = self.passed_on(d)
        left = tuple(pair for pair in me.left if pair in afflicted(d, self.seat))
        me = me.but(left=left)
        if not left:
            return Call(d.rules.after_maintenance(self.seat), then=me.finish)
        if len(left) == 1:
            return me.chosen(d, f"{left[0][1]} on {left[0][0]}")
        first = f"{left[0][1]} on {left[0][0]}"
        ask = Ask(self.seat, "resolve a continuous effect", WhichEffect(left=left), first,
                  d.rules.cite("order of continuous effects"))  # fmt: skip
        return Wait(ask, then=me.chosen)

    def passed_on(self, p: Position) -> Self:
        """Where a model takes another's place, its effects are still to be resolved there, the other's are over."""
        left, followed = self.left, self.followed
        for effect in p.state.effects:
            if effect.name == TOOK_OVER and effect.source and effect.source not in followed:
                kept = [pair for pair in left if pair[0] != effect.on]
                left = tuple((effect.on if name == effect.source else name, kind) for name, kind in kept)
                followed = (*followed, effect.source)
        return self.but(left=left, followed=followed)

    def chosen(self, d: Draft, key: str) -> Next:
        effect, name = key.split(" on ")
        rest = self.but(left=tuple(pair for pair in self.left if pair != (name, effect)))
        return Call(Burn(model=name, effect=effect), then=rest.choose)

    def finish(self, d: Draft, *ignored: Any) -> Next:
        return Return()


def afflicted(p: Position, seat: int) -> tuple[Afflicted, ...]:
    """Continuous effects on a seat's models, by name of the model."""
    found = borne(p)
    return tuple(
        (name, kind)
        for name in sorted(p.state.of(seat))
        for kind in CONTINUOUS
        if any(e.name == kind for e in found.get(name, ()))
    )
