"""Questions about odds: positions set up for them, and what their results are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Event, OddsFacet, Trial
from sandtable.rulesets.warmachine.common.attacks.attack_roll import WholeAttack
from sandtable.rulesets.warmachine.common.interface import odds_outcomes, odds_trials
from sandtable.rulesets.warmachine.common.state.rules import Position, WarmachineRules


class WarmachineOdds(OddsFacet):
    wholes = (WholeAttack,)
    trial_options = odds_trials.OPTIONS

    def trial(self, rules: WarmachineRules, wanted: Mapping[str, str]) -> Trial:
        return odds_trials.trial(rules, wanted)

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        return odds_outcomes.outcome(before, after, about, returned)

    def is_hit(self, event: Event, about: tuple[str, ...]) -> bool | None:
        return odds_outcomes.is_hit(event, about)
