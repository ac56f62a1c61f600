"""Makes the examples of the OpenAPI document: real calls to a service whose keys, time and randomness are held.

`python -m tests.http.examples` writes them anew; a test says when they have changed.
"""

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
from flask.testing import FlaskClient
from redis import Redis

import workers.jobs
from service.application.callers import Tokens
from service.application.context import Context
from service.http import openapi
from service.http.app import create_app
from service.ledger.receipts import Receipts
from service.run.compose import context
from service.run.settings import Settings
from service.run.store import EmbeddedStore
from tests.surroundings import HeldClock, Jobs, SeededEntropy

Json = dict[str, Any]

FILE = Path(openapi.__file__).with_name("examples.json")

SERVICE_GAME = {"ruleset": "tridomino-hexagono", "players": ["Ana", "Ben"], "dealer": "service"}
CLIENT_GAME = {
    "ruleset": "schmidt-tripple-domino",
    "players": ["Ana", "Ben"],
    "dealer": "client",
    "house_rules": {"bridge": 40, "two_sides": 20},
}


def held(ctx: Context) -> Context:
    """A context that gives the same answers at every run."""
    return replace(
        ctx,
        clock=HeldClock(),
        entropy=SeededEntropy("examples"),
        receipts=Receipts([b"the receipts key of the examples"]),
        tokens=Tokens(["the secret key of the examples' tokens"]),
    )


def made_with(ctx: Context, jobs: Jobs) -> Json:
    """All examples. `ctx` comes from `held`; `jobs` must run with it."""
    maker = _Maker(create_app(ctx).test_client(), jobs)
    for step in (maker.sheets, maker.opening, maker.dealing, maker.moves, maker.refusals, maker.reads, maker.audit):
        step()
    return maker.examples


class _Maker:
    def __init__(self, client: FlaskClient, jobs: Jobs) -> None:
        self._client = client
        self._jobs = jobs
        self.examples: Json = {
            "giveSeed.request": {"seed": "d6f1a7c05b"},
            "renewToken.request": {"role": "seat", "seat": "Ana", "expires_in": 86400},
            "closeGame.request": {"reason": "The players agreed to stop."},
            "makeMove.draw": {"type": "draw"},
            "makeMove.bid": {"type": "bid", "value": 5},
        }
        self._game: Json = {}

    def _call(
        self, method: str, path: str, status: int, *, by: str | None = None, body: Any = None, **more: str
    ) -> Json:
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if by is not None:
            tokens = self._game["tokens"]
            headers["Authorization"] = f"Bearer {tokens['seats'].get(by) or tokens[by]}"
        response = self._client.open(path, method=method, headers=headers, **({} if body is None else {"json": body}))
        assert response.status_code == status, response.text
        answer: Json = response.get_json()
        return answer

    def _at(self, path: str = "") -> str:
        return f"/v1/games/{self._game['id']}{path}"

    def sheets(self) -> None:
        self.examples["listRulesets.sheets"] = self._call("GET", "/v1/rulesets", 200)
        clause = "/v1/rulesets/tridomino-hexagono/clauses/HEX-bridge"
        self.examples["showClause.clause"] = self._call("GET", clause, 200)

    def opening(self) -> None:
        self.examples["openGame.request"] = SERVICE_GAME
        self.examples["openGame.request-client"] = CLIENT_GAME
        alone = {**SERVICE_GAME, "players": ["Ana"]}
        self.examples["openGame.malformed"] = self._call("POST", "/v1/games", 400, body=alone)
        bare = {**CLIENT_GAME, "house_rules": {}}
        self.examples["openGame.house-rules-needed"] = self._call("POST", "/v1/games", 422, body=bare)

    def dealing(self) -> None:
        self._game = self._call("POST", "/v1/games", 201, body=CLIENT_GAME)
        tiles = [f"{a}-{b}-{c}" for a in range(6) for b in range(a, 6) for c in range(b, 6)]
        deal = {"hands": {"Ana": tiles[46:], "Ben": tiles[36:46]}, "pool": tiles[:36]}
        self.examples["dealRound.request"] = deal
        dealt = self._call("POST", self._at("/rounds"), 201, by="referee", body=deal, If_Match='"2"')
        self.examples["dealRound.dealt"] = dealt

    def moves(self) -> None:
        self._game = self._call("POST", "/v1/games", 201, body=SERVICE_GAME)
        self.examples["openGame.opened"] = self._game
        turn = self._game["state"]["turn"]
        listed = self._call("GET", self._at("/legal-moves"), 200, by=turn)
        self.examples["listLegalMoves.moves"] = listed
        self._call("POST", self._at("/moves"), 201, by=turn, body=listed["moves"][0]["move"], If_Match='"2"')
        second = self._call("GET", self._at("/legal-moves"), 200, by="referee")
        move = next(entry["move"] for entry in second["moves"] if entry["move"]["type"] == "place")
        self.examples["tryMove.legal"] = self._call("POST", self._at("/rulings"), 200, by=second["turn"], body=move)
        self.examples["makeMove.place"] = move
        accepted = self._call("POST", self._at("/moves"), 201, by=second["turn"], body=move, If_Match='"3"')
        self.examples["makeMove.accepted"] = accepted

    def refusals(self) -> None:
        turn = self._call("GET", self._at(), 200, by="referee")["turn"]
        wrong = {"type": "place", "at": [0, 0], "corners": [0, 2, 1]}
        path = self._at("/moves")
        self.examples["makeMove.illegal-move"] = self._call("POST", path, 422, by=turn, body=wrong, If_Match='"4"')
        self.examples["tryMove.illegal"] = self._call("POST", self._at("/rulings"), 200, by=turn, body=wrong)
        self.examples["makeMove.stale-version"] = self._call("POST", path, 412, by=turn, body=wrong, If_Match='"3"')
        self.examples["makeMove.precondition-required"] = self._call("POST", path, 428, by=turn, body=wrong)
        beyond = {"type": "place", "at": [0, 201], "corners": [0, 2]}
        self.examples["makeMove.malformed"] = self._call("POST", path, 400, by=turn, body=beyond, If_Match='"4"')

    def reads(self) -> None:
        self.examples["showState.state"] = self._call("GET", self._at(), 200, by="Ana")
        self.examples["listEvents.page"] = self._call("GET", self._at("/events?after=2"), 200, by="spectator")

    def audit(self) -> None:
        record = self._call("GET", self._at("/record"), 200, by="referee")
        del record["proof"]
        record["rounds"][0]["moves"][1]["claimed"] += 40
        self.examples["auditRecord.record"] = record
        asked = self._call("POST", "/v1/audits", 202, body=record)
        self._jobs()
        self.examples["auditRecord.report"] = self._call("GET", f"/v1/audits/{asked['id']}", 200)


def main() -> int:
    """Writes the examples, made over a store of their own."""
    with TemporaryDirectory(prefix="domino-referee-") as folder, EmbeddedStore(Path(folder)) as store:
        settings = Settings(data_dir=Path(folder), redis_url=store.url, eventlog_url=store.url, queue_url=store.url)
        ctx = held(context(settings))
        workers.jobs.this_context = lambda: ctx  # type: ignore[assignment]
        made = made_with(ctx, Jobs(Redis.from_url(store.url)))
    FILE.write_bytes(orjson.dumps(made, option=orjson.OPT_INDENT_2) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
