"""Schemas of what clients send, made from the marshmallow schemas at the edge."""

import inspect
from collections.abc import Mapping
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema as EdgeSchema

from service.edge.moves import MOVE_SCHEMAS, MoveField
from service.edge.records import RECORDED_SCHEMAS, DealSchema, RecordSchema, RemainingField
from service.edge.requests import CloseSchema, GameSchema, RenewalSchema, SeedSchema
from service.http.openapi.shapes import Schema, when

_MOVES = "A move, told by its `type`. See the sheet for which moves it knows and when."
_RECORDED = "A move as recorded, with the points it claims, if it claims any."
_SEEDS_ARE_FOR_THE_SERVICE = when("dealer", "client", {"properties": {"await_seeds": {"const": False}}})


def _name_of(schema: Any) -> str:
    cls = schema if isinstance(schema, type) else type(schema)
    return str(cls.__name__).removesuffix("Schema")


def _ours(converter: Any, field: Any, **_: Any) -> Schema:
    """The fields of our own: a move is told by the component of its family."""
    if isinstance(field, RemainingField):
        return {"anyOf": [converter.field2property(field.tiles), converter.field2property(field.total)]}
    if not isinstance(field, MoveField):
        return {}
    recorded = field.schemas is RECORDED_SCHEMAS
    return {"$ref": f"#/components/schemas/{'RecordedMove' if recorded else 'Move'}"}


def _family(schemas: Mapping[str, type[EdgeSchema]], suffix: str, text: str) -> Schema:
    names = {name: f"#/components/schemas/{_member(schema, suffix)}" for name, schema in schemas.items()}
    return {
        "description": text,
        "oneOf": [{"$ref": address} for address in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }


def _member(schema: type[EdgeSchema], suffix: str) -> str:
    return f"{_name_of(schema)}{suffix}"


def spec_with_bodies(title: str, version: str, **options: Any) -> APISpec:
    """A new OpenAPI 3.1 document whose component schemas are all that clients send."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name_of)
    spec = APISpec(title, version, "3.1.0", plugins=[plugin], **options)
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_ours)  # type: ignore[no-untyped-call]
    named: dict[str, type[EdgeSchema]] = {
        "GameOpening": GameSchema,
        "Seed": SeedSchema,
        "Closing": CloseSchema,
        "TokenRenewal": RenewalSchema,
        "Deal": DealSchema,
    }
    named |= {_member(schema, "Move"): schema for schema in MOVE_SCHEMAS.values()}
    named |= {_member(schema, "Move"): schema for schema in RECORDED_SCHEMAS.values()}
    named["Record"] = RecordSchema
    for name, schema in named.items():
        spec.components.schema(name, schema=schema)
        _describe(spec.components.schemas[name], schema)
    spec.components.schemas["GameOpening"] |= _SEEDS_ARE_FOR_THE_SERVICE
    for nested in ("Round", "Proof", "OpeningDraw"):
        _describe(spec.components.schemas[nested], _nested(nested))
    spec.components.schema("Move", _family(MOVE_SCHEMAS, "Move", _MOVES))
    spec.components.schema("RecordedMove", _family(RECORDED_SCHEMAS, "Move", _RECORDED))
    return spec


def _nested(name: str) -> type[EdgeSchema]:
    from service.edge import records

    schema: type[EdgeSchema] = getattr(records, f"{name}Schema")
    return schema


def _describe(component: Schema, schema: type[EdgeSchema]) -> None:
    """The class's docstring becomes the description, in front."""
    text = inspect.getdoc(schema)
    if text and "description" not in component:
        rest = dict(component)
        component.clear()
        component.update({"description": text, **rest})
