"""marshmallow fields and the reading of bodies by schemas."""

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service.application.problems import Problem, malformed_by
from service.edge.strict_json import pointer
from service.rules.clauses import Fault

MOST_COORDINATE = 200


class StrictSchema(Schema):
    """An object in which nothing unknown is taken."""

    class Meta:
        unknown = RAISE


class StrictInteger(fields.Integer):
    """A JSON integer: no boolean, no fraction, no text."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(strict=True, **settings)

    def _validated(self, value: Any) -> Any:
        if isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class StrictBoolean(fields.Boolean):
    """A JSON true or false."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Named(fields.Dict):
    """An object whose member names are data; a fault is at its member."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            if not isinstance(error.messages, Mapping):
                raise
            at_members = {name: [*found.values()] for name, found in error.messages.items()}
            raise ValidationError(at_members) from None


def text(most: int, *, least: int = 1, **settings: Any) -> fields.String:
    """A string of `least` to `most` characters."""
    return fields.String(validate=validate.Length(min=least, max=most), **settings)


class IntegerList(fields.List[Any]):
    """So many JSON integers from `least` to `most`. What is right is seen at once; what is not goes the long way,
    which says why."""

    def __init__(self, count: int, least: int, most: int, **settings: Any) -> None:
        of = StrictInteger(validate=validate.Range(least, most))
        super().__init__(of, validate=validate.Length(equal=count), **settings)
        self._count, self._least, self._most = count, least, most

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The list of integers."""
        if type(value) is list and len(value) == self._count:
            least, most = self._least, self._most
            if all(type(number) is int and least <= number <= most for number in value):
                return value
        return super().deserialize(value, attr, data, **kwargs)


def cell(**settings: Any) -> IntegerList:
    """A cell `[x, y]`."""
    return IntegerList(2, -MOST_COORDINATE, MOST_COORDINATE, **settings)


def corners(**settings: Any) -> IntegerList:
    """The three numbers of a placement, each 0 to 5, clockwise from the apex."""
    return IntegerList(3, 0, 5, **settings)


def load(schema: Schema, value: Any, at: tuple[str | int, ...] = ()) -> Any:
    """The typed value of a parsed body; raises `malformed` with a pointer to each fault."""
    try:
        return schema.load(value)
    except ValidationError as error:
        raise malformed_from(error, at) from None


def malformed_from(error: ValidationError, at: tuple[str | int, ...] = ()) -> Problem:
    """The problem of a validation error, its pointers below `at`."""
    return malformed_by(_faults(error.messages, at))


def _faults(messages: Any, path: tuple[str | int, ...]) -> list[Fault]:
    """The faults in marshmallow's nested messages, each with its pointer."""
    if isinstance(messages, Mapping):
        found: list[Fault] = []
        for name, inner in messages.items():
            found += _faults(inner, path if name == "_schema" else (*path, name))
        return found
    if isinstance(messages, list):
        found = []
        for inner in messages:
            found += _faults(inner, path) if isinstance(inner, Mapping | list) else [_fault(path, inner)]
        return found
    return [_fault(path, messages)]


def _fault(path: tuple[str | int, ...], message: Any) -> Fault:
    return Fault(pointer=pointer(path), reason=str(message).rstrip("."))
