"""Moves that a seat might wrongly make at some point of a game."""

from typing import Any

from tests.naive.game import Game
from tests.naive.laying import open_cells
from tests.naive.tiles import MOON_TILES, TRIANGLES, is_triple, numbers, turns
from tests.naive.tricks import TRUMPS

Move = dict[str, Any]


def mutants(game: Game, move: Move, rng) -> list[Move]:
    """Moves in place of a legal one; most are illegal, in as many ways as the codes name."""
    kinds = wrong_moves_of_moon(game, rng) if game.moon else wrong_moves_on_board(game, move, rng)
    made = [{"player": game.turn, **kind} for kind in kinds]
    others = [player for player in game.players if player != game.turn]
    if others:
        plain = {key: value for key, value in move.items() if key != "claimed"}
        made.append({**plain, "player": rng.choice(others)})
    return made


def place(cell, corners) -> Move:
    """A placement in the record's form."""
    return {"type": "place", "at": list(cell), "corners": list(corners)}


def a_draw(game: Game) -> Move:
    """A draw of the next tile; of any tile where none is left."""
    return {"type": "draw", "tile": game.pool[0] if game.pool else game.hands[game.turn][0]}


def wrong_moves_on_board(game: Game, move: Move, rng) -> list[Move]:
    """Placements of all kinds of wrong tiles at all kinds of cells, draws and passes out of turn."""
    hand = game.hands[game.turn] or game.pool[:1]
    cells = open_cells(game.board)
    held, foreign = rng.choice(hand), rng.choice([tile for tile in TRIANGLES if tile not in hand])
    cell = rng.choice(cells)
    made = [{"type": "pass"}, {"type": "stop"}, {"type": "bid", "value": 5}]
    if hand != game.pool[:1]:
        made.append(a_draw(game))
    if len(game.pool) > 1:
        made.append({"type": "draw", "tile": rng.choice(game.pool[1:])})
        made.append({"type": "draw", "tile": name_of_none(game.pool)})
    for tile in [held, foreign, *game.opening[:1], *rng.sample(game.played, min(2, len(game.played)))]:
        made += [place(spot, corners) for spot in rng.sample(cells, min(3, len(cells))) for corners in turns(tile)]
    made.append(place((cell[0] + 40, cell[1] + 1), rng.choice(turns(held))))
    made.append(place(cell, numbers(held)[::-1]))
    if game.board:
        made.append(place(rng.choice(sorted(game.board)), rng.choice(turns(held))))
    if move["type"] == "place":
        at, corners = move["at"], move["corners"]
        made += [place(at, corners[::-1]), place((at[0] + 1, at[1]), corners), place((at[0], at[1] + 2), corners)]
    return made


def name_of_none(pool: list[str]) -> str:
    """The numbers of a tile in an order that names none."""
    tile = next(tile for tile in [*pool, "0-0-1"] if not is_triple(tile))
    return "-".join(reversed(tile.split("-")))


def wrong_moves_of_moon(game: Game, rng) -> list[Move]:
    """Bids out of range or too low, tiles not held or not following, moves of another phase."""
    hand = game.hands[game.turn]
    foreign = [tile for tile in MOON_TILES if tile not in hand]
    tiles = [*hand, rng.choice(foreign), *rng.sample(game.played, min(3, len(game.played))), "4-6", "3-0"]
    made: list[Move] = []
    if game.phase == "bidding" or rng.random() < 0.2:
        made += [{"type": "bid", "value": value} for value in (1, 3, 4, 5, 6, 7, 8, 20, 22)]
    if game.phase != "bidding" and rng.random() < 0.2:
        made.append({"type": "pass"})
    if game.phase == "declaring" or rng.random() < 0.2:
        made += [{"type": "declare", "trump": trump} for trump in TRUMPS]
    if game.phase == "discarding" or rng.random() < 0.2:
        made += [{"type": "discard", "tile": tile} for tile in tiles]
    if game.phase == "playing" or rng.random() < 0.2:
        made += [{"type": "play", "tile": tile} for tile in tiles]
    return made
