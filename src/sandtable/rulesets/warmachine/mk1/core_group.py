"""Of several equal groups of a unit its owner says which one is in formation, when the unit activates (M1-FORM-6)."""

from __future__ import annotations

from sandtable.core import Ask, Choice, Effect, Frame, Next, Option, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import begin
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft

CORE = "core_group"  # the effect on a trooper of the group that its owner chose


class ChooseCore(Frame, frozen=True, kw_only=True):
    """The owner names a trooper of a group. It counts until the unit's next activation."""

    unit: str
    groups: tuple[tuple[str, ...], ...]

    def start(self, d: Draft) -> Next:
        cite, unit = "M1-FORM-6", self.unit
        options = tuple(Option(g[0], "", cite, g, verb="core group", actor=unit, target=g[0]) for g in self.groups)
        prompt = say("which group of {unit} is in formation", unit=unit)
        seat = d.state.units[unit].seat
        return Wait(Ask(seat, prompt, Choice(options), options[0].key, cite, about=self.groups[0]), then=self.chosen)

    def chosen(self, d: Draft, name: str) -> Next:
        begin(d, Effect(CORE, name, until=ActivationStarts(self.unit), cite="M1-FORM-6"))
        return Return()
