"""One table being played."""

from sandtable.match.match import Entry, Match, new_match

__all__ = ["Entry", "Match", "new_match"]
