"""Where dice come from, and exact odds over the same frames."""

from sandtable.chance.odds import End, Odds, follow, outcomes, plan_odds
from sandtable.chance.policies import Best, Policy, Worth, always, never
from sandtable.chance.sources import OutOfDice, Scripted, Seeded, Source, Typed, describe
from sandtable.chance.spread import Spread, Way, spread

__all__ = [
    "Best",
    "End",
    "Odds",
    "OutOfDice",
    "Policy",
    "Scripted",
    "Seeded",
    "Source",
    "Spread",
    "Typed",
    "Way",
    "Worth",
    "always",
    "describe",
    "follow",
    "never",
    "outcomes",
    "plan_odds",
    "spread",
]
