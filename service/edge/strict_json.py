"""JSON as the contract takes it: no duplicate keys, NaN, lone surrogates, huge numbers or deep nesting."""

import json
import math
from typing import Any

from service.application.problems import malformed

MOST_DEPTH = 32
MOST_INTEGER = 2**53 - 1


class _Refused:
    """Stands in the parsed tree where something is refused."""

    def __init__(self, reason: str, member: str | None = None) -> None:
        self.reason = reason
        self.member = member


def _object(pairs: list[tuple[str, Any]]) -> Any:
    parsed = dict(pairs)
    if len(parsed) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        return _Refused("stands here twice", twice)
    return parsed


def _integer(text: str) -> Any:
    if len(text) > 17 or abs(number := int(text)) > MOST_INTEGER:
        return _Refused("integers lie within 2^53 - 1 of zero")
    return number


def _number(text: str) -> Any:
    number = float(text)
    return number if math.isfinite(number) else _Refused("the number is out of range")


def _constant(text: str) -> Any:
    return _Refused(f"{text} is no JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def pointer(path: tuple[str | int, ...]) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def parse(raw: bytes) -> Any:
    """The JSON value of a body; raises `malformed` with a pointer to the first fault."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed("", f"the body is not UTF-8 at byte {error.start}") from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise malformed("", f"the body is not JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise malformed("", f"JSON is nested deeper than {MOST_DEPTH} levels") from None
    _check(value, (), 1)
    return value


def _check(value: Any, path: tuple[str | int, ...], depth: int) -> None:
    if isinstance(value, str):
        if not value.isascii() and any(0xD800 <= ord(character) <= 0xDFFF for character in value):
            raise malformed(pointer(path), "has a lone surrogate")
    elif isinstance(value, dict):
        if depth > MOST_DEPTH:
            raise malformed(pointer(path), f"JSON is nested deeper than {MOST_DEPTH} levels")
        for name, member in value.items():
            if not name.isascii():
                _check(name, path, depth)
            _check(member, (*path, name), depth + 1)
    elif isinstance(value, list):
        if depth > MOST_DEPTH:
            raise malformed(pointer(path), f"JSON is nested deeper than {MOST_DEPTH} levels")
        for at, member in enumerate(value):
            _check(member, (*path, at), depth + 1)
    elif isinstance(value, _Refused):
        if value.member is not None:
            _check(value.member, path, depth)
            path = (*path, value.member)
        raise malformed(pointer(path), value.reason)
