"""Army lists of any game: read, written, converted. A ruleset brings a vocabulary and the building rules."""

from sandtable.core.rosters import Problem, Rosters
from sandtable.roster.army_list import ArmyList, Entry, Part, Place, joint_place, problem
from sandtable.roster.data_reader import read_data
from sandtable.roster.export import as_data, as_text
from sandtable.roster.files import KINDS, BadList, grave, kind_of, read_file, read_list, rosters_of, write_list
from sandtable.roster.lines import Line, lines_of
from sandtable.roster.lists import VocabularyRosters
from sandtable.roster.resolve import army_of, resolve, resolve_all
from sandtable.roster.text_reader import read_text
from sandtable.roster.vocabulary import COUNTS, NAMES, TABLES, Field, Kind, PartKey, Section, Vocabulary

__all__ = [
    "COUNTS",
    "KINDS",
    "NAMES",
    "TABLES",
    "ArmyList",
    "BadList",
    "Entry",
    "Field",
    "Kind",
    "Line",
    "Part",
    "PartKey",
    "Place",
    "Problem",
    "Rosters",
    "Section",
    "Vocabulary",
    "VocabularyRosters",
    "army_of",
    "as_data",
    "as_text",
    "grave",
    "joint_place",
    "kind_of",
    "lines_of",
    "problem",
    "read_data",
    "read_file",
    "read_list",
    "read_text",
    "resolve",
    "resolve_all",
    "rosters_of",
    "write_list",
]
