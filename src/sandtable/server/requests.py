"""One HTTP request as a handler gets it: decoded, within limits, with the key its token opens."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sandtable.core.texts import plain_text
from sandtable.server.live_tables import Key, LiveTables
from sandtable.server.routes import MOST_BODY, MOST_RECORD, Route
from sandtable.server.shapes import Problem, Wrong

STATUS = {
    "bad": 400,
    "token": 403,
    "origin": 403,
    "missing": 404,
    "conflict": 409,
    "large": 413,
    "limit": 429,
    "failed": 500,
}


class HttpProblem(Exception):
    """An answer that is not a success."""

    def __init__(self, error: Any, text: str, faults: tuple[Wrong, ...] = ()) -> None:
        super().__init__(text)
        self.problem = Problem(error=error, text=text, faults=faults)

    def response(self) -> Response:
        return Response(msgspec.json.encode(self.problem), STATUS[self.problem.error], media_type="application/json")


class Call(NamedTuple):
    given: Any  # the decoded body
    path: dict[str, str]
    query: dict[str, int]
    key: Key | None  # what the token opens; always there where the route needs one

    @property
    def seat(self) -> Key:
        assert self.key is not None
        return self.key


async def call_of(request: Request, route: Route, tables: LiveTables) -> Call:
    path = {name: str(value) for name, value in request.path_params.items()}
    if any(len(value) > 200 for value in path.values()):
        raise HttpProblem("missing", "no such thing")
    key = _key(request, path, tables) if route.token else None
    return Call(await _given(request, route), path, _query(request, route), key)


def _key(request: Request, path: dict[str, str], tables: LiveTables) -> Key:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    key = tables.key(token.strip()[:200], path["match"]) if scheme.lower() == "bearer" else None
    if key is None:
        raise HttpProblem("token", "this token does not open this match")
    return key


async def _given(request: Request, route: Route) -> Any:
    if route.takes is None:
        return None
    most = MOST_RECORD if isinstance(route.takes, str) else MOST_BODY
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HttpProblem("large", f"at most {most} bytes")
    if isinstance(route.takes, str):
        try:
            return bytes(body).decode()
        except UnicodeDecodeError:
            raise HttpProblem("bad", "this is no text") from None
    try:
        return msgspec.json.decode(bytes(body), type=route.takes)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
        raise HttpProblem("bad", f"not understood: {str(e)[:200]}") from None


def _query(request: Request, route: Route) -> dict[str, int]:
    found: dict[str, int] = {}
    for query in route.queries:
        text = request.query_params.get(query.name)
        if text is None:
            continue
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and query.least <= int(text) <= query.most):
            raise HttpProblem("bad", f"{query.name} is a number from {query.least} to {query.most}")
        found[query.name] = int(text)
    return found


def response_of(route: Route, found: Any) -> Response:
    if route.gives is None:
        return Response(status_code=route.status)
    if isinstance(route.gives, str):
        return Response(found, route.status, media_type=route.gives)
    body = found if isinstance(found, bytes) else msgspec.json.encode(found, enc_hook=plain_text)
    return Response(body, route.status, media_type="application/json")
