"""The odds of a choice in a match or a game, or of a position by itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.chance import BUDGET, SEED, WITHIN, Odds, Policies, choice_odds, never, trial_odds
from sandtable.core import Game, Ruleset, find
from sandtable.match.match import Match, SeatName


@lru_cache
def _rules(name: str) -> Ruleset:
    return find(name)


def odds(
    table: Match | Game | str | Ruleset,
    value: Any = None,
    policy: Policies = never,
    *,
    seat: SeatName | None = None,
    budget: int = BUDGET,
    within: float | None = WITHIN,
    seed: int | str = SEED,
    **wanted: Any,
) -> Odds:
    """The odds of a choice or a plan in a match or a game; of a position by itself, in the words of the ruleset.

    ``odds(match, answer)``, ``odds("name of a ruleset", attacker=..., target=...)``
    """
    if isinstance(table, Match):
        return table.odds(value, policy, seat=seat, budget=budget, within=within, seed=seed)
    if isinstance(table, Game):
        rules = _rules(table.ruleset)
        number = rules.seats.index(seat) if isinstance(seat, str) else seat
        return choice_odds(rules, table, value, policy, budget=budget, seat=number, within=within, seed=seed)
    words = {
        k.replace("_", "-"): "" if v is True else str(v) for k, v in wanted.items() if not (v is None or v is False)
    }
    rules = _rules(table) if isinstance(table, str) else table
    return trial_odds(rules, words, policy, budget=budget, within=within, seed=seed)
