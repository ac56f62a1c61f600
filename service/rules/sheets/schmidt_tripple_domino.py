"""Schmidt Tripple-Domino, edition 1."""

from service.rules.clauses import Clause
from service.rules.laying.kind import TILE_LAYING
from service.rules.laying.parameters import HOUSE_RULES, LayingRules
from service.rules.sheet import Sheet

_DOCUMENT = "000_c6ce1e74cbe622d7.txt (Spanish)"


def _clause(name: str, title: str, text: str, passage: str, interpretation: str | None = None) -> Clause:
    source = f"{_DOCUMENT}, {passage}"
    return Clause(id=f"SCH-{name}", title=title, text=text, source=source, interpretation=interpretation)


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
        "hands",
        "Hands",
        "The tiles are shuffled face down. Two players take 10 each, three or four take 8, five or six take 6. "
        "The rest is the pool.",
        "'Preparación del juego'",
    ),
    _clause(
        "turns",
        "Turns",
        "Players take turns clockwise, in the order of their seats. Placing a tile or passing ends the turn, drawing "
        "does not. A score can fall below zero.",
        "'Desarrollo del juego'",
    ),
    _clause(
        "opener-triple",
        "The highest triple opens",
        "The player with the highest triple, from 5-5-5 down, opens the round with it. There is no choice of 0-0-0 "
        "instead.",
        "'Desarrollo del juego'",
    ),
    _clause(
        "opener-plain",
        "No triple: the highest sum opens",
        "Where no player holds a triple, the player with the tile of the highest sum opens, and with that tile. Equal "
        "sums are decided by the highest number on the tile, then by the next.",
        "'Desarrollo del juego'",
        "The document says who begins but not with which tile, nor what happens between equal sums; the tile that gives "
        "the right to open is the one that is laid, as it is with a triple.",
    ),
    _clause(
        "opening-bonus",
        "Opening bonus",
        "Whoever opens scores the value of the tile and a bonus of 5, with a triple or without; 0-0-0 opens for 0 + 5.",
        "'Desarrollo del juego' and 'Puntos especiales'",
    ),
    _clause(
        "must-open",
        "The opening tile comes first",
        "The first turn of a round is the opening placement in the middle, at [0, 0]; it cannot be a draw or a pass.",
        "'Desarrollo del juego'",
        "The document says who begins and with what, and offers no other first turn.",
    ),
    _clause(
        "placement",
        "Placing a tile",
        "A tile from one's hand is laid on a free cell against at least one laid tile, so that every number at a corner "
        "it shares with laid tiles is the same: both numbers of a shared side, and single tips.",
        "'Desarrollo del juego'",
        "The document names the two numbers of a side and shows the rest in a picture that is lost; corners that meet in "
        "one point must agree, or a hexagon could not be told from a heap.",
    ),
    _clause(
        "tile-value",
        "Value of a placed tile",
        "Each placed tile scores its value.",
        "'Desarrollo del juego'",
    ),
    _clause(
        "bridge",
        "Bridge",
        "A tile that meets one side, and whose opposite tip touches another laid tile, forms a bridge and scores special "
        "points. How many is agreed before the game: the house rule `bridge` must be set.",
        "'Puntos especiales'",
        "The figure is described in one garbled sentence, 'on one side (with the tip) and on the other side', read as "
        "one side and the opposite tip. Its price stood in a picture that our document lost, and no published value was "
        "found, so none is assumed.",
    ),
    _clause(
        "two-sides",
        "Double connection",
        "A tile that meets two or three sides and closes no hexagon scores special points. How many is agreed before the "
        "game: the house rule `two_sides` must be set.",
        "'Puntos especiales'",
        "The price stood in a picture that our document lost, and no published value was found, so none is assumed. "
        "Three sides without a hexagon count as the two that the document names.",
    ),
    _clause(
        "hexagon",
        "Hexagons",
        "A tile that completes a hexagon of six tiles round a point scores 40 more; two hexagons at once 80, three 120. "
        "This is paid instead of the double connection.",
        "'Puntos especiales'",
        "The document prices one hexagon; several at once are read as so many times 40.",
    ),
    _clause(
        "draw",
        "Drawing",
        "Who cannot place, or does not want to, draws from the pool, the first tile of it. After a draw any tile of the "
        "hand that fits may be placed, or the drawn one kept. Each draw costs 5 points.",
        "'Desarrollo del juego'",
        "The document says that the drawn tile may be placed at once; it does not forbid another tile of the hand.",
    ),
    _clause(
        "draw-limit",
        "Three draws a turn",
        "At most three tiles may be drawn in a turn. Where none is placed after the third, the next player goes on; that "
        "costs nothing besides the draws, 15 points in all, even where the third draw emptied the pool.",
        "'Desarrollo del juego'",
    ),
    _clause(
        "must-draw",
        "Draw before passing",
        "A turn without a placement ends only after three draws, or when the pool is empty.",
        "'Desarrollo del juego'",
        "The document does not say whether a player who keeps a fitting tile may stop drawing; it speaks of three draws, "
        "so he may not.",
    ),
    _clause(
        "empty-pool",
        "The pool is empty",
        "Who would have to draw with the pool empty loses 5 points and the turn. This holds also where the pool ran out "
        "in this turn before the third draw.",
        "'Desarrollo del juego'",
        "The document does not speak of a pool that runs out in mid-turn.",
    ),
    _clause(
        "out",
        "Going out",
        "The first to lay all of his tiles ends the round at once and wins it: after the points of the last tile 20 "
        "more, and the value of all tiles left in the other hands. The others lose nothing.",
        "'Fin de una ronda de juego'",
    ),
    _clause(
        "blocked",
        "Blocked",
        "The round also ends when the pool is empty and nobody can place a tile. This is looked at when a turn ends.",
        "'Fin de una ronda de juego'",
    ),
    _clause(
        "blocked-score",
        "Settling a blocked round",
        "The player with the lowest hand wins the round, scores the value of all other hands and loses that of his own. "
        "The 20 points for going out are not paid.",
        "'Fin de una ronda de juego'",
    ),
    _clause(
        "blocked-tie",
        "Lowest hand shared",
        "Where several share the lowest hand of a blocked round, nobody scores and nobody wins it.",
        "'Fin de una ronda de juego'",
        "The document knows one lowest hand only; to favour one of equals would be an invention.",
    ),
    _clause(
        "target",
        "300 points",
        "The game ends with the round after which a player has 300 points or more. Every other round deals anew, and its "
        "opener is found anew.",
        "'Objetivo del juego' and 'Fin del juego'",
    ),
    _clause(
        "winner",
        "The winner",
        "The highest score wins the game. Where it is shared, all who have it are winners.",
        "'Objetivo del juego' and 'Fin del juego'",
        "The document does not say what happens between equals.",
    ),
)

CITES = {
    "game-over": "SCH-target",
    "round-over": "SCH-out",
    "wrong-phase": "SCH-turns",
    "not-your-turn": "SCH-turns",
    "must-open": "SCH-must-open",
    "wrong-opening-tile": "SCH-opener-triple",
    "wrong-opening-tile/plain": "SCH-opener-plain",
    "opening-off-origin": "SCH-must-open",
    "unknown-tile": "SCH-set",
    "mirrored-tile": "SCH-set",
    "tile-not-in-hand": "SCH-placement",
    "tile-already-played": "SCH-set",
    "cell-occupied": "SCH-placement",
    "not-adjacent": "SCH-placement",
    "corner-mismatch": "SCH-placement",
    "must-place": "SCH-draw",
    "must-draw": "SCH-must-draw",
    "draw-limit": "SCH-draw-limit",
    "pool-empty": "SCH-empty-pool",
    "wrong-tile-drawn": "SCH-draw",
    "tile-value": "SCH-tile-value",
    "opening-bonus": "SCH-opening-bonus",
    "bridge": "SCH-bridge",
    "two-sides": "SCH-two-sides",
    "hexagon": "SCH-hexagon",
    "draw": "SCH-draw",
    "no-play": "SCH-draw-limit",
    "empty-pool": "SCH-empty-pool",
    "out-bonus": "SCH-out",
    "opponents-hands/out": "SCH-out",
    "opponents-hands/blocked": "SCH-blocked-score",
    "own-hand": "SCH-blocked-score",
    "opener/triple": "SCH-opener-triple",
    "opener/plain": "SCH-opener-plain",
    "opener/drawn": "SCH-opener-plain",
    "deal": "SCH-hands",
    "round-end/out": "SCH-out",
    "round-end/blocked": "SCH-blocked",
    "settlement/out": "SCH-out",
    "settlement/blocked": "SCH-blocked-score",
    "settlement/tie": "SCH-blocked-tie",
    "game-end": "SCH-target",
    "winner": "SCH-winner",
}

SHEET = Sheet(
    id="schmidt-tripple-domino",
    edition=1,
    prefix="SCH",
    title="Schmidt Tripple-Domino",
    summary="Triangular dominoes to 300 points, for two to six players; two of its prices must be agreed.",
    source=_DOCUMENT,
    language="es",
    seats=(2, 3, 4, 5, 6),
    kind=TILE_LAYING,
    rules=LayingRules(
        hand_sizes={"2": 10, "3": 8, "4": 8, "5": 6, "6": 6},
        target=300,
        opening_bonus_triple=5,
        opening_bonus_plain=5,
        opening_bonus_zero=5,
        draws_per_turn=3,
        empty_pool_cost=5,
        hexagon=(40, 80, 120),
        out_bonus=20,
    ),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=tuple(name for name in HOUSE_RULES if name != "draw_limit"),
    undetermined=("bridge", "two_sides"),
)
