"""One table being played."""

from sandtable.match.files import load, save
from sandtable.match.match import Entry, Match, NeverCounts, new_match, odds

__all__ = ["Entry", "Match", "NeverCounts", "load", "new_match", "odds", "save"]
