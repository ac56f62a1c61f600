"""Tri-ominoes, edition 1."""

from service.rules.clauses import Clause
from service.rules.laying.kind import TILE_LAYING
from service.rules.laying.parameters import HOUSE_RULES, LayingRules
from service.rules.sheet import Sheet

_DOCUMENT = "003_d1e0f1cf1d5045ba.txt (French)"


def _clause(name: str, title: str, text: str, passage: str, interpretation: str | None = None) -> Clause:
    source = f"{_DOCUMENT}, {passage}"
    return Clause(id=f"TRI-{name}", title=title, text=text, source=source, interpretation=interpretation)


CLAUSES = (
    _clause(
        "set",
        "The set",
        "56 triangular tiles: every combination of three numbers from 0 to 5, repeats allowed. Read clockwise from its "
        "lowest number a tile never decreases, so its mirror image does not exist. A tile may be turned, never flipped. "
        "Its value is the sum of its numbers.",
        "introduction and step 1 (56 tiles)",
        "The document counts the tiles but does not print them; this is the set as it is sold.",
    ),
    _clause(
        "hands",
        "Hands",
        "The tiles are shuffled face down. Two players take 9 each, three or four take 7, five or six take 6. "
        "The rest is the pool.",
        "step 1",
    ),
    _clause(
        "turns",
        "Turns",
        "Players take turns to the left, clockwise, in the order of their seats, and lay one tile a turn. Placing a tile "
        "or passing ends the turn, drawing does not. A score can fall below zero.",
        "step 3",
    ),
    _clause(
        "opener-triple",
        "The highest triple opens",
        "The player with the highest triple, from 5-5-5 down, opens the round with it.",
        "step 2",
    ),
    _clause(
        "opener-drawn",
        "No triple: one is drawn",
        "Where no player holds a triple, each draws one tile in turn, from the first seat on, until somebody draws a "
        "triple. He opens the round with it. These draws cost nothing, and the tiles stay in the hands.",
        "step 2",
        "The document has 'each player draw a tile until one is found'. Read as one tile at a time round the table, "
        "stopping at the first triple; no price is named, since nobody's turn has begun.",
    ),
    _clause(
        "opening-zero",
        "Opening with 0-0-0",
        "Opening with 0-0-0 scores a bonus of 30. Any other opening tile scores its value alone.",
        "step 2",
    ),
    _clause(
        "must-open",
        "The opening tile comes first",
        "The first turn of a round is the opening placement in the middle of the table, at [0, 0]; it cannot be a draw "
        "or a pass.",
        "step 2",
        "The document says who begins and with what, and offers no other first turn.",
    ),
    _clause(
        "placement",
        "Placing a tile",
        "A tile from one's hand is laid on a free cell against at least one laid tile, so that every number at a corner "
        "it shares with laid tiles is the same: both numbers of a shared side, and single tips.",
        "step 3",
        "The document asks for at least two numbers that match; corners that meet in one point must agree as well, or a "
        "hexagon could not be told from a heap.",
    ),
    _clause(
        "tile-value",
        "Value of a placed tile",
        "Each placed tile scores its value.",
        "step 4, example 3-5-1 = 9",
    ),
    _clause(
        "bridge",
        "Bridge",
        "A tile that meets one side, and whose opposite tip touches another laid tile, forms a bridge: 40 points more.",
        "step 4",
        "The document does not describe a bridge; one side and the opposite tip is how the other sheets show it.",
    ),
    _clause(
        "two-sides",
        "Two sides",
        "A tile that meets two or three sides scores nothing more for that.",
        "step 4 (its list of bonuses has hexagon and bridge only)",
    ),
    _clause(
        "hexagon",
        "Hexagons",
        "A tile that completes a hexagon of six tiles round a point scores 50 more; two hexagons at once 100, three 150. "
        "It is paid besides whatever else the tile earns.",
        "step 4",
        "The document prices one hexagon and adds each bonus; several at once are read as so many times 50, and nothing "
        "is replaced by them.",
    ),
    _clause(
        "draw",
        "Drawing",
        "Who cannot place draws from the pool, the first tile of it, and goes on until a tile fits; there is no limit. "
        "Each draw costs 5 points.",
        "step 5",
    ),
    _clause(
        "must-place",
        "A fitting tile must be placed",
        "Only who cannot place may draw or pass. A drawn tile that fits must be placed too.",
        "step 5",
    ),
    _clause(
        "must-draw",
        "Draw before passing",
        "A turn without a placement ends only when the pool is empty and nothing fits.",
        "step 5",
    ),
    _clause(
        "empty-pool",
        "The pool is empty",
        "Who can neither place nor draw loses the turn. It costs nothing besides the draws of this turn.",
        "steps 5 and 6",
        "The document names no price for an empty pool, also where it ran out in this turn.",
    ),
    _clause(
        "out",
        "Going out",
        "The first to lay all of his tiles ends the round at once and wins it. Nothing is paid for that, and the tiles "
        "left in the other hands are not counted.",
        "step 6",
        "The document names no bonus for going out and no transfer of hands, and scores tiles only as they are played.",
    ),
    _clause(
        "blocked",
        "Blocked",
        "The round also ends when the pool is empty and nobody can place a tile. This is looked at when a turn ends.",
        "step 6",
    ),
    _clause(
        "blocked-score",
        "After a blocked round",
        "The scores are kept as they are, the tiles are shuffled and a new round is dealt. The lowest hand has won the "
        "round, if it is one player's alone, but nothing is scored for it.",
        "step 6",
    ),
    _clause(
        "target",
        "400 points",
        "The game ends as soon as a player has 400 points, with the move that reaches them. The round is settled only if "
        "that same move ended it. Otherwise every round deals anew, and its opener is found anew.",
        "step 6",
        "The document goes on until a player reaches 400 points, and does not wait for the end of a round.",
    ),
    _clause(
        "winner",
        "The winner",
        "The highest score wins the game. Where it is shared, all who have it are winners.",
        "step 6",
        "The document says when play ends and that points are compared, but nothing of equals.",
    ),
)

CITES = {
    "game-over": "TRI-target",
    "round-over": "TRI-out",
    "wrong-phase": "TRI-turns",
    "not-your-turn": "TRI-turns",
    "must-open": "TRI-must-open",
    "wrong-opening-tile": "TRI-opener-triple",
    "opening-off-origin": "TRI-must-open",
    "unknown-tile": "TRI-set",
    "mirrored-tile": "TRI-set",
    "tile-not-in-hand": "TRI-placement",
    "tile-already-played": "TRI-set",
    "cell-occupied": "TRI-placement",
    "not-adjacent": "TRI-placement",
    "corner-mismatch": "TRI-placement",
    "must-place": "TRI-must-place",
    "must-draw": "TRI-must-draw",
    "draw-limit": "TRI-draw",
    "pool-empty": "TRI-empty-pool",
    "wrong-tile-drawn": "TRI-draw",
    "tile-value": "TRI-tile-value",
    "opening-bonus": "TRI-opening-zero",
    "bridge": "TRI-bridge",
    "two-sides": "TRI-two-sides",
    "hexagon": "TRI-hexagon",
    "draw": "TRI-draw",
    "no-play": "TRI-draw",
    "empty-pool": "TRI-empty-pool",
    "out-bonus": "TRI-out",
    "opponents-hands/out": "TRI-out",
    "opponents-hands/blocked": "TRI-blocked-score",
    "own-hand": "TRI-blocked-score",
    "opener/triple": "TRI-opener-triple",
    "opener/plain": "TRI-opener-drawn",
    "opener/drawn": "TRI-opener-drawn",
    "deal": "TRI-hands",
    "round-end/out": "TRI-out",
    "round-end/blocked": "TRI-blocked",
    "settlement/out": "TRI-out",
    "settlement/blocked": "TRI-blocked-score",
    "settlement/tie": "TRI-blocked-score",
    "game-end": "TRI-target",
    "winner": "TRI-winner",
}

SHEET = Sheet(
    id="tri-ominoes",
    edition=1,
    prefix="TRI",
    title="Tri-ominoes",
    summary="Triangular dominoes that end at once with 400 points, for two to six players.",
    source=_DOCUMENT,
    language="fr",
    seats=(2, 3, 4, 5, 6),
    kind=TILE_LAYING,
    rules=LayingRules(
        hand_sizes={"2": 9, "3": 7, "4": 7, "5": 6, "6": 6},
        target=400,
        ends="at-once",
        opener_without_triple="draw-triple",
        opening_bonus_zero=30,
        draw_when_able=False,
        bridge=40,
        two_sides=0,
        hexagon=(50, 100, 150),
        hexagon_replaces_two_sides=False,
        out_takes_hands=False,
        blocked_settles=False,
    ),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=tuple(name for name in HOUSE_RULES if name != "draw_limit"),
)
