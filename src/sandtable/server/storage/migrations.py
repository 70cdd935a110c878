"""The schema of the database, step by step. A step is never changed once it was published: add another one."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, text

from sandtable.server.storage import tables


class NewerDatabase(RuntimeError):
    """The data folder was written by a newer version of Sandtable."""


def first(connection: Connection) -> None:
    tables.METADATA.create_all(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (first,)


def migrate(connection: Connection) -> int:
    """Bring a database up to date; how many steps were taken. Each is a transaction of its own."""
    version = connection.execute(text("PRAGMA user_version")).scalar_one()
    connection.rollback()
    if version > len(STEPS):
        raise NewerDatabase(f"the data is of version {version}, this program knows {len(STEPS)}: update Sandtable")
    for number, step in enumerate(STEPS[version:], version + 1):
        with connection.begin():
            step(connection)
            connection.execute(text(f"PRAGMA user_version = {number:d}"))
    return len(STEPS) - int(version)
