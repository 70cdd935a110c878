"""Fleeing in Mk II: it runs in its activation, never toward an enemy, and may rally at its end (M2-CMD-16)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Effect,
    EffectEnded,
    Frame,
    Line,
    Next,
    Outline,
    Pose,
    Refusal,
    Return,
    Settle,
    Wait,
    forbids,
)
from sandtable.core.texts import say
from sandtable.geometry.motion import first_nearer
from sandtable.rulesets.warmachine.common.edition import Fleeing
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, disc, near, radius
from sandtable.rulesets.warmachine.common.movement.advance import facing_ask, turn
from sandtable.rulesets.warmachine.common.movement.line_obstacles import no_ends
from sandtable.rulesets.warmachine.common.movement.paths import Advance
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.state.conditions import (
    DOWN,
    FLEEING,
    begin,
    borne,
    card,
    end,
    has,
    is_down,
    is_helpless,
)
from sandtable.rulesets.warmachine.common.state.events import ActivationBegan, ActivationOver
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.units.command import CommandCheck, LendsCommand
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation, members, unit_of
from sandtable.rulesets.warmachine.common.units.terror import arrived as movement_over

RAN = "ran_away"  # in this activation


@dataclass(frozen=True)
class InItsActivation(Fleeing):
    """Nothing moves or turns at the failure itself (M2-CMD-15)."""

    def turns_away(self) -> bool:
        return False

    def engages(self) -> bool:
        """Only attacks are barred to it (M2-CMD-17); it still engages (M2-ENGAGE-3, M2-ENGAGE-14)."""
        return True


@forbids("free strike")
def no_strike_in_flight(p: Position, model: str) -> Refusal | None:
    """M2-ENGAGE-14."""
    return Refusal(say("{model} flees", model=model), "M2-ENGAGE-14") if has(p, model, FLEEING) else None


class FleePath(Advance, frozen=True, kw_only=True):
    """No point of the path is nearer to an enemy than the point before it; out of formation too (M2-FORM-14)."""

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        if (bad := super().fault(p, path)) is not None or not path:
            return bad
        me = p.state.models[self.piece]
        foes = [disc(p, p.state.models[n]) for n in p.state.enemies(self.piece)]
        whole = (me.at, *((q[0], q[1]) for q in path))
        if foes and first_nearer(whole, radius(p, me), foes) is not None:
            return Refusal(say("{piece} flees: not toward an enemy", piece=self.piece), "M2-CMD-16")
        return None

    def straight(self) -> FleeLine:
        return FleeLine(piece=self.piece, most=self.allowance, path=self)

    def outline(self, p: Position) -> Outline:
        """Straight ways only; a bent one may lead a little farther."""

        def build() -> Outline:
            found = self.straight().outline(p)
            return Outline(found.fans, (*found.holes, *no_ends(p, self.piece, self.allowance)), found.also)

        return p.memo(("flee outline", self), build)

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Any:
        line = self.straight().toward(p, goal, far)
        return () if line is None or not line[1] else (self.straight().end(p, line),)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Straight away from the enemies, as far as that goes."""
        me = p.state.models[self.piece]
        foes = [p.state.models[f] for f in p.state.enemies(self.piece)]
        if not foes:
            return [()]
        foe = min(foes, key=lambda f: (f.x - me.x) ** 2 + (f.y - me.y) ** 2)
        size = max(1.0, ((me.x - foe.x) ** 2 + (me.y - foe.y) ** 2) ** 0.5)
        for part in (1.0, 0.6, 0.3):
            far = self.allowance * part
            path = ((round(me.x + (me.x - foe.x) / size * far), round(me.y + (me.y - foe.y) / size * far)),)
            if self.refuse(p, path) is None:
                return [path]
        return [()]


class FleeLine(Line, frozen=True, kw_only=True):
    """The straight ways among them."""

    path: FleePath

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        return self.path.fault(p, (self.end(p, (way, far)),)) if far else None


class FleeMove(Frame, frozen=True, kw_only=True):
    model: str

    def start(self, d: Draft) -> Next:
        if self.model not in d.state.models:
            return Return()
        begin(d, Effect(RAN, self.model, until=ActivationIsOver(self.model), cite="M2-CMD-16"))
        policy = d.rules.edition.knocked_down
        if is_down(d, self.model) and policy.may_stand(d, self.model):
            end(d, self.model, DOWN, "M2-KD-10")
            return Wait(facing_ask(d, self.model, "M2-KD-9"), then=self.stood)
        runs = d.forbidden("run", Activity(model=self.model)) is None
        return self.away(d, (2 if runs else 1) * speed(d, self.model))

    def stood(self, d: Draft, facing: int) -> Next:
        """It gave up its action to stand: no more than a full advance (M2-KD-10)."""
        turn(d, self.model, facing)
        return self.away(d, speed(d, self.model))

    def away(self, d: Draft, far: int) -> Next:
        if is_helpless(d, self.model):
            return Return()
        runs = far > speed(d, self.model)
        domain = FleePath(piece=self.model, allowance=far, cite=d.rules.cite("length of a run") if runs else "")
        seat = d.state.status[self.model].seat
        return Wait(
            Ask(seat, say("flee with {model}", model=self.model), domain, (), "M2-CMD-16", about=(self.model,)),
            then=self.chosen,
        )

    def chosen(self, d: Draft, path: tuple[Any, ...]) -> Next:
        if not path:
            return Return()
        whole = (d.state.models[self.model].at, *((q[0], q[1]) for q in path))
        return Call(Travel(model=self.model, path=whole, cite="M2-CMD-16", flees=True, turns=True), then=self.fled)

    def fled(self, d: Draft, whole: bool) -> Next:
        """Any facing at the end of an advance (M2-MOVE-10)."""
        return Wait(facing_ask(d, self.model, "M2-CMD-16"), then=self.turned) if whole else Return()

    def turned(self, d: Draft, facing: int) -> Next:
        turn(d, self.model, facing)
        movement_over(d, self.model)
        return Call(Settle(), then=self.settled)

    def settled(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class FleeingActivation(Frame, frozen=True, kw_only=True):
    """The activation of a fleeing independent model: run, then rally (M2-CMD-17, M2-CMD-19, M2-CMD-20)."""

    model: str

    def start(self, d: Draft) -> Next:
        d.emit(ActivationBegan(who=self.model, cite="M2-CMD-16"))
        d.reach(ActivationStarts(self.model))
        return Call(FleeMove(model=self.model), then=self.rally)

    def rally(self, d: Draft, *ignored: Any) -> Next:
        return Call(Rally(models=(self.model,)), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        d.reach(ActivationIsOver(self.model))
        if d.state.activating == self.model:
            d.emit(ActivationOver(who=self.model, cite="M2-CMD-16"))
        return Call(Settle(), then=self.finish)


def rallying(p: Position, unit: str) -> tuple[tuple[str, ...], ...]:
    """Those who fled when the activation began: whoever starts fleeing in it has its activation ended at once.

    The troopers in formation rally together, the others one by one (M2-CMD-10, M2-CMD-11).
    """
    names = [n for n in members(p, unit) if has(p, n, RAN) and has(p, n, FLEEING) and may_rally(p, n)]
    core = tuple(n for n in names if n in in_formation(p, unit))
    return ((core,) if core else ()) + tuple((n,) for n in names if n not in core)


class Rally(Frame, frozen=True, kw_only=True):
    models: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        able = tuple(n for n in self.models if n in d.state.models and has(d, n, FLEEING) and may_rally(d, n))
        if not able:
            return Return()
        unit = unit_of(d, able[0])
        who = unit if unit and len(able) > 1 else able[0]
        return Call(CommandCheck(who=who, cite="M2-CMD-19"), then=self.but(models=able).checked)

    def checked(self, d: Draft, passed: bool) -> Next:
        for name in self.models if passed else ():
            for effect in borne(d).get(name, ()):
                if effect.name == FLEEING:
                    d.emit(EffectEnded(effect=effect, cite="M2-CMD-19"))
        return Return()


def may_rally(p: Position, name: str) -> bool:
    """Independent, in formation with the unit commander, or in the command range of a Commander (M2-CMD-19)."""
    unit = unit_of(p, name)
    if not unit or (commander(p, unit) and name in in_formation(p, unit)):
        return True
    seat = p.state.status[name].seat
    lends = [n for n in p.state.of(seat) if p.holds(LendsCommand(n, name)) and "CMD" in card(p, n).stats]
    return any(near(p, n, name, command_area(p, n)) for n in lends)
