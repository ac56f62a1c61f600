"""Asks the workers on RQ: JSON payloads of ids and versions, retried with growing pauses."""

from redis import Redis
from rq import Queue, Retry
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from service.log.faults import store_faults

SETTLEMENTS = "settlements"
AUDITS = "audits"
# Seconds before each new try. The first is at once: a worker that was killed leaves RQ's scheduler locked for a minute.
_PAUSES = [0, 5, 30]
_KEEP_RESULT = 60
_KEEP_FAILURE = 7 * 86400
_ENDED = (JobStatus.FINISHED, JobStatus.FAILED, JobStatus.STOPPED, JobStatus.CANCELED)


class RqJobQueue:
    """The queues of settlements and audits. `client` gives bytes."""

    def __init__(self, client: "Redis") -> None:
        self._settlements = Queue(SETTLEMENTS, connection=client, serializer=JSONSerializer)
        self._audits = Queue(AUDITS, connection=client, serializer=JSONSerializer)

    def settle(self, game: str, version: int) -> None:
        """Asks for the settlement of the round that ended with event `version`."""
        self._enqueue(self._settlements, "workers.jobs.settle", [game, version], timeout=60)

    def audit(self, audit: str) -> None:
        """Asks for an audit."""
        self._enqueue(self._audits, "workers.jobs.audit", [audit], timeout=300, job_id=audit)

    def gave_up(self, audit: str) -> bool:
        """Whether an audit's job has ended, failed or got lost."""
        with store_faults():
            job = self._audits.fetch_job(audit)
            return job is None or job.get_status() in _ENDED

    def _enqueue(
        self, queue: Queue, name: str, arguments: list[str | int], *, timeout: int, job_id: str | None = None
    ) -> None:
        with store_faults():
            queue.enqueue_call(
                name,
                args=arguments,
                job_id=job_id,
                timeout=timeout,
                result_ttl=_KEEP_RESULT,
                failure_ttl=_KEEP_FAILURE,
                retry=Retry(max=len(_PAUSES), interval=_PAUSES),
            )
