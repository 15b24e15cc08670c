"""The files of the front end, and the page of the interface; nothing comes from anywhere else."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

STATIC = Path(__file__).parent.parent / "static"

FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sightline</title>
<h1>The table is not built yet</h1>
<p>Run <code>make setup</code> in the project's folder, then load this page again. The server itself is up:
see <a href="/docs">its interface</a>.</p></html>
"""

DOCS = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sightline: the interface</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static-docs/swagger-ui.css"><div id="page"></div>
<script src="/static-docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></html>
"""

START = "SwaggerUIBundle({ url: '/api/schema/openapi.json', dom_id: '#page', validatorUrl: null });\n"


def _file(folder: Path, name: str) -> Path | None:
    """A file inside the folder, or None."""
    if "\0" in name:
        return None
    path = (folder / name.lstrip("/")).resolve()
    try:
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except OSError:
        return None  # A name no file can have, such as one that is too long.


def _served(request: Request[Any, Any, Any], path: Path, cache: str) -> Response[bytes]:
    headers = {"cache-control": cache}
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = path.with_name(path.name + ".gz")
    if packed.is_file() and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        path = packed
    stamp = path.stat()
    tag = f'"{stamp.st_mtime_ns:x}-{stamp.st_size:x}"'
    headers["etag"] = tag
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(path.read_bytes(), headers=headers, media_type=kind)


@get("/docs", include_in_schema=False, sync_to_thread=False)
def docs() -> Response[str]:
    """The page of the interface."""
    return Response(DOCS, media_type="text/html")


@get("/docs/start.js", include_in_schema=False, sync_to_thread=False)
def docs_start() -> Response[str]:
    """What starts that page; inline it would need a wider policy."""
    return Response(START, media_type="text/javascript")


@get(["/", "/{path:path}"], include_in_schema=False)
async def front(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """A file of the front end; any other address is one of its pages."""
    return await asyncio.to_thread(_found, request, path)


def _found(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    if path.startswith("/api"):
        raise NotFoundException("there is nothing here")
    folder, name = STATIC, path
    if path.startswith("/static-docs/"):
        folder, name = STATIC / "docs", path.removeprefix("/static-docs/")
    found = _file(folder, name) if name.strip("/") else None
    if found is not None:
        return _served(request, found, FOREVER if "/assets/" in path else ALWAYS_ASK)
    if "." in path.rpartition("/")[2]:
        raise NotFoundException("there is no such file")
    index = _file(STATIC, "index.html")
    if index is None:
        return Response(MISSING.encode(), media_type="text/html", headers={"cache-control": ALWAYS_ASK})
    return _served(request, index, ALWAYS_ASK)
