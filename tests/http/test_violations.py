"""Every violation code over HTTP, with its clause; one case each, the rules' own tests go deeper."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.application.context import Context
from service.application.loading import load
from service.rules.codes import CODES
from tests.http.answers import problem
from tests.playing import HttpGame, open_over_http, random_deal

Json = dict[str, Any]


def refused(game: HttpGame, move: Json, by: str = "referee") -> dict[str, Json]:
    """The violations of a move by code, each with a clause that is served; nothing was appended."""
    version = game.state()["version"]
    body = problem(game.move(move, by, version=version), 422, "illegal-move")
    assert (body["legal"], body["version"], game.state()["version"]) == (False, version, version)
    state = game.state()
    assert body["violations"]
    for violation in body["violations"]:
        assert set(violation) == {"code", "clause", "title", "text", "pointer", "facts"}
        assert violation["code"] in CODES
        assert violation["title"]
        assert violation["text"]
        name = violation["pointer"].split("/")[1]
        assert name in move or name == "player"
        found = game.client.get(f"/v1/rulesets/{state['ruleset']}/clauses/{violation['clause']}")
        assert (found.status_code, found.get_json()["id"]) == (200, violation["clause"])
    return {violation["code"]: violation for violation in body["violations"]}


def place(player: str, tile: str, at: tuple[int, int] = (0, 0)) -> Json:
    """A placement of a tile, its numbers in ascending order from the apex."""
    return {"player": player, "type": "place", "at": [*at], "corners": [int(number) for number in tile.split("-")]}


def dealt(ctx: Context, client: FlaskClient, ruleset: str, hands: dict[str, str], **more: Any) -> HttpGame:
    """A game whose client dealt these tiles; hands are filled, the rest is the pool, in order of the names."""
    game = open_over_http(client, ruleset, [*hands], dealer="client", house_rules=more.pop("house_rules", None))
    state = load(ctx, game.id).game
    deal = random_deal(state.sheet, state, random.Random(1))
    given = {player: tiles.split() for player, tiles in hands.items()}
    taken = {tile for tiles in given.values() for tile in tiles} | set(more.get("pool", ()))
    left = [tile for tile in sorted(state.sheet.kind.tiles(state.rules)) if tile not in taken]
    for player, tiles in given.items():
        while len(tiles) < len(deal["hands"][player]):
            tiles.append(left.pop(0))
    deal["hands"] = given
    if "pool" in deal:
        deal["pool"] = [*more.get("pool", ()), *left]
    else:
        deal["widow"], deal["first_bidder"] = left[0], more.get("first", next(iter(hands)))
    response = game.post("/rounds", deal, headers={"If-Match": "*"})
    assert response.status_code == 201, response.text
    return game


RED = "5-5-5 0-5-5 1-5-5 1-2-5"
BLUE = "4-4-4 0-4-5"
LAYING = ["tridomino-hexagono", "domino-triunghiular", "tri-ominoes", "schmidt-tripple-domino"]


@pytest.mark.parametrize("ruleset", LAYING)
def test_the_codes_of_an_opening(ctx: Context, client: FlaskClient, ruleset: str) -> None:
    game = dealt(ctx, client, ruleset, {"red": RED, "blue": BLUE})
    assert set(refused(game, place("blue", "4-4-4"))) == {"not-your-turn"}
    assert set(refused(game, place("blue", "4-4-4"), "blue")) == {"not-your-turn"}
    assert set(refused(game, {"type": "draw"}, "red")) == {"must-open"}
    assert set(refused(game, {"type": "pass", "player": "red"})) == {"must-open"}
    assert set(refused(game, place("red", "0-5-5"))) == {"wrong-opening-tile"}
    assert set(refused(game, place("red", "5-5-5", (1, 0)))) == {"opening-off-origin"}
    assert set(refused(game, place("red", "4-4-4"))) == {"wrong-opening-tile", "tile-not-in-hand"}


@pytest.mark.parametrize("ruleset", LAYING)
def test_the_codes_of_a_placement(ctx: Context, client: FlaskClient, ruleset: str) -> None:
    game = dealt(ctx, client, ruleset, {"red": RED, "blue": BLUE})
    assert game.move(place("red", "5-5-5")).status_code == 201
    assert set(refused(game, place("blue", "4-4-4", (1, 0)))) == {"corner-mismatch"}
    assert set(refused(game, place("blue", "4-4-4", (0, 0)))) == {"cell-occupied", "not-adjacent", "corner-mismatch"}
    assert set(refused(game, place("blue", "0-4-5", (9, 9)))) == {"not-adjacent"}
    assert set(refused(game, place("blue", "0-5-4", (9, 9)))) == {"not-adjacent", "mirrored-tile"}
    assert set(refused(game, place("blue", "5-5-5", (9, 9)))) == {
        "not-adjacent",
        "tile-not-in-hand",
        "tile-already-played",
    }
    assert set(refused(game, {"type": "stop", "player": "blue"})) == {"wrong-phase"}
    assert set(refused(game, {"type": "bid", "value": 4}, "blue")) == {"wrong-phase"}


@pytest.mark.parametrize("ruleset", LAYING)
def test_the_codes_of_a_draw_and_a_pass(ctx: Context, client: FlaskClient, ruleset: str) -> None:
    game = dealt(ctx, client, ruleset, {"red": RED, "blue": "4-4-4 3-3-3 2-2-2"}, pool=["2-4-4", "1-4-4"])
    assert game.move(place("red", "5-5-5")).status_code == 201
    assert set(refused(game, {"type": "pass", "player": "blue"})) >= {"must-draw"}
    assert set(refused(game, {"type": "draw", "player": "blue", "tile": "9-9-9"})) >= {"unknown-tile"}
    assert set(refused(game, {"type": "draw", "player": "blue", "tile": "1-4-4"})) >= {"wrong-tile-drawn"}


def test_a_player_who_can_place_must_where_the_sheet_says_so(ctx: Context, client: FlaskClient) -> None:
    for ruleset in ("domino-triunghiular", "tri-ominoes"):
        game = dealt(ctx, client, ruleset, {"red": "5-5-5", "blue": "4-4-4 0-5-5"})
        assert game.move(place("red", "5-5-5")).status_code == 201
        found = refused(game, {"type": "draw"}, "blue")
        assert set(found) == {"must-place"}
        assert "0-5-5" in found["must-place"]["facts"]["could"]
        assert set(refused(game, {"type": "pass"}, "blue")) == {"must-place", "must-draw"}


def test_draws_are_counted_where_the_sheet_counts_them(ctx: Context, client: FlaskClient) -> None:
    game = dealt(ctx, client, "tridomino-hexagono", {"red": RED, "blue": BLUE})
    assert game.move(place("red", "5-5-5")).status_code == 201
    for _ in range(3):
        assert game.move({"type": "draw"}, "blue").status_code == 201
    assert set(refused(game, {"type": "draw"}, "blue")) == {"draw-limit"}
    assert game.move({"type": "pass"}, "blue").get_json()["score_delta"] == -10


def test_an_empty_pool_gives_nothing(ctx: Context, client: FlaskClient) -> None:
    rules = {"hand_sizes": {"2": 28}, "blocked_when": "all-pass"}
    game = dealt(ctx, client, "tridomino-hexagono", {"red": "5-5-5", "blue": "4-4-4"}, house_rules=rules)
    assert game.move(place("red", "5-5-5")).status_code == 201
    assert set(refused(game, {"type": "draw"}, "blue")) == {"pool-empty"}


def test_a_solitaire_counts_its_draws_and_takes_no_pass(client: FlaskClient) -> None:
    game = open_over_http(client, "schmidt-solitaire", 1, house_rules={"draw_limit": 1})
    assert set(refused(game, {"type": "pass"}, "red")) == {"wrong-phase"}
    assert set(refused(game, {"type": "stop"}, "red")) == {"must-open"}
    game.step()
    assert game.move({"type": "draw"}, "red").status_code == 201
    if game.state()["phase"] == "playing":
        assert set(refused(game, {"type": "draw"}, "red")) == {"draw-limit"}


def test_what_comes_after_the_end_is_over(game: HttpGame) -> None:
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    assert set(refused(game, {"type": "pass", "player": "red"})) == {"game-over"}


MOON = {
    "red": "6-6 6-5 6-4 5-5 5-4 4-4 3-3",
    "blue": "6-3 6-2 6-1 5-3 5-2 5-1 2-2",
    "green": "4-3 4-2 4-1 3-2 3-1 2-1 1-1",
}


def test_the_codes_of_a_bidding(ctx: Context, client: FlaskClient) -> None:
    game = dealt(ctx, client, "three-player-moon", MOON)
    assert set(refused(game, {"type": "bid", "value": 4}, "blue")) == {"not-your-turn"}
    assert set(refused(game, {"type": "bid", "value": 3}, "red")) == {"bid-out-of-range"}
    assert set(refused(game, {"type": "play", "tile": "6-6"}, "red")) == {"wrong-phase"}
    assert game.move({"type": "bid", "value": 5}, "red").status_code == 201
    assert set(refused(game, {"type": "bid", "value": 5}, "blue")) == {"bid-too-low"}
    assert set(refused(game, {"type": "bid", "value": 0}, "blue")) == {"bid-out-of-range", "bid-too-low"}


def test_the_codes_of_a_trick(ctx: Context, client: FlaskClient) -> None:
    game = dealt(ctx, client, "three-player-moon", MOON, house_rules={"allow_doubles_trump": False})
    for player, move in (("red", {"type": "bid", "value": 5}), ("blue", {"type": "pass"}), ("green", {"type": "pass"})):
        assert game.move(move, player).status_code == 201
    assert set(refused(game, {"type": "discard", "tile": "6-3"}, "red")) == {"tile-not-in-hand"}
    assert set(refused(game, {"type": "discard", "tile": "3-6"}, "red")) >= {"unknown-tile"}
    assert game.move({"type": "discard", "tile": "3-3"}, "red").status_code == 201
    assert set(refused(game, {"type": "declare", "trump": "doubles"}, "red")) == {"trump-not-allowed"}
    assert set(refused(game, {"type": "declare", "trump": "7"}, "red")) == {"trump-not-allowed"}
    assert game.move({"type": "declare", "trump": "6"}, "red").status_code == 201
    assert game.move({"type": "play", "tile": "6-6"}, "red").status_code == 201
    assert set(refused(game, {"type": "play", "tile": "5-3"}, "blue")) == {"must-follow-trump"}
    assert set(refused(game, {"type": "play", "tile": "6-6"}, "blue")) >= {"tile-already-played", "tile-not-in-hand"}
    assert game.move({"type": "play", "tile": "6-3"}, "blue").status_code == 201
    assert game.move({"type": "play", "tile": "4-3"}, "green").status_code == 201
    assert game.move({"type": "play", "tile": "5-5"}, "red").status_code == 201
    assert set(refused(game, {"type": "play", "tile": "2-2"}, "blue")) == {"must-follow-suit"}


def test_the_facts_of_a_refusal_are_where_it_points(ctx: Context, client: FlaskClient) -> None:
    game = dealt(ctx, client, "tridomino-hexagono", {"red": RED, "blue": BLUE})
    assert game.move(place("red", "5-5-5")).status_code == 201
    found = refused(game, {"type": "place", "at": [1, 0], "corners": [4, 4, 4]}, "blue")["corner-mismatch"]
    assert found["pointer"] == "/corners"
    assert {mismatch["asked"] for mismatch in found["facts"]["corners"]} == {5}
    assert {mismatch["given"] for mismatch in found["facts"]["corners"]} == {4}
