"""Questions to the database, and the changes the writer makes. All values are bound parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    and_,
    bindparam,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.pool import NullPool

from sandtable.server.storage import tables
from sandtable.server.storage.migrations import migrate

FILE = "tables.sqlite3"


class MatchRow(NamedTuple):
    id: str
    ruleset: str
    header: str
    policy: str
    name: str
    parent: str
    fork_n: int
    bots: str
    gen: int
    n: int
    turn: str
    bot_turn: int
    subtitle: str
    result: str
    created: float
    changed: float


class SeatRow(NamedTuple):
    match: str
    seat: str
    kind: str
    level: str = ""
    name: str = ""
    presets: str = "[]"
    seen: float = 0.0


class TokenRow(NamedTuple):
    hash: str
    match: str
    kind: str
    seats: str
    owner: int
    archived: int
    at: float


class Kept(NamedTuple):
    """A position from which a match goes on, and the lines after it."""

    n: int
    version: int
    game: bytes
    dice: str


def open_engine(folder: Path) -> Engine:
    engine = create_engine(f"sqlite:///{folder / FILE}", poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's own BEGIN below; the driver's would leave out DDL
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


class Store:
    """One connection for reading; `Writer` has another. Reads see every commit that was acknowledged."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.engine = folder, open_engine(folder)
        self.connection = self.engine.connect()
        migrate(self.connection)

    def close(self) -> None:
        self.connection.close()
        self.engine.dispose()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is read inside is of one moment, whatever is written meanwhile."""
        if self.connection.in_transaction():
            yield
        else:
            with self.connection.begin():
                yield

    def _all(self, query: Any) -> Sequence[Any]:
        with self.at_once():
            return self.connection.execute(query).all()

    # --- reading ---
    def match(self, id: str) -> MatchRow | None:
        rows = self._all(select(tables.match).where(tables.match.c.id == id))
        return MatchRow(*rows[0]) if rows else None

    def bot_matches(self) -> list[str]:
        """Matches in which a bot is to choose."""
        return [row[0] for row in self._all(select(tables.match.c.id).where(tables.match.c.bot_turn == 1))]

    def seats(self, match: str) -> list[SeatRow]:
        rows = self._all(select(tables.seat).where(tables.seat.c.match == match).order_by(tables.seat.c.seat))
        return [SeatRow(*row) for row in rows]

    def token(self, hash: str) -> TokenRow | None:
        rows = self._all(select(tables.token).where(tables.token.c.hash == hash))
        return TokenRow(*rows[0]) if rows else None

    def owned(self, most: int = 200) -> list[TokenRow]:
        """Seats of whoever runs the server, the last played first; one row a match."""
        t, m = tables.token, tables.match
        query = select(t).join(m, m.c.id == t.c.match).where(t.c.owner == 1, t.c.kind == "seat")
        rows = [TokenRow(*row) for row in self._all(query.order_by(m.c.changed.desc(), t.c.at).limit(10 * most))]
        return list({row.match: row for row in rows}.values())[:most]

    def lines(self, match: str, after: int = 0, upto: int | None = None) -> list[str]:
        """The active line of play: what no later undo took back."""
        e, u = tables.entry, tables.undo
        taken = exists().where(and_(u.c.match == e.c.match, u.c.gen > e.c.gen, u.c.to_n < e.c.n))
        query = select(e.c.line).where(e.c.match == match, e.c.n > after, ~taken).order_by(e.c.n)
        if upto is not None:
            query = query.where(e.c.n <= upto)
        return [row[0] for row in self._all(query)]

    def kept(self, match: str, upto: int) -> Kept | None:
        """The last position on the active line that is not after `upto`."""
        s, u = tables.snapshot, tables.undo
        taken = exists().where(and_(u.c.match == s.c.match, u.c.gen > s.c.gen, u.c.to_n < s.c.n))
        query = select(s.c.n, s.c.version, s.c.game, s.c.dice).where(s.c.match == match, s.c.n <= upto, ~taken)
        rows = self._all(query.order_by(s.c.n.desc()).limit(1))
        return Kept(*rows[0]) if rows else None

    def people(self, match: str) -> int:
        """How many tokens open seats of a match."""
        t = tables.token
        query = select(func.count()).select_from(t).where(t.c.match == match, t.c.kind == "seat")
        return int(self._all(query)[0][0])


# --- writing: changes for the writer ---
def added(table: Any, rows: Iterable[Any]) -> Callable[[Connection], None]:
    values = [row if isinstance(row, dict) else row._asdict() for row in rows]

    def change(connection: Connection) -> None:
        if values:
            connection.execute(insert(table), values)

    return change


def changed(table: Any, where: dict[str, Any], values: dict[str, Any]) -> Callable[[Connection], int]:
    query = _update(table, tuple(where), tuple(values))
    given = {f"old_{key}": value for key, value in where.items()} | {f"new_{key}": v for key, v in values.items()}

    def change(connection: Connection) -> int:
        return connection.execute(query, given).rowcount

    return change


def removed(table: Any, where: dict[str, Any]) -> Callable[[Connection], int]:
    query = _delete(table, tuple(where))
    given = {f"old_{key}": value for key, value in where.items()}

    def change(connection: Connection) -> int:
        return connection.execute(query, given).rowcount

    return change


# Statements are made once for each set of columns: making one takes longer than running it.
@cache
def _update(table: Any, where: tuple[str, ...], values: tuple[str, ...]) -> Any:
    query = update(table).where(*(table.c[key] == bindparam(f"old_{key}") for key in where))
    return query.values({key: bindparam(f"new_{key}") for key in values})


@cache
def _delete(table: Any, where: tuple[str, ...]) -> Any:
    return delete(table).where(*(table.c[key] == bindparam(f"old_{key}") for key in where))


def together(*changes: Callable[[Connection], Any]) -> Callable[[Connection], None]:
    def change(connection: Connection) -> None:
        for one in changes:
            one(connection)

    return change
