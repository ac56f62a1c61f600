"""The OpenAPI document, made of the schemas at the edge and a table of the operations."""

from service.http.openapi.document import OPERATIONS, document, record_schema, text

__all__ = ["OPERATIONS", "document", "record_schema", "text"]
