"""The tables of the database. Append-only where play is kept: an undo adds a row, the old line stays."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()


def _match() -> Column[str]:
    return Column("match", String, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)


match = Table(
    "match",
    METADATA,
    Column("id", String, primary_key=True),
    Column("ruleset", String, nullable=False),
    Column("header", Text, nullable=False),  # of its record, as text
    Column("policy", Text, nullable=False),
    Column("name", String, nullable=False, default=""),
    Column("parent", String, nullable=False, default=""),
    Column("fork_n", Integer, nullable=False, default=0),
    Column("bots", String, nullable=False),  # hex: where bots' luck comes from
    Column("gen", Integer, nullable=False, default=0),  # raised by every undo
    Column("n", Integer, nullable=False, default=0),
    Column("turn", String, nullable=False, default=""),  # the seat that is asked; empty: over, or dice
    Column("bot_turn", Integer, nullable=False, default=0),
    Column("subtitle", String, nullable=False, default=""),
    Column("result", Text, nullable=False, default=""),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

entry = Table(
    "entry",
    METADATA,
    _match(),
    Column("gen", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", Text, nullable=False),  # a line of the record
    Column("ms", Integer, nullable=False, default=0),  # from the question to the answer
    Column("at", Float, nullable=False),
)

undo = Table(
    "undo",
    METADATA,
    _match(),
    Column("gen", Integer, primary_key=True),  # the generation that begins here
    Column("to_n", Integer, nullable=False),
    Column("seat", String, nullable=False),
    Column("at", Float, nullable=False),
)

snapshot = Table(
    "snapshot",
    METADATA,
    _match(),
    Column("gen", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("version", Integer, nullable=False),  # of the ruleset
    Column("game", LargeBinary, nullable=False),  # JSON, compressed
    Column("dice", Text, nullable=False),
)

seat = Table(
    "seat",
    METADATA,
    _match(),
    Column("seat", String, primary_key=True),
    Column("kind", String, nullable=False),  # person, bot, open
    Column("level", String, nullable=False, default=""),
    Column("name", String, nullable=False, default=""),
    Column("presets", Text, nullable=False, default="[]"),
    Column("seen", Float, nullable=False, default=0.0),  # when somebody was last connected
)

token = Table(
    "token",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("match", String, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String, nullable=False),  # seat, invite, watch
    Column("seats", String, nullable=False, default=""),  # with commas between
    Column("owner", Integer, nullable=False, default=0),  # given to whoever runs the server
    Column("archived", Integer, nullable=False, default=0),
    Column("at", Float, nullable=False),
    Index("token_match", "match"),
)
