"""Opens games and plays random legal moves: through the use cases (`Game`), or over HTTP (`HttpGame`)."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.application import moving, opening, reading
from service.application.callers import REFEREE, SPECTATOR, Caller
from service.application.context import Context
from service.application.loading import load
from service.edge.records import typed_deal
from service.rules import game as rules
from service.rules.events import OpeningDraw
from service.rules.library import Library
from service.rules.moves import Bid, Draw, Move, Pass, Place, Stop
from service.rules.sheet import Deal, Sheet

Json = dict[str, Any]

PLAYERS = ("red", "blue", "green", "gold", "pink", "grey")
HOUSE_RULES: Mapping[str, Json] = {
    "schmidt-tripple-domino": {"bridge": 40, "two_sides": 20},
    "schmidt-solitaire": {"bridge": 40, "two_sides": 20},
}
"""House rules for the sheets that cannot do without."""

SHEETS = (
    ("domino-triunghiular", 2),
    ("domino-triunghiular", 5),
    ("schmidt-solitaire", 1),
    ("schmidt-tripple-domino", 3),
    ("three-player-moon", 3),
    ("tri-ominoes", 4),
    ("tridomino-hexagono", 2),
    ("tridomino-hexagono", 6),
)
"""Sheets with numbers of players, for tests of whole games of every kind."""

SHORT: Mapping[str, Json] = {
    "domino-triunghiular": {"target": 80},
    "schmidt-tripple-domino": {"target": 80},
    "three-player-moon": {"target": 8},
    "tri-ominoes": {"target": 80},
    "tridomino-hexagono": {"target": 80},
}
"""House rules that bring a game of random moves to its end within seconds."""


def house_rules_of(ruleset: str, **more: Any) -> Json:
    """The house rules that a sheet needs, and these."""
    return {**HOUSE_RULES.get(ruleset, {}), **more}


def seat(name: str) -> Caller:
    """The caller who holds a seat's token."""
    return Caller(role="seat", seat=name)


def callers_of(players: Sequence[str]) -> list[Caller]:
    """Everybody who may look: the referee, each seat, the spectator."""
    return [REFEREE, *map(seat, players), SPECTATOR]


def random_deal(sheet: Sheet, state: rules.Game, chance: random.Random, *, pool_known: bool = True) -> Json:
    """A random deal as posted; without a pool where it is not to be known."""
    order = list(sheet.kind.tiles(state.rules))
    chance.shuffle(order)
    deal = sheet.kind.cut(state.rules, state.players, order)
    body: Json = {"hands": {player: list(hand or ()) for player, hand in deal.hands.items()}}
    if sheet.kind.first_by_lot:
        first = sheet.kind.next_first(state) if state.table is not None else None
        return {**body, "widow": deal.widow, "first_bidder": first or chance.choice(state.players)}
    if pool_known:
        return {**body, "pool": list(deal.pool or ())}
    draws = _opening_draws(sheet, state, deal)
    named = [{"player": draw.player, "tile": draw.tile} for draw in draws]
    return {**body, "pool": None, **({"opening_draws": named} if named else {})}


def _opening_draws(sheet: Sheet, state: rules.Game, deal: Deal) -> tuple[OpeningDraw, ...]:
    opened = sheet.kind.open_round(sheet, state.rules, terms=state.terms, number=1, scores={}, deal=deal)
    return opened.opening_draws


def choose(state: rules.Game, chance: random.Random) -> Move:
    """A random legal move, the referee's: it names the tile drawn where the pool is not known."""
    moves = [move for move, _ in rules.legal_moves(state)]
    moves = [move for move in moves if not isinstance(move, Stop)] or moves
    placements = [move for move in moves if isinstance(move, Place)]
    move = chance.choice(placements) if placements and chance.random() < 0.9 else chance.choice(moves)
    bids = [move for move in moves if isinstance(move, Bid)]
    if bids and chance.random() < 0.7:
        move = bids[0] if len(bids) == len(moves) or chance.random() < 0.5 else Pass(bids[0].player)
    if isinstance(move, Pass) and any(isinstance(other, Draw) for other in moves):
        move = Draw(move.player)
    if isinstance(move, Draw) and not state.table.pool_known:
        held = {tile for hand in state.table.hands.values() for tile in hand} | set(state.table.laid)
        return Draw(move.player, chance.choice([t for t in state.sheet.kind.tiles(state.rules) if t not in held]))
    return move


@dataclass
class Game:
    """A game played through the use cases, all moves by the referee unless `by_seats`."""

    ctx: Context
    id: str
    chance: random.Random
    tokens: Json = field(default_factory=dict)
    by_seats: bool = False

    @property
    def state(self) -> rules.Game:
        """The whole state."""
        return load(self.ctx, self.id).game

    @property
    def version(self) -> int:
        """How many events there are."""
        head = self.ctx.log.head(self.id)
        assert head is not None
        return head.version

    def caller(self, name: str | None = None) -> Caller:
        """Who moves for a player."""
        return seat(name) if self.by_seats and name is not None else REFEREE

    def deal(self, *, pool_known: bool = True) -> Any:
        """Deals the awaited round at random."""
        state = self.state
        deal = typed_deal(random_deal(state.sheet, state, self.chance, pool_known=pool_known))
        return opening.deal_round(
            self.ctx, self.id, REFEREE, deal, key=None, fingerprint="", if_match=frozenset({state.version})
        )

    def move(self, move: Move, *, key: str | None = None, version: int | None = None) -> Any:
        """Makes a move: the ruling, a kept answer, or a refusal."""
        at = self.version if version is None else version
        return moving.make_move(
            self.ctx, self.id, self.caller(move.player), move, key=key, fingerprint="mark", if_match=frozenset({at})
        )

    def step(self) -> Json:
        """Makes one random legal move; its ruling."""
        state = self.state
        ruling = self.move(choose(state, self.chance), version=state.version)
        assert isinstance(ruling, dict), ruling
        return ruling

    def play_round(self) -> list[Json]:
        """Plays until no seat is on turn; the rulings."""
        rulings = []
        while (state := self.state).turn is not None:
            ruling = self.move(choose(state, self.chance), version=state.version)
            assert isinstance(ruling, dict), ruling
            rulings.append(ruling)
        return rulings

    def play(self, settle: Callable[[], object], *, rounds: int | None = None, pool_known: bool = True) -> None:
        """Plays whole rounds, all or so many; `settle` has the jobs done."""
        while not self.over and (rounds is None or rounds > 0):
            if self.state.phase == "awaiting-deal":
                self.deal(pool_known=pool_known)
            self.play_round()
            if self.state.phase == "settling":
                settle()
            assert self.state.phase != "settling", "nobody settled the round"
            rounds = None if rounds is None else rounds - 1

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over is not None

    def record(self) -> Json:
        """The game record as the referee exports it."""
        return reading.record(self.ctx, self.id, REFEREE)

    def close(self, reason: str = "enough") -> Json:
        """The referee ends the game."""
        return reading.close_game(self.ctx, self.id, REFEREE, reason)


def open_game(
    ctx: Context,
    ruleset: str = "tridomino-hexagono",
    players: int | Sequence[str] = 2,
    *,
    dealer: str = "service",
    seed: object = 1,
    by_seats: bool = False,
    house_rules: Mapping[str, Any] | None = None,
    **more: Any,
) -> Game:
    """Opens a game through the use case; `seed` makes its random moves."""
    names = PLAYERS[:players] if isinstance(players, int) else tuple(players)
    asked = opening.Opening(
        ruleset=ruleset,
        players=names,
        dealer=dealer,
        house_rules=house_rules_of(ruleset, **(house_rules or {})),
        **more,
    )
    opened = opening.open_game(ctx, asked)
    return Game(ctx, opened["id"], random.Random(str(seed)), opened["tokens"], by_seats)


class HttpGame:
    """A game over HTTP. `client` is Flask's; `by` names who calls: `referee`, `spectator`, a player, or None."""

    def __init__(self, client: FlaskClient, opened: Json, chance: random.Random) -> None:
        self.client = client
        self.opened = opened
        self.id: str = opened["id"]
        self.tokens: Json = opened["tokens"]
        self.players: list[str] = opened["state"]["players"]
        self.chance = chance

    def headers(self, by: str | None, headers: Mapping[str, str] | None = None) -> dict[str, str]:
        """A caller's headers."""
        own = dict(headers or {})
        if by is not None:
            token = self.tokens[by] if by in ("referee", "spectator") else self.tokens["seats"][by]
            own["Authorization"] = f"Bearer {token}"
        return own

    def call(
        self,
        method: str,
        path: str = "",
        by: str | None = "referee",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> TestResponse:
        """One request to this game; `path` follows `/v1/games/{id}`."""
        return self.client.open(f"/v1/games/{self.id}{path}", method=method, headers=self.headers(by, headers), **more)

    def get(self, path: str = "", by: str | None = "referee", **more: Any) -> TestResponse:
        """A GET below the game."""
        return self.call("GET", path, by, **more)

    def post(self, path: str, body: Any, by: str | None = "referee", **more: Any) -> TestResponse:
        """A POST below the game."""
        return self.call("POST", path, by, json=body, **more)

    def state(self, by: str | None = "referee", at: int | None = None) -> Json:
        """The state as a caller sees it."""
        response = self.get("" if at is None else f"?at={at}", by)
        assert response.status_code == 200, response.text
        return response.get_json()

    def move(
        self, move: Json, by: str | None = "referee", *, version: int | None = None, key: str | None = None
    ) -> TestResponse:
        """Posts a move with `If-Match` (the current version where none is given) and, if given, a key."""
        at = self.state()["version"] if version is None else version
        headers = {"If-Match": f'"{at}"', **({"Idempotency-Key": key} if key is not None else {})}
        return self.post("/moves", move, by, headers=headers)

    def legal_moves(self, by: str | None = "referee") -> list[Json]:
        """The legal moves of the seat on turn: each with `move`, `score_delta`, `score_items`."""
        response = self.get("/legal-moves", by)
        assert response.status_code == 200, response.text
        return response.get_json()["moves"]

    def choose(self) -> Json | None:
        """A random legal move of the seat on turn, mostly a placement; None where nobody must move."""
        moves = [entry["move"] for entry in self.legal_moves()]
        if not moves:
            return None
        placements = [move for move in moves if move["type"] == "place"]
        return self.chance.choice(placements if placements and self.chance.random() < 0.9 else moves)

    def step(self, by: str | None = None) -> Json | None:
        """Makes one random legal move as the seat on turn (or as `by`); the ruling, None where nobody must move."""
        version = self.state()["version"]
        move = self.choose()
        if move is None:
            return None
        response = self.move(move, by or move["player"], version=version)
        assert response.status_code == 201, response.text
        return response.get_json()

    def play_round(self) -> list[Json]:
        """Plays until no seat is on turn; the rulings."""
        return list(iter(self.step, None))

    def deal(self, library: Library, *, pool_known: bool = True, **headers: str) -> TestResponse:
        """Deals the awaited round at random (dealer `client`)."""
        shown = self.state()
        sheet = library.find(shown["ruleset"], shown["edition"])
        assert sheet is not None
        ctx = self.client.application.extensions["context"]
        deal = random_deal(sheet, load(ctx, self.id).game, self.chance, pool_known=pool_known)
        return self.post("/rounds", deal, headers={"If-Match": f'"{shown["version"]}"', **headers})

    def events(self, by: str | None = "referee", *, limit: int = 500) -> Iterator[Json]:
        """All events as a caller sees them, page by page."""
        after: int | None = 0
        while after is not None:
            page = self.get(f"/events?after={after}&limit={limit}", by).get_json()
            yield from page["events"]
            after = page["next"]


def open_over_http(
    client: FlaskClient,
    ruleset: str = "tridomino-hexagono",
    players: int | Sequence[str] = 2,
    *,
    dealer: str = "service",
    seed: object = 1,
    headers: Mapping[str, str] | None = None,
    house_rules: Mapping[str, Any] | None = None,
    **more: Any,
) -> HttpGame:
    """Opens a game with `POST /v1/games`; `seed` makes its random moves."""
    names = list(PLAYERS[:players] if isinstance(players, int) else players)
    body = {
        "ruleset": ruleset,
        "players": names,
        "dealer": dealer,
        "house_rules": house_rules_of(ruleset, **(house_rules or {})),
        **more,
    }
    response = client.post("/v1/games", json=body, headers=dict(headers or {}))
    assert response.status_code == 201, response.text
    return HttpGame(client, response.get_json(), random.Random(str(seed)))
