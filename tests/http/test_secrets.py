"""No answer to a caller tells a tile that this caller cannot know."""

import hashlib
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
import rfc8785
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.application.context import Context
from service.application.loading import load
from service.rules.game import Game
from tests.http.answers import problem
from tests.http.twins import Json, deal_at, posted, slots, twins
from tests.playing import PLAYERS, HttpGame, open_over_http
from tests.surroundings import Jobs

SHEETS = (("tridomino-hexagono", 2), ("tri-ominoes", 3), ("domino-triunghiular", 2), ("three-player-moon", 3))
WITH_CALLERS = [(ruleset, n, by) for ruleset, n in SHEETS for by in (*PLAYERS[:n], "spectator")]

_MASKED = re.compile(
    r"eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z\b", re.ASCII
)
"""Receipts, seals and hashes and salts, ids, times."""


def masked(response: TestResponse) -> tuple[int, dict[str, str], str]:
    """An answer without what differs between any two games."""
    headers = {name: _MASKED.sub("…", value) for name, value in response.headers.items() if name != "Date"}
    return response.status_code, headers, _MASKED.sub("…", response.text)


def guesses(game: HttpGame, names: list[str], by: str, chance: random.Random) -> list[Json]:
    """Moves that a curious seat tries."""
    tiles = chance.sample(names, 4)
    if tiles[0].count("-") == 1:
        named = [{"type": kind, "tile": tile} for kind in ("play", "discard") for tile in tiles[:2]]
        return [*named, {"type": "bid", "value": 5}, {"type": "declare", "trump": "doubles"}]
    cells = [placement["at"] for placement in game.state(by)["board"]] or [[0, 0]]
    found: list[Json] = [{"type": "draw"}, {"type": "pass"}, {"type": "draw", "tile": tiles[0]}]
    for tile in tiles:
        x, y = chance.choice(cells)
        numbers = [int(number) for number in tile.split("-")]
        turned = chance.choice([numbers, numbers[1:] + numbers[:1], numbers[::-1]])
        found.append({"type": "place", "at": [x + chance.choice((-1, 0, 1)), y], "corners": turned})
    return found


class Twin:
    """One of two twin games, and all that one caller was answered."""

    def __init__(self, game: HttpGame, by: str, *, probe: random.Random, tiles: list[str]) -> None:
        self.game, self.by, self.probe, self.tiles = game, by, probe, tiles
        self.answers: list[TestResponse] = []

    def ask(self, method: str, path: str, body: Json | None = None, **headers: str) -> TestResponse:
        """One question of the caller."""
        response = self.game.call(method, path, self.by, json=body, headers=headed(**headers))
        self.answers.append(response)
        return response

    def look(self, version: int) -> None:
        """What is cheap to ask at every version."""
        self.ask("GET", "")
        self.ask("GET", f"/events?after={version - 1}")
        self.ask("GET", "/legal-moves")

    def pry(self, version: int) -> None:
        """Everything else."""
        self.ask("GET", f"?at={self.probe.randint(1, version)}")
        self.ask("GET", "/record")
        self.ask("POST", "/audits", {})
        self.ask("POST", "/rounds", {"hands": {}}, If_Match="*")
        self.ask("POST", "/moves", {"type": "pass"}, If_Match=f'"{self.probe.randint(1, version - 1)}"')
        for move in guesses(self.game, self.tiles, self.by, self.probe):
            tried = self.ask("POST", "/rulings", move)
            if tried.status_code != 200 or not tried.get_json()["legal"]:
                self.ask("POST", "/moves", move, If_Match="*")


def headed(**headers: str) -> dict[str, str]:
    """Headers whose names were written as Python's."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.mark.parametrize(("ruleset", "players", "by"), WITH_CALLERS)
def test_twins_that_differ_in_what_a_caller_cannot_know_answer_it_alike(
    ctx: Context, client: FlaskClient, ruleset: str, players: int, by: str
) -> None:
    sheet = ctx.library.find(ruleset)
    assert sheet is not None
    scripts = twins(sheet, players, None if by == "spectator" else by, ruleset)
    hidden = [
        slot for slot in slots(scripts[0].deal) if deal_at(scripts[0].deal, slot) != deal_at(scripts[1].deal, slot)
    ]
    assert len(hidden) >= 2
    assert len(scripts[0].moves) >= 10
    tiles = [deal_at(scripts[0].deal, slot) for slot in slots(scripts[0].deal)]
    pair = [
        Twin(open_over_http(client, ruleset, players, dealer="client"), by, probe=random.Random(by), tiles=tiles)
        for _ in scripts
    ]
    for twin, script in zip(pair, scripts, strict=True):
        dealt = twin.game.post("/rounds", script.deal, headers={"If-Match": "*"})
        assert dealt.status_code == 201, dealt.text
        for at, move in enumerate(script.moves):
            version = twin.game.state(by)["version"]
            twin.look(version)
            if at % 6 == 0:
                twin.pry(version)
            response = twin.game.move(posted(move), move.player, version=version)
            assert response.status_code == 201, response.text
            if move.player == by:
                twin.answers.append(response)
        twin.ask("GET", "/events?limit=500")
        twin.pry(twin.game.state(by)["version"])
    one, other = (twin.answers for twin in pair)
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert masked(first) == masked(second), first.request.url
    _seals_hold(ctx, pair[0])


def _seals_hold(ctx: Context, twin: Twin) -> None:
    """No candidate opens a seal that the caller was not given the opening of, whatever salt it has seen."""
    text = "".join(response.text for response in twin.answers)
    head = ctx.log.head(twin.game.id)
    assert head is not None
    page = twin.game.get("/events?limit=500", twin.by).get_json()["events"]
    opened = {(o["version"], o["name"]): o for event in page for o in event["openings"]}
    salts = {"", twin.game.id, *(o["salt"] for o in opened.values()), *re.findall(r"\b[0-9a-f]{64}\b", text)}
    closed = 0
    for entry in ctx.log.read(twin.game.id, 1, head.version):
        for name, truth in entry.openings.items():
            if (entry.version, name) in opened:
                continue
            closed += 1
            assert truth.salt not in text
            seal = entry.body["seals"][name]
            assert _sealed(twin.game.id, entry.version, name, truth.salt, truth.value) == seal
            candidates = [truth.value] if isinstance(truth.value, list) else twin.tiles
            for value in candidates:
                few = salts if value == truth.value else [*salts][:2]
                assert all(_sealed(twin.game.id, entry.version, name, salt, value) != seal for salt in few)
    assert closed


def _sealed(*parts: Any) -> str:
    return hashlib.sha256(rfc8785.dumps([*parts])).hexdigest()


def test_every_seal_has_a_salt_of_its_own(ctx: Context, game: HttpGame) -> None:
    for _ in range(8):
        game.step()
    head = ctx.log.head(game.id)
    assert head is not None
    salts = [o.salt for entry in ctx.log.read(game.id, 1, head.version) for o in entry.openings.values()]
    assert len(set(salts)) == len(salts) > 40
    assert {len(bytes.fromhex(salt)) for salt in salts} == {32}


# Whole games: the tiles that an answer names are those that its caller may know.

_PROSE = re.compile(r"(?<![\w-])\d-\d(?:-\d)?(?![\w-])", re.ASCII)


def tiles_named(body: Any, names: frozenset[str]) -> Iterator[str]:
    """Every tile that an answer names: by name, in prose, or as three corners. Clause texts name examples."""
    if isinstance(body, dict):
        for member, value in body.items():
            if member not in ("text", "title", "at"):
                yield from tiles_named(value, names)
    elif isinstance(body, list):
        if len(body) == 3 and all(isinstance(number, int) for number in body):
            yield "-".join(map(str, sorted(body)))
        for value in body:
            yield from tiles_named(value, names)
    elif isinstance(body, str):
        yield from (found for found in _PROSE.findall(body) if found in names)


def public_tiles(state: Game) -> set[str]:
    """The tiles that lie open."""
    return set(state.table.laid if hasattr(state.table, "laid") else state.table.played)


@pytest.mark.parametrize(("ruleset", "players"), [*SHEETS, ("schmidt-tripple-domino", 4), ("tridomino-hexagono", 6)])
def test_no_tile_is_named_to_who_cannot_know_it(
    ctx: Context, client: FlaskClient, run_jobs: Jobs, ruleset: str, players: int
) -> None:
    game = open_over_http(client, ruleset, players, seed=ruleset)
    callers = (*game.players, "spectator")
    for _ in range(2):
        state = load(ctx, game.id).game
        names = frozenset(state.sheet.kind.tiles(state.rules))
        known: dict[str, set[str]] = {by: set() for by in callers}
        after = state.version - 1
        while True:
            state = load(ctx, game.id).game
            if state.phase == "settling":
                break
            for by in callers:
                known[by] |= public_tiles(state) | set(state.table.hands.get(by, ()))
                page = game.get(f"/events?after={after}", by)
                for response in (page, game.get("", by), game.get("/legal-moves", by)):
                    assert set(tiles_named(response.get_json(), names)) <= known[by], (by, response.request.url)
                others = [tile for tile in names if tile not in known[by]]
                if others and by != "spectator":
                    _guessed(game, by, min(others), known[by], names)
            after = state.version
            move = game.choose()
            assert move is not None
            response = game.move(move, move["player"])
            mine = set(load(ctx, game.id).game.table.hands[move["player"]])
            allowed = known[move["player"]] | mine | public_tiles(load(ctx, game.id).game)
            assert set(tiles_named(response.get_json(), names)) <= allowed
        run_jobs()
        if load(ctx, game.id).game.over is not None:
            break


def _guessed(game: HttpGame, by: str, tile: str, known: set[str], names: frozenset[str]) -> None:
    """A guess names nothing but itself and what the seat knows."""
    if tile.count("-") == 1:
        move: Json = {"type": "play", "tile": tile}
    else:
        move = {"type": "place", "at": [1, 0], "corners": [int(number) for number in tile.split("-")]}
    for path in ("/rulings", "/moves"):
        response = game.post(path, move, by, headers={"If-Match": "*"})
        assert response.status_code in (200, 422), response.text
        assert set(tiles_named(response.get_json(), names)) <= known | {tile}


def test_the_secrets_of_the_shuffle_are_shown_when_they_are_due(
    ctx: Context, client: FlaskClient, run_jobs: Jobs
) -> None:
    game = open_over_http(client, await_seeds=True)
    for player in game.players:
        seed = {"seed": f"seed-of-{player}"}
        assert game.call("PUT", f"/seats/{player}/seed", player, json=seed).status_code == 204
    root = ctx.log.read(game.id, 1, 1)[0].openings["root"].value
    callers = ("referee", *game.players, "spectator")

    def shown(by: str) -> str:
        return "".join(game.get(path, by).text for path in ("", "/events?limit=500", "/record", "/legal-moves"))

    game.step()
    for by in callers:
        assert root not in shown(by)
        for player in game.players:
            assert (f"seed-of-{player}" in shown(by)) == (by == player)
    game.play_round()
    keys_before = [event["data"].get("key") for event in game.events() if event["type"] == "round-settled"]
    run_jobs()
    keys = [event["data"]["key"] for event in game.events("spectator") if event["type"] == "round-settled"]
    assert (keys_before, len(keys)) == ([], 1)
    for by in callers:
        assert root not in shown(by)
    assert game.post("/close", {"reason": "enough"}).status_code == 200
    for by in callers:
        assert root in shown(by)
        assert all(f"seed-of-{player}" in shown(by) for player in game.players)


def test_a_problem_names_no_other_game(client: FlaskClient, game: HttpGame) -> None:
    other = open_over_http(client)
    other.id, secret = game.id, other.id
    assert secret not in problem(other.get(), 403, "forbidden")["detail"]
