"""Handlers beside the API: health, keys, the contract, the record's schema."""

from flask import Blueprint, Response

from service.http import answering, openapi
from service.http import reading as asked

pages = Blueprint("pages", __name__)


@pages.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return answering.json({"status": "alive"})


@pages.get("/readyz")
def ready() -> Response:
    """The stores are fit for use."""
    fitness = asked.context().fitness()
    body = {
        "status": "unfit" if fitness.faults else "ready",
        "faults": list(fitness.faults),
        "warnings": list(fitness.warnings),
    }
    response = answering.json(body, 503 if fitness.faults else 200)
    response.headers["Cache-Control"] = "no-store"
    if fitness.faults:
        response.headers["Retry-After"] = "1"
    return response


@pages.get("/.well-known/jwks.json")
def jwks() -> Response:
    """The public keys of the receipts."""
    return answering.public(answering.json(asked.context().receipts.jwks()))


@pages.get("/openapi.yaml")
def contract() -> Response:
    """The OpenAPI document."""
    return answering.public(Response(openapi.text(), mimetype="application/yaml"))


@pages.get("/schemas/record.json")
def record_schema() -> Response:
    """The JSON Schema of a game record."""
    response = answering.json(openapi.record_schema())
    response.mimetype = "application/schema+json"
    return answering.public(response)
