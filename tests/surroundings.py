"""What tests put in place of the world: a clock and a randomness that they hold, a queue worked off at will."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from redis import Redis
from rq import Queue, SimpleWorker
from rq.registry import FailedJobRegistry, ScheduledJobRegistry
from rq.serializers import JSONSerializer

from service.application.ports import Unavailable
from service.queue.rq_queue import AUDITS, SETTLEMENTS
from workers.worker import tell_failed_audit

POCKET_SHEETS = Path(__file__).parent / "sheets"
"""Sheets that only tests know: `service.rules.library.load([POCKET_SHEETS])` finds them beside our own."""


class HeldClock:
    """A time that goes on only when told to."""

    def __init__(self, at: datetime = datetime(2026, 11, 5, 12, 0, tzinfo=UTC)) -> None:
        self._milliseconds = int(at.timestamp() * 1000)

    def now(self) -> str:
        moment = datetime.fromtimestamp(self._milliseconds / 1000, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def milliseconds(self) -> int:
        return self._milliseconds

    def advance(self, *, milliseconds: int) -> None:
        """Lets time pass."""
        self._milliseconds += milliseconds


class SeededEntropy:
    """The same bytes for the same seed: a failing test fails again."""

    def __init__(self, seed: object) -> None:
        self._random = random.Random(str(seed))

    def token(self, size: int) -> bytes:
        return self._random.randbytes(size)


class AwayQueue:
    """A queue whose store does not answer."""

    def settle(self, game: str, version: int) -> None:  # noqa: ARG002
        raise Unavailable("the queue is away")

    def audit(self, audit: str) -> None:  # noqa: ARG002
        raise Unavailable("the queue is away")

    def gave_up(self, audit: str) -> bool:  # noqa: ARG002
        raise Unavailable("the queue is away")


class Jobs:
    """The queues of a store, worked off in this process by RQ's own worker."""

    def __init__(self, client: "Redis") -> None:
        self._client = client
        self.queues = [Queue(name, connection=client, serializer=JSONSerializer) for name in (SETTLEMENTS, AUDITS)]

    def __call__(self) -> None:
        """Does every waiting job, those that wait for a retry too."""
        while self.waiting():
            self.run_once()
            self.retry_now()

    def run_once(self) -> None:
        """Does the jobs that are due, as they come."""
        worker = _QuietWorker(
            self.queues, connection=self._client, serializer=JSONSerializer, exception_handlers=[tell_failed_audit]
        )
        worker.work(burst=True, logging_level="CRITICAL")

    def retry_now(self) -> None:
        """Makes due what waits for a retry."""
        for queue in self.queues:
            registry = ScheduledJobRegistry(queue=queue)
            for job_id in registry.get_job_ids():
                job = queue.fetch_job(job_id)
                assert job is not None
                registry.remove(job)
                queue.push_job_id(job_id)

    def waiting(self) -> int:
        """How many jobs are due or wait for a retry."""
        return sum(len(queue) + len(ScheduledJobRegistry(queue=queue)) for queue in self.queues)

    def pauses(self) -> list[float]:
        """How many seconds those that wait for a retry were put off; RQ keeps whole seconds."""
        found = []
        for queue in self.queues:
            registry = ScheduledJobRegistry(queue=queue)
            for job_id in registry.get_job_ids():
                job = queue.fetch_job(job_id)
                assert job is not None
                assert job.ended_at is not None
                found.append((registry.get_scheduled_time(job_id) - job.ended_at).total_seconds())
        return found

    def failed(self) -> list[Mapping[str, Any]]:
        """The jobs that failed for good: function and arguments."""
        found = []
        for queue in self.queues:
            for job_id in FailedJobRegistry(queue=queue).get_job_ids():
                job = queue.fetch_job(job_id)
                assert job is not None
                found.append({"function": job.func_name, "arguments": list(job.args)})
        return found

    def lose(self) -> None:
        """Forgets all jobs, as a queue store without persistence would."""
        for queue in self.queues:
            queue.empty()


class _QuietWorker(SimpleWorker):
    """Leaves the test process's signal handlers alone and takes no commands."""

    def _install_signal_handlers(self) -> None:
        pass

    def subscribe(self) -> None:
        self.pubsub_thread = None
        self.pubsub = None

    def unsubscribe(self) -> None:
        pass
