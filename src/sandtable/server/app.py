"""The application: routes from the list, the stream, the client's files."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from sandtable.server import jobs
from sandtable.server.client_files import client_files
from sandtable.server.connection import Connection
from sandtable.server.guard import Guard, problem
from sandtable.server.handlers import Handlers
from sandtable.server.limits import Limits
from sandtable.server.live_tables import SLEEP_AFTER, LiveTables, Missing
from sandtable.server.openapi import FILE
from sandtable.server.requests import HttpProblem, call_of, response_of
from sandtable.server.routes import ROUTES, Route
from sandtable.server.workers import Late, Workers

log = logging.getLogger("sandtable.server")


class Settings(Struct, frozen=True, kw_only=True):
    folder: Path
    owner: str = ""  # the key of whoever runs the server
    names: tuple[str, ...] = ()  # by which the server may be called, besides this machine's own
    limits: Limits = Limits()
    processes: int | None = None  # of workers; None: by the number of cores
    commit_delay: float = 0.0  # stands for a slow disk in tests
    sleep_after: float = SLEEP_AFTER
    static: Path | None = None  # the built client; None: the packaged one


def application(settings: Settings) -> Guard:
    handlers: dict[str, Handlers] = {}  # there once the server is ready

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        jobs.warm_up()  # nothing is compiled in the middle of a match; workers load what this process compiled
        workers = Workers(settings.processes)
        try:
            await workers.ready()
            tables = LiveTables(settings.folder, workers, delay=settings.commit_delay, sleep_after=settings.sleep_after)
            handlers["all"] = Handlers(tables, settings.owner)
            app.state.tables = tables
            await tables.start()
            try:
                yield
            finally:
                await tables.close()
        finally:
            workers.close()

    app = FastAPI(lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    for route in ROUTES:
        app.add_route(route.path, endpoint(route, lambda: handlers["all"]), methods=[route.method])

    async def description(request: Request) -> Response:
        return Response(FILE.read_bytes(), media_type="application/json")

    async def stream(socket: WebSocket) -> None:
        tables = handlers["all"].tables
        await Connection(socket, tables, settings.limits).serve(str(socket.path_params["match"])[:200])

    app.add_route("/api/openapi.json", description, methods=["GET"])
    app.add_api_websocket_route("/api/matches/{match}/stream", stream)
    client_files(app, settings.static)
    return Guard(app, settings.limits, settings.names)


def endpoint(route: Route, handlers: Callable[[], Handlers]) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        known = handlers()
        try:
            call = await call_of(request, route, known.tables)
            return response_of(route, await getattr(known, route.name)(call))
        except HttpProblem as e:
            return e.response()
        except Missing as e:
            return problem(404, "missing", str(e))
        except Late:
            return problem(429, "limit", "this takes too long just now; try again")

    return answer
