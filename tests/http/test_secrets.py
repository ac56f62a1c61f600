"""No answer to a caller tells a tile that this caller cannot know.

A short form; `make secrets` (SECRETS=whole) takes every sheet and caller, every version, `?at=` and `after`.
"""

import hashlib
import itertools
import os
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
from tests.http.twins import Json, Script, deal_at, posted, posted_deal, slots, twins
from tests.playing import PLAYERS, HttpGame, open_over_http
from tests.surroundings import Jobs

WHOLE = os.environ.get("SECRETS") == "whole"
SHEETS = (
    ("tridomino-hexagono", 2),
    ("tri-ominoes", 3),
    ("domino-triunghiular", 2),
    ("three-player-moon", 3),
    ("schmidt-tripple-domino", 3),
    ("schmidt-solitaire", 1),
)
PUBLIC = ("spectator", None)
"""Who holds the spectator's token, and who passes by a public game without one."""


def everybody() -> Iterator[tuple[str, int, str | None, bool]]:
    """Every sheet with every caller, with a pool that is known and one that is not."""
    for ruleset, players in SHEETS:
        for pool_known in (True, False) if ruleset not in ("three-player-moon", "schmidt-solitaire") else (True,):
            for by in (*PLAYERS[:players], *PUBLIC):
                yield ruleset, players, by, pool_known


FEW = (
    ("tridomino-hexagono", 2, "red", True),
    ("tri-ominoes", 3, "blue", False),
    ("three-player-moon", 3, "green", True),
    ("schmidt-tripple-domino", 3, None, True),
    ("schmidt-solitaire", 1, "spectator", True),
)
CASES = [*everybody()] if WHOLE else FEW

_MASKED = re.compile(
    r"eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z\b", re.ASCII
)
"""Receipts, seals and hashes and salts, ids, times."""


def masked(response: TestResponse) -> tuple[int, dict[str, str], str]:
    """An answer without what differs between any two games."""
    headers = {name: _MASKED.sub("…", value) for name, value in response.headers.items() if name != "Date"}
    return response.status_code, headers, _MASKED.sub("…", response.text)


def guesses(game: HttpGame, names: list[str], by: str | None, chance: random.Random) -> list[Json]:
    """Moves that a curious seat tries."""
    tiles = chance.sample(names, 8 if WHOLE else 3)
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

    def __init__(self, game: HttpGame, by: str | None, *, probe: random.Random, tiles: list[str]) -> None:
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

    def pry(self, version: int, theirs: str) -> None:
        """Everything else. `theirs`: an idempotency key that others have used."""
        self.ask("GET", f"?at={self.probe.randint(1, version)}")
        self.ask("GET", "/record")
        self.ask("GET", "/board.svg")
        self.ask("POST", "/audits", {})
        self.ask("POST", "/rounds", {"hands": {}}, If_Match="*")
        self.ask("POST", "/close", {"reason": "to see it all"})
        self.ask("POST", "/moves", {"type": "pass"}, If_Match=f'"{self.probe.randint(1, version - 1)}"')
        self.ask("POST", "/moves", {"type": "place", "at": [0, 0]}, If_Match="*")
        for move in guesses(self.game, self.tiles, self.by, self.probe):
            tried = self.ask("POST", "/rulings", move)
            if tried.status_code != 200 or not tried.get_json()["legal"]:
                self.ask("POST", "/moves", move, If_Match="*", Idempotency_Key=theirs)

    def look_back(self, step: int) -> None:
        """The state at every version, and pages of the log from every place."""
        for version in range(0, self.game.state(self.by)["version"] + 2, step):
            self.ask("GET", f"?at={version}")
            self.ask("GET", f"/board.svg?at={version}")
            self.ask("GET", f"/events?after={version}&limit={self.probe.choice((1, 7, 500))}")

    def look_at_audit(self) -> None:
        """The report of an audit that the referee asked for."""
        asked = self.game.post("/audits", {}).get_json()
        token = self.game.headers(self.by)
        self.answers.append(self.game.client.get(f"/v1/audits/{asked['id']}", headers=token))


def headed(**headers: str) -> dict[str, str]:
    """Headers whose names were written as Python's."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def play(twin: Twin, script: Script, ctx: Context, run_jobs: Jobs) -> None:
    """Plays a script, settles its whole rounds, and has the caller ask all the time."""
    game, by = twin.game, twin.by
    stride = 1 if WHOLE else 8
    for number, played in enumerate((*script.before, script.last)):
        state = load(ctx, game.id).game
        deal = posted_deal(state.sheet, state, played.deal, pool_known=script.pool_known)
        dealt = game.post("/rounds", deal, headers={"If-Match": "*"})
        assert dealt.status_code == 201, dealt.text
        shown = number == len(script.before)
        for at, move in enumerate(played.moves):
            version = game.state(by)["version"]
            if shown and (WHOLE or at % 2 == 0):
                twin.look(version)
            if shown and at % stride == 0:
                twin.pry(version, f"key-{version - 1}")
            body = posted(move)
            mover = "referee" if "player" in body else move.player
            response = game.move(body, mover, version=version, key=f"key-{version}")
            assert response.status_code == 201, response.text
            if mover == by:
                twin.answers.append(response)
        if not shown:
            run_jobs()
    twin.look_back(1 if WHOLE else 9)
    twin.pry(game.state(by)["version"], "key-3")
    twin.look_at_audit()
    run_jobs.lose()


@pytest.mark.parametrize(("ruleset", "players", "by", "pool_known"), CASES)
def test_twins_that_differ_in_what_a_caller_cannot_know_answer_it_alike(
    ctx: Context, client: FlaskClient, run_jobs: Jobs, ruleset: str, players: int, by: str | None, pool_known: bool
) -> None:
    sheet = ctx.library.find(ruleset)
    assert sheet is not None
    seat = None if by in PUBLIC else by
    tries = 200 if WHOLE else 40
    scripts = twins(sheet, players, seat, ruleset, rounds=2, pool_known=pool_known, candidates=tries)
    deals = [script.last.deal for script in scripts]
    hidden = [slot for slot in slots(deals[0]) if deal_at(deals[0], slot) != deal_at(deals[1], slot)]
    assert len(hidden) >= 2
    assert len(scripts[0].last.moves) >= 10
    tiles = [deal_at(deals[0], slot) for slot in slots(deals[0])]
    pair = []
    for script in scripts:
        opened = open_over_http(client, ruleset, players, dealer="client", public=by is None)
        pair.append(Twin(opened, by, probe=random.Random(f"{ruleset} {by}"), tiles=tiles))
        play(pair[-1], script, ctx, run_jobs)
    one, other = (twin.answers for twin in pair)
    assert len(one) == len(other) > 30
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


NAMING = (*SHEETS, ("tridomino-hexagono", 6)) if WHOLE else (("tri-ominoes", 3), ("three-player-moon", 3))


@pytest.mark.parametrize(("ruleset", "players"), NAMING)
def test_no_tile_is_named_to_who_cannot_know_it(
    ctx: Context, client: FlaskClient, run_jobs: Jobs, ruleset: str, players: int
) -> None:
    game = open_over_http(client, ruleset, players, seed=ruleset)
    callers = (*game.players, "spectator")
    for _ in range(4 if WHOLE else 2):
        state = load(ctx, game.id).game
        names = frozenset(state.sheet.kind.tiles(state.rules))
        known: dict[str, set[str]] = {by: set() for by in callers}
        after = state.version - 1
        for number in itertools.count():
            state = load(ctx, game.id).game
            if state.phase == "settling":
                break
            for by in callers if WHOLE or number % 6 == 0 else ():
                known[by] |= public_tiles(state) | set(state.table.hands.get(by, ()))
                page = game.get(f"/events?after={after}", by)
                for response in (page, game.get("", by), game.get("/legal-moves", by)):
                    assert set(tiles_named(response.get_json(), names)) <= known[by], (by, response.request.url)
                others = [tile for tile in names if tile not in known[by]]
                if others and by != "spectator":
                    _guessed(game, by, min(others), known[by], names)
                after = max(after, state.version) if by == callers[-1] else after
            move = game.choose()
            assert move is not None
            response = game.move(move, move["player"], version=state.version)
            mine = set(load(ctx, game.id).game.table.hands[move["player"]])
            own = known[move["player"]] | set(state.table.hands[move["player"]])
            allowed = own | mine | public_tiles(load(ctx, game.id).game)
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
