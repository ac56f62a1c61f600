"""What schemathesis cannot make up: games with their tokens, and moves that are legal in them.

Loaded by schemathesis itself. Only cases that are meant to be taken are made better; what is meant to be refused stays.
"""

import json
import os
import random
import urllib.error
import urllib.request
from typing import Any

import schemathesis
from schemathesis import AuthContext, Case, HookContext

Json = dict[str, Any]

URL = os.environ["FUZZED_URL"]
KEY = os.environ["FUZZED_KEY"]
CREDENTIAL_ROUTES = ("/v1/games", "/v1/audits")
MOST_GAMES = 40
_chance = random.Random(7)
_tokens: dict[str, Json] = {}


def _asked(method: str, path: str, token: str, body: Any = None) -> Json:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers, method=method), timeout=20) as answer:
        found: Json = json.load(answer)
        return found


def _open(ruleset: str, players: int, dealer: str, **more: Any) -> None:
    names = ["red", "blue", "gold"][:players]
    body = {"ruleset": ruleset, "players": names, "dealer": dealer, **more}
    opened = _asked("POST", "/v1/games", KEY, body)
    _tokens[opened["id"]] = opened["tokens"]


def _open_some() -> None:
    for ruleset, players in (("tridomino-hexagono", 2), ("tri-ominoes", 3), ("three-player-moon", 3)):
        for dealer in ("service", "client"):
            _open(ruleset, players, dealer)
    _open("domino-triunghiular", 2, "service", await_seeds=True, public=True)
    _open("schmidt-solitaire", 1, "service", house_rules={"bridge": 40, "two_sides": 20})


def _some_game() -> str:
    if not _tokens:
        _open_some()
    return _chance.choice([*_tokens])


@schemathesis.hook
def map_path_parameters(context: HookContext, path_parameters: Json) -> Json:  # noqa: ARG001
    """A real game where any would do."""
    if "game" in (path_parameters or {}) and _chance.random() < 0.9:
        path_parameters["game"] = _some_game()
        if "seat" in path_parameters:
            path_parameters["seat"] = _chance.choice([*_tokens[path_parameters["game"]]["seats"]])
    return path_parameters


@schemathesis.auth()
class Tokens:
    """The referee's token of the game that is called, a seat's where only seats may, or the service credential."""

    def get(self, case: Case, _: AuthContext) -> str:
        game = (case.path_parameters or {}).get("game")
        tokens = _tokens.get(game) if isinstance(game, str) else None
        if case.operation.path in CREDENTIAL_ROUTES or tokens is None:
            return KEY
        if case.operation.path.endswith("/seed"):
            return str(tokens["seats"].get(case.path_parameters.get("seat"), tokens["referee"]))
        return str(tokens["referee"])

    def set(self, case: Case, token: str, _: AuthContext) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}


def _legal_moves(game: str) -> list[Json]:
    try:
        listed: list[Json] = _asked("GET", f"/v1/games/{game}/legal-moves", _tokens[game]["referee"])["moves"]
    except urllib.error.HTTPError:
        del _tokens[game]
        return []
    return listed


@schemathesis.hook
def before_call(context: HookContext, case: Case, **kwargs: Any) -> None:  # noqa: ARG001
    """Nobody waits long; a third of the moves and deals that are to be taken are legal."""
    if isinstance((case.query or {}).get("wait"), int) and case.query["wait"] > 1:
        case.query["wait"] = 1
    game = (case.path_parameters or {}).get("game")
    meant_well = case.meta is not None and case.meta.generation.mode.is_positive
    if not meant_well or game not in _tokens or _chance.random() < 0.66:
        return
    takes_moves = case.operation.path.endswith(("/moves", "/rulings")) and case.method == "POST"
    if takes_moves and (listed := _legal_moves(game)):
        case.body = _chance.choice(listed)["move"]
        case.headers = {**(case.headers or {}), "If-Match": "*"}


@schemathesis.hook
def after_call(context: HookContext, case: Case, response: Any) -> None:  # noqa: ARG001
    """Keeps the tokens of the games that were opened, and those that were renewed."""
    if response.status_code != 201:
        return
    path = case.operation.path
    if path == "/v1/games" and len(_tokens) < MOST_GAMES:
        opened = response.json()
        _tokens[opened["id"]] = opened["tokens"]
    elif path.endswith("/tokens"):
        _tokens.pop(case.path_parameters["game"], None)
