"""The order of checks on a move: token, body, key, damage mark, If-Match, rules, append."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from service.application.context import Context
from service.application.loading import load
from service.log import keys
from tests.http.answers import codes, pointers, problem
from tests.playing import HttpGame, open_over_http, random_deal
from tests.surroundings import Jobs

STALE = {"If-Match": '"1"'}
KEY = {"Idempotency-Key": "k-1"}
NO_MOVE = {"type": "place", "at": [0, 0]}


def answered(game: HttpGame) -> tuple[dict[str, Any], Any]:
    """A move made with the key, and its ruling."""
    move = game.choose()
    assert move is not None
    response = game.move(move, key="k-1")
    assert response.status_code == 201
    return move, response


def rewritten(redis: Redis, game: HttpGame, change: Callable[[bytes], bytes]) -> None:
    """The game's last event changed behind the service's back."""
    stream = keys.stream(game.id)
    entries: Any = redis.xrange(stream)
    redis.delete(stream)
    for entry_id, fields in entries:
        if (entry_id, fields) == entries[-1]:
            fields[b"event"] = change(fields[b"event"])
        redis.xadd(stream, fields, id=entry_id)


@pytest.mark.parametrize("by", [None, "spectator"])
def test_the_token_comes_before_the_body(game: HttpGame, by: str | None) -> None:
    status, kind = (401, "unauthorized") if by is None else (403, "forbidden")
    for path in ("/moves", "/rulings", "/rounds", "/close"):
        problem(game.post(path, NO_MOVE, by), status, kind)
        problem(game.call("POST", path, by, data=b"{", headers={"Content-Type": "text/plain"}), status, kind)


def test_another_games_token_comes_before_the_body(client: FlaskClient, game: HttpGame) -> None:
    other = open_over_http(client)
    other.id = game.id
    problem(other.post("/moves", NO_MOVE), 403, "forbidden")


def test_the_seat_of_the_token_comes_before_the_preconditions(game: HttpGame) -> None:
    problem(game.post("/moves", {"type": "pass", "player": "blue"}, "red"), 403, "forbidden")


def test_the_body_comes_before_the_preconditions(game: HttpGame) -> None:
    assert pointers(game.post("/moves", NO_MOVE)) == ["/corners"]
    assert pointers(game.post("/moves", {"type": "draw", "tile": "0-0-0"}, "red")) == ["/tile"]
    assert pointers(game.post("/moves", {"type": "draw"})) == ["/player"]


def test_the_body_comes_before_the_key(game: HttpGame) -> None:
    answered(game)
    assert pointers(game.post("/moves", NO_MOVE, headers=KEY)) == ["/corners"]
    assert pointers(game.call("POST", "/moves", data=b"{", headers={**KEY, "Content-Type": "application/json"})) == [""]


def test_the_body_comes_before_the_damage_and_the_version(ctx: Context, game: HttpGame) -> None:
    ctx.log.mark_damaged(game.id)
    assert pointers(game.post("/moves", {"type": "draw", "player": "nobody"}, headers=STALE)) == ["/player"]
    assert pointers(game.post("/moves", {"type": "draw", "tile": "0-0-0"}, "red", headers=STALE)) == ["/tile"]


def test_neither_key_nor_version_is_asked_for(game: HttpGame) -> None:
    version = game.state()["version"]
    problem(game.post("/moves", game.choose()), 428, "precondition-required")
    assert game.state()["version"] == version


def test_an_answered_key_gives_its_ruling_although_the_game_moved_on(game: HttpGame) -> None:
    move, first = answered(game)
    game.step()
    for headers in (KEY, {**KEY, **STALE}, {**KEY, "If-Match": '"99"'}):
        again = game.post("/moves", move, headers=headers)
        assert (again.status_code, again.data) == (201, first.data)


def test_an_answered_key_gives_its_ruling_although_the_log_is_damaged(ctx: Context, game: HttpGame) -> None:
    move, first = answered(game)
    ctx.log.mark_damaged(game.id)
    again = game.post("/moves", move, headers=KEY)
    assert (again.status_code, again.data) == (201, first.data)
    problem(game.post("/moves", move, headers={"Idempotency-Key": "k-2"}), 503, "log-damaged")


def test_an_answered_key_gives_its_ruling_although_the_log_cannot_be_read(redis: Redis, game: HttpGame) -> None:
    move, first = answered(game)
    rewritten(redis, game, lambda _: b"{}")
    again = game.post("/moves", move, headers=KEY)
    assert (again.status_code, again.data) == (201, first.data)
    problem(game.post("/moves", move, headers={"Idempotency-Key": "k-2"}), 503, "log-damaged")


def test_an_answered_key_gives_its_ruling_although_the_game_is_over(game: HttpGame) -> None:
    move, first = answered(game)
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    assert game.post("/moves", move, headers=KEY).data == first.data
    assert codes(game.post("/moves", move, headers={"Idempotency-Key": "k-2"})) == ["game-over"]


def test_an_answered_key_gives_its_ruling_while_the_round_is_settled_and_after(game: HttpGame, run_jobs: Jobs) -> None:
    move, first = answered(game)
    game.play_round()
    problem(game.move(move), 409, "settlement-pending")
    assert game.post("/moves", move, headers=KEY).data == first.data
    run_jobs()
    assert game.post("/moves", move, headers=KEY).data == first.data


def test_a_key_used_with_another_body_comes_before_damage_and_version(ctx: Context, game: HttpGame) -> None:
    move, _ = answered(game)
    ctx.log.mark_damaged(game.id)
    other = {"type": "pass", "player": move["player"]}
    problem(game.post("/moves", other, headers={**KEY, **STALE}), 422, "idempotency-key-reused")


def test_damage_comes_before_the_version(ctx: Context, game: HttpGame) -> None:
    move = game.choose()
    ctx.log.mark_damaged(game.id)
    problem(game.post("/moves", move, headers=STALE), 503, "log-damaged")


def test_a_broken_chain_is_not_played_on_and_still_read(redis: Redis, game: HttpGame) -> None:
    game.step()
    move = game.choose()
    rewritten(redis, game, lambda event: event.replace(b'"draws":0', b'"draws":3'))
    problem(game.move(move, version=game.state()["version"]), 503, "log-damaged")
    assert game.get("/events").get_json()["version"] == game.state()["version"] == 3


def test_the_version_comes_before_the_rules(game: HttpGame) -> None:
    illegal = {"type": "stop", "player": "red"}
    problem(game.post("/moves", illegal, headers=STALE), 412, "stale-version")
    assert codes(game.move(illegal)) == ["wrong-phase"]


def test_the_version_comes_before_a_settlement(game: HttpGame) -> None:
    game.play_round()
    move = {"type": "pass", "player": "red"}
    problem(game.post("/moves", move, headers=STALE), 412, "stale-version")
    problem(game.move(move), 409, "settlement-pending")


class Rival:
    """A log in which something happens just before the next append."""

    def __init__(self, log: Any) -> None:
        self._log = log
        self.before: Callable[[], object] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def append(self, append: Any) -> Any:
        """Lets the rival go first, once."""
        before, self.before = self.before, None
        if before is not None:
            before()
        return self._log.append(append)


@pytest.fixture
def rival(ctx: Context) -> Rival:
    return Rival(ctx.log)


@pytest.fixture
def raced(make_app: Callable[..., Flask], rival: Rival) -> HttpGame:
    """A game whose appends can be forestalled."""
    return open_over_http(make_app(log=rival).test_client())


def test_a_race_lost_without_a_version_is_told_apart(raced: HttpGame, rival: Rival) -> None:
    move = raced.choose()
    rival.before = lambda: raced.move(move, "referee")
    found = problem(raced.post("/moves", move, headers=KEY), 409, "stale-version")
    assert (found["version"], [event["version"] for event in found["events"]], found["next"]) == (3, [3], None)
    assert raced.state()["version"] == 3


def test_a_race_lost_with_a_version_is_an_if_match_that_no_longer_holds(raced: HttpGame, rival: Rival) -> None:
    move = raced.choose()
    rival.before = lambda: raced.move(move, "referee")
    found = problem(raced.post("/moves", move, move["player"], headers={"If-Match": '"2"'}), 412, "stale-version")
    assert (found["version"], [event["version"] for event in found["events"]]) == (3, [3])
    move = raced.choose()
    rival.before = lambda: raced.move(move, "referee")
    problem(raced.post("/moves", move, headers={"If-Match": "*"}), 409, "stale-version")
    assert raced.state()["version"] == 4


def test_the_append_checks_the_key_again(raced: HttpGame, rival: Rival) -> None:
    move = raced.choose()
    headers = {**KEY, "If-Match": '"2"'}
    rival.before = lambda: raced.post("/moves", move, headers=headers)
    again = raced.post("/moves", move, headers=headers)
    assert (again.status_code, again.get_json()["version"], raced.state()["version"]) == (201, 3, 3)
    move, headers = raced.choose(), {"Idempotency-Key": "k-2", "Content-Type": "application/json"}
    rival.before = lambda: raced.post("/moves", move, headers=headers)
    response = raced.call("POST", "/moves", data=json.dumps(move, indent=4), headers=headers)
    problem(response, 422, "idempotency-key-reused")
    assert raced.state()["version"] == 4


def test_the_append_checks_the_damage_mark_again(ctx: Context, raced: HttpGame, rival: Rival) -> None:
    move = raced.choose()
    rival.before = lambda: ctx.log.mark_damaged(raced.id)
    problem(raced.post("/moves", move, headers={"If-Match": '"2"'}), 503, "log-damaged")
    assert raced.state()["version"] == 2


def test_a_deal_is_checked_in_the_same_order(ctx: Context, client: FlaskClient) -> None:
    game = open_over_http(client, dealer="client")
    assert pointers(game.post("/rounds", {"hands": 1})) == ["/hands"]
    problem(game.post("/rounds", {"hands": {}}), 428, "precondition-required")
    problem(game.post("/rounds", {"hands": {}}, headers={"If-Match": '"7"'}), 412, "stale-version")
    problem(game.post("/rounds", {"hands": {}}, "red"), 403, "forbidden")
    state = load(ctx, game.id).game
    deal = random_deal(state.sheet, state, game.chance)
    first = game.post("/rounds", deal, headers={**KEY, "If-Match": f'"{state.version}"'})
    assert first.status_code == 201
    headers = {**KEY, "If-Match": '"7"'}
    assert game.post("/rounds", deal, headers=headers).data == first.data
    problem(game.post("/rounds", {"hands": {}}, headers=KEY), 422, "idempotency-key-reused")
    problem(game.post("/moves", game.choose(), headers=KEY), 422, "idempotency-key-reused")
    problem(game.post("/rounds", {"hands": {}}, headers={"If-Match": "*"}), 409, "not-your-phase")
    ctx.log.mark_damaged(game.id)
    assert game.post("/rounds", deal, headers=headers).data == first.data
    problem(game.post("/rounds", {"hands": {}}, headers=STALE), 503, "log-damaged")
