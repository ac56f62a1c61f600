"""The composition root: settings become the context of the use cases."""

import secrets
import time
from datetime import UTC, datetime
from functools import partial

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.application.callers import Tokens
from service.application.context import Context
from service.application.ports import Fitness
from service.ledger.receipts import Receipts
from service.log.audit_store import RedisAuditStore
from service.log.event_log import RedisEventLog
from service.log.health import log_fitness, queue_fitness
from service.log.news import News
from service.queue.rq_queue import RqJobQueue
from service.rules import library
from service.run.settings import Settings, SettingsError, load_keys

_ANSWER_WITHIN = 5.0
_BLOCKING = 60.0
_CONNECTIONS = 32
_LISTENERS = 256


class SystemClock:
    """The machine's time."""

    def now(self) -> str:
        """Now, RFC 3339 in UTC with milliseconds."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def milliseconds(self) -> int:
        """Milliseconds since the epoch."""
        return time.time_ns() // 1_000_000


class SystemEntropy:
    """The machine's randomness."""

    def token(self, size: int) -> bytes:
        """That many fresh random bytes."""
        return secrets.token_bytes(size)


def client(url: str, *, timeout: float = _ANSWER_WITHIN, connections: int = _CONNECTIONS) -> Redis:
    """A client of a store that gives bytes, with at most so many `connections`; a call waits for a free one.

    An append is safe to send again: it compares the version first.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=_ANSWER_WITHIN,
        socket_timeout=timeout,
        socket_connect_timeout=_ANSWER_WITHIN,
        retry=Retry(ExponentialBackoff(cap=0.2, base=0.02), 2),
        health_check_interval=30,
    )
    return Redis(connection_pool=pool)


def context(settings: Settings) -> Context:
    """What every use case is given, from settings with both URLs set; raises SettingsError."""
    if settings.eventlog_url is None or settings.queue_url is None:
        raise SettingsError("REDIS_URL: this process needs a store; `python -m service` starts one of its own")
    keys = load_keys(settings)
    blocking = partial(client, timeout=_BLOCKING, connections=_LISTENERS)
    try:
        sheets = library.load(settings.rulesets_path)
    except library.SheetError as error:
        raise SettingsError(f"RULESETS_PATH: {error}") from None
    queue = client(settings.queue_url)
    log = client(settings.eventlog_url)

    def fitness() -> Fitness:
        found = log_fitness(log), queue_fitness(queue)
        return Fitness(
            faults=[fault for part in found for fault in part.faults],
            warnings=[warning for part in found for warning in part.warnings],
        )

    return Context(
        log=RedisEventLog(log, News(blocking(settings.eventlog_url))),
        queue=RqJobQueue(queue),
        audits=RedisAuditStore(blocking(settings.queue_url)),
        clock=SystemClock(),
        entropy=SystemEntropy(),
        library=sheets,
        receipts=Receipts(keys.receipt_seeds),
        tokens=Tokens(keys.secret_keys),
        fitness=fitness,
    )
