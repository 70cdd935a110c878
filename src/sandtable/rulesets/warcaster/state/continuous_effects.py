"""Continuous effects on single models: gaining them and what they change while they last (WC-CE).

Each is rolled for at the end of a Pulse round: turn/end_of_pulse.py (WC-CE-3, WC-CE-4, WC-CE-5, WC-CE-11, WC-CE-12,
WC-CE-13).

Elsewhere: WC-CE-14 in attacks/targets.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Pool, Return, Roll, Term, Wait, modifies
from sandtable.rulesets.warcaster.state.events import EffectGained
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Arm, Def, Mat, ModelStat, Rat, Spd, Str, Trait
from sandtable.rulesets.warcaster.state.table import Table

UNTOUCHED = "suffers no continuous effects"  # a Trait: those it has do nothing, and it gains none


def untouched(p: Position, model: str) -> bool:
    return p.holds(Trait(model, UNTOUCHED))


def may_gain(p: Position, model: str, effect: str) -> bool:
    """A unit model without that effect, unless something keeps effects off it (WC-CE-1, WC-CE-2)."""
    state: Table = p.state
    found = state.models.get(model)
    return found is not None and not state.is_gate(model) and effect not in found.effects and not untouched(p, model)


def barred_kind(p: Position, model: str) -> str:
    """The kind of weapon System Failure keeps the model from using; empty: none (WC-CE-9)."""
    kind: str = p.state.models[model].barred
    return "" if kind and untouched(p, model) else kind


class GainEffect(Frame, frozen=True, kw_only=True):
    """A model gains a continuous effect; System Failure rolls what it bars (WC-CE-9). A repeat changes nothing.

    One that has ended may be gained again, with a new roll (WC-CE-15).
    """

    model: str
    effect: str
    cite: str = "WC-CE-1"

    def start(self, d: Draft) -> Next:
        if not may_gain(d, self.model, self.effect):
            return Return()
        raw = d.rules.cards.effects[self.effect]
        if "on_gain" not in raw:
            d.emit(EffectGained(model=self.model, effect=self.effect, cite=self.cite))
            return Return()
        seat = d.state.seat_of(self.model)
        pool = Pool(self.effect, ((raw["on_gain"]["die"], 1),), seat)
        return Wait(Roll(f"{raw['name']} on {self.model}", (pool,), cite=raw["rule"]), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        table = d.rules.cards.effects[self.effect]["on_gain"]
        barred = next(kind for kind in ("melee", "ranged") if face in table[kind])
        d.emit(EffectGained(model=self.model, effect=self.effect, barred=barred, cite=self.cite))
        return Return()


@modifies(Spd, Str, Mat, Rat, Def, Arm)
def while_it_lasts(p: Position, q: ModelStat) -> Iterator[Term]:
    """What an effect changes while it is there (WC-CE-6, WC-CE-7, WC-CE-8, WC-CE-10)."""
    here = p.state.models[q.who].effects
    if not here or untouched(p, q.who):
        return
    stat = type(q).__name__.upper()
    scale = 1000 if stat == "SPD" else 1
    for effect in here:
        raw = p.rules.cards.effects[effect]
        if stat in raw["modifiers"]:
            yield Term(scale * raw["modifiers"][stat], raw["name"], raw["rule"], group=f"effect {effect}")
