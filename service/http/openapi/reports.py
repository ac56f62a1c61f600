"""Schemas of answers beside the games: sheets, audit reports, health, keys, exported records."""

from service.http.openapi.shapes import (
    CLAUSE,
    PLAYER,
    POINTER,
    SCORE_ITEMS,
    SCORES,
    TIME,
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
from service.http.openapi.words import ENDINGS

_SUMMARY: dict[str, Schema] = {
    "id": string("The sheet's id, as in `ruleset`."),
    "edition": integer("This edition.", minimum=1),
    "editions": array({"type": "integer"}, "All editions served, ascending."),
    "title": string("The sheet's title."),
    "summary": string("One sentence."),
    "kind": word("The kind of game.", "tile-laying", "trick-taking"),
    "players": array({"type": "integer"}, "The numbers of players that it is for."),
    "needs": array({"type": "string"}, "House rules that a game must bring, since the document does not give them."),
}

_CLAUSE: dict[str, Schema] = {
    "id": string("The clause's id, such as `HEX-bridge`; stable within an edition."),
    "title": string("Its title."),
    "text": string("The rule in our words."),
    "source": string("The document and the passage."),
    "interpretation": nullable(
        string("Null where the document says so; else why it is read so where it is silent or garbled.")
    ),
}

_HOUSE_RULE = record(
    "A parameter that a game may set otherwise.",
    {
        "name": string("Its name in `house_rules`."),
        "type": word("What it takes.", "integer", "boolean", "choice", "integers", "hand-sizes"),
        "text": string("What it means."),
        "default": anything("The sheet's own value; null where it has none."),
        "required": boolean("Whether a game must bring it."),
        "nullable": boolean("Whether it may be null."),
        "minimum": integer("The lowest integer taken."),
        "maximum": integer("The highest integer taken."),
        "choices": {"type": "array", "description": "What a choice takes, or the numbers of players.", "items": {}},
    },
    optional=("minimum", "maximum", "choices"),
)

_RULESET = record(
    "A rule sheet in whole.",
    {
        **_SUMMARY,
        "source": string("The document."),
        "language": string("The document's language (BCP 47)."),
        "parameters": by_name(anything("The value."), "Every parameter by name."),
        "clauses": array(ref("Clause"), "Every clause, in reading order."),
        "interpretations": array(ref("Clause"), "Those of them that are readings of ours."),
        "house_rules": array(ref("HouseRule"), "What a game may set otherwise."),
        "citations": by_name(
            {"type": "string"},
            "Which clause each check cites: by violation code, score reason or outcome, some with a detail after `/`.",
        ),
    },
)

_DIVERGENCE = record(
    "Where a record and the rules part.",
    {
        "kind": word(
            "What disagrees.",
            *("illegal-move", "move-claim", "settlement", "scores", "winner", "chain", "shuffle"),
        ),
        "round": nullable(integer("The round, from 1; null where it belongs to none.")),
        "move": nullable(integer("The move in its round, from 1; null but for `illegal-move` and `move-claim`.")),
        "violations": array(ref("Violation"), "`illegal-move`: why."),
        "computed": anything("What the rules give: points, or an object or list of them."),
        "claimed": anything("What the record claims."),
        "version": nullable(described(VERSION, "`chain`, `shuffle`: the event at which the proof fails.")),
        "reason": string("`chain`, `shuffle`: why, in a sentence for people."),
    },
    optional=("version", "reason"),
)

_JUDGED_MOVE = record(
    "A move of the record, judged.",
    {
        "player": PLAYER,
        "judged": boolean("False for moves after the first illegal one, which are never judged."),
        "legal": nullable(boolean("Null where it was not judged.")),
        "violations": array(ref("Violation"), "Why it is illegal."),
        "undecided": array({"type": "string"}, "Codes that could not be judged since the record lacks facts."),
        "score_items": SCORE_ITEMS,
        "score_delta": nullable(integer("The points computed.")),
        "claimed": nullable(integer("The points claimed, if any were.")),
        "agrees": nullable(boolean("Whether the claim is right; true where there is none.")),
    },
)

_REPORTED_ROUND = record(
    "A round of the record, judged.",
    {
        "moves": array(ref("JudgedMove"), "Its moves in order."),
        "ended_by": word("What ended it.", *ENDINGS, "unfinished"),
        "settlement": nullable(
            record(
                "Its settlement; null where there was none.",
                {
                    "items": SCORE_ITEMS,
                    "clause": nullable(CLAUSE),
                    "claimed": nullable(described(SCORES, "The settlement claimed.")),
                    "agrees": boolean("Whether the claim is right; true where there is none."),
                },
            )
        ),
        "scores": described(SCORES, "The scores computed after it."),
    },
)

_AUDIT = record(
    "An audit: its status, and once `finished` its report. Until then the verdict is null.",
    {
        "id": string("The audit's id, opaque."),
        "status": word("Where it stands.", "queued", "running", "finished", "failed"),
        "progress": record(
            "How far it is.",
            {"moves": integer("Moves judged."), "of": nullable(integer("Moves in all, once counted."))},
        ),
        "error": nullable(
            record(
                "Why it failed, as the problem it would have been.",
                {
                    "kind": string("The problem kind."),
                    "detail": string("What is wrong."),
                    "errors": array(
                        record("A fault.", {"pointer": POINTER, "detail": string("What is wrong there.")}),
                        "Each fault.",
                    ),
                },
                optional=("kind", "errors"),
            )
        ),
        "verdict": nullable(
            word("The worst that was found.", "tampered", "illegal-move", "score-mismatch", "undecided", "upheld")
        ),
        "first_divergence": nullable(ref("Divergence")),
        "divergences": array(ref("Divergence"), "All of them, in the order of the game, faults of the proof first."),
        "rounds": array(ref("ReportedRound"), "Every round with every move."),
        "receipts_checked": integer("How many receipts were checked: those of keys that this service knows."),
        "moves_left_out": integer("How many moves after an illegal one the report does not name: those past 5,000."),
        "scores": described(SCORES, "The scores computed; before the first illegal move, where there is one."),
        "winner": array(PLAYER, "Who has won, as computed; empty while the game goes on."),
        "game_over": boolean("Whether the game is over, as computed."),
        "chain": word("The proof's hash chain.", "intact", "broken", "absent"),
        "shuffle": word("The proof's deals.", "proved", "committed", "disproved", "unproved"),
        "ruleset": nullable(string("The sheet's id.")),
        "edition": nullable(integer("The edition it was judged by.")),
        "engine": string("The engine that judged."),
        "game": nullable(string("The game in the log that was audited; null for a posted record.")),
        "created_at": TIME,
        "expires_at": described(TIME, "Until when the report is kept."),
    },
)

_JWKS = record(
    "A JWK Set (RFC 7517), newest key first; retired keys stay.",
    {
        "keys": array(
            record(
                "An Ed25519 public key (RFC 8037).",
                {name: {"type": "string"} for name in ("kty", "crv", "x", "kid", "alg", "use")},
            ),
            "The keys of the receipts.",
        )
    },
)

REPORTS: dict[str, Schema] = {
    "Rulesets": record(
        "The sheets served.",
        {"rulesets": array(record("A sheet's newest edition, in short.", _SUMMARY), "In order of their ids.")},
    ),
    "Ruleset": _RULESET,
    "Clause": record("A rule of a sheet.", _CLAUSE),
    "ClauseFound": record(
        "A clause with the sheet that it is of.",
        {"ruleset": string("The sheet's id."), "edition": integer("Its edition.", minimum=1), **_CLAUSE},
    ),
    "HouseRule": _HOUSE_RULE,
    "Divergence": _DIVERGENCE,
    "JudgedMove": _JUDGED_MOVE,
    "ReportedRound": _REPORTED_ROUND,
    "Audit": _AUDIT,
    "Alive": record("The process answers.", {"status": word("Always the same.", "alive")}),
    "Readiness": record(
        "Whether store and queue are fit for use.",
        {
            "status": word("The sum of it.", "ready", "unfit"),
            "faults": array({"type": "string"}, "Why not, in sentences."),
            "warnings": array({"type": "string"}, "What should be changed."),
        },
    ),
    "Jwks": _JWKS,
}
