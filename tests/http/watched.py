"""A test client that holds every answer against the OpenAPI document."""

import copy
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from service.http import openapi

Json = dict[str, Any]

_ADDRESS = "urn:document"
_CONDITIONS = ("allOf", "if", "then")


def path_of(rule: Rule) -> str:
    """A route as the document writes it."""
    return "".join(f"{{{part}}}" if dynamic else part for dynamic, part in rule._trace).removeprefix("|")


def _closed(schema: Any) -> Any:
    """A schema whose objects have no member beside those it tells, so that a forgotten one is found."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {name: part if name in _CONDITIONS else _closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        shut["unevaluatedProperties"] = False
    return shut


@cache
def _registry() -> "Registry[Any]":
    document = copy.deepcopy(openapi.document())
    document["components"]["schemas"] = {
        name: _closed(schema) for name, schema in document["components"]["schemas"].items()
    }
    return Registry().with_resource(_ADDRESS, Resource.from_contents(document, DRAFT202012))


@cache
def validator(*path: str) -> Draft202012Validator:
    """The validator of the schema at a path of the document."""
    pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in path)
    schema = {"$ref": f"{_ADDRESS}#/{pointer}"}
    return Draft202012Validator(schema, registry=_registry(), format_checker=Draft202012Validator.FORMAT_CHECKER)


def check(body: Any, *path: str) -> None:
    """The body is what the schema at that path of the document says."""
    faults = [f"{error.json_path}: {error.message[:300]}" for error in validator(*path).iter_errors(body)]
    assert not faults, faults


class WatchedClient(FlaskClient):
    """Checks the status, the media type, the headers and the body of every answer of a route."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        request = response.request
        routes = self.application.url_map.bind("localhost")
        found = routes.match(request.path, method=request.method, return_rule=True)
        watch(response, path_of(found[0]), request.method.lower())
        return response


def watch(response: TestResponse, path: str, method: str) -> None:
    """The answer is one that the document tells of this operation."""
    operation: Json = openapi.document()["paths"][path][method]
    told = operation["responses"].get(str(response.status_code))
    assert told is not None, f"{method} {path} answers {response.status_code}, which is not told: {response.text}"
    for name in told.get("headers", {}):
        optional = name in ("Retry-After", "Idempotent-Replayed") or (name == "ETag" and "at=" in response.request.url)
        replayed = "Idempotent-Replayed" in response.headers
        assert name in response.headers or optional or replayed, f"{method} {path} lacks {name}"
    if "content" not in told or response.request.method == "HEAD":
        assert response.data == b"", f"{method} {path} has a body"
        return
    media = next((m for m in told["content"] if m in (response.mimetype, "*/*")), None)
    assert media is not None, f"{method} {path} answers {response.mimetype}, which is not told"
    if "json" not in response.mimetype:
        return
    body = response.get_json()
    check(body, "paths", path, method, "responses", str(response.status_code), "content", media, "schema")
    if "x-problem-kinds" in told and media == "application/problem+json":
        assert body["type"].removeprefix("/problems/") in told["x-problem-kinds"], body
