"""Schemas of the event log: events, what each type carries, openings, pages."""

from service.http.openapi.shapes import (
    CELL,
    CLAUSE,
    CORNERS,
    GAME_ID,
    HASH,
    PLAYER,
    RECEIPT,
    SCORE_ITEMS,
    SCORES,
    TILE,
    TIME,
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
    when,
    word,
)
from service.http.openapi.words import ENDINGS

_ROUND = integer("The round, from 1.", minimum=1)
_ENDED_BY = word("What ended it.", *ENDINGS)
_PLACE = integer("A place of the pool as dealt, from 0.", minimum=0)
_DRAWS = integer("How many tiles were drawn in this turn before it.", minimum=0)

_TERMS = record(
    "What a game is played by, for its whole life.",
    {
        "ruleset": string("The sheet's id."),
        "edition": integer("The sheet's edition.", minimum=1),
        "house_rules": ref("HouseRules"),
        "players": array(PLAYER, "The players in seat order."),
        "dealer": word("Who deals.", "service", "client"),
        "public": boolean("Whether the public view needs no token."),
        "engine": string("The engine that opened the game."),
    },
)

_ROUND_DEALT = {
    "terms": ref("Terms"),
    "round": _ROUND,
    "scores": described(SCORES, "The standings that the round starts from."),
    "hands": by_name({"type": "integer"}, "How many tiles each player was dealt. The tiles are sealed as `hand/NAME`."),
    "pool": record(
        "The pool. Its tiles are sealed as `pool/PLACE`.",
        {"count": integer("How many tiles."), "known": boolean("Whether its order was dealt.")},
    ),
    "phase": string("The phase that begins."),
    "turn": TURN,
    "clause": described(CLAUSE, "Why that seat begins."),
    "opening_draws": array(
        record("A tile drawn to find the opener.", {"player": PLAYER, "place": _PLACE}),
        "In order, from the pool's head.",
    ),
    "first_bidder": nullable(string("Trick-taking: who bids first. The widow is sealed as `widow`.")),
    "key_commitment": nullable(string("SHA-256 that commits to the round's key, where the service deals.")),
}

DATA: dict[tuple[str, int], Schema] = {
    ("game-opened", 1): record(
        "The game was opened.",
        {
            "terms": ref("Terms"),
            "await_seeds": boolean("Whether the seats' own seeds are waited for."),
            "commitment": nullable(string("SHA-256 that commits to the root of all shuffles; sealed as `root`.")),
        },
    ),
    ("seed-given", 1): record("A seat gave its seed; it is sealed as `seed`.", {"player": PLAYER}),
    ("seeding-closed", 1): record("No more seeds are taken.", {"by": string("Who closed it.")}),
    ("awaiting-deal", 1): record("The next deal is to come from the referee.", {"round": _ROUND}),
    ("round-dealt", 1): record("A round was dealt.", _ROUND_DEALT),
    ("tile-placed", 1): record(
        "A tile was laid.",
        {
            "player": PLAYER,
            "at": CELL,
            "corners": CORNERS,
            "draws": _DRAWS,
            "score_items": SCORE_ITEMS,
            "turn": TURN,
        },
    ),
    ("tile-drawn", 1): record(
        "A tile was drawn: the pool's `place`, or sealed as `drawn` where the pool was not dealt.",
        {
            "player": PLAYER,
            "place": _PLACE,
            "pool_known": boolean("Whether the deal sealed it."),
            "score_items": SCORE_ITEMS,
        },
    ),
    ("turn-passed", 1): record(
        "A turn ended without a placement.",
        {"player": PLAYER, "draws": _DRAWS, "score_items": SCORE_ITEMS, "turn": TURN},
    ),
    ("play-stopped", 1): record("A solitaire was ended by its player.", {"player": PLAYER}),
    ("bid-made", 1): record(
        "A bid, or a refusal to bid.",
        {
            "player": PLAYER,
            "value": nullable(integer("The bid; null is a refusal.")),
            "turn": TURN,
            "forced": boolean("Whether a house rule made it a bid."),
        },
    ),
    ("widow-taken", 1): record(
        "The highest bidder has the contract and the widow.", {"player": PLAYER, "value": integer("The bid to make.")}
    ),
    ("tile-discarded", 1): record("The bidder laid a tile face down; it is sealed as `discard`.", {"player": PLAYER}),
    ("trump-declared", 1): record("The trump was named.", {"player": PLAYER, "trump": string("The trump.")}),
    ("tile-played", 1): record("A tile was played to the trick.", {"player": PLAYER, "tile": TILE, "turn": TURN}),
    ("trick-taken", 1): record(
        "A trick is complete.", {"player": PLAYER, "tile": TILE, "clause": CLAUSE, "turn": TURN}
    ),
    ("seat-forfeited", 1): record(
        "A seat gave up or ran out of time.", {"player": PLAYER, "how": word("Which.", "resigned", "timeout")}
    ),
    ("round-ended", 1): record(
        "The round is at its end.",
        {
            "round": _ROUND,
            "ended_by": _ENDED_BY,
            "clause": nullable(CLAUSE),
            "settles": boolean("Whether a settlement is due."),
        },
    ),
    ("round-settled", 1): record(
        "The round was settled; its tiles are open to everybody from here.",
        {
            "round": _ROUND,
            "score_items": SCORE_ITEMS,
            "clause": CLAUSE,
            "scores": SCORES,
            "round_winner": nullable(string("Who won the round, if the sheet names one.")),
            "key": nullable(string("Opens the round's shuffle, where the service dealt.")),
        },
    ),
    ("game-ended", 1): record(
        "The game is over; all that was sealed is open to everybody from here.",
        {
            "ended_by": _ENDED_BY,
            "winner": array(PLAYER, "Who has won; empty where nobody has."),
            "scores": SCORES,
            "clause": nullable(CLAUSE),
            "root": nullable(string("Opens all shuffles of the game, where the service dealt.")),
            "note": nullable(string("Why a referee closed the game.")),
        },
    ),
}

_OPENING = record(
    "What lies behind a seal. It fits where SHA-256 of the canonical JSON (RFC 8785) of "
    "`[game, version, name, salt, value]` is `seals[name]` of the event `version`.",
    {
        "version": described(VERSION, "The event that sealed it."),
        "name": string("The seal's name, such as `hand/Ana`, `pool/7`, `widow`, `seed`."),
        "salt": string("32 random bytes in hex."),
        "value": anything("The tile, the tiles or the text that was sealed."),
    },
)


def data_name(form: tuple[str, int]) -> str:
    """The component of an event form's data: `TilePlacedData` (from the second schema on with its number)."""
    name, schema = form
    words = "".join(word.capitalize() for word in name.split("-"))
    return f"{words}Data{schema if schema > 1 else ''}"


def _event() -> Schema:
    event = record(
        "An event of the log. `game`, `version`, `type`, `schema`, `at`, `data` and `seals` are the same bytes for "
        "every caller and what `hash` is made of; `openings` are what this caller comes to know by this event. "
        "`data` depends on `type` and `schema`; new types may come.",
        {
            "game": GAME_ID,
            "version": described(VERSION, "The event's place in the log, from 1, without gaps."),
            "type": word("What happened.", *(name for name, _ in DATA)),
            "schema": integer("The form of `data`.", minimum=1),
            "at": TIME,
            "data": {"type": "object", "description": "See the component of the type, such as `TilePlacedData`."},
            "seals": by_name(HASH, "What is hidden, by name, as a salted hash."),
            "hash": described(HASH, "The chain's hash after this event."),
            "openings": array(ref("Opening"), "Sealed values made known to this caller here, each once."),
        },
    )
    event["allOf"] = [when("type", form[0], {"properties": {"data": ref(data_name(form))}}) for form in DATA]
    return event


_PAGE = record(
    "A page of the log.",
    {
        "events": array(ref("Event"), "The events after `after`, in order."),
        "version": described(VERSION, "The game's version now."),
        "next": nullable(described(VERSION, "The `after` of the next page; null at the end.")),
        "receipt": RECEIPT,
    },
)

EVENTS: dict[str, Schema] = {
    "Terms": _TERMS,
    "Opening": _OPENING,
    "Event": _event(),
    **{data_name(form): schema for form, schema in DATA.items()},
    "EventPage": _PAGE,
}
