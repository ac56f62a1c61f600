"""The worker processes."""

import contextlib
import os
import signal
from typing import Any

from redis import Redis
from rq import Queue, SimpleWorker, Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.application import audits
from service.queue.rq_queue import AUDITS, SETTLEMENTS
from service.run import settings as run_settings
from service.run import tether
from service.run.compose import client
from workers.jobs import this_context

_MOST_AUDIT_MEMORY = 2 * 2**30
_LOOK_FOR_STORE_EVERY = 1.0


def run(queue: str) -> None:
    """Works on one queue until told to stop. Settlements are quick and run in the worker's own process;
    audits read what anybody posts and run in a process of their own, in bounded memory and time."""
    settings = run_settings.load(os.environ)
    assert settings.queue_url is not None
    this_context()
    connection = client(settings.queue_url, timeout=60)
    worker = _WORKERS[queue]([Queue(queue, connection=connection, serializer=JSONSerializer)], connection)
    worker.work(with_scheduler=True, logging_level="WARNING")


def _settlements(queues: list[Queue], connection: "Redis") -> SimpleWorker:
    return SettlementWorker(queues, connection=connection, serializer=JSONSerializer)


def _audits(queues: list[Queue], connection: "Redis") -> Worker:
    return AuditWorker(
        queues,
        connection=connection,
        serializer=JSONSerializer,
        exception_handlers=[tell_failed_audit],
        job_monitoring_interval=4,
        maintenance_interval=5,
        worker_ttl=25,
    )


class SettlementWorker(SimpleWorker):
    """Settles in its own process; looks for a store that is away every second."""

    max_connection_wait_time = _LOOK_FOR_STORE_EVERY


class AuditWorker(Worker):
    """Forks for each audit; the fork's memory is bounded, and it ends with its worker.

    An audit whose worker died is begun again within some 25 seconds.
    """

    max_connection_wait_time = _LOOK_FOR_STORE_EVERY

    def main_work_horse(self, *args: Any, **kwargs: Any) -> None:
        """Bounds the fork, then works."""
        import resource

        tether.tether(os.getppid(), signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_AUDIT_MEMORY, _MOST_AUDIT_MEMORY))
        super().main_work_horse(*args, **kwargs)

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:  # noqa: ARG002
        """Seconds after which a job without a sign of life is taken to be abandoned."""
        return 3 * int(self.job_monitoring_interval)

    def handle_work_horse_killed(self, job: Job, retpid: int, ret_val: int, rusage: Any) -> None:  # noqa: ARG002
        """A fork that was killed is tried again as often as one that failed."""
        tell_failed_audit(job)


def tell_failed_audit(job: Job, *_: Any) -> bool:
    """Ends the audit of a job that failed for good as `failed`; True lets RQ do the rest."""
    if not job.retries_left:
        with contextlib.suppress(Exception):
            audits.fail(this_context(), str(job.args[0]), "The audit could not be carried out.")
    return True


_WORKERS = {SETTLEMENTS: _settlements, AUDITS: _audits}
