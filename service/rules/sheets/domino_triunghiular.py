"""Domino triunghiular, edition 1."""

from service.rules.clauses import Clause
from service.rules.laying.kind import TILE_LAYING
from service.rules.laying.parameters import HOUSE_RULES, LayingRules
from service.rules.sheet import Sheet

_DOCUMENT = "002_b204c7fd07207f05.txt (Romanian)"


def _clause(name: str, title: str, text: str, passage: str, interpretation: str | None = None) -> Clause:
    source = f"{_DOCUMENT}, {passage}"
    return Clause(id=f"DTR-{name}", title=title, text=text, source=source, interpretation=interpretation)


CLAUSES = (
    _clause(
        "set",
        "The set",
        "56 triangular tiles: every combination of three numbers from 0 to 5, repeats allowed. Read clockwise from its "
        "lowest number a tile never decreases, so its mirror image does not exist. A tile may be turned, never flipped. "
        "Its value is the sum of its numbers.",
        "introduction",
        "The document neither counts nor prints the tiles; its hands, its triples up to 'three fives' and its 'three "
        "zeros' are those of the set as it is sold.",
    ),
    _clause(
        "hands",
        "Hands",
        "The tiles are shuffled face down. Two players take 9 each, three or four take 7, five or six take 6. "
        "The rest is the pool, called the well.",
        "second paragraph of the rules and the list below it",
    ),
    _clause(
        "turns",
        "Turns",
        "Players take turns clockwise, in the order of their seats. Placing a tile or passing ends the turn, drawing "
        "does not. A score can fall below zero.",
        "paragraph on the second player's turn ('clockwise')",
    ),
    _clause(
        "opener-triple",
        "The highest triple opens",
        "The player with the highest triple, from 5-5-5 down, opens the round with it.",
        "paragraph on the first move",
    ),
    _clause(
        "opener-plain",
        "No triple: the highest sum opens",
        "Where no player holds a triple, the player with the tile of the highest sum opens with it. Equal sums are "
        "decided by the highest number on the tile, then by the next.",
        "paragraph on hands without three equal numbers",
        "The document does not say what happens between equal sums.",
    ),
    _clause(
        "zero-choice",
        "0-0-0 may open instead",
        "Who has the first move by another triple and holds 0-0-0 too may open with either, and scores accordingly. "
        "The players are told of this before the game.",
        "paragraph on the first player who also holds 'three zeros'",
    ),
    _clause(
        "opening-triple",
        "Opening with a triple",
        "Opening with a triple scores its value and a bonus of 10.",
        "paragraph on the first move",
    ),
    _clause(
        "opening-zero",
        "Opening with 0-0-0",
        "Opening with 0-0-0 scores 40: the usual bonus of 10 and 30 more.",
        "paragraph on the first move",
    ),
    _clause(
        "opening-plain",
        "Opening without a triple",
        "Opening with a tile that is no triple scores its value, without a bonus.",
        "paragraph on hands without three equal numbers",
    ),
    _clause(
        "must-open",
        "The opening tile comes first",
        "The first turn of a round is the opening placement at [0, 0]; it cannot be a draw or a pass.",
        "paragraph on the first move",
        "The document says who begins and with what, and offers no other first turn.",
    ),
    _clause(
        "placement",
        "Placing a tile",
        "A tile from one's hand is laid on a free cell against at least one laid tile, so that every number at a corner "
        "it shares with laid tiles is the same: both numbers of a shared side, and single tips.",
        "paragraph on the second player's turn",
        "The document names the two numbers of a side; corners that meet in one point must agree as well, which its "
        "bridges and three matching numbers presuppose.",
    ),
    _clause(
        "tile-value",
        "Value of a placed tile",
        "Each placed tile scores its value.",
        "paragraph on the second player's turn",
    ),
    _clause(
        "bridge",
        "Bridge",
        "A tile that meets one side, and whose opposite tip touches another laid tile, makes a bridge: 40 points more.",
        "paragraph on bridges, 'example B'",
        "Example B is lost; the text speaks of one pair in direct contact and of another that is joined by a 'bridge', "
        "read as one side and the opposite tip.",
    ),
    _clause(
        "two-sides",
        "Two sides",
        "A tile that meets two or three sides and closes no hexagon scores 40 points more.",
        "last paragraph of the rules, 'example C'",
    ),
    _clause(
        "hexagon",
        "Hexagons",
        "A tile that completes a hexagon of six tiles round a point scores 60 more, once, however many it completes. "
        "This is paid instead of the two sides.",
        "paragraph on a tile that matches with all three numbers",
        "The text pays 60 where a tile matches with all three numbers. Bridge and two sides, which do that too, are "
        "priced separately at 40, so it is read as the closing of a hexagon. Other editions print 50; ours is the number "
        "in the document. It prices a tile, not each hexagon, and gives it one bonus.",
    ),
    _clause(
        "draw",
        "Drawing",
        "Who cannot place draws from the pool, the first tile of it, and goes on until a tile fits; there is no limit. "
        "Each draw costs 5 points. The tiles drawn in a turn are kept apart and their number is said at its end, which "
        "the ruling of that move counts.",
        "paragraph on drawing from the well",
    ),
    _clause(
        "must-place",
        "A fitting tile must be placed",
        "Only who cannot place may draw or pass. A drawn tile that fits must be placed too.",
        "paragraph on drawing from the well ('until you get a suitable tile')",
    ),
    _clause(
        "must-draw",
        "Draw before passing",
        "A turn without a placement ends only when the pool is empty and nothing fits.",
        "paragraphs on drawing from the well and on the empty well",
    ),
    _clause(
        "empty-pool",
        "The pool is empty",
        "Who finds the pool empty and can place nothing loses 10 points, besides those for the draws of this turn, and "
        "the turn.",
        "paragraph on the empty well",
        "The document speaks of a well that ends while one draws; a pool found empty at the start of the turn is read "
        "as the same.",
    ),
    _clause(
        "out",
        "Going out",
        "The first to lay all of his tiles ends the round at once and wins it: after the points of the last tile 25 "
        "more, and the value of all tiles left in the other hands. The others lose nothing.",
        "introduction and 'victory in the round'",
    ),
    _clause(
        "blocked",
        "Blocked",
        "The round stops when the pool is empty and nobody can place a tile. This is looked at when a turn ends.",
        "'victory in the round'",
    ),
    _clause(
        "blocked-score",
        "Settling a blocked round",
        "The player with the lowest hand wins the round, scores the value of all other hands and loses that of his own, "
        "without the bonus of 25.",
        "'victory in the round'",
    ),
    _clause(
        "blocked-tie",
        "Lowest hand shared",
        "Where several share the lowest hand of a blocked round, nobody scores and nobody wins it.",
        "'victory in the round'",
        "The document knows one winner only; to favour one of equals would be an invention.",
    ),
    _clause(
        "target",
        "400 points",
        "When a player has 400 points or more the round is played to its end, and the game ends with it. Every other "
        "round deals anew, and its opener is found anew.",
        "introduction and 'winning the game'",
    ),
    _clause(
        "winner-last-round",
        "The last round's winner",
        "Of several with 400 points or more the winner of the last round wins the game, whatever the scores.",
        "'winning the game'",
    ),
    _clause(
        "winner",
        "The winner otherwise",
        "Where the last round has no winner, or he has less than 400 points, the highest score wins the game; where it "
        "is shared, all who have it are winners.",
        "'winning the game'",
        "The document decides between several at 400 by the last round only; this is for the cases that it leaves open.",
    ),
)

CITES = {
    "game-over": "DTR-target",
    "round-over": "DTR-out",
    "wrong-phase": "DTR-turns",
    "not-your-turn": "DTR-turns",
    "must-open": "DTR-must-open",
    "wrong-opening-tile": "DTR-opener-triple",
    "wrong-opening-tile/choice": "DTR-zero-choice",
    "wrong-opening-tile/plain": "DTR-opener-plain",
    "opening-off-origin": "DTR-must-open",
    "unknown-tile": "DTR-set",
    "mirrored-tile": "DTR-set",
    "tile-not-in-hand": "DTR-placement",
    "tile-already-played": "DTR-set",
    "cell-occupied": "DTR-placement",
    "not-adjacent": "DTR-placement",
    "corner-mismatch": "DTR-placement",
    "must-place": "DTR-must-place",
    "must-draw": "DTR-must-draw",
    "draw-limit": "DTR-draw",
    "pool-empty": "DTR-empty-pool",
    "wrong-tile-drawn": "DTR-draw",
    "tile-value": "DTR-tile-value",
    "opening-bonus/triple": "DTR-opening-triple",
    "opening-bonus/plain": "DTR-opening-plain",
    "opening-bonus/zero": "DTR-opening-zero",
    "bridge": "DTR-bridge",
    "two-sides": "DTR-two-sides",
    "hexagon": "DTR-hexagon",
    "draw": "DTR-draw",
    "no-play": "DTR-draw",
    "empty-pool": "DTR-empty-pool",
    "out-bonus": "DTR-out",
    "opponents-hands/out": "DTR-out",
    "opponents-hands/blocked": "DTR-blocked-score",
    "own-hand": "DTR-blocked-score",
    "opener/triple": "DTR-opener-triple",
    "opener/plain": "DTR-opener-plain",
    "opener/drawn": "DTR-opener-plain",
    "deal": "DTR-hands",
    "round-end/out": "DTR-out",
    "round-end/blocked": "DTR-blocked",
    "settlement/out": "DTR-out",
    "settlement/blocked": "DTR-blocked-score",
    "settlement/tie": "DTR-blocked-tie",
    "game-end": "DTR-target",
    "winner/highest": "DTR-winner",
    "winner/last-round": "DTR-winner-last-round",
}

SHEET = Sheet(
    id="domino-triunghiular",
    edition=1,
    prefix="DTR",
    title="Domino triunghiular",
    summary="Triangular dominoes to 400 points where a fitting tile must be placed, for two to six players.",
    source=_DOCUMENT,
    language="ro",
    seats=(2, 3, 4, 5, 6),
    kind=TILE_LAYING,
    rules=LayingRules(
        hand_sizes={"2": 9, "3": 7, "4": 7, "5": 6, "6": 6},
        target=400,
        winner="last-round",
        opening_bonus_triple=10,
        opening_bonus_zero=40,
        zero_choice=True,
        draw_when_able=False,
        empty_pool_cost=10,
        bridge=40,
        two_sides=40,
        hexagon=(60, 60, 60),
        out_bonus=25,
    ),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=tuple(name for name in HOUSE_RULES if name != "draw_limit"),
)
