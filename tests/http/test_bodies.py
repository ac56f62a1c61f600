"""Bodies: what is refused before it is understood, and that nothing comes of it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.reading import MOST_BODY, MOST_RECORD
from tests.http.answers import pointers, problem
from tests.http.served import Served
from tests.playing import HttpGame

GAME = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service"}
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        (b'{"type": "draw", "type": "pass"}', "/type"),
        (b'{"type": "place", "at": [0, NaN], "corners": [0, 0, 0]}', "/at/1"),
        (b'{"type": "bid", "value": Infinity}', "/value"),
        (b'{"type": "bid", "value": 12345678901234567890}', "/value"),
        (b'{"type": "bid", "value": 1e999}', "/value"),
        (b'{"type": "play", "tile": "\\ud800"}', "/tile"),
        (b'{"type": "draw", "x": ' + b"[" * 40 + b"]" * 40 + b"}", "/x" + "/0" * 31),
        (b'{"type": "dr\xffaw"}', ""),
        (b"", ""),
        (b'\xef\xbb\xbf{"type": "draw"}', ""),
        (b'{"type": "draw"} x', ""),
        (b'[{"type": "draw"}]', ""),
        (b'"draw"', ""),
        (b"null", ""),
        (b'{"type": "draw", "claimed": -5}', "/claimed"),
        (b'{"type": "draw", "tyle": 1}', "/tyle"),
        (b'{"type": "place", "at": [0, 0], "corners": [0, 1, true]}', "/corners/2"),
        (b'{"type": "place", "at": [0, 2.0], "corners": [0, 1, 1]}', "/at/1"),
        (b'{"type": "place", "at": [0, "2"], "corners": [0, 1, 1]}', "/at/1"),
        (b'{"type": "place", "at": [0, 201], "corners": [0, 1, 1]}', "/at/1"),
        (b'{"type": "place", "at": [0, 0], "corners": [0, 1, 6]}', "/corners/2"),
        (b'{"type": "draw", "player": "r\\u0000d"}', "/player"),
        (b'{"type": "draw", "player": "nobody"}', "/player"),
        (b'{"type": "draw"}', "/player"),
    ],
)
def test_a_body_that_is_no_move_is_pointed_at_and_appends_nothing(game: HttpGame, raw: bytes, pointer: str) -> None:
    version = game.state()["version"]
    for path in ("/moves", "/rulings"):
        response = game.call("POST", path, data=raw, headers={**JSON, "If-Match": f'"{version}"'})
        assert pointers(response) == [pointer]
    assert game.state()["version"] == version


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "", None])
def test_another_media_type_is_not_taken(client: FlaskClient, game: HttpGame, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    for path in ("/v1/games", "/v1/audits"):
        problem(client.post(path, data=json.dumps(GAME), headers=headers), 415, "unsupported-media-type")
    for method, path in BODIES:
        problem(game.call(method, path, _by(path), data=b"{}", headers=headers), 415, "unsupported-media-type")


BODIES = [
    ("POST", "/moves"),
    ("POST", "/rulings"),
    ("POST", "/rounds"),
    ("POST", "/close"),
    ("PUT", "/seats/red/seed"),
]


def _by(path: str) -> str:
    return "red" if path.endswith("seed") else "referee"


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_json_is_json_however_it_is_spelt(client: FlaskClient, kind: str) -> None:
    assert client.post("/v1/games", data=json.dumps(GAME), headers={"Content-Type": kind}).status_code == 201


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "identity, gzip", "x"])
def test_an_encoded_body_is_not_taken(client: FlaskClient, game: HttpGame, encoding: str) -> None:
    headers = {**JSON, "Content-Encoding": encoding}
    for path in ("/v1/games", "/v1/audits"):
        problem(client.post(path, data=json.dumps(GAME), headers=headers), 415, "unsupported-media-type")
    for method, path in BODIES:
        problem(game.call(method, path, _by(path), data=b"{}", headers=headers), 415, "unsupported-media-type")


def test_identity_is_no_encoding(client: FlaskClient) -> None:
    headers = {**JSON, "Content-Encoding": "identity"}
    assert client.post("/v1/games", data=json.dumps(GAME), headers=headers).status_code == 201


def test_a_body_over_the_limit_is_refused_before_it_is_parsed(client: FlaskClient, game: HttpGame) -> None:
    garbage = b"{" + b" " * MOST_BODY
    version = game.state()["version"]
    problem(client.post("/v1/games", data=garbage, headers=JSON), 413, "too-large")
    for method, path in BODIES:
        problem(game.call(method, path, _by(path), data=garbage, headers=JSON), 413, "too-large")
    assert game.state()["version"] == version


def test_a_body_of_just_the_limit_is_read(client: FlaskClient) -> None:
    body = json.dumps(GAME).encode()
    assert client.post("/v1/games", data=body.ljust(MOST_BODY), headers=JSON).status_code == 201


def test_a_record_may_be_larger_but_not_without_end(client: FlaskClient) -> None:
    assert pointers(client.post("/v1/audits", data=b"x" * MOST_BODY, headers=JSON)) == [""]
    response = client.post("/v1/audits", data=b"x" * (MOST_BODY + 1), headers=JSON)
    assert response.status_code == 202
    length = {"CONTENT_LENGTH": str(MOST_RECORD + 1)}
    response = client.post("/v1/audits", data=b"{}", headers=JSON, environ_overrides=length)
    problem(response, 413, "too-large")


def chunks(size: int) -> Iterator[bytes]:
    """A body that does not say how long it is."""
    body = json.dumps(GAME).encode()
    yield body
    for _ in range(0, size - len(body), 2**16):
        yield b" " * 2**16


def test_a_chunked_body_is_read_by_the_real_server(served: Served) -> None:
    answer = served.call("POST", "/v1/games", raw=chunks(100_000))
    assert answer.status == 201, answer.raw
    assert answer.headers["location"] == f"/v1/games/{answer.body['id']}"


def test_a_chunked_body_over_the_limit_is_refused_by_the_real_server(served: Served) -> None:
    answer = served.call("POST", "/v1/games", raw=chunks(MOST_BODY + 2**17))
    assert (answer.status, answer.body["type"]) == (413, "/problems/too-large")
    answer = served.call("POST", "/v1/games", raw=b" " * (MOST_BODY + 1))
    assert (answer.status, answer.body["type"]) == (413, "/problems/too-large")


def opened(client: FlaskClient, players: Any) -> Any:
    """The answer to a game of these players."""
    return client.post("/v1/games", json={**GAME, "players": players})


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u2003",
        "x" * 65,
        "a\x00b",
        "a\nb",
        "a\x7fb",
        "a\u0085b",
        "a\u200bb",
        "a\u202eb",
        "\ufeffa",
        "a\u2028b",
        "e\u0301",
        "\u212b",
        "\U000e0041",
    ],
)
def test_a_name_is_short_composed_and_free_of_control_characters(client: FlaskClient, name: str) -> None:
    assert pointers(opened(client, ["red", name])) == ["/players/1"]
    assert pointers(opened(client, [name, "red"])) == ["/players/0"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("red", "red"), ("red", "Red"), ("Straße", "STRASSE"), ("\xc5", "\xe5"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("ǰx", "J̌x")],
)
def test_names_are_told_apart_whatever_their_case(client: FlaskClient, one: str, other: str) -> None:
    assert pointers(opened(client, [one, other])) == ["/players/1"]


@pytest.mark.parametrize(
    "name", ["x" * 64, "\U0001f600" * 64, "a/b", "a~b", "<b>", "ñandú", "名", "O'Neill", "%2F", ".."]
)
def test_any_other_name_plays(client: FlaskClient, name: str) -> None:
    response = opened(client, [name, "red"])
    assert response.status_code == 201
    assert set(response.get_json()["tokens"]["seats"]) == {name, "red"}


@pytest.mark.parametrize("players", [[], ["red"], list("abcdefg"), ["red", 1], "red", {"red": 1}, None, ["red", ["x"]]])
def test_the_players_are_as_many_names_as_the_sheet_takes(client: FlaskClient, players: Any) -> None:
    (pointer,) = pointers(opened(client, players))
    assert pointer in ("/players", "/players/1")


def test_a_sheet_that_leaves_values_open_asks_for_house_rules(client: FlaskClient) -> None:
    body = {**GAME, "ruleset": "schmidt-tripple-domino"}
    found = problem(client.post("/v1/games", json=body), 422, "house-rules-needed")
    assert [error["pointer"] for error in found["errors"]] == ["/house_rules/bridge", "/house_rules/two_sides"]
    found = problem(client.post("/v1/games", json={**body, "house_rules": {"bridge": 0}}), 422, "house-rules-needed")
    assert [error["pointer"] for error in found["errors"]] == ["/house_rules/two_sides"]


@pytest.mark.parametrize(
    ("rules", "pointer"),
    [
        ({"no_such": 1}, "/house_rules/no_such"),
        ({"target": True}, "/house_rules/target"),
        ({"target": 400.0}, "/house_rules/target"),
        ({"target": -1}, "/house_rules/target"),
        ({"winner": "loudest"}, "/house_rules/winner"),
        ({"hexagon": [1, 2]}, "/house_rules/hexagon"),
        ({"hexagon": [1, 2, "3"]}, "/house_rules/hexagon/2"),
        ({"hand_sizes": {"9": 1}}, "/house_rules/hand_sizes/9"),
        ({"hand_sizes": {"a/b": 1}}, "/house_rules/hand_sizes/a~1b"),
        ({"zero_choice": 1}, "/house_rules/zero_choice"),
    ],
)
def test_house_rules_are_those_of_the_sheet(client: FlaskClient, rules: dict[str, Any], pointer: str) -> None:
    assert pointers(client.post("/v1/games", json={**GAME, "house_rules": rules})) == [pointer]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"edition": 99}, "/edition"),
        ({"dealer": "client", "await_seeds": True}, "/await_seeds"),
    ],
)
def test_a_game_is_by_a_sheet_that_there_is(client: FlaskClient, changes: dict[str, Any], pointer: str) -> None:
    assert pointers(client.post("/v1/games", json={**GAME, **changes})) == [pointer]
