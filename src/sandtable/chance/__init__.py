"""Where dice come from, and exact odds over the same frames."""

from sandtable.chance.odds import End, Odds, Policy, by_default, follow, outcomes
from sandtable.chance.sources import OutOfDice, Scripted, Seeded, Source, Typed, describe
from sandtable.chance.spread import Spread, Way, spread

__all__ = [
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
    "by_default",
    "describe",
    "follow",
    "outcomes",
    "spread",
]
