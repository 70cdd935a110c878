"""Matches on disk: SQLite in WAL mode with full sync. Nothing is acknowledged before it is here."""

from sandtable.server.storage.store import MatchRow, SeatRow, Store, TokenRow
from sandtable.server.storage.writer import Writer

__all__ = ["MatchRow", "SeatRow", "Store", "TokenRow", "Writer"]
