"""Army lists: read them, check them with citations, write them. The rules for building are the ruleset's."""

from sandtable.core.rosters import Line, Problem, Rosters
from sandtable.roster.files import KINDS, BadList, grave, kind_of, read_file, read_list, rosters_of, write_list
from sandtable.roster.lines import lines_of
from sandtable.roster.resolve import army_of, resolve, resolve_all

__all__ = [
    "KINDS",
    "BadList",
    "Line",
    "Problem",
    "Rosters",
    "army_of",
    "grave",
    "kind_of",
    "lines_of",
    "read_file",
    "read_list",
    "resolve",
    "resolve_all",
    "rosters_of",
    "write_list",
]
