"""The OpenAPI document: valid, complete, and what the service answers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest
import rfc8785
import yaml
from flask import Flask
from openapi_spec_validator import validate

import workers.jobs
from service.application.context import Context
from service.application.ports import Fitness
from service.http import openapi
from service.http.app import create_app
from service.http.openapi.events import DATA
from service.http.problems import KINDS
from service.ledger.codec import FORMS
from service.rules.codes import CODES
from tests.http import examples
from tests.http.answers import problem
from tests.http.watched import WatchedClient, check, path_of
from tests.playing import SHEETS, SHORT, HttpGame, open_over_http
from tests.surroundings import AwayQueue, Jobs

ROOT = Path(__file__).parents[2]
OURS = ("internal", "method-not-allowed", "not-acceptable")
"""Problem kinds of no call in particular."""

Json = dict[str, Any]


@pytest.fixture
def watched(app: Flask) -> WatchedClient:
    """A client that holds every answer against the document."""
    return WatchedClient(app)


def test_the_document_is_valid() -> None:
    validate(openapi.document())


def test_the_published_file_is_current() -> None:
    text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    assert text == openapi.text(), "run 'make openapi'"
    assert yaml.safe_load(text) == openapi.document()


def test_every_route_is_in_the_document_and_no_other(app: Flask) -> None:
    routes = {
        (path_of(rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    told = {(path, method) for path, item in openapi.document()["paths"].items() for method in item}
    assert told == routes


def test_every_operation_has_an_id_of_its_own_and_a_known_tag() -> None:
    operations = [operation for item in openapi.document()["paths"].values() for operation in item.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids)
    assert {tag for operation in operations for tag in operation["tags"]} == {
        tag["name"] for tag in openapi.document()["tags"]
    }


def test_every_event_form_has_a_schema() -> None:
    assert set(DATA) == set(FORMS)


def test_every_violation_code_is_told() -> None:
    told = openapi.document()["components"]["schemas"]["Violation"]["properties"]["code"]["description"]
    assert [code for code in CODES if f"* `{code}`: " not in told] == []


def test_every_problem_kind_is_told_of_a_call_that_can_answer_it() -> None:
    told = {
        kind
        for item in openapi.document()["paths"].values()
        for operation in item.values()
        for response in operation["responses"].values()
        for kind in response.get("x-problem-kinds", ())
    }
    assert told == set(KINDS) - set(OURS)


def _answered(value: Any) -> Iterator[Json]:
    """Every schema that an answer is made of, references followed once."""
    seen: set[str] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            yield part
            address = part.get("$ref")
            if isinstance(address, str) and address not in seen:
                seen.add(address)
                todo.append(openapi.document()["components"]["schemas"].get(address.rpartition("/")[2], {}))
            todo += [inner for name, inner in part.items() if name != "examples"]
        elif isinstance(part, list):
            todo += part


def test_no_answer_closes_a_list_that_may_grow() -> None:
    record = {"$ref": "#/components/schemas/Record"}
    answers = [
        media["schema"]
        for item in openapi.document()["paths"].values()
        for operation in item.values()
        for response in operation["responses"].values()
        for media in response.get("content", {}).values()
        if media["schema"] != record
    ]
    closed = [
        schema for schema in _answered(answers) if "enum" in schema or schema.get("additionalProperties") is False
    ]
    assert closed == []


def test_the_examples_fit_the_schemas_beside_them() -> None:
    shown = 0
    for path, item in openapi.document()["paths"].items():
        for method, operation in item.items():
            places = [("requestBody",)] + [("responses", status) for status in operation["responses"]]
            for place in places:
                part = operation
                for name in place:
                    part = part.get(name, {})
                for media, content in part.get("content", {}).items():
                    for example in content.get("examples", {}).values():
                        check(example["value"], "paths", path, method, *place, "content", media, "schema")
                        shown += 1
    assert shown > 25


def test_the_examples_are_what_the_service_answers(
    composed: Context,
    redis: Any,  # noqa: ARG001
    run_jobs: Jobs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ctx = examples.held(composed)
    monkeypatch.setattr(workers.jobs, "this_context", lambda: ctx)
    made = orjson.loads(orjson.dumps(examples.made_with(ctx, run_jobs)))
    assert made == orjson.loads(examples.FILE.read_bytes()), "run 'python -m tests.http.examples' and 'make openapi'"


def _look(game: HttpGame) -> None:
    """Everybody looks at everything that there is to see."""
    for by in ("referee", "spectator", *game.players):
        state = game.state(by)
        assert game.get("", by, headers={"If-None-Match": f'"{state["version"]}"'}).status_code == 304
        game.state(by, at=1)
        game.get("/events?limit=3", by)
        game.get("/events?after=1", by)
        game.get("/legal-moves", by)
    for by in ("referee", "spectator"):
        game.get("/record", by)


def _try_and_move(game: HttpGame) -> None:
    """One move of the seat on turn: tried, refused, made, made again with its key."""
    move = game.choose()
    assert move is not None
    wrong = {**move, "type": "place", "at": [90, 90], "corners": [0, 2, 1]}
    wrong = {name: wrong[name] for name in ("player", "type", "at", "corners")}
    assert game.post("/rulings", move, move["player"]).status_code == 200
    assert game.post("/rulings", wrong, move["player"]).get_json()["legal"] is False
    problem(game.move(wrong, move["player"]), 422, "illegal-move")
    version = game.state()["version"]
    first = game.move(move, move["player"], version=version, key="first")
    again = game.move(move, move["player"], version=version, key="first")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.get_json() == first.get_json()
    problem(game.move(move, move["player"], version=version), 412, "stale-version")


@pytest.mark.parametrize(("ruleset", "players"), SHEETS)
def test_a_whole_game_answers_as_told(watched: WatchedClient, run_jobs: Jobs, ruleset: str, players: int) -> None:
    game = open_over_http(
        watched, ruleset, players, house_rules=SHORT.get(ruleset, {"target": 20}) if players > 1 else {}
    )
    _look(game)
    _try_and_move(game)
    while game.state()["phase"] != "over" and game.state()["round"] < 4:
        game.play_round()
        pending = game.state()
        if pending["phase"] == "settling":
            move = {"type": "resign", "player": game.players[0]}
            problem(game.move(move, "referee"), 409, "settlement-pending")
            problem(game.post("/rulings", move), 409, "settlement-pending")
        run_jobs()
    if game.state()["phase"] != "over":
        assert game.post("/close", {"reason": "long enough"}).status_code == 200
    _look(game)
    list(game.events("spectator", limit=50))
    asked = game.post("/audits", None, by="spectator")
    posted = watched.post("/v1/audits", json=game.get("/record").get_json())
    assert (asked.status_code, posted.status_code) == (202, 202)
    run_jobs()
    for answer in (asked, posted):
        report = watched.get(answer.headers["Location"]).get_json()
        assert (report["status"], report["verdict"]) == ("finished", "upheld")


def test_a_game_dealt_by_its_referee_answers_as_told(ctx: Context, watched: WatchedClient) -> None:
    game = open_over_http(watched, dealer="client", public=True)
    assert game.get("", by=None).status_code == 200
    assert game.deal(ctx.library).status_code == 201
    problem(game.deal(ctx.library), 409, "not-your-phase")
    _try_and_move(game)
    _look(game)
    closed = game.post("/close", {"reason": "rain"})
    assert closed.get_json()["phase"] == "over"
    problem(game.post("/close", {"reason": "rain"}), 409, "not-your-phase")


def test_seeding_answers_as_told(watched: WatchedClient) -> None:
    game = open_over_http(watched, await_seeds=True)
    red, blue = game.players
    assert game.call("PUT", f"/seats/{red}/seed", red, json={"seed": "mine"}).status_code == 204
    problem(game.call("PUT", f"/seats/{red}/seed", red, json={"seed": "other"}), 409, "not-your-phase")
    problem(game.call("PUT", f"/seats/{red}/seed", blue, json={"seed": "mine"}), 403, "forbidden")
    assert game.call("DELETE", "/seats/seed").status_code == 204
    assert [event["type"] for event in game.events()][1] == "seed-given"
    _look(game)


def test_refusals_answer_as_told(watched: WatchedClient, make_app: Callable[..., Flask]) -> None:
    game = open_over_http(watched)
    other = open_over_http(watched)
    turn = game.state()["turn"]
    move = {"type": "pass"}
    problem(game.post("/moves", move, turn), 428, "precondition-required")
    problem(game.post("/moves", {"type": "fly"}, turn), 400, "malformed")
    problem(game.post("/moves", move, "spectator"), 403, "forbidden")
    problem(game.post("/moves", move, None), 401, "unauthorized")
    problem(watched.get(f"/v1/games/{game.id}", headers=other.headers("referee")), 403, "forbidden")
    problem(game.get("?at=zero"), 400, "malformed")
    problem(game.get("?at=900"), 404, "not-found")
    problem(game.call("POST", "/moves", turn, data="pass"), 415, "unsupported-media-type")
    problem(game.call("POST", "/moves", turn, json={"type": "x" * 2**20}), 413, "too-large")
    problem(watched.get("/v1/rulesets/none"), 404, "not-found")
    problem(watched.get("/v1/rulesets/tri-ominoes/clauses/none"), 404, "not-found")
    problem(watched.get("/v1/audits/none"), 404, "not-found")
    problem(watched.post("/v1/audits", json={"format": "other"}), 400, "malformed")
    guarded = WatchedClient(make_app(api_keys=("key",)))
    problem(guarded.post("/v1/games", json={}), 401, "unauthorized")
    problem(guarded.post("/v1/audits", json={}), 401, "unauthorized")
    away = WatchedClient(make_app(queue=AwayQueue()))
    problem(away.post("/v1/audits", json=game.get("/record").get_json()), 503, "unavailable")


def test_a_key_with_another_body_answers_as_told(watched: WatchedClient) -> None:
    game = open_over_http(watched)
    move = game.choose()
    assert move is not None
    assert game.move(move, key="one").status_code == 201
    problem(game.move({"type": "resign", "player": move["player"]}, key="one"), 422, "idempotency-key-reused")


def test_a_damaged_log_answers_as_told(ctx: Context, watched: WatchedClient) -> None:
    game = open_over_http(watched)
    move = game.choose()
    assert move is not None
    ctx.log.mark_damaged(game.id)
    problem(game.move(move), 503, "log-damaged")


def test_everything_beside_the_games_answers_as_told(watched: WatchedClient) -> None:
    paths = ("/healthz", "/readyz", "/.well-known/jwks.json", "/openapi.yaml", "/schemas/record.json", "/v1/rulesets")
    for path in (*paths, "/problems", *(f"/problems/{kind}" for kind in KINDS)):
        assert watched.get(path).status_code == 200
    for sheet in watched.get("/v1/rulesets").get_json()["rulesets"]:
        shown = watched.get(f"/v1/rulesets/{sheet['id']}").get_json()
        for clause in shown["clauses"]:
            watched.get(f"/v1/rulesets/{sheet['id']}/clauses/{clause['id']}")
    tag = watched.get("/v1/rulesets").headers["ETag"]
    assert watched.get("/v1/rulesets", headers={"If-None-Match": tag}).status_code == 304


def test_an_unfit_store_answers_as_told(ctx: Context) -> None:
    unfit = replace(ctx, fitness=lambda: Fitness(faults=["it evicts"]))
    assert WatchedClient(create_app(unfit)).get("/readyz").status_code == 503


def test_the_chain_can_be_checked_as_the_guide_says(watched: WatchedClient) -> None:
    game = open_over_http(watched, "three-player-moon", 3)
    game.step()
    previous = "0" * 64
    for event in game.events("spectator"):
        told = {name: event[name] for name in ("game", "version", "type", "schema", "at", "data", "seals")}
        raw = b"domino-referee/event/1\n" + previous.encode() + b"\n" + rfc8785.dumps(told)
        previous = sha256(raw).hexdigest()
        assert event["hash"] == previous
    for event in game.events("red"):
        for opening in event["openings"]:
            preimage = [event["game"], opening["version"], opening["name"], opening["salt"], opening["value"]]
            sealed = {e["version"]: e["seals"] for e in game.events("spectator")}[opening["version"]]
            assert sealed[opening["name"]] == sha256(rfc8785.dumps(preimage)).hexdigest()
