"""The schema of problem documents, and what each kind adds to them."""

from service.http.openapi.shapes import (
    CLAUSE,
    POINTER,
    RECEIPT,
    VERSION,
    Schema,
    array,
    boolean,
    described,
    integer,
    nullable,
    record,
    ref,
    string,
    when,
)
from service.http.problems import KINDS

_ERROR = record(
    "A fault of the request.",
    {"pointer": POINTER, "detail": string("What is wrong there."), "clause": CLAUSE},
    optional=("clause",),
)

_ERRORS: dict[str, Schema] = {
    "errors": array(ref("Fault"), "Each fault.", minItems=1),
    "pointer": described(POINTER, "The first fault's pointer."),
}
_SINCE: dict[str, Schema] = {
    "version": described(VERSION, "The game's version now."),
    "events": array(ref("Event"), "What was appended since the version that the caller knew, up to 100."),
    "next": nullable(described(VERSION, "The `after` with which to read on; null where that is all.")),
    "receipt": RECEIPT,
}
_ILLEGAL: dict[str, Schema] = {
    "legal": boolean("False."),
    "version": described(VERSION, "The version that it was judged at; nothing was appended."),
    "violations": array(
        ref("Violation"), "Every rule that the move breaks; gates of turn and phase stop early.", minItems=1
    ),
}

MEMBERS: dict[str, dict[str, Schema]] = {
    "malformed": {
        "parameter": string("The query parameter at fault, if it is one."),
        "header": string("The header at fault, if it is one."),
    },
    "stale-version": _SINCE,
    "illegal-move": _ILLEGAL,
    "house-rules-needed": {**_ERRORS, "missing": array({"type": "string"}, "The house rules to bring.")},
}
OPTIONAL_MEMBERS = {"malformed": ("parameter", "header")}


def _problem() -> Schema:
    kinds = "\n".join(f"* `{name}` ({kind.status}): {kind.title}." for name, kind in KINDS.items())
    problem = record(
        "A problem document (RFC 9457). `type` is stable: branch on it, or on the status for a type that you do not "
        f"know. `title` and `detail` are for people.\n\n{kinds}",
        {
            "type": string("Names the kind: `/problems/{kind}`, described there.", format="uri-reference"),
            "title": string("The kind's title."),
            "status": integer("The HTTP status."),
            "detail": string("What happened here."),
            "instance": string("The path that was asked for."),
            **_ERRORS,
        },
        optional=tuple(_ERRORS),
    )
    conditions = []
    for kind, members in MEMBERS.items():
        needed = [name for name in members if name not in OPTIONAL_MEMBERS.get(kind, ())]
        then = {"required": needed, "properties": members} if needed else {"properties": members}
        conditions.append(when("type", f"/problems/{kind}", then))
    problem["allOf"] = conditions
    return problem


FAULTS: dict[str, Schema] = {
    "Fault": _ERROR,
    "Problem": _problem(),
    "ProblemKind": record(
        "A problem kind.",
        {
            "type": string("As in problem documents.", format="uri-reference"),
            "title": string("Its title."),
            "status": integer("Its HTTP status."),
            "text": string("What a client can do about it."),
        },
    ),
    "ProblemKinds": record("All problem kinds.", {"problems": array(ref("ProblemKind"), "By status.")}),
}
