"""Acknowledged means confirmed by a replica, over whichever connection the append went."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.application.ports import Appended, Unavailable
from service.log.event_log import RedisEventLog
from service.log.replicas import Replicas
from service.run.store import EmbeddedStore
from tests.log.writing import GAME, start, step
from tests.run.processes import free_port, wait_until


@contextmanager
def stopped(store: EmbeddedStore) -> Iterator[None]:
    """The server does not run meanwhile."""
    assert store.pid is not None
    os.kill(store.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(store.pid, signal.SIGCONT)


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Redis, EmbeddedStore]]:
    """A client of a primary, and its replica."""
    port = free_port()
    options = ("--port", str(port), "--repl-diskless-sync-delay", "0")
    with (
        EmbeddedStore(tmp_path / "one", extra_args=options) as one,
        EmbeddedStore(tmp_path / "two", extra_args=("--replicaof", f"127.0.0.1 {port}")) as two,
        Redis.from_url(one.url, retry=Retry(NoBackoff(), 0)) as client,
        Redis.from_url(two.url) as copy,
    ):
        wait_until(lambda: copy.info("replication")["master_link_status"] == "up")
        yield client, two


def test_an_append_over_another_connection_is_not_taken_to_be_confirmed(stores: tuple[Redis, EmbeddedStore]) -> None:
    client, replica = stores
    with client.client() as other:
        other.ping()
        log, asked = RedisEventLog(client, replicas=0), Replicas(other, 1)
        start(log)
        asked.confirm()
        with stopped(replica):
            assert step(log) == Appended()
            with pytest.raises(Unavailable):
                asked.confirm()
        asked.confirm()


def test_an_answer_that_no_replica_has_is_not_given_again(stores: tuple[Redis, EmbeddedStore]) -> None:
    client, replica = stores
    log = RedisEventLog(client)
    start(log)
    with stopped(replica):
        for _ in range(2):
            with pytest.raises(Unavailable):
                step(log, key="k", answer=b"a")
        with pytest.raises(Unavailable):
            log.snapshot(GAME, "k")
    snapshot = log.snapshot(GAME, "k")
    assert snapshot is not None
    assert snapshot.kept == b"a"
