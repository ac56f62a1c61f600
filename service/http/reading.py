"""Reads requests: who calls, the body, the preconditions, the preferences."""

import hashlib
import hmac
import re
from typing import Any

from flask import current_app, request

from service.application.appending import ANY, Versions
from service.application.callers import PASSER_BY, Caller, require
from service.application.context import Context
from service.application.loading import load
from service.application.problems import Problem
from service.edge.strict_json import parse
from service.rules.clauses import Fault

MOST_BODY = 2**20
MOST_RECORD = 32 * 2**20
_TAG = re.compile(r'"(0|[1-9][0-9]{0,15})"')
_LIST = re.compile(r'\s*(?:W/)?"[^"]*"(?:\s*,\s*(?:W/)?"[^"]*")*\s*')
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*([0-9]{1,6})(?:$|[,;\s])")


def context() -> Context:
    """The use cases' context of this application."""
    ctx: Context = current_app.extensions["context"]
    return ctx


def _bearer() -> str | None:
    """The bearer token of the request; raises `unauthorized` for another scheme."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("unauthorized", "The Authorization header is no bearer token.")
    return token.strip()


def caller(game: str, *roles: str) -> Caller:
    """Who calls, within this game; without a token who passes by a public game. `roles`: who may, else everybody."""
    found = _caller(game)
    if roles:
        require(found, *roles)
    return found


def _caller(game: str) -> Caller:
    token = _bearer()
    if token is not None:
        return context().tokens.read(token, game, context().clock.milliseconds())
    try:
        public = load(context(), game).game.terms.public
    except Problem as problem:
        if problem.kind != "not-found":
            raise
        public = False
    if not public:
        raise Problem("unauthorized", "Send a token of this game as `Authorization: Bearer TOKEN`.")
    return PASSER_BY


def service_client() -> str:
    """Who opens games or posts records: a name for a credential, or an address where none is asked for."""
    keys: tuple[str, ...] = current_app.config["API_KEYS"]
    if not keys:
        return f"address {request.remote_addr or 'unknown'}"
    given = (_bearer() or "").encode()
    held = [key for key in keys if hmac.compare_digest(key.encode(), given)]
    if not held:
        raise Problem("unauthorized", "Send a service credential as `Authorization: Bearer KEY`.")
    return f"credential {hashlib.sha256(held[0].encode()).hexdigest()[:16]}"


def raw_body(most: int = MOST_BODY) -> bytes:
    """The bytes of a JSON body; raises `unsupported-media-type` and `too-large` before reading more."""
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem("unsupported-media-type", "Encoded bodies are not taken.")
    if request.mimetype != "application/json":
        raise Problem("unsupported-media-type", "Bodies are application/json.")
    # A body in chunks does not say its length, and Werkzeug cuts it off at the limit: one byte more tells.
    request.max_content_length = most + 1
    if (request.content_length or 0) > most or len(raw := request.get_data(cache=False)) > most:
        raise Problem("too-large", f"The body has more than {most} bytes.")
    return raw


def body() -> Any:
    """The parsed JSON body."""
    return parse(raw_body())


def fingerprint(*parts: bytes) -> str:
    """What a call asks for, to tell whether an idempotency key comes with the same body."""
    return hashlib.sha256(b"\0".join((request.path.rstrip("/").encode(), *parts))).hexdigest()


def if_match() -> Versions:
    """The versions that `If-Match` names; raises `malformed`."""
    header = request.headers.get("If-Match")
    if header is None:
        return None
    if header.strip() == "*":
        return ANY
    if not _LIST.fullmatch(header):
        raise _bad_header("If-Match", 'takes a version as an entity tag, like "12"')
    weak = re.sub(r'W/"[^"]*"', "", header)
    versions = frozenset(int(tag) for tag in _TAG.findall(weak))
    return versions or frozenset({-1})


def idempotency_key() -> str | None:
    """The idempotency key; raises `malformed`."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise _bad_header("Idempotency-Key", "takes 1 to 255 visible ASCII characters")
    return key


def preconditions() -> tuple[str | None, Versions]:
    """The key and the versions of a move or a deal; raises `precondition-required` where there is neither."""
    key, versions = idempotency_key(), if_match()
    if key is None and versions is None:
        raise Problem(
            "precondition-required",
            'Send `If-Match: "VERSION"` with the version you saw, or an `Idempotency-Key`, or both.',
        )
    return key, versions


def preferred_wait(most: float) -> float:
    """Seconds of `Prefer: wait=N`, at most `most`; 0 without."""
    found = _WAIT.search(request.headers.get("Prefer", ""))
    return min(float(found[1]), most) if found else 0.0


def integer(name: str, default: int | None, *, least: int, most: int) -> int | None:
    """An integer parameter; raises `malformed`."""
    texts = request.args.getlist(name)
    if not texts:
        return default
    text = texts[0]
    if len(texts) > 1 or not re.fullmatch(r"-?[0-9]{1,16}", text) or not least <= int(text) <= most:
        fault = Fault(pointer="", reason=f"the parameter '{name}' takes an integer from {least} to {most}")
        raise Problem("malformed", fault.reason, faults=[fault], parameter=name)
    return int(text)


def _bad_header(name: str, reason: str) -> Problem:
    fault = Fault(pointer="", reason=f"{name} {reason}")
    return Problem("malformed", fault.reason, faults=[fault], header=name)
