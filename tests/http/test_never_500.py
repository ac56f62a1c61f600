"""Whatever a client sends to whatever route: an answer that the contract knows, never a fault of ours."""

import json
import string
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.application.context import Context
from tests.http.served import Served
from tests.playing import HttpGame, open_over_http

_TEXT = st.text(st.characters(codec=None), max_size=12)
_NAMES = st.sampled_from(["red", "blue", "gold", "", "r\x00d", "\ud800", "x" * 65])
_TILES = st.sampled_from(["0-0-0", "0-1-5", "5-5-5", "5-1-0", "6-5", "", "9-9-9", "0-1-5 "])
_NUMBERS = st.one_of(st.integers(-3, 7), st.sampled_from([201, -201, 2**53, -(2**53), 10**30, 2.0, 1e308, 0.1]))
_LEAVES = st.one_of(st.none(), st.booleans(), _NUMBERS, _TEXT, _NAMES, _TILES)
_ANYTHING = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXT, inner, max_size=3)),
    max_leaves=6,
)
_KINDS = ["place", "draw", "pass", "stop", "bid", "discard", "declare", "play", "resign", "timeout", "fly"]


def _nearly(**members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An object of mostly the right members with mostly the right values."""
    mostly = {name: st.one_of(strategy, strategy, strategy, _ANYTHING) for name, strategy in members.items()}
    return st.fixed_dictionaries({}, optional={**mostly, "x": _ANYTHING})


_MOVE = _nearly(
    type=st.sampled_from(_KINDS),
    player=_NAMES,
    at=st.lists(_NUMBERS, min_size=2, max_size=2),
    corners=st.lists(st.integers(-1, 6), min_size=3, max_size=3),
    tile=_TILES,
    value=_NUMBERS,
    trump=st.sampled_from(["0", "6", "7", "doubles", "none"]),
    claimed=_NUMBERS,
)
_HANDS = st.dictionaries(_NAMES, st.one_of(st.none(), st.lists(_TILES, max_size=9)), max_size=3)
_DEAL = _nearly(
    hands=_HANDS,
    pool=st.one_of(st.none(), st.lists(_TILES, max_size=5)),
    opening_draws=st.lists(_nearly(player=_NAMES, tile=_TILES), max_size=3),
    widow=_TILES,
    first_bidder=_NAMES,
)
_SHEETS = st.sampled_from(["tridomino-hexagono", "tri-ominoes", "three-player-moon", "schmidt-solitaire", "none"])
_RULES = st.dictionaries(
    st.sampled_from(["target", "hand_sizes", "hexagon", "bridge", "two_sides", "winner", "draws_per_turn", "x"]),
    st.one_of(_ANYTHING, st.just({"2": 0}), st.just({"2": 28}), st.just([1, 2, 3])),
    max_size=3,
)
_PLAYERS = st.one_of(st.just(["red", "blue"]), st.lists(_NAMES, max_size=4))
_GAME = _nearly(
    ruleset=_SHEETS,
    players=_PLAYERS,
    dealer=st.sampled_from(["service", "client"]),
    house_rules=_RULES,
    edition=_NUMBERS,
    await_seeds=st.booleans(),
    public=st.booleans(),
)
_RECORD = _nearly(
    format=st.just("domino-referee/record"),
    format_version=st.just(1),
    ruleset=_SHEETS,
    players=_PLAYERS,
    house_rules=_RULES,
    rounds=st.lists(_nearly(deal=_DEAL, moves=st.lists(_MOVE, max_size=3), remaining=_ANYTHING), max_size=2),
    proof=_nearly(events=st.lists(_ANYTHING, max_size=2), receipts=st.lists(_TEXT, max_size=2)),
    closed=_TEXT,
)
_RAW = st.one_of(st.binary(max_size=40), st.text('{}[]",:0123456789eE.-+ntf\\u', max_size=30).map(str.encode))


def _encoded(body: Any) -> bytes:
    return json.dumps(body).encode()


_BODIES = {
    "/moves": _MOVE,
    "/rulings": _MOVE,
    "/rounds": _DEAL,
    "/close": _nearly(reason=_TEXT),
    "/seats/red/seed": _nearly(seed=_TEXT),
    "/audits": _ANYTHING,
}
_HEADER_VALUES = st.text(string.printable[:95] + "\xe9\xff", max_size=20)
_HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "If-Match": st.one_of(st.sampled_from(["*", '"1"', '"2"', 'W/"2"', '"2", "x"', '"']), _HEADER_VALUES),
        "Idempotency-Key": st.one_of(st.sampled_from(["k", "k2"]), _HEADER_VALUES),
        "If-None-Match": st.one_of(st.just("*"), _HEADER_VALUES),
        "Prefer": st.one_of(st.just("wait=0"), _HEADER_VALUES),
        "Accept": _HEADER_VALUES,
        "Content-Encoding": st.one_of(st.just("identity"), _HEADER_VALUES),
        "Range": st.one_of(st.just("bytes=0-3"), _HEADER_VALUES),
    },
)
_TYPES = st.one_of(*[st.just("application/json")] * 6, _HEADER_VALUES)
_CALLERS = st.sampled_from(["referee", "red", "blue", "spectator", None])
_METHODS = st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
_QUERY = st.dictionaries(
    st.sampled_from(["at", "after", "limit", "edition", "x"]),
    st.one_of(st.integers(-2, 600).map(str), st.sampled_from(["9" * 30, "1.0", "\u0661", "%00", "NaN", ""]), _TEXT),
    max_size=2,
)
_PLACES = ["/v1/games", "/v1/audits", "/v1/rulesets", "/v1/rulesets/tri-ominoes", "/healthz", "/readyz", "/docs"]
_PARTS = st.one_of(st.sampled_from(["v1", "games", "audits", "rulesets", "seats", "", "..", "%00", "%ff"]), _TEXT)
_PATHS = st.one_of(
    st.sampled_from([*_PLACES, "/.well-known/jwks.json", "/schemas/record.json", "/openapi.yaml", "/problems"]),
    st.lists(_PARTS, max_size=5).map(lambda parts: "/" + "/".join(parts).lstrip("/")),
)
_FUZZ = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def known(response: Any) -> None:
    """An answer of the contract: below 500, and a problem document where it is a refusal."""
    assert response.status_code < 500, (response.request.method, response.request.url, response.text)
    if response.status_code >= 400 and response.request.method != "HEAD":
        body = response.get_json()
        assert (response.mimetype, body["status"]) == ("application/problem+json", response.status_code)
        assert (response.status_code == 400) <= (body["type"] == "/problems/malformed")


@pytest.fixture
def games(client: Any) -> list[HttpGame]:
    """Games in different phases."""
    opened = [
        open_over_http(client),
        open_over_http(client, dealer="client"),
        open_over_http(client, "three-player-moon", 3),
        open_over_http(client, await_seeds=True, public=True),
    ]
    opened[0].step()
    return opened


@pytest.mark.parametrize("path", _BODIES)
def test_bodies_that_are_nearly_right_are_answered(ctx: Context, games: list[HttpGame], path: str) -> None:
    @_FUZZ
    @given(which=st.integers(0, 3), body=st.one_of(_BODIES[path].map(_encoded), _RAW), by=_CALLERS, headers=_HEADERS)
    def check(which: int, body: bytes, by: str | None, headers: dict[str, str]) -> None:
        game = games[which]
        method = "PUT" if path.endswith("seed") else "POST"
        before = ctx.log.head(game.id)
        response = game.call(method, path, by, data=body, content_type="application/json", headers=headers)
        known(response)
        if response.status_code >= 400:
            assert ctx.log.head(game.id) == before

    check()


@pytest.mark.parametrize(("path", "bodies"), [("/v1/games", _GAME), ("/v1/audits", _RECORD)])
def test_openings_and_records_that_are_nearly_right_are_answered(client: Any, path: str, bodies: Any) -> None:
    @_FUZZ
    @given(body=st.one_of(bodies.map(_encoded), _RAW), headers=_HEADERS, kind=_TYPES)
    def check(body: bytes, headers: dict[str, str], kind: str) -> None:
        response = client.post(path, data=body, headers={**headers, "Content-Type": kind})
        if response.status_code != 429:
            known(response)

    check()


def test_whatever_is_asked_for_is_answered(games: list[HttpGame]) -> None:
    @settings(_FUZZ, max_examples=300)
    @given(
        method=_METHODS,
        path=st.one_of(_PATHS, st.sampled_from(["GAME" + path for path in ("", "/events", "/record", *_BODIES)])),
        query=_QUERY,
        by=_CALLERS,
        headers=_HEADERS,
    )
    def check(method: str, path: str, query: dict[str, str], by: str | None, headers: dict[str, str]) -> None:
        game = games[3]
        asked = path.replace("GAME", f"/v1/games/{game.id}").encode("utf-8", "replace").decode()
        sent = {name: value.encode("utf-8", "replace").decode() for name, value in query.items()}
        response = game.client.open(asked, method=method, query_string=sent, headers=game.headers(by, headers))
        known(response)

    check()


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/%ff",
        "/v1/games/%00",
        "/v1/games/%ed%a0%80",
        "/v1/%2e%2e/x",
        "/v1/audits/%0d%0aX:1",
        "/v1/games/a%2fb/events",
    ],
)
def test_a_real_server_answers_odd_paths(served: Served, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        answer = served.call(method, path, token="\xff")
        assert answer.status in (401, 404, 405)
        assert answer.body["status"] == answer.status


def test_a_real_server_answers_odd_headers(served: Served) -> None:
    for headers in (
        {"If_Match": "\xff"},
        {"Prefer": "\xff" * 100},
        {"Content_Type": "\xe9"},
        {"Content_Encoding": "\xe9"},
    ):
        answer = served.call("POST", "/v1/games", raw=b"{}", **headers)
        assert answer.status in (400, 415)
        assert answer.body["status"] == answer.status
