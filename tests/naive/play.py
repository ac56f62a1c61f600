"""Moves: which are legal, and what each does (sections 2 to 4)."""

from typing import Any

from tests.naive.game import Game, Item, begin, deal, new_game
from tests.naive.laying import nonzero, placement_points, placements
from tests.naive.moon import apply_moon, moon_moves
from tests.naive.settling import ended_or_blocked, finish_game, finish_round
from tests.naive.tiles import name_of, turns

__all__ = ["apply", "begin", "deal", "legal_moves", "new_game"]

Move = dict[str, Any]


def legal_moves(game: Game) -> list[Move]:
    """Every legal move of the seat on turn but resign and timeout; a draw names the pool's next tile."""
    if game.over or game.round_over:
        return []
    moves = moon_moves(game) if game.moon else board_moves(game)
    return [{"player": game.turn, **move} for move in moves]


def board_moves(game: Game) -> list[Move]:
    """The legal moves on a triangular sheet."""
    hand = game.hands[game.turn]
    if game.phase == "opening":
        named = [tile for tile in game.opening if tile in hand]
        return [place((0, 0), corners) for tile in named for corners in turns(tile)]
    moves = [place(cell, corners) for cell, corners in placements(game.board, hand)]
    if may_draw(game, bool(moves)):
        moves.append({"type": "draw", "tile": game.pool[0]})
    if game.alone:
        moves.append({"type": "stop"})
    elif may_pass(game, any(move["type"] == "place" for move in moves)):
        moves.append({"type": "pass"})
    return moves


def place(cell, corners) -> Move:
    """A placement in the record's form."""
    return {"type": "place", "at": list(cell), "corners": list(corners)}


def may_draw(game: Game, able: bool) -> bool:
    """Whether the seat on turn may draw, given whether it could place."""
    if not game.pool:
        return False
    if game.alone:
        return game.drawn_in_all < game.rules["draw_limit"]
    if able and not game.rules["draw_when_able"]:
        return False
    limit = game.rules["draws_per_turn"]
    return limit is None or game.drawn < limit


def may_pass(game: Game, able: bool) -> bool:
    """Whether the seat on turn may end its turn without a placement."""
    if able and not game.rules["draw_when_able"]:
        return False
    needed = game.rules["pass_after_draws"]
    return not game.pool or (needed is not None and game.drawn >= needed)


def apply(game: Game, move: Move) -> list[Item]:
    """Carries out a legal move; its own score items as (player, points, reason).

    What the end of a round brings stands in the game: `settlement` (None where unsettled), `ended_by`,
    `round_over`, `over`, `winner`, `scores`.
    """
    if move["type"] in ("resign", "timeout"):
        game.ended_by = {"resign": "resigned", "timeout": "timeout"}[move["type"]]
        others = [player for player in game.players if player != move["player"]]
        finish_game(game, others)
        return []
    if game.moon:
        apply_moon(game, move)
        return []
    if move["type"] == "place":
        items = do_place(game, move)
    elif move["type"] == "draw":
        items = do_draw(game)
    else:
        items = do_pass(game) if move["type"] == "pass" else []
    for player, points, _ in items:
        game.scores[player] += points
    ended = ended_or_blocked(game, move)
    if ended:
        finish_round(game, ended)
    elif move["type"] in ("place", "pass") and not game.alone:
        game.pass_turn()
    if not game.alone and not game.over and game.rules["ends"] == "at-once" and reached(game):
        if not ended:
            game.ended_by = "target"
        finish_game(game, game.players)
    return items


def reached(game: Game) -> bool:
    """Somebody has the target."""
    return max(game.scores.values()) >= game.rules["target"]


def do_place(game: Game, move: Move) -> list[Item]:
    """A tile is laid."""
    cell, corners = tuple(move["at"]), tuple(move["corners"])
    items = placement_points(game.rules, game.board, cell, corners)
    game.board[cell] = corners
    game.hands[game.turn].remove(name_of(corners))
    game.played.append(name_of(corners))
    game.phase = "playing"
    game.passes_in_a_row = 0
    return [(game.turn, points, reason) for reason, points in items]


def do_draw(game: Game) -> list[Item]:
    """The pool's first tile goes to the hand."""
    game.hands[game.turn].append(game.pool.pop(0))
    game.drawn += 1
    game.drawn_in_all += 1
    return [(game.turn, points, reason) for reason, points in nonzero("draw", -game.rules["draw_cost"])]


def do_pass(game: Game) -> list[Item]:
    """A turn ends without a placement; three draws cost one price, an empty pool the other."""
    game.passes_in_a_row += 1
    if game.drawn == game.rules["draws_per_turn"]:
        price = nonzero("no-play", -game.rules["no_play_cost"])
    elif not game.pool:
        price = nonzero("empty-pool", -game.rules["empty_pool_cost"])
    else:
        price = []
    return [(game.turn, points, reason) for reason, points in price]
