"""Problem documents (RFC 9457): the one table of kinds, and the one place where they are made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import structlog
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.application.ports import Unavailable
from service.application.problems import Problem

MOST_ERRORS = 100
MEDIA_TYPE = "application/problem+json"

_log = structlog.get_logger("http")


@dataclass(frozen=True, slots=True)
class Kind:
    """A problem kind: its status, its title, and what a client can do about it."""

    status: int
    title: str
    text: str


KINDS: Mapping[str, Kind] = {
    "malformed": Kind(
        400,
        "The request cannot be read",
        "A field, header or parameter is not what the contract takes. `errors` points to each; nothing was changed.",
    ),
    "unauthorized": Kind(
        401,
        "A valid bearer token is needed",
        "Send the game's token (to open games and post records: a service credential) as `Authorization: Bearer …`.",
    ),
    "forbidden": Kind(
        403,
        "The token does not allow this",
        "The token is another game's, or its role may not do this. The game's opener holds all tokens of a game.",
    ),
    "not-found": Kind(404, "There is no such thing", "The address names no game, version, sheet, clause or audit."),
    "method-not-allowed": Kind(405, "The method is not allowed here", "`Allow` lists the methods of this address."),
    "not-acceptable": Kind(406, "Not in this form", "The address has no such representation."),
    "stale-version": Kind(
        412,
        "The game has moved on",
        "412: `If-Match` names another version than the current. 409: another move was appended first. `version` is "
        "the current one, `events` are what you missed, `next` continues them. Look, and decide anew.",
    ),
    "settlement-pending": Kind(
        409, "The round is being settled", "A worker settles the round; try again after `Retry-After` seconds."
    ),
    "not-your-phase": Kind(409, "Not in this phase", "The game is in another phase than this call is for."),
    "too-large": Kind(413, "The body is too large", "Bodies have at most 1 MiB, records 32 MiB."),
    "unsupported-media-type": Kind(
        415, "The media type is not taken", "Bodies are `application/json`, without a content encoding."
    ),
    "illegal-move": Kind(
        422,
        "The move is illegal",
        "The sheet does not allow the move. `violations` names each rule broken: code, clause, pointer and facts. "
        "Nothing was appended.",
    ),
    "house-rules-needed": Kind(
        422,
        "House rules are needed",
        "The sheet's document does not give these values; a game must bring them as house rules.",
    ),
    "idempotency-key-reused": Kind(
        422, "The key was used before", "An `Idempotency-Key` belongs to one body; use a fresh one for another."
    ),
    "precondition-required": Kind(
        428, "A precondition is required", "Send `If-Match` with the version you saw, or an `Idempotency-Key`, or both."
    ),
    "rate-limited": Kind(429, "Too much is waiting", "Try again after `Retry-After` seconds."),
    "internal": Kind(500, "The service failed", "This is a fault of ours; the log names it."),
    "log-damaged": Kind(
        503,
        "The game's log is damaged",
        "The log's hash chain does not hold. The game can be read and audited; it is not played on.",
    ),
    "unavailable": Kind(503, "The store does not answer", "Try again after `Retry-After` seconds; nothing was lost."),
}

_RETRIED = frozenset({409, 429, 503})
"""Statuses that say when to try again."""

_BY_STATUS = {
    400: "malformed",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
}


def answer(problem: Problem) -> Response:
    """The problem document of a problem."""
    kind = KINDS[problem.kind]
    extra = dict(problem.extra)
    status = int(extra.pop("status", kind.status))
    body: dict[str, Any] = {
        "type": f"/problems/{problem.kind}",
        "title": kind.title,
        "status": status,
        "detail": problem.detail,
        "instance": request.path,
    }
    if problem.faults:
        body["errors"] = [_fault(fault) for fault in problem.faults[:MOST_ERRORS]]
        body["pointer"] = problem.faults[0].pointer
    response = Response(orjson.dumps({**body, **extra}), status=status, mimetype=MEDIA_TYPE)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Vary"] = "Authorization"
    if status in _RETRIED:
        response.headers["Retry-After"] = str(problem.retry_after or 1)
    if problem.kind == "unauthorized":
        response.headers["WWW-Authenticate"] = 'Bearer realm="domino-referee"'
    return response


def _fault(fault: Any) -> dict[str, Any]:
    shown = {"pointer": fault.pointer, "detail": fault.reason}
    return shown if fault.clause is None else {**shown, "clause": fault.clause}


def install(app: Flask) -> None:
    """Answers problems, and whatever else stops a request, with problem documents."""
    app.register_error_handler(Problem, answer)

    @app.errorhandler(Unavailable)
    def _unavailable(error: Unavailable) -> Response:
        _log.warning("store does not answer", error=str(error), path=request.path)
        return answer(Problem("unavailable", "The store or the queue does not answer.", retry_after=1))

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        code = error.code or 500
        kind = _BY_STATUS.get(code, "malformed" if code < 500 else "internal")
        response = answer(Problem(kind, error.description or KINDS[kind].title, status=code))
        for name, value in error.get_headers():
            if name == "Allow":
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def _fault_of_ours(error: Exception) -> Response:
        _log.error("request failed", path=request.path, exc_info=error)
        return answer(Problem("internal", "The service failed; its log names the fault."))
