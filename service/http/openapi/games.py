"""The operations of games."""

from service.http.openapi.operations import (
    BODY,
    READING,
    SERVICE,
    TOKEN,
    TOKEN_OR_PUBLIC,
    Answer,
    Operation,
)

_STEP = (
    *BODY,
    *READING,
    "settlement-pending",
    "stale-version:409",
    "stale-version:412",
    "precondition-required",
    "idempotency-key-reused",
)
_STATE_EXAMPLE = ("showState.state",)

OPENING = (
    Operation(
        method="post",
        path="/v1/games",
        id="openGame",
        tag="games",
        summary="Open a game",
        text="Opens a game and hands out all its tokens, once. With dealer `service` and without `await_seeds` the "
        "first round is dealt at once; with dealer `client` the game then waits for `dealRound`. The sheet's edition "
        "and the house rules are pinned for the game's life. The state in the answer is the referee's view.\n\nA "
        "call that was sent twice opens two games.",
        body="GameOpening",
        body_examples=("openGame.request", "openGame.request-client"),
        answers={
            201: Answer(
                text="The game is open.",
                schema="GameOpened",
                headers=("Location", "ETag"),
                examples=("openGame.opened",),
            )
        },
        problems=(*BODY, "unauthorized", "house-rules-needed", "unavailable"),
        security=SERVICE,
    ),
    Operation(
        method="put",
        path="/v1/games/{game}/seats/{seat}/seed",
        id="giveSeed",
        tag="games",
        summary="Give a seat's seed",
        text="In a game opened with `await_seeds`: a seat's own random string, once. It is mixed into every shuffle, "
        "so that the service alone cannot have chosen the deals. The last seat's seed deals the first round.",
        parameters=("game", "seat"),
        body="Seed",
        body_examples=("giveSeed.request",),
        answers={204: Answer(text="The seed is taken.")},
        problems=(*BODY, *READING, "not-your-phase"),
        security=TOKEN,
    ),
    Operation(
        method="delete",
        path="/v1/games/{game}/seats/seed",
        id="closeSeeding",
        tag="games",
        summary="Wait for no more seeds",
        text="The referee ends the waiting; the first round is dealt with the seeds there are.",
        parameters=("game",),
        answers={204: Answer(text="The first round is dealt.")},
        problems=(*READING, "not-your-phase"),
        security=TOKEN,
    ),
    Operation(
        method="post",
        path="/v1/games/{game}/rounds",
        id="dealRound",
        tag="games",
        summary="Deal the next round",
        text="In a game of dealer `client`, in the phase `awaiting-deal`: the referee tells the deal. Every hand is "
        "needed; a `pool` of null is one whose order nobody told, and then each draw must name its tile. "
        "Needs `If-Match`, `Idempotency-Key`, or both.",
        parameters=("game", "If-Match", "Idempotency-Key"),
        body="Deal",
        body_examples=("dealRound.request",),
        answers={
            201: Answer(
                text="The round is open.",
                schema="RoundOpened",
                headers=("ETag", "Idempotent-Replayed"),
                examples=("dealRound.dealt",),
            )
        },
        problems=(*_STEP, "not-your-phase"),
        security=TOKEN,
    ),
    Operation(
        method="post",
        path="/v1/games/{game}/tokens",
        id="renewToken",
        tag="games",
        summary="Renew a token",
        text="The referee makes every token of a seat, of the spectators or of the referee itself void and gets a new "
        "one to hand out. The old ones answer 401 from then on.",
        parameters=("game",),
        body="TokenRenewal",
        body_examples=("renewToken.request",),
        answers={201: Answer(text="The new token; those before it are void.", schema="IssuedToken")},
        problems=(*BODY, *READING),
        security=TOKEN,
    ),
    Operation(
        method="post",
        path="/v1/games/{game}/close",
        id="closeGame",
        tag="games",
        summary="End an unfinished game",
        text="The referee ends the game with a reason. The round is not settled, nobody wins, everything sealed is "
        "opened.",
        parameters=("game",),
        body="Closing",
        body_examples=("closeGame.request",),
        answers={200: Answer(text="The game is over.", schema="State", headers=("ETag",))},
        problems=(*BODY, *READING, "not-your-phase"),
        security=TOKEN,
    ),
)

PLAYING = (
    Operation(
        method="post",
        path="/v1/games/{game}/moves",
        id="makeMove",
        tag="moves",
        summary="Make a move",
        text="Judges a move and appends it if it is legal. Send the version that you decided on as `If-Match`, a fresh "
        "`Idempotency-Key`, or better both: a move sent again with its key gets its first ruling, whatever has "
        "happened since, and is never made twice. With neither the answer is 428.\n\nA seat may leave `player` out; "
        "the referee must give it. A `draw` names its `tile` only from the referee: needed where the pool's order "
        "was not dealt, checked where it was.\n\nWhen a round ends, `settlement` is `pending` until a worker has "
        "settled it, moments later; moves answer `settlement-pending` meanwhile. Wait with `listEvents` and `wait`.",
        parameters=("game", "If-Match", "Idempotency-Key"),
        body="Move",
        body_examples=("makeMove.place", "makeMove.draw", "makeMove.bid"),
        answers={
            201: Answer(
                text="The move is legal and stands in the log, durably.",
                schema="Ruling",
                headers=("ETag", "Idempotent-Replayed"),
                examples=("makeMove.accepted",),
            )
        },
        problems=("illegal-move", *_STEP),
        security=TOKEN,
    ),
    Operation(
        method="post",
        path="/v1/games/{game}/rulings",
        id="tryMove",
        tag="moves",
        summary="Try a move without making it",
        text="What the ruling would be now. Nothing is appended, no tile is drawn, no version is needed. An illegal "
        "move is a 200 here, with `legal` false. A seat asks for itself only.",
        parameters=("game",),
        body="Move",
        body_examples=("makeMove.place",),
        answers={
            200: Answer(
                text="The ruling it would get.", schema="DryRuling", examples=("tryMove.legal", "tryMove.illegal")
            )
        },
        problems=(*BODY, *READING, "settlement-pending"),
        security=TOKEN,
    ),
    Operation(
        method="get",
        path="/v1/games/{game}/legal-moves",
        id="listLegalMoves",
        tag="moves",
        summary="List every legal move",
        text="Every legal move of the seat on turn with its points. A seat gets its own, an empty list when it is "
        "not on turn; the referee those of the seat on turn; nobody else any.",
        parameters=("game",),
        answers={200: Answer(text="The legal moves.", schema="LegalMoves", examples=("listLegalMoves.moves",))},
        problems=READING,
        security=TOKEN,
    ),
)

READS = (
    Operation(
        method="get",
        path="/v1/games/{game}",
        id="showState",
        tag="games",
        summary="Show the state",
        text="The state as its caller may see it, now or `at` an earlier version. Hidden tiles are null or counted. "
        "The current state has an entity tag: its version.",
        parameters=("game", "at", "If-None-Match"),
        answers={
            200: Answer(text="The state.", schema="State", headers=("ETag",), examples=_STATE_EXAMPLE),
            304: Answer(text="Still the version of `If-None-Match`.", headers=("ETag",)),
        },
        problems=("malformed", *READING),
        security=TOKEN_OR_PUBLIC,
    ),
    Operation(
        method="get",
        path="/v1/games/{game}/events",
        id="listEvents",
        tag="log",
        summary="Read the log",
        text="The events after a version, with what this caller may open. The events are the same bytes for every "
        "caller, so every caller can check the whole hash chain. Poll with `wait`: an empty page is held until "
        "something happens or the time is over.",
        parameters=("game", "after", "limit", "wait"),
        answers={200: Answer(text="A page.", schema="EventPage", examples=("listEvents.page",))},
        problems=("malformed", *READING),
        security=TOKEN_OR_PUBLIC,
    ),
    Operation(
        method="get",
        path="/v1/games/{game}/record",
        id="showRecord",
        tag="log",
        summary="Export the game record",
        text="The whole game with its log as proof: for everybody once the game is over, before that for the referee. "
        "Audited elsewhere or here, it gives the same rulings, scores and hashes. Its form has a JSON Schema of its "
        "own at `/schemas/record.json`.",
        parameters=("game",),
        answers={200: Answer(text="The record.", schema="Record", examples=("auditRecord.record",))},
        problems=READING,
        security=TOKEN_OR_PUBLIC,
    ),
)
