"""Three-Player Moon, edition 1."""

from service.rules.clauses import Clause
from service.rules.sheet import Sheet
from service.rules.tricks.kind import TRICK_TAKING
from service.rules.tricks.parameters import HOUSE_RULES, TrickRules

_DOCUMENT = "004_eb988d42843b0b59.txt (Basque)"


def _clause(name: str, title: str, text: str, passage: str, interpretation: str | None = None) -> Clause:
    source = f"{_DOCUMENT}, {passage}"
    return Clause(id=f"MOON-{name}", title=title, text=text, source=source, interpretation=interpretation)


CLAUSES = (
    _clause(
        "set",
        "The set",
        "22 dominoes: the double-six set without the six tiles that carry a single blank. 0-0 stays. A tile is named by "
        "its two numbers, the higher one first: 6-5, 6-6.",
        "'Configuración' (the suit of zero is taken out, the double zero kept, 22 tiles are left) and 'Materiala'",
    ),
    _clause(
        "deal",
        "The deal",
        "The tiles are shuffled face down and each of the three players takes seven. The one that is left over, the "
        "widow, lies face down in the middle. Every hand deals anew.",
        "'Configuración'",
    ),
    _clause(
        "order",
        "The course of a hand",
        "A hand has four parts, in this order: the bidding; the highest bidder takes the widow and lays a tile away; he "
        "names the trump; seven tricks are played.",
        "'Eskaintzak' and 'Jokoa', in their order",
    ),
    _clause(
        "turns",
        "Turns",
        "The turn passes clockwise, in the order of the seats: to the next seat in the bidding and within a trick.",
        "'Eskaintzak' (clockwise) and 'Jokoa' (clockwise from the bidder)",
    ),
    _clause(
        "first-bidder",
        "Who bids first",
        "The first bidder of the first hand is drawn by lot. After every deal, void or not, the first bid moves one seat "
        "clockwise.",
        "'Eskaintzak' (chosen at random, then clockwise each time)",
        "The document does not say whether a hand that nobody bid for counts; every deal does here.",
    ),
    _clause(
        "bidding",
        "Bidding",
        "Each player speaks once: he passes, or he bids more than every bid before his. The highest bidder has the "
        "contract.",
        "'Eskaintzak' (one chance each; higher than the bids before)",
    ),
    _clause(
        "bids",
        "The bids",
        "A bid is the number of tricks that the player undertakes to win: 4, 5, 6 or 7; or it is 21, the moon. 21 asks "
        "for all seven tricks, as 7 does, but is worth more. It is the highest bid and ends the bidding at once.",
        "'Eskaintzak' (a bid is a number from 4 to 7, or 21; 21 is the highest and ends the round of bids)",
    ),
    _clause(
        "all-pass",
        "Nobody bids",
        "Where all three pass, the hand is void: nobody scores, and the next hand is dealt.",
        "'Eskaintzak', which does not speak of it",
        "The document does not say what follows three passes; a new deal favours nobody.",
    ),
    _clause(
        "widow",
        "The widow",
        "The highest bidder takes the widow into his hand, and then lays one of his eight tiles face down in the middle. "
        "It may be the same tile. It is out of play and nobody sees it before the hand is over.",
        "'Eskaintzak' (the winner takes the tile in the middle and lays one face down again)",
    ),
    _clause(
        "trump",
        "Naming the trump",
        "The highest bidder then names the trump: a number from 0 to 6, the doubles, or none. With a number, every tile "
        "that carries it is a trump.",
        "'Eskaintzak' (a number from 0 to 6, doubles, or no trump)",
    ),
    _clause(
        "trump-only",
        "A trump is nothing but a trump",
        "A tile that is a trump belongs to no other suit: it does not follow, and is not asked to follow, the suit of its "
        "other number.",
        "'Domino sailkapena' (tiles of the trump suit act as trumps only)",
    ),
    _clause(
        "doubles",
        "Doubles as trump",
        "With the doubles as trump a double no longer belongs to the suit of its number, nor heads it. The trumps are the "
        "seven doubles, from 6-6, the highest, down to 0-0.",
        "'Eskaintzak' (doubles are no longer of their own suit)",
        "The document does not rank the doubles among themselves; their numbers do.",
    ),
    _clause(
        "suits",
        "Suits, ranks and who takes the trick",
        "There are seven suits, 0 to 6; a tile belongs to the suits of both of its numbers. In a suit the double is the "
        "highest, the others follow by their other number: 6-6, 6-5, 6-4, 6-3, 6-2, 6-1; or 5-5, 6-5, 5-4, 5-3, 5-2, 5-1. "
        "0-0 is alone in suit 0. A number named as trump ranks its tiles the same way. Without a trump in the trick, the "
        "highest tile of the suit that was led takes it.",
        "'Domino sailkapena' (7 suits, the double highest, example of suit 6) and 'Jokoa' (no trump played: the highest "
        "tile of the suit led takes)",
    ),
    _clause(
        "lead",
        "Leading",
        "The highest bidder leads the first trick, with any tile he likes; who takes a trick leads the next, likewise. "
        "The others play one tile each, from their hands.",
        "'Jokoa' (begins with the bidder, any tile; the winner leads the next trick)",
    ),
    _clause(
        "follow-trump",
        "A trump is led",
        "When a trump is led, every player who holds a trump must play one. Who holds none may play any tile.",
        "'Jokoa' (all must follow with a trump if they can)",
    ),
    _clause(
        "follow-suit",
        "Another tile is led",
        "When the tile led is no trump, its higher number is the suit, and every player who holds a tile of that suit "
        "that is no trump must play one. Who holds none may play any tile, a trump too.",
        "'Jokoa' (the higher number on the tile names the suit; who cannot follow plays anything, trumps included)",
    ),
    _clause(
        "trick",
        "A trump takes the trick",
        "Where trumps were played, the highest of them takes the trick.",
        "'Jokoa' (when a trump is played the highest one takes)",
    ),
    _clause(
        "hand-end",
        "Seven tricks",
        "All seven tricks are played, even where the bid is decided before. Then the hand is scored.",
        "'Puntuazioa' (scoring begins after all tricks are played)",
    ),
    _clause(
        "made",
        "The bid is made",
        "A bidder who took at least as many tricks as he bid scores the points of his bid, and nothing for more tricks.",
        "'Puntuazioa' (points of the bid, none for tricks above it)",
    ),
    _clause(
        "failed",
        "The bid fails",
        "A bidder who took fewer tricks than he bid loses the points of his bid. His tricks score nothing.",
        "'Puntuazioa' (loses points equal to the bid)",
    ),
    _clause(
        "moon-score",
        "21 made or failed",
        "A bid of 21 is made with all seven tricks, and scores 21; with fewer, it loses 21.",
        "'Puntuazioa' (21 wins the game, or loses 21 points) and 'Eskaintzak' (all seven tricks)",
    ),
    _clause(
        "tricks",
        "The other players' tricks",
        "Every other player scores 1 for each trick that he took, whether the bid was made or not.",
        "'Puntuazioa' (1 point a trick for the others)",
    ),
    _clause(
        "moon-wins",
        "21 wins the game",
        "Who makes a bid of 21 wins the game at once, whatever the scores.",
        "'Puntuazioa' (a bid of 21 wins the game)",
    ),
    _clause(
        "target",
        "21 points",
        "The game ends with the hand after which a player has 21 points or more, and the highest score wins. Where the "
        "highest is shared, further hands are played until one player alone is ahead; he has won.",
        "'Jokoaren amaiera'",
    ),
)

CITES = {
    "game-over": "MOON-target",
    "round-over": "MOON-hand-end",
    "wrong-phase": "MOON-order",
    "not-your-turn": "MOON-turns",
    "bid-out-of-range": "MOON-bids",
    "bid-too-low": "MOON-bidding",
    "unknown-tile": "MOON-set",
    "tile-not-in-hand": "MOON-lead",
    "tile-not-in-hand/discard": "MOON-widow",
    "tile-already-played": "MOON-lead",
    "trump-not-allowed": "MOON-trump",
    "must-follow-trump": "MOON-follow-trump",
    "must-follow-suit": "MOON-follow-suit",
    "must-follow-suit/trump": "MOON-trump-only",
    "must-follow-suit/doubles": "MOON-doubles",
    "deal": "MOON-deal",
    "first-bidder": "MOON-first-bidder",
    "trick/trump": "MOON-trick",
    "trick/doubles": "MOON-doubles",
    "trick/suit": "MOON-suits",
    "round-end/played": "MOON-hand-end",
    "round-end/void": "MOON-all-pass",
    "settlement/played": "MOON-hand-end",
    "settlement/void": "MOON-all-pass",
    "contract-made": "MOON-made",
    "contract-made/moon": "MOON-moon-score",
    "contract-set": "MOON-failed",
    "contract-set/moon": "MOON-moon-score",
    "tricks": "MOON-tricks",
    "winner/highest": "MOON-target",
    "winner/moon": "MOON-moon-wins",
}

SHEET = Sheet(
    id="three-player-moon",
    edition=1,
    prefix="MOON",
    title="Three-Player Moon",
    summary="A trick-taking domino game to 21 points, with bidding, a widow and a trump, for three players.",
    source=_DOCUMENT,
    language="eu",
    seats=(3,),
    kind=TRICK_TAKING,
    rules=TrickRules(
        highest_number=6,
        left_out=("1-0", "2-0", "3-0", "4-0", "5-0", "6-0"),
        hand_size=7,
        bids=(4, 5, 6, 7, 21),
        moon=21,
        target=21,
        minimum_bid=4,
        all_pass="redeal",
        allow_doubles_trump=True,
        moon_wins_game=True,
    ),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=tuple(HOUSE_RULES),
)
