"""What is wrong with a move, as the codes of section 5."""

from typing import Any

from tests.naive.game import Game
from tests.naive.laying import laying_faults, something_fits
from tests.naive.moon import play_fault, trumps_open
from tests.naive.tiles import MOON_TILES, TRIANGLES, name_of
from tests.naive.tricks import BIDS

PHASES = {
    "opening": ["place", "draw", "pass", "stop"],
    "playing": ["place", "draw", "pass", "stop"],
    "bidding": ["bid", "pass"],
    "discarding": ["discard"],
    "declaring": ["declare"],
    "tricks": ["play"],
}


def known_here(game: Game, kind: str) -> bool:
    """Whether this sheet has such a move in this phase."""
    if game.moon and game.phase == "playing":
        return kind in PHASES["tricks"]
    if kind == "pass" and game.alone:
        return False
    if kind == "stop" and not game.alone:
        return False
    return kind in PHASES[game.phase]


def violations(game: Game, move: dict[str, Any]) -> set[str]:
    """Every code that an illegal move earns, the gates alone where one is shut; empty for a legal move."""
    kind = move["type"]
    if game.over:
        return {"game-over"}
    if game.round_over:
        return {"round-over"}
    if kind in ("resign", "timeout"):
        return set()
    if not known_here(game, kind):
        return {"wrong-phase"}
    if move["player"] != game.turn:
        return {"not-your-turn"}
    if game.phase == "opening" and kind != "place":
        return {"must-open"}
    if kind == "pass":
        return judge_pass(game)
    return JUDGES[kind](game, move) if kind in JUDGES else set()


def judge_place(game: Game, move) -> set[str]:
    """A placement: the tile, then the cell."""
    tile = name_of(move["corners"])
    codes = laying_faults(game.board, tuple(move["at"]), tuple(move["corners"]))
    codes |= holding_faults(game, tile)
    if game.phase == "opening" and tile not in game.opening:
        codes.add("wrong-opening-tile")
    return codes


def holding_faults(game: Game, tile: str) -> set[str]:
    """A tile that is not held, and whether it already lies open on the table."""
    if tile in game.hands[game.turn]:
        return set()
    return {"tile-not-in-hand"} | ({"tile-already-played"} if tile in game.played else set())


def must_place(game: Game) -> set[str]:
    """On sheets that let nobody refuse, a tile in hand that fits has to be laid."""
    if game.alone or game.rules["draw_when_able"]:
        return set()
    return {"must-place"} if something_fits(game.board, game.hands[game.turn]) else set()


def judge_draw(game: Game, move) -> set[str]:
    """A draw: whether one is due, whether one is left, and whether it is the next tile."""
    codes = must_place(game)
    done, limit = game.drawn, game.rules.get("draws_per_turn")
    if game.alone:
        done, limit = game.drawn_in_all, game.rules["draw_limit"]
    if limit is not None and done >= limit:
        codes.add("draw-limit")
    tile = move.get("tile")
    if not game.pool:
        codes.add("pool-empty")
    elif tile is not None and tile != game.pool[0]:
        codes.add("wrong-tile-drawn")
    if tile is not None and tile not in TRIANGLES:
        codes.add("unknown-tile")
    return codes


def judge_pass(game: Game) -> set[str]:
    """A refusal to bid is always open; a turn may only be passed when its draws are used up."""
    if game.moon:
        return set()
    codes = must_place(game)
    needed = game.rules["pass_after_draws"]
    if game.pool and (needed is None or game.drawn < needed):
        codes.add("must-draw")
    return codes


def judge_bid(game: Game, move) -> set[str]:
    """A bid: in range, and above the highest."""
    codes = set()
    if move["value"] not in BIDS or move["value"] < game.rules["minimum_bid"]:
        codes.add("bid-out-of-range")
    if game.bid is not None and move["value"] <= game.bid:
        codes.add("bid-too-low")
    return codes


def judge_declare(game: Game, move) -> set[str]:
    """A trump that the house rules allow."""
    return set() if move["trump"] in trumps_open(game) else {"trump-not-allowed"}


def judge_discard(game: Game, move) -> set[str]:
    """A tile laid away: one of Moon's tiles, and held."""
    codes = holding_faults(game, move["tile"])
    return codes if move["tile"] in MOON_TILES else codes | {"unknown-tile"}


def judge_play(game: Game, move) -> set[str]:
    """A tile played: one of Moon's tiles, held, following the lead; an unknown name has no suit."""
    codes = judge_discard(game, move)
    fault = play_fault(game, game.turn, move["tile"]) if move["tile"] in MOON_TILES else None
    return codes | ({fault} if fault else set())


JUDGES = {
    "place": judge_place,
    "draw": judge_draw,
    "bid": judge_bid,
    "declare": judge_declare,
    "discard": judge_discard,
    "play": judge_play,
}
