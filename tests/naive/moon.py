"""The course of a Moon hand: bidding, widow, discard, trump, seven tricks (section 3)."""

from typing import Any

from tests.naive.game import Game
from tests.naive.settling import finish_game
from tests.naive.tricks import BIDS, TRUMPS, follow_code, hand_items, winning_place

Move = dict[str, Any]


def bids_open(game: Game) -> list[int]:
    """The bids that are in range and above the highest so far."""
    return [bid for bid in BIDS if bid >= game.rules["minimum_bid"] and bid > (game.bid or 0)]


def trumps_open(game: Game) -> list[str]:
    """The trumps that may be named."""
    return [trump for trump in TRUMPS if trump != "doubles" or game.rules["allow_doubles_trump"]]


def play_fault(game: Game, player: str, tile: str) -> str | None:
    """The code of a play that does not follow, None where it does."""
    if not game.trick:
        return None
    return follow_code(game.trick[0][1], game.trump, game.hands[player], tile)


def moon_moves(game: Game) -> list[Move]:
    """The legal moves of the seat on turn."""
    hand = game.hands[game.turn]
    if game.phase == "bidding":
        return [{"type": "bid", "value": bid} for bid in bids_open(game)] + [{"type": "pass"}]
    if game.phase == "discarding":
        return [{"type": "discard", "tile": tile} for tile in hand]
    if game.phase == "declaring":
        return [{"type": "declare", "trump": trump} for trump in trumps_open(game)]
    return [{"type": "play", "tile": tile} for tile in hand if play_fault(game, game.turn, tile) is None]


def apply_moon(game: Game, move: Move) -> None:
    """Carries out a legal move of Moon; no move of it scores by itself."""
    if game.phase == "bidding":
        do_speak(game, move)
    elif game.phase == "discarding":
        game.hands[game.turn].remove(move["tile"])
        game.phase = "declaring"
    elif game.phase == "declaring":
        game.trump = move["trump"]
        game.phase = "playing"
    else:
        do_play(game, move["tile"])


def do_speak(game: Game, move: Move) -> None:
    """A bid or a refusal; after the last word the widow is taken, or the hand is void."""
    game.spoken += 1
    if move["type"] == "bid":
        game.bid, game.bidder = move["value"], game.turn
    elif game.spoken == 3 and game.bidder is None and game.rules["all_pass"] == "force-last":
        game.bid, game.bidder = game.rules["minimum_bid"], game.turn
    if game.bid != 21 and game.spoken < 3:
        game.turn = game.after(game.turn)
    elif game.bidder is None:
        finish_hand(game, "void", [])
    else:
        game.turn = game.bidder
        game.hands[game.bidder].append(game.widow)
        game.phase = "discarding"


def do_play(game: Game, tile: str) -> None:
    """A tile is played; the third of a trick decides it, the seventh trick the hand."""
    game.hands[game.turn].remove(tile)
    game.played.append(tile)
    game.trick.append((game.turn, tile))
    if len(game.trick) < 3:
        game.turn = game.after(game.turn)
        return
    taker = game.trick[winning_place([tile for _, tile in game.trick], game.trump)][0]
    game.tricks[taker] += 1
    game.trick, game.turn = [], taker
    if sum(game.tricks.values()) == 7:
        finish_hand(game, "played", hand_items(game.bidder, game.bid, game.tricks))


def finish_hand(game: Game, ended_by: str, items) -> None:
    """Books a hand's settlement and ends the game where somebody has won it."""
    game.round_over, game.ended_by, game.settlement = True, ended_by, items
    game.phase, game.turn = "awaiting-deal", None
    for player, points, _ in items:
        game.scores[player] += points
    made_moon = ended_by == "played" and game.bid == 21 and game.tricks[game.bidder] == 7
    best = max(game.scores.values())
    leaders = [player for player in game.players if game.scores[player] == best]
    if made_moon and game.rules["moon_wins_game"]:
        finish_game(game, [game.bidder])
    elif ended_by == "played" and best >= game.rules["target"] and len(leaders) == 1:
        finish_game(game, game.players)
