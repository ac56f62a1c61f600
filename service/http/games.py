"""Handlers of games: opening, seeds, deals, moves, reading, closing."""

from typing import Any

import orjson
from flask import Blueprint, Response

from service.application import admitting, moving, opening, reading
from service.application.appending import Kept
from service.application.callers import Caller, require_seat
from service.application.problems import Problem
from service.application.views import Json
from service.edge.moves import read_move, typed_move
from service.edge.records import read_deal
from service.edge.requests import read_opening, read_reason, read_renewal, read_seed
from service.edge.strict_json import parse
from service.http import answering
from service.http import reading as asked
from service.rules.moves import Move

games = Blueprint("games", __name__, url_prefix="/v1/games")
MOST_VERSION = 2**53 - 1
MOST_WAIT = 25


@games.post("")
def open_game() -> Response:
    """Open a game."""
    asked.service_client()
    opened = opening.open_game(asked.context(), read_opening(asked.body()))
    response = answering.private(answering.json(opened, 201), opened["version"])
    response.headers["Location"] = f"/v1/games/{opened['id']}"
    return response


@games.put("/<game>/seats/<name:seat>/seed")
def give_seed(game: str, seat: str) -> Response:
    """Give a seat's seed, once."""
    caller = asked.caller(game)
    require_seat(caller, seat)
    opening.give_seed(asked.context(), game, caller, seat=seat, seed=read_seed(asked.body()))
    return answering.private(Response(status=204))


@games.delete("/<game>/seats/seed")
def close_seeding(game: str) -> Response:
    """Wait for no more seeds."""
    opening.close_seeding(asked.context(), game, asked.caller(game, "referee"))
    return answering.private(Response(status=204))


@games.post("/<game>/rounds")
def deal_round(game: str) -> Response:
    """Deal the next round."""
    caller = asked.caller(game, "referee")
    raw = asked.raw_body()
    deal = read_deal(parse(raw))
    key, versions = asked.preconditions()
    mark = asked.fingerprint(raw)
    return _appended(
        opening.deal_round(asked.context(), game, caller, deal, key=key, fingerprint=mark, if_match=versions)
    )


@games.post("/<game>/moves")
def make_move(game: str) -> Response:
    """Make a move."""
    caller = asked.caller(game, "seat", "referee")
    raw = asked.raw_body()
    move = _move(caller, parse(raw))
    key, versions = asked.preconditions()
    mark = asked.fingerprint(raw)
    ruling = moving.make_move(asked.context(), game, caller, move, key=key, fingerprint=mark, if_match=versions)
    if isinstance(ruling, moving.Refusal):
        detail = " ".join(violation["text"] for violation in ruling.violations)
        raise Problem("illegal-move", detail, legal=False, version=ruling.version, violations=ruling.violations)
    return _appended(ruling)


def _move(caller: Caller, body: Any) -> Move:
    posted = read_move(body)
    move = typed_move(posted, moving.authorized(caller, posted.get("player")))
    moving.check_caller(caller, move)
    return move


def _appended(answer: Kept | Json) -> Response:
    if isinstance(answer, Kept):
        response = answering.private(answering.json(answer.body, 201), orjson.loads(answer.body)["version"])
        response.headers["Idempotent-Replayed"] = "true"
        return response
    return answering.private(answering.json(answer, 201), answer["version"])


@games.post("/<game>/rulings")
def try_move(game: str) -> Response:
    """Try a move without making it."""
    caller = asked.caller(game, "seat", "referee")
    move = _move(caller, asked.body())
    return answering.private(answering.json(moving.try_move(asked.context(), game, caller, move)))


@games.post("/<game>/tokens")
def renew_token(game: str) -> Response:
    """Make a subject's tokens void and issue a new one."""
    caller = asked.caller(game, "referee")
    renewal = read_renewal(asked.body())
    return answering.private(answering.json(admitting.renew_token(asked.context(), game, caller, renewal), 201))


@games.post("/<game>/close")
def close_game(game: str) -> Response:
    """End an unfinished game."""
    caller = asked.caller(game, "referee")
    state = reading.close_game(asked.context(), game, caller, read_reason(asked.body()))
    return answering.private(answering.json(state), state["version"])


@games.get("/<game>")
def show_state(game: str) -> Response:
    """The state, now or after a version."""
    caller = asked.caller(game)
    at = asked.integer("at", None, least=1, most=MOST_VERSION)
    state = reading.state(asked.context(), game, caller, at)
    return answering.unless_known(answering.private(answering.json(state), state["version"] if at is None else None))


@games.get("/<game>/legal-moves")
def list_moves(game: str) -> Response:
    """Every legal move of the seat on turn."""
    caller = asked.caller(game, "seat", "referee")
    return answering.private(answering.json(moving.list_moves(asked.context(), game, caller)))


@games.get("/<game>/events")
def list_events(game: str) -> Response:
    """The log."""
    caller = asked.caller(game)
    after = asked.integer("after", 0, least=0, most=MOST_VERSION) or 0
    limit = asked.integer("limit", 100, least=1, most=500) or 100
    wait = asked.integer("wait", 0, least=0, most=MOST_WAIT) or 0
    page = reading.events(asked.context(), game, caller, after=after, limit=limit, wait=wait)
    return answering.private(answering.json(page))


@games.get("/<game>/record")
def show_record(game: str) -> Response:
    """The game record."""
    return answering.private(answering.json(reading.record(asked.context(), game, asked.caller(game))))
