"""What answers must look like, whatever they say."""

from typing import Any

from werkzeug.test import TestResponse

Json = dict[str, Any]


def problem(response: TestResponse, status: int, kind: str) -> Json:
    """The problem document of an answer, found to be one of this status and kind."""
    assert (response.status_code, response.mimetype) == (status, "application/problem+json"), response.text
    body: Json = response.get_json()
    assert (body["type"], body["status"]) == (f"/problems/{kind}", status), body
    assert body["title"]
    assert body["detail"]
    assert "no-store" in response.headers["Cache-Control"]
    assert ("Retry-After" in response.headers) == (status in (409, 429, 503))
    assert ("WWW-Authenticate" in response.headers) == (status == 401)
    return body


def pointers(response: TestResponse) -> list[str]:
    """Where a body is malformed."""
    body = problem(response, 400, "malformed")
    found = [error["pointer"] for error in body["errors"]]
    assert body["pointer"] == found[0]
    return found


def codes(response: TestResponse) -> list[str]:
    """The codes for which a move is illegal."""
    return [violation["code"] for violation in problem(response, 422, "illegal-move")["violations"]]
