"""Records of matches: written, read, replayed and verified."""

from sandtable.record.faults import RecordError
from sandtable.record.record import End, Line, Record, hash_of
from sandtable.record.replay import Step, check_rules, first, last_game, replay, source_after
from sandtable.record.text import first_hash, read, write
from sandtable.record.verify import Verdict, verify

__all__ = [
    "End",
    "Line",
    "Record",
    "RecordError",
    "Step",
    "Verdict",
    "check_rules",
    "first",
    "first_hash",
    "hash_of",
    "last_game",
    "read",
    "replay",
    "source_after",
    "verify",
    "write",
]
