"""Handlers of audits."""

import threading

from flask import Blueprint, Response, current_app

from service.application import audits as use
from service.application.loading import head_of
from service.application.views import Json
from service.edge.records import parse_record
from service.http import answering
from service.http import reading as asked

audits = Blueprint("audits", __name__, url_prefix="/v1")
MOST_WAIT = 30.0
READ_AT_ONCE = 2**20


@audits.post("/audits")
def audit_record() -> Response:
    """Audit a record."""
    owner = asked.service_client()
    raw = asked.raw_body(asked.MOST_RECORD)
    record = parse_record(asked.context().library, raw) if len(raw) <= READ_AT_ONCE else None
    return _asked_for(use.request_record_audit(asked.context(), raw, owner=owner, record=record))


@audits.post("/games/<game>/audits")
def audit_game(game: str) -> Response:
    """Audit a game in the log."""
    return _asked_for(use.request_game_audit(asked.context(), game, asked.caller(game)))


def _asked_for(state: Json) -> Response:
    """202 with where to look, or 200 with the report where the client waits and it is done in time."""
    wait = asked.preferred_wait(MOST_WAIT)
    slots: threading.BoundedSemaphore = current_app.extensions["wait slots"]
    if wait and slots.acquire(blocking=False):
        try:
            state = use.shown(use.status(asked.context(), state["id"], wait=wait))
        finally:
            slots.release()
    done = state["status"] in ("finished", "failed")
    response = answering.private(answering.json(state, 200 if done else 202))
    response.headers["Location"] = f"/v1/audits/{state['id']}"
    if not done:
        response.headers["Retry-After"] = "1"
    return response


@audits.get("/audits/<audit>")
def show_audit(audit: str) -> Response:
    """An audit's status and report."""
    state = use.status(asked.context(), audit)
    if state["private"]:
        head_of(asked.context(), state["game"], asked.caller(state["game"], "referee"))
    return answering.private(answering.json(use.shown(state)))
