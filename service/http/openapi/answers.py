"""Schemas of answers about games: states, rulings, legal moves."""

from service.http.openapi.shapes import (
    CELL,
    CLAUSE,
    CORNERS,
    GAME_ID,
    PLAYER,
    POINTER,
    RECEIPT,
    SCORE_ITEMS,
    SCORES,
    TILE,
    TILES,
    TURN,
    VERSION,
    Schema,
    anything,
    array,
    boolean,
    by_name,
    described,
    integer,
    nullable,
    record,
    ref,
    string,
    word,
)
from service.http.openapi.words import CODE_LIST, ENDINGS, PHASES, REASONS

_PHASE = word("What the game waits for.", *PHASES)
_ENDED_BY = word("What ended it.", *ENDINGS)

_MADE_MOVE = record(
    "A move that was or can be made: `Move` with its player. Members other than `player` and `type` depend on the "
    "type; new types may come.",
    {
        "player": PLAYER,
        "type": word(
            "Which move.",
            *("place", "draw", "pass", "stop", "bid", "discard", "declare", "play", "resign", "timeout"),
        ),
        "at": described(CELL, "`place`: the cell."),
        "corners": described(CORNERS, "`place`: the numbers, clockwise from the apex."),
        "tile": described(TILE, "`play` and `discard`: the tile; `draw`: the tile where its maker named it."),
        "value": integer("`bid`: the bid."),
        "trump": string("`declare`: `0` to `6`, `doubles` or `none`."),
    },
    optional=("at", "corners", "tile", "value", "trump"),
)

_SCORE_ITEM = record(
    "Points of one player with their reason and the clause that gives them.",
    {
        "player": PLAYER,
        "points": integer("Whole points; costs are negative."),
        "reason": word("Why.", *REASONS),
        "clause": CLAUSE,
    },
)

_VIOLATION = record(
    "A rule that a move breaks.",
    {
        "code": string(f"A stable code; more may be added, none is renamed or reused.\n\n{CODE_LIST}"),
        "clause": CLAUSE,
        "title": string("The code's name for people. Not stable."),
        "text": string("One sentence for people, made of the facts. Not stable."),
        "pointer": POINTER,
        "facts": {
            "type": "object",
            "description": "What would have been needed, typed; the members depend on `code`. Only public tiles and "
            "the caller's own are named.",
            "additionalProperties": True,
        },
    },
)

_SETTLEMENT = record(
    "The settlement of the round that has ended.",
    {
        "round": integer("Which round, from 1."),
        "status": word("`pending` until a worker has settled it.", "pending", "settled"),
        "ended_by": nullable(_ENDED_BY),
        "score_items": described(SCORE_ITEMS, "Once settled: what the settlement scores."),
        "clause": described(CLAUSE, "Once settled: the clause of the settlement."),
        "scores": described(SCORES, "Once settled: the scores after it."),
        "round_winner": nullable(string("Once settled: who won the round, if the sheet names one.")),
    },
    optional=("score_items", "clause", "scores", "round_winner"),
)

_PLACEMENT = record(
    "A laid tile.",
    {"player": PLAYER, "at": CELL, "corners": CORNERS, "version": described(VERSION, "The event that laid it.")},
)

_PLAY = record("A tile in a trick.", {"player": PLAYER, "tile": TILE})

_LAYING: dict[str, Schema] = {
    "board": array(ref("Placement"), "Tile-laying: the placements in order."),
    "pool_count": integer("Tile-laying: how many tiles can still be drawn.", minimum=0),
    "draws": integer("Tile-laying: tiles drawn in this turn.", minimum=0),
    "passes": integer("Tile-laying: passes in a row.", minimum=0),
}

_TRICKS: dict[str, Schema] = {
    "first_bidder": described(PLAYER, "Trick-taking: who bids first in this round."),
    "bids": array(
        record(
            "What a seat said.",
            {
                "player": PLAYER,
                "value": nullable(integer("The bid; null is a refusal.")),
                "forced": boolean("Whether a house rule made it a bid."),
            },
        ),
        "Trick-taking: the bidding so far, in order.",
    ),
    "contract": nullable(
        record("Trick-taking: who plays for how much.", {"player": PLAYER, "value": integer("The bid to make.")})
    ),
    "trump": nullable(string("Trick-taking: the trump, once named: `0` to `6`, `doubles` or `none`.")),
    "leader": nullable(string("Trick-taking: who leads, or led, the trick in progress.")),
    "trick": array(_PLAY, "Trick-taking: the trick in progress, in order of play."),
    "tricks": array(
        record(
            "A complete trick.",
            {
                "player": described(PLAYER, "Who took it."),
                "tile": described(TILE, "With which tile."),
                "plays": array(_PLAY, "All tiles, in order of play."),
            },
        ),
        "Trick-taking: the complete tricks, with their takers.",
    ),
}

_STATE = record(
    "A game as its caller may see it, after `version` events. Tile-laying sheets show `board`, `pool_count`, `draws` "
    "and `passes`; trick-taking sheets show `first_bidder`, `bids`, `contract`, `trump`, `leader`, `trick` and "
    "`tricks` once a round is dealt.",
    {
        "id": GAME_ID,
        "version": VERSION,
        "ruleset": string("The sheet's id."),
        "edition": integer("The sheet's edition, pinned for the game's life.", minimum=1),
        "house_rules": ref("HouseRules"),
        "players": array(PLAYER, "The players in seat order, clockwise."),
        "dealer": word("Who deals.", "service", "client"),
        "public": boolean("Whether the public view needs no token."),
        "phase": _PHASE,
        "turn": TURN,
        "round": integer("The current round, from 1; 0 before the first deal.", minimum=0),
        **_LAYING,
        **_TRICKS,
        "hand": nullable(
            array(nullable(TILE), "The calling seat's own tiles; null for other callers. A null tile is not known.")
        ),
        "hands": by_name(
            record(
                "A hand.",
                {
                    "count": integer("How many tiles.", minimum=0),
                    "tiles": nullable(described(TILES, "The tiles, null where this caller cannot know them.")),
                },
            ),
            "Every hand by player.",
        ),
        "scores": SCORES,
        "settlement": nullable(ref("Settlement")),
        "winner": nullable(array(PLAYER, "Who has won, several where equal; null until the game is over.")),
        "ended_by": nullable(described(_ENDED_BY, "What ended the game; null until it is over.")),
        "receipt": RECEIPT,
    },
    optional=(*_LAYING, *_TRICKS),
)

_GAME_OPENED = record(
    "A new game with all its tokens. They are shown once: keep them, and hand each seat its own.",
    {
        "id": GAME_ID,
        "version": VERSION,
        "tokens": record(
            "Bearer tokens of this game alone.",
            {
                "referee": string("Sees all that is not sealed from everybody; closes, deals, audits."),
                "spectator": string("Sees the public view."),
                "seats": by_name({"type": "string"}, "Each seat's token by player: its own moves, its own hand."),
            },
        ),
        "state": ref("State"),
    },
)

_ROUND_OPENED = record(
    "A round dealt by the client.",
    {
        "version": VERSION,
        "state": ref("State"),
        "events": array(ref("Event"), "The events appended."),
    },
)

_RULING = record(
    "The ruling of a move that was accepted and appended.",
    {
        "legal": boolean("True: a refused move is a problem document of the kind `illegal-move`."),
        "version": described(VERSION, "The version after the move; the next `If-Match`."),
        "move": ref("MadeMove"),
        "score_delta": integer("What the move changed in its player's score."),
        "score_items": SCORE_ITEMS,
        "drawn": nullable(string("The tile drawn by this move. Only its drawer and the referee come to know it.")),
        "events": array(ref("Event"), "The events appended, as this caller may see them."),
        "scores": SCORES,
        "turn": TURN,
        "phase": _PHASE,
        "settlement": nullable(ref("Settlement")),
        "receipt": RECEIPT,
    },
)

_DRY_RULING = record(
    "What the ruling of a move would be. Nothing is appended; nothing is told of what would be drawn or would follow.",
    {
        "legal": boolean("Whether the move is legal now."),
        "violations": array(ref("Violation"), "Why it is not; empty where it is."),
        "score_delta": integer("What it would change in its player's score."),
        "score_items": SCORE_ITEMS,
    },
)

_LEGAL_MOVES = record(
    "Every legal move of the seat on turn. Giving up (`resign`, `timeout`) is always allowed and not listed.",
    {
        "version": VERSION,
        "turn": TURN,
        "moves": array(
            record(
                "A legal move with its points.",
                {
                    "move": ref("MadeMove"),
                    "score_delta": integer("What it would change in its player's score."),
                    "score_items": SCORE_ITEMS,
                },
            ),
            "Empty for a seat that is not on turn.",
        ),
    },
)

_ISSUED_TOKEN = record(
    "A new bearer token of a game.",
    {
        "token": string("Hand it to whom it is for; it is shown this once."),
        "role": string("`referee`, `seat` or `spectator`."),
        "seat": nullable(string("The player's name.")),
        "expires_at": nullable(string("When it expires (RFC 3339, UTC); null for never.")),
    },
)

GAMES: dict[str, Schema] = {
    "IssuedToken": _ISSUED_TOKEN,
    "HouseRules": by_name(
        anything("The rule's value."), "The game's house rules by name; the sheet lists what it takes."
    ),
    "MadeMove": _MADE_MOVE,
    "ScoreItem": _SCORE_ITEM,
    "Violation": _VIOLATION,
    "Settlement": _SETTLEMENT,
    "Placement": _PLACEMENT,
    "State": _STATE,
    "GameOpened": _GAME_OPENED,
    "RoundOpened": _ROUND_OPENED,
    "Ruling": _RULING,
    "DryRuling": _DRY_RULING,
    "LegalMoves": _LEGAL_MOVES,
}
