"""A digital tabletop that knows the rules.

>>> import sandtable as st
>>> match = st.new_match("duel", seed=7)
>>> while not match.over:
...     _ = match.answer(match.ask.domain.candidates(1, seed=len(match.history))[0])
>>> match.result is not None
True
"""

from sandtable.chance import everything_at, plan, using
from sandtable.core import BadSetup, LoadError, Refusal, Refused, Ruleset, find, installed
from sandtable.match import Match, new_match, odds
from sandtable.match.files import load

__version__ = "0.1.0"
__all__ = [
    "BadSetup",
    "LoadError",
    "Match",
    "Refusal",
    "Refused",
    "Ruleset",
    "__version__",
    "everything_at",
    "find",
    "installed",
    "load",
    "new_match",
    "odds",
    "plan",
    "using",
]
