"""If-Match in all its forms, what a stale caller is told, and idempotency keys."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.answers import codes, pointers, problem
from tests.playing import HttpGame, open_over_http
from tests.surroundings import Jobs


@pytest.mark.parametrize("form", ['"2"', ' "2" ', "*", '"1", "2"', '"2","1"', 'W/"2", "2"', '"99" , "2"'])
def test_an_if_match_that_names_the_version_holds(game: HttpGame, form: str) -> None:
    assert game.post("/moves", game.choose(), headers={"If-Match": form}).status_code == 201


@pytest.mark.parametrize(
    "form",
    ['"1"', '"0"', '"3"', '"9007199254740991"', '"' + "9" * 40 + '"', 'W/"2"', '"02"', '"x"', '""', '"-2"', '"1", "3"'],
)
def test_an_if_match_that_names_another_version_does_not(game: HttpGame, form: str) -> None:
    found = problem(game.post("/moves", game.choose(), headers={"If-Match": form}), 412, "stale-version")
    assert found["version"] == 2
    assert found["next"] is None
    assert game.state()["version"] == 2


@pytest.mark.parametrize(
    "form", ["", " ", "2", '"2', '2"', "'2'", '"2" "1"', '*, "2"', '"2",', "w/2", '"2"; x', "latest"]
)
def test_an_if_match_that_is_none_is_malformed(game: HttpGame, form: str) -> None:
    response = game.post("/moves", game.choose(), headers={"If-Match": form})
    assert problem(response, 400, "malformed")["header"] == "If-Match"
    assert game.state()["version"] == 2


def test_a_caller_from_the_future_is_told_the_present(game: HttpGame) -> None:
    found = problem(game.post("/moves", game.choose(), headers={"If-Match": '"50"'}), 412, "stale-version")
    assert (found["version"], found["events"], found["next"]) == (2, [], None)


def test_a_stale_caller_is_told_what_it_missed(game: HttpGame) -> None:
    game.step()
    game.step()
    found = problem(game.post("/moves", game.choose(), headers={"If-Match": '"2"'}), 412, "stale-version")
    assert found["version"] == 4
    assert found["events"] == game.get("/events?after=2").get_json()["events"]


def drawn_by_both(game: HttpGame) -> int:
    """Both players draw a tile; the version before that."""
    game.step()
    version: int = game.state()["version"]
    for _ in range(2):
        player = game.state()["turn"]
        for _ in range(3):
            assert game.move({"type": "draw"}, player).status_code == 201
        assert game.move({"type": "pass"}, player).status_code == 201
    return version


def test_a_stale_caller_is_told_no_more_than_it_may_know(client: FlaskClient) -> None:
    game = open_over_http(client)
    version = drawn_by_both(game)
    for by in ("red", "blue"):
        body = {"type": "pass"}
        found = problem(game.post("/moves", body, by, headers={"If-Match": f'"{version}"'}), 412, "stale-version")
        draws = [event for event in found["events"] if event["type"] == "tile-drawn"]
        assert {event["data"]["player"] for event in draws} == {"red", "blue"}
        for event in draws:
            assert len(event["openings"]) == (event["data"]["player"] == by)


def test_a_stale_caller_is_told_of_100_events_at_once(game: HttpGame, run_jobs: Jobs) -> None:
    while game.state()["version"] <= 104:
        game.play_round()
        run_jobs()
    response = game.post("/moves", {"type": "pass"}, "red", headers={"If-Match": '"3"'})
    found = problem(response, 412, "stale-version")
    assert [event["version"] for event in found["events"]] == list(range(4, 104))
    assert (found["next"], found["version"]) == (103, game.state()["version"])
    rest = game.get(f"/events?after={found['next']}", "red").get_json()
    assert rest["events"][0]["version"] == 104


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "schl\xfcssel", "\x01"])
def test_a_key_is_1_to_255_visible_characters(game: HttpGame, key: str) -> None:
    response = game.post("/moves", game.choose(), headers={"Idempotency-Key": key})
    assert problem(response, 400, "malformed")["header"] == "Idempotency-Key"


@pytest.mark.parametrize("key", ["x" * 255, "!", '"8e03978e"', "a/b:c"])
def test_a_key_alone_is_enough_and_a_double_click_is_one_move(game: HttpGame, key: str) -> None:
    move = game.choose()
    first, again = (game.post("/moves", move, headers={"Idempotency-Key": key}) for _ in range(2))
    assert (first.status_code, again.status_code, first.data == again.data) == (201, 201, True)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert game.state()["version"] == 3


def test_a_double_click_with_a_version_is_one_move(game: HttpGame) -> None:
    move = game.choose()
    assert game.move(move, version=2).status_code == 201
    problem(game.move(move, version=2), 412, "stale-version")
    assert game.state()["version"] == 3


def test_a_key_belongs_to_its_body(game: HttpGame) -> None:
    move = game.choose()
    assert game.move(move, key="k").status_code == 201
    for other in (game.choose(), {**move, "at": [1, 0]}, {"type": "pass", "player": move["player"]}):
        problem(game.move(other, key="k"), 422, "idempotency-key-reused")
    assert game.state()["version"] == 3


def test_a_key_belongs_to_its_subject(game: HttpGame) -> None:
    for _ in range(2):
        move = game.choose()
        response = game.move(move, move["player"], key="k")
        assert response.status_code == 201
        assert "Idempotent-Replayed" not in response.headers
    assert game.move(game.choose(), "referee", key="k").status_code == 201
    assert game.state()["version"] == 5


def test_a_key_belongs_to_its_game(client: FlaskClient, game: HttpGame) -> None:
    other = open_over_http(client)
    assert game.move(game.choose(), key="k").status_code == 201
    assert other.move(other.choose(), key="k").status_code == 201


def test_what_was_refused_is_not_remembered(game: HttpGame) -> None:
    illegal: dict[str, Any] = {"type": "stop", "player": "red"}
    assert codes(game.move(illegal, key="k")) == ["wrong-phase"]
    problem(game.move(illegal, version=1, key="k"), 412, "stale-version")
    assert pointers(game.move({**illegal, "x": 1}, key="k")) == ["/x"]
    problem(game.move(illegal, None, key="k"), 401, "unauthorized")
    problem(game.move(illegal, "blue", key="k"), 403, "forbidden")
    response = game.move(game.choose(), key="k")
    assert response.status_code == 201
    assert "Idempotent-Replayed" not in response.headers


def test_a_ruling_is_remembered_to_the_letter_with_what_only_its_caller_may_know(game: HttpGame) -> None:
    game.step()
    player = game.state()["turn"]
    first = game.move({"type": "draw"}, player, key="k")
    game.step()
    again = game.post("/moves", {"type": "draw"}, player, headers={"Idempotency-Key": "k"})
    assert again.data == first.data
    assert again.get_json()["drawn"] in game.state(player)["hand"] + [
        "-".join(map(str, sorted(laid["corners"]))) for laid in game.state()["board"]
    ]
    other = game.post("/moves", {"type": "draw", "player": player}, headers={"Idempotency-Key": "k"})
    assert "Idempotent-Replayed" not in other.headers
