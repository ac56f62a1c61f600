"""Many clients at one version, at two real processes: exactly one is accepted."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.http.served import Answer, Served

CLIENTS = 12
Json = dict[str, Any]


@pytest.fixture
def opened(served: Served) -> Json:
    stuck = {"blocked_when": "stuck"}  # so that no round ends by chance within a test
    body = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service", "house_rules": stuck}
    answer = served.call("POST", "/v1/games", body)
    assert answer.status == 201
    game: Json = answer.body
    return game


def next_move(served: Served, game: Json) -> tuple[int, Json]:
    """The version, and a legal move."""
    listed = served.call("GET", f"/v1/games/{game['id']}/legal-moves", token=game["tokens"]["referee"]).body
    return listed["version"], listed["moves"][0]["move"]


def at_once(served: Served, game: Json, move: Json, headers: list[dict[str, str]]) -> list[Answer]:
    """The answers to one move, posted by as many clients as there are headers."""
    barrier = Barrier(len(headers))

    def post(own: dict[str, str]) -> Answer:
        barrier.wait()
        token = game["tokens"]["referee"]
        return served.call("POST", f"/v1/games/{game['id']}/moves", move, token=token, **own)

    with ThreadPoolExecutor(len(headers)) as clients:
        return list(clients.map(post, headers))


def test_of_many_moves_for_one_version_exactly_one_is_accepted(served: Served, opened: Json) -> None:
    for _ in range(8):
        version, move = next_move(served, opened)
        answers = at_once(served, opened, move, [{"If_Match": f'"{version}"'}] * CLIENTS)
        assert Counter(answer.status for answer in answers) == {201: 1, 412: CLIENTS - 1}
        for answer in answers:
            assert answer.body["version"] == version + 1
            assert [event["version"] for event in answer.body["events"]] == [version + 1]


def test_of_many_moves_with_keys_of_their_own_exactly_one_is_accepted(served: Served, opened: Json) -> None:
    for turn in range(8):
        version, move = next_move(served, opened)
        while move["type"] != "place":
            assert at_once(served, opened, move, [{"If_Match": "*"}])[0].status == 201
            version, move = next_move(served, opened)
        answers = at_once(served, opened, move, [{"Idempotency_Key": f"{turn}-{i}"} for i in range(CLIENTS)])
        found = Counter(answer.status for answer in answers)
        assert found[201] == 1
        assert set(found) <= {201, 409, 422}
        for answer in answers:
            if answer.status == 409:
                assert answer.body["type"] == "/problems/stale-version"
                assert int(answer.headers["retry-after"]) >= 1
                assert answer.body["version"] == version + 1
        assert next_move(served, opened)[0] == version + 1


def test_one_key_sent_many_times_at_once_is_one_move_and_one_ruling(served: Served, opened: Json) -> None:
    for turn in range(8):
        version, move = next_move(served, opened)
        answers = at_once(served, opened, move, [{"Idempotency_Key": str(turn)}] * CLIENTS)
        assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
        assert next_move(served, opened)[0] == version + 1
