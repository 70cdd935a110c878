"""Feats: once a game, free, at any time in the warcaster's activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Effect, Frame, Next, Option, Refusal, Return, Sequence, Settle
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.knocking_down import apply_state
from sandtable.rulesets.warmachine.common.measuring.distance import in_control_area
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by
from sandtable.rulesets.warmachine.common.state.conditions import begin, card, until
from sandtable.rulesets.warmachine.common.state.events import FeatUsed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import is_for
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.control import gain_focus
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, no_magic

FEAT = "feat"


class UseFeat(Frame, frozen=True, kw_only=True):
    activity: Activity

    def start(self, d: Draft) -> Next:
        caster = self.activity.model
        name = card(d, caster).feat
        feat, cite = d.rules.cards.feats[name], d.rules.cite("feats")
        d.emit(FeatUsed(who=caster, feat=name, cite=cite))
        if feat.aura:
            begin(d, Effect(name, caster, caster, until=until(d, feat.lasts), cite=cite))
        for model in affected(d, caster):
            if (feat.bonus or feat.gains) and not feat.aura:
                begin(d, Effect(name, model, caster, until=until(d, feat.lasts), cite=cite))
            for state in feat.applies:
                apply_state(d, model, state, cite)
            if card(d, model).kind == "warjack":
                for state in feat.warjacks:
                    apply_state(d, model, state, cite)
                gain_focus(d, model, feat.focus, cite)
        after = self.but(activity=self.activity.but(feat=True))
        make = d.rules.spell_frames.get(feat.special)
        frames = () if make is None else (make(caster=caster, spell=name, target=caster),)
        return Call(Sequence(frames=frames), then=after.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


def affected(p: Position, caster: str) -> list[str]:
    """The models in the control area that a warcaster's feat is for."""
    feat, seat = p.rules.cards.feats[card(p, caster).feat], p.state.status[caster].seat
    friendly = feat.who == "friendly"
    found = [n for n in p.state.models if (p.state.status[n].seat == seat) == friendly and is_for(p, feat, caster, n)]
    found = [n for n in found if in_control_area(p, caster, n)]
    return [n for n in found if n in seen_by(p, caster)] if feat.seen else found


class Feats(Deed):
    verb = FEAT

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if card(p, a.model).feat and self.missing(p, a, FEAT) is None:
            yield self.option(p, a, FEAT, p.rules.cite("feats"), using=card(p, a.model).feat)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        if feat := card(p, a.model).feat:
            yield self.option(p, a, FEAT, p.rules.cite("feats"), using=feat)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if not card(p, a.model).feat:
            return Refusal(say("{model} has no feat", model=a.model), p.rules.cite("feats"))
        if a.model in p.state.feats:
            return Refusal(say("{model} has used its feat", model=a.model), p.rules.cite("feats"))
        return no_magic(a, p.rules.cite("when a feat is used"))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return UseFeat(activity=a)
