"""Where dice come from, and exact odds over the same frames."""

from sandtable.chance.odds import End, Odds, follow, outcomes, plan_odds
from sandtable.chance.plans import everything_at, plan
from sandtable.chance.policies import Best, Policies, Policy, Worth, always, best, never, using
from sandtable.chance.sources import OutOfDice, Scripted, Seeded, Source, Typed, describe
from sandtable.chance.spread import Spread, Way, spread

__all__ = [
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
    "Typed",
    "Way",
    "Worth",
    "always",
    "best",
    "describe",
    "everything_at",
    "follow",
    "never",
    "outcomes",
    "plan",
    "plan_odds",
    "spread",
    "using",
]
