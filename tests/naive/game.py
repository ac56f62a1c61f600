"""A game as one mutable heap of facts, and how a round of it begins."""

from dataclasses import dataclass, field
from typing import Any

from tests.naive.laying import Board
from tests.naive.sheets import Rules, players_allowed, rules_of
from tests.naive.tiles import MOON_TILES, TRIANGLES, is_triple, numbers, value

Item = tuple[str, int, str]


@dataclass
class Game:
    """Everything known about a game; hands and pool are open to the engine."""

    sheet: str
    players: list[str]
    house_rules: Rules
    rules: Rules
    scores: dict[str, int]
    rounds: int = 0
    over: bool = False
    winner: list[str] = field(default_factory=list)
    # The round in play.
    round_over: bool = True
    ended_by: str | None = None
    settlement: list[Item] | None = None
    round_winner: str | None = None
    phase: str = "awaiting-deal"
    turn: str | None = None
    hands: dict[str, list[str]] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    # Triangles.
    pool: list[str] = field(default_factory=list)
    board: Board = field(default_factory=dict)
    opening: list[str] = field(default_factory=list)
    drawn: int = 0
    drawn_in_all: int = 0
    passes_in_a_row: int = 0
    # Moon.
    widow: str | None = None
    first_bidder: str | None = None
    spoken: int = 0
    bid: int | None = None
    bidder: str | None = None
    trump: str | None = None
    trick: list[tuple[str, str]] = field(default_factory=list)
    tricks: dict[str, int] = field(default_factory=dict)

    @property
    def alone(self) -> bool:
        """The solitaire."""
        return self.sheet == "schmidt-solitaire"

    @property
    def moon(self) -> bool:
        """The trick game."""
        return self.sheet == "three-player-moon"

    def after(self, player: str, seats: int = 1) -> str:
        """The player so many seats further on."""
        return self.players[(self.players.index(player) + seats) % len(self.players)]

    def pass_turn(self) -> None:
        """The next seat's turn, with no tile drawn yet."""
        self.turn = self.after(self.turn)
        self.drawn = 0


def new_game(sheet: str, players: list[str], house_rules: Rules | None = None) -> Game:
    """A game before its first deal; ValueError for house rules or players the sheet does not take."""
    if len(players) not in players_allowed(sheet):
        raise ValueError(f"{sheet} is not for {len(players)} players")
    rules = rules_of(sheet, house_rules)
    return Game(sheet, list(players), dict(house_rules or {}), rules, dict.fromkeys(players, 0))


def hand_size(game: Game) -> int:
    """How many tiles each seat is dealt."""
    if game.moon:
        return 7
    return 1 if game.alone else game.rules["hand_sizes"][str(len(game.players))]


def deal(game: Game, rng) -> dict[str, Any]:
    """Deals the next round at random and begins it; the deal in the record's form."""
    tiles = list(MOON_TILES if game.moon else TRIANGLES)
    rng.shuffle(tiles)
    size = hand_size(game)
    hands = {}
    for player in game.players:
        hands[player], tiles = tiles[:size], tiles[size:]
    if game.moon:
        first = rng.choice(game.players) if game.first_bidder is None else game.after(game.first_bidder)
        dealt = {"hands": hands, "widow": tiles[0], "first_bidder": first}
    else:
        dealt = {"hands": hands, "pool": tiles}
    begin(game, dealt)
    return dealt


def begin(game: Game, dealt: dict[str, Any]) -> None:
    """Begins a round with a known deal."""
    game.rounds += 1
    game.round_over, game.ended_by, game.settlement, game.round_winner = False, None, None, None
    game.hands = {player: list(tiles) for player, tiles in dealt["hands"].items()}
    game.played = []
    if game.moon:
        game.widow, game.first_bidder = dealt["widow"], dealt["first_bidder"]
        game.phase, game.turn = "bidding", game.first_bidder
        game.spoken, game.bid, game.bidder, game.trump = 0, None, None, None
        game.trick, game.tricks = [], dict.fromkeys(game.players, 0)
        return
    game.pool = list(dealt["pool"])
    game.board, game.phase = {}, "opening"
    game.drawn, game.drawn_in_all, game.passes_in_a_row = 0, 0, 0
    if game.alone:
        game.turn = game.players[0]
        game.opening = list(game.hands[game.turn])
    else:
        find_the_opener(game)


def find_the_opener(game: Game) -> None:
    """Who opens, and the tiles of which one must be laid."""
    if not any(is_triple(tile) for hand in game.hands.values() for tile in hand):
        if game.rules["opener_without_triple"] == "highest-sum":
            held = [tile for hand in game.hands.values() for tile in hand]
            best = max(held, key=lambda tile: (value(tile), sorted(numbers(tile), reverse=True)))
            game.turn, game.opening = owner(game, best), [best]
            return
        player = game.players[0]
        while True:
            tile = game.pool.pop(0)
            game.hands[player].append(tile)
            if is_triple(tile):
                break
            player = game.after(player)
    highest = max((tile for hand in game.hands.values() for tile in hand if is_triple(tile)), key=value)
    game.turn, game.opening = owner(game, highest), [highest]
    if game.rules["zero_choice"] and highest != "0-0-0" and "0-0-0" in game.hands[game.turn]:
        game.opening.append("0-0-0")


def owner(game: Game, tile: str) -> str:
    """Who holds a tile."""
    return next(player for player, hand in game.hands.items() if tile in hand)
