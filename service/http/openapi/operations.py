"""Operations as values, and their OpenAPI form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.http.openapi.shapes import Schema, ref
from service.http.problems import KINDS, MEDIA_TYPE

JSON = "application/json"

PUBLIC: Sequence[Mapping[str, list[str]]] = ()
SERVICE: Sequence[Mapping[str, list[str]]] = ({}, {"serviceCredential": []})
TOKEN: Sequence[Mapping[str, list[str]]] = ({"gameToken": []},)
TOKEN_OR_PUBLIC: Sequence[Mapping[str, list[str]]] = ({}, {"gameToken": []})

READING = ("unauthorized", "forbidden", "not-found", "log-damaged", "unavailable")
BODY = ("malformed", "too-large", "unsupported-media-type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a status means. `schema` names a component or is one; None is no body."""

    text: str
    schema: str | Schema | None = None
    media: str = JSON
    headers: Sequence[str] = ()
    examples: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path. `problems` names kinds; a kind may come with a status of its own as `kind:status`."""

    method: str
    path: str
    id: str
    tag: str
    summary: str
    text: str = ""
    parameters: Sequence[str] = ()
    body: str | None = None
    body_text: str = ""
    body_examples: Sequence[str] = ()
    answers: Mapping[int, Answer]
    problems: Sequence[str] = ()
    security: Sequence[Mapping[str, list[str]]] = field(default=PUBLIC)

    def kinds_by_status(self) -> dict[int, list[str]]:
        """The problem kinds that each status can mean here."""
        found: dict[int, list[str]] = {}
        for name in self.problems:
            kind, _, status = name.partition(":")
            found.setdefault(int(status) if status else KINDS[kind].status, []).append(kind)
        return dict(sorted(found.items()))


def rendered(operation: Operation, examples: Mapping[str, Any]) -> Schema:
    """The operation object of an operation."""
    shown: Schema = {
        "tags": [operation.tag],
        "summary": operation.summary,
        "operationId": operation.id,
        "security": [dict(one) for one in operation.security],
    }
    if operation.text:
        shown["description"] = operation.text
    if operation.parameters:
        shown["parameters"] = list(operation.parameters)
    if operation.body:
        content = {JSON: _content(operation.body, operation.body_examples, examples)}
        shown["requestBody"] = {"required": True, "description": operation.body_text, "content": content}
        if not operation.body_text:
            del shown["requestBody"]["description"]
    shown["responses"] = _responses(operation, examples)
    return shown


def _responses(operation: Operation, examples: Mapping[str, Any]) -> Schema:
    responses: Schema = {}
    for status, answer in operation.answers.items():
        responses[str(status)] = _answer(answer, examples)
    for status, kinds in operation.kinds_by_status().items():
        problem = _problem(status, kinds, examples, operation.id)
        if str(status) in responses:
            responses[str(status)]["content"].update(problem["content"])
        else:
            responses[str(status)] = problem
    return dict(sorted(responses.items()))


def _content(schema: str | Schema, names: Sequence[str], examples: Mapping[str, Any]) -> Schema:
    content: Schema = {"schema": ref(schema) if isinstance(schema, str) else schema}
    if names:
        content["examples"] = {name.rpartition(".")[2]: {"value": examples[name]} for name in names}
    return content


def _answer(answer: Answer, examples: Mapping[str, Any]) -> Schema:
    shown: Schema = {"description": answer.text}
    if answer.headers:
        shown["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in answer.headers}
    if answer.schema is not None:
        shown["content"] = {answer.media: _content(answer.schema, answer.examples, examples)}
    return shown


def _problem(status: int, kinds: Sequence[str], examples: Mapping[str, Any], operation: str) -> Schema:
    lines = "\n".join(f"* `/problems/{kind}`: {KINDS[kind].title}." for kind in kinds)
    names = [f"{operation}.{kind}" for kind in kinds]
    names = [name for name in names if name in examples and examples[name]["status"] == status]
    shown: Schema = {
        "description": f"A problem document of the kind\n\n{lines}" if len(kinds) == 1 else f"One of\n\n{lines}",
        "content": {MEDIA_TYPE: _content("Problem", names, examples)},
        "x-problem-kinds": list(kinds),
    }
    headers = []
    if status in (409, 429, 503):
        headers.append("Retry-After")
    if status == 401:
        headers.append("WWW-Authenticate")
    if headers:
        shown["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    return shown
