"""Is this machine's part of the service well? For health checks of containers."""

import socket

from service.run.checks import readiness, without_credentials
from service.run.settings import Settings


def api_fault(settings: Settings) -> str | None:
    """None when the API on this machine answers `/readyz` with 200, else what it said."""
    return readiness(settings.host, settings.port)


def worker_fault(settings: Settings, queue: str) -> str | None:
    """None when a worker of this machine has lately told the queue that it lives, else what is amiss."""
    # Imported here: together they cost 0.2 s, which a check of the API every few seconds should not pay.
    from redis import Redis
    from redis.exceptions import RedisError
    from rq import Queue, Worker
    from rq.serializers import JSONSerializer

    if settings.queue_url is None:
        return "REDIS_URL or QUEUE_URL must be set"
    try:
        client = Redis.from_url(settings.queue_url, socket_timeout=3, socket_connect_timeout=3)
        listened = Queue(queue, connection=client, serializer=JSONSerializer)
        workers = Worker.all(queue=listened, serializer=JSONSerializer)
    except RedisError as error:
        return f"no queue at {without_credentials(settings.queue_url)}: {error}"
    here = socket.gethostname()
    return None if any(worker.hostname == here for worker in workers) else f"no {queue} worker on {here}"
