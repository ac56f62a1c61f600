"""Writes answers: JSON, with the headers that their kind needs."""

from typing import Any

import orjson
from flask import Response, request


def json(body: Any, status: int = 200) -> Response:
    """A JSON answer; bytes are JSON already."""
    raw = body if isinstance(body, bytes) else orjson.dumps(body)
    return Response(raw, status=status, mimetype="application/json")


def private(response: Response, version: int | None = None) -> Response:
    """An answer that depends on its caller; `version` becomes its entity tag."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    if version is not None:
        response.headers["ETag"] = f'"{version}"'
    return response


def public(response: Response, *, seconds: int = 300) -> Response:
    """An answer that is the same for all, kept for a while, with an entity tag of its content."""
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.add_etag()
    return unless_known(response)


def unless_known(response: Response) -> Response:
    """304 where the client has this answer. Werkzeug's own answers 412 besides, even to `If-Match: *`."""
    tag, _ = response.get_etag()
    if tag is not None and request.if_none_match.contains_weak(tag):
        response.status_code = 304
    return response
