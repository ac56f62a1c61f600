"""The operations of sheets, audits, health, and the pages for people."""

from service.http.openapi.operations import BODY, READING, SERVICE, TOKEN_OR_PUBLIC, Answer, Operation
from service.http.openapi.shapes import Schema

_CACHED = ("ETag",)
_UNCHANGED = Answer(text="Unchanged since `If-None-Match`.", headers=_CACHED)
_HTML: Schema = {"type": "string", "description": "A page for people."}


def _page(path: str, name: str, summary: str, *, parameters: tuple[str, ...] = (), missing: bool = False) -> Operation:
    problems: tuple[str, ...] = ("not-found",) if missing else ()
    return Operation(
        method="get",
        path=path,
        id=name,
        tag="pages",
        summary=summary,
        parameters=(*parameters, "If-None-Match"),
        answers={
            200: Answer(text="The page.", schema=_HTML, media="text/html", headers=_CACHED),
            304: _UNCHANGED,
        },
        problems=(*(("malformed",) if "edition" in parameters else ()), *problems),
    )


SHEETS = (
    Operation(
        method="get",
        path="/v1/rulesets",
        id="listRulesets",
        tag="rulesets",
        summary="List the rule sheets",
        text="The newest edition of each sheet, in short. `needs` names the house rules that a game of it must bring.",
        parameters=("If-None-Match",),
        answers={
            200: Answer(text="The sheets.", schema="Rulesets", headers=_CACHED, examples=("listRulesets.sheets",)),
            304: _UNCHANGED,
        },
    ),
    Operation(
        method="get",
        path="/v1/rulesets/{ruleset}",
        id="showRuleset",
        tag="rulesets",
        summary="Show a rule sheet",
        text="Parameters, clauses, interpretations and house rules. For people the same is at "
        "`/docs/rulesets/{ruleset}`.",
        parameters=("ruleset", "edition", "If-None-Match"),
        answers={200: Answer(text="The sheet.", schema="Ruleset", headers=_CACHED), 304: _UNCHANGED},
        problems=("malformed", "not-found"),
    ),
    Operation(
        method="get",
        path="/v1/rulesets/{ruleset}/clauses/{clause}",
        id="showClause",
        tag="rulesets",
        summary="Show a clause",
        text="The clause that a violation or a score item cites.",
        parameters=("ruleset", "clause", "edition", "If-None-Match"),
        answers={
            200: Answer(text="The clause.", schema="ClauseFound", headers=_CACHED, examples=("showClause.clause",)),
            304: _UNCHANGED,
        },
        problems=("malformed", "not-found"),
    ),
)

_ASKED = {
    200: Answer(
        text="The report, done within the time of `Prefer: wait`.",
        schema="Audit",
        headers=("Location",),
        examples=("auditRecord.report",),
    ),
    202: Answer(
        text="The audit is queued; look at `Location` after `Retry-After` seconds.",
        schema="Audit",
        headers=("Location", "Retry-After"),
    ),
}

AUDITS = (
    Operation(
        method="post",
        path="/v1/audits",
        id="auditRecord",
        tag="audits",
        summary="Audit a record",
        text="Replays a game record by its own sheet and edition and compares every claim. Records of games that "
        "were never played here are taken too; every hand must be known so far, and what it claims is "
        "compared. Up to 32 MiB. Without `Prefer: wait` the answer is 202.",
        parameters=("Prefer",),
        body="Record",
        body_examples=("auditRecord.record",),
        answers=_ASKED,
        problems=(*BODY, "unauthorized", "house-rules-needed", "rate-limited", "unavailable"),
        security=SERVICE,
    ),
    Operation(
        method="post",
        path="/v1/games/{game}/audits",
        id="auditGame",
        tag="audits",
        summary="Audit a game in the log",
        text="The same for a game of this service, with its chain, seals and shuffles: for everybody who may see it "
        "once it is over, before that for the referee. An audit that finds damage stops further moves.",
        parameters=("game", "Prefer"),
        answers=_ASKED,
        problems=("unauthorized", "forbidden", "not-found", "log-damaged", "rate-limited", "unavailable"),
        security=TOKEN_OR_PUBLIC,
    ),
    Operation(
        method="get",
        path="/v1/audits/{audit}",
        id="showAudit",
        tag="audits",
        summary="Show an audit",
        text="Its status, and its report once `finished`. The audit of a game that was unfinished when it was asked "
        "for is shown to that game's referee only.",
        parameters=("audit",),
        answers={200: Answer(text="The audit.", schema="Audit", examples=("auditRecord.report",))},
        problems=READING,
        security=TOKEN_OR_PUBLIC,
    ),
)

HEALTH = (
    Operation(
        method="get",
        path="/healthz",
        id="checkAlive",
        tag="service",
        summary="Whether the process answers",
        answers={200: Answer(text="It does.", schema="Alive")},
    ),
    Operation(
        method="get",
        path="/readyz",
        id="checkReady",
        tag="service",
        summary="Whether store and queue are fit for use",
        answers={
            200: Answer(text="They are.", schema="Readiness"),
            503: Answer(text="They are not.", schema="Readiness", headers=("Retry-After",)),
        },
    ),
    Operation(
        method="get",
        path="/.well-known/jwks.json",
        id="listKeys",
        tag="service",
        summary="The public keys of the receipts",
        parameters=("If-None-Match",),
        answers={200: Answer(text="The keys.", schema="Jwks", headers=_CACHED), 304: _UNCHANGED},
    ),
    Operation(
        method="get",
        path="/openapi.yaml",
        id="showContract",
        tag="service",
        summary="This document",
        parameters=("If-None-Match",),
        answers={
            200: Answer(
                text="OpenAPI 3.1.",
                schema={"type": ["string", "object"]},
                media="application/yaml",
                headers=_CACHED,
            ),
            304: _UNCHANGED,
        },
    ),
    Operation(
        method="get",
        path="/schemas/record.json",
        id="showRecordSchema",
        tag="service",
        summary="The JSON Schema of a game record",
        parameters=("If-None-Match",),
        answers={
            200: Answer(
                text="A JSON Schema (2020-12), self-contained.",
                schema={"type": "object"},
                media="application/schema+json",
                headers=_CACHED,
            ),
            304: _UNCHANGED,
        },
    ),
)

_FILE = Operation(
    method="get",
    path="/docs/assets/{file}",
    id="showAsset",
    tag="pages",
    summary="A file of the pages",
    parameters=("file", "If-None-Match"),
    answers={
        200: Answer(text="The file.", schema={}, media="*/*", headers=_CACHED),
        304: _UNCHANGED,
    },
    problems=("not-found",),
)


def _problem_page(path: str, name: str, summary: str, schema: str, parameters: tuple[str, ...] = ()) -> Operation:
    return Operation(
        method="get",
        path=path,
        id=name,
        tag="service",
        summary=summary,
        text="JSON, or a page for a browser (`Accept: text/html`).",
        parameters=(*parameters, "If-None-Match"),
        answers={200: Answer(text="JSON, or a page.", schema=schema, headers=_CACHED), 304: _UNCHANGED},
        problems=("not-found",) if parameters else (),
    )


PAGES = (
    _problem_page("/problems", "listProblems", "The problem kinds", "ProblemKinds"),
    _problem_page("/problems/{kind}", "showProblem", "What a problem kind means", "ProblemKind", ("kind",)),
    _page("/", "showStart", "The start page"),
    _page("/docs", "showDocs", "A page to read and try this document"),
    _page("/docs/rulesets", "showSheets", "The rule sheets for players"),
    _page(
        "/docs/rulesets/{ruleset}",
        "showSheet",
        "A rule sheet for players, with an anchor for each clause",
        parameters=("ruleset", "edition"),
        missing=True,
    ),
    _FILE,
)
