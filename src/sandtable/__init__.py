"""A digital tabletop that knows the rules.

>>> import sandtable as st
>>> match = st.new_match("duel", seed=7)
>>> while not match.over:
...     _ = match.answer(match.ask.domain.candidates(1, seed=len(match.history))[0])
>>> match.result is not None
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.chance import everything_at, plan, using
    from sandtable.core import BadSetup, LoadError, Refusal, Refused, Ruleset, find, installed
    from sandtable.match import Match, load, new_match, odds

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

# Imported when they are asked for: the command line must hear Ctrl-C before anything large is loaded.
_HOMES = {
    "chance": ("everything_at", "plan", "using"),
    "core": ("BadSetup", "LoadError", "Refusal", "Refused", "Ruleset", "find", "installed"),
    "match": ("Match", "load", "new_match", "odds"),
}


def __getattr__(name: str) -> Any:
    for room, names in _HOMES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"{__name__}.{room}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
