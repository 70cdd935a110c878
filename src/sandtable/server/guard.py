"""What every answer and every request goes through: security headers, hosts, origins, rates, no stack traces."""

from __future__ import annotations

import ipaddress
import logging
import socket
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.limits import Buckets, Limits
from sandtable.server.shapes import Problem

log = logging.getLogger("sandtable.server")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, limits: Limits, names: tuple[str, ...] = ()) -> None:
        self.app, self.limits = app, limits
        self.names = {"localhost", socket.gethostname().lower(), *(name.lower() for name in names)}
        self.requests = Buckets(limits.requests, limits.request_burst)
        self.begun = Buckets(limits.begun, limits.begun_burst)
        self.sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        allowed = self.host_known(headers) and same_origin(headers) and self.requests.take(who(scope))
        if not allowed or self.sockets >= self.limits.sockets:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        self.sockets += 1
        try:
            await self.app(scope, receive, send)
        except Exception:
            log.exception("a socket failed")
        finally:
            self.sockets -= 1

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, begun = Headers(scope=scope), False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found[name] = value
                if "cache-control" not in found:
                    found["cache-control"] = "no-store"
            await send(message)

        refused = self._refused(scope, headers)
        if refused is not None:
            await refused(scope, receive, guarded)
            return
        try:
            await self.app(scope, receive, guarded)
        except Exception:
            log.exception("a request failed: %s %s", scope["method"], scope["path"])
            if not begun:
                await problem(500, "failed", "something went wrong; it was noted")(scope, receive, guarded)

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        if not self.host_known(headers):
            return problem(403, "origin", "this server is not called so; add --name to allow it")
        if scope["method"] not in ("GET", "HEAD") and not same_origin(headers):
            return problem(403, "origin", "requests from other sites are refused")
        if not self.requests.take(who(scope)):
            return problem(429, "limit", "too many requests; wait a moment")
        if scope["method"] == "POST" and not self._may_begin(scope):
            return problem(429, "limit", "too many new matches; wait a moment")
        return None

    def _may_begin(self, scope: Scope) -> bool:
        path = scope["path"]
        begins = path in ("/api/matches", "/api/records") or path.endswith(("/fork", "/rematch"))
        return not begins or self.begun.take(who(scope))

    def host_known(self, headers: Headers) -> bool:
        """Names that are not this machine's would let other sites' pages speak to it (DNS rebinding)."""
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return True


def same_origin(headers: Headers) -> bool:
    """Browsers say where a request comes from; others do not."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


def who(scope: Scope) -> str:
    client: Any = scope.get("client")
    return client[0] if client else ""


def problem(status: int, error: Any, text: str) -> Response:
    return Response(msgspec.json.encode(Problem(error=error, text=text)), status, media_type="application/json")
