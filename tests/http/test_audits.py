"""Asking for audits and reading their reports."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.application.context import Context
from tests.http.answers import pointers, problem
from tests.http.served import Served
from tests.playing import HttpGame, open_over_http
from tests.surroundings import Jobs

Json = dict[str, Any]


@pytest.fixture
def record(game: HttpGame) -> Json:
    """The record of a game that was closed after some moves."""
    for _ in range(6):
        game.step()
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    return game.get("/record").get_json()


def test_an_audit_is_asked_for_carried_out_and_read(client: FlaskClient, record: Json, run_jobs: Jobs) -> None:
    asked = client.post("/v1/audits", json=record)
    assert asked.status_code == 202
    assert int(asked.headers["Retry-After"]) >= 1
    state = asked.get_json()
    assert asked.headers["Location"] == f"/v1/audits/{state['id']}"
    assert (state["status"], state["verdict"], state["progress"]) == ("queued", None, {"moves": 0, "of": 6})
    run_jobs()
    report = client.get(asked.headers["Location"]).get_json()
    assert set(report) == set(state)
    assert (report["status"], report["verdict"], report["chain"], report["shuffle"]) == (
        "finished",
        "upheld",
        "intact",
        "committed",
    )
    assert report["progress"] == {"moves": 6, "of": 6}
    (judged,) = report["rounds"]
    assert [move["legal"] for move in judged["moves"]] == [True] * 6
    assert judged["ended_by"] == "closed"


def test_the_audit_of_a_game_in_the_log_says_what_its_record_says(
    client: FlaskClient, game: HttpGame, record: Json, run_jobs: Jobs
) -> None:
    posted, stored = client.post("/v1/audits", json=record), game.post("/audits", {}, "spectator")
    run_jobs()
    one, other = (client.get(asked.headers["Location"], headers=game.headers("spectator")).get_json()
                  for asked in (posted, stored))  # fmt: skip
    for name in ("verdict", "rounds", "scores", "winner", "game_over", "chain", "shuffle", "first_divergence"):
        assert one[name] == other[name]


def test_a_wrong_claim_is_found_and_does_not_stop_the_judging(
    client: FlaskClient, record: Json, run_jobs: Jobs
) -> None:
    record["rounds"][0]["moves"][1]["claimed"] += 40
    del record["proof"]
    asked = client.post("/v1/audits", json=record)
    run_jobs()
    report = client.get(asked.headers["Location"]).get_json()
    found = report["first_divergence"]
    assert (report["verdict"], report["chain"]) == ("score-mismatch", "absent")
    assert (found["kind"], found["round"], found["move"]) == ("move-claim", 1, 2)
    assert found["claimed"] == found["computed"] + 40
    assert all(move["judged"] for move in report["rounds"][0]["moves"])


def test_an_illegal_move_ends_the_judging(client: FlaskClient, record: Json, run_jobs: Jobs) -> None:
    moves = record["rounds"][0]["moves"]
    moves[2]["player"] = "blue" if moves[2]["player"] == "red" else "red"
    del record["proof"]
    asked = client.post("/v1/audits", json=record)
    run_jobs()
    report = client.get(asked.headers["Location"]).get_json()
    found = report["first_divergence"]
    assert (report["verdict"], found["kind"], found["move"]) == ("illegal-move", "illegal-move", 3)
    assert [violation["code"] for violation in found["violations"]] == ["not-your-turn"]
    assert [move["judged"] for move in report["rounds"][0]["moves"]] == [True] * 3 + [False] * 3


def test_a_record_that_the_proof_does_not_tell_is_tampered_with(
    client: FlaskClient, record: Json, run_jobs: Jobs
) -> None:
    record["rounds"][0]["moves"][0]["at"] = [2, 0]
    asked = client.post("/v1/audits", json=record)
    run_jobs()
    report = client.get(asked.headers["Location"]).get_json()
    assert (report["verdict"], report["first_divergence"]["kind"]) == ("tampered", "chain")


def test_a_record_that_cannot_be_read_is_pointed_at_before_anything_waits(client: FlaskClient, record: Json) -> None:
    assert pointers(client.post("/v1/audits", json={**record, "players": ["red", "RED"]})) == ["/players/1"]
    response = client.post("/v1/audits", json={**record, "ruleset": "schmidt-tripple-domino"})
    problem(response, 422, "house-rules-needed")


@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        (lambda r: r["rounds"][0]["deal"]["hands"]["red"].__setitem__(0, "9-9-9"), "/rounds/0/deal/hands/red/0"),
        (lambda r: r["rounds"][0]["deal"]["hands"]["red"].pop(), "/rounds/0/deal/hands/red"),
        (lambda r: r["rounds"][0]["moves"][0].update(player="nobody"), "/rounds/0/moves/0/player"),
        (lambda r: r.update(receipts=["a.b.c"]), "/receipts/0"),
    ],
)
def test_what_cannot_be_judged_is_refused_at_once(
    client: FlaskClient, record: Json, spoil: Callable[[Json], object], pointer: str
) -> None:
    del record["proof"]
    spoil(record)
    assert pointers(client.post("/v1/audits", json=record)) == [pointer]


def test_a_large_record_is_read_by_the_worker(client: FlaskClient, run_jobs: Jobs) -> None:
    asked = client.post("/v1/audits", data=b"{" + b" " * 2**20, content_type="application/json")
    assert (asked.status_code, asked.get_json()["progress"]["of"]) == (202, None)
    run_jobs()
    report = client.get(asked.headers["Location"]).get_json()
    assert (report["status"], report["error"]["kind"]) == ("failed", "malformed")
    assert report["error"]["errors"][0]["pointer"] == ""


@pytest.mark.parametrize("prefer", ["wait=0", "respond-async", "wait=x", "wait=-1", "waiting=9", 'wait="1"'])
def test_who_does_not_wait_gets_202(client: FlaskClient, record: Json, prefer: str) -> None:
    assert client.post("/v1/audits", json=record, headers={"Prefer": prefer}).status_code == 202


def test_who_waits_in_vain_gets_202(client: FlaskClient, record: Json) -> None:
    asked = client.post("/v1/audits", json=record, headers={"Prefer": "wait=1"})
    assert (asked.status_code, asked.get_json()["status"]) == (202, "queued")


@pytest.mark.parametrize("prefer", ["wait=20", "respond-async, wait=20", "handling=lenient; wait=20", "wait = 20"])
def test_who_waits_gets_the_report(
    ctx: Context, client: FlaskClient, record: Json, prefer: str, monkeypatch: pytest.MonkeyPatch, run_jobs: Jobs
) -> None:
    asked_to_wait: list[float] = []
    wait = ctx.audits.wait

    def worked_off(audit: str, seconds: float) -> None:
        asked_to_wait.append(seconds)
        run_jobs()
        wait(audit, seconds)

    monkeypatch.setattr(ctx.audits, "wait", worked_off)
    answer = client.post("/v1/audits", json=record, headers={"Prefer": prefer})
    assert (answer.status_code, answer.get_json()["verdict"], asked_to_wait) == (200, "upheld", [20.0])
    assert answer.headers["Location"] == f"/v1/audits/{answer.get_json()['id']}"
    assert "Retry-After" not in answer.headers
    client.post("/v1/audits", json=record, headers={"Prefer": "wait=999999"})
    assert asked_to_wait[-1] == 30.0


def test_only_a_part_of_the_threads_waits(ctx: Context, client: FlaskClient, record: Json) -> None:
    slots = client.application.extensions["wait slots"]
    assert slots.acquire(blocking=False)
    asked = client.post("/v1/audits", json=record, headers={"Prefer": "wait=30"})
    slots.release()
    assert asked.status_code == 202
    assert ctx.audits.get(asked.get_json()["id"])


def test_damage_that_an_audit_finds_stops_the_game(
    ctx: Context, client: FlaskClient, redis: Any, run_jobs: Jobs
) -> None:
    game = open_over_http(client)
    game.step()
    assert ctx.log.head(game.id)
    redis.hset(next(key for key in redis.scan_iter(match=f"*{game.id}:head")), "hash", "0" * 64)
    asked = game.post("/audits", {})
    run_jobs()
    report = client.get(asked.headers["Location"], headers=game.headers("referee")).get_json()
    assert (report["verdict"], report["chain"], report["first_divergence"]["kind"]) == ("tampered", "broken", "chain")
    problem(game.post("/moves", {"type": "draw", "player": "red"}, headers={"If-Match": "*"}), 503, "log-damaged")
    assert game.get("/events").status_code == 200


def test_an_audit_takes_the_whole_way_through_real_processes(served: Served, record: Json) -> None:
    answer = served.call("POST", "/v1/audits", record)
    assert answer.status == 202
    assert served.call("GET", answer.headers["location"]).body["status"] == "queued"
