"""Reading a game: its state at every version, its log, its legal moves, dry runs, its end."""

import threading
import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.application.context import Context
from tests.http.answers import problem
from tests.http.served import Served
from tests.playing import HttpGame, open_over_http
from tests.surroundings import Jobs

Json = dict[str, Any]
CALLERS = ("referee", "red", "blue", "spectator")
HEXAGONO = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service"}


def test_an_opened_game_says_where_it_is(client: FlaskClient) -> None:
    response = client.post("/v1/games", json=HEXAGONO)
    opened = response.get_json()
    assert response.headers["Location"] == f"/v1/games/{opened['id']}"
    assert response.headers["ETag"] == f'"{opened["version"]}"'
    assert len(opened["id"]) == 32
    headers = {"Authorization": f"Bearer {opened['tokens']['referee']}"}
    assert client.get(response.headers["Location"], headers=headers).get_json() == opened["state"]


def test_the_state_has_the_members_of_the_contract(game: HttpGame) -> None:
    state = game.state("red")
    assert set(state) >= {
        "id", "version", "ruleset", "edition", "house_rules", "players", "dealer", "phase", "turn", "round", "board",
        "hand", "hands", "pool_count", "scores", "settlement", "winner", "receipt",
    }  # fmt: skip
    assert (state["phase"], state["round"], state["pool_count"], state["board"]) == ("opening", 1, 38, [])
    assert state["hands"]["red"] == {"count": 9, "tiles": state["hand"]}
    assert state["hands"]["blue"] == {"count": 9, "tiles": None}
    assert (state["settlement"], state["winner"]) == (None, None)
    assert game.state("spectator")["hand"] is None
    assert all(hand["tiles"] for hand in game.state("referee")["hands"].values())


def test_a_placement_on_the_board_says_who_laid_it_when(game: HttpGame) -> None:
    ruling = game.step()
    assert ruling is not None
    (placement,) = game.state("spectator")["board"]
    move = ruling["move"]
    assert placement == {"player": move["player"], "at": move["at"], "corners": move["corners"], "version": 3}


def test_the_state_after_any_version_stays_what_it_was(game: HttpGame, run_jobs: Jobs) -> None:
    """Whoever asks, whenever: also across the end of a round, which opens what it was dealt, and of the game."""
    seen: dict[tuple[str, int], Json] = {}

    def look() -> None:
        for by in CALLERS:
            state = game.state(by)
            seen[by, state["version"]] = state

    look()
    while game.step():
        look()
    run_jobs()
    look()
    game.step()
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    look()
    for (by, version), state in seen.items():
        assert game.state(by, at=version) == state


def test_the_current_state_has_its_version_as_entity_tag(game: HttpGame) -> None:
    for by in CALLERS:
        response = game.get("", by)
        assert response.headers["ETag"] == '"2"'
        for tag in ('"2"', 'W/"2"', '"1", "2"', "*"):
            unchanged = game.get("", by, headers={"If-None-Match": tag})
            assert (unchanged.status_code, unchanged.data) == (304, b"")
            assert unchanged.headers["ETag"] == '"2"'
            assert unchanged.headers["Vary"] == "Authorization"
            assert unchanged.headers["Cache-Control"] == "private, no-cache"
    game.step()
    assert game.get("", headers={"If-None-Match": '"2"'}).status_code == 200
    assert game.get("?at=2", headers={"If-None-Match": '"2"'}).status_code == 200


@pytest.mark.parametrize("form", ["*", '"1"', '"2"', "x"])
def test_an_if_match_is_for_moves_and_stops_no_reading(client: FlaskClient, game: HttpGame, form: str) -> None:
    for path in ("", "?at=2", "/events", "/legal-moves"):
        assert game.get(path, headers={"If-Match": form}).status_code == 200
    assert client.get("/v1/rulesets", headers={"If-Match": form}).status_code == 200


def test_a_head_is_a_get_without_its_body(game: HttpGame) -> None:
    response = game.call("HEAD", "", "red")
    assert (response.status_code, response.data, response.headers["ETag"]) == (200, b"", '"2"')


def test_a_ruling_is_tagged_with_the_version_it_made(game: HttpGame) -> None:
    response = game.move(game.choose())
    assert response.headers["ETag"] == f'"{response.get_json()["version"]}"' == '"3"'


@pytest.mark.parametrize("limit", [1, 2, 7, 100, 500])
def test_the_log_is_read_page_by_page(game: HttpGame, limit: int) -> None:
    for _ in range(5):
        game.step()
    whole = game.get("/events").get_json()
    assert [event["version"] for event in whole["events"]] == list(range(1, 8))
    assert (whole["version"], whole["next"]) == (7, None)
    paged: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = game.get(f"/events?after={after}&limit={limit}").get_json()
        assert len(page["events"]) <= limit
        paged += page["events"]
        after = page["next"]
    assert paged == whole["events"]


def test_the_pages_of_every_caller_are_the_same_however_they_are_cut(game: HttpGame, run_jobs: Jobs) -> None:
    game.play_round()
    run_jobs()
    game.step()
    for by in CALLERS:
        whole = [*game.events(by)]
        assert [*game.events(by, limit=3)] == whole
        assert [event["version"] for event in whole] == list(range(1, len(whole) + 1))
        single = game.get(f"/events?after={len(whole) - 3}&limit=1", by).get_json()["events"]
        assert single == whole[-3:-2]


def test_a_page_has_100_events_by_default(game: HttpGame, run_jobs: Jobs) -> None:
    while game.state()["version"] <= 101:
        game.play_round()
        run_jobs()
    page = game.get("/events").get_json()
    assert (len(page["events"]), page["next"]) == (100, 100)


@pytest.mark.parametrize("after", [2, 3, 1000, 2**53 - 1])
def test_a_page_after_the_end_is_empty_and_tells_the_version(game: HttpGame, after: int) -> None:
    page = game.get(f"/events?after={after}").get_json()
    assert (page["events"], page["version"], page["next"]) == ([], 2, None)


def test_an_empty_page_is_held_until_the_time_is_over(served: Served) -> None:
    game = served.call("POST", "/v1/games", HEXAGONO).body
    path, token = f"/v1/games/{game['id']}/events", game["tokens"]["spectator"]
    began = time.monotonic()
    answer = served.call("GET", f"{path}?after=2&wait=1", token=token)
    assert 0.9 < time.monotonic() - began < 8
    assert (answer.status, answer.body["events"], answer.body["version"]) == (200, [], 2)
    began = time.monotonic()
    assert served.call("GET", f"{path}?after=1&wait=20", token=token).body["events"]
    assert time.monotonic() - began < 10


def test_an_empty_page_is_filled_as_soon_as_a_move_is_made(served: Served) -> None:
    game = served.call("POST", "/v1/games", HEXAGONO).body
    path, tokens = f"/v1/games/{game['id']}", game["tokens"]
    pages: list[Json] = []

    def listen() -> None:
        pages.append(served.call("GET", f"{path}/events?after=2&wait=18", token=tokens["spectator"]).body)

    listeners = [threading.Thread(target=listen) for _ in range(6)]
    for listener in listeners:
        listener.start()
    began = time.monotonic()
    move = served.call("GET", f"{path}/legal-moves", token=tokens["referee"]).body["moves"][0]["move"]
    assert served.call("POST", f"{path}/moves", move, token=tokens["referee"], If_Match="*").status == 201
    for listener in listeners:
        listener.join()
    assert time.monotonic() - began < 12
    assert [[event["version"] for event in page["events"]] for page in pages] == [[3]] * 6


def test_legal_moves_are_those_of_the_seat_on_turn(game: HttpGame) -> None:
    for _ in range(4):
        listed = game.get("/legal-moves").get_json()
        turn = listed["turn"]
        other = "blue" if turn == "red" else "red"
        assert listed["version"] == game.state()["version"]
        assert listed["moves"]
        assert {entry["move"]["player"] for entry in listed["moves"]} == {turn}
        assert game.get("/legal-moves", turn).get_json() == listed
        assert game.get("/legal-moves", other).get_json() == {**listed, "moves": []}
        problem(game.get("/legal-moves", "spectator"), 403, "forbidden")
        game.step()


def test_every_listed_move_is_ruled_as_it_is_listed(game: HttpGame) -> None:
    for _ in range(6):
        for entry in game.legal_moves():
            assert set(entry) == {"move", "score_delta", "score_items"}
            tried = game.post("/rulings", entry["move"]).get_json()
            assert tried == {
                "legal": True,
                "violations": [],
                "score_delta": entry["score_delta"],
                "score_items": entry["score_items"],
            }
        entry = game.legal_moves()[0]
        ruling = game.move(entry["move"]).get_json()
        assert ruling["score_delta"] == entry["score_delta"]
        assert ruling["score_items"] == entry["score_items"]


def test_no_moves_are_listed_where_nobody_must_move(client: FlaskClient, game: HttpGame) -> None:
    game.play_round()
    for by in ("referee", "red", "blue"):
        assert game.get("/legal-moves", by).get_json() == {
            "version": game.state()["version"],
            "turn": None,
            "moves": [],
        }
    waiting = open_over_http(client, dealer="client")
    assert waiting.legal_moves() == []


def test_a_dry_run_appends_nothing_and_tells_nothing_of_what_would_follow(game: HttpGame) -> None:
    game.step()
    before = [*game.events()]
    player = game.state()["turn"]
    for by in (player, "referee"):
        for move in [entry["move"] for entry in game.legal_moves()] + [{"type": "draw", "player": player}]:
            response = game.post("/rulings", move, by)
            assert (response.status_code, response.get_json()["legal"]) == (200, True)
            assert set(response.get_json()) == {"legal", "violations", "score_delta", "score_items"}
    response = game.post("/rulings", {"type": "stop"}, player)
    assert (response.status_code, response.get_json()["legal"]) == (200, False)
    assert [violation["code"] for violation in response.get_json()["violations"]] == ["wrong-phase"]
    assert [*game.events()] == before


def test_a_dry_run_says_of_a_move_what_the_refusal_says(game: HttpGame) -> None:
    game.step()
    for move in ({"type": "stop", "player": "red"}, {"type": "place", "at": [5, 5], "corners": [0, 2, 1]}):
        posted = {**move, "player": game.state()["turn"]}
        tried = game.post("/rulings", posted).get_json()
        refused = game.move(posted).get_json()
        assert tried["violations"] == refused["violations"]
        assert (tried["score_delta"], tried["score_items"]) == (0, [])


def test_a_dry_run_needs_no_precondition_and_takes_a_stale_one(game: HttpGame) -> None:
    assert game.post("/rulings", game.choose(), headers={"If-Match": '"1"'}).status_code == 200


def test_a_move_is_ruled_with_the_members_of_the_contract(game: HttpGame) -> None:
    ruling = game.step()
    assert ruling is not None
    assert set(ruling) >= {
        "legal", "version", "move", "score_delta", "score_items", "drawn", "events", "scores", "turn", "phase",
        "settlement", "receipt",
    }  # fmt: skip
    player = ruling["move"]["player"]
    assert ruling["legal"] is True
    assert ruling["score_delta"] == sum(item["points"] for item in ruling["score_items"]) == ruling["scores"][player]
    assert [event["type"] for event in ruling["events"]] == ["tile-placed"]
    assert ruling["events"] == game.get("/events?after=2", player).get_json()["events"]


def test_a_drawn_tile_is_told_to_its_drawer_and_the_referee(game: HttpGame) -> None:
    game.step()
    player = game.state()["turn"]
    other = "blue" if player == "red" else "red"
    mine = game.move({"type": "draw"}, player).get_json()
    referees = game.move({"type": "draw", "player": player}, "referee").get_json()
    hand = game.state(player)["hand"]
    assert hand[-2:] == [mine["drawn"], referees["drawn"]]
    assert "tile" not in mine["move"]
    for event, tile in zip(game.get("/events?after=3", player).get_json()["events"], hand[-2:], strict=True):
        assert [opening["value"] for opening in event["openings"]] == [tile]
    for by in (other, "spectator"):
        assert [event["openings"] for event in game.get("/events?after=3", by).get_json()["events"]] == [[], []]
        assert game.state(by)["hands"][player] == {"count": len(hand), "tiles": None}


def test_the_end_of_a_round_is_told_pending_then_settled(game: HttpGame, run_jobs: Jobs) -> None:
    last = game.play_round()[-1]
    assert last["settlement"] == game.state()["settlement"]
    assert (last["settlement"]["round"], last["settlement"]["status"], last["phase"]) == (1, "pending", "settling")
    assert game.state("red")["hands"]["blue"]["tiles"] is None
    run_jobs()
    settled = next(event for event in game.events("spectator") if event["type"] == "round-settled")
    then = game.state("spectator", at=settled["version"])
    assert (then["settlement"]["round"], then["settlement"]["status"]) == (1, "settled")
    assert all(hand["tiles"] is not None for hand in then["hands"].values())
    assert {opening["name"] for opening in settled["openings"]} > {"hand/red", "hand/blue"}
    assert (game.state()["round"], game.state()["phase"]) == (2, "opening")


def test_a_referee_ends_a_game_and_everything_is_opened(game: HttpGame) -> None:
    game.step()
    problem(game.post("/close", {"reason": "enough"}, "red"), 403, "forbidden")
    response = game.post("/close", {"reason": "enough"})
    state = response.get_json()
    assert (response.status_code, state["phase"], state["winner"], state["turn"]) == (200, "over", [], None)
    assert response.headers["ETag"] == f'"{state["version"]}"'
    events = [*game.events("spectator")]
    sealed = {(event["version"], name) for event in events for name in event["seals"]}
    opened = {(opening["version"], opening["name"]) for event in events for opening in event["openings"]}
    assert opened == sealed
    assert events[-1]["data"]["note"] == "enough"
    problem(game.post("/close", {"reason": "again"}), 409, "not-your-phase")


@pytest.mark.parametrize("phase", ["awaiting-seeds", "awaiting-deal", "settling"])
def test_a_game_is_closed_in_any_phase(client: FlaskClient, phase: str, run_jobs: Jobs) -> None:
    game = open_over_http(
        client, await_seeds=phase == "awaiting-seeds", dealer="client" if "deal" in phase else "service"
    )
    if phase == "settling":
        game.play_round()
    assert game.state()["phase"] == phase
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    run_jobs()
    assert game.state()["phase"] == "over"
    assert game.get("/record", "spectator").status_code == 200


def test_the_record_before_the_end_is_the_referees_and_hides_the_root(game: HttpGame) -> None:
    game.step()
    record = game.get("/record").get_json()
    assert record["format"] == "domino-referee/record"
    assert set(record["rounds"][0]["deal"]["hands"]) == {"red", "blue"}
    names = {opening["name"] for event in record["proof"]["events"] for opening in event["openings"]}
    assert "root" not in names
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    record = game.get("/record", "spectator").get_json()
    assert "root" in {opening["name"] for event in record["proof"]["events"] for opening in event["openings"]}
    assert record == game.get("/record").get_json()


def test_sheets_and_clauses_are_public_and_kept(ctx: Context, client: FlaskClient) -> None:
    listed = client.get("/v1/rulesets")
    assert {sheet["id"] for sheet in listed.get_json()["rulesets"]} == set(ctx.library.newest)
    for ruleset, sheet in ctx.library.newest.items():
        shown = client.get(f"/v1/rulesets/{ruleset}")
        assert shown.headers["Cache-Control"].startswith("public")
        assert (
            client.get(f"/v1/rulesets/{ruleset}", headers={"If-None-Match": shown.headers["ETag"]}).status_code == 304
        )
        body = shown.get_json()
        assert {"parameters", "clauses", "interpretations", "house_rules"} <= set(body)
        assert client.get(f"/v1/rulesets/{ruleset}?edition={sheet.edition}").get_json() == body
        for clause in body["clauses"]:
            found = client.get(f"/v1/rulesets/{ruleset}/clauses/{clause['id']}").get_json()
            assert {name: found[name] for name in clause} == clause
