"""TriDomino El Hexágono Perfecto, edition 1."""

from service.rules.clauses import Clause
from service.rules.laying.kind import TILE_LAYING
from service.rules.laying.parameters import HOUSE_RULES, LayingRules
from service.rules.sheet import Sheet

_DOCUMENT = "001_6261d433539e1496.txt (Spanish)"


def _clause(name: str, title: str, text: str, passage: str, interpretation: str | None = None) -> Clause:
    source = f"{_DOCUMENT}, {passage}"
    return Clause(id=f"HEX-{name}", title=title, text=text, source=source, interpretation=interpretation)


CLAUSES = (
    _clause(
        "set",
        "The set",
        "56 triangular tiles: every combination of three numbers from 0 to 5, repeats allowed. Read clockwise from its "
        "lowest number a tile never decreases, so its mirror image does not exist. A tile may be turned, never flipped. "
        "Its value is the sum of its numbers.",
        "introduction and paragraph 2 (56 tiles)",
        "The document counts the tiles but does not print them; this is the set as it is sold.",
    ),
    _clause(
        "hands",
        "Hands",
        "The tiles are shuffled face down. Two players take 9 each, three or four take 7, five or six take 6. "
        "The rest is the pool.",
        "paragraph 2",
    ),
    _clause(
        "turns",
        "Turns",
        "Players take turns clockwise, in the order of their seats. Placing a tile or passing ends the turn, drawing "
        "does not. A score can fall below zero.",
        "paragraphs 5 and 6",
        "The document says 'by turns' without a direction; clockwise is how its siblings go round.",
    ),
    _clause(
        "opener-triple",
        "The highest triple opens",
        "The player with the highest triple, from 5-5-5 down, opens the round with it.",
        "paragraph 3",
    ),
    _clause(
        "opener-plain",
        "No triple: the highest sum opens",
        "Where no player holds a triple, the player with the tile of the highest sum opens with it. Equal sums are "
        "decided by the highest number on the tile, then by the next.",
        "paragraph 3",
        "The document does not say what happens between equal sums.",
    ),
    _clause(
        "zero-choice",
        "0-0-0 may open instead",
        "Who holds the highest triple and 0-0-0 too may open with either, and scores accordingly.",
        "paragraph 4",
    ),
    _clause(
        "opening-triple",
        "Opening with a triple",
        "Opening with a triple scores its value and a bonus of 10.",
        "paragraph 3, example 3+3+3+10=19",
    ),
    _clause("opening-zero", "Opening with 0-0-0", "Opening with 0-0-0 scores 40 in all.", "paragraph 3"),
    _clause(
        "opening-plain",
        "Opening without a triple",
        "Opening with a tile that is no triple scores its value, without a bonus.",
        "paragraph 3, example 3+4+5=12",
    ),
    _clause(
        "must-open",
        "The opening tile comes first",
        "The first turn of a round is the opening placement at [0, 0]; it cannot be a draw or a pass.",
        "paragraph 3",
        "The document says who begins and with what, and offers no other first turn.",
    ),
    _clause(
        "placement",
        "Placing a tile",
        "A tile from one's hand is laid on a free cell against at least one laid tile, in any direction, so that "
        "every number at a corner it shares with laid tiles is the same: both numbers of a shared side, and single tips.",
        "paragraph 5 and note 2",
    ),
    _clause(
        "tile-value",
        "Value of a placed tile",
        "Each placed tile scores its value.",
        "paragraph 5, example 4+4+1=9",
    ),
    _clause(
        "bridge",
        "Bridge",
        "A tile that meets one side, and whose opposite tip touches another laid tile, closes a bridge: 40 points more.",
        "paragraph 11, example 4+4+1+40=49",
        "The document shows the bridge in a picture only; one side and the opposite tip is the reading that its "
        "examples allow.",
    ),
    _clause(
        "two-sides",
        "Two sides",
        "A tile that meets two or three sides and closes no hexagon scores as a bridge does: 40 points more.",
        "paragraph 11, example 5+1+1+40=47",
        "The second example has the bridge's 40 points under a picture that our document lost; it is read as the double "
        "connection, which other editions price like the bridge.",
    ),
    _clause(
        "hexagon",
        "Hexagons",
        "A tile that completes a hexagon of six tiles round a point scores 50 more; two hexagons at once 60, three 70. "
        "This is paid instead of the two sides.",
        "paragraph 11, example 0+5+5+50=60",
    ),
    _clause(
        "draw",
        "Drawing",
        "Who cannot place, or does not want to, draws from the pool, the first tile of it. A drawn tile that fits may be "
        "placed or kept. Each draw costs 5 points.",
        "paragraphs 6 and 7",
    ),
    _clause("draw-limit", "Three draws a turn", "At most three tiles may be drawn in a turn.", "paragraph 7"),
    _clause(
        "must-draw",
        "Draw before passing",
        "A turn without a placement ends only after three draws, or when the pool is empty.",
        "paragraphs 6 and 7",
        "The document does not say whether a player who keeps a fitting tile may stop drawing; it speaks of three draws, "
        "so he may not.",
    ),
    _clause(
        "no-play",
        "Three draws and none placed",
        "A player who drew three tiles and placed none loses 10 points besides the draws, 25 in all; no more than that "
        "where the third draw emptied the pool.",
        "paragraph 7",
    ),
    _clause(
        "empty-pool",
        "The pool is empty",
        "Who would have to draw with the pool empty loses the turn and 10 points. This holds also where the pool ran out "
        "in this turn before the third draw: two tiles left, both drawn and none placed, cost 20 in all.",
        "note 1",
        "The document does not speak of a pool that runs out in mid-turn.",
    ),
    _clause(
        "out",
        "Going out",
        "The first to lay all of his tiles ends the round at once and wins it: after the points of the last tile 25 "
        "more, and the value of all tiles left in the other hands. The others lose nothing.",
        "paragraph 8",
    ),
    _clause(
        "blocked",
        "Blocked",
        "When all players pass in a row the round is blocked. Only a placement breaks the row, draws do not, and the pool "
        "need not be empty.",
        "paragraph 9",
        "The document says 'if all players pass'; one pass of each, without a placement between, is what that means.",
    ),
    _clause(
        "blocked-score",
        "Settling a blocked round",
        "The player with the lowest hand wins the round, scores the value of all other hands and loses that of his own.",
        "paragraph 9",
    ),
    _clause(
        "blocked-tie",
        "Lowest hand shared",
        "Where several share the lowest hand of a blocked round, nobody scores and nobody wins it.",
        "paragraph 9",
        "The document knows one winner only; to favour one of equals would be an invention.",
    ),
    _clause(
        "target",
        "400 points",
        "The game ends with the round after which a player has 400 points or more. Every other round deals anew, "
        "and its opener is found anew.",
        "paragraphs 1 and 10",
    ),
    _clause(
        "winner",
        "The winner",
        "The highest score wins the game. Where it is shared, all who have it are winners.",
        "paragraph 10",
        "The document says when the game ends but not who has won it, nor what happens between equals.",
    ),
)

CITES = {
    "game-over": "HEX-target",
    "round-over": "HEX-out",
    "wrong-phase": "HEX-turns",
    "not-your-turn": "HEX-turns",
    "must-open": "HEX-must-open",
    "wrong-opening-tile/choice": "HEX-zero-choice",
    "wrong-opening-tile/plain": "HEX-opener-plain",
    "wrong-opening-tile": "HEX-opener-triple",
    "opening-off-origin": "HEX-must-open",
    "unknown-tile": "HEX-set",
    "mirrored-tile": "HEX-set",
    "tile-not-in-hand": "HEX-placement",
    "tile-already-played": "HEX-set",
    "cell-occupied": "HEX-placement",
    "not-adjacent": "HEX-placement",
    "corner-mismatch": "HEX-placement",
    "must-place": "HEX-draw",
    "must-draw": "HEX-must-draw",
    "draw-limit": "HEX-draw-limit",
    "pool-empty": "HEX-empty-pool",
    "wrong-tile-drawn": "HEX-draw",
    "tile-value": "HEX-tile-value",
    "opening-bonus/triple": "HEX-opening-triple",
    "opening-bonus/plain": "HEX-opening-plain",
    "opening-bonus/zero": "HEX-opening-zero",
    "bridge": "HEX-bridge",
    "two-sides": "HEX-two-sides",
    "hexagon": "HEX-hexagon",
    "draw": "HEX-draw",
    "no-play": "HEX-no-play",
    "empty-pool": "HEX-empty-pool",
    "out-bonus": "HEX-out",
    "opponents-hands/out": "HEX-out",
    "opponents-hands/blocked": "HEX-blocked-score",
    "own-hand": "HEX-blocked-score",
    "opener/triple": "HEX-opener-triple",
    "opener/plain": "HEX-opener-plain",
    "opener/drawn": "HEX-opener-plain",
    "deal": "HEX-hands",
    "round-end/out": "HEX-out",
    "round-end/blocked": "HEX-blocked",
    "settlement/out": "HEX-out",
    "settlement/blocked": "HEX-blocked-score",
    "settlement/tie": "HEX-blocked-tie",
    "game-end": "HEX-target",
    "winner": "HEX-winner",
}

SHEET = Sheet(
    id="tridomino-hexagono",
    edition=1,
    prefix="HEX",
    title="TriDomino El Hexágono Perfecto",
    summary="Triangular dominoes to 400 points, with bridges and hexagons, for two to six players.",
    source=_DOCUMENT,
    language="es",
    seats=(2, 3, 4, 5, 6),
    kind=TILE_LAYING,
    rules=LayingRules(
        hand_sizes={"2": 9, "3": 7, "4": 7, "5": 6, "6": 6},
        target=400,
        opening_bonus_triple=10,
        opening_bonus_zero=40,
        zero_choice=True,
        draws_per_turn=3,
        no_play_cost=10,
        empty_pool_cost=10,
        bridge=40,
        two_sides=40,
        hexagon=(50, 60, 70),
        out_bonus=25,
        blocked_when="all-pass",
    ),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=tuple(name for name in HOUSE_RULES if name != "draw_limit"),
)
