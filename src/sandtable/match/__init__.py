"""One table being played."""

from sandtable.match.eyes import WATCHING, Eyes
from sandtable.match.files import load, save
from sandtable.match.journal import Journal
from sandtable.match.match import Entry, Match, NeverCounts
from sandtable.match.new_match import new_match
from sandtable.match.resume import resumed
from sandtable.match.table_odds import odds

__all__ = [
    "WATCHING",
    "Entry",
    "Eyes",
    "Journal",
    "Match",
    "NeverCounts",
    "load",
    "new_match",
    "odds",
    "resumed",
    "save",
]
