"""Where dice come from, and exact odds over the same frames."""

from sandtable.chance.asked import choice_odds, trial_odds
from sandtable.chance.front import End
from sandtable.chance.odds import BUDGET, Odds, follow, outcomes, plan_odds
from sandtable.chance.plans import everything_at, plan
from sandtable.chance.policies import Best, Policies, Policy, Worth, always, best, never, using
from sandtable.chance.sources import OutOfDice, Scripted, Seeded, Source, Typed, describe
from sandtable.chance.spread import Spread, Way, spread
from sandtable.chance.summary import Summary, summary

__all__ = [
    "BUDGET",
    "Best",
    "End",
    "Odds",
    "OutOfDice",
    "Policies",
    "Policy",
    "Scripted",
    "Seeded",
    "Source",
    "Spread",
    "Summary",
    "Typed",
    "Way",
    "Worth",
    "always",
    "best",
    "choice_odds",
    "describe",
    "everything_at",
    "follow",
    "never",
    "outcomes",
    "plan",
    "plan_odds",
    "spread",
    "summary",
    "trial_odds",
    "using",
]
