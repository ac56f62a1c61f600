"""Games to measure with: dealt from a seed, their moves chosen beforehand by the rules."""

import json
import random
from dataclasses import dataclass

from bench.load import Connection, Request, request
from service.application.records import deal_data
from service.application.views import move_data
from service.rules.events import RoundEnded, Terms
from service.rules.game import Game, decide, evolve, fold, initial, legal_moves, settle
from service.rules.library import load
from service.rules.moves import Place
from service.rules.rulings import Accepted

RULESET = "tridomino-hexagono"
PLAYERS = ("red", "blue")
FOR_EVER = {"target": 1_000_000}


@dataclass(frozen=True, slots=True)
class Round:
    """A deal and the moves of its round as bodies, and whether the moves end it."""

    deal: bytes
    moves: list[bytes]


def rounds(seed: int, count: int, *, most: int | None = None) -> list[Round]:
    """Rounds of one game, played at random; `most` cuts a round before its end."""
    chance = random.Random(seed)
    sheet = load().newest[RULESET]
    terms = Terms(
        ruleset=RULESET,
        edition=1,
        house_rules=FOR_EVER,
        players=PLAYERS,
        dealer="client",
        public=False,
        engine="",
    )
    game = initial(sheet, terms)
    made = []
    for number in range(1, count + 1):
        order = list(sheet.kind.tiles(game.rules))
        chance.shuffle(order)
        deal = sheet.kind.cut(game.rules, PLAYERS, order)
        dealt = sheet.kind.open_round(sheet, game.rules, terms=terms, number=number, scores=game.scores, deal=deal)
        game = evolve(game, dealt)
        game, moves = _play(game, chance, most)
        made.append(Round(json.dumps(deal_data(dealt)).encode(), moves))
        if game.ended is not None:
            game = evolve(game, settle(game)[0])
    return made


def _play(game: Game, chance: random.Random, most: int | None) -> tuple[Game, list[bytes]]:
    moves: list[bytes] = []
    while game.ended is None and (most is None or len(moves) < most):
        listed = [move for move, _ in legal_moves(game)]
        places = [move for move in listed if isinstance(move, Place)]
        move = chance.choice(places or listed)
        ruling = decide(game, move)
        assert isinstance(ruling, Accepted)
        if most is not None and any(isinstance(event, RoundEnded) for event in ruling.events):
            break
        moves.append(json.dumps(move_data(move)).encode())
        game = fold(game, ruling.events)
    return game, moves


class Opened:
    """A game opened on a running service."""

    def __init__(self, connection: Connection) -> None:
        body = {"ruleset": RULESET, "players": PLAYERS, "dealer": "client", "house_rules": FOR_EVER}
        status, answer = connection.ask(request("POST", "/v1/games", json.dumps(body).encode()))
        assert status == 201, answer
        opened = json.loads(answer)
        self.path = f"/v1/games/{opened['id']}"
        self.version: int = opened["version"]
        self.bearer = ("Authorization", f"Bearer {opened['tokens']['referee']}")

    def deal(self, connection: Connection, deal: bytes) -> None:
        """Deals a round."""
        headers = [self.bearer, ("If-Match", f'"{self.version}"')]
        status, answer = connection.ask(request("POST", f"{self.path}/rounds", deal, headers))
        assert status == 201, answer
        self.version = json.loads(answer)["version"]

    def prepared(self, moves: list[bytes]) -> list[Request]:
        """The requests of moves, each on the version that the one before makes; none of them may end the round."""
        sent = []
        for move in moves:
            headers = [self.bearer, ("If-Match", f'"{self.version}"')]
            sent.append(request("POST", f"{self.path}/moves", move, headers))
            self.version += 1
        return sent

    def settled(self, connection: Connection) -> None:
        """Waits until the round is settled and the next deal awaited."""
        while True:
            _, answer = connection.ask(
                request("GET", f"{self.path}/events?after={self.version}&wait=5", headers=[self.bearer])
            )
            page = json.loads(answer)
            self.version = page["version"]
            if any(event["type"] == "awaiting-deal" for event in page["events"]):
                return
