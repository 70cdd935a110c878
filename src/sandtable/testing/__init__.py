"""For authors of rulesets: a bench for tests of single rules, and the laws every ruleset keeps."""

from sandtable.lab.checks import LAWS, Broken, check_game, walk
from sandtable.testing.bench import Bench
from sandtable.testing.dice import PoolDice
from sandtable.testing.laws import keeps_the_laws, notices_leaks, places_hold, same_in_another_process
from sandtable.testing.match_queries import cites, happened, milli_at, offers, refusal, rolls
from sandtable.testing.measuring import tell_the_same

__all__ = [
    "LAWS",
    "Bench",
    "Broken",
    "PoolDice",
    "check_game",
    "cites",
    "happened",
    "keeps_the_laws",
    "milli_at",
    "notices_leaks",
    "offers",
    "places_hold",
    "refusal",
    "rolls",
    "same_in_another_process",
    "tell_the_same",
    "walk",
]
