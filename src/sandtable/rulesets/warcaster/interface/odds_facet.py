"""Questions about odds: positions set up for them, and what their results are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Event, OddsFacet, Trial
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.interface import odds_outcomes, odds_trials
from sandtable.rulesets.warcaster.state.rules import Position, WarcasterRules


class WarcasterOdds(OddsFacet):
    wholes = (Attack,)
    trial_options = odds_trials.OPTIONS
    trial_moves_nobody = True

    def trial(self, rules: WarcasterRules, wanted: Mapping[str, str]) -> Trial:
        return odds_trials.trial(rules, wanted)

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        return odds_outcomes.outcome(before, after, about, returned)

    def is_hit(self, event: Event, about: tuple[str, ...]) -> bool | None:
        return odds_outcomes.is_hit(event, about)
