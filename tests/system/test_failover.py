"""A primary store that is parted from its replica and dies: the replica takes over with all that was acknowledged."""

from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from service.application import settling
from service.log.event_log import APPEND, RedisEventLog
from service.run import compose
from service.run.store import EmbeddedStore
from tests.conftest import settings_of
from tests.http.served import serving
from tests.run.processes import free_port, wait_until
from tests.system.journal import Player, check
from tests.system.proxy import Proxy


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="failover-") as made:
        yield Path(made)


@pytest.mark.timeout(120)
def test_a_promoted_replica_has_every_acknowledged_move_and_play_goes_on(folder: Path, tmp_path: Path) -> None:
    port = free_port()
    first = EmbeddedStore(folder / "one", extra_args=("--port", str(port), "--repl-diskless-sync-delay", "0"))
    with ExitStack() as stack:
        between = stack.enter_context(Proxy(("127.0.0.1", port)))
        stack.enter_context(first)
        second = EmbeddedStore(folder / "two", extra_args=("--replicaof", f"127.0.0.1 {between.port}"))
        stack.enter_context(second)
        copy = stack.enter_context(Redis.from_url(second.url))
        wait_until(lambda: copy.info("replication")["master_link_status"] == "up")
        proxy = stack.enter_context(Proxy(path_of(first)))
        served = stack.enter_context(serving(proxy.url, tmp_path))
        url = f"http://127.0.0.1:{served.port}"
        players = [Player(url, "tridomino-hexagono", ["Ana", "Ben"], seed=seed) for seed in (1, 2)]
        for player in players:
            player.start()

        def go_on(moves: int) -> None:
            goal = [len(player.journal.accepted) + moves for player in players]
            wait_until(lambda: all(map(reached, players, goal)), seconds=30)

        go_on(4)
        between.silent = True
        wait_until(lambda: all(player.journal.refused > 1 for player in players), seconds=30)
        first.kill()
        between.cut()
        script = sha1(APPEND.encode()).hexdigest()
        assert copy.script_exists(script) == [False]
        copy.replicaof("NO", "ONE")
        log = RedisEventLog(copy)
        for player in players:
            newest = list(player.journal.accepted.values())[-1]["events"][-1]
            (entry,) = log.read(player.id, newest["version"], newest["version"])
            assert entry.hash == newest["hash"]
        proxy.switch(path_of(second))
        go_on(4)
        assert copy.script_exists(script) == [True]

        ctx = compose.context(settings_of(proxy.url, tmp_path))
        for player in players:
            player.stopped.set()
            player.join(30)
            assert player.fault is None, repr(player.fault)
            settling.settle_round(ctx, player.id)
            check(log, player.id, player.journal)
            player.close()


def reached(player: Player, goal: int) -> bool:
    """Whether a player's acknowledged moves are so many."""
    assert player.fault is None, repr(player.fault)
    return len(player.journal.accepted) >= goal


def path_of(store: EmbeddedStore) -> str:
    return store.url.removeprefix("unix://")
