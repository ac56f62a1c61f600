"""Pocket Moon, edition 2: the doubles can no longer be trump. Edition 1 stays beside it for its games."""

from service.rules.clauses import Clause
from service.rules.sheet import Sheet
from service.rules.tricks.kind import TRICK_TAKING
from service.rules.tricks.parameters import TrickRules

SOURCE = "written for the tests"


def _clause(name: str, title: str, text: str, interpretation: str | None = None) -> Clause:
    return Clause(id=f"POM-{name}", title=title, text=text, source=SOURCE, interpretation=interpretation)


CLAUSES = (
    _clause("set", "The set", "The ten dominoes of a double-three set, named with the higher number first."),
    _clause("deal", "The deal", "Three players take three tiles each; the one left over, the widow, lies face down."),
    _clause("order", "A hand", "Bidding, widow and discard, trump, three tricks."),
    _clause("turns", "Turns", "Clockwise. The first bid is drawn by lot, then moves one seat with every deal."),
    _clause("bids", "Bids", "Each player once passes or bids 1, 2 or 3 tricks, more than any before."),
    _clause("void", "Nobody bids", "The hand is void and dealt anew.", "The sheet has to say something."),
    _clause("widow", "The widow", "The highest bidder takes the widow and lays a tile away, face down."),
    _clause("trump", "Trump", "The highest bidder names a number or none; the doubles cannot be trump."),
    _clause("follow", "Following", "A led trump asks for trumps, any other tile for its higher number's suit."),
    _clause("trick", "Taking", "The highest trump takes, else the highest of the suit: the double, then downward."),
    _clause("score", "Score", "The bidder scores his bid or loses it; the others score 1 for each trick."),
    _clause("end", "The end", "5 points end the game; the highest score, if one player's alone, wins."),
)

CITES = {
    "game-over": "POM-end",
    "round-over": "POM-order",
    "wrong-phase": "POM-order",
    "not-your-turn": "POM-turns",
    "bid-out-of-range": "POM-bids",
    "bid-too-low": "POM-bids",
    "unknown-tile": "POM-set",
    "tile-not-in-hand": "POM-order",
    "tile-not-in-hand/discard": "POM-widow",
    "tile-already-played": "POM-order",
    "trump-not-allowed": "POM-trump",
    "must-follow-trump": "POM-follow",
    "must-follow-suit": "POM-follow",
    "deal": "POM-deal",
    "first-bidder": "POM-turns",
    "trick": "POM-trick",
    "round-end": "POM-order",
    "round-end/void": "POM-void",
    "settlement": "POM-score",
    "settlement/void": "POM-void",
    "contract-made": "POM-score",
    "contract-set": "POM-score",
    "tricks": "POM-score",
    "winner": "POM-end",
}

SHEET = Sheet(
    id="pocket-moon",
    edition=2,
    prefix="POM",
    title="Pocket Moon",
    summary="Ten dominoes, three tricks, 5 points.",
    source=SOURCE,
    language="en",
    seats=(3,),
    kind=TRICK_TAKING,
    rules=TrickRules(highest_number=3, hand_size=3, bids=(1, 2, 3), target=5, minimum_bid=1, allow_doubles_trump=False),
    clauses=CLAUSES,
    cites=CITES,
    house_rules=("target", "minimum_bid", "all_pass", "allow_doubles_trump"),
)
