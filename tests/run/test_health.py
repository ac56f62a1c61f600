import socket
from pathlib import Path

from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service.run.health import worker_fault
from service.run.settings import Settings
from service.run.store import EmbeddedStore


def test_a_worker_is_well_while_the_queue_knows_it(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, Redis.from_url(store.url) as client:
        settings = Settings(queue_url=store.url)
        assert worker_fault(settings, "audits") == f"no audits worker on {socket.gethostname()}"
        queue = Queue("audits", connection=client, serializer=JSONSerializer)
        worker = Worker([queue], connection=client, serializer=JSONSerializer)
        worker.register_birth()
        assert worker_fault(settings, "audits") is None
        assert worker_fault(settings, "settlements") is not None
        worker.register_death()
        assert worker_fault(settings, "audits") is not None


def test_a_worker_without_a_queue_is_not_well() -> None:
    assert worker_fault(Settings(), "audits") == "REDIS_URL or QUEUE_URL must be set"
