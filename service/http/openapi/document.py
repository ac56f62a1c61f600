"""The OpenAPI document and the record's JSON Schema, put together."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
import yaml

from service import ENGINE
from service.http.openapi.answers import GAMES
from service.http.openapi.bodies import spec_with_bodies
from service.http.openapi.events import EVENTS
from service.http.openapi.faults import FAULTS
from service.http.openapi.games import OPENING, PLAYING, READS
from service.http.openapi.operations import Operation, rendered
from service.http.openapi.parts import HEADERS, PARAMETERS, SECURITY, TAGS
from service.http.openapi.reports import REPORTS
from service.http.openapi.shapes import Schema
from service.http.openapi.site import AUDITS, HEALTH, PAGES, SHEETS

OPERATIONS: tuple[Operation, ...] = (*SHEETS, *OPENING, *PLAYING, *READS, *AUDITS, *HEALTH, *PAGES)
RECORD_ID = "urn:domino-referee:record:1"
_HERE = Path(__file__).parent
_REF = "#/components/schemas/"


@lru_cache(maxsize=1)
def document() -> Schema:
    """The OpenAPI 3.1 document as JSON values."""
    spec = spec_with_bodies(
        "domino-referee",
        ENGINE.rpartition("/")[2],
        info={
            "description": (_HERE / "guide.md").read_text(encoding="utf-8").strip(),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "This service."}],
        tags=TAGS,
    )
    for name, schema in (GAMES | EVENTS | REPORTS | FAULTS).items():
        spec.components.schema(name, schema)
    for name, parameter in PARAMETERS.items():
        spec.components.parameter(name, parameter["in"], parameter)
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for name, scheme in SECURITY.items():
        spec.components.security_scheme(name, scheme)
    examples = orjson.loads((_HERE / "examples.json").read_bytes())
    for operation in OPERATIONS:
        spec.path(operation.path, operations={operation.method: rendered(operation, examples)})
    made: Schema = orjson.loads(orjson.dumps(spec.to_dict()))
    return {name: made[name] for name in ("openapi", "info", "servers", "tags", "paths", "components")}


class _Dumper(yaml.SafeDumper):
    """Long texts as blocks, so that a change of one is a readable difference."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


@lru_cache(maxsize=1)
def text() -> str:
    """The OpenAPI document as YAML."""
    return yaml.dump(document(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


@lru_cache(maxsize=1)
def record_schema() -> Schema:
    """The JSON Schema (2020-12) of a game record, self-contained."""
    components = document()["components"]["schemas"]
    kept = _reachable(components, "Record")
    defs = {name: _local(components[name]) for name in sorted(kept - {"Record"})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": RECORD_ID,
        "title": "Game record of domino-referee, format version 1",
        **_local(components["Record"]),
        "$defs": defs,
    }


def _names(value: Any) -> Iterator[str]:
    """The components that a schema refers to."""
    if isinstance(value, dict):
        if isinstance(address := value.get("$ref"), str):
            yield address.removeprefix(_REF)
        yield from _of_all(value.values())
    elif isinstance(value, list):
        yield from _of_all(value)


def _of_all(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        yield from _names(value)


def _reachable(components: Schema, start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _names(components[name])
    return found


def _local(schema: Schema) -> Schema:
    """A component with its references turned to `$defs`; `discriminator` is OpenAPI's own and left out."""
    raw = re.sub(rf'"{_REF}', '"#/$defs/', orjson.dumps(schema).decode())
    return {name: value for name, value in orjson.loads(raw).items() if name != "discriminator"}
