"""Canonical JSON (RFC 8785) of what the service itself writes."""

from typing import Any

import orjson
import rfc8785


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value without fractions, integers within 2^53 - 1.

    For ASCII alone orjson's sorted form is the canonical one (a test compares them) and ten times as
    fast to make; where there is more, the order of names and the escapes are left to rfc8785.
    """
    plain = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return plain if plain.isascii() else rfc8785.dumps(value)
