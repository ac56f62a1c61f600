"""Schmidt Tripple-Domino Solitair, edition 1."""

from service.rules.clauses import Clause
from service.rules.laying.kind import TILE_LAYING
from service.rules.laying.parameters import LayingRules
from service.rules.sheet import Sheet

_DOCUMENT = "000_c6ce1e74cbe622d7.txt (Spanish)"


def _clause(name: str, title: str, text: str, passage: str, interpretation: str | None = None) -> Clause:
    source = f"{_DOCUMENT}, {passage}"
    return Clause(id=f"SOL-{name}", title=title, text=text, source=source, interpretation=interpretation)


CLAUSES = (
    _clause(
        "set",
        "The set",
        "56 triangular tiles: every combination of three numbers from 0 to 5, repeats allowed. Read clockwise from its "
        "lowest number a tile never decreases, so its mirror image does not exist. A tile may be turned, never flipped. "
        "Its value is the sum of its numbers.",
        "contents of the box (56 tiles) and 'Desarrollo del juego', example 5, 4, 3 = 12",
        "The document counts the tiles but does not print them; this is the set as it is sold.",
    ),
    _clause(
        "deal",
        "The start tile",
        "One player. One tile is taken blind from the shuffled set: it is the start tile and the whole hand. It costs "
        "nothing and does not count among the draws. The other 55 tiles are the pool.",
        "part 'Solitair'",
        "The document says that a tile is taken and laid; a price for it, or a place among the tiles counted, is not named.",
    ),
    _clause(
        "start",
        "Laying the start tile",
        "The game begins with the start tile, laid in the middle, at [0, 0]; nothing can be drawn or stopped before that.",
        "part 'Solitair'",
    ),
    _clause(
        "opening-bonus",
        "Opening bonus",
        "The start tile scores its value and a bonus of 5, whatever tile it is.",
        "part 'Solitair', by 'Desarrollo del juego' and 'Puntos especiales'",
    ),
    _clause(
        "moves",
        "What can be done",
        "After the start the player places a tile, draws one, or stops, as often and in whatever order he likes. There "
        "is no pass. The score can fall below zero.",
        "part 'Solitair'",
        "Nobody else waits for a turn, so a pass would mean nothing.",
    ),
    _clause(
        "placement",
        "Placing a tile",
        "A tile that was drawn is laid on a free cell against at least one laid tile, so that every number at a corner "
        "it shares with laid tiles is the same: both numbers of a shared side, and single tips.",
        "part 'Solitair', by 'Desarrollo del juego'",
        "The document names the two numbers of a side and shows the rest in a picture that is lost; corners that meet in "
        "one point must agree, or a hexagon could not be told from a heap.",
    ),
    _clause(
        "tile-value",
        "Value of a placed tile",
        "Each placed tile scores its value.",
        "part 'Solitair', by 'Desarrollo del juego'",
    ),
    _clause(
        "bridge",
        "Bridge",
        "A tile that meets one side, and whose opposite tip touches another laid tile, forms a bridge and scores special "
        "points. How many is settled before the game: the house rule `bridge` must be set.",
        "part 'Solitair', by 'Puntos especiales'",
        "The figure is described in one garbled sentence, 'on one side (with the tip) and on the other side', read as "
        "one side and the opposite tip. Its price stood in a picture that our document lost, and no published value was "
        "found, so none is assumed.",
    ),
    _clause(
        "two-sides",
        "Double connection",
        "A tile that meets two or three sides and closes no hexagon scores special points. How many is settled before "
        "the game: the house rule `two_sides` must be set.",
        "part 'Solitair', by 'Puntos especiales'",
        "The price stood in a picture that our document lost, and no published value was found, so none is assumed. "
        "Three sides without a hexagon count as the two that the document names.",
    ),
    _clause(
        "hexagon",
        "Hexagons",
        "A tile that completes a hexagon of six tiles round a point scores 40 more; two hexagons at once 80, three 120. "
        "This is paid instead of the double connection.",
        "part 'Solitair', by 'Puntos especiales'",
        "The document prices one hexagon; several at once are read as so many times 40.",
    ),
    _clause(
        "draw",
        "Drawing",
        "Tiles are drawn one at a time, the first of the pool, as many in a row as one likes. A drawn tile may be placed "
        "at once or kept for later. Each draw costs 5 points.",
        "part 'Solitair', by 'Desarrollo del juego'",
        "Three draws a turn is a rule between players; alone there are no turns to limit.",
    ),
    _clause(
        "draw-limit",
        "Twenty draws",
        "At most 20 tiles are drawn in the whole game. The house rule `draw_limit` sets another number.",
        "part 'Solitair' (it recommends a limit, '20 tiles, for example')",
        "The document recommends a limit so that scores can be compared and gives 20 as its example; the example is taken.",
    ),
    _clause(
        "exhausted",
        "The end",
        "The game ends by itself when the draws are used up, or the pool is empty, and no tile in hand fits.",
        "part 'Solitair', by 'Fin de una ronda de juego'",
        "The document does not say when the solitaire ends; this is its end of a blocked round, with the limit for the pool.",
    ),
    _clause(
        "all-laid",
        "Every tile laid",
        "If the game ended by itself and every drawn tile has been laid, 20 points are added.",
        "part 'Solitair', by 'Fin de una ronda de juego' and 'Puntos especiales'",
        "The other rules stay in force, so the points for the last tile do too; alone they are earned when no more can be "
        "drawn, not each time that the hand is empty.",
    ),
    _clause(
        "stop",
        "Stopping",
        "The player may stop at any time after the start. The 20 points for laying every tile are not paid then.",
        "part 'Solitair'",
        "The document does not force a player to go on drawing.",
    ),
    _clause(
        "result",
        "The result",
        "One round is the game and its player the winner. The score is the result: the aim is to better one's own.",
        "part 'Solitair'",
    ),
)

CITES = {
    "game-over": "SOL-result",
    "round-over": "SOL-result",
    "wrong-phase": "SOL-moves",
    "not-your-turn": "SOL-moves",
    "must-open": "SOL-start",
    "wrong-opening-tile": "SOL-start",
    "opening-off-origin": "SOL-start",
    "unknown-tile": "SOL-set",
    "mirrored-tile": "SOL-set",
    "tile-not-in-hand": "SOL-placement",
    "tile-already-played": "SOL-set",
    "cell-occupied": "SOL-placement",
    "not-adjacent": "SOL-placement",
    "corner-mismatch": "SOL-placement",
    "draw-limit": "SOL-draw-limit",
    "pool-empty": "SOL-draw",
    "wrong-tile-drawn": "SOL-draw",
    "tile-value": "SOL-tile-value",
    "opening-bonus": "SOL-opening-bonus",
    "bridge": "SOL-bridge",
    "two-sides": "SOL-two-sides",
    "hexagon": "SOL-hexagon",
    "draw": "SOL-draw",
    "out-bonus": "SOL-all-laid",
    "opener": "SOL-start",
    "deal": "SOL-deal",
    "round-end/exhausted": "SOL-exhausted",
    "round-end/stopped": "SOL-stop",
    "settlement/exhausted": "SOL-all-laid",
    "settlement/stopped": "SOL-stop",
    "game-end": "SOL-result",
}

SHEET = Sheet(
    id="schmidt-solitaire",
    edition=1,
    prefix="SOL",
    title="Schmidt Tripple-Domino Solitair",
    summary="Triangular dominoes for one player, with twenty draws; two of its prices must be agreed.",
    source=_DOCUMENT,
    language="es",
    seats=(1,),
    kind=TILE_LAYING,
    rules=LayingRules(
        hand_sizes={"1": 1},
        moves=("place", "draw", "stop"),
        endings=("exhausted",),
        opening_bonus_triple=5,
        opening_bonus_plain=5,
        opening_bonus_zero=5,
        draw_limit=20,
        hexagon=(40, 80, 120),
        out_bonus=20,
    ),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=(
        "opening_bonus_triple",
        "opening_bonus_plain",
        "opening_bonus_zero",
        "draw_limit",
        "draw_cost",
        "bridge",
        "two_sides",
        "hexagon",
        "hexagon_replaces_two_sides",
        "out_bonus",
    ),
    undetermined=("bridge", "two_sides"),
)
