"""Who may do what: every route for every kind of caller."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.application.callers import REFEREE, Tokens
from service.application.context import Context
from tests.http.answers import codes, pointers, problem
from tests.playing import HttpGame, open_over_http
from tests.surroundings import Jobs

CALLERS = ("referee", "red", "blue", "spectator")
ALLOWED: dict[tuple[str, str], dict[str, int]] = {
    ("GET", ""): dict.fromkeys(CALLERS, 200),
    ("GET", "?at=1"): dict.fromkeys(CALLERS, 200),
    ("GET", "/events"): dict.fromkeys(CALLERS, 200),
    ("GET", "/legal-moves"): {"referee": 200, "red": 200, "blue": 200},
    ("GET", "/record"): {"referee": 200},
    ("POST", "/moves"): {"referee": 400, "red": 400, "blue": 400},
    ("POST", "/rulings"): {"referee": 400, "red": 400, "blue": 400},
    ("POST", "/rounds"): {"referee": 400},
    ("POST", "/close"): {"referee": 400},
    ("POST", "/tokens"): {"referee": 400},
    ("PUT", "/seats/red/seed"): {"red": 400},
    ("DELETE", "/seats/seed"): {"referee": 409},
    ("POST", "/audits"): {"referee": 202},
}
"""What each caller gets for a body `{}`: a status behind the gate. Who is not named is forbidden."""

ROUTES = [*ALLOWED]


def asked(game: HttpGame, route: tuple[str, str], by: str | None, **headers: str) -> Any:
    """The answer of a route to a body that says nothing."""
    method, path = route
    body = {} if method in ("GET", "DELETE") else {"data": "{}", "content_type": "application/json"}
    return game.call(method, path, by, headers=headers, **body)


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_each_role_has_its_routes(game: HttpGame, route: tuple[str, str]) -> None:
    for by in CALLERS:
        response = asked(game, route, by)
        expected = ALLOWED[route].get(by)
        if expected is None:
            problem(response, 403, "forbidden")
        else:
            assert response.status_code == expected, (by, response.text)


def bad_tokens(ctx: Context, game: HttpGame) -> dict[str, str]:
    """Authorization headers that prove nothing."""
    token: str = game.tokens["referee"]
    seat: str = game.tokens["seats"]["red"]
    payload, _, signature = token.rpartition(".")
    flipped = ("A" if signature[0] != "A" else "B") + signature[1:]
    strangers = Tokens(["another secret, long enough to be one"])
    return {
        "empty": "",
        "no scheme": token,
        "basic": f"Basic {token}",
        "no token": "Bearer ",
        "garbage": "Bearer garbage",
        "dots": "Bearer ...",
        "not latin": "Bearer \xff\xfe",
        "forged": f"Bearer {payload}.{flipped}",
        "cut": f"Bearer {token[:-1]}",
        "unsigned": f"Bearer {payload}.",
        "another's signature": f"Bearer {payload}.{seat.rpartition('.')[2]}",
        "a stranger's": f"Bearer {strangers.issue(game.id, REFEREE)}",
        "a receipt": f"Bearer {ctx.receipts.sign(game.id, 1, '0' * 64)}",
        "twice": f"Bearer {token}, Bearer {token}",
        "long": "Bearer " + "x" * 5000,
    }


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_without_a_valid_token_every_route_is_closed(ctx: Context, game: HttpGame, route: tuple[str, str]) -> None:
    problem(asked(game, route, None), 401, "unauthorized")
    for header in bad_tokens(ctx, game).values():
        problem(asked(game, route, None, Authorization=header), 401, "unauthorized")


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_another_games_token_opens_nothing(client: FlaskClient, game: HttpGame, route: tuple[str, str]) -> None:
    other = open_over_http(client, public=True)
    other.id = game.id
    for by in CALLERS:
        problem(asked(other, route, by), 403, "forbidden")


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_a_game_that_is_not_there_looks_like_one_that_is_closed(game: HttpGame, route: tuple[str, str]) -> None:
    game.id = "0" * 32
    problem(asked(game, route, None), 401, "unauthorized")
    problem(asked(game, route, "referee"), 403, "forbidden")


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_a_token_in_the_url_is_not_taken(game: HttpGame, route: tuple[str, str]) -> None:
    method, path = route
    for name in ("token", "access_token", "authorization"):
        joined = f"{path}{'&' if '?' in path else '?'}{name}={game.tokens['referee']}"
        problem(asked(game, (method, joined), None), 401, "unauthorized")


def test_the_scheme_is_bearer_however_it_is_spelt(game: HttpGame) -> None:
    for header in (f"bearer {game.tokens['referee']}", f"BEARER   {game.tokens['referee']} "):
        assert asked(game, ("GET", ""), None, Authorization=header).status_code == 200


def test_tokens_of_an_older_secret_are_read_and_of_a_retired_one_are_not(
    make_app: Callable[..., Flask],
) -> None:
    old, new = "o" * 40, "n" * 40
    game = open_over_http(make_app(tokens=Tokens([old])).test_client())
    game.client = make_app(tokens=Tokens([new, old])).test_client()
    assert game.get().status_code == 200
    game.client = make_app(tokens=Tokens([new])).test_client()
    problem(game.get(), 401, "unauthorized")


@pytest.mark.parametrize("path", ["", "?at=2", "/events", "/events?after=1&limit=1"])
def test_a_public_game_shows_its_public_view_to_everybody(client: FlaskClient, path: str) -> None:
    game = open_over_http(client, public=True)
    shown = game.get(path, None)
    assert (shown.status_code, shown.data) == (200, game.get(path, "spectator").data)


@pytest.mark.parametrize("route", [r for r in ROUTES if "spectator" not in ALLOWED[r]], ids=" ".join)
def test_a_public_game_asks_for_a_token_for_the_rest(client: FlaskClient, route: tuple[str, str]) -> None:
    game = open_over_http(client, public=True)
    problem(asked(game, route, None), 401, "unauthorized")
    problem(asked(game, route, "spectator"), 403, "forbidden")


def test_a_public_game_takes_no_bad_token(ctx: Context, client: FlaskClient) -> None:
    game = open_over_http(client, public=True)
    for header in bad_tokens(ctx, game).values():
        problem(asked(game, ("GET", ""), None, Authorization=header), 401, "unauthorized")


def test_when_a_game_is_over_its_record_and_its_audit_are_for_all_who_may_look(game: HttpGame) -> None:
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    for by in CALLERS:
        assert asked(game, ("GET", "/record"), by).status_code == 200
        assert asked(game, ("POST", "/audits"), by).status_code == 202
    for route in (("GET", "/record"), ("POST", "/audits")):
        problem(asked(game, route, None), 401, "unauthorized")


def test_the_record_of_a_public_game_that_is_over_needs_no_token(client: FlaskClient) -> None:
    game = open_over_http(client, public=True)
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    assert asked(game, ("GET", "/record"), None).status_code == 200
    assert asked(game, ("POST", "/audits"), None).status_code == 202


def test_the_audit_of_an_unfinished_game_is_its_referees(client: FlaskClient, game: HttpGame, run_jobs: Jobs) -> None:
    audit = game.post("/audits", {}).headers["Location"]
    run_jobs()
    problem(client.get(audit), 401, "unauthorized")
    for by in ("red", "blue", "spectator"):
        problem(client.get(audit, headers=game.headers(by)), 403, "forbidden")
    stranger = open_over_http(client)
    problem(client.get(audit, headers=stranger.headers("referee")), 403, "forbidden")
    assert client.get(audit, headers=game.headers("referee")).get_json()["status"] == "finished"


GAME = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service"}


def test_service_credentials_guard_opening_and_posting_where_there_are_any(make_app: Callable[..., Flask]) -> None:
    client = make_app(api_keys=("first key", "second key")).test_client()
    for path in ("/v1/games", "/v1/audits"):
        for header in (None, "Bearer third key", "Bearer", "Basic first key", "Bearer first ke", "Bearer \xff"):
            headers = {} if header is None else {"Authorization": header}
            problem(client.post(path, json=GAME, headers=headers), 401, "unauthorized")
            problem(client.post(path, data="{", headers=headers), 401, "unauthorized")
    for key in ("first key", "second key"):
        headers = {"Authorization": f"Bearer {key}"}
        assert client.post("/v1/games", json=GAME, headers=headers).status_code == 201
        assert pointers(client.post("/v1/audits", json={}, headers=headers))


def test_a_game_token_is_no_service_credential_nor_the_other_way_round(make_app: Callable[..., Flask]) -> None:
    client = make_app(api_keys=("the key",)).test_client()
    headers = {"Authorization": "Bearer the key"}
    game = open_over_http(client, headers=headers)
    problem(client.post("/v1/games", json=GAME, headers=game.headers("referee")), 401, "unauthorized")
    problem(game.get("", None, headers=headers), 401, "unauthorized")
    assert game.step()
    assert client.get("/v1/rulesets").status_code == 200


def test_without_credentials_everybody_opens_games(client: FlaskClient) -> None:
    assert client.post("/v1/games", json=GAME).status_code == 201
    assert client.post("/v1/games", json=GAME, headers={"Authorization": "Bearer any"}).status_code == 201


def test_the_tokens_of_a_game_are_its_openers_and_stand_nowhere_else(game: HttpGame) -> None:
    assert set(game.tokens) == {"referee", "spectator", "seats"}
    assert set(game.tokens["seats"]) == {"red", "blue"}
    assert len({game.tokens["referee"], game.tokens["spectator"], *game.tokens["seats"].values()}) == 4
    for path in ("", "/events", "/record"):
        assert game.tokens["referee"] not in game.get(path).text


def test_a_seat_moves_for_itself_and_the_referee_for_whom_it_names(game: HttpGame) -> None:
    on_turn = game.state()["turn"]
    other = "blue" if on_turn == "red" else "red"
    move = game.choose()
    assert move is not None
    nameless = {name: value for name, value in move.items() if name != "player"}
    for path in ("/moves", "/rulings"):
        problem(game.post(path, move, other, headers={"If-Match": "*"}), 403, "forbidden")
        assert pointers(game.post(path, nameless, "referee", headers={"If-Match": "*"})) == ["/player"]
        assert pointers(game.post(path, {**move, "player": "gold"}, headers={"If-Match": "*"})) == ["/player"]
        problem(game.post(path, {**move, "player": "gold"}, on_turn, headers={"If-Match": "*"}), 403, "forbidden")
    assert codes(game.move(nameless, other)) == ["not-your-turn"]
    assert codes(game.move({**move, "player": other})) == ["not-your-turn"]
    assert game.post("/rulings", nameless, on_turn).get_json()["legal"]
    assert game.move(nameless, on_turn).get_json()["move"] == move
    move = game.choose()
    assert game.move(move, "referee").get_json()["move"] == move


def test_a_service_dealt_game_takes_no_clients_deal(ctx: Context, game: HttpGame) -> None:
    problem(game.deal(ctx.library), 403, "forbidden")
    assert game.state()["version"] == 2


def test_a_seat_gives_its_own_seed_once(client: FlaskClient) -> None:
    game = open_over_http(client, players=["a/b", "../c", "red"], await_seeds=True)
    seed = {"seed": "mine"}
    for by in ("referee", "spectator", "red"):
        problem(game.call("PUT", "/seats/a%2Fb/seed", by, json=seed), 403, "forbidden")
    assert game.state()["phase"] == "awaiting-seeds"
    assert game.call("PUT", "/seats/a%2Fb/seed", "a/b", json=seed).status_code == 204
    assert game.call("PUT", "/seats/a%2Fb/seed", "a/b", json=seed).status_code == 204
    problem(game.call("PUT", "/seats/a%2Fb/seed", "a/b", json={"seed": "other"}), 409, "not-your-phase")
    assert game.state()["version"] == 2
    assert game.call("PUT", "/seats/..%2Fc/seed", "../c", json=seed).status_code == 204
    assert game.call("PUT", "/seats/red/seed", "red", json=seed).status_code == 204
    assert game.state()["phase"] == "opening"
    assert game.call("PUT", "/seats/red/seed", "red", json=seed).status_code == 204
    problem(game.call("PUT", "/seats/red/seed", "red", json={"seed": "other"}), 409, "not-your-phase")


def test_the_referee_closes_the_seeding(client: FlaskClient) -> None:
    game = open_over_http(client, await_seeds=True)
    assert codes(game.move({"type": "pass", "player": "red"})) == ["wrong-phase"]
    for by in ("red", "spectator"):
        problem(game.call("DELETE", "/seats/seed", by), 403, "forbidden")
    assert game.call("PUT", "/seats/red/seed", "red", json={"seed": "mine"}).status_code == 204
    assert game.call("DELETE", "/seats/seed").status_code == 204
    assert game.state()["phase"] == "opening"
    problem(game.call("DELETE", "/seats/seed"), 409, "not-your-phase")


def dealt(ctx: Context, client: FlaskClient, *, pool_known: bool) -> HttpGame:
    """A game dealt by its client, opened: its next player may draw."""
    game = open_over_http(client, dealer="client", seed=3)
    assert game.deal(ctx.library, pool_known=pool_known).status_code == 201
    opening = game.choose()
    assert game.move(opening).status_code == 201
    return game


def test_the_referee_may_name_the_next_tile_of_a_known_pool_and_only_that(ctx: Context, client: FlaskClient) -> None:
    game = dealt(ctx, client, pool_known=True)
    player = game.state()["turn"]
    (following, *others) = game.get("/record").get_json()["rounds"][0]["deal"]["pool"]
    for tile in [*others[:3], game.state()["hands"][player]["tiles"][0], "9-9-9"]:
        response = game.move({"type": "draw", "player": player, "tile": tile})
        assert "wrong-tile-drawn" in codes(response)
        assert following not in response.text
        for violation in response.get_json()["violations"]:
            assert violation["code"] != "wrong-tile-drawn" or violation["facts"] == {}
    ruling = game.move({"type": "draw", "player": player, "tile": following}).get_json()
    assert (ruling["drawn"], ruling["move"]["tile"]) == (following, following)


def test_from_an_unknown_pool_the_referee_names_the_tile_and_a_seat_cannot(ctx: Context, client: FlaskClient) -> None:
    game = dealt(ctx, client, pool_known=False)
    state = game.state()
    player = state["turn"]
    held = {tile for hand in state["hands"].values() for tile in hand["tiles"]}
    laid = {"-".join(map(str, sorted(tile["corners"]))) for tile in state["board"]}
    tiles = [f"{a}-{b}-{c}" for a in range(6) for b in range(a, 6) for c in range(b, 6)]
    left = [tile for tile in tiles if tile not in held | laid]
    assert pointers(game.move({"type": "draw", "player": player})) == ["/tile"]
    assert pointers(game.move({"type": "draw"}, player)) == ["/tile"]
    assert pointers(game.move({"type": "draw", "tile": left[0]}, player)) == ["/tile"]
    assert codes(game.move({"type": "draw", "player": player, "tile": min(held)})) == ["wrong-tile-drawn"]
    assert codes(game.move({"type": "draw", "player": player, "tile": min(laid)})) == ["tile-already-played"]
    ruling = game.move({"type": "draw", "player": player, "tile": left[0]}).get_json()
    assert ruling["drawn"] == left[0]
    assert left[0] in game.state(player)["hand"]


def test_a_seat_names_no_tile_that_it_draws(game: HttpGame) -> None:
    game.step()
    player = game.state()["turn"]
    for path in ("/moves", "/rulings"):
        response = game.post(path, {"type": "draw", "tile": "0-0-1"}, player, headers={"If-Match": "*"})
        assert pointers(response) == ["/tile"]
    assert game.move({"type": "draw", "tile": None}, player).status_code == 201


def test_answers_are_the_callers_own(game: HttpGame) -> None:
    for by in CALLERS:
        for path in ("", "?at=1", "/events", "/legal-moves", "/record"):
            response = game.get(path, by)
            assert response.headers["Vary"] == "Authorization"
            assert response.headers["Cache-Control"].startswith("private, no-")
            assert response.headers["X-Content-Type-Options"] == "nosniff"
