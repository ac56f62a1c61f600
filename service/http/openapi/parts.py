"""Parameters, headers, security schemes and tags."""

from service.http.openapi.shapes import MOST_INTEGER, Schema

_OPAQUE = {"type": "string", "minLength": 1, "maxLength": 64}


def _path(name: str, text: str, **more: object) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": text, "schema": {**_OPAQUE, **more}}


def _query(name: str, text: str, **schema: object) -> Schema:
    return {"name": name, "in": "query", "description": text, "schema": {"type": "integer", **schema}}


def _header(name: str, text: str, *, example: str, **schema: object) -> Schema:
    shown = {"type": "string", **schema}
    return {"name": name, "in": "header", "description": text, "schema": shown, "example": example}


PARAMETERS: dict[str, Schema] = {
    "game": _path("game", "The game's id."),
    "seat": _path("seat", "The seat's player, percent-encoded."),
    "audit": _path("audit", "The audit's id."),
    "ruleset": _path("ruleset", "The sheet's id, such as `tridomino-hexagono`."),
    "clause": _path("clause", "The clause's id, such as `HEX-bridge`."),
    "kind": _path("kind", "The problem kind, such as `illegal-move`."),
    "file": _path("file", "The file's name."),
    "edition": _query("edition", "An edition of the sheet; the newest without.", minimum=1, maximum=10_000),
    "at": _query("at", "The state after this version instead of now.", minimum=1, maximum=MOST_INTEGER),
    "after": _query("after", "Events after this version.", minimum=0, maximum=MOST_INTEGER, default=0),
    "limit": _query("limit", "At most that many events.", minimum=1, maximum=500, default=100),
    "wait": _query("wait", "Seconds for which an empty page is held.", minimum=0, maximum=25, default=0),
    "If-Match": _header(
        "If-Match",
        "The version that the move was decided on, as an entity tag. Where the game has moved on: 412.",
        example='"12"',
        pattern=r'^(\*|"[0-9]{1,16}")$',
    ),
    "If-None-Match": _header("If-None-Match", "The entity tag at hand; unchanged gives 304.", example='"12"'),
    "Idempotency-Key": _header(
        "Idempotency-Key",
        "1 to 255 visible ASCII characters, fresh for each call. The same call sent again with its key gets its first "
        "answer; kept for the caller's role or seat as long as the game lives. Only accepted calls are remembered.",
        example="5f0c6d0e-3f3f-4f38-9d3e-2f7a9f2c1b11",
        pattern=r"^[\x21-\x7e]{1,255}$",
    ),
    "Prefer": _header(
        "Prefer",
        "`wait=N` waits up to N seconds, at most 30, for the report; without, or where too many wait, the answer is "
        "202.",
        example="wait=10",
    ),
}

HEADERS: dict[str, Schema] = {
    "ETag": {
        "description": 'Of a game: its version, `"12"`, good for `If-Match`. Of anything else: its content.',
        "schema": {"type": "string"},
    },
    "Location": {"description": "Where it is to be found.", "schema": {"type": "string", "format": "uri-reference"}},
    "Retry-After": {
        "description": "Seconds until it is worth trying again.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "WWW-Authenticate": {"description": "The scheme: `Bearer`.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` where this is the answer that the key got before.",
        "schema": {"type": "string"},
    },
}

SECURITY: dict[str, Schema] = {
    "gameToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of one game: its referee's, a seat's or the spectators'. `openGame` hands them out. "
        "Games opened with `public` show their public view without one.",
    },
    "serviceCredential": {
        "type": "http",
        "scheme": "bearer",
        "description": "One of the service's `API_KEYS`, for opening games and posting records. A service without "
        "`API_KEYS` asks for none.",
    },
}

TAGS: list[Schema] = [
    {"name": "rulesets", "description": "The rules: sheets, clauses, house rules."},
    {"name": "games", "description": "Opening, dealing, seeing and ending games."},
    {"name": "moves", "description": "Moves: made, tried, listed."},
    {"name": "log", "description": "The event log and the record that is made of it."},
    {"name": "audits", "description": "Replay validation: a record judged again, move by move."},
    {"name": "service", "description": "Health, keys, schemas, problem kinds."},
    {"name": "pages", "description": "Pages for people."},
]
