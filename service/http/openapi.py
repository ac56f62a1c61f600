"""The OpenAPI document, made of the schemas at the edge and the routes."""

from functools import lru_cache
from typing import Any

import yaml


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document as JSON values."""
    return {"openapi": "3.1.0", "info": {"title": "domino-referee", "version": "1"}, "paths": {}}


@lru_cache(maxsize=1)
def text() -> str:
    """The OpenAPI document as YAML."""
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True)


def record_schema() -> dict[str, Any]:
    """The JSON Schema of a game record."""
    return {}
