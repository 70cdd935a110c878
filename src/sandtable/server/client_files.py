"""The client: built by `web/` into `static/`, which is part of the wheel."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from sandtable.server.guard import problem

STATIC = Path(__file__).with_name("static")
HASHED = "max-age=31536000, immutable"  # names of assets change with their content
FRESH = "no-cache"
NO_CLIENT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<p>The server runs, but the client is not built: <code>make play</code> builds it.</p></html>
"""


def client_files(app: FastAPI, folder: Path | None = None) -> None:
    """Serve the files that are in the folder now; every other address that is no API is the page itself."""
    root = folder or STATIC
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}

    async def file(request: Request) -> Response:
        name = str(request.path_params.get("path", ""))
        if name.startswith("api/"):
            return problem(404, "missing", "no such address")
        if name in files:  # nothing outside of the folder can be named
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            kept = HASHED if name.startswith("assets/") else FRESH
            return FileResponse(files[name], media_type=kind, headers={"cache-control": kept})
        if "." in name.rpartition("/")[2]:
            return problem(404, "missing", "no such file")
        if "index.html" in files:
            return FileResponse(files["index.html"], media_type="text/html", headers={"cache-control": FRESH})
        return Response(NO_CLIENT, media_type="text/html")

    app.add_route("/{path:path}", file, methods=["GET"])
