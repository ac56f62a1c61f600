"""Whole games over HTTP: dealt by the service and by a client, exported, and audited from their record."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

import workers.jobs
from service.application.context import Context
from service.http.app import create_app
from service.rules.library import load
from tests.http.answers import codes
from tests.http.served import Served
from tests.playing import HttpGame, open_over_http
from tests.surroundings import POCKET_SHEETS, Jobs

Json = dict[str, Any]

GAMES = [
    ("tridomino-hexagono", 2, "service", {}),
    ("tridomino-hexagono", 3, "client", {}),
    ("tridomino-hexagono", 6, "service", {}),
    ("three-player-moon", 3, "service", {}),
    ("three-player-moon", 3, "client", {"target": 5}),
    ("schmidt-solitaire", 1, "service", {}),
    ("schmidt-solitaire", 1, "client", {"draw_limit": 8}),
    ("schmidt-tripple-domino", 4, "client", {"target": 120}),
    ("tri-ominoes", 2, "client", {"target": 150}),
    ("domino-triunghiular", 5, "service", {"target": 200}),
]


def chosen(game: HttpGame, state: Json) -> Json:
    """A random legal move, a placement where there is one. Only the lowest bid is made: bolder ones are lost, and the
    game goes on and on."""
    moves: list[Json] = [entry["move"] for entry in game.legal_moves()]
    if state["phase"] == "bidding":
        bid = any(spoken["value"] for spoken in state["bids"])
        return next(move for move in moves if move["type"] == ("pass" if bid else "bid"))
    placements = [move for move in moves if move["type"] == "place"]
    return game.chance.choice(placements or moves)


def played_out(game: HttpGame, ctx: Context, run_jobs: Jobs) -> list[Json]:
    """The rulings of a game played to its end by its seats, each with its own token; the settlements by the worker."""
    rulings = []
    while (state := game.state("spectator"))["phase"] != "over":
        if state["phase"] == "awaiting-deal":
            assert game.deal(ctx.library).status_code == 201
        elif state["phase"] == "settling":
            run_jobs()
        else:
            move = chosen(game, state)
            body = {name: value for name, value in move.items() if name != "player"}
            response = game.move(body, move["player"], version=state["version"])
            assert response.status_code == 201, response.text
            rulings.append(response.get_json())
    return rulings


def audited(client: FlaskClient, record: Json, run_jobs: Jobs) -> Json:
    """The report on a posted record."""
    asked = client.post("/v1/audits", json=record)
    assert asked.status_code == 202, asked.text
    run_jobs()
    report: Json = client.get(asked.headers["Location"]).get_json()
    assert report["status"] == "finished", report
    return report


def upheld(game: HttpGame, rulings: list[Json], run_jobs: Jobs, shuffle: str) -> None:
    """The finished game's record, taken for itself, gives the same rulings, scores and hashes."""
    final = game.state("spectator")
    record = game.get("/record", "spectator").get_json()
    events = [*game.events("spectator")]
    assert [event["hash"] for event in record["proof"]["events"]] == [event["hash"] for event in events]
    receipts = [ruling["receipt"] for ruling in rulings]
    report = audited(game.client, {**record, "receipts": receipts[:: max(1, len(receipts) // 20)]}, run_jobs)
    assert (report["verdict"], report["chain"], report["shuffle"]) == ("upheld", "intact", shuffle)
    assert (report["scores"], report["winner"], report["game_over"]) == (final["scores"], final["winner"], True)
    judged = [move for played in report["rounds"] for move in played["moves"]]
    assert [move["score_items"] for move in judged] == [ruling["score_items"] for ruling in rulings]
    assert [move["score_delta"] for move in judged] == [ruling["score_delta"] for ruling in rulings]
    bare = {name: value for name, value in record.items() if name != "proof"}
    assert audited(game.client, bare, run_jobs)["scores"] == final["scores"]


@pytest.mark.parametrize(("ruleset", "players", "dealer", "house_rules"), GAMES)
def test_a_whole_game_is_played_and_its_record_upheld(
    ctx: Context, client: FlaskClient, run_jobs: Jobs, ruleset: str, players: int, dealer: str, house_rules: Json
) -> None:
    game = open_over_http(client, ruleset, players, dealer=dealer, seed=players, house_rules=house_rules)
    rulings = played_out(game, ctx, run_jobs)
    final = game.state("spectator")
    assert final["winner"]
    if ruleset == "tridomino-hexagono":
        assert max(final["scores"].values()) >= 400
        assert (final["round"] > 1, final["ended_by"]) == (True, "target")
    assert final["scores"][final["winner"][0]] == max(final["scores"].values())
    versions = [event["version"] for event in game.events("spectator")]
    assert versions == list(range(1, final["version"] + 1))
    upheld(game, rulings, run_jobs, "committed" if dealer == "service" else "unproved")


def test_a_game_with_the_seats_own_seeds_is_proved(ctx: Context, client: FlaskClient, run_jobs: Jobs) -> None:
    game = open_over_http(client, "three-player-moon", 3, await_seeds=True, house_rules={"target": 5})
    for player in game.players[1:]:
        assert game.call("PUT", f"/seats/{player}/seed", player, json={"seed": player}).status_code == 204
    assert game.call("DELETE", "/seats/seed").status_code == 204
    upheld(game, played_out(game, ctx, run_jobs), run_jobs, "proved")


def test_a_seat_that_gives_up_ends_the_game_and_the_rest_is_upheld(client: FlaskClient, run_jobs: Jobs) -> None:
    for kind, ended_by in (("resign", "resigned"), ("timeout", "timeout")):
        game = open_over_http(client, players=3)
        rulings = [ruling for ruling in (game.step() for _ in range(7)) if ruling]
        idle = next(player for player in game.players if player != game.state()["turn"])
        rulings.append(game.move({"type": kind}, idle).get_json())
        state = game.state("spectator")
        assert (state["phase"], state["ended_by"], idle in state["winner"]) == ("over", ended_by, False)
        upheld(game, rulings, run_jobs, "committed")
        assert codes(game.move({"type": kind}, idle)) == ["game-over"]


def test_a_real_server_finds_the_sheets_of_a_folder_that_it_is_given(served: Served) -> None:
    shown = served.call("GET", "/v1/rulesets/pocket-moon?edition=1").body
    assert (shown["edition"], shown["editions"], shown["kind"]) == (1, [1, 2], "trick-taking")
    body = {"ruleset": "pocket-moon", "players": ["ann", "ben", "cat"], "dealer": "service"}
    opened = served.call("POST", "/v1/games", body)
    assert (opened.status, opened.body["state"]["edition"]) == (201, 2)


@pytest.fixture
def pocket(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> Context:
    """The context of a service, and of its workers, with one file more among its sheets."""
    made = replace(ctx, library=load([POCKET_SHEETS]))
    monkeypatch.setattr(workers.jobs, "this_context", lambda: made)
    return made


@pytest.mark.parametrize(("dealer", "edition"), [("service", 1), ("client", 1), ("client", 2)])
def test_a_sheet_dropped_in_as_one_file_is_served_and_played(
    pocket: Context, run_jobs: Jobs, dealer: str, edition: int
) -> None:
    client = create_app(pocket).test_client()
    shown = client.get("/v1/rulesets/pocket-moon").get_json()
    assert (shown["editions"], shown["players"]) == ([1, 2], [3])
    game = open_over_http(client, "pocket-moon", 3, dealer=dealer, edition=edition, seed=edition)
    rulings = played_out(game, pocket, run_jobs)
    assert game.state("spectator")["edition"] == edition
    discards = [event for event in game.events("spectator") if event["type"] == "tile-discarded"]
    assert discards
    assert all(set(event["seals"]) == {"discard"} and not event["openings"] for event in discards)
    upheld(game, rulings, run_jobs, "committed" if dealer == "service" else "unproved")


def test_the_sealed_discard_is_its_players_own_until_the_round_is_settled(pocket: Context, run_jobs: Jobs) -> None:
    game = open_over_http(create_app(pocket).test_client(), "pocket-moon", 3, edition=1)
    while game.state()["phase"] != "discarding":
        assert game.move(game.legal_moves()[0]["move"]).status_code == 201
    bidder = game.state()["turn"]
    tile = game.state(bidder)["hand"][-1]
    ruling = game.move({"type": "discard", "tile": tile}, bidder).get_json()
    version = ruling["version"]
    for by in (*game.players, "spectator"):
        (event,) = game.get(f"/events?after={version - 1}", by).get_json()["events"]
        assert [opening["value"] for opening in event["openings"]] == ([tile] if by == bidder else [])
        assert f'"{tile}"' not in game.get(f"?at={version}", by).text
    game.play_round()
    run_jobs()
    for by in (*game.players, "spectator"):
        page = [*game.events(by)]
        opened = [(o["version"], o["name"], o["value"]) for event in page for o in event["openings"]]
        assert (version, "discard", tile) in opened
