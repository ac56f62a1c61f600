"""Tokens are made void and renewed by the game's referee, and may expire."""

import pytest
from flask.testing import FlaskClient

from tests.http.answers import pointers, problem
from tests.playing import HttpGame, open_over_http
from tests.surroundings import HeldClock

ROUTES = (
    ("GET", ""),
    ("GET", "?at=1"),
    ("GET", "/events"),
    ("GET", "/legal-moves"),
    ("POST", "/rulings"),
)


@pytest.fixture
def game(client: FlaskClient) -> HttpGame:
    return open_over_http(client)


def test_a_renewed_seat_s_old_token_is_void_on_every_route_and_the_new_one_valid(game: HttpGame) -> None:
    renewed = game.post("/tokens", {"role": "seat", "seat": "red"})
    assert renewed.status_code == 201
    old = game.tokens["seats"]["red"]
    new = renewed.get_json()
    assert (new["role"], new["seat"], new["expires_at"]) == ("seat", "red", None)
    move = {"type": "pass"}
    for token, void in ((old, True), (new["token"], False)):
        game.tokens["seats"]["red"] = token
        for method, path in ROUTES:
            answer = game.call(method, path, "red", **({"json": move} if method == "POST" else {}))
            assert (answer.status_code == 401) is void, (path, answer.text)
        made = game.post("/moves", move, "red", headers={"If-Match": '"2"'})
        assert (made.status_code == 401) is void
    assert game.get("", "blue").status_code == 200
    assert game.get("", "spectator").status_code == 200


def test_every_void_token_stays_void_however_often_it_is_renewed(game: HttpGame) -> None:
    held = [game.tokens["spectator"]]
    held += [game.post("/tokens", {"role": "spectator"}).get_json()["token"] for _ in range(3)]
    for token in held[:-1]:
        game.tokens["spectator"] = token
        problem(game.get("", "spectator"), 401, "unauthorized")
    game.tokens["spectator"] = held[-1]
    assert game.get("", "spectator").status_code == 200


def test_a_referee_renews_its_own_token(game: HttpGame) -> None:
    renewed = game.post("/tokens", {"role": "referee"}).get_json()["token"]
    problem(game.post("/tokens", {"role": "spectator"}), 401, "unauthorized")
    game.tokens["referee"] = renewed
    assert game.post("/close", {"reason": "enough"}).status_code == 200


def test_an_answered_key_is_not_told_to_a_void_token(game: HttpGame) -> None:
    seat = game.state()["turn"]
    move = {**game.choose(), "player": seat}
    headers = {"Idempotency-Key": "k"}
    assert game.post("/moves", move, seat, headers=headers).status_code == 201
    game.post("/tokens", {"role": "seat", "seat": seat})
    problem(game.post("/moves", move, seat, headers=headers), 401, "unauthorized")


def test_a_token_expires(game: HttpGame, clock: HeldClock) -> None:
    renewed = game.post("/tokens", {"role": "seat", "seat": "red", "expires_in": 60}).get_json()
    assert renewed["expires_at"] > clock.now()
    game.tokens["seats"]["red"] = renewed["token"]
    clock.advance(milliseconds=59_000)
    assert game.get("", "red").status_code == 200
    clock.advance(milliseconds=2_000)
    problem(game.get("", "red"), 401, "unauthorized")


def test_all_tokens_of_a_game_may_expire(client: FlaskClient, clock: HeldClock) -> None:
    game = open_over_http(client, tokens_expire_in=10)
    assert game.get("", "referee").status_code == 200
    clock.advance(milliseconds=11_000)
    for caller in ("referee", "spectator", "red", "blue"):
        problem(game.get("", caller), 401, "unauthorized")


def test_a_renewal_names_a_role_and_a_seat_of_the_game(game: HttpGame) -> None:
    assert pointers(game.post("/tokens", {"role": "seat"})) == ["/seat"]
    assert pointers(game.post("/tokens", {"role": "spectator", "seat": "red"})) == ["/seat"]
    assert pointers(game.post("/tokens", {"role": "seat", "seat": "nobody"})) == ["/seat"]
    assert pointers(game.post("/tokens", {"role": "king"})) == ["/role"]
    assert pointers(game.post("/tokens", {"role": "spectator", "expires_in": 0})) == ["/expires_in"]
    assert game.state()["version"] == 2
