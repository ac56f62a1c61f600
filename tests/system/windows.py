"""Moments at which a part of the service is killed, and whether it had its work acknowledged."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.registry import StartedJobRegistry

from service.log import keys
from service.log.event_log import RedisEventLog
from service.queue.rq_queue import SETTLEMENTS
from tests.run.processes import wait_until
from tests.system.group import Group


class Windows:
    """Waits for a moment in the log, and tells whether a killed part had its work acknowledged."""

    def __init__(self, group: Group) -> None:
        self.group = group

    def after_an_append(self, *kinds: str, then: Callable[[], None] = lambda: None) -> None:
        """Does something as soon as an append was made: any at all, or one whose last event has one of these types."""
        with self._client() as client, client.pubsub() as heard:  # type: ignore[no-untyped-call]
            log = RedisEventLog(client)
            heard.subscribe(keys.NEWS)

            def came() -> bool:
                message = heard.get_message(ignore_subscribe_messages=True, timeout=0.5)
                if message is None:
                    return False
                if kinds:
                    game, _, version = message["data"].decode().rpartition(" ")
                    (entry,) = log.read(game, int(version), int(version))
                    if entry.body["type"] not in kinds:
                        return False
                then()
                return True

            wait_until(came, seconds=60)

    def settlements_unacknowledged(self) -> set[str]:
        """The settlement jobs that a worker began and has not acknowledged."""
        with self._client() as client:
            return set(StartedJobRegistry(queue=Queue(SETTLEMENTS, connection=client)).get_job_ids(cleanup=False))

    def answer_is_kept(self, game: str, key: str) -> bool:
        """Whether the answer to a move stands in the log, under its idempotency key."""
        with self._client() as client:
            fields: Any = client.hkeys(keys.answers(game))
            return any(field.decode().endswith(f"\n{key}") for field in fields)

    def store_answers(self) -> bool:
        """Whether the store answers."""
        with suppress(RedisError, OSError), self._client() as client:
            return bool(client.ping())
        return False

    def _client(self) -> Redis:
        return Redis(unix_socket_path=str(self.group.socket), socket_timeout=10)
