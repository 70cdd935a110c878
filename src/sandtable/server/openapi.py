"""The OpenAPI 3.1 file: HTTP routes, and the messages of the socket among its components.

`publish` writes `openapi.json` beside this file; a test compares it. Client types are made from it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from sandtable.scene import Preview, Scene
from sandtable.server import shapes
from sandtable.server.frames import AnyFrame
from sandtable.server.messages import AnyMessage
from sandtable.server.routes import ROUTES, Query, Route

FILE = Path(__file__).with_name("openapi.json")
REF = "#/components/schemas/{name}"
REASONS = {
    400: "Not understood: what, where, and what would be right.",
    403: "The token does not open this.",
    404: "No such thing.",
    409: "Not now.",
    413: "Too large.",
    429: "Too many requests.",
}


def description() -> dict[str, Any]:
    used = [t for route in ROUTES for t in (route.takes, route.gives) if isinstance(t, type)]
    types: list[Any] = [AnyMessage, AnyFrame, Scene, Preview, shapes.Problem, *dict.fromkeys(used)]
    found, parts = msgspec.json.schema_components(types, ref_template=REF)
    parts = {**parts, "ClientMessage": found[0], "ServerFrame": found[1]}
    refs = dict(zip(map(_key, types), found, strict=True))
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sandtable",
            "version": "1",
            "description": "The socket is at /api/matches/{match}/stream: it takes ClientMessage, sends ServerFrame.",
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _key(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


def _operation(route: Route, refs: dict[str, Any]) -> dict[str, Any]:
    answers: dict[str, Any] = {str(route.status): {"description": "Done.", **_content(route.gives, refs)}}
    usual = {
        400,
        *([403] if route.token else []),
        *([404] if "{" in route.path else []),
        *([413] if route.takes else []),
    }
    problem = _content(shapes.Problem, refs)
    for status in sorted({*usual, 429, *route.fails}):
        answers[str(status)] = {"description": REASONS[status], **problem}
    made: dict[str, Any] = {"operationId": route.name, "summary": route.help, "responses": answers}
    if parameters := [*_in_path(route.path), *map(_query, route.queries)]:
        made["parameters"] = parameters
    if route.takes is not None:
        made["requestBody"] = {"required": True, **_content(route.takes, refs)}
    if route.token:
        made["security"] = [{"token": []}]
    return made


def _content(kind: Any, refs: dict[str, Any]) -> dict[str, Any]:
    if kind is None:
        return {}
    if isinstance(kind, str):
        return {"content": {kind: {"schema": {"type": "string"}}}}
    return {"content": {"application/json": {"schema": refs[_key(kind)]}}}


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "maxLength": 200}}
        for name in re.findall(r"\{(\w+)\}", path)
    ]


def _query(query: Query) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": query.least, "maximum": query.most}
    return {"name": query.name, "in": "query", "required": False, "schema": schema, "description": query.help}


def text() -> str:
    """As it is published."""
    return msgspec.json.format(msgspec.json.encode(description()), indent=2).decode() + "\n"


def publish() -> None:
    FILE.write_text(text(), encoding="utf-8")
