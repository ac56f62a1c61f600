"""Logging of every process: one line an event on standard error, as text or JSON, without secrets."""

import logging
import re
import sys
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

CHATTY: Final = ("rq", "redis", "urllib3", "werkzeug")
SECRET_NAME: Final = re.compile(r"token|secret|authorization|password|api_?key|receipt_?key|salt|seed", re.IGNORECASE)
URL_CREDENTIALS: Final = re.compile(r"(?<=://)[^/@\s]+@")
BEARER: Final = re.compile(r"(?i)\b(bearer)\s+\S+")
TRACEBACKS: Final = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
"""Without the frames' variables: they hold hands and tokens."""


def configure(level: str, format: str, stream: TextIO | None = None) -> None:
    """Sets up structlog and the standard library's logging alike.

    `level` and `format` as in the settings (`info`, `text`, `json`, …); may be called again.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    renderers: list[Processor] = (
        [TRACEBACKS, without_secrets, structlog.processors.JSONRenderer()]
        if format == "json"
        else [structlog.processors.format_exc_info, without_secrets, structlog.dev.ConsoleRenderer(colors=False)]
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers],
        )
    )
    if level != "debug":
        handler.addFilter(_is_worth_a_line)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """A filter and not a level, since RQ sets the levels of its own loggers."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] not in CHATTY


def without_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Masks values under telling names, and credentials in URLs and bearer tokens in any text."""
    for name, value in event.items():
        if SECRET_NAME.search(name):
            event[name] = "***"
        elif isinstance(value, str):
            event[name] = BEARER.sub(r"\1 ***", URL_CREDENTIALS.sub("***@", value))
    return event
