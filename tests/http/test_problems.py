"""Every kind of problem of the contract: status, type, headers, and that nothing was appended."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from service.application.context import Context
from service.application.ports import Fitness, Unavailable
from service.http.problems import KINDS
from service.log.audit_store import RedisAuditStore
from tests.http.answers import problem
from tests.playing import HttpGame, open_over_http
from tests.surroundings import AwayQueue

STATUSES = {
    "malformed": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not-found": 404,
    "unsupported-media-type": 415,
    "illegal-move": 422,
    "house-rules-needed": 422,
    "stale-version": 412,
    "settlement-pending": 409,
    "not-your-phase": 409,
    "idempotency-key-reused": 422,
    "precondition-required": 428,
    "too-large": 413,
    "rate-limited": 429,
    "log-damaged": 503,
    "unavailable": 503,
}


def test_every_kind_of_the_contract_has_its_status_and_its_page(client: FlaskClient) -> None:
    for kind, status in STATUSES.items():
        shown = client.get(f"/problems/{kind}").get_json()
        assert (shown["type"], shown["status"]) == (f"/problems/{kind}", status)
        assert shown["title"]
        assert shown["text"]
    for kind in KINDS:
        assert client.get(f"/problems/{kind}").status_code == 200
    problem(client.get("/problems/none"), 404, "not-found")


def of_kind(kind: str, game: HttpGame) -> tuple[int, TestResponse]:
    """A call that ends in a problem of this kind, and the status."""
    move = {"type": "stop", "player": "red"}
    any_version = {"If-Match": "*"}
    match kind:
        case "malformed":
            return 400, game.post("/moves", {**move, "x": 1})
        case "unauthorized":
            return 401, game.post("/moves", move, None)
        case "forbidden":
            return 403, game.post("/moves", move, "spectator")
        case "not-found":
            return 404, game.get("?at=99")
        case "unsupported-media-type":
            return 415, game.call("POST", "/moves", data="{}")
        case "too-large":
            return 413, game.call("POST", "/moves", data=b" " * (2**20 + 1), content_type="application/json")
        case "illegal-move":
            return 422, game.post("/moves", move, headers=any_version)
        case "stale-version":
            return 412, game.post("/moves", move, headers={"If-Match": '"1"'})
        case "not-your-phase":
            return 409, game.call("DELETE", "/seats/seed")
        case "precondition-required":
            return 428, game.post("/moves", move)
    raise AssertionError(kind)


@pytest.mark.parametrize("kind", ["malformed", "unauthorized", "forbidden", "not-found", "unsupported-media-type",
                                  "too-large", "illegal-move", "stale-version", "not-your-phase",
                                  "precondition-required"])  # fmt: skip
def test_a_problem_appends_nothing(game: HttpGame, kind: str) -> None:
    before = [*game.events()]
    status, response = of_kind(kind, game)
    found = problem(response, status, kind)
    assert found["instance"].startswith(f"/v1/games/{game.id}")
    assert [*game.events()] == before


def test_a_retry_after_is_whole_seconds(game: HttpGame) -> None:
    _, response = of_kind("not-your-phase", game)
    assert int(response.headers["Retry-After"]) >= 1
    game.play_round()
    response = game.move({"type": "pass", "player": "red"})
    problem(response, 409, "settlement-pending")
    assert int(response.headers["Retry-After"]) >= 1


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "", {"GET"}),
        ("GET", "/moves", {"POST"}),
        ("PATCH", "/moves", {"POST"}),
        ("POST", "/seats/red/seed", {"PUT"}),
        ("POST", "/record", {"GET"}),
        ("FLY", "/events", {"GET"}),
    ],
)
def test_a_method_that_an_address_lacks_is_told_with_those_it_has(
    game: HttpGame, method: str, path: str, allowed: set[str]
) -> None:
    response = game.call(method, path)
    problem(response, 405, "method-not-allowed")
    assert allowed <= {name.strip() for name in response.headers["Allow"].split(",")}


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/", "/v2/games", "/v1/games/x/y", "/v1//games", "/v1//games/x", "/v1/rulesets/x/", "/%00"]
)
def test_an_address_that_is_none_is_not_found(client: FlaskClient, path: str) -> None:
    problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rulesets/chess",
        "/v1/rulesets/tridomino-hexagono?edition=99",
        "/v1/rulesets/tridomino-hexagono/clauses/HEX-none",
        "/v1/rulesets/tridomino-hexagono/clauses/TRI-set",
        "/v1/audits/0",
        "/v1/audits/" + "0" * 32,
        "/v1/audits/%00%ff",
    ],
)
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize("at", ["3", "9007199254740991"])
def test_a_version_that_is_not_there_yet_is_not_found(game: HttpGame, at: str) -> None:
    problem(game.get(f"?at={at}"), 404, "not-found")


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("?at=0", "at"),
        ("?at=-1", "at"),
        ("?at=x", "at"),
        ("?at=", "at"),
        ("?at=1.0", "at"),
        ("?at=%D9%A1", "at"),
        ("?at=1&at=2", "at"),
        ("?at=9007199254740992", "at"),
        ("?at=" + "9" * 5000, "at"),
        ("/events?after=-1", "after"),
        ("/events?after=a", "after"),
        ("/events?limit=0", "limit"),
        ("/events?limit=501", "limit"),
        ("/events?limit=1e2", "limit"),
        ("/events?wait=26", "wait"),
        ("/events?wait=-1", "wait"),
        ("/events?wait=0.5", "wait"),
        ("/events?wait=true", "wait"),
    ],
)
def test_a_parameter_out_of_range_is_malformed(game: HttpGame, path: str, parameter: str) -> None:
    assert problem(game.get(path), 400, "malformed")["parameter"] == parameter


@pytest.mark.parametrize("edition", ["0", "x", "", "1&edition=1"])
def test_an_edition_is_a_number(client: FlaskClient, edition: str) -> None:
    response = client.get(f"/v1/rulesets/tridomino-hexagono?edition={edition}")
    assert problem(response, 400, "malformed")["parameter"] == "edition"


class Away:
    """A store that does not answer."""

    def __getattr__(self, name: str) -> Any:
        def call(*_: Any, **__: Any) -> Any:
            raise Unavailable(f"{name} at redis://user:secret@host")

        return call


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("GET", "?at=1", None),
        ("GET", "/events", None),
        ("GET", "/legal-moves", None),
        ("GET", "/record", None),
        ("POST", "/moves", {"type": "pass", "player": "red"}),
        ("POST", "/rulings", {"type": "pass", "player": "red"}),
        ("POST", "/rounds", {"hands": {}}),
        ("POST", "/close", {"reason": "x"}),
        ("DELETE", "/seats/seed", None),
        ("POST", "/audits", None),
    ],
)
def test_while_the_store_is_away_every_call_says_so_and_afterwards_goes_on(
    make_app: Callable[..., Flask], game: HttpGame, method: str, path: str, body: Any
) -> None:
    here, game.client = game.client, make_app(log=Away()).test_client()
    response = game.call(method, path, json=body, headers={"If-Match": "*"})
    problem(response, 503, "unavailable")
    assert "secret" not in response.text
    game.client = here
    assert game.step()


def test_while_the_store_is_away_no_game_is_opened_and_no_report_found(make_app: Callable[..., Flask]) -> None:
    client = make_app(log=Away(), audits=Away()).test_client()
    body = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service"}
    problem(client.post("/v1/games", json=body), 503, "unavailable")
    problem(client.get("/v1/audits/" + "0" * 32), 503, "unavailable")
    assert client.get("/healthz").status_code == 200


def test_a_queue_that_is_away_fails_the_audit_and_keeps_the_moves(make_app: Callable[..., Flask]) -> None:
    game = open_over_http(make_app(queue=AwayQueue()).test_client())
    assert game.play_round()[-1]["settlement"]["status"] == "pending"
    problem(game.post("/audits", {}), 503, "unavailable")


def test_too_many_waiting_audits_are_refused_until_some_are_done(
    ctx: Context, redis: Any, make_app: Callable[..., Flask]
) -> None:
    client = make_app(audits=RedisAuditStore(redis, most_each=2)).test_client()
    games = [open_over_http(client, seed=i) for i in range(2)]
    for game in games:
        assert [game.post("/audits", {}).status_code for _ in range(2)] == [202, 202]
        response = game.post("/audits", {})
        problem(response, 429, "rate-limited")
        assert int(response.headers["Retry-After"]) >= 1
    assert ctx.log.head(games[0].id)


@pytest.fixture
def unfit(make_app: Callable[..., Flask]) -> FlaskClient:
    fitness = Fitness(faults=["evicts"], warnings=["does not persist"])
    return make_app(fitness=lambda: fitness).test_client()


def test_a_service_on_an_unfit_store_is_alive_and_not_ready(client: FlaskClient, unfit: FlaskClient) -> None:
    assert unfit.get("/healthz").status_code == 200
    response = unfit.get("/readyz")
    assert (response.status_code, response.get_json()["faults"]) == (503, ["evicts"])
    assert "Retry-After" in response.headers
    response = client.get("/readyz")
    assert (response.status_code, response.get_json()["status"]) == (200, "ready")
    assert response.headers["Cache-Control"] == "no-store"


def test_a_fault_of_ours_tells_the_client_nothing(make_app: Callable[..., Flask], game: HttpGame) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError("secret")

    game.client = make_app(log=Broken()).test_client()
    with capture_logs() as logged:
        response = game.get()
    assert "secret" not in response.text
    problem(response, 500, "internal")
    assert [str(line["exc_info"]) for line in logged] == ["secret"]
