"""How the random players choose: mostly sensibly, sometimes for figures, sometimes idly."""

from typing import Any

from tests.naive.game import Game
from tests.naive.laying import edges, hexagons, is_bridge
from tests.naive.moon import trumps_open
from tests.naive.tiles import name_of, numbers
from tests.naive.tricks import TRUMPS, is_trump, ranking_in

Move = dict[str, Any]
STYLES = ["plain", "builder", "builder", "idle", "mixed", "hoarder"]
IDLENESS = {"plain": 0.0, "builder": 0.02, "idle": 0.6, "mixed": 0.15, "hoarder": 0.9}


def choose(game: Game, moves: list[Move], style: str, rng, plan: list) -> Move:
    """One of the legal moves; a plan's next placement where one is left."""
    if plan:
        cell, corners = plan[0]
        if name_of(corners) not in game.hands[game.turn]:
            return next(move for move in moves if move["type"] == "draw")
        plan.pop(0)
        return next(move for move in moves if move.get("at") == list(cell) and move["corners"] == list(corners))
    if len(moves) == 1:
        return moves[0]
    if game.moon:
        return choose_in_moon(game, moves, style, rng)
    return choose_on_board(game, moves, style, rng)


def choose_on_board(game: Game, moves: list[Move], style: str, rng) -> Move:
    """A placement by its figures, or with some idleness a draw, a pass or a stop."""
    laid = [move for move in moves if move["type"] == "place"]
    idle = [move for move in moves if move["type"] in ("draw", "pass")]
    stop = [move for move in moves if move["type"] == "stop"]
    if stop and ((style == "mixed" and rng.random() < 0.04) or (not laid and not idle)):
        return stop[0]
    lazy = IDLENESS[style] / (game.rounds if game.pool else game.rounds + 3)
    if idle and (not laid or rng.random() < lazy):
        return rng.choice(idle)
    liking = {tuple(move["at"]): liking_for(game, tuple(move["at"]), style) for move in laid}
    return rng.choices(laid, [liking[tuple(move["at"])] for move in laid])[0]


def liking_for(game: Game, cell, style: str) -> float:
    """How much a cell is liked: builders like figures and company."""
    if style not in ("builder", "idle"):
        return 1
    company = edges(game.board, cell)
    closed = hexagons(game.board, cell)
    two_sides = company >= 2 and not closed
    return 1 + 15 * is_bridge(game.board, cell) + 60 * two_sides + 20 * closed**3


def choose_in_moon(game: Game, moves: list[Move], style: str, rng) -> Move:
    """Bids by the longest suit, names it, leads from the top; now and then anything at all."""
    hand = game.hands[game.turn]
    if style == "plain" or rng.random() < 0.1:
        low = [move for move in moves if move.get("value", 0) < 6]
        return rng.choice(low if rng.random() < 0.9 else moves)
    if game.phase == "bidding":
        return choose_bid(hand, moves, style, rng)
    if game.phase == "discarding":
        trump = best_trump(hand)
        off = [move for move in moves if not is_trump(move["tile"], trump)] or moves
        return min(off, key=lambda move: sum(numbers(move["tile"])))
    if game.phase == "declaring":
        best = best_trump(hand)
        named = best if best in trumps_open(game) and rng.random() < 0.85 else rng.choice(trumps_open(game))
        return next(move for move in moves if move["trump"] == named)
    return choose_play(game, moves, style, rng)


def choose_bid(hand: list[str], moves: list[Move], style: str, rng) -> Move:
    """A bid about as high as the hand's trumps, 21 from daring players, else a refusal."""
    strength = length(hand, best_trump(hand))
    bids = [move for move in moves if move["type"] == "bid"]
    daring = style in ("hoarder", "idle") and strength >= 5
    if daring and rng.random() < 0.5 and bids:
        return bids[-1]
    fair = [move for move in bids if move["value"] <= strength]
    if fair and rng.random() < 0.7:
        return fair[0]
    return next(move for move in moves if move["type"] == "pass")


def choose_play(game: Game, moves: list[Move], style: str, rng) -> Move:
    """The bidder leads his best; the others follow, and against the daring they follow low."""
    by_rank = sorted(moves, key=lambda move: rank(move["tile"], game.trump))
    if game.turn == game.bidder:
        return by_rank[0]
    return by_rank[-1] if style == "hoarder" else rng.choice(moves)


def rank(tile: str, trump: str) -> tuple[int, int, int]:
    """A rough order of tiles, the strongest first."""
    trumps = 0 if is_trump(tile, trump) else 1
    high = max(numbers(tile))
    place = ranking_in(int(trump)).index(tile) if trump.isdigit() and trumps == 0 else 9
    double = 0 if len(set(numbers(tile))) == 1 else 1
    return trumps, place, 10 * double - high


def length(hand: list[str], trump: str) -> int:
    """How many trumps a hand would hold."""
    return sum(is_trump(tile, trump) for tile in hand)


def best_trump(hand: list[str]) -> str:
    """The trump that the hand holds most of."""
    return max(TRUMPS, key=lambda trump: length(hand, trump))
