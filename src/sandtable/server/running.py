"""Run the server: one process for each data folder, with its address and the owner's key beside the data."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn

from sandtable.core import BadSetup
from sandtable.match.files import replaced
from sandtable.server import jobs
from sandtable.server.app import Settings, application
from sandtable.server.memory import keep_for_ever
from sandtable.server.messages import MOST_BYTES
from sandtable.server.tokens import new_token

OWNER, ADDRESS, LOCK = "owner.key", "address", "server.lock"
BACKLOG = 512
SWITCH = 0.001  # seconds: the writer and the pools' threads get their turn sooner while the loop is busy


class Running(BadSetup):
    """Another server has this data folder."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(f"a server is running with {folder} already" + (f": {address}" if address else ""))
        self.address = address


class FolderLock:
    """Held as long as the process lives; the system lets go of it however the process ends."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            import fcntl
        except ImportError:  # no such locks there
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as e:
            os.close(self.file)
            raise Running(folder, address_of(folder)) from e

    def close(self) -> None:
        os.close(self.file)


def address_of(folder: Path) -> str:
    """Where the running server of a folder is; empty: nobody knows."""
    with suppress(OSError):
        return (folder / ADDRESS).read_text(encoding="utf-8").strip()
    return ""


def owner_key(folder: Path) -> str:
    """The key of whoever runs the server: made once, readable by that user alone."""
    path = folder / OWNER
    with suppress(OSError):
        if key := path.read_text(encoding="utf-8").strip():
            return key
    key = new_token()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as out:
        out.write(key)
    return key


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; port 0: any free one. Raises BadSetup."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio leaves Nagle on: 40 ms
    try:
        if os.name != "nt":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as e:
        found.close()
        raise BadSetup(f"cannot listen on {host} port {port}: {e.strerror or e}") from e
    return found


def url(host: str, port: int) -> str:
    name = "127.0.0.1" if host in ("", "0.0.0.0") else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], Any]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def run(settings: Settings, host: str, port: int, ready: Callable[[str], Any]) -> None:
    """Serve until interrupted. `ready` is called with the address once everything is compiled and loaded."""
    lock = FolderLock(settings.folder)
    try:
        listening = bound(host, port)
        sys.setswitchinterval(SWITCH)
        jobs.warm_up()
        keep_for_ever()
        address = url(host, listening.getsockname()[1])
        config = uvicorn.Config(
            application(settings),
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            backlog=BACKLOG,
        )

        def say_ready() -> None:
            replaced(settings.folder / ADDRESS, address)
            ready(address)

        with suppress(KeyboardInterrupt):  # it has ended everything in order, then says so
            Server(config, say_ready).run([listening])
    finally:
        with suppress(OSError):
            (settings.folder / ADDRESS).unlink()
        lock.close()
