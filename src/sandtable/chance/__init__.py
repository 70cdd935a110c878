"""Where dice come from, and odds over the same frames: exact, or with a plus-minus."""

from sandtable.chance.choices import choice_odds, measurable, trial_odds
from sandtable.chance.distribution import Distribution, Outcome, distribution
from sandtable.chance.estimate import LEVEL, Estimate, Sample
from sandtable.chance.frontier import End
from sandtable.chance.graph import Merge
from sandtable.chance.odds import BUDGET, SEED, WITHIN, Odds, follow, outcomes, plan_odds
from sandtable.chance.plans import everything_at, plan
from sandtable.chance.policies import Best, Policies, Policy, Worth, always, best, never, using
from sandtable.chance.sources import OutOfDice, Scripted, Seeded, Source, Typed, describe
from sandtable.chance.summary import Summary, summary

__all__ = [
    "BUDGET",
    "LEVEL",
    "SEED",
    "WITHIN",
    "Best",
    "Distribution",
    "End",
    "Estimate",
    "Merge",
    "Odds",
    "OutOfDice",
    "Outcome",
    "Policies",
    "Policy",
    "Sample",
    "Scripted",
    "Seeded",
    "Source",
    "Summary",
    "Typed",
    "Worth",
    "always",
    "best",
    "choice_odds",
    "describe",
    "distribution",
    "everything_at",
    "follow",
    "measurable",
    "never",
    "outcomes",
    "plan",
    "plan_odds",
    "summary",
    "trial_odds",
    "using",
]
